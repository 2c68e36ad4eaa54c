"""Composes the mountain behind the circles: shapes only, from the circles and a seed.

Every circle stands on a peak of its own: their outlines together are the farthest
range. Nearer ranges have their peaks where the circles leave room to see them. Nothing
here knows colours; the same circles and seed always give the same landscape.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from trekprint.sheet.geometry import Box, Point

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.sheet.layout import PlacedCircle

Line = tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LandscapeParams:
    """How the mountain looks; lengths in mm.

    A peak rises `headroom` over its circle's rim, but not above `sky_least` below the
    picture's upper edge; its sides fall by `slope_least` to `slope_most`. Outlines have
    a corner every `step`, moved by up to `roughness`. `bands` tells for every nearer
    range between which shares of the picture's height its peaks lie, at least
    `peak_apart` from each other and `peak_clear` from the circles.
    """

    headroom: float = 5.5
    sky_least: float = 7.0
    slope_least: float = 0.75
    slope_most: float = 1.15
    step: float = 1.7
    roughness: float = 0.8
    bands: tuple[tuple[float, float], ...] = ((0.34, 0.62), (0.6, 0.86))
    peak_apart: float = 15.0
    peak_clear: float = 2.6
    behind: float = 3.0
    facet_depth: float = 34.0
    snow_depth: float = 6.5
    hatch_step: float = 1.5
    hatch_most: float = 7.0
    hills: int = 2
    hill_height: float = 9.0
    trees: int = 26
    tree_height: float = 4.6
    clear: float = 2.2
    sun: float = 7.0
    clouds: int = 3
    birds: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """One mountain range: outline from left to right, shaded sides, snow, hatching."""

    outline: Line
    shades: tuple[Line, ...]
    snow: tuple[Line, ...]
    hatches: tuple[Line, ...]
    spines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Landscape:
    """The picture in the order in which it is painted.

    `sky` are the lower edges of its bands; clouds are (centre, size); trees are (foot,
    height), the farthest first; the camp is (foot, size), or None without room for it.
    """

    sky: tuple[Line, ...]
    sun: tuple[Point, float]
    clouds: tuple[tuple[Point, float], ...]
    birds: tuple[tuple[Point, float], ...]
    ranges: tuple[Range, ...]
    hills: tuple[Line, ...]
    trees: tuple[tuple[Point, float], ...]
    camp: tuple[Point, float] | None


def compose(
    circles: Sequence[PlacedCircle],
    area: Box,
    obstacles: Sequence[Box],
    seed: int,
    params: LandscapeParams | None = None,
) -> Landscape:
    """The landscape in `area`; sun and clouds keep off circles and `obstacles`."""
    params = params or LandscapeParams()
    chance = Random(seed)
    free = _Clearance(circles, obstacles)
    ranges = _ranges(circles, area, free, chance, params)
    hills = tuple(_hill(area, n, chance, params) for n in range(params.hills))
    trees = _trees(area, hills, free, chance, params)
    sun_size = params.sun
    sky_line = ranges[0].outline
    sun = _free_sky(area, sky_line, free, chance, sun_size)
    taken = [*obstacles, _around(sun, sun_size)]
    clouds = []
    for _ in range(params.clouds):
        size = 4.5 + 3.5 * chance.random()
        clear = _Clearance(circles, taken)
        place = _free_sky(area, sky_line, clear, chance, size)
        clouds.append((place, size))
        taken.append(_around(place, size * 1.4))
    birds = _birds(area, sky_line, _Clearance(circles, taken), chance, params)
    return Landscape(
        sky=_sky(area, chance),
        sun=(sun, sun_size),
        clouds=tuple(clouds),
        birds=birds,
        ranges=ranges,
        hills=hills,
        trees=trees,
        camp=_camp(area, hills[-1], free, params),
    )


class _Clearance:
    """Tells how much room there is round a point."""

    def __init__(self, circles: Sequence[PlacedCircle], boxes: Sequence[Box]) -> None:
        self._circles = circles
        self._boxes = boxes

    def at(self, point: Point) -> float:
        """Distance in mm from `point` to the nearest circle or box; negative inside."""
        rims = [point.distance(c.centre) - c.outer_mm for c in self._circles]
        return min(*rims, *(_box_distance(box, point) for box in self._boxes))


def _box_distance(box: Box, point: Point) -> float:
    across = max(box.x - point.x, point.x - box.right)
    down = max(box.y - point.y, point.y - box.bottom)
    if across < 0 and down < 0:
        return max(across, down)
    return math.hypot(max(across, 0), max(down, 0))


def _around(point: Point, size: float) -> Box:
    return Box(point.x - size, point.y - size, 2 * size, 2 * size)


_Peaks = tuple[tuple[Point, float], ...]  # top, and how steeply its sides fall


def _ranges(
    circles: Sequence[PlacedCircle],
    area: Box,
    free: _Clearance,
    chance: Random,
    params: LandscapeParams,
) -> tuple[Range, ...]:
    """The ranges from far to near."""
    peaks = _circle_peaks(circles, area, chance, params)
    ranges = [_range(peaks, None, area, chance, params)]
    for band in params.bands:
        behind = ranges[-1].outline
        peaks = _free_peaks(band, behind, area, free, chance, params)
        if peaks:
            ranges.append(_range(peaks, behind, area, chance, params))
    return tuple(ranges)


def _slope(chance: Random, params: LandscapeParams) -> float:
    spread = params.slope_most - params.slope_least
    return params.slope_least + spread * chance.random()


def _circle_peaks(
    circles: Sequence[PlacedCircle], area: Box, chance: Random, params: LandscapeParams
) -> _Peaks:
    """A peak behind every circle."""
    peaks = []
    for circle in circles:
        y = circle.centre.y - circle.outer_mm - params.headroom
        x = circle.centre.x + (chance.random() - 0.5) * circle.outer_mm
        top = Point(x, max(y, area.y + params.sky_least))
        peaks.append((top, _slope(chance, params)))
    return tuple(peaks)


def _free_peaks(
    band: tuple[float, float],
    behind: Line,
    area: Box,
    free: _Clearance,
    chance: Random,
    params: LandscapeParams,
) -> _Peaks:
    """Peaks in a band of the picture where the circles leave them in sight."""
    top, bottom = (area.y + share * area.height for share in band)
    peaks: list[tuple[Point, float]] = []
    for _ in range(400):
        spot = Point(
            area.x + chance.random() * area.width,
            top + chance.random() * (bottom - top),
        )
        apart = min((abs(spot.x - peak.x) for peak, _ in peaks), default=math.inf)
        if (
            apart > params.peak_apart
            and free.at(spot) > params.peak_clear
            and spot.y > _hill_y(behind, spot.x) + params.behind
        ):
            peaks.append((spot, _slope(chance, params)))
    return tuple(peaks)


def _range(
    peaks: _Peaks,
    behind: Line | None,
    area: Box,
    chance: Random,
    params: LandscapeParams,
) -> Range:
    """One range: the upper edge of its peaks, and what lies on it."""
    outline = _outline(peaks, behind, area, chance, params)
    tops = [peak for peak, _ in peaks if _shows(peak, peaks)]
    tops.sort(key=lambda peak: peak.x)
    parts = [_flank(top, outline, chance, params) for top in tops]
    snow = tuple(_snow(top, outline, chance, params) for top in tops)
    return Range(
        outline=outline,
        shades=tuple(shade for shade, _, _ in parts),
        snow=snow if behind is None else (),
        hatches=tuple(line for _, _, lines in parts for line in lines),
        spines=tuple(spine for _, spine, _ in parts),
    )


def _height(x: float, peaks: _Peaks) -> float:
    """Where (y) the upper edge of all peaks lies at `x`."""
    return min(peak.y + slope * abs(x - peak.x) for peak, slope in peaks)


def _shows(peak: Point, peaks: _Peaks) -> bool:
    return _height(peak.x, peaks) > peak.y - 1e-9


def _outline(
    peaks: _Peaks,
    behind: Line | None,
    area: Box,
    chance: Random,
    params: LandscapeParams,
) -> Line:
    """From the left edge to the right: every peak, rough in between.

    A nearer range stays below the outline of the one behind it.
    """
    steps = math.ceil(area.width / params.step)
    xs = [area.x + area.width * n / steps for n in range(steps + 1)]
    points = []
    for x in xs:
        rough = (chance.random() - 0.5) * 2 * params.roughness
        shift = (chance.random() - 0.5) * params.step * 0.5
        inside = area.x < x < area.right
        x += shift if inside else 0
        y = _height(x, peaks) + rough
        if behind is not None:
            y = max(y, _hill_y(behind, x) + params.behind)
        points.append(Point(x, min(y, area.bottom)))
    points += [peak for peak, _ in peaks if _shows(peak, peaks)]
    return tuple(sorted(points, key=lambda point: point.x))


def _flank(
    top: Point, outline: Line, chance: Random, params: LandscapeParams
) -> tuple[Line, Line, tuple[Line, ...]]:
    """The side of a peak that lies in shade, its edge, and the hatching on it."""
    side = [point for point in outline if point.x >= top.x]
    end = 1
    while end < len(side) - 1 and side[end].y < top.y + params.facet_depth:
        if side[end + 1].y < side[end].y - params.roughness * 1.6:
            break
        end += 1
    ridge = side[: end + 1]
    depth = max(ridge[-1].y - top.y, 2.0) * 1.05
    spine = [top]
    count = max(2, round(depth / 3.2))
    for step in range(1, count + 1):
        sway = (1 if step % 2 else -1) * (0.6 + chance.random()) * 0.9
        x = top.x + sway + depth * 0.12 * step / count
        spine.append(Point(x, top.y + depth * step / count))
    hatches = []
    for index, point in enumerate(ridge[1:], start=1):
        fade = 1 - index / (len(ridge) + 1)
        length = params.hatch_most * (0.35 + 0.65 * chance.random()) * fade
        room = (point.x - top.x) * 0.85
        length = min(length, room / 0.5)
        if length > 1.0:
            far = Point(point.x - length * 0.42, point.y + length * 0.9)
            near = Point(point.x - length * 0.06, point.y + length * 0.13)
            hatches.append((near, far))
    return (*ridge, *reversed(spine)), tuple(spine), tuple(hatches)


def _snow(top: Point, outline: Line, chance: Random, params: LandscapeParams) -> Line:
    """The white cap of a peak: down both sides, then back along a ragged edge."""
    limit = top.y + params.snow_depth
    left = [p for p in outline if top.x - 9 < p.x < top.x and p.y < limit]
    right = [p for p in outline if top.x < p.x < top.x + 9 and p.y < limit]
    edge = []
    start = right[-1] if right else top
    stop = left[0] if left else top
    count = 6
    for step in range(1, count):
        share = step / count
        dip = (1.6 if step % 2 else -0.4) + chance.random() * 0.8
        edge.append(
            Point(
                start.x + (stop.x - start.x) * share,
                start.y + (stop.y - start.y) * share + dip * min(1, len(right) / 3),
            )
        )
    return (*left, top, *right, *edge)


def _hill(area: Box, index: int, chance: Random, params: LandscapeParams) -> Line:
    """A soft hill along the lower edge."""
    base = area.bottom - params.hill_height * (0.95 - 0.5 * index)
    phase, length = chance.random() * math.tau, 34.0 + 20 * chance.random()
    second, ripple = chance.random() * math.tau, 15.0 + 6 * chance.random()
    points = []
    for step in range(0, math.ceil(area.width) + 1, 2):
        x = min(area.x + step, area.right)
        y = base + 1.9 * math.sin(phase + math.tau * step / length)
        y += 0.7 * math.sin(second + math.tau * step / ripple)
        points.append(Point(x, y))
    return tuple(points)


def _hill_y(hill: Line, x: float) -> float:
    """Where (y) a hill or an outline lies at `x`."""
    return min(hill, key=lambda point: abs(point.x - x)).y


def _trees(
    area: Box,
    hills: Sequence[Line],
    free: _Clearance,
    chance: Random,
    params: LandscapeParams,
) -> tuple[tuple[Point, float], ...]:
    """Firs in little groups on the hills, off the circles."""
    trees: list[tuple[Point, float]] = []
    for group in range(params.trees):
        middle = area.x + area.width * (group + chance.random()) / params.trees
        hill = hills[int(chance.random() * len(hills))]
        for _ in range(3):
            x = middle + (chance.random() - 0.5) * 7
            foot = Point(x, _hill_y(hill, x) + 0.6 + chance.random() * 1.6)
            height = params.tree_height * (0.7 + 0.5 * chance.random())
            room = min(
                free.at(Point(x, foot.y - height * part)) for part in (0.0, 0.5, 1.0)
            )
            if room > params.clear and area.x + 3 < x < area.right - 3:
                trees.append((foot, height))
    return tuple(sorted(trees, key=lambda tree: tree[0].y))


def _free_sky(
    area: Box, sky_line: Line, free: _Clearance, chance: Random, size: float
) -> Point:
    """A place above the sky line with room for `size`, else the roomiest."""
    best, most = area.centre, -math.inf
    for _ in range(160):
        spot = Point(
            area.x + size + chance.random() * (area.width - 2 * size),
            area.y + size * 0.6 + chance.random() * area.height * 0.5,
        )
        below = _hill_y(sky_line, spot.x) - spot.y
        room = min(free.at(spot), below * 0.8) - size
        worth = min(room, 3.0) + 0.8 * chance.random()
        if worth > most:
            best, most = spot, worth
    return best


def _birds(
    area: Box,
    sky_line: Line,
    free: _Clearance,
    chance: Random,
    params: LandscapeParams,
) -> tuple[tuple[Point, float], ...]:
    """A flight of birds in the free sky."""
    lead = _free_sky(area, sky_line, free, chance, 5.0)
    birds = []
    for _ in range(params.birds):
        spot = Point(
            lead.x + (chance.random() - 0.5) * 9, lead.y + (chance.random() - 0.5) * 5
        )
        if free.at(spot) > 1.5:
            birds.append((spot, 1.1 + 0.7 * chance.random()))
    return tuple(birds)


def _camp(
    area: Box, hill: Line, free: _Clearance, params: LandscapeParams
) -> tuple[Point, float] | None:
    """The base camp on the front hill, where most room is."""
    size = 6.0
    best, most = None, params.clear + size * 0.6
    for step in range(10, math.floor(area.width) - 10, 2):
        x = area.x + step
        foot = Point(x, _hill_y(hill, x) + 1.2)
        room = free.at(Point(x, foot.y - size * 0.4))
        if room > most:
            best, most = foot, room
    return (best, size) if best else None


def _sky(area: Box, chance: Random, bands: int = 5) -> tuple[Line, ...]:
    """The lower edges of the sky's bands, softly waved."""
    edges = []
    for band in range(1, bands):
        y = area.y + area.height * 0.75 * band / bands
        phase = chance.random() * math.tau
        length = 60 + 50 * chance.random()
        edges.append(
            tuple(
                Point(
                    min(area.x + step, area.right),
                    y + 2.2 * math.sin(phase + math.tau * step / length),
                )
                for step in range(0, math.ceil(area.width) + 1, 2)
            )
        )
    return tuple(edges)
