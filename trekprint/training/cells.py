"""Made-up circles: what the printer printed, a player wrote, and a camera saw.

Lengths are in disc radii unless said otherwise. `Painter.cell` gives one crop as the
reader will cut it from a photo; `prepare` makes the network's input of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.digits import BLANK, CROP_MARGIN, NUMBERS, OTHER, SKULL
from trekprint.training import marks
from trekprint.training.camera import photograph
from trekprint.training.glyphs import HEIGHT, PAD, Floats, Glyph, Gray, draw
from trekprint.training.sources import FONTS, MNIST, SWISS, UNIPEN, Hand

if TYPE_CHECKING:
    from collections.abc import Sequence

Rng = np.random.Generator

CANVAS = 176
"""Side of the drawing, pixels; wider than a crop, so that it may be cut askew."""
CROP = 144
"""Side of an unmoved crop on the drawing, pixels."""
RADIUS = CROP / 2 / CROP_MARGIN
"""The disc's radius on the drawing, pixels."""

OVER_LIMIT = (15, 16, 18, 20, 24, 25, 30)
"""Results of two dice over 12; written in a circle they are no number of the game."""
SINGLE_STROKES = {0: "level", 1: "none", 4: "none", 7: "none"}
"""Which single strokes strike out a number, where not any: see `marks.strike`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How often and how large things are. Shares are probabilities.

    Attributes:
        mix: Share of each source of hands; fonts stay under 15 %.
        numbers, skulls, others: Shares of kinds of circles; the rest is blank.
        tall: Digit height, disc diameters (low, high).
        pen: Pen width (low, high); 0.3 mm in a large circle to 1.2 mm in a small one.
        link_counts: Shares of 0, 1, 2, 3 drawn links.
        pattern: Share of circles with a zone pattern in the rim.
        replaced: Share of numbers that were corrected by the player.
        ghost: Share with an erased number, or one that shows through.
    """

    mix: tuple[tuple[str, float], ...] = (
        (UNIPEN, 0.47),
        (SWISS, 0.28),
        (MNIST, 0.13),
        (FONTS, 0.12),
    )
    numbers: float = 0.80
    skulls: float = 0.09
    others: float = 0.06
    tall: tuple[float, float] = (0.35, 0.85)
    pen: tuple[float, float] = (0.035, 0.18)
    link_counts: tuple[float, ...] = (0.42, 0.28, 0.2, 0.1)
    pattern: float = 0.3
    replaced: float = 0.02
    ghost: float = 0.06


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


def random_pen(rng: Rng, habits: Habits) -> Pen:
    """Ballpoint, fineliner, felt pen or pencil; pencil is pale and grainy."""
    low, high = np.log(habits.pen)
    width = float(np.exp(np.clip(rng.normal(np.log(0.078), 0.42), low, high)))
    pencil = rng.random() < 0.35
    return Pen(
        half_width=width * RADIUS / 2,
        darkness=float(rng.uniform(0.19, 0.6) if pencil else rng.uniform(0.42, 0.97)),
        grain=float(rng.uniform(0.15, 0.65) if pencil else rng.choice([0, 0.25])),
    )


