"""Forms of digits that the collected hands seldom show, drawn from a few numbers.

A 1 with a long upstroke, a crossed 7, open and closed 4s, a slashed or open 0, a looped
2. Each made-up hand has its own habits and repeats them with small changes.
"""

from __future__ import annotations

import numpy as np

from trekprint.training.glyphs import Floats, Glyph, from_strokes
from trekprint.training.marks import wobbly

Rng = np.random.Generator

Points = list[tuple[float, float]]

SAMPLES = 14
"""Samples of each digit in a hand."""
SHAKE = 0.012
"""How far a point strays, heights of a digit."""


def drawn_digits(rng: Rng) -> tuple[tuple[Glyph, ...], ...]:
    """The digits of one made-up hand; those without special forms are empty."""
    habits = {0: _zero(rng), 1: _one(rng), 2: _two(rng), 4: _four(rng), 7: _seven(rng)}
    return tuple(
        tuple(_sample(habits[digit], rng) for _ in range(SAMPLES))
        if digit in habits
        else ()
        for digit in range(10)
    )


def _sample(strokes: list[Points], rng: Rng) -> Glyph:
    """One writing of a habit: shaky, leaning, wider or narrower."""
    lean, wide = rng.normal(0, 0.06), rng.uniform(0.88, 1.14)
    slope = np.array([[wide, lean], [0, 1]])
    written = []
    for stroke in strokes:
        corners = np.array(stroke) + rng.normal(0, 0.025, (len(stroke), 2))
        fine = _dense(corners) @ slope.T
        written.append(wobbly(fine.astype(np.float32), rng, SHAKE))
    return from_strokes(written)


def _dense(corners: np.ndarray) -> Floats:
    """Points along a polyline, about evenly."""
    steps = np.hypot(*np.diff(corners, axis=0).T)
    along = np.concatenate([[0], np.cumsum(steps)])
    places = np.linspace(0, along[-1], max(8, round(along[-1] * 24)))
    points = [np.interp(places, along, corners[:, axis]) for axis in (0, 1)]
    return np.stack(points, 1).astype(np.float32)


def _curve(*knots: tuple[float, float]) -> Points:
    """A smooth line (Catmull-Rom) through the knots."""
    ends = np.array([knots[0], *knots, knots[-1]])
    points: Points = []
    for first, start, end, last in zip(
        ends, ends[1:], ends[2:], ends[3:], strict=False
    ):
        for share in np.linspace(0, 1, 6, endpoint=False):
            bend = (
                2 * start
                + (end - first) * share
                + (2 * first - 5 * start + 4 * end - last) * share**2
                + (3 * start - first - 3 * end + last) * share**3
            )
            points.append((float(bend[0] / 2), float(bend[1] / 2)))
    return [*points, knots[-1]]


def _one(rng: Rng) -> list[Points]:
    """A 1 whose upstroke is anything from a tick to as long as the stem."""
    reach, drop = rng.uniform(0.12, 0.62), rng.uniform(0.25, 0.8)
    drop = max(drop, reach * 0.8)  # flatter, it would be a 7
    lean = rng.normal(0, 0.06)
    strokes = [[(-reach, drop), (0.0, 0.0), (-lean, 1.0)]]
    if rng.random() < 0.2:
        foot = rng.uniform(0.12, 0.3)
        strokes.append([(-lean - foot, 1.0), (-lean + foot, 1.0)])
    return strokes


def _seven(rng: Rng) -> list[Points]:
    """A 7, mostly crossed; its bar level or falling to the left, perhaps hooked."""
    wide, dip = rng.uniform(0.38, 0.75), rng.uniform(-0.06, 0.14)
    foot = wide * rng.uniform(0.15, 0.75)
    bar: Points = [(0.0, dip), (wide, 0.0)]
    if rng.random() < 0.35:
        bar = [(0.0, dip + rng.uniform(0.08, 0.2)), *bar]
    hollow = rng.normal(-0.03, 0.04)
    middle = ((wide + foot) / 2 + hollow, 0.5)
    strokes = [[*bar, middle, (foot, 1.0)]]
    if rng.random() < 0.75:
        y, half = rng.uniform(0.4, 0.62), rng.uniform(0.14, 0.3)
        x, tilt = wide + (foot - wide) * y + hollow, rng.normal(-0.02, 0.04)
        strokes.append([(x - half, y - tilt), (x + half, y + tilt)])
    return strokes


def _four(rng: Rng) -> list[Points]:
    """A 4, open or closed at the top, or in one line with a slanted stem."""
    wide, bar = rng.uniform(0.4, 0.7), rng.uniform(0.5, 0.72)
    stem = wide * rng.uniform(0.6, 0.85)
    kind = rng.random()
    if kind < 0.6:  # open
        top = rng.uniform(0.0, 0.35) * wide
        start = rng.uniform(-0.05, 0.15)
        strokes = [[(top, start), (0.0, bar), (wide, bar - rng.normal(0.02, 0.03))]]
        strokes.append([(stem, rng.uniform(0.0, 0.3)), (stem - 0.04, 1.0)])
        return strokes
    if kind < 0.85:  # closed: a pointed top
        return [[(stem, 1.0), (stem, 0.0), (0.0, bar), (wide, bar)]]
    # a rounded corner at the left, nearly a 9 or a 6
    hook = _curve((0.1, 0.0), (0.02, bar * 0.6), (0.12, bar), (stem, bar - 0.04))
    return [hook, [(stem + 0.02, rng.uniform(0.0, 0.2)), (stem - 0.02, 1.0)]]


def _zero(rng: Rng) -> list[Points]:
    """A 0: open at the top, closed with a loop or a tail, or slashed."""
    wide = rng.uniform(0.28, 0.5)
    start = -np.pi / 2 + rng.normal(0, 0.4)
    sweep = 2 * np.pi * rng.uniform(0.93, 1.08) * rng.choice([-1, 1], p=[0.8, 0.2])
    angles = start + np.linspace(0, sweep, 36)
    ring: Points = [
        (float(wide * np.cos(angle)), float(0.5 + 0.5 * np.sin(angle)))
        for angle in angles
    ]
    if rng.random() < 0.3:
        ring.append((ring[-1][0] + rng.uniform(0.05, 0.25), ring[-1][1] - 0.02))
    strokes = [ring]
    if rng.random() < 0.4:
        reach = rng.uniform(0.75, 1.3)
        half = (wide * reach, 0.45 * reach)
        strokes.append([(-half[0], 0.5 + half[1]), (half[0], 0.5 - half[1])])
    return strokes


def _two(rng: Rng) -> list[Points]:
    """A 2 with a loop at its foot, or a wave."""
    wide, loop = rng.uniform(0.4, 0.65), rng.uniform(0.06, 0.2)
    top = ((0.0, 0.28), (wide * 0.45, 0.0), (wide * 0.95, 0.25), (wide * 0.5, 0.65))
    foot = ((loop * 0.4, 0.98), (-loop * 0.4, 0.92), (loop * 0.6, 0.86))
    return [_curve(*top, *foot, (wide * 0.6, 0.98), (wide * 1.1, 0.93))]
