"""Is a Rope link drawn? Looks for an unbroken dark way between circles two apart.

Nothing is printed for a Rope link. A player draws it straight where nothing is in the
way, else round the circle between, outside its rim or across it. So the darkest way
from rim to rim is looked for in a wide strip of a map from which all that explains ink
otherwise was taken (`rope_map`). Bridges and links are too short to lead from one rim
to the other without a rim between them.

Where a line runs along a printed ring or over a pattern it cannot be told from them.
Then it shows only at both ends; that is asked about, never taken for sure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.rope_map import RopeParams, find_map, find_pieces, print_mm
from trekprint.sheet.geometry import Point
from trekprint.sheet.model import Link

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from trekprint.scan.anchors import Shifts
    from trekprint.scan.arrays import Floats
    from trekprint.scan.ink import Ink
    from trekprint.scan.rope_map import RopeMap
    from trekprint.sheet.model import CircleId
    from trekprint.sheet.placed import PlacedCircle, PlacedLink


@dataclass(frozen=True, slots=True, kw_only=True)
class RopeEvidence:
    """What the darkest way between two circles looks like; 1 is as dark as the pen.

    `gap`: its palest stretch. `parts`: the palest stretch of a way that may be hidden
    on the rims between, and keeps away from bridges; 0 if too little of it can be seen,
    or where it was not looked for.
    """

    gap: float = 0.0
    parts: float = 0.0


NO_WAY = RopeEvidence()
"""Where nothing leads from one circle to the other."""


def rope_probability(evidence: RopeEvidence, params: RopeParams | None = None) -> float:
    """The probability that a Rope link is drawn.

    That most sheets have none is in it: it was fitted on simulated photos (seeds from
    100,000), most of them without any.
    """
    params = params or RopeParams()
    plain, parts = (
        1 / (1 + np.exp(-params.steep * (seen - half)))
        for seen, half in (
            (evidence.gap, params.half),
            (evidence.parts, params.parts_half),
        )
    )
    return float(max(plain, min(parts, params.parts_most)))


def pairs_in_question(
    links: Sequence[PlacedLink],
    numbers: Mapping[CircleId, Sequence[float]],
    params: RopeParams | None = None,
) -> list[Link]:
    """The circles two apart whose numbers may be consecutive, lowest first.

    `numbers` gives for each circle the probabilities of 0, 1, 2, ...
    """
    params = params or RopeParams()
    touching = _touching(links)
    found = set()
    for near in touching.values():
        for one in near:
            for other in near:
                if one >= other or other in touching[one]:
                    continue
                a, b = np.array(numbers[one]), np.array(numbers[other])
                if a[:-1] @ b[1:] + a[1:] @ b[:-1] >= params.least_steps:
                    found.add(Link(one, other))
    return sorted(found)


def rope_evidence(
    ink: Ink,
    circles: Sequence[PlacedCircle],
    links: Sequence[PlacedLink],
    pairs: Sequence[Link],
    shifts: Shifts,
    rims: Mapping[CircleId, float],
    pen: float,
    params: RopeParams | None = None,
) -> list[RopeEvidence]:
    """The darkest way between the circles of each pair.

    Args:
        ink: the darkness of the form.
        circles: all circles of the sheet, at their printed places.
        links: all links of the sheet, likewise.
        pairs: circles two apart.
        shifts: how far circles really lie from their printed places.
        rims: the probability that each rim is patterned.
        pen: darkness of the player's pen, as far as known; 0 if not.
        params: tunables.
    """
    params = params or RopeParams()
    if not pairs:
        return []
    full = max(pen or params.unknown_pen, params.least_pen, params.noise * ink.noise)
    places = {c.id: shifts.moved_circle(c) for c in circles}
    area = find_map(ink, circles, links, places, rims, full, params)
    by_id = {circle.id: circle for circle in circles}
    whole = find_pieces(area.darkness, area, circles, places, params)
    parts = find_pieces(area.apart, area, circles, places, params)
    touching = _touching(links)
    ways = {}
    for pair in pairs:
        between = touching[pair.a] & touching[pair.b]
        in_parts = any(
            parts[pair.a] & parts[middle] and parts[middle] & parts[pair.b]
            for middle in between
        )
        in_whole = bool(whole[pair.a] & whole[pair.b])
        if not (in_whole or in_parts):
            continue
        strip = _Strip(area, by_id[pair.a], by_id[pair.b], places, params)
        way = strip.way() if in_whole else None
        if in_parts and (way is None or way.evidence.gap < params.plain):
            way = strip.way_in_parts(way)
        if way is not None:
            ways[pair] = way
    kept = _without_parts(ways, params)
    return [kept.get(pair, NO_WAY) for pair in pairs]


def _touching(links: Sequence[PlacedLink]) -> dict[CircleId, set[CircleId]]:
    """For every circle the circles it touches."""
    touching: dict[CircleId, set[CircleId]] = {}
    for link in links:
        touching.setdefault(link.link.a, set()).add(link.link.b)
        touching.setdefault(link.link.b, set()).add(link.link.a)
    return touching


# --- the way


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Way:
    """Where a way shows, (n, 2) form mm, and what it looks like."""

    places: Floats
    evidence: RopeEvidence

    @property
    def length(self) -> float:
        """Of all that shows and what lies between, mm."""
        return float(np.hypot(*np.diff(self.places, axis=0).T).sum())


class _Strip:
    """The strip between two circles, in which ways run from left to right."""

    def __init__(
        self,
        area: RopeMap,
        one: PlacedCircle,
        other: PlacedCircle,
        places: Mapping[CircleId, Point],
        params: RopeParams,
    ) -> None:
        """Lay the strip over `area`."""
        self.area, self.params = area, params
        start, end = places[one.id], places[other.id]
        length = start.distance(end)
        self.step = length / params.columns
        self.middle = round(params.half_width / params.step)
        self.size = (params.columns, 2 * self.middle + 1)
        along = np.array([end.x - start.x, end.y - start.y]) / length
        self.along = along * self.step
        self.across = np.array([-along[1], along[0]]) * params.step
        self.first = (
            np.array([start.x, start.y]) + self.along / 2 - self.across * self.middle
        )
        x = (np.arange(params.columns) + 0.5)[None, :] * self.step
        y = (np.arange(self.size[1]) - self.middle)[:, None] * params.step
        self.ends = (np.hypot(x, y) < print_mm(one, params) + params.free) | (
            np.hypot(x - length, y) < print_mm(other, params) + params.free
        )

    def _cut(self, image: NDArray[np.float32]) -> NDArray[np.float32]:
        corner = self.first - (self.area.left, self.area.top)
        to_map = np.column_stack([self.along, self.across, corner]) / self.area.step
        to_map[:, 2] -= 0.5
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(
            cv2.warpAffine(image, to_map, self.size, flags=flags), np.float32
        )

    def _places(self, rows: NDArray[np.intp], seen: NDArray[np.bool_]) -> Floats:
        columns = np.flatnonzero(seen)[:, None]
        return self.first + columns * self.along + rows[seen, None] * self.across

    def way(self) -> _Way | None:
        """The darkest way; None where the circles' rims touch."""
        strip = np.where(self.ends, np.float32(1), self._cut(self.area.darkness))
        rows = darkest_way(strip, self.params.steepest)
        each = np.arange(len(rows))
        seen = ~self.ends[rows, each]
        if not seen.any():
            return None
        smooth = _smooth(strip[rows, each], self.params.stretch / self.step)
        return _Way(
            places=self._places(rows, seen),
            evidence=RopeEvidence(gap=float(smooth[seen].min())),
        )

    def way_in_parts(self, plain: _Way | None) -> _Way | None:
        """As the `plain` way, with what shows of a way that may be hidden on rims."""
        hidden = self._cut(self.area.hidden) > HALF_HIDDEN
        strip = np.where(
            hidden, np.float32(self.params.unknown), self._cut(self.area.apart)
        )
        strip[self.ends] = 1
        rows = darkest_way(strip, self.params.steepest)
        each = np.arange(len(rows))
        seen = ~(self.ends | hidden)[rows, each]
        first = each < len(rows) / 2
        halves = [strip[rows, each][seen & half] for half in (first, ~first)]
        if any(len(half) * self.step < self.params.seen for half in halves):
            return plain
        parts = min(_palest(half, self.params) for half in halves)
        if plain is None:
            evidence = RopeEvidence(parts=parts)
            return _Way(places=self._places(rows, seen), evidence=evidence)
        return replace(plain, evidence=replace(plain.evidence, parts=parts))


