"""Max, whom nobody plays: what he writes, and how his sheet is scored (rules 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.dice import RED, RESULT, YELLOW, entry_of
from trekprint.rules.game import SKULL, Entry
from trekprint.sheet.model import Option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trekprint.sheet.model import Circle, ScoringItem, Sheet

_ORPHANS = "orphans"


class MaxReading(Enum):
    """The three ways to read what Max writes; the first is ours."""

    HIGHEST_FITTING = "highest_fitting"
    HIGHEST_RESULT = "highest_result"
    HIGHER_DIE = "higher_die"


@dataclass(frozen=True, slots=True)
class Dice:
    """One roll: the red die (1 to 6) and the yellow die (0 to 5)."""

    red: int
    yellow: int

    def __post_init__(self) -> None:
        """Raise InputError for what the dice do not show."""
        if self.red not in RED or self.yellow not in YELLOW:
            raise InputError(
                f"no roll shows red {self.red} and yellow {self.yellow}: the red die"
                f" has {RED[0]} to {RED[-1]}, the yellow die {YELLOW[0]} to"
                f" {YELLOW[-1]}; look at the dice again"
            )

    @classmethod
    def of(cls, one: int, other: int) -> Dice:
        """The roll of two numbers in any order, which no option depends on.

        Raises InputError where they fit the two dice in neither order.
        """
        swapped = one not in RED or other not in YELLOW
        return cls(other, one) if swapped and other in RED else cls(one, other)

    def result(self, option: Option) -> int:
        """What `option` makes of this roll."""
        return RESULT[option](self.red, self.yellow)

    def __str__(self) -> str:
        """`4 and 5`."""
        return f"{self.red} and {self.yellow}"


def max_value(
    dice: Dice,
    circle: Circle,
    reading: MaxReading = MaxReading.HIGHEST_FITTING,
    options: Iterable[Option] = tuple(Option),
) -> Entry:
    """What Max writes in `circle` for a roll; he has no tick limits (rules 3).

    With `HIGHEST_FITTING` the highest result that the circle takes, a skull where none
    does; with `HIGHEST_RESULT` the highest result, which may become a skull; with
    `HIGHER_DIE` the higher of the two dice. `options` are those of the sheet.
    """
    if reading is MaxReading.HIGHER_DIE:
        return entry_of(circle, dice.result(Option.HIGHER))
    results = [dice.result(option) for option in options]
    if reading is MaxReading.HIGHEST_RESULT:
        return entry_of(circle, max(results))
    fitting = [result for result in results if result <= circle.limit]
    return Entry(max(fitting)) if fitting else SKULL


def sheet_of_max(sheet: Sheet) -> Sheet:
    """`sheet` as Max climbs it: his orphans win what they cost others (rules 3).

    His skulls cost as much as anyone's (ours). Score a Game on this sheet as any other.
    """
    return replace(sheet, scoring=tuple(map(_item_of_max, sheet.scoring)))


def _item_of_max(item: ScoringItem) -> ScoringItem:
    points = item.amounts.get("points")
    if item.name != _ORPHANS or not isinstance(points, int):
        return item
    return replace(item, amounts={**item.amounts, "points": abs(points)})
