"""Writes a played game on a sheet as one player would: numbers, links, ticks, patterns.

One hand writes the whole sheet: its digits are one writer's own, its ticks, skulls and
patterns keep to one manner. Places are those of the layout, in the paper's mm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tests.helpers import handwriting
from tests.helpers.handwriting import PenDigit, Sample, ScanDigit, Writer
from tests.helpers.simulator_ink import (
    InkLayer,
    Pen,
    arc,
    pen,
    resample,
    segment,
    wobble,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.helpers.play import PlayedGame
    from tests.helpers.simulator_ink import Points
    from trekprint.sheet.geometry import Box, Point
    from trekprint.sheet.layout import Layout, PlacedCircle, PlacedLink
    from trekprint.sheet.model import CircleId

TICKS = ("check", "cross", "slash", "filled")
SKULLS = ("face", "skull", "cross", "scribble")
PATTERNS = ("hatch", "dots", "waves", "zigzag")

MOST_SCANNED_WRITERS = 0.4
"""Share of the sheets written by the few scanned (Swiss) writers."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hand:
    """One player's way of writing. Lengths are mm or shares of what is written in.

    `size` is a number's height as a share of the disc's diameter; `spread` how far
    numbers lie off the middle, as a share of the radius; `link_reach_mm` how far a
    link's stroke goes past the disc's edge (negative: it stops short);
    `patterns` whether zones get their rims patterned at all.
    """

    writer: Writer
    pen: Pen
    size: float
    slant: float
    turn_deg: float
    spread: float
    gap: float
    tick: str
    skull: str
    link_reach_mm: float
    link_wobble_mm: float
    link_twice: float
    patterns: bool
    pattern_stray_mm: float


def draw_hand(
    rng: np.random.Generator,
    *,
    writer: Writer | None = None,
    pen_kind: str | None = None,
) -> Hand:
    """A hand with any or the given writer and kind of pen."""
    size = rng.uniform(0.5, 0.72)
    writer = writer or _any_writer(rng)
    # A scanned pen has a width of its own; all else is drawn with the same.
    natural = writer.stroke and float(np.clip(writer.stroke * size * 13.0, 0.35, 1.2))
    return Hand(
        writer=writer,
        pen=pen(rng, pen_kind, natural),
        size=size,
        slant=rng.normal(0.0, 0.06),
        turn_deg=rng.normal(0.0, 3.0),
        spread=rng.uniform(0.03, 0.14),
        gap=rng.uniform(0.02, 0.16),
        tick=str(rng.choice(TICKS, p=(0.38, 0.37, 0.15, 0.1))),
        skull=str(rng.choice(SKULLS, p=(0.3, 0.25, 0.3, 0.15))),
        link_reach_mm=rng.uniform(-0.6, 0.8),
        link_wobble_mm=rng.uniform(0.05, 0.3),
        link_twice=rng.choice((0.0, 0.15, 0.9), p=(0.6, 0.3, 0.1)),
        patterns=bool(rng.random() < 0.75),
        pattern_stray_mm=rng.uniform(0.05, 0.35),
    )


def _any_writer(rng: np.random.Generator) -> Writer:
    everyone = handwriting.writers()
    scanned = [w for w in everyone if w.stroke is not None]
    others = [w for w in everyone if w.stroke is None]
    chosen = scanned if rng.random() < MOST_SCANNED_WRITERS else others
    return chosen[int(rng.integers(len(chosen)))]


def write_game(
    played: PlayedGame,
    layout: Layout,
    hand: Hand,
    layer: InkLayer,
    rng: np.random.Generator,
) -> None:
    """Draw all that `played` puts on paper onto `layer`."""
    circles = {circle.id: circle for circle in layout.circles}
    for id_, entry in played.game.entries.items():
        circle = circles[id_]
        if entry.number is None:
            _draw_skull(layer, hand, circle.centre, circle.radius_mm, rng)
        else:
            _write_in_circle(layer, hand, circle, entry.number, rng)
    for link in layout.links:
        if link.link in (played.game.links or ()):
            _draw_link(layer, hand, link, rng)
    if hand.patterns:
        _draw_patterns(layer, hand, circles, played, rng)
    for id_ in sorted(played.crossed):
        _cross_out(layer, hand, circles[id_], rng)
    _draw_ticks(layer, hand, layout, played, rng)
    _fill_score_boxes(layer, hand, layout, played, rng)
    if rng.random() < 0.5:
        _scrawl(layer, hand, layout.panel("name"), rng)


