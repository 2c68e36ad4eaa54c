"""How numbers come onto the paper: pens, manners of writing, ink on the canvas.

Lengths are in disc radii unless said otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.training import marks
from trekprint.training.glyphs import HEIGHT, PAD, Floats, Glyph, draw
from trekprint.training.printed import CANVAS, RADIUS, field

if TYPE_CHECKING:
    from collections.abc import Sequence

Rng = np.random.Generator


@dataclass(frozen=True, slots=True, kw_only=True)
class PenParams:
    """Pens: 0.3 mm in a large circle to 1.2 mm in a small one.

    Attributes:
        usual: Middle and spread (of the logarithm) of the width.
        width: Least and greatest width.
        thick: Width of a thick felt pen (low, high).
        thick_share: How many are such.
        pencils: How many are pencils: pale and grainy.
    """

    usual: tuple[float, float] = (0.078, 0.42)
    width: tuple[float, float] = (0.035, 0.24)
    thick: tuple[float, float] = (0.13, 0.24)
    thick_share: float = 0.08
    pencils: float = 0.33


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """A pen: its half width (canvas pixels) and how much light its ink takes."""

    half_width: float
    darkness: float
    grain: float

    @property
    def thickness(self) -> int:
        """Width in whole pixels."""
        return max(1, round(self.half_width * 2))


def random_pen(rng: Rng, params: PenParams, *, thick: bool | None = None) -> Pen:
    """Ballpoint, fineliner, felt pen or pencil; `thick` or not, or as it comes."""
    if thick is None:
        thick = bool(rng.random() < params.thick_share)
    if thick:
        width = float(rng.uniform(*params.thick))
    else:
        middle, spread = params.usual
        low, high = np.log(params.width)
        width = np.exp(np.clip(rng.normal(np.log(middle), spread), low, high))
    pencil = not thick and rng.random() < params.pencils
    return Pen(
        half_width=float(width) * RADIUS / 2,
        darkness=float(rng.uniform(0.19, 0.6) if pencil else rng.uniform(0.42, 0.97)),
        grain=float(rng.uniform(0.15, 0.65) if pencil else rng.choice([0, 0.25])),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How someone writes; spreads are standard deviations.

    Attributes:
        tall: Height of a digit, disc diameters: least, likeliest, most.
        uneven: Spread of the digits' sizes.
        baseline: Spread of how high a digit stands, heights.
        tilt, shear: Spread of the turn (rad) and of the slant.
        gaps: Space between two digits, heights (low, high).
        raised: One of two digits stands so many heights higher than the other.
        widest: Widest that a number may be.
        thick: Share with a thick pen.
        shake: How much of the bending is small and quick: a child's or a tired hand.
    """

    tall: tuple[float, float, float] = (0.35, 0.55, 0.85)
    uneven: float = 0.06
    baseline: float = 0.05
    tilt: float = 0.08
    shear: float = 0.1
    gaps: tuple[float, float] = (-0.02, 0.3)
    raised: float = 0.0
    widest: float = 1.8
    thick: float = 0.06
    shake: float = 0.0


