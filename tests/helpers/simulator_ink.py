"""Ink on paper: pens, and a layer on which they draw strokes and stamp scans.

Lengths are millimetres on the paper, origin top-left, y down. The layer holds how much
of each pixel is covered (0 to 1); `blend` multiplies it onto the print, so that a
printed line stays visible under a pencil as it does on real paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Points = NDArray[np.float32]

_SUPERSAMPLE = 4
# cv2 draws a smooth line of even thickness t about t + 1.5 pixels wide.
_EXCESS = 1.5
_SHIFT = 4  # binary places of cv2's sub-pixel coordinates


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """What is written with.

    `reflectance` is what full ink leaves of the paper's light, linear, blue green red;
    `cover` the share of the paper that a firm stroke covers; `grain` how far the
    paper's tooth breaks the stroke up (pencil); `edge_mm` the softness of its edge;
    `pressure` how much the cover changes along a stroke.
    """

    kind: str
    width_mm: float
    reflectance: tuple[float, float, float]
    cover: float
    grain: float
    edge_mm: float
    pressure: float


# Kind -> reflectance, cover, grain, edge, pressure, widths, how usual it is.
_PENS: dict[
    str,
    tuple[
        tuple[float, float, float],
        tuple[float, float],
        float,
        float,
        float,
        tuple[float, float],
        float,
    ],
] = {
    "pencil": ((0.13, 0.12, 0.12), (0.62, 0.88), 0.5, 0.07, 0.25, (0.4, 0.8), 0.33),
    "blue": ((0.42, 0.07, 0.03), (0.86, 0.97), 0.10, 0.04, 0.15, (0.3, 0.6), 0.27),
    "black": ((0.03, 0.03, 0.03), (0.88, 0.98), 0.08, 0.04, 0.12, (0.3, 0.65), 0.25),
    "red": ((0.06, 0.04, 0.55), (0.88, 0.97), 0.05, 0.06, 0.08, (0.5, 1.1), 0.08),
    "felt": ((0.05, 0.04, 0.04), (0.93, 0.99), 0.03, 0.08, 0.05, (0.8, 1.2), 0.07),
}


def pen(
    rng: np.random.Generator, kind: str | None = None, width_mm: float | None = None
) -> Pen:
    """A pen of `kind` (drawn by how usual it is if not given)."""
    kinds = list(_PENS)
    drawn = str(rng.choice(kinds, p=[row[-1] for row in _PENS.values()]))
    kind = kind or drawn
    reflectance, cover, grain, edge, pressure, widths, _ = _PENS[kind]
    tint = rng.uniform(0.8, 1.25)
    width = rng.uniform(*widths)
    b, g, r = (min(0.9, c * tint) for c in reflectance)
    return Pen(
        kind=kind,
        width_mm=width if width_mm is None else width_mm,
        reflectance=(b, g, r),
        cover=rng.uniform(*cover),
        grain=grain,
        edge_mm=edge,
        pressure=pressure,
    )


class InkLayer:
    """Ink coverage of one pen on a paper of `width_mm` x `height_mm`.

    Pixel (0, 0)'s middle lies at half a pixel from the paper's corner.
    """

    def __init__(self, width_mm: float, height_mm: float, px_per_mm: float) -> None:
        """Start without ink."""
        self.px_per_mm = px_per_mm
        shape = (round(height_mm * px_per_mm), round(width_mm * px_per_mm))
        self.coverage: NDArray[np.float32] = np.zeros(shape, np.float32)

    def stroke(self, points: Points, width_mm: float) -> None:
        """Draw along `points` ((n, 2) mm), or a dot at a single one."""
        points = np.asarray(points, np.float32).reshape(-1, 2)
        margin = width_mm + 4 / self.px_per_mm
        patch = self._patch(points.min(0) - margin, points.max(0) + margin)
        if patch is None:
            return
        area, origin = patch
        rows, cols = area.shape
        mask = np.zeros((rows * _SUPERSAMPLE, cols * _SUPERSAMPLE), np.uint8)
        scale = self.px_per_mm * _SUPERSAMPLE
        px = (points - origin) * scale - 0.5
        fixed = np.round(px * 2**_SHIFT).astype(np.int32)
        if len(fixed) == 1:
            radius = round(width_mm * scale / 2 * 2**_SHIFT)
            cv2.circle(mask, fixed[0].tolist(), radius, 255, -1, cv2.LINE_AA, _SHIFT)
        else:
            thickness = max(2, round((width_mm * scale - _EXCESS) / 2) * 2)
            cv2.polylines(mask, [fixed], False, 255, thickness, cv2.LINE_AA, _SHIFT)
        small = cv2.resize(mask, (cols, rows), interpolation=cv2.INTER_AREA)
        _add(area, small.astype(np.float32) / 255.0)

    def stamp(self, ink: NDArray[np.float32], ink_to_mm: NDArray[np.float64]) -> None:
        """Add a scan, (h, w) coverage; the (2, 3) affine takes its pixels to mm."""
        height, width = ink.shape
        corners = np.array(
            [[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64
        )
        placed = (corners @ ink_to_mm.T).astype(np.float32)
        patch = self._patch(placed.min(0), placed.max(0))
        if patch is None:
            return
        area, origin = patch
        to_px = ink_to_mm * self.px_per_mm
        shrink = float(np.sqrt(abs(np.linalg.det(to_px[:, :2]))))
        if shrink < 1.0:  # resampling alone would skip pixels of the scan
            small = (max(1, round(width * shrink)), max(1, round(height * shrink)))
            ink = cv2.resize(ink, small, interpolation=cv2.INTER_AREA)
            to_px[:, 0] *= width / small[0]
            to_px[:, 1] *= height / small[1]
        to_px[:, 2] -= np.asarray(origin, np.float64) * self.px_per_mm
        # Pixel middles lie at .5 in both spaces.
        to_px[:, 2] += to_px[:, :2] @ (0.5, 0.5) - 0.5
        size = (area.shape[1], area.shape[0])
        _add(area, cv2.warpAffine(ink, to_px, size, flags=cv2.INTER_LINEAR))

    def _patch(
        self, low: Points, high: Points
    ) -> tuple[NDArray[np.float32], Points] | None:
        """The part of the layer between two corners in mm, and its own corner in mm."""
        rows, cols = self.coverage.shape
        x0, y0 = np.floor(np.asarray(low) * self.px_per_mm).astype(int)
        x1, y1 = np.ceil(np.asarray(high) * self.px_per_mm).astype(int) + 1
        x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, cols), min(y1, rows)
        if x0 >= x1 or y0 >= y1:
            return None
        origin = np.array([x0, y0], np.float32) / np.float32(self.px_per_mm)
        return self.coverage[y0:y1, x0:x1], origin


def _add(area: NDArray[np.float32], more: NDArray[np.float32]) -> None:
    """Ink over ink, in place: what either covers is covered."""
    np.maximum(area, more, out=area)


def blend(
    paper: NDArray[np.float32],
    layer: InkLayer,
    pen: Pen,
    rng: np.random.Generator,
) -> None:
    """Multiply the ink of `layer`, drawn with `pen`, onto `paper` in place.

    `paper` is (h, w, 3) linear reflectance, blue green red, of the layer's size.
    """
    scale = layer.px_per_mm
    coverage = cv2.GaussianBlur(layer.coverage, (0, 0), max(0.3, pen.edge_mm * scale))
    coverage *= pen.cover * (
        1.0 - pen.pressure * (1.0 - _smooth_noise(coverage.shape, 4.0 * scale, rng))
    )
    if pen.grain:
        coverage *= 1.0 - pen.grain * _tooth(coverage.shape, scale, rng)
    for channel, left in enumerate(pen.reflectance):
        paper[..., channel] *= 1.0 - coverage * np.float32(1.0 - left)


def _tooth(
    shape: tuple[int, ...], px_per_mm: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """0 to 1: how far the hollows of the paper's surface keep graphite away."""
    noise = rng.standard_normal(shape[:2], np.float32)
    sigma = max(0.4, 0.06 * px_per_mm)
    noise = cv2.GaussianBlur(noise, (0, 0), sigma)
    noise /= max(float(noise[::7, ::7].std()), 1e-6)
    return np.asarray(np.clip(0.35 + 0.4 * noise, 0.0, 1.0), np.float32)


