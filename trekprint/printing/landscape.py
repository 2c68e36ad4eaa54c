"""Composes the mountain behind the circles: shapes only, from the circles and a seed.

Every circle stands on a peak of its own: their outlines together are the farthest
range. Nearer ranges have their peaks where the circles leave room to see them. Nothing
here knows colours; the same circles and seed always give the same landscape.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from trekprint.printing.ranges import (
    Clearance,
    Line,
    Range,
    RangeParams,
    compose_ranges,
    height_at,
)
from trekprint.sheet.geometry import Box, Point

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.sheet.placed import PlacedCircle


@dataclass(frozen=True, slots=True, kw_only=True)
class LandscapeParams:
    """What stands in the landscape; lengths in mm.

    Firs, in `trees` groups, and the camp keep `clear` of every circle.
    """

    ranges: RangeParams = field(default_factory=RangeParams)
    hills: int = 2
    hill_height: float = 9.0
    trees: int = 26
    tree_height: float = 4.6
    clear: float = 2.2
    sun: float = 7.0
    clouds: int = 3
    birds: int = 4


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
    free = Clearance(circles, obstacles)
    ranges = compose_ranges(circles, area, free, chance, params.ranges)
    hills = tuple(_hill(area, n, chance, params) for n in range(params.hills))
    trees = _trees(area, hills, free, chance, params)
    sun_size = params.sun
    sky_line = ranges[0].outline
    sun = _free_sky(area, sky_line, free, chance, sun_size)
    taken = [*obstacles, _around(sun, sun_size)]
    clouds = []
    for _ in range(params.clouds):
        size = 4.5 + 3.5 * chance.random()
        clear = Clearance(circles, taken)
        place = _free_sky(area, sky_line, clear, chance, size)
        clouds.append((place, size))
        taken.append(_around(place, size * 1.4))
    birds = _birds(area, sky_line, Clearance(circles, taken), chance, params)
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


def _around(point: Point, size: float) -> Box:
    return Box(point.x - size, point.y - size, 2 * size, 2 * size)


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


def _trees(
    area: Box,
    hills: Sequence[Line],
    free: Clearance,
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
            foot = Point(x, height_at(hill, x) + 0.6 + chance.random() * 1.6)
            height = params.tree_height * (0.7 + 0.5 * chance.random())
            room = min(
                free.at(Point(x, foot.y - height * part)) for part in (0.0, 0.5, 1.0)
            )
            if room > params.clear and area.x + 3 < x < area.right - 3:
                trees.append((foot, height))
    return tuple(sorted(trees, key=lambda tree: tree[0].y))


def _free_sky(
    area: Box, sky_line: Line, free: Clearance, chance: Random, size: float
) -> Point:
    """A place above the sky line with room for `size`, else the roomiest."""
    best, most = area.centre, -math.inf
    for _ in range(160):
        spot = Point(
            area.x + size + chance.random() * (area.width - 2 * size),
            area.y + size * 0.6 + chance.random() * area.height * 0.5,
        )
        below = height_at(sky_line, spot.x) - spot.y
        room = min(free.at(spot), below * 0.8) - size
        worth = min(room, 3.0) + 0.8 * chance.random()
        if worth > most:
            best, most = spot, worth
    return best


def _birds(
    area: Box,
    sky_line: Line,
    free: Clearance,
    chance: Random,
    params: LandscapeParams,
) -> tuple[tuple[Point, float], ...]:
    """A flight of birds in the free sky."""
    lead = _free_sky(area, sky_line, free, chance, 5.0)
    birds = []
    for index in range(params.birds):
        across = (index - (params.birds - 1) / 2) * 3.6
        spot = Point(lead.x + across, lead.y + (chance.random() - 0.5) * 5)
        if free.at(spot) > 1.5:
            birds.append((spot, 1.1 + 0.7 * chance.random()))
    return tuple(birds)


def _camp(
    area: Box, hill: Line, free: Clearance, params: LandscapeParams
) -> tuple[Point, float] | None:
    """The base camp on the front hill, where most room is."""
    size = 6.0
    best, most = None, params.clear + size * 0.6
    for step in range(10, math.floor(area.width) - 10, 2):
        x = area.x + step
        foot = Point(x, height_at(hill, x) + 1.2)
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