class Painter:
    """Draws circles with the handwriting of `hands`."""

    def __init__(self, hands: Sequence[Hand], habits: Habits | None = None) -> None:
        """Group the hands by source. Sources without hands share out their part."""
        self.habits = habits or Habits()
        self._hands = {
            source: [hand for hand in hands if hand.source == source]
            for source, _ in self.habits.mix
        }
        shares = [share for source, share in self.habits.mix if self._hands[source]]
        self._sources = [source for source, _ in self.habits.mix if self._hands[source]]
        self._shares = np.array(shares) / sum(shares)
        # A writer with 500 samples is not ten times one with 50
        self._weights = {}
        for source in self._sources:
            counts = [sum(map(len, hand.digits)) for hand in self._hands[source]]
            weights = np.minimum(counts, 60).astype(float)
            self._weights[source] = weights / weights.sum()
        self._letters = [g for hand in self._hands[FONTS] for g in hand.letters]

    def cell(
        self, rng: Rng, label: int | None = None, source: str | None = None
    ) -> tuple[Gray, int]:
        """One crop as a photo shows it, and its class (column of `CLASSES`)."""
        if label is None:
            label = self._label(rng)
        ink = np.zeros((CANVAS, CANVAS), np.float32)
        pen = random_pen(rng, self.habits)
        if label < NUMBERS:
            self._write_number(ink, label, pen, rng, source)
        elif label == SKULL:
            self._draw_skull(ink, pen, rng)
        elif label == OTHER:
            self._draw_other(ink, pen, rng)
        self._surround(ink, pen, rng)
        ink = _warped(ink, rng) * _texture(pen, rng)
        light = (1 - ink * pen.darkness) * self._page(rng)
        return photograph(light, CROP, rng), label

    def _label(self, rng: Rng) -> int:
        habits = self.habits
        kind = rng.random()
        if kind < habits.numbers:
            return int(rng.integers(NUMBERS))
        if kind < habits.numbers + habits.skulls:
            return SKULL
        return OTHER if kind < habits.numbers + habits.skulls + habits.others else BLANK

    # Handwriting

    def _hand(self, rng: Rng, digits: Sequence[int], source: str | None) -> Hand:
        """A hand that has all `digits`."""
        while True:
            name = (
                source
                or self._sources[int(rng.choice(len(self._sources), p=self._shares))]
            )
            weights = self._weights[name]
            hand = self._hands[name][int(rng.choice(len(weights), p=weights))]
            if all(hand.digits[digit] for digit in digits):
                return hand

    def _glyphs(self, rng: Rng, number: int, source: str | None = None) -> list[Glyph]:
        digits = [int(digit) for digit in str(number)]
        hand = self._hand(rng, digits, source)
        return [
            hand.digits[digit][int(rng.integers(len(hand.digits[digit])))]
            for digit in digits
        ]

    def _write_number(
        self, ink: Floats, number: int, pen: Pen, rng: Rng, source: str | None
    ) -> None:
        """The number somewhere near the middle; at times beside one that was wrong."""
        glyphs = self._glyphs(rng, number, source)
        low, high = self.habits.tall
        tall = float(rng.triangular(low, 0.55, high)) * 2
        if rng.random() >= self.habits.replaced:
            write(ink, glyphs, tall, pen, rng)
            return
        wrong = self._glyphs(rng, int(rng.integers(NUMBERS)))
        tall = rng.uniform(0.6, 0.9)
        away = np.array(rng.choice([-1, 1]) * np.array([0.42, rng.normal(0, 0.15)]))
        if rng.random() < 0.3:
            away = away[::-1]
        box = write(ink, wrong, tall, pen, rng, centre=away, widest=0.7)
        out = marks.strike(rng, box[0], box[1], one="none")
        stamp(ink, [_shifted(line, away) for line in out], pen.thickness)
        write(ink, glyphs, tall, pen, rng, centre=-away, widest=0.75)

    def _draw_skull(self, ink: Floats, pen: Pen, rng: Rng) -> None:
        kind = rng.choice(4, p=[0.5, 0.16, 0.26, 0.08])
        if kind == 0:
            stamp(ink, marks.skull(rng), pen.thickness)
        elif kind == 1:
            stamp(ink, marks.cross(rng), pen.thickness)
        elif kind == 3:
            size = rng.uniform(0.45, 0.95, 2)
            mark = marks.scribble(rng, (size[0], size[1]))
            stamp(ink, mark, pen.thickness)
        else:  # a number, struck out
            number = int(rng.integers(NUMBERS + 8))
            low, high = self.habits.tall
            tall = float(rng.uniform(low, high)) * 2
            box = write(ink, self._glyphs(rng, number), tall, pen, rng)
            one = SINGLE_STROKES.get(number, "any")
            out = marks.strike(rng, box[0], box[1], one=one)
            at = np.array(box[2:])
            thickness = max(1, round(pen.thickness * rng.uniform(0.7, 1.4)))
            stamp(ink, [_shifted(line, at) for line in out], thickness)

    def _draw_other(self, ink: Floats, pen: Pen, rng: Rng) -> None:
        kind = rng.choice(5, p=[0.38, 0.32, 0.15, 0.1, 0.05])
        if kind == 0:
            stamp(ink, marks.doodle(rng), pen.thickness)
        elif kind == 1:  # a number over 12
            known = rng.random() < 0.7
            number = rng.choice(OVER_LIMIT) if known else rng.integers(13, 100)
            tall = float(rng.uniform(*self.habits.tall)) * 2
            write(ink, self._glyphs(rng, int(number)), tall, pen, rng)
        elif kind == 2 and self._letters:
            letter = self._letters[int(rng.integers(len(self._letters)))]
            tall = float(rng.uniform(*self.habits.tall)) * 2
            write(ink, [letter], tall, pen, rng)
        elif kind == 3:  # two numbers, one above or beside the other
            for sign in (-1, 1):
                way = np.array([0.1, 0.45]) if rng.random() < 0.5 else (0.5, 0.15)
                number = self._glyphs(rng, int(rng.integers(NUMBERS)))
                write(ink, number, 0.7, pen, rng, np.asarray(way) * sign, 0.8)
        else:  # mostly outside
            angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.95, 1.1)
            centre = np.array([np.cos(angle), np.sin(angle)]) * away
            number = self._glyphs(rng, int(rng.integers(10)))
            write(ink, number, rng.uniform(0.9, 1.5), pen, rng, centre)

    def _surround(self, ink: Floats, pen: Pen, rng: Rng) -> None:
        """Links that reach in, a pattern in the rim, strokes of the neighbours."""
        habits = self.habits
        lines: list[marks.Line] = []
        count = int(rng.choice(len(habits.link_counts), p=habits.link_counts))
        for angle in rng.uniform(0, 2 * np.pi, count):
            deep = 1.12 - abs(rng.normal(0, 0.17))
            lines.append(marks.link(rng, float(angle), max(0.5, deep)))
        if rng.random() < 0.15:  # a neighbour's stroke comes near
            angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.98, 1.2)
            ends = angle + rng.uniform(0.2, 0.8) * np.array([-1, 1])
            far = away / np.cos((ends[1] - ends[0]) / 2)
            points = [(far * np.cos(end), far * np.sin(end)) for end in ends]
            lines.append(marks.stroke(rng, points[0], points[1]))
        thickness = max(1, round(pen.thickness * rng.uniform(0.8, 1.3)))
        stamp(ink, lines, thickness)
        if rng.random() < habits.pattern:
            drawn = marks.rim_pattern(rng, rng.uniform(0.15, 0.2))
            width = float(np.clip(rng.normal(0.07, 0.02), 0.03, 0.15)) * RADIUS
            stamp(ink, drawn, max(1, round(width)), float(rng.uniform(0.4, 1)))

    def _page(self, rng: Rng) -> Floats:
        """The printed page under the ink: light it gives back, 0 to 1."""
        page = _printed(rng)
        if rng.random() < self.habits.ghost:
            ghost = np.zeros_like(page)
            faint = Pen(half_width=rng.uniform(2, 4), darkness=1, grain=0)
            glyphs = self._glyphs(rng, int(rng.integers(NUMBERS)))
            write(ghost, glyphs, rng.uniform(0.8, 1.5), faint, rng)
            through = rng.random() < 0.5
            if through:
                ghost = cv2.GaussianBlur(ghost[:, ::-1], (0, 0), 1.5)
            page *= 1 - ghost * rng.uniform(0.01, 0.04)
        return page


