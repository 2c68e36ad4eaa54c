"""What a hand draws besides numbers: ticks, skulls, patterns on the rims of zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tests.helpers.simulator_hand import Hand, draw_line
from tests.helpers.simulator_ink import InkLayer, arc, segment, wobble

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.helpers.play import PlayedGame
    from tests.helpers.simulator_ink import Points
    from trekprint.sheet.geometry import Box, Point
    from trekprint.sheet.model import CircleId
    from trekprint.sheet.placed import PlacedCircle

PATTERNS = ("hatch", "dots", "waves", "zigzag")


def mark_box(layer: InkLayer, hand: Hand, box: Box, rng: np.random.Generator) -> None:
    """Tick `box` in the hand's manner."""
    size = min(box.width, box.height) / 2
    off = np.clip(rng.normal(0.0, 0.1, 2), -0.25, 0.25) * size
    centre = (box.centre.x + off[0], box.centre.y + off[1])
    for points in _TICK_STROKES[hand.tick](rng):
        placed = points * size * rng.uniform(0.85, 1.1) + centre
        draw_line(layer, hand, wobble(placed, 0.1, rng, 4 * len(points)), rng)


def _check(rng: np.random.Generator) -> list[Points]:
    rise = rng.uniform(0.8, 1.35)
    return [segment((-0.65, -0.05), (-0.2, 0.65), (0.85, -rise))]


def _small_cross(rng: np.random.Generator) -> list[Points]:
    a, b = rng.uniform(0.6, 0.95, 2)
    return [segment((-a, -b), (a, b)), segment((b, -a), (-b, a))]


def _slash(rng: np.random.Generator) -> list[Points]:
    a, b = rng.uniform(0.65, 1.0, 2)
    return [segment((-a, b), (a, -b))]


def _filled(rng: np.random.Generator) -> list[Points]:
    xs = np.linspace(-0.75, 0.75, int(rng.integers(9, 15)))
    ys = np.where(np.arange(len(xs)) % 2, 0.7, -0.7) * rng.uniform(0.8, 1.1, len(xs))
    return [np.stack([xs + 0.2 * ys, ys], axis=1).astype(np.float32)]


_TICK_STROKES: Mapping[str, Callable[[np.random.Generator], list[Points]]] = {
    "check": _check,
    "cross": _small_cross,
    "slash": _slash,
    "filled": _filled,
}


def draw_skull(
    layer: InkLayer,
    hand: Hand,
    centre: Point,
    radius_mm: float,
    rng: np.random.Generator,
) -> None:
    size = radius_mm * rng.uniform(0.62, 0.85)
    for points in _SKULL_STROKES[hand.skull](rng):
        placed = points * size + (centre.x, centre.y)
        draw_line(layer, hand, wobble(placed, 0.06 * size, rng, 3 * len(points)), rng)


def _circle(x: float, y: float, radius: float, rng: np.random.Generator) -> Points:
    return arc((x, y), radius, rng.uniform(180, 360), 360 + rng.uniform(-15, 30))


def _face(rng: np.random.Generator) -> list[Points]:
    """A sad face with a head of its own."""
    return [
        _circle(0, 0, 0.95, rng),
        _circle(-0.35, -0.25, 0.1, rng),
        _circle(0.35, -0.25, 0.1, rng),
        arc((0, 0.75), 0.42, 205, 130),
    ]


def _skull(rng: np.random.Generator) -> list[Points]:
    """A skull with eye holes, a nose and teeth."""
    jaw = 0.45
    strokes = [
        arc((0, -0.2), 0.78, 130, 280),
        segment((-0.5, 0.4), (-jaw, 0.9), (jaw, 0.9), (0.5, 0.4)),
        _circle(-0.32, -0.2, 0.2, rng),
        _circle(0.32, -0.2, 0.2, rng),
        segment((0, 0.1), (-0.08, 0.28), (0.08, 0.28), (0, 0.1)),
    ]
    strokes += [segment((x, 0.55), (x, 0.9)) for x in (-0.2, 0.0, 0.2)]
    return strokes


def _big_cross(rng: np.random.Generator) -> list[Points]:
    a, b = rng.uniform(0.75, 1.0, 2)
    return [segment((-a, -b), (a, b)), segment((b, -a), (-b, a))]


def _scribble(rng: np.random.Generator) -> list[Points]:
    xs = np.linspace(-0.85, 0.85, int(rng.integers(8, 14)))
    ys = np.where(np.arange(len(xs)) % 2, 0.75, -0.75) * rng.uniform(0.8, 1.1, len(xs))
    return [np.stack([xs + 0.15 * ys, ys], axis=1).astype(np.float32)]


