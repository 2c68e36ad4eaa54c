"""What a scanner makes of a small flat picture: grey, black and white, dithered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from trekprint.training.glyphs import Floats, Gray

Rng = np.random.Generator

DPI = {
    "grey scan": ((100, 150, 200, 300, 600), (0.15, 0.2, 0.25, 0.3, 0.1)),
    "black and white scan": ((100, 150, 200, 300, 600), (0.15, 0.2, 0.25, 0.3, 0.1)),
    "dithered scan": ((100, 150, 200, 300, 600), (0.08, 0.17, 0.3, 0.35, 0.1)),
}
"""Resolutions of a scan, and the share of each."""

MIDDLE = 0.54
"""Share of the crop's side within which the ink is looked for; no ring is there."""
FAINT = 0.15
"""Ink that takes less light is not what the threshold is set by."""
BAYER = np.array(
    [
        [0, 32, 8, 40, 2, 34, 10, 42],
        [48, 16, 56, 24, 50, 18, 58, 26],
        [12, 44, 4, 36, 14, 46, 6, 38],
        [60, 28, 52, 20, 62, 30, 54, 22],
        [3, 35, 11, 43, 1, 33, 9, 41],
        [51, 19, 59, 27, 49, 17, 57, 25],
        [15, 47, 7, 39, 13, 45, 5, 37],
        [63, 31, 55, 23, 61, 29, 53, 21],
    ],
    np.float32,
)
"""The order in which the pixels of a tile turn white as it gets lighter."""


def random_dpi(rng: Rng, view: str) -> int:
    """A resolution at which people scan."""
    values, shares = DPI[view]
    return int(rng.choice(values, p=shares))


def scanned(light: Floats, view: str, rng: Rng) -> Gray:
    """A scan of `light` (0 to 1), as large as that; `view` is a key of `DPI`."""
    if rng.random() < 0.6:
        light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.3, 0.9))
    noisy = light + rng.normal(0, rng.uniform(0.003, 0.02), light.shape)
    light = noisy.astype(np.float32)
    if view == "black and white scan":
        return _black_and_white(light, rng)
    if view == "dithered scan":
        return _dithered(light, rng)
    return _grey(light, rng)


def _grey(light: Floats, rng: Rng) -> Gray:
    """Bright paper, at times with hard contrast or sharpened, seldom compressed."""
    white, black = rng.uniform(0.85, 1.02), rng.uniform(0, 0.15)
    shown = (light - black) / (white - black) * 255
    if rng.random() < 0.4:
        soft = cv2.GaussianBlur(shown, (0, 0), 1.0)
        shown = shown + rng.uniform(0.3, 1.2) * (shown - soft)
    crop: Gray = np.clip(shown, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 92))]
        _, data = cv2.imencode(".jpg", crop, quality)
        crop = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)
    return crop


def _black_and_white(light: Floats, rng: Rng) -> Gray:
    """Cut at a level between paper and ink; pale or grainy ink may fall to pieces."""
    paper = float(np.quantile(light, 0.85))
    edge = round(light.shape[0] * (1 - MIDDLE) / 2)
    ink = float(np.quantile(light[edge:-edge, edge:-edge], 0.02))
    if paper - ink < FAINT:
        ink = paper - rng.uniform(FAINT, 1)
    level = paper - (paper - ink) * rng.triangular(0.15, 0.45, 0.75)
    crop: Gray = np.where(light > level, 255, 0).astype(np.uint8)
    if rng.random() < 0.2:  # dust
        specks = rng.random(crop.shape) < rng.uniform(0.0005, 0.006)
        crop[specks] = 255 - crop[specks]
    return crop


def _dithered(light: Floats, rng: Rng) -> Gray:
    """Dots in place of greys: error diffusion, or an ordered tile."""
    white, black = rng.uniform(0.88, 1.04), rng.uniform(0, 0.25)
    shown = np.clip((light - black) / (white - black), 0, 1)
    if rng.random() < 0.65:
        grey = Image.fromarray(np.round(shown * 255).astype(np.uint8))
        return np.asarray(grey.convert("1").convert("L"), np.uint8)
    side = light.shape[0]
    tiles = -(-side // BAYER.shape[0])
    bounds = (np.tile(BAYER, (tiles, tiles))[:side, :side] + 0.5) / BAYER.size
    return np.where(shown > bounds, 255, 0).astype(np.uint8)