def write(
    ink: Floats,
    glyphs: Sequence[Glyph],
    tall: float,
    pen: Pen,
    rng: Rng,
    centre: Floats | np.ndarray | None = None,
    widest: float = 1.8,
) -> tuple[float, float, float, float]:
    """Write glyphs side by side on `ink`.

    Args:
        ink: The canvas, changed in place.
        glyphs: Digits from left to right.
        tall: Height of a digit, disc radii; less where the number would be too wide.
        pen: What it is written with.
        rng: Source of chance.
        centre: Middle of the number, disc radii; about the disc's where None.
        widest: Widest that the number may be.

    Returns:
        Half width, half height, x and y of the middle of what was written.
    """
    sizes = tall * rng.normal(1, 0.06, len(glyphs)) * (0.93 if len(glyphs) > 1 else 1)
    aspects = rng.uniform(0.85, 1.2) * rng.normal(1, 0.04, len(glyphs))
    widths = np.array(
        [
            glyph.width / HEIGHT * size * aspect
            for glyph, size, aspect in zip(glyphs, sizes, aspects, strict=True)
        ]
    )
    gaps = np.append(rng.uniform(-0.02, 0.3, len(glyphs) - 1) * tall, 0)
    total = float((widths + gaps).sum())
    shrink = min(1.0, widest / max(total, 1e-6))
    sizes, widths, gaps = sizes * shrink, widths * shrink, gaps * shrink
    half = (total * shrink / 2, float(sizes.max()) / 2)
    if centre is None:
        room = np.maximum(0.97 - np.hypot(*half), 0.06)
        centre = np.clip(rng.normal(0, 0.13, 2), -room, room)
    tilt, shear = rng.normal(0, 0.08), rng.normal(0, 0.1)
    slope = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    lean = slope @ np.array([[1, shear], [0, 1]])
    x = -half[0]
    for glyph, size, aspect, width, gap in zip(
        glyphs, sizes, aspects, widths, gaps, strict=True
    ):
        place = centre + slope @ np.array([x + width / 2, rng.normal(0, 0.05) * size])
        matrix = lean * (size * RADIUS / HEIGHT) @ np.diag([aspect, 1])
        middle = np.array([glyph.width, glyph.height]) / 2 + PAD
        offset = place * RADIUS + CANVAS / 2 - matrix @ middle
        to_canvas = np.column_stack([matrix, offset]).astype(np.float32)
        half_width = pen.half_width * rng.uniform(0.9, 1.1)
        np.maximum(ink, draw(glyph, to_canvas, half_width, CANVAS), out=ink)
        x += width + gap
    return (half[0], half[1], float(centre[0]), float(centre[1]))


