"""The printed circle under the ink, and the measures of the drawing.

Lengths are in disc radii unless said otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.digits import CROP_MARGIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.training.glyphs import Floats, Gray

Rng = np.random.Generator

CANVAS = 176
"""Side of the drawing, pixels; wider than a crop, so that it may be cut askew."""
CROP = 144
"""Side of an unmoved crop on the drawing, pixels."""
RADIUS = CROP / 2 / CROP_MARGIN
"""The disc's radius on the drawing, pixels."""


def field(rng: Rng, knots: int, side: int = CANVAS) -> Floats:
    """Smooth noise with about unit spread."""
    coarse = rng.normal(0, 1, (knots, knots)).astype(np.float32)
    smooth = cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
    return np.asarray(smooth, np.float32)


def printed(rng: Rng) -> Floats:
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
    return page * (1 + 0.012 * field(rng, 60))


def _disc(layer: Gray, radius: float, value: int, thickness: int) -> None:
    """A circle about the middle; filled where `thickness` is -1."""
    centre = (CANVAS * 8, CANVAS * 8)
    away = round(radius * RADIUS * 16)
    cv2.circle(layer, centre, away, value, thickness, cv2.LINE_AA, 4)


def _stretch(layer: Gray, ends: Sequence[np.ndarray], width: int, value: int) -> None:
    points = np.round((np.array(ends) * RADIUS + CANVAS / 2) * 16).astype(np.int32)
    cv2.polylines(layer, [points], False, value, width, cv2.LINE_AA, 4)
