"""Draws Rope links: strokes between two circles that have one circle between them.

Where nothing is in the way the stroke is straight; else it bends round the circle
between, outside its rim or across it, on the side with more room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tests.helpers.simulator_hand import Hand, draw_line, smooth
from tests.helpers.simulator_ink import InkLayer, wobble
from trekprint.sheet.model import Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from trekprint.sheet.model import CircleId, Link
    from trekprint.sheet.placed import PlacedCircle

    Place = NDArray[np.float64]

_WAYS = 7
"""Points of a bow round the circle between."""
_HEAVY_RINGS_MM = 1.6
"""How far the rings of dangerous terrain reach beyond the rim, and a little more."""
_OTHER_SIDE = 0.2
"""How often a player bends to the side with less room."""


def draw_rope(
    layer: InkLayer,
    hand: Hand,
    rope: Link,
    circles: Mapping[CircleId, PlacedCircle],
    rng: np.random.Generator,
) -> None:
    """One Rope link, from disc to disc, in the hand's manner."""
    ends = circles[rope.a], circles[rope.b]
    others = [c for c in circles.values() if c.id not in (rope.a, rope.b)]
    a, b = (_place(circle) for circle in ends)
    in_the_way = min(others, key=lambda c: _distance(a, b, _place(c)))
    straight = _distance(a, b, _place(in_the_way)) > in_the_way.radius_mm - 0.3
    via = [] if straight else _bow(a, b, in_the_way, others, rng)
    reach = np.clip(hand.link_reach_mm + rng.normal(0.0, 0.3, 2), -0.7, 1.2)
    start = _edge(ends[0], via[0] if via else b, reach[0])
    end = _edge(ends[1], via[-1] if via else a, reach[1])
    line = np.array([start, *via, end], np.float32)
    if via:
        line = smooth(line)
    draw_line(layer, hand, wobble(line, hand.link_wobble_mm * 1.3, rng, 40), rng)


def _place(circle: PlacedCircle) -> Place:
    return np.array([circle.centre.x, circle.centre.y])


def _distance(a: Place, b: Place, place: Place) -> float:
    """How far `place` lies from the straight way between `a` and `b`."""
    along = float((place - a) @ (b - a)) / float((b - a) @ (b - a))
    nearest = a + np.clip(along, 0, 1) * (b - a)
    return float(np.hypot(*(nearest - place)))


def _edge(circle: PlacedCircle, towards: Place, reach_mm: float) -> Place:
    """The place on the disc's edge that faces `towards`, so far inside."""
    way = towards - _place(circle)
    length = float(np.hypot(*way))
    edge: Place = _place(circle) + way * ((circle.radius_mm - reach_mm) / length)
    return edge


def _bow(
    a: Place,
    b: Place,
    between: PlacedCircle,
    others: list[PlacedCircle],
    rng: np.random.Generator,
) -> list[Place]:
    """Points of a bow round `between`, across its rim or outside it."""
    middle = _place(between)
    distance = rng.uniform(between.radius_mm + 0.4, between.outer_mm + 1.6)
    if between.terrain is Terrain.DANGEROUS and distance > between.outer_mm - 0.2:
        distance += _HEAVY_RINGS_MM  # nobody draws on a black ring
    bows = [_around(a, b, middle, distance, side) for side in (1.0, -1.0)]

    def room(bow: list[Place]) -> float:
        """The distance from the bow to the next disc."""
        return min(
            float(np.hypot(*(point - _place(c)))) - c.radius_mm
            for point in bow
            for c in others
            if c.id != between.id
        )

    bows.sort(key=room, reverse=True)
    return bows[int(rng.random() < _OTHER_SIDE)]


def _around(
    a: Place, b: Place, middle: Place, distance: float, side: float
) -> list[Place]:
    """Points at a distance from `middle`, on one side, between `a` and `b`."""
    first, last = (np.arctan2(*(end - middle)[::-1]) for end in (a, b))
    sweep = (side * (last - first)) % (2 * np.pi) * side
    shares = np.linspace(0.5 - 0.24, 0.5 + 0.24, _WAYS)
    angles = first + sweep * shares
    return [
        middle + distance * np.array([np.cos(angle), np.sin(angle)]) for angle in angles
    ]
