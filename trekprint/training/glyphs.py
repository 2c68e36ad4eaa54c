"""Single characters of one hand, ready to be drawn with any pen.

A glyph is kept as a distance field: each pixel's signed distance to the edge of the
ink (pen trajectories: to the middle of the stroke). Drawing it thicker or thinner
is then a matter of where the field is cut; it may be scaled and warped first.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Gray = NDArray[np.uint8]
Floats = NDArray[np.float32]

HEIGHT = 56
"""Height of a glyph in its field, pixels."""
PAD = 14
"""Pixels around a glyph in its field; also the greatest distance that is kept."""
STEPS = 9
"""Steps of a field's values to one pixel; 128 is the edge, above is outside."""
EDGE = 128
LEAST_INK = 12
"""Fewer pixels than this in a scan are dust."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Glyph:
    """One character: `field` (height, width) uint8; `half_width` of its pen, pixels."""

    field: Gray
    half_width: float

    @property
    def width(self) -> int:
        """Width of the character itself, in pixels of the field."""
        return int(self.field.shape[1]) - 2 * PAD

    @property
    def height(self) -> int:
        """Height of the character itself, in pixels of the field."""
        return int(self.field.shape[0]) - 2 * PAD


def from_strokes(strokes: list[Floats]) -> Glyph:
    """A glyph from pen strokes, each (n, 2), y down; of any size."""
    points = np.concatenate(strokes)
    low, high = points.min(0), points.max(0)
    extent = np.maximum(high - low, 1e-3)
    scale = HEIGHT / max(extent[1], extent[0] / 2)
    size = np.maximum(np.ceil(extent * scale), 1).astype(int) + 2 * PAD
    line = np.full((size[1], size[0]), 255, np.uint8)
    for stroke in strokes:
        fine = np.round(((stroke - low) * scale + PAD) * 16).astype(np.int32)
        cv2.polylines(line, [fine.reshape(-1, 1, 2)], False, 0, 1, cv2.LINE_8, 4)
    away = cv2.distanceTransform(line, cv2.DIST_L2, cv2.DIST_MASK_5)
    return Glyph(field=_steps(away), half_width=0.0)


def from_mask(ink: NDArray[np.bool_]) -> Glyph | None:
    """A glyph from its ink, (height, width); None where there is none."""
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    if ink.sum() < LEAST_INK:
        return None
    box = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = HEIGHT / max(box.shape[0], box.shape[1] / 2)
    size = [max(1, round(side * scale)) for side in box.shape]
    soft = cv2.resize(
        box.astype(np.float32), (size[1], size[0]), interpolation=cv2.INTER_AREA
    )
    mask = np.pad((soft > 0.5).astype(np.uint8), PAD)
    if not mask.any():
        return None
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, cv2.DIST_MASK_5)
    outside = cv2.distanceTransform(1 - mask, cv2.DIST_L2, cv2.DIST_MASK_5)
    # the deepest tenth of the ink lies on the middle of the strokes
    half_width = float(np.quantile(inside[mask > 0], 0.9))
    return Glyph(field=_steps(outside - inside), half_width=half_width)


def from_scan(scan: Gray) -> Glyph | None:
    """A glyph from a scan, dark on light; specks and lines from the edge are left out.

    None where no ink is found.
    """
    large = cv2.resize(scan, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    large = cv2.GaussianBlur(large, (0, 0), 1.2)
    _, ink = cv2.threshold(large, 0, 1, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink)
    if count < 2:
        return None
    areas = stats[1:, cv2.CC_STAT_AREA]
    left, top = stats[1:, cv2.CC_STAT_LEFT], stats[1:, cv2.CC_STAT_TOP]
    right = left + stats[1:, cv2.CC_STAT_WIDTH]
    bottom = top + stats[1:, cv2.CC_STAT_HEIGHT]
    inner = (left > 0) & (top > 0)
    inner &= (right < ink.shape[1]) & (bottom < ink.shape[0])
    wanted = np.where(inner, areas, 0)
    if not wanted.any():
        wanted = areas
    keep = 1 + np.flatnonzero(wanted > max(LEAST_INK, 0.06 * wanted.max()))
    return from_mask(np.isin(labels, keep))


def draw(glyph: Glyph, to_canvas: Floats, half_width: float, side: int) -> Floats:
    """The ink of `glyph`, 0 to 1, on a square canvas of `side` pixels.

    Args:
        glyph: What to draw.
        to_canvas: (2, 3) affine from the field's pixels to the canvas's.
        half_width: Half of the pen's width on the canvas, pixels. A pen thinner than
            the scanned one goes only so far, or strokes would break.
        side: Side of the canvas.
    """
    scale = float(np.sqrt(abs(np.linalg.det(to_canvas[:, :2]))))
    natural = glyph.half_width * scale
    grow = max(half_width - natural, -0.6 * natural)
    field = cv2.warpAffine(
        glyph.field, to_canvas, (side, side), flags=cv2.INTER_LINEAR, borderValue=255.0
    )
    distance = (field.astype(np.float32) - EDGE) * (scale / STEPS)
    return np.clip(0.5 + grow - distance, 0, 1).astype(np.float32)


def _steps(distance: Floats) -> Gray:
    """Distances in pixels as the steps of a field."""
    return np.clip(np.round(distance * STEPS + EDGE), 0, 255).astype(np.uint8)
