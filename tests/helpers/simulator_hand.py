"""One player's hand: a pen, a writer's digits, a manner; and numbers written by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tests.helpers import handwriting
from tests.helpers.handwriting import PenDigit, Sample, ScanDigit, Writer
from tests.helpers.simulator_ink import InkLayer, Pen, pen, resample, segment, wobble

if TYPE_CHECKING:
    from tests.helpers.simulator_ink import Points

TICKS = ("check", "cross", "slash", "filled")
SKULLS = ("face", "skull", "cross", "scribble")

MOST_SCANNED_WRITERS = 0.4
"""Share of the sheets written by the few scanned (Swiss) writers."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hand:
    """One player's way of writing. Lengths are mm or shares of what is written in.

    `size` is a number's height as a share of the disc's diameter; `spread` how far
    numbers lie off the middle, as a share of the radius; `link_reach_mm` how far a
    link's stroke goes past the disc's edge (negative: it stops short);
    `patterns` whether zones get their rims patterned at all. `overwritten` is the share
    of numbers that stand on another one, bolder; `struck` of those that stand beside
    one struck out; `shake_mm` how far a stroke trembles.
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
    overwritten: float = 0.0
    struck: float = 0.0
    shake_mm: float = 0.0


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
        line = smooth(placed)
        if hand.shake_mm and len(line) > 1:
            line = wobble(line, hand.shake_mm, rng, len(line))
        draw_line(layer, hand, line, rng)


def smooth(points: Points) -> Points:
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