def _write_in_circle(
    layer: InkLayer,
    hand: Hand,
    circle: PlacedCircle,
    number: int,
    rng: np.random.Generator,
) -> None:
    radius = circle.radius_mm
    most = 0.25 if number < 10 else 0.12
    spread = np.clip(rng.normal(0.0, hand.spread, 2), -most, most) * radius
    write_number(
        layer,
        hand,
        number,
        middle=(circle.centre.x + spread[0], circle.centre.y + spread[1]),
        height_mm=hand.size * 2 * radius * rng.uniform(0.88, 1.12),
        room_mm=1.6 * radius,
        rng=rng,
    )


def write_number(
    layer: InkLayer,
    hand: Hand,
    number: int,
    *,
    middle: tuple[float, float],
    height_mm: float,
    room_mm: float,
    rng: np.random.Generator,
    minus: bool = False,
) -> None:
    """Write `number` round `middle`, at most `room_mm` wide."""
    digits = [_sample(hand, int(d), rng) for d in str(number)]
    gap = hand.gap * rng.uniform(0.4, 1.4)
    widths = [_width(digit) for digit in digits]
    dash = 0.45 if minus else 0.0
    total = sum(widths) + gap * (len(digits) - 1) + dash
    height = min(height_mm, room_mm / max(total, 0.2))
    left = -total / 2
    if minus:
        y = height * rng.uniform(-0.05, 0.1)
        line = segment((left * height, y), ((left + 0.3) * height, y)) + middle
        layer.stroke(wobble(line, 0.1, rng), hand.pen.width_mm)
        left += dash
    for digit, width in zip(digits, widths, strict=True):
        size = height * rng.uniform(0.94, 1.06)
        drop = rng.normal(0.0, 0.03) * height
        centre = (middle[0] + (left + width / 2) * height, middle[1] + drop)
        _put_digit(layer, hand, digit, centre, size, rng)
        left += width + gap


def _sample(hand: Hand, digit: int, rng: np.random.Generator) -> Sample:
    samples = hand.writer.samples[digit]
    return samples[int(rng.integers(len(samples)))]


def _width(digit: Sample) -> float:
    """Width of the ink as a share of its height."""
    if isinstance(digit, ScanDigit):
        return float(digit.ink.shape[1] / digit.ink.shape[0])
    points = np.concatenate(digit.strokes)
    return float(np.ptp(points[:, 0]))


def _put_digit(
    layer: InkLayer,
    hand: Hand,
    digit: Sample,
    centre: tuple[float, float],
    height_mm: float,
    rng: np.random.Generator,
) -> None:
    turn = np.radians(hand.turn_deg + rng.normal(0.0, 2.0))
    slant = hand.slant + rng.normal(0.0, 0.02)
    shape = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shape = shape @ np.array([[1.0, -slant], [0.0, 1.0]]) * height_mm
    if isinstance(digit, PenDigit):
        _stroke_digit(layer, hand, digit, shape, centre, rng)
        return
    rows, cols = digit.ink.shape
    to_mm = np.zeros((2, 3))
    to_mm[:, :2] = shape / rows
    to_mm[:, 2] = centre - to_mm[:, :2] @ (cols / 2, rows / 2)
    layer.stamp(digit.ink, to_mm)


def _stroke_digit(
    layer: InkLayer,
    hand: Hand,
    digit: PenDigit,
    shape: np.ndarray,
    centre: tuple[float, float],
    rng: np.random.Generator,
) -> None:
    points = np.concatenate(digit.strokes)
    middle = (points.min(0) + points.max(0)) / 2
    for stroke in digit.strokes:
        placed = ((stroke - middle) @ shape.T + centre).astype(np.float32)
        draw_line(layer, hand, _smooth(placed), rng)


