"""Score boxes with numbers of the test writers, as a photo shows their insides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.helpers.circles import hands
from trekprint.training.glyphs import HEIGHT, PAD, Gray, draw
from trekprint.training.sources import SWISS, UNIPEN, Hand

if TYPE_CHECKING:
    from numpy.typing import NDArray

PX_PER_MM = 10
MARGIN = 1.08
"""A number is made so small that the box is this much wider."""


def written_box(rng: np.random.Generator, value: int, size: tuple[int, int]) -> Gray:
    """The inside of a box, `size` (width, height) in pixels, with `value` in it.

    Digits may touch, differ in size and sit a little high or low; pens are 0.3 to
    0.8 mm; the photo is a little blurred and noisy, its light uneven.
    """
    width, height = size
    ink = _ink(rng, value, size)
    light = rng.uniform(130, 245) * (1 - ink * rng.uniform(0.3, 0.9))
    light = light * np.linspace(1, rng.uniform(0.8, 1), width)
    light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.4, 1.8))
    noise = rng.normal(0, rng.uniform(1, 5), (height, width))
    return np.asarray(np.clip(light + noise, 0, 255), np.uint8)


def _writer(rng: np.random.Generator) -> Hand:
    known = [hand for hand in (*hands(SWISS), *hands(UNIPEN)) if all(hand.digits)]
    return known[int(rng.integers(len(known)))]


def _ink(
    rng: np.random.Generator, value: int, size: tuple[int, int]
) -> NDArray[np.float32]:
    hand = _writer(rng)
    samples = [hand.digits[int(digit)] for digit in str(value)]
    glyphs = [found[int(rng.integers(len(found)))] for found in samples]
    tall, aspect = rng.uniform(0.5, 0.85) * size[1], rng.uniform(0.85, 1.1)
    widths = [glyph.width / HEIGHT * tall * aspect for glyph in glyphs]
    gaps = [*(rng.uniform(-0.03, 0.25, len(glyphs) - 1) * tall), 0.0]
    shrink = min(1.0, size[0] / MARGIN / (sum(widths) + sum(gaps)))
    side = 2 * max(size)
    x = side / 2 - (sum(widths) + sum(gaps)) * shrink / 2
    y = side / 2 + rng.normal(0, 0.03) * size[1]
    ink = np.zeros((side, side), np.float32)
    half_width = rng.uniform(0.15, 0.4) * PX_PER_MM
    for glyph, width, gap in zip(glyphs, widths, gaps, strict=True):
        scale = tall * shrink * rng.normal(1, 0.05) / HEIGHT
        matrix = np.array([[scale * aspect, rng.normal(0, 0.05) * scale], [0, scale]])
        middle = np.array([glyph.width, glyph.height]) / 2 + PAD
        place = np.array([x + width * shrink / 2, y + rng.normal(0, 0.04) * tall])
        to_canvas = np.column_stack([matrix, place - matrix @ middle])
        layer = draw(glyph, to_canvas.astype(np.float32), half_width, side)
        ink = np.maximum(ink, layer)
        x += (width + gap) * shrink
    top, left = (side - size[1]) // 2, (side - size[0]) // 2
    return ink[top : top + size[1], left : left + size[0]]