def stamp(
    ink: Floats, mark: Sequence[marks.Line], thickness: int, strength: float = 1.0
) -> None:
    """Draw lines (disc radii) on `ink`, in place."""
    if not mark:
        return
    layer = np.zeros(ink.shape, np.uint8)
    for line in mark:
        fine = np.round((line.points * RADIUS + CANVAS / 2) * 16).astype(np.int32)
        if line.filled:
            cv2.fillPoly(layer, [fine], 255, cv2.LINE_AA, 4)
        cv2.polylines(layer, [fine], False, 255, thickness, cv2.LINE_AA, 4)
    np.maximum(ink, layer.astype(np.float32) * (strength / 255), out=ink)


def _shifted(line: marks.Line, by: Floats | np.ndarray) -> marks.Line:
    points = (line.points + by).astype(np.float32)
    return marks.Line(points=points, filled=line.filled)


def _field(rng: Rng, knots: int, side: int = CANVAS) -> Floats:
    """Smooth noise with about unit spread."""
    coarse = rng.normal(0, 1, (knots, knots)).astype(np.float32)
    smooth = cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
    return np.asarray(smooth, np.float32)


_GRID = np.indices((CANVAS, CANVAS), np.float32)[::-1]


def _warped(ink: Floats, rng: Rng) -> Floats:
    """The ink bent a little, so that no two copies of a sample are alike."""
    amount = rng.choice([0.0, 1.0, 2.2])
    if amount == 0:
        return ink
    bend = np.float32(amount)
    x, y = (grid + bend * _field(rng, 6) for grid in _GRID)
    return np.asarray(cv2.remap(ink, x, y, cv2.INTER_LINEAR), np.float32)


