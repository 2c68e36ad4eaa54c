"""What a sheet can score: a table from the name of a scoring item to its rule.

A sheet definition lists items by name with their amounts; a special sheet names other
items, and code never asks which sheet it is. Every rule is a pure function of the
filled sheet, its groups and the amounts. Where points depend on how lines are drawn,
the rule also tells the solver how (`line`, `longest`, `alone`), by the functions that
it scores with itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from trekprint.rules.solver import Worth
from trekprint.sheet.model import Amount, CircleId, ScoringItem

if TYPE_CHECKING:
    from trekprint.rules.game import Game
    from trekprint.rules.groups import Groups, Path

Amounts = Mapping[str, Amount]
Numbers = Mapping[CircleId, int]


class Part(Enum):
    """Where an item stands in the score."""

    LINE = "line"
    ZONE = "zone"
    LINE_BONUS = "line_bonus"
    ZONE_BONUS = "zone_bonus"
    EXTRA = "extra"
    PENALTY = "penalty"


class AmountKind(Enum):
    """What an amount can be."""

    WHOLE = "whole number"
    SWITCH = "true or false"
    TABLE = "table of points by size"


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountSpec:
    """One amount of an item: what it is, and its default if it may be left out."""

    kind: AmountKind
    default: Amount | None = None

    def accepts(self, value: object) -> bool:
        """Whether `value` is an amount of this kind."""
        return _ACCEPTS[self.kind](value)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredItem:
    """One row of a score.

    `circles` are those the points come from (of a line, lowest number first),
    `numbers` what stands in them where that matters. `explanation` tells a player how
    the points come about.
    """

    name: str
    part: Part
    points: int
    circles: tuple[CircleId, ...]
    numbers: tuple[int, ...] = ()
    explanation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRule:
    """How an item is scored.

    `score` gives the rows. `line`, `longest` and `alone` are there only where drawing
    lines differently changes the points: per line, by the length of the longest line,
    and per circle that is in no group.
    """

    part: Part
    score: Callable[[Game, Groups, Amounts], tuple[ScoredItem, ...]]
    amounts: Mapping[str, AmountSpec]
    line: Callable[[Amounts, Numbers, Path], int] | None = None
    longest: Callable[[Amounts, int], int] | None = None
    alone: Callable[[Amounts], int] | None = None


def amounts_of(item: ScoringItem) -> Amounts:
    """The amounts of `item` with the defaults of those that were left out."""
    specs = ITEMS[item.name].amounts
    defaults = {
        name: spec.default for name, spec in specs.items() if spec.default is not None
    }
    return {**defaults, **item.amounts}


def worth_of(
    items: Iterable[ScoringItem], numbers: Numbers, zoned: Iterable[CircleId]
) -> Worth:
    """What lines are worth on a sheet with `items`; circles `zoned` are never alone."""
    rules = [(ITEMS[item.name], amounts_of(item)) for item in items]
    lines = [(rule.line, amounts) for rule, amounts in rules if rule.line]
    bonuses = [(rule.longest, amounts) for rule, amounts in rules if rule.longest]
    alone = sum(rule.alone(amounts) for rule, amounts in rules if rule.alone)
    grouped = frozenset(zoned)
    return Worth(
        line=lambda path: sum(rule(amounts, numbers, path) for rule, amounts in lines),
        longest=lambda size: sum(rule(amounts, size) for rule, amounts in bonuses),
        alone={circle: alone for circle in numbers if circle not in grouped},
    )


def merges_lines(items: Iterable[ScoringItem]) -> bool:
    """Whether a number that fits two lines joins both (`merge_lines`, else true)."""
    for item in items:
        if item.name == FIXED_LINES:
            return bool(amounts_of(item)["merge_lines"])
    return True


def size_bonus(amounts: Amounts, size: int) -> int:
    """The bonus for a group of `size`: the table, then `beyond` per further circle."""
    table = _table(amounts)
    fitting = [known for known in table if known <= size]
    if not fitting:
        return 0
    largest = max(fitting)
    further = size - largest if largest == max(table) else 0
    return table[largest] + further * _whole(amounts, "beyond")


def _fixed_lines(
    game: Game, groups: Groups, amounts: Amounts
) -> tuple[ScoredItem, ...]:
    # Rules 1, Score: the highest number, and 1 for each other circle.
    numbers = _numbers(game)
    return tuple(
        ScoredItem(
            name=FIXED_LINES,
            part=Part.LINE,
            points=_line_points(amounts, numbers, line),
            circles=line,
            numbers=tuple(numbers[circle] for circle in line),
            explanation=f"highest {numbers[line[-1]]}, and {_others(line)}",
        )
        for line in groups.lines
    )


def _line_points(_: Amounts, numbers: Numbers, line: Path) -> int:
    return numbers[line[-1]] + len(line) - 1


def _mapped_zones(game: Game, groups: Groups, _: Amounts) -> tuple[ScoredItem, ...]:
    # Rules 1, Score: the number, and 1 for each other circle.
    numbers = _numbers(game)
    return tuple(
        ScoredItem(
            name=MAPPED_ZONES,
            part=Part.ZONE,
            points=numbers[zone[0]] + len(zone) - 1,
            circles=zone,
            numbers=tuple(numbers[circle] for circle in zone),
            explanation=f"number {numbers[zone[0]]}, and {_others(zone)}",
        )
        for zone in groups.zones
    )


def _longest_line_bonus(
    _: Game, groups: Groups, amounts: Amounts
) -> tuple[ScoredItem, ...]:
    # Rules 1, Score: once, also where several lines are equally long.
    return _bonus("longest_line_bonus", Part.LINE_BONUS, groups.lines, amounts)


def _largest_zone_bonus(
    _: Game, groups: Groups, amounts: Amounts
) -> tuple[ScoredItem, ...]:
    return _bonus("largest_zone_bonus", Part.ZONE_BONUS, groups.zones, amounts)


def _bonus(
    name: str, part: Part, found: tuple[Path, ...], amounts: Amounts
) -> tuple[ScoredItem, ...]:
    group = max(found, key=len, default=())
    points = size_bonus(amounts, len(group))
    if not points:
        return ()
    what = "longest line" if part is Part.LINE_BONUS else "largest zone"
    return (
        ScoredItem(
            name=name,
            part=part,
            points=points,
            circles=group,
            explanation=f"the {what} has {len(group)} circles",
        ),
    )


def _orphans(_: Game, groups: Groups, amounts: Amounts) -> tuple[ScoredItem, ...]:
    # Rules 1, Score: a number in no line and no zone counts as a skull.
    return _each("orphans", Part.PENALTY, "orphan", groups.orphans, amounts)


def _skulls(game: Game, _: Groups, amounts: Amounts) -> tuple[ScoredItem, ...]:
    return _each("skulls", Part.PENALTY, "skull", skulls_of(game), amounts)


def _each(
    name: str,
    part: Part,
    word: str,
    circles: tuple[CircleId, ...],
    amounts: Amounts,
) -> tuple[ScoredItem, ...]:
    if not circles:
        return ()
    points = _whole(amounts, "points")
    count = len(circles)
    return (
        ScoredItem(
            name=name,
            part=part,
            points=points * count,
            circles=circles,
            explanation=f"{count} {word}{'' if count == 1 else 's'}, {points} each",
        ),
    )


def _assist_cards(game: Game, _: Groups, amounts: Amounts) -> tuple[ScoredItem, ...]:
    # Rules 1, Score: cards handed in, at most so many of them.
    count = min(game.assist_cards, _whole(amounts, "most"))
    if not count:
        return ()
    points = _whole(amounts, "points")
    return (
        ScoredItem(
            name=ASSIST_CARDS,
            part=Part.EXTRA,
            points=points * count,
            circles=(),
            explanation=f"{count} {'card' if count == 1 else 'cards'}"
            f" handed in, {points} each",
        ),
    )


def skulls_of(game: Game) -> tuple[CircleId, ...]:
    """The circles that count as skulls, in the sheet's order."""
    return tuple(
        circle.id for circle in game.sheet.circles if game.counts_as_skull(circle.id)
    )


