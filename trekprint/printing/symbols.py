"""Small drawings used as words: dice, stars, a skull, a summit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from trekprint.printing.fonts import BOLD
from trekprint.printing.theme import WHITE
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.model import Option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Colour

_LINE = 0.2
_PATTERN_STROKES = 18
_STAR_POINTS = 5
_STAR_WAIST = 0.46

# How an option works on two dice: the sign between them, and which of the two counts.
_OPTION_SIGNS: Mapping[Option, tuple[str, int | None]] = {
    Option.LOWER: ("<", 0),
    Option.HIGHER: ("<", 1),
    Option.DIFFERENCE: ("−", None),
    Option.SUM: ("+", None),
    Option.PRODUCT: ("×", None),
}

# Pips of the two dice shown, in units of a die's side.
_PIPS = (
    ((0.28, 0.28), (0.72, 0.72)),
    ((0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)),
)


def draw_star(canvas: Canvas, centre: Point, radius: float, ink: Colour) -> None:
    """An empty star to colour."""
    corners = []
    for index in range(2 * _STAR_POINTS):
        length = radius if index % 2 == 0 else radius * _STAR_WAIST
        angle = math.pi * index / _STAR_POINTS - math.pi / 2
        corners.append(
            Point(
                centre.x + length * math.cos(angle), centre.y + length * math.sin(angle)
            )
        )
    canvas.polygon(corners, fill=WHITE, ink=ink, width=_LINE)


def draw_option(canvas: Canvas, option: Option, box: Box, ink: Colour) -> None:
    """Two dice and what is done with them; a black die is the one that counts."""
    side = box.height
    sign, chosen = _OPTION_SIGNS[option]
    for index, x in enumerate((box.x, box.right - side)):
        die = Box(x, box.y, side, side)
        dark = index == chosen
        canvas.box(
            die, fill=ink if dark else WHITE, ink=ink, width=_LINE, radius=side * 0.2
        )
        for across, down in _PIPS[index]:
            canvas.circle(
                Point(die.x + across * side, die.y + down * side),
                side * 0.1,
                fill=WHITE if dark else ink,
            )
    canvas.text(
        sign,
        Point(box.centre.x, box.centre.y + side * 0.3),
        font=BOLD,
        size=side * 0.95,
        ink=ink,
        align="centre",
    )


def draw_skull(canvas: Canvas, centre: Point, size: float, ink: Colour) -> None:
    """A friendly skull, `size` high."""
    jaw = Box(centre.x - size * 0.24, centre.y + size * 0.1, size * 0.48, size * 0.38)
    canvas.box(jaw, fill=ink, radius=size * 0.1)
    canvas.circle(Point(centre.x, centre.y - size * 0.1), size * 0.4, fill=ink)
    for side in (-1, 1):
        eye = Point(centre.x + side * size * 0.16, centre.y - size * 0.05)
        canvas.circle(eye, size * 0.11, fill=WHITE)
    for step in (-1, 1):
        x = centre.x + step * size * 0.08
        teeth = (Point(x, jaw.bottom - size * 0.16), Point(x, jaw.bottom))
        canvas.lines((teeth,), ink=WHITE, width=size * 0.06)


def draw_summit(canvas: Canvas, box: Box, ink: Colour) -> None:
    """A peak with a flag, filling `box`."""
    top = Point(box.x + box.width * 0.55, box.y + box.height * 0.38)
    canvas.polygon(
        (Point(box.x, box.bottom), top, Point(box.right, box.bottom)), fill=ink
    )
    snow = (
        top,
        Point(top.x + box.width * 0.17, top.y + box.height * 0.24),
        Point(top.x + box.width * 0.05, top.y + box.height * 0.19),
        Point(top.x - box.width * 0.06, top.y + box.height * 0.27),
        Point(top.x - box.width * 0.2, top.y + box.height * 0.23),
    )
    canvas.polygon(snow, fill=WHITE, ink=ink, width=_LINE)
    canvas.lines(((top, Point(top.x, box.y)),), ink=ink, width=_LINE)
    flag = (
        Point(top.x, box.y),
        Point(top.x + box.width * 0.32, box.y + box.height * 0.11),
        Point(top.x, box.y + box.height * 0.22),
    )
    canvas.polygon(flag, fill=ink)


def draw_tent(canvas: Canvas, centre: Point, size: float, ink: Colour) -> None:
    """A tent, `size` wide."""
    half = size / 2
    top = Point(centre.x, centre.y - half * 0.62)
    base = centre.y + half * 0.62
    sides = (Point(centre.x - half, base), top, Point(centre.x + half, base))
    canvas.polygon(sides, fill=ink)
    flap = (
        Point(centre.x - half * 0.3, base),
        Point(centre.x, base - half * 0.7),
        Point(centre.x + half * 0.3, base),
    )
    canvas.polygon(flap, fill=WHITE)


def draw_double_ring(canvas: Canvas, centre: Point, radius: float, ink: Colour) -> None:
    """The double ring of dangerous terrain, small."""
    for part in (0.86, 0.46):
        reach = radius * part
        canvas.circle(centre, reach, fill=WHITE, ink=ink, width=radius * 0.24)


def draw_pattern(canvas: Canvas, centre: Point, radius: float, ink: Colour) -> None:
    """A small circle with its pattern on the rim and a number in the middle."""
    outer, inner = radius * 0.96, radius * 0.66
    canvas.circle(centre, outer, fill=WHITE, ink=ink, width=_LINE)
    canvas.circle(centre, inner, ink=ink, width=_LINE / 2)
    strokes = []
    for step in range(_PATTERN_STROKES):
        angle = math.tau * step / _PATTERN_STROKES
        ends = ((inner, angle), (outer, angle + 0.2))
        strokes.append(
            tuple(
                Point(centre.x + far * math.cos(way), centre.y + far * math.sin(way))
                for far, way in ends
            )
        )
    canvas.lines(strokes, ink=ink, width=_LINE)
    canvas.text(
        "7",
        Point(centre.x, centre.y + radius * 0.36),
        font=BOLD,
        size=radius * 1.02,
        ink=ink,
        align="centre",
    )