HALF_HIDDEN = 0.3


def _palest(dark: Floats, params: RopeParams) -> float:
    """The darkness that all but `pale_share` of some places have."""
    return float(np.sort(dark)[int(params.pale_share * len(dark))])


def _smooth(dark: Floats, columns: float) -> Floats:
    width = max(1, round(columns)) | 1
    padded = np.pad(dark, width // 2, mode="edge")
    return np.convolve(padded, np.full(width, 1 / width), "valid")


def darkest_way(strip: Floats, steepest: int) -> NDArray[np.intp]:
    """The row in each column of the way, from the middle left to the middle right.

    Of all ways the one with the least sum of squared paleness: one gap is worse than
    many places that are a little pale.

    Args:
        strip: (rows, columns) darkness, 0 to 1.
        steepest: rows that a way moves for a column, at most.
    """
    rows, columns = strip.shape
    # A steep way has more of itself in each column.
    cost = np.square(1 - strip.T.astype(np.float32)) + np.float32(1e-3)
    moves = np.arange(-steepest, steepest + 1)
    longer = np.hypot(1, moves).astype(np.float32)[:, None]
    came_from = np.arange(rows)[None, :] + moves[:, None]
    best = np.full(rows + 2 * steepest, np.inf, np.float32)
    best[steepest + rows // 2] = 0
    back = np.empty((columns, rows), np.intp)
    each = np.arange(rows)
    for column in range(1, columns):
        came = best[came_from + steepest] + longer * cost[column]
        back[column] = came.argmin(axis=0)
        best[steepest:-steepest] = came[back[column], each]
    way = np.empty(columns, np.intp)
    way[-1] = rows // 2
    for column in range(columns - 1, 0, -1):
        way[column - 1] = came_from[back[column, way[column]], way[column]]
    return way


def _without_parts(
    ways: Mapping[Link, _Way], params: RopeParams
) -> dict[Link, RopeEvidence]:
    """The evidence of ways, without those that are parts of longer ones.

    A stroke that passes a circle on its way has two ends all the same.
    """
    kept = {}
    for pair, way in ways.items():
        longer = [
            other
            for other in ways.values()
            if other.evidence.gap >= way.evidence.gap / 2 and other.length > way.length
        ]
        shared = max((_share(way, other, params) for other in longer), default=0.0)
        kept[pair] = NO_WAY if shared >= params.shared else way.evidence
    return kept


def _share(way: _Way, other: _Way, params: RopeParams) -> float:
    """How much of `way` lies on `other`."""
    apart = np.hypot(*(way.places[:, None] - other.places[None]).transpose(2, 0, 1))
    return float((apart.min(axis=1) < params.near).mean())


def rope_line(
    rope: Link,
    circles: Mapping[CircleId, PlacedCircle],
    places: Mapping[CircleId, Point],
) -> list[Point]:
    """Where pictures show a rope: disc to disc, past the circle that is in the way."""
    a, b = places[rope.a], places[rope.b]
    middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
    near = min(
        (c for c in circles.values() if c.id not in (rope.a, rope.b)),
        key=lambda circle: middle.distance(places[circle.id]),
    )
    across = np.array([a.y - b.y, b.x - a.x]) / a.distance(b)
    way = np.array([places[near.id].x - middle.x, places[near.id].y - middle.y])
    off = float(way @ across)
    bend = max(0.0, near.outer_mm + 1.0 - abs(off)) * (-1.0 if off > 0 else 1.0)
    shares = np.linspace(0, 1, 13)
    bow = 4 * shares * (1 - shares) * bend
    points = [
        Point(
            a.x + (b.x - a.x) * share + across[0] * height,
            a.y + (b.y - a.y) * share + across[1] * height,
        )
        for share, height in zip(shares.tolist(), bow.tolist(), strict=True)
    ]
    discs = ((a, circles[rope.a].radius_mm), (b, circles[rope.b].radius_mm))
    return [p for p in points if all(p.distance(c) >= r for c, r in discs)]