def _numbers(game: Game) -> dict[CircleId, int]:
    return {
        circle: entry.number
        for circle, entry in game.entries.items()
        if entry.number is not None
    }


def _others(group: Path) -> str:
    others = len(group) - 1
    return f"{others} for the other circle{'' if others == 1 else 's'}"


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_table(value: object) -> bool:
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(_is_whole(number) for pair in value.items() for number in pair)
    )


_ACCEPTS: Mapping[AmountKind, Callable[[object], bool]] = {
    AmountKind.WHOLE: _is_whole,
    AmountKind.SWITCH: lambda value: isinstance(value, bool),
    AmountKind.TABLE: _is_table,
}


def _whole(amounts: Amounts, name: str) -> int:
    value = amounts[name]
    if not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    return value


def _table(amounts: Amounts) -> Mapping[int, int]:
    table = amounts["table"]
    if not isinstance(table, Mapping):
        raise TypeError(f"table must give points by size, not {table!r}")
    return table


FIXED_LINES = "fixed_lines"
MAPPED_ZONES = "mapped_zones"
ASSIST_CARDS = "assist_cards"

_POINTS = {"points": AmountSpec(kind=AmountKind.WHOLE)}
_BONUS = {
    "table": AmountSpec(kind=AmountKind.TABLE),
    "beyond": AmountSpec(kind=AmountKind.WHOLE),
}

ITEMS: Mapping[str, ItemRule] = {
    FIXED_LINES: ItemRule(
        part=Part.LINE,
        score=_fixed_lines,
        amounts={"merge_lines": AmountSpec(kind=AmountKind.SWITCH, default=True)},
        line=_line_points,
    ),
    MAPPED_ZONES: ItemRule(part=Part.ZONE, score=_mapped_zones, amounts={}),
    "longest_line_bonus": ItemRule(
        part=Part.LINE_BONUS,
        score=_longest_line_bonus,
        amounts=_BONUS,
        longest=size_bonus,
    ),
    "largest_zone_bonus": ItemRule(
        part=Part.ZONE_BONUS, score=_largest_zone_bonus, amounts=_BONUS
    ),
    "orphans": ItemRule(
        part=Part.PENALTY,
        score=_orphans,
        amounts=_POINTS,
        alone=lambda amounts: _whole(amounts, "points"),
    ),
    "skulls": ItemRule(part=Part.PENALTY, score=_skulls, amounts=_POINTS),
    ASSIST_CARDS: ItemRule(
        part=Part.EXTRA,
        score=_assist_cards,
        amounts={**_POINTS, "most": AmountSpec(kind=AmountKind.WHOLE)},
    ),
}
"""Every item a sheet can score, by the name used in definitions."""
