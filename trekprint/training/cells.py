"""Made-up circles: what the printer printed, a player wrote, and a camera saw.

Lengths are in disc radii unless said otherwise. `Painter.cell` gives one crop as the
reader will cut it from a photo; `prepare` makes the network's input of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.digits import BLANK, NUMBERS, OTHER, SKULL
from trekprint.training import camera, marks, rims
from trekprint.training.printed import CANVAS, CROP, RADIUS, printed
from trekprint.training.sources import DRAWN, FONTS, MNIST, SWISS, UNIPEN, Hand
from trekprint.training.writing import (
    Manner,
    Pen,
    PenParams,
    broken,
    random_pen,
    shifted,
    stamp,
    texture,
    warped,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.training.glyphs import Floats, Glyph, Gray

Rng = np.random.Generator

OVER_LIMIT = (15, 16, 18, 20, 24, 25, 30)
"""Results of two dice over 12; written in a circle they are no number of the game."""
SINGLE_STROKES = {0: "level", 1: "none", 4: "none", 7: "none"}
"""Which single strokes strike out a number, where not any: see `marks.strike`."""

PLAIN = "usual"
MANNERS = {
    PLAIN: Manner(),
    "filling": Manner(tall=(0.78, 0.92, 0.97), widest=1.9, thick=0.5),
    "stubby": Manner(tall=(0.28, 0.4, 0.6), thick=0.7),
    "hurried": Manner(
        tall=(0.4, 0.65, 0.92),
        uneven=0.15,
        baseline=0.12,
        tilt=0.17,
        shear=0.28,
        gaps=(-0.12, 0.4),
        shake=1.0,
    ),
    "raised": Manner(uneven=0.12, gaps=(-0.05, 0.3), raised=0.3),
    "apart": Manner(tall=(0.35, 0.5, 0.7), gaps=(0.25, 0.65), widest=1.9),
    "touching": Manner(uneven=0.1, gaps=(-0.22, 0.03)),
}
"""Ways of writing any number."""
CHANGES = ("broken", "extra stroke", "replaced", "overwritten")
"""What befalls a number after it was written; then it is written as usual."""
STYLES = (*MANNERS, *CHANGES)
REPLACING_PEN = 0.1
"""Two numbers find room in a circle only with a pen no wider than this."""
SLASHED, CROSSED = 0, 7
"""The numbers that an extra stroke leaves what they are."""


def _style_shares() -> dict[str, float]:
    return {
        PLAIN: 0.46,
        "filling": 0.14,
        "stubby": 0.06,
        "hurried": 0.12,
        "raised": 0.025,
        "apart": 0.025,
        "touching": 0.04,
        "broken": 0.03,
        "extra stroke": 0.03,
        "replaced": 0.04,
        "overwritten": 0.03,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How often and how large things are. Shares are probabilities.

    Attributes:
        mix: Share of each source of hands; fonts stay under 15 %.
        numbers, skulls, others: Shares of kinds of circles; the rest is blank.
        styles: Share of each of `STYLES` among the numbers.
        pens: What is written with.
        skull_pen: A skull's pen is at most so wide, or its face would close up.
        link_counts: Shares of 0, 1, 2, 3 drawn links.
        pattern: Share of circles with a zone pattern in the rim.
        stray: Share with strokes of a pattern that stray far over the number.
        ghost: Share with an erased number, or one that shows through.
    """

    mix: tuple[tuple[str, float], ...] = (
        (UNIPEN, 0.44),
        (SWISS, 0.26),
        (MNIST, 0.12),
        (FONTS, 0.11),
        (DRAWN, 0.07),
    )
    numbers: float = 0.76
    skulls: float = 0.10
    others: float = 0.09
    styles: dict[str, float] = field(default_factory=_style_shares)
    pens: PenParams = field(default_factory=PenParams)
    skull_pen: float = 0.13
    link_counts: tuple[float, ...] = (0.42, 0.28, 0.2, 0.1)
    pattern: float = 0.3
    stray: float = 0.05
    ghost: float = 0.06


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What circles are wanted; what is left open comes as it may.

    Attributes:
        labels: Columns of `CLASSES`, in turn.
        source: Whose numbers.
        style: One of `STYLES`.
        view: One of `camera.VIEWS`.
        thick: With a thick pen, or with none.
    """

    labels: tuple[int, ...] = ()
    source: str | None = None
    style: str | None = None
    view: str | None = None
    thick: bool | None = None


ANYTHING = Order()


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
        self, rng: Rng, label: int | None = None, order: Order = ANYTHING
    ) -> tuple[Gray, int]:
        """One crop as a photo shows it, and its class (column of `CLASSES`)."""
        if label is None:
            label = self._label(rng)
        order = self.decided(rng, order)
        ink = np.zeros((CANVAS, CANVAS), np.float32)
        style = order.style or PLAIN
        manner = MANNERS.get(style, MANNERS[PLAIN])
        thick = order.thick
        if thick is None:
            thick = bool(rng.random() < manner.thick)
        pen = random_pen(rng, self.habits.pens, thick=thick)
        if label < NUMBERS:
            self._write_number(ink, label, pen, rng, style, order.source)
        elif label == SKULL:
            self._draw_skull(ink, pen, rng, manner)
        elif label == OTHER:
            self._draw_other(ink, pen, rng)
        self._surround(ink, pen, rng)
        ink = warped(ink, rng, manner.shake) * texture(pen, rng)
        light = (1 - ink * pen.darkness) * self._page(rng)
        return camera.seen(light, CROP, rng, order.view), label

    def decided(self, rng: Rng, order: Order = ANYTHING) -> Order:
        """The order with a style and a view, by their shares where it names none."""
        style = order.style or _chosen(rng, self.habits.styles)
        view = order.view or _chosen(rng, camera.VIEWS)
        return replace(order, style=style, view=view)

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
        self,
        ink: Floats,
        number: int,
        pen: Pen,
        rng: Rng,
        style: str,
        source: str | None,
    ) -> None:
        """The number in a style, somewhere near the middle."""
        glyphs = self._glyphs(rng, number, source)
        manner = MANNERS.get(style, MANNERS[PLAIN])
        tall = 2 * float(rng.triangular(*manner.tall))
        if style == "replaced":
            self._replace(ink, glyphs, pen, rng)
            return
        if style == "overwritten":
            self._overwrite(ink, glyphs, tall, pen, rng)
            return
        box = write(ink, glyphs, tall, pen, rng, manner)
        if style == "broken":
            broken(ink, rng)
        elif style == "extra stroke" and number in (SLASHED, CROSSED):
            extra = (
                marks.slash(rng, *box) if number == SLASHED else marks.bar(rng, *box)
            )
            stamp(ink, [extra], pen.thickness)

    def _replace(self, ink: Floats, glyphs: list[Glyph], pen: Pen, rng: Rng) -> None:
        """A wrong number, struck out, and the right one beside, above or below it."""
        wrong = self._glyphs(rng, int(rng.integers(NUMBERS)))
        angle = rng.choice([0, np.pi / 2]) + rng.normal(0, 0.25)
        away = rng.choice([-1, 1]) * rng.uniform(0.38, 0.55)
        away = away * np.array([np.cos(angle), np.sin(angle)])
        manner, tall = Manner(widest=0.75), rng.uniform(0.55, 0.95)
        out = replace(pen, half_width=min(pen.half_width, REPLACING_PEN * RADIUS / 2))
        box = write(ink, wrong, tall, out, rng, manner, away)
        lines = marks.strike(rng, box[0], box[1], one="none")
        stamp(ink, [shifted(line, away) for line in lines], out.thickness)
        tall *= rng.uniform(0.9, 1.3)
        write(ink, glyphs, tall, out, rng, manner, -away)

    def _overwrite(
        self, ink: Floats, glyphs: list[Glyph], tall: float, pen: Pen, rng: Rng
    ) -> None:
        """A wrong number, and the right one over it, with more weight."""
        usual, centre = MANNERS[PLAIN], rng.normal(0, 0.06, 2)
        wrong = self._glyphs(rng, int(rng.integers(NUMBERS)))
        write(ink, wrong, tall * rng.uniform(0.8, 1.05), pen, rng, usual, centre)
        ink *= np.float32(rng.uniform(0.35, 1))
        heavy = replace(pen, half_width=pen.half_width * rng.uniform(1.3, 2.1))
        write(ink, glyphs, tall, heavy, rng, usual, centre + rng.normal(0, 0.05, 2))

    def _draw_skull(self, ink: Floats, pen: Pen, rng: Rng, manner: Manner) -> None:
        kind = rng.choice(4, p=[0.52, 0.18, 0.23, 0.07])
        fine = replace(
            pen, half_width=min(pen.half_width, self.habits.skull_pen * RADIUS / 2)
        )
        if kind == 0:
            stamp(ink, marks.skull(rng), fine.thickness)
        elif kind == 1:
            stamp(ink, marks.cross(rng), pen.thickness)
        elif kind == 3:
            size = rng.uniform(0.45, 0.95, 2)
            mark = marks.scribble(rng, (size[0], size[1]))
            stamp(ink, mark, pen.thickness)
        else:  # a number, struck out
            number = int(rng.integers(NUMBERS + 8))
            tall = 2 * float(rng.triangular(*manner.tall))
            box = write(ink, self._glyphs(rng, number), tall, fine, rng, manner)
            one = SINGLE_STROKES.get(number, "any")
            out = marks.strike(rng, box[0], box[1], one=one)
            at = np.array(box[2:])
            thickness = max(1, round(fine.thickness * rng.uniform(0.7, 1.4)))
            stamp(ink, [shifted(line, at) for line in out], thickness)

    def _draw_other(self, ink: Floats, pen: Pen, rng: Rng) -> None:
        kind = rng.choice(5, p=[0.38, 0.32, 0.15, 0.1, 0.05])
        usual = MANNERS[PLAIN]
        tall = float(rng.uniform(usual.tall[0], usual.tall[2])) * 2
        if kind == 0:
            stamp(ink, marks.doodle(rng), pen.thickness)
        elif kind == 1:  # a number over 12
            known = rng.random() < 0.7
            number = rng.choice(OVER_LIMIT) if known else rng.integers(13, 100)
            write(ink, self._glyphs(rng, int(number)), tall, pen, rng, usual)
        elif kind == 2 and self._letters:
            letter = self._letters[int(rng.integers(len(self._letters)))]
            write(ink, [letter], tall, pen, rng, usual)
        elif kind == 3:  # two numbers, one above or beside the other
            narrow = Manner(widest=0.8)
            for sign in (-1, 1):
                way = np.array([0.1, 0.45]) if rng.random() < 0.5 else (0.5, 0.15)
                number = self._glyphs(rng, int(rng.integers(NUMBERS)))
                write(ink, number, 0.7, pen, rng, narrow, np.asarray(way) * sign)
        else:  # mostly outside
            angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.95, 1.1)
            centre = np.array([np.cos(angle), np.sin(angle)]) * away
            number = self._glyphs(rng, int(rng.integers(10)))
            write(ink, number, rng.uniform(0.9, 1.5), pen, rng, usual, centre)

    # Around it

    def _surround(self, ink: Floats, pen: Pen, rng: Rng) -> None:
        """Links that reach in, a pattern in the rim, strokes of the neighbours."""
        habits = self.habits
        lines: list[marks.Line] = []
        count = int(rng.choice(len(habits.link_counts), p=habits.link_counts))
        for angle in rng.uniform(0, 2 * np.pi, count):
            deep = 1.12 - abs(rng.normal(0, 0.17))
            lines.append(rims.link(rng, float(angle), max(0.5, deep)))
        if rng.random() < 0.15:  # a neighbour's stroke comes near
            angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.98, 1.2)
            ends = angle + rng.uniform(0.2, 0.8) * np.array([-1, 1])
            far = away / np.cos((ends[1] - ends[0]) / 2)
            points = [(far * np.cos(end), far * np.sin(end)) for end in ends]
            lines.append(marks.stroke(rng, points[0], points[1]))
        if rng.random() < habits.stray:
            lines += rims.stray(rng)
        thickness = max(1, round(pen.thickness * rng.uniform(0.8, 1.3)))
        stamp(ink, lines, min(thickness, round(habits.skull_pen * RADIUS)))
        if rng.random() < habits.pattern:
            drawn = rims.rim_pattern(rng, rng.uniform(0.15, 0.2))
            width = float(np.clip(rng.normal(0.07, 0.02), 0.03, 0.15)) * RADIUS
            stamp(ink, drawn, max(1, round(width)), float(rng.uniform(0.4, 1)))

    def _page(self, rng: Rng) -> Floats:
        """The printed page under the ink: light it gives back, 0 to 1."""
        page = printed(rng)
        if rng.random() < self.habits.ghost:
            ghost = np.zeros_like(page)
            faint = Pen(half_width=rng.uniform(2, 4), darkness=1, grain=0)
            glyphs = self._glyphs(rng, int(rng.integers(NUMBERS)))
            write(ghost, glyphs, rng.uniform(0.8, 1.5), faint, rng, MANNERS[PLAIN])
            through = rng.random() < 0.5
            if through:
                ghost = cv2.GaussianBlur(ghost[:, ::-1], (0, 0), 1.5)
            page *= 1 - ghost * rng.uniform(0.01, 0.04)
        return page


def _chosen(rng: Rng, shares: dict[str, float]) -> str:
    """A name by its share; the shares sum to 1."""
    return str(rng.choice(list(shares), p=list(shares.values())))
