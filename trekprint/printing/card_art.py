"""The pictures on cards: what the four kinds of Assist cards show, and the backs.

Each picture is drawn around a place, `size` mm high and wide, in outlines that hold in
grey and in black and white; tints fill them where the theme has any.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.printing.fonts import HEAVY
from trekprint.printing.theme import WHITE
from trekprint.sheet.geometry import Box, Point

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Colour

_STEPS = 48
"""Corners of what is round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pens:
    """The colours of a picture: lines, a tint for surfaces, and one for shades."""

    ink: Colour
    tint: Colour = WHITE
    shade: Colour = WHITE


def draw_compass(canvas: Canvas, centre: Point, size: float, pens: Pens) -> None:
    """A compass whose needle points up and to the right."""
    outer, inner = size * 0.42, size * 0.34
    loop = Point(centre.x, centre.y - outer - size * 0.04)
    canvas.circle(loop, size * 0.055, fill=WHITE, ink=pens.ink, width=size * 0.022)
    canvas.circle(centre, outer, fill=pens.shade, ink=pens.ink, width=size * 0.025)
    canvas.circle(centre, inner, fill=pens.tint, ink=pens.ink, width=size * 0.012)
    for index in range(16):
        length = size * (0.05 if index % 4 == 0 else 0.025)
        ends = [_around(centre, inner - part, index / 16) for part in (0.0, length)]
        canvas.lines((ends,), ink=pens.ink, width=size * 0.012)
    for quarter, letter in enumerate("NESW"):
        at = _around(centre, inner - size * 0.1, quarter / 4)
        canvas.text(
            letter,
            Point(at.x, at.y + size * 0.026),
            font=HEAVY,
            size=size * 0.075,
            ink=pens.ink,
            align="centre",
        )
    north = 0.09
    sides = [_around(centre, size * 0.05, north + part) for part in (0.25, 0.75)]
    for turn, fill in ((north, pens.ink), (north + 0.5, WHITE)):
        tip = _around(centre, size * 0.2, turn)
        canvas.polygon((tip, *sides), fill=fill, ink=pens.ink, width=size * 0.012)
    canvas.circle(centre, size * 0.018, fill=WHITE, ink=pens.ink, width=size * 0.01)


def draw_schnapps(canvas: Canvas, centre: Point, size: float, pens: Pens) -> None:
    """A bottle with a mountain on its label, a small glass, and a die."""
    x, base = centre.x - size * 0.13, centre.y + size * 0.4
    half, neck = size * 0.16, size * 0.055
    shoulder, mouth = base - size * 0.5, base - size * 0.78
    line = size * 0.02
    bottle = [
        Point(x - half, base),
        Point(x - half, shoulder),
        *_arc(Point(x - half, shoulder), Point(x - neck, shoulder - size * 0.14)),
        Point(x - neck, mouth),
        Point(x + neck, mouth),
        *reversed(
            _arc(Point(x + half, shoulder), Point(x + neck, shoulder - size * 0.14))
        ),
        Point(x + half, shoulder),
        Point(x + half, base),
    ]
    canvas.polygon(bottle, fill=pens.shade, ink=pens.ink, width=line)
    cork = Box(x - neck * 1.25, mouth - size * 0.05, neck * 2.5, size * 0.06)
    canvas.box(cork, fill=pens.ink, radius=size * 0.012)
    label = Box(x - half, base - size * 0.4, 2 * half, size * 0.24)
    canvas.box(label, fill=WHITE, ink=pens.ink, width=line * 0.6)
    foot = label.bottom - size * 0.04
    for offset, high in ((-0.06, 0.1), (0.045, 0.15)):
        peak = Point(x + size * offset, foot - size * high)
        reach = size * high * 0.62
        sides = (Point(peak.x - reach, foot), peak, Point(peak.x + reach, foot))
        canvas.polygon(sides, fill=pens.tint, ink=pens.ink, width=line * 0.6)
    _draw_glass(canvas, Point(centre.x + size * 0.19, base), size * 0.24, pens)
    side = size * 0.2
    die = Box(centre.x + size * 0.12, base - size * 0.56, side, side)
    canvas.box(die, fill=WHITE, ink=pens.ink, width=line, radius=side * 0.2)
    for across, down in ((0.28, 0.28), (0.5, 0.5), (0.72, 0.72)):
        pip = Point(die.x + across * side, die.y + down * side)
        canvas.circle(pip, side * 0.085, fill=pens.ink)


def _draw_glass(canvas: Canvas, foot: Point, size: float, pens: Pens) -> None:
    """A small glass, two thirds full, standing on `foot`."""

    def at(width: float, height: float) -> tuple[Point, Point]:
        y = foot.y - size * height
        return Point(foot.x - size * width, y), Point(foot.x + size * width, y)

    bottom, level, rim = at(0.28, 0.0), at(0.35, 0.62), at(0.4, 1.0)
    canvas.polygon((bottom[0], level[0], level[1], bottom[1]), fill=pens.tint)
    shape = (rim[0], bottom[0], bottom[1], rim[1])
    canvas.lines((shape, level), ink=pens.ink, width=size * 0.07)


