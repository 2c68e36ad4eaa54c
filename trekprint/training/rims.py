"""What reaches into a circle from outside, as pen lines: rim patterns and links.

As `marks`: in disc radii about the circle's centre, y down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trekprint.training.marks import TURN, Line, Mark, stroke

if TYPE_CHECKING:
    from trekprint.training.glyphs import Floats

Rng = np.random.Generator


def stray(rng: Rng) -> Mark:
    """Hatching strokes of a rim that went too far, over what is in the disc."""
    start, count = rng.uniform(0, TURN), int(rng.integers(1, 5))
    angles = start + np.arange(count) * rng.uniform(0.1, 0.35)
    deep = rng.uniform(0.45, 0.85) + rng.normal(0, 0.05, count)
    lean = rng.normal(0, 0.15)
    return [
        _polar([angle, angle + lean], [1.2, near])
        for angle, near in zip(angles, deep, strict=True)
    ]


def rim_pattern(rng: Rng, rim: float) -> Mark:
    """A zone pattern in the rim (1 to 1 + `rim`), all round or partly; it may stray."""
    start, sweep = rng.uniform(0, TURN), TURN * rng.choice([1.0, rng.uniform(0.2, 1)])
    stray = rng.choice([0.0, 0.06, 0.15], p=[0.55, 0.3, 0.15])
    inner, outer = 1 + rng.uniform(0, 0.05) - stray, 1 + rim
    count = max(3, int(sweep * rng.uniform(2, 7)))
    angles = start + np.linspace(0, sweep, count)
    kind = rng.integers(5)
    if kind == 0:  # hatching
        lean = rng.normal(0, 0.1)
        low = inner + rng.normal(0, 0.04, count)
        return [
            _polar([angle, angle + lean], [near, outer])
            for angle, near in zip(angles, low, strict=True)
        ]
    if kind == 1:  # dots
        middle = (inner + outer) / 2 + rng.normal(0, 0.03, count)
        return [
            _polar([angle, angle + 0.02], [radius, radius])
            for angle, radius in zip(angles, middle, strict=True)
        ]
    fine = start + np.linspace(0, sweep, 160)
    middle, half = (inner + outer) / 2, (outer - inner) / 2 * rng.uniform(0.6, 1.1)
    if kind == 2:  # waves or zigzag
        radii = middle + half * np.sin(np.arange(160) * count * TURN / 160)
        return [_polar(fine, radii)]
    if kind == 3:  # rings
        spread = np.linspace(inner, outer, 2 + int(rng.integers(1, 3)))[1:-1]
        return [_polar(fine, radius + wobble(rng, 160, 0.02)) for radius in spread]
    # blackened
    return [
        _polar(fine, radius + wobble(rng, 160, 0.02))
        for radius in np.arange(inner + 0.04, outer, 0.05)
    ]


def wobble(rng: Rng, count: int, amount: float) -> Floats:
    """A smooth random curve of `count` values about 0."""
    knots = rng.normal(0, amount, 8)
    smooth = np.interp(np.linspace(0, 7, count), np.arange(8), knots)
    return smooth.astype(np.float32)


def _polar(angles: object, radii: object) -> Line:
    turned, away = np.asarray(angles, np.float32), np.asarray(radii, np.float32)
    points = np.stack([away * np.cos(turned), away * np.sin(turned)], axis=1)
    return Line(points=points.astype(np.float32))


def link(rng: Rng, angle: float, deep: float) -> Line:
    """A link's end: a pen line from outside at `angle`, inwards to radius `deep`."""
    aim = angle + rng.normal(0, 0.08)
    far = 1.5
    return stroke(
        rng,
        (far * np.cos(angle), far * np.sin(angle)),
        (deep * np.cos(aim), deep * np.sin(aim)),
        bend=0.03,
    )