def _smooth(points: Points) -> Points:
    """Take the tablet's steps out of a stroke, keeping its ends."""
    length = float(np.hypot(*np.diff(points, axis=0).T).sum()) if len(points) > 1 else 0
    if length < 0.3:
        return points[:1]
    dense = resample(points, max(8, int(length / 0.12)))
    padded = np.pad(dense, ((2, 2), (0, 0)), mode="edge")
    weights = np.array([1, 2, 3, 2, 1], np.float32) / 9
    smooth = np.stack(
        [np.convolve(padded[:, axis], weights, "valid") for axis in (0, 1)], axis=1
    ).astype(np.float32)
    smooth[0], smooth[-1] = dense[0], dense[-1]
    return smooth


def draw_line(
    layer: InkLayer, hand: Hand, points: Points, rng: np.random.Generator
) -> None:
    """One stroke of the hand's pen, a little wider or thinner than the last."""
    layer.stroke(points, hand.pen.width_mm * rng.uniform(0.88, 1.1))


def _draw_link(
    layer: InkLayer, hand: Hand, link: PlacedLink, rng: np.random.Generator
) -> None:
    """A wobbly stroke from disc to disc, its ends off by up to a millimetre."""
    along = np.array([link.end.x - link.start.x, link.end.y - link.start.y])
    along /= np.hypot(*along)
    across = np.array([-along[1], along[0]])
    for _ in range(1 + int(rng.random() < hand.link_twice)):
        reach = np.clip(hand.link_reach_mm + rng.normal(0.0, 0.25, 2), -0.9, 1.0)
        off = np.clip(rng.normal(0.0, 0.35, 2), -1.0, 1.0)
        start = (link.start.x, link.start.y) - reach[0] * along + off[0] * across
        end = (link.end.x, link.end.y) + reach[1] * along + off[1] * across
        line = wobble(segment(start, end), hand.link_wobble_mm, rng)
        draw_line(layer, hand, line, rng)


def _draw_patterns(
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


def _draw_skull(
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


def _cross_out(
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


def _draw_ticks(
    layer: InkLayer,
    hand: Hand,
    layout: Layout,
    played: PlayedGame,
    rng: np.random.Generator,
) -> None:
    left = dict(played.game.ticks or {})
    for tick in layout.tick_boxes:
        if left.get(tick.option, 0) > 0:
            left[tick.option] -= 1
            mark_box(layer, hand, tick.box, rng)


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


def _fill_score_boxes(
    layer: InkLayer,
    hand: Hand,
    layout: Layout,
    played: PlayedGame,
    rng: np.random.Generator,
) -> None:
    boxes = {named.name: named.box for named in layout.score_boxes}
    for card in range(1, played.game.assist_cards + 1):
        mark_box(layer, hand, boxes[f"assist_{card}"], rng)
    for name, number in played.game.written.items():
        box = boxes[name]
        off = rng.normal(0.0, 0.04, 2) * (box.width, box.height)
        write_number(
            layer,
            hand,
            abs(number),
            middle=(box.centre.x + off[0], box.centre.y + off[1]),
            height_mm=box.height * rng.uniform(0.5, 0.72),
            room_mm=box.width * 0.9,
            rng=rng,
            minus=number < 0,
        )


def _scrawl(layer: InkLayer, hand: Hand, box: Box, rng: np.random.Generator) -> None:
    """Something like a name on the line of `box`."""
    x = box.x + box.width * rng.uniform(0.2, 0.3)
    base = box.bottom - 1.2
    for _ in range(int(rng.integers(3, 8))):
        tall = rng.random() < 0.35
        height = 3.4 if tall else 1.7
        width = rng.uniform(1.2, 2.2)
        letter = segment(
            (x, base - height),
            (x + 0.1 * width, base),
            (x + 0.5 * width, base - 0.9 * min(height, 1.7)),
            (x + 0.8 * width, base - 0.1),
            (x + width, base - 0.7),
        )
        draw_line(layer, hand, _smooth(wobble(letter, 0.25, rng, 14)), rng)
        x += width * 1.05