_SKULL_STROKES: Mapping[str, Callable[[np.random.Generator], list[Points]]] = {
    "face": _face,
    "skull": _skull,
    "cross": _big_cross,
    "scribble": _scribble,
}


def cross_out(
    layer: InkLayer, hand: Hand, circle: PlacedCircle, rng: np.random.Generator
) -> None:
    """Strike an orphan out and draw a small skull just outside its rim."""
    radius = circle.radius_mm * rng.uniform(0.75, 0.95)
    lean = rng.uniform(-0.3, 0.3)
    x, y = circle.centre.x, circle.centre.y
    line = segment((x - radius, y + radius * lean), (x + radius, y - radius * lean))
    draw_line(layer, hand, wobble(line, 0.3, rng), rng)
    beside = circle.centre.placed(1.0, circle.outer_mm * 0.8, -circle.outer_mm * 0.95)
    for points in _skull(rng)[:4]:
        draw_line(layer, hand, points * 1.6 + (beside.x, beside.y), rng)


def draw_patterns(
    layer: InkLayer,
    hand: Hand,
    circles: Mapping[CircleId, PlacedCircle],
    played: PlayedGame,
    rng: np.random.Generator,
) -> None:
    order = rng.permutation(len(PATTERNS))
    for index, zone in enumerate(played.tally.zones):
        draw = _DRAW_PATTERN[PATTERNS[order[index % len(PATTERNS)]]]
        for id_ in zone:
            draw(layer, hand, circles[id_], rng)


def _band(
    circle: PlacedCircle, hand: Hand, rng: np.random.Generator
) -> tuple[float, float]:
    """Inner and outer radius of one mark in the rim band, straying a little."""
    stray = rng.normal(0.0, hand.pattern_stray_mm, 2)
    return circle.radius_mm + 0.15 + stray[0], circle.outer_mm - 0.15 + stray[1]


def _polar(centre: Point, radius: float, degrees: float) -> tuple[float, float]:
    angle = np.radians(degrees)
    return centre.x + radius * np.cos(angle), centre.y + radius * np.sin(angle)


def _hatch_rim(
    layer: InkLayer, hand: Hand, circle: PlacedCircle, rng: np.random.Generator
) -> None:
    lean = rng.uniform(-8, 8)
    for angle in np.arange(rng.uniform(0, 9), 360, rng.uniform(9, 17)):
        inner, outer = _band(circle, hand, rng)
        at = angle + rng.normal(0, 1.5)
        start = _polar(circle.centre, inner, at)
        draw_line(
            layer, hand, segment(start, _polar(circle.centre, outer, at + lean)), rng
        )


def _dot_rim(
    layer: InkLayer, hand: Hand, circle: PlacedCircle, rng: np.random.Generator
) -> None:
    for angle in np.arange(rng.uniform(0, 9), 360, rng.uniform(12, 24)):
        at = angle + rng.normal(0, 1.5)
        radius = circle.radius_mm + circle.rim_mm * rng.uniform(0.3, 0.7)
        radius += rng.normal(0.0, hand.pattern_stray_mm / 2)
        layer.stroke(
            segment(_polar(circle.centre, radius, at)),
            max(0.5, hand.pen.width_mm * rng.uniform(1.0, 1.5)),
        )


def _wave_rim(
    layer: InkLayer, hand: Hand, circle: PlacedCircle, rng: np.random.Generator
) -> None:
    middle = circle.radius_mm + circle.rim_mm / 2
    height = circle.rim_mm * rng.uniform(0.25, 0.4)
    waves = int(rng.integers(14, 24))
    angles = np.linspace(0, 360, 220)
    drift = hand.pattern_stray_mm * np.sin(np.radians(angles * 2 + rng.uniform(0, 360)))
    radii = middle + height * np.sin(np.radians(angles * waves)) + drift
    points = [_polar(circle.centre, r, a) for r, a in zip(radii, angles, strict=True)]
    draw_line(layer, hand, segment(*points), rng)


def _zigzag_rim(
    layer: InkLayer, hand: Hand, circle: PlacedCircle, rng: np.random.Generator
) -> None:
    points = []
    for index, angle in enumerate(np.arange(0, 366, rng.uniform(7, 12))):
        inner, outer = _band(circle, hand, rng)
        points.append(_polar(circle.centre, (inner, outer)[index % 2], angle))
    draw_line(layer, hand, segment(*points), rng)


_DRAW_PATTERN: Mapping[
    str, Callable[[InkLayer, Hand, PlacedCircle, np.random.Generator], None]
] = {
    "hatch": _hatch_rim,
    "dots": _dot_rim,
    "waves": _wave_rim,
    "zigzag": _zigzag_rim,
}
