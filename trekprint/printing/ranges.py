"""Composes mountain ranges: outlines, shaded sides, snow, hatching."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.sheet.geometry import Box, Point

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from trekprint.sheet.placed import PlacedCircle

Line = tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeParams:
    """How mountain ranges look; lengths in mm.

    A peak rises `headroom` over its circle's rim, but not above `sky_least` below the
    picture's upper edge; its sides fall by `slope_least` to `slope_most`. Outlines have
    a corner every `step`, moved by up to `roughness`. `bands` tells for every nearer
    range between which shares of the picture's height its peaks lie, at least
    `peak_apart` from each other and `peak_clear` from the circles; all of it stays
    `behind` below the range behind it. Shade reaches down `facet_depth`, snow
    `snow_depth`; strokes of the hatching are up to `hatch_most` long.
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
    hatch_most: float = 7.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """One mountain range: outline from left to right, shaded sides, snow, hatching."""

    outline: Line
    shades: tuple[Line, ...]
    snow: tuple[Line, ...]
    hatches: tuple[Line, ...]
    spines: tuple[Line, ...]


class Clearance:
    """Tells how much room there is round a point."""

    def __init__(self, circles: Sequence[PlacedCircle], boxes: Sequence[Box]) -> None:
        """Keep what stands in the way."""
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


_Peaks = tuple[tuple[Point, float], ...]  # top, and how steeply its sides fall


def compose_ranges(
    circles: Sequence[PlacedCircle],
    area: Box,
    free: Clearance,
    chance: Random,
    params: RangeParams,
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


def _slope(chance: Random, params: RangeParams) -> float:
    spread = params.slope_most - params.slope_least
    return params.slope_least + spread * chance.random()


def _circle_peaks(
    circles: Sequence[PlacedCircle], area: Box, chance: Random, params: RangeParams
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
    free: Clearance,
    chance: Random,
    params: RangeParams,
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
            and spot.y > height_at(behind, spot.x) + params.behind
        ):
            peaks.append((spot, _slope(chance, params)))
    return tuple(peaks)


def _range(
    peaks: _Peaks,
    behind: Line | None,
    area: Box,
    chance: Random,
    params: RangeParams,
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
    params: RangeParams,
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
            y = max(y, height_at(behind, x) + params.behind)
        points.append(Point(x, min(y, area.bottom)))
    points += [peak for peak, _ in peaks if _shows(peak, peaks)]
    return tuple(sorted(points, key=lambda point: point.x))


def _flank(
    top: Point, outline: Line, chance: Random, params: RangeParams
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


def _snow(top: Point, outline: Line, chance: Random, params: RangeParams) -> Line:
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


def height_at(line: Line, x: float) -> float:
    """Where (y) a hill or an outline lies at `x`."""
    return min(line, key=lambda point: abs(point.x - x)).y