def draw_rope(canvas: Canvas, centre: Point, size: float, pens: Pens) -> None:
    """A coiled rope, tied in the middle, with one end hanging down."""
    thick = size * 0.06
    end = [
        Point(centre.x + size * 0.05, centre.y + size * 0.02),
        Point(centre.x + size * 0.3, centre.y + size * 0.34),
        Point(centre.x + size * 0.16, centre.y + size * 0.42),
        Point(centre.x + size * 0.36, centre.y + size * 0.46),
    ]
    coils = [
        _ellipse(
            Point(centre.x + size * aside, centre.y - size * 0.02),
            size * wide,
            size * high,
        )
        for aside, wide, high in (
            (-0.07, 0.3, 0.4),
            (0.07, 0.3, 0.4),
            (0.0, 0.25, 0.36),
            (0.0, 0.17, 0.3),
        )
    ]
    for width, colour in ((thick, pens.ink), (thick * 0.62, pens.tint)):
        canvas.curve(end, ink=colour, width=width)
    for coil in coils:
        for width, colour in ((thick, pens.ink), (thick * 0.62, pens.tint)):
            canvas.lines(([*coil, coil[0]],), ink=colour, width=width)
    for turn in range(4):
        y = centre.y - size * 0.12 + turn * thick * 0.9
        wrap = (
            Point(centre.x - size * 0.375, y + thick * 0.3),
            Point(centre.x + size * 0.375, y - thick * 0.3),
        )
        for width, colour in ((thick, pens.ink), (thick * 0.62, pens.shade)):
            canvas.lines((wrap,), ink=colour, width=width)


def draw_camp(canvas: Canvas, centre: Point, size: float, pens: Pens) -> None:
    """A tent under the moon, with a flag on its top."""
    base, line = centre.y + size * 0.34, size * 0.022
    moon = Point(centre.x + size * 0.3, centre.y - size * 0.3)
    canvas.circle(moon, size * 0.09, fill=pens.tint, ink=pens.ink, width=line * 0.6)
    top = Point(centre.x - size * 0.06, centre.y - size * 0.22)
    left, front, right = (
        Point(centre.x + size * aside, base) for aside in (-0.42, 0.14, 0.42)
    )
    back = Point(centre.x + size * 0.2, centre.y - size * 0.12)
    canvas.polygon((front, top, back, right), fill=pens.shade, ink=pens.ink, width=line)
    canvas.polygon((left, top, front), fill=pens.tint, ink=pens.ink, width=line)
    middle = (left.x + front.x) / 2
    flap = (
        Point(middle - size * 0.1, base),
        Point(top.x - size * 0.02, top.y + size * 0.16),
        Point(middle + size * 0.1, base),
    )
    canvas.polygon(flap, fill=pens.ink)
    mast = Point(top.x, top.y - size * 0.18)
    canvas.lines(((top, mast),), ink=pens.ink, width=line)
    flag = (
        mast,
        Point(mast.x + size * 0.14, mast.y + size * 0.045),
        Point(mast.x, mast.y + size * 0.09),
    )
    canvas.polygon(flag, fill=pens.ink)
    ground = (Point(centre.x - size * 0.48, base), Point(centre.x + size * 0.48, base))
    canvas.lines((ground,), ink=pens.ink, width=line)


PICTURES: Mapping[str, Callable[[Canvas, Point, float, Pens], None]] = {
    "compass": draw_compass,
    "schnapps": draw_schnapps,
    "rope": draw_rope,
    "tent": draw_camp,
}
"""The pictures of the Assist cards, by the cards' kind."""


def draw_contours(canvas: Canvas, box: Box, ink: Colour) -> None:
    """Lines of equal height around two summits, as on a map, filling `box`."""
    first = Point(box.x + box.width * 0.36, box.y + box.height * 0.34)
    second = Point(box.x + box.width * 0.68, box.y + box.height * 0.7)
    with canvas.clipped(box):
        for number in range(1, 15):
            for peak, phase in ((first, 0.0), (second, 2.1)):
                ring = _contour(peak, number * box.width * 0.075, phase)
                canvas.lines((ring,), ink=ink, width=0.18)


def _contour(peak: Point, reach: float, phase: float) -> list[Point]:
    """A closed wavy line around `peak`, the wavier the farther it is."""
    ring = []
    for step in range(_STEPS * 2 + 1):
        angle = math.pi * step / _STEPS
        wave = math.sin(3 * angle + phase) * 0.07 + math.sin(2 * angle - phase) * 0.1
        away = reach * (1 + wave)
        ring.append(
            Point(
                peak.x + away * math.cos(angle), peak.y + away * 1.25 * math.sin(angle)
            )
        )
    return ring


def _around(centre: Point, distance: float, turn: float) -> Point:
    """The place `turn` of a whole turn clockwise from straight up."""
    angle = 2 * math.pi * turn
    return Point(
        centre.x + distance * math.sin(angle), centre.y - distance * math.cos(angle)
    )


def _ellipse(centre: Point, wide: float, high: float) -> list[Point]:
    angles = (2 * math.pi * step / _STEPS for step in range(_STEPS))
    return [
        Point(centre.x + wide * math.cos(a), centre.y + high * math.sin(a))
        for a in angles
    ]


def _arc(start: Point, end: Point) -> list[Point]:
    """A quarter of an ellipse that leaves `start` upright and reaches `end` level."""
    steps = _STEPS // 4
    return [
        Point(
            end.x + (start.x - end.x) * math.cos(math.pi / 2 * step / steps),
            start.y + (end.y - start.y) * math.sin(math.pi / 2 * step / steps),
        )
        for step in range(steps + 1)
    ]
