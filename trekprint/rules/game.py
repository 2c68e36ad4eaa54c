"""A sheet as one player filled it in, from wherever it came: typed, read, or loaded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.sheet.model import CircleId, Link, Option, Sheet


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in a circle: a number, or a skull (`number` is None)."""

    number: int | None

    def __post_init__(self) -> None:
        """Refuse what no sheet takes."""
        if self.number is not None and not 0 <= self.number <= 12:
            raise ValueError(f"an entry is 0 to 12 or a skull, not {self.number}")

    @property
    def is_skull(self) -> bool:
        """Whether this is a skull."""
        return self.number is None

    def __str__(self) -> str:
        """The number, or `X`."""
        return "X" if self.number is None else str(self.number)


SKULL = Entry(None)


@dataclass(frozen=True, kw_only=True)
class Game:
    """A filled sheet. Says what stands there, lawful or not; `rules.legality` judges.

    `entries` has no key for an empty circle. `links` are the drawn ones, or None where
    nobody recorded them; likewise `ticks`. `ropes` are the links that Rope cards made,
    between circles with one circle between them. `tent_crosses` counts the crosses
    beside the sum row. `assist_cards` are the cards handed in. `written` is what the
    player wrote in the score boxes, by the boxes' names (`final`, `line_1`, ...).
    """

    sheet: Sheet
    entries: Mapping[CircleId, Entry]
    links: frozenset[Link] | None = None
    ticks: Mapping[Option, int] | None = None
    ropes: frozenset[Link] = frozenset()
    tent_crosses: int = 0
    assist_cards: int = 0
    player: str | None = None
    written: Mapping[str, int] = field(default_factory=dict)

    def number(self, circle: CircleId) -> int | None:
        """The number in `circle`; None for a skull or an empty circle."""
        entry = self.entries.get(circle)
        return None if entry is None else entry.number

    def counts_as_skull(self, circle: CircleId) -> bool:
        """Whether a skull stands in `circle`, or a number over what it takes.

        Rules 1, Terrain: a result over the limit becomes a skull, whatever is written.
        """
        entry = self.entries.get(circle)
        if entry is None:
            return False
        limit = self.sheet.circle_by_id[circle].limit
        return entry.number is None or entry.number > limit