def _smooth_noise(
    shape: tuple[int, ...], wave_px: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Smooth noise from 0 to 1 that changes over about `wave_px` pixels."""
    rows, cols = shape[:2]
    grid = rng.random((int(rows / wave_px) + 2, int(cols / wave_px) + 2), np.float32)
    smooth = cv2.resize(grid, (cols, rows), interpolation=cv2.INTER_CUBIC)
    return np.asarray(smooth.clip(0, 1), np.float32)


def wobble(
    points: Points, amount_mm: float, rng: np.random.Generator, steps: int = 12
) -> Points:
    """`points` ((n, 2) mm) as a hand draws them: denser, smooth, off by `amount_mm`."""
    dense = resample(points, max(steps, 2))
    if len(dense) < 3:
        return dense
    waves = np.cumsum(rng.standard_normal((len(dense), 2)), axis=0)
    line = np.linspace(0, 1, len(dense))[:, None]
    waves -= waves[0] + (waves[-1] - waves[0]) * line  # ends stay where they are
    waves *= amount_mm / max(float(np.abs(waves).max()), 1e-6)
    return (dense + waves).astype(np.float32)


def resample(points: Points, steps: int) -> Points:
    """`steps` points at equal distances along the polyline `points`."""
    points = np.asarray(points, np.float32).reshape(-1, 2)
    lengths = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    wanted = np.linspace(0.0, along[-1], steps)
    return np.stack(
        [np.interp(wanted, along, points[:, axis]) for axis in (0, 1)], axis=1
    ).astype(np.float32)


def arc(
    centre: tuple[float, float], radius: float, start_deg: float, sweep_deg: float
) -> Points:
    """Points on an arc (mm; degrees clockwise on paper, from the right)."""
    count = max(3, int(abs(sweep_deg) / 8))
    angles = np.radians(np.linspace(start_deg, start_deg + sweep_deg, count))
    around = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius
    return np.asarray(around + np.asarray(centre), np.float32)


def segment(*points: Sequence[float]) -> Points:
    """The polyline through `points`."""
    return np.asarray(points, np.float32)