def _texture(pen: Pen, rng: Rng) -> Floats:
    """How evenly the ink lies: pressure along the strokes, grain of paper."""
    pressure = 1 + 0.12 * _field(rng, 5)
    if pen.grain:
        pressure -= pen.grain * np.clip(0.5 + 0.5 * _field(rng, 90), 0, 1)
    return np.clip(pressure, 0.25, 1).astype(np.float32)


def _printed(rng: Rng) -> Floats:
    """White disc, thin rings, rim, bridges, heavy ring, tiny id: as light, 0 to 1."""
    page = np.ones((CANVAS, CANVAS), np.float32)
    outside = np.zeros((CANVAS, CANVAS), np.uint8)
    rim = rng.uniform(0.15, 0.2)
    _disc(outside, 1 + rim, 255, -1)
    page[outside == 0] -= rng.choice([0.0, rng.uniform(0, 0.4)])
    band = np.zeros((CANVAS, CANVAS), np.uint8)
    for angle in rng.uniform(0, 2 * np.pi, rng.integers(1, 6)):  # bridges
        way = np.array([np.cos(angle), np.sin(angle)])
        ends = [way * (1 + rim), way * 1.6]
        _stretch(band, ends, int(rng.integers(2, 9)), int(rng.integers(60, 256)))
    _disc(band, 1 + rim, 0, -1)
    if rng.random() < 0.4:  # dangerous: a heavy double ring
        heavy = rng.uniform(0.05, 0.1)
        _disc(band, 1 + rim + heavy / 2, 255, max(1, round(heavy * RADIUS)))
        if rng.random() < 0.4:
            inner = 1 + rng.uniform(0.02, rim)
            _disc(band, inner, 255, int(rng.integers(2, 5)))
    elif rng.random() < 0.3:  # a tinted rim
        _disc(band, 1 + rim, int(rng.integers(20, 90)), -1)
        _disc(band, 1.0, 0, -1)
    dark = int(rng.integers(70, 256))
    if rng.random() < 0.9:
        width = int(rng.choice([1, 2, 3, 4], p=[0.4, 0.35, 0.15, 0.1]))
        _disc(band, 1.0 + rng.normal(0, 0.01), dark, width)
    if rng.random() < 0.9:
        _disc(band, 1 + rim, dark, int(rng.integers(1, 4)))
    if rng.random() < 0.6:  # the circle's id
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(1.02, 1.25)
        at = np.array([np.cos(angle), np.sin(angle)]) * away * RADIUS + CANVAS / 2
        text = str(rng.integers(1, 20))
        place = (int(at[0]) - 4, int(at[1]) + 4)
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(band, text, place, font, 0.32, 220, 1, cv2.LINE_AA)
    page *= 1 - band.astype(np.float32) * (rng.uniform(0.75, 0.97) / 255)
    return page * (1 + 0.012 * _field(rng, 60))


def _disc(layer: Gray, radius: float, value: int, thickness: int) -> None:
    """A circle about the middle; filled where `thickness` is -1."""
    centre = (CANVAS * 8, CANVAS * 8)
    away = round(radius * RADIUS * 16)
    cv2.circle(layer, centre, away, value, thickness, cv2.LINE_AA, 4)


def _stretch(layer: Gray, ends: Sequence[np.ndarray], width: int, value: int) -> None:
    points = np.round((np.array(ends) * RADIUS + CANVAS / 2) * 16).astype(np.int32)
    cv2.polylines(layer, [points], False, value, width, cv2.LINE_AA, 4)
