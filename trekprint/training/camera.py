"""What a camera makes of a small flat picture: light, shadow, blur, noise, JPEG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from trekprint.training.glyphs import Floats, Gray

Rng = np.random.Generator

LOWEST, HIGHEST = 46, 210
"""Side of a crop in photo pixels: 15.3 mm at 3 and at 14 pixels a mm."""


def photograph(light: Floats, side: int, rng: Rng) -> Gray:
    """A crop of side `side` from the middle of `light`, as cut from a phone's photo.

    The crop is off by up to 0.5 mm, 4 % and a little turn, as registration leaves it.

    Args:
        light: Square picture, light given back by the paper, 0 to 1.
        side: Pixels of the picture that the crop takes.
        rng: Source of chance.
    """
    pixels = int(np.exp(rng.uniform(np.log(LOWEST), np.log(HIGHEST))))
    seen = _cut(light, side, pixels, rng)
    seen = _lit(seen, rng) * np.float32(rng.uniform(120, 250))
    seen = _blurred(seen, pixels, rng)
    noise = rng.choice([0.7, rng.uniform(1, 4), rng.uniform(3, 8)], p=[0.3, 0.5, 0.2])
    seen = seen + rng.normal(0, noise, seen.shape).astype(np.float32)
    if rng.random() < 0.2:  # phones sharpen
        soft = cv2.GaussianBlur(seen, (0, 0), 1.2)
        seen = seen + rng.uniform(0.4, 1.2) * (seen - soft)
    if rng.random() < 0.12:  # overexposed, or a scanner's contrast
        seen = (seen - seen.mean()) * rng.uniform(1.1, 1.5) + rng.uniform(190, 235)
    crop: Gray = np.clip(seen, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))]
        _, data = cv2.imencode(".jpg", crop, quality)
        crop = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)
    if rng.random() < 0.7:  # rectified to another resolution
        size = int(rng.integers(64, 150))
        crop = np.asarray(cv2.resize(crop, (size, size)), np.uint8)
    return crop


def _cut(light: Floats, side: int, pixels: int, rng: Rng) -> Floats:
    """The crop before any light falls on it, `pixels` wide."""
    whole = light.shape[0]
    # 0.5 mm is 1/13 of the disc's radius; most crops are cut better than that
    shift = np.clip(rng.normal(0, 0.02, 2), -0.034, 0.034) * side
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


def _lit(seen: Floats, rng: Rng) -> Floats:
    """Uneven light and, at times, the edge of a shadow across the crop."""
    pixels = seen.shape[0]
    line = np.linspace(-1, 1, pixels, dtype=np.float32)
    slope = rng.normal(0, 0.08, 2)
    light = 1 + slope[0] * line[:, None] + slope[1] * line[None, :]
    if rng.random() < 0.22:
        angle, soft = rng.uniform(0, 2 * np.pi), rng.choice([0.02, 0.1, 0.5])
        along = np.cos(angle) * line[None, :] + np.sin(angle) * line[:, None]
        along = along + rng.uniform(0, 0.3) * np.sin(3 * line)[:, None]
        edge = np.clip((along - rng.uniform(-0.8, 0.8)) / soft + 0.5, 0, 1)
        light = light * (1 - edge * rng.uniform(0.2, 0.7))
    return (seen * light).astype(np.float32)


def _blurred(seen: Floats, pixels: int, rng: Rng) -> Floats:
    """Out of focus by up to a quarter mm, or shaken along a line."""
    spread = pixels * rng.choice(
        [0.002, rng.uniform(0.002, 0.009), 0.016], p=[0.35, 0.55, 0.1]
    )
    if spread > 0.3:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), spread), np.float32)
    if rng.random() < 0.08:
        length = max(2, int(pixels * rng.uniform(0.015, 0.04)))
        trace = np.zeros((length, length), np.float32)
        ends = [(0, int(rng.integers(length))), (length - 1, int(rng.integers(length)))]
        cv2.line(trace, ends[0], ends[1], 1.0)
        trace = trace.T if rng.random() < 0.5 else trace
        seen = np.asarray(cv2.filter2D(seen, -1, trace / trace.sum()), np.float32)
    return seen