def write(
    ink: Floats,
    glyphs: Sequence[Glyph],
    tall: float,
    pen: Pen,
    rng: Rng,
    manner: Manner,
    centre: Floats | np.ndarray | None = None,
) -> tuple[float, float, float, float]:
    """Write glyphs side by side on `ink`.

    Args:
        ink: The canvas, changed in place.
        glyphs: Digits from left to right.
        tall: Height of a digit; less where the number would be too wide.
        pen: What it is written with.
        rng: Source of chance.
        manner: How it is written.
        centre: Middle of the number; about the disc's where None.

    Returns:
        Half width, half height, x and y of the middle of what was written.
    """
    several = len(glyphs) > 1
    sizes = tall * np.maximum(rng.normal(1, manner.uneven, len(glyphs)), 0.5)
    sizes *= 0.93 if several else 1
    aspects = rng.uniform(0.85, 1.2) * rng.normal(1, 0.04, len(glyphs))
    widths = np.array(
        [
            glyph.width / HEIGHT * size * aspect
            for glyph, size, aspect in zip(glyphs, sizes, aspects, strict=True)
        ]
    )
    gaps = np.append(rng.uniform(*manner.gaps, len(glyphs) - 1) * tall, 0)
    total = float((widths + gaps).sum())
    shrink = min(1.0, manner.widest / max(total, 1e-6))
    sizes, widths, gaps = sizes * shrink, widths * shrink, gaps * shrink
    half = (total * shrink / 2, float(sizes.max()) / 2)
    if centre is None:
        room = np.maximum(0.97 - np.hypot(*half), 0.06)
        centre = np.clip(rng.normal(0, 0.13, 2), -room, room)
    tilt, shear = rng.normal(0, manner.tilt), rng.normal(0, manner.shear)
    slope = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    lean = slope @ np.array([[1, shear], [0, 1]])
    x, up = -half[0], manner.raised * rng.choice([-1, 1]) * several / 2
    for glyph, size, aspect, width, gap in zip(
        glyphs, sizes, aspects, widths, gaps, strict=True
    ):
        y = (rng.normal(0, manner.baseline) + up) * size
        place = centre + slope @ np.array([x + width / 2, y])
        matrix = lean * (size * RADIUS / HEIGHT) @ np.diag([aspect, 1])
        middle = np.array([glyph.width, glyph.height]) / 2 + PAD
        offset = place * RADIUS + CANVAS / 2 - matrix @ middle
        to_canvas = np.column_stack([matrix, offset]).astype(np.float32)
        half_width = pen.half_width * rng.uniform(0.9, 1.1)
        np.maximum(ink, draw(glyph, to_canvas, half_width, CANVAS), out=ink)
        x, up = x + width + gap, -up
    return (half[0], half[1], float(centre[0]), float(centre[1]))


def stamp(
    ink: Floats, mark: Sequence[marks.Line], thickness: int, strength: float = 1.0
) -> None:
    """Draw lines on `ink`, in place."""
    if not mark:
        return
    layer = np.zeros(ink.shape, np.uint8)
    for line in mark:
        fine = np.round((line.points * RADIUS + CANVAS / 2) * 16).astype(np.int32)
        if line.filled:
            cv2.fillPoly(layer, [fine], 255, cv2.LINE_AA, 4)
        cv2.polylines(layer, [fine], False, 255, thickness, cv2.LINE_AA, 4)
    np.maximum(ink, layer.astype(np.float32) * (strength / 255), out=ink)


def shifted(line: marks.Line, by: Floats | np.ndarray) -> marks.Line:
    """A line moved by (x, y)."""
    points = (line.points + by).astype(np.float32)
    return marks.Line(points=points, filled=line.filled)


def broken(ink: Floats, rng: Rng) -> None:
    """Take thin strips out of the ink, in place: a pen that skips, a bad copy."""
    gone = np.zeros_like(ink)
    for _ in range(int(rng.integers(1, 5))):
        angle, off = rng.uniform(0, marks.TURN), rng.uniform(-0.6, 0.6)
        way = np.array([np.cos(angle), np.sin(angle)])
        side = np.array([-way[1], way[0]]) * off
        line = marks.stroke(rng, tuple(side - way), tuple(side + way))
        stamp(gone, [line], int(rng.integers(2, 6)))
    ink *= 1 - gone * np.float32(rng.uniform(0.75, 1))


_GRID = np.indices((CANVAS, CANVAS), np.float32)[::-1]

COARSE, FINE = 6, 15
"""Knots across the canvas of a wide bending and of a shake."""
SHAKE = 0.9
"""A shake of 1, canvas pixels."""


def warped(ink: Floats, rng: Rng, shake: float = 0.0) -> Floats:
    """The ink bent a little, so that no two copies of a sample are alike."""
    amount = rng.choice([0.0, 1.0, 2.2])
    if amount == 0 and not shake:
        return ink
    x, y = (grid + np.float32(amount) * field(rng, COARSE) for grid in _GRID)
    if shake:
        strength = np.float32(shake * SHAKE)
        x, y = x + strength * field(rng, FINE), y + strength * field(rng, FINE)
    return np.asarray(cv2.remap(ink, x, y, cv2.INTER_LINEAR), np.float32)


def texture(pen: Pen, rng: Rng) -> Floats:
    """How evenly the ink lies: pressure along the strokes, grain of paper."""
    pressure = 1 + 0.12 * field(rng, 5)
    if pen.grain:
        pressure -= pen.grain * np.clip(0.5 + 0.5 * field(rng, 90), 0, 1)
    return np.clip(pressure, 0.25, 1).astype(np.float32)
