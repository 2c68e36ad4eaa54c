"""Game -> Score: what a filled sheet is worth, item by item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.rules.groups import (
    Groups,
    Step,
    find_groups,
    find_steps,
    find_zones,
    numbers_of,
    rope_steps,
)
from trekprint.rules.items import (
    ITEMS,
    Part,
    ScoredItem,
    amounts_of,
    merges_lines,
    skulls_of,
    worth_of,
)
from trekprint.rules.solver import (
    LineRange,
    Worth,
    best_lines,
    lawful_links,
)
from trekprint.sheet.model import Link

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.rules.game import Game
    from trekprint.sheet.model import CircleId


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """An itemised score.

    `links` are the links between touching circles that it counts, `ropes` the Rope
    links. Links were `inferred` where the game records none: then they are the ones
    worth most, and any lawful way to draw lines would have given a total from `lowest`
    to `highest`; else both equal the total.
    """

    items: tuple[ScoredItem, ...]
    orphans: tuple[CircleId, ...]
    skulls: tuple[CircleId, ...]
    links: frozenset[Link]
    ropes: frozenset[Link]
    inferred: bool
    lowest: int
    highest: int
    readings: tuple[str, ...] = ()
    """Readings of the rules that the result rests on, as sentences."""

    @property
    def total(self) -> int:
        """The sum of all items."""
        return sum(item.points for item in self.items)

    @property
    def lines(self) -> tuple[ScoredItem, ...]:
        """One item per fixed line."""
        return self._of(Part.LINE)

    @property
    def zones(self) -> tuple[ScoredItem, ...]:
        """One item per mapped zone."""
        return self._of(Part.ZONE)

    @property
    def line_bonus(self) -> int:
        """Points for the longest line."""
        return sum(item.points for item in self._of(Part.LINE_BONUS))

    @property
    def zone_bonus(self) -> int:
        """Points for the largest zone."""
        return sum(item.points for item in self._of(Part.ZONE_BONUS))

    @property
    def extras(self) -> Mapping[str, int]:
        """Points by name of everything else that is no penalty."""
        extras: dict[str, int] = {}
        for item in self._of(Part.EXTRA):
            extras[item.name] = extras.get(item.name, 0) + item.points
        return extras

    @property
    def penalty(self) -> int:
        """Points lost, as a negative number."""
        return sum(item.points for item in self._of(Part.PENALTY))

    @property
    def links_from(self) -> str:
        """`given` where the game records its links, else `inferred`."""
        return "inferred" if self.inferred else "given"

    @property
    def range_text(self) -> str:
        """`70 to 76 depending on the lines drawn`; empty for a single total."""
        if self.lowest == self.highest:
            return ""
        return f"{self.lowest} to {self.highest} depending on the lines drawn"

    def _of(self, part: Part) -> tuple[ScoredItem, ...]:
        return tuple(item for item in self.items if item.part is part)


MERGING_READING = (
    "a number that fits a line below and a line above joins both (merge_lines: true)"
)
SINGLE_READING = (
    "a number that fits a line below and a line above joins only one of them"
    " (merge_lines: false)"
)


def score(game: Game) -> Score:
    """Score `game`; where its links are not recorded, with the best lawful ones.

    Drawn links that the rules do not allow are read as far as they are lawful (see
    `solver.lawful_links`); `legality.audit` names the faults.
    """
    if game.links is None:
        found = infer_lines(game)
        joined, spread = found.links, found.highest - found.lowest
    else:
        joined, spread = counted_links(game), 0
    groups = find_groups(game, joined)
    items = score_items(game, groups)
    total = sum(item.points for item in items)
    return Score(
        items=items,
        orphans=groups.orphans,
        skulls=skulls_of(game),
        links=joined - game.ropes,
        ropes=joined & game.ropes,
        inferred=game.links is None,
        lowest=total - spread,
        highest=total,
        readings=_readings(game) if game.links is None else (),
    )


def score_items(game: Game, groups: Groups) -> tuple[ScoredItem, ...]:
    """Every scoring item of the sheet, in the order of its definition."""
    return tuple(
        row
        for item in game.sheet.scoring
        for row in ITEMS[item.name].score(game, groups, amounts_of(item))
    )


def infer_lines(game: Game) -> LineRange:
    """The best lawful links for the numbers of `game`, and the range of line points.

    Rope links, which are recorded by themselves, are among them as far as they count.
    """
    numbers, steps, worth = _line_question(game, game.sheet.links)
    ropes = rope_steps(game)
    if ropes:
        kept = lawful_links(numbers, ropes, worth)
        ropes = tuple(step for step in ropes if Link.of(*step) in kept)
    merge = merges_lines(game.sheet.scoring)
    return best_lines(numbers, steps, worth, merge=merge, fixed=ropes)


def counted_links(game: Game) -> frozenset[Link]:
    """The drawn links of `game` that count, Rope links among them.

    Left out are links between circles that do not touch (Rope links: that are not two
    apart), at skulls or empty circles,
    and between numbers that are not consecutive; of two links up (or down) at one
    number the one is left out whose loss leaves the most points.
    """
    touching = frozenset(game.sheet.links)
    drawn = touching & (game.links or frozenset())
    numbers, steps, worth = _line_question(game, drawn)
    return lawful_links(numbers, (*steps, *rope_steps(game)), worth)


def _line_question(
    game: Game, links: frozenset[Link] | tuple[Link, ...]
) -> tuple[Mapping[CircleId, int], tuple[Step, ...], Worth]:
    numbers = numbers_of(game)
    zoned = (circle for zone in find_zones(game, numbers) for circle in zone)
    return (
        numbers,
        find_steps(numbers, links),
        worth_of(game.sheet.scoring, numbers, zoned),
    )


def _readings(game: Game) -> tuple[str, ...]:
    merges = merges_lines(game.sheet.scoring)
    return (MERGING_READING if merges else SINGLE_READING,)


def score_data(result: Score) -> dict[str, object]:
    """`result` as plain values, ready for JSON: the `score` object of the contract.

    Beyond the contract's names: `items` with explanations, and `range` and `readings`
    where links were inferred.
    """
    data: dict[str, object] = {
        "lines": [_group_data(item) for item in result.lines],
        "zones": [_group_data(item) for item in result.zones],
        "line_bonus": result.line_bonus,
        "zone_bonus": result.zone_bonus,
        "extras": dict(result.extras),
        "orphans": list(result.orphans),
        "skulls": list(result.skulls),
        "penalty": result.penalty,
        "total": result.total,
        "items": [
            {
                "name": item.name,
                "points": item.points,
                "circles": list(item.circles),
                "explanation": item.explanation,
            }
            for item in result.items
        ],
    }
    if result.inferred:
        data["range"] = [result.lowest, result.highest]
        data["readings"] = list(result.readings)
    return data


def _group_data(item: ScoredItem) -> dict[str, object]:
    return {
        "circles": list(item.circles),
        "numbers": list(item.numbers),
        "points": item.points,
    }
