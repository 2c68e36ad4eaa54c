"""What a camera or a scanner makes of a small flat picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.training import scanner

if TYPE_CHECKING:
    from trekprint.training.glyphs import Floats, Gray

Rng = np.random.Generator

VIEWS = {
    "photo": 0.5,
    "shadow": 0.09,
    "glare": 0.05,
    "messenger": 0.12,
    "grey scan": 0.07,
    "black and white scan": 0.1,
    "dithered scan": 0.07,
}
"""Ways to look at a sheet, and the share of each."""

SIDE_MM = 15.3
"""Side of the crop of a large circle."""
LOWEST, HIGHEST = 46, 210
"""Side of a crop in photo pixels: 15.3 mm at 3 and at 14 pixels a mm."""
MESSENGER = (4.0, 5.4)
"""Pixels a mm of a page that a messenger has scaled to 1600 pixels."""
MESSENGER_QUALITY = (50, 71)
"""JPEG quality of messengers (low, past the highest)."""
RECTIFIED = (64, 150)
"""Side of a crop of the rectified form, pixels (low, past the highest)."""
SMALLEST_DISC = 0.72
"""A small circle's radius, as a share of the largest's."""


def seen(light: Floats, side: int, rng: Rng, view: str | None = None) -> Gray:
    """A crop of side `side` from the middle of `light`, as the reader would cut it.

    The crop is off by up to 0.6 mm, 4 % and a little turn, as registration leaves it.

    Args:
        light: Square picture, light given back by the paper, 0 to 1.
        side: Pixels of the picture that the crop takes.
        rng: Source of chance.
        view: One of `VIEWS`; as it comes where None.
    """
    view = view or str(rng.choice(list(VIEWS), p=list(VIEWS.values())))
    if view.endswith("scan"):
        dpi = scanner.random_dpi(rng, view)
        pixels = dpi / 25.4 * SIDE_MM * rng.uniform(SMALLEST_DISC, 1)
        flat = _cut(light, side, round(pixels), rng)
        return _rectified(scanner.scanned(flat, view, rng), rng)
    if view == "messenger":
        low, high = (SIDE_MM * scale for scale in MESSENGER)
        pixels = rng.uniform(low * SMALLEST_DISC, high)
        large = _photograph(light, side, int(pixels * rng.uniform(1, 2.5)), rng)
        small = _resized(large, round(pixels))
        for _ in range(int(rng.integers(1, 3))):
            small = _jpeg(small, int(rng.integers(*MESSENGER_QUALITY)))
        return _rectified(small, rng)
    pixels = np.exp(rng.uniform(np.log(LOWEST), np.log(HIGHEST)))
    crop = _photograph(light, side, int(pixels), rng, view)
    if rng.random() < 0.75:
        crop = _jpeg(crop, int(rng.integers(35, 96)))
    return _rectified(crop, rng) if rng.random() < 0.7 else crop


def _photograph(
    light: Floats, side: int, pixels: int, rng: Rng, view: str = "photo"
) -> Gray:
    """A crop `pixels` wide as it comes from a phone, not yet compressed."""
    cut = _cut(light, side, pixels, rng)
    shadow = view == "shadow" or rng.random() < 0.15
    shown = _lit(cut, rng, shadow=shadow) * np.float32(rng.uniform(120, 250))
    shown = _blurred(shown, pixels, rng)
    if view == "glare":
        shown = _glare(shown, rng)
    noise = rng.choice([0.7, rng.uniform(1, 4), rng.uniform(3, 8)], p=[0.3, 0.5, 0.2])
    shown = shown + rng.normal(0, noise, shown.shape).astype(np.float32)
    if rng.random() < 0.2:  # phones sharpen
        soft = cv2.GaussianBlur(shown, (0, 0), 1.2)
        shown = shown + rng.uniform(0.4, 1.2) * (shown - soft)
    if rng.random() < 0.12:  # overexposed
        shown = (shown - shown.mean()) * rng.uniform(1.1, 1.5) + rng.uniform(190, 235)
    return np.clip(shown, 0, 255).astype(np.uint8)


def _jpeg(crop: Gray, quality: int) -> Gray:
    """What JPEG leaves of a crop."""
    _, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)


def _resized(crop: Gray, side: int) -> Gray:
    shrinks = side < crop.shape[0]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(crop, (side, side), interpolation=how), np.uint8)


def _rectified(crop: Gray, rng: Rng) -> Gray:
    """The crop at the rectified form's resolution."""
    return _resized(crop, int(rng.integers(*RECTIFIED)))


