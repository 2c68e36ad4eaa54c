"""Papers on a flatbed scanner: flat, a little skewed, the lid or darkness around."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.helpers.simulator_files import scan_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.helpers.simulator_files import Picture
    from tests.helpers.simulator_paper import Paper

SCAN_KINDS = ("1-bit", "grey", "colour", "dithered")
SCAN_DPI = (100, 150, 200, 300, 600)
MM_PER_INCH = 25.4

_LIDS = {"white": 0.93, "grey": 0.55, "black": 0.06}
_LEAST_PX_PER_MM = 8.0
_BLACK, _WHITE = 0.03, 0.82
"""Reflectance that a scanner stores as black and as white."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """One scan. `level` is where 1-bit scans turn white, `blur_mm` the lens's blur.

    `lid` is what is seen beside the paper, `border_mm` how much of it; `noise` is the
    spread of a pixel, as a share of white.
    """

    kind: str
    dpi: int
    skew_deg: float
    turned: int
    lid: str
    border_mm: float
    level: float
    blur_mm: float
    noise: float


def draw_scan(rng: np.random.Generator, kind: str, dpi: int) -> Scan:
    """A scan of `kind` at `dpi`; the rest is drawn."""
    return Scan(
        kind=kind,
        dpi=dpi,
        skew_deg=float(np.clip(rng.normal(0.0, 0.8), -2.5, 2.5)),
        turned=int(rng.choice(4, p=(0.7, 0.1, 0.1, 0.1))),
        lid=str(rng.choice(tuple(_LIDS))),
        border_mm=rng.uniform(0.0, 14.0),
        # Scanners set it so that pencil stays: what is not on the file nobody reads.
        level=rng.uniform(0.74, 0.88),
        blur_mm=rng.uniform(0.03, 0.07),
        noise=rng.uniform(0.004, 0.015),
    )


def paper_scale(scan: Scan) -> float:
    """Pixels per mm at which the paper must be drawn for `scan`."""
    return max(_LEAST_PX_PER_MM, scan.dpi / MM_PER_INCH)


def scan_paper(
    paper: Paper, scan: Scan, rng: np.random.Generator
) -> tuple[Picture, NDArray[np.float64]]:
    """The scan of `paper`, and the (2, 3) affine from the paper's mm to its pixels."""
    per_mm = scan.dpi / MM_PER_INCH
    turn = np.radians(scan.skew_deg + 90.0 * scan.turned)
    shape = per_mm * np.array(
        [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    )
    sides = (paper.width, paper.height)
    wide, high = sides if scan.turned % 2 == 0 else sides[::-1]
    border = 2 * scan.border_mm
    size = (round((wide + border) * per_mm), round((high + border) * per_mm))
    to_pixels = np.zeros((2, 3))
    to_pixels[:, :2] = shape
    to_pixels[:, 2] = np.array(size) / 2 - shape @ np.array(sides) / 2 - 0.5
    grey = _seen(paper, scan, to_pixels, size)
    grey += np.float32(scan.noise) * rng.standard_normal(grey.shape, np.float32)
    pixels = np.clip(grey * 255 + 0.5, 0, 255).astype(np.uint8)
    return scan_file(pixels, scan.kind, scan.dpi, scan.level, rng), to_pixels


def _seen(
    paper: Paper, scan: Scan, to_pixels: NDArray[np.float64], size: tuple[int, int]
) -> NDArray[np.float32]:
    """What the scanner sees, 0 to 1, on the tone curve of a file."""
    image = paper.image
    sigma = scan.blur_mm * paper.px_per_mm
    shrink = scan.dpi / MM_PER_INCH / paper.px_per_mm
    sigma = float(np.hypot(sigma, 0.45 / shrink if shrink < 1 else 0.0))
    image = cv2.GaussianBlur(image, (0, 0), max(0.3, sigma))
    from_image = to_pixels.copy()
    from_image[:, :2] /= paper.px_per_mm
    from_image[:, 2] += from_image[:, :2] @ (0.5, 0.5)
    lid = _WHITE * _LIDS[scan.lid]
    seen = cv2.warpAffine(image, from_image, size, borderValue=(lid, lid, lid))
    tone = np.clip((seen - _BLACK) / (_WHITE - _BLACK), 0.0, 1.0)
    return np.asarray(np.power(tone, np.float32(1 / 2.2)), np.float32)
