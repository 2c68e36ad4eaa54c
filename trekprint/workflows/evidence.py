"""How well a whole reading of a sheet fits what else stands on it.

What is beside the circles and links speaks of the sheet as a whole: the numbers that
the player wrote into the score boxes, the ticks, the patterns on the rims. Each kind
gives a likelihood of a reading. They are evidence and never a filter: players miscount,
forget and stray, so no kind may weigh more than `EvidenceParams` lets it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from trekprint.rules.dice import RED, RESULT, YELLOW
from trekprint.rules.game import SKULL, Entry
from trekprint.sheet.model import Option
from trekprint.sheet.solo_form import ORPHANS_BOX, SKULLS_BOX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import numpy.typing as npt

    from trekprint.rules.game import Game
    from trekprint.rules.scoring import Score
    from trekprint.scan.reading import BoxReading, CircleReading

    Floats = npt.NDArray[np.float64]

FINAL = "final"
LINE_BOX, ZONE_BOX = "line_", "zone_"
Ways = tuple[float, ...]
"""The chances of the options, in the order of `Option`; empty for an empty circle."""

ORDER = {option: place for place, option in enumerate(Option)}
TINY = 1e-30
"""In place of a chance of 0, which nothing that happened can have had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceParams:
    """What players do, as probabilities, and how far their own figures are trusted.

    `miscount` is the share of final scores that are wrong, `slip` that of any other
    written number; `spread` the chance that a wrong sum, or a misread one, is any
    certain number. A player who writes points into line or zone boxes has as many
    marked boxes as there are groups with `all_groups`.

    All that is written hangs together: who overlooks a line adds it up nowhere. With
    `other_view` the player counted another sheet than the one drawn, so that written
    numbers never weigh more than `1 / other_view` to one.

    `forget_tick` is the share of ticks that are forgotten; ticks do not weigh more than
    `1 / ticks_floor` to one.

    A player marks the rims of zones at all with `marks_rims`, then each circle of one
    with `rim_in_zone` and any other with `rim_alone`.
    """

    miscount: float = 0.15
    slip: float = 0.04
    spread: float = 0.02
    all_groups: float = 0.95
    other_view: float = 0.003
    forget_tick: float = 0.03
    ticks_floor: float = 0.02
    marks_rims: float = 0.5
    rim_in_zone: float = 0.95
    rim_alone: float = 0.01
    rim_prior: float = 0.3
    rims_floor: float = 0.01


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seen:
    """The evidence of a sheet.

    `written` has for each score box with ink the numbers it may hold, by probability;
    `ticks` the probability of each number of ticks of each row; `rims` the probability
    that each circle's rim is patterned, None where nobody looked.
    """

    written: Mapping[str, Mapping[int, float]]
    ticks: Mapping[Option, Sequence[float]] | None = None
    rims: Mapping[int, float] | None = None

    def only(self, *kinds: str) -> Seen:
        """With evidence of some kinds alone: `final`, `boxes`, `ticks`, `rims`."""
        boxes = {
            name: values
            for name, values in self.written.items()
            if ("final" if name == FINAL else "boxes") in kinds
        }
        return replace(
            self,
            written=boxes,
            ticks=self.ticks if "ticks" in kinds else None,
            rims=self.rims if "rims" in kinds else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fits:
    """How well readings fit the evidence: (k,) `of_each` game, 1 at best.

    `of_others` is for a reading that was not scored. By all but the final score it is
    taken to fit as well as any that was; the final score it would meet by chance.
    """

    of_each: Floats
    of_others: float


def find_fits(
    games: Sequence[Game],
    scores: Sequence[Score],
    seen: Seen,
    params: EvidenceParams,
) -> Fits:
    """How well each game, with its score, fits the evidence. Pure."""
    final = np.array([_final(scored, seen.written, params) for scored in scores])
    boxes = np.array([_boxes(scored, seen.written, params) for scored in scores])
    rims = np.array([_rims(scored, seen.rims, params) for scored in scores])
    ticks = _ticks(games, seen, params)
    marks = _at_least(rims, params.rims_floor) * _at_least(
        ticks / ticks.max(), params.ticks_floor
    )
    best = float((_at_least(boxes, params.other_view) * marks).max())
    chance = params.spread if FINAL in seen.written else 1.0
    return Fits(
        of_each=_at_least(final * boxes, params.other_view) * marks,
        of_others=best * (params.other_view + (1 - params.other_view) * chance),
    )


def _at_least(fits: Floats, floor: float) -> Floats:
    return np.asarray(floor + (1 - floor) * fits)


# --- score boxes


def _final(
    scored: Score, boxes: Mapping[str, Mapping[int, float]], params: EvidenceParams
) -> float:
    """How well the final score fits."""
    if FINAL not in boxes:
        return 1.0
    return _box_fit(boxes[FINAL], scored.total, params.miscount, params)


def _boxes(
    scored: Score, boxes: Mapping[str, Mapping[int, float]], params: EvidenceParams
) -> float:
    """How well all other boxes fit."""
    fit = 1.0
    for name, expected in _single_numbers(scored).items():
        if name in boxes:
            fit *= _box_fit(boxes[name], expected, params.slip, params)
    for row, groups in ((LINE_BOX, scored.lines), (ZONE_BOX, scored.zones)):
        inked = [
            values
            for name, values in boxes.items()
            if name.startswith(row) and name.removeprefix(row).isdigit()
        ]
        fit *= _row_fit(inked, [group.points for group in groups], params)
    return fit


def _single_numbers(scored: Score) -> dict[str, int]:
    """What an ascent's other single boxes should hold, by name."""
    line_points = sum(item.points for item in scored.lines)
    zone_points = sum(item.points for item in scored.zones)
    return {
        "line_bonus": scored.line_bonus,
        "zone_bonus": scored.zone_bonus,
        "line_total": line_points + scored.line_bonus,
        "zone_total": zone_points + scored.zone_bonus,
        "skulls": len(scored.orphans) + len(scored.skulls),
        ORPHANS_BOX: len(scored.orphans),
        SKULLS_BOX: len(scored.skulls),
    }


def _box_fit(
    values: Mapping[int, float], expected: int, wrong: float, params: EvidenceParams
) -> float:
    """How well a box fits the expected number; 1 for its likeliest one."""
    right = values.get(expected, 0.0)
    if expected < 0:
        # The minus before a total below 0 is easily overlooked.
        right += values.get(-expected, 0.0)
    read = sum(values.values())
    best = max(right, *values.values(), 0.0)
    return _fit(right, read, wrong, params) / _fit(best, read, wrong, params)


def _fit(right: float, read: float, wrong: float, params: EvidenceParams) -> float:
    return (
        right * (1 - wrong)
        + (read - right) * wrong * params.spread
        + max(0.0, 1 - read) * params.spread
    )


def _row_fit(
    boxes: Iterable[Mapping[int, float]], points: Sequence[int], params: EvidenceParams
) -> float:
    """How well the boxes of lines, or of zones, fit the groups' points.

    Players fill them in any order, so each box takes the group that fits it best, the
    surest box first.
    """
    row = sorted(boxes, key=lambda values: -max(values.values(), default=0.0))
    if not row:
        return 1.0
    left = Counter(points)
    same = len(row) == len(points)
    fit = 1.0 if same else (1 - params.all_groups) / params.all_groups
    for values in row:
        open_points = [number for number, count in left.items() if count > 0]
        best = max(open_points, key=lambda p: values.get(p, 0.0), default=-1)
        fit *= _box_fit(values, best, params.slip, params)
        if values.get(best, 0.0) > 0:
            left[best] -= 1
    return fit


# --- ticks


def _ticks(games: Sequence[Game], seen: Seen, params: EvidenceParams) -> Floats:
    """The chance that the entries of each game left the ticks, (k,).

    A circle ticks the option it came from, or with `forget_tick` none. Summed over all
    assignments of circles to ticks by their generating function. What is the same in
    all games is multiplied out once.
    """
    if seen.ticks is None:
        return np.ones(len(games))
    ways = [
        [_ways(game.entries.get(c.id), c.limit, c.id in game.entries) for game in games]
        for c in games[0].sheet.circles
    ]
    rows = [option for option in Option if option in seen.ticks]
    marks = np.ones(())
    for option in rows:
        marks = np.multiply.outer(marks, np.array(seen.ticks[option]))
    start = np.zeros(marks.shape)
    start[(0,) * len(rows)] = 1.0
    for circle in ways:
        if len(set(circle)) == 1:
            start = _one_circle_more(start, rows, circle[0], params.forget_tick)
    varying = [circle for circle in ways if len(set(circle)) > 1]
    chances: dict[tuple[Ways, ...], float] = {}
    for place in range(len(games)):
        key = tuple(sorted(circle[place] for circle in varying))
        if key not in chances:
            table = start
            for chance in key:
                table = _one_circle_more(table, rows, chance, params.forget_tick)
            chances[key] = max(float((table * marks).sum()), TINY)
    return np.array(
        [
            chances[tuple(sorted(circle[place] for circle in varying))]
            for place in range(len(games))
        ]
    )


def _one_circle_more(
    table: Floats, rows: Sequence[Option], ways: Ways, forget: float
) -> Floats:
    """`table`, one axis for each row's uses, after one more circle.

    More uses than boxes are counted as the last box.
    """
    if not ways:
        return table
    grown = forget * table
    for axis, option in enumerate(rows):
        chance = ways[ORDER[option]]
        if chance:
            before = (slice(None),) * axis
            moved = (1 - forget) * chance * table
            grown[(*before, slice(1, None))] += moved[(*before, slice(-1))]
            last = (*before, slice(-1, None))
            grown[last] += moved[last]
    return grown


@lru_cache(maxsize=512)
def _ways(entry: Entry | None, limit: int, filled: bool) -> Ways:
    """The chance of each option to have led to `entry`; none where nothing stands."""
    if not filled:
        return ()
    rolls = list(product(RED, YELLOW))
    counts = [
        sum(_gives(result, red, yellow, entry, limit) for red, yellow in rolls)
        for result in (RESULT[option] for option in Option)
    ]
    # What no roll gives stands there all the same: it tells nothing.
    whole = sum(counts)
    return tuple(c / whole if whole else 1 / len(counts) for c in counts)


def _gives(
    result: Callable[[int, int], int],
    red: int,
    yellow: int,
    entry: Entry | None,
    limit: int,
) -> bool:
    made = result(red, yellow)
    if entry is None or entry == SKULL:
        return made > limit
    return made == entry.number


# --- rims


def _rims(
    scored: Score, rims: Mapping[int, float] | None, params: EvidenceParams
) -> float:
    """How well patterned rims fit the zones."""
    if not rims:
        return 1.0
    zoned = {circle for zone in scored.zones for circle in zone.circles}
    by_zone, never = 1.0, 1.0
    for circle, patterned in rims.items():
        yes = patterned / params.rim_prior
        no = (1 - patterned) / (1 - params.rim_prior)
        share = params.rim_in_zone if circle in zoned else params.rim_alone
        scale = max(yes, no)
        by_zone *= (share * yes + (1 - share) * no) / scale
        never *= (params.rim_alone * yes + (1 - params.rim_alone) * no) / scale
    return params.marks_rims * by_zone + (1 - params.marks_rims) * never


# --- from a reading


def written_numbers(boxes: Iterable[BoxReading]) -> dict[str, dict[int, float]]:
    """The numbers that stand in the boxes with ink."""
    return {box.name: dict(box.values) for box in boxes if box.ink > 0.5}


def tick_counts(marks: Mapping[Option, Sequence[float]]) -> dict[Option, list[float]]:
    """The probability of each number of ticks, from that of each of a row's boxes."""
    counts = {}
    for option, boxes in marks.items():
        chance = [1.0]
        for yes in boxes:
            chance = [
                (chance[n] if n < len(chance) else 0.0) * (1 - yes)
                + (chance[n - 1] if n else 0.0) * yes
                for n in range(len(chance) + 1)
            ]
        counts[option] = chance
    return counts


def patterned_rims(circles: Iterable[CircleReading]) -> dict[int, float]:
    """The probability of a pattern on each circle's rim."""
    return {circle.id: circle.rim for circle in circles}