def _cut(light: Floats, side: int, pixels: int, rng: Rng) -> Floats:
    """The crop before any light falls on it, `pixels` wide."""
    whole = light.shape[0]
    # 0.6 mm is a 26th of a large crop's side, a 19th of a small one's; most crops are
    # cut better than that
    shift = np.clip(rng.normal(0, 0.022, 2), -0.048, 0.048) * side
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) * side / 2
    angle = rng.normal(0, 0.03)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = corners @ turn.T * (1 + np.clip(rng.normal(0, 0.02), -0.04, 0.04))
    corners = corners + rng.normal(0, 0.006, (4, 2)) * side + shift + whole / 2 - 0.5
    target = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * pixels - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    if pixels < side:  # a pixel sees the mean of what falls on it
        light = cv2.GaussianBlur(light, (0, 0), 0.45 * side / pixels)
    return np.asarray(
        cv2.warpPerspective(
            light,
            matrix,
            (pixels, pixels),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.float32,
    )


def _lit(cut: Floats, rng: Rng, *, shadow: bool) -> Floats:
    """Uneven light and, where wanted, the edge of a shadow across the crop."""
    line = np.linspace(-1, 1, cut.shape[0], dtype=np.float32)
    slope = rng.normal(0, 0.08, 2)
    light = 1 + slope[0] * line[:, None] + slope[1] * line[None, :]
    if shadow:
        angle, soft = rng.uniform(0, 2 * np.pi), rng.choice([0.02, 0.1, 0.5])
        along = np.cos(angle) * line[None, :] + np.sin(angle) * line[:, None]
        along = along + rng.uniform(0, 0.3) * np.sin(3 * line)[:, None]
        edge = np.clip((along - rng.uniform(-0.8, 0.8)) / soft + 0.5, 0, 1)
        light = light * (1 - edge * rng.uniform(0.2, 0.7))
    return (cut * light).astype(np.float32)


def _glare(shown: Floats, rng: Rng) -> Floats:
    """A flash's reflection: part of the crop is washed out, its middle to white."""
    line = np.linspace(-1, 1, shown.shape[0], dtype=np.float32)
    x, y = rng.uniform(-1.2, 1.2, 2)
    spread = rng.uniform(0.3, 1.2)
    far = ((line[None, :] - x) ** 2 + (line[:, None] - y) ** 2) / spread**2
    veil = rng.uniform(0.35, 0.92) * np.exp(-far)
    return (shown + (255 - shown) * veil).astype(np.float32)


def _blurred(cut: Floats, pixels: int, rng: Rng) -> Floats:
    """Out of focus by up to a quarter mm, or shaken along a line."""
    spread = pixels * rng.choice(
        [0.002, rng.uniform(0.002, 0.009), 0.016], p=[0.35, 0.55, 0.1]
    )
    if spread > 0.3:
        cut = np.asarray(cv2.GaussianBlur(cut, (0, 0), spread), np.float32)
    if rng.random() < 0.08:
        length = max(2, int(pixels * rng.uniform(0.015, 0.04)))
        trace = np.zeros((length, length), np.float32)
        ends = [(0, int(rng.integers(length))), (length - 1, int(rng.integers(length)))]
        cv2.line(trace, ends[0], ends[1], 1.0)
        trace = trace.T if rng.random() < 0.5 else trace
        cut = np.asarray(cv2.filter2D(cut, -1, trace / trace.sum()), np.float32)
    return cut
