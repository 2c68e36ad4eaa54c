"""Ink as darkness relative to the paper around it, so that shade is no ink.

The lit paper is estimated by a closing (the brightest within reach, taken back to
where it came from): it keeps the edges of shadows, and forgets whatever is narrower
than its window. Where something is printed, each reader compares with the same place
of its siblings; discs and boxes are white.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.arrays import median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from trekprint.scan.arrays import GreyImage
    from trekprint.scan.registration import Form

BARE = 0.2
"""Darkness below which a pixel may be bare paper."""
BEARINGS = 8
"""Directions of shadows' edges that are told apart."""
LEAST_STEP = 0.15
"""Share by which the light changes within three steps at the edge of a shadow."""
STEPS_IN_WINDOW = 15
"""How finely shadows' edges are looked for: steps across the closing's window."""
MEDIAN_OF_NORMAL = 0.6745
"""Median of |x| for a standard normal x."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InkParams:
    """How paper is told from ink.

    `paper_window_mm`: width of the closing; wider than a tick box scribbled over,
    narrower than a shadow. `smooth_mm`: sigma of the smoothing against noise, below a
    pen's width; `least_smooth_px`: its least value.
    """

    paper_window_mm: float = 10.0
    smooth_mm: float = 0.12
    least_smooth_px: float = 0.8


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ink:
    """Darkness of a form: (height, width) float32, 0 paper, 1 black.

    `noise` is the standard deviation of the darkness on bare paper.
    """

    darkness: NDArray[np.float32]
    noise: float
    px_per_mm: float


def find_ink(form: Form, params: InkParams | None = None) -> Ink:
    """The darkness of `form` relative to its paper."""
    params = params or InkParams()
    sigma = max(params.least_smooth_px, params.smooth_mm * form.px_per_mm)
    smooth = cv2.GaussianBlur(form.image, (0, 0), sigma)
    # Both from the same smooth image: an edge of shadow is then the same in both.
    paper = paper_light(smooth, round(params.paper_window_mm * form.px_per_mm))
    darkness = np.asarray(1.0 - cv2.divide(smooth, paper, dtype=cv2.CV_32F))
    level, noise = _bare_paper(darkness)
    # A closing of noisy paper lies above its mean; the level takes that back.
    np.maximum(darkness - level, 0.0, out=darkness)
    return Ink(darkness=darkness, noise=noise, px_per_mm=form.px_per_mm)


def paper_light(image: GreyImage, window: int) -> GreyImage:
    """The grey, at least 1, that bare paper would have at each place of `image`.

    On the edge of a shadow only a narrow strip along it has the light of a place: there
    the closing goes along the edge, else it would take ink on it for the shadow.

    Args:
        image: (height, width) uint8.
        window: Width of the closing, px.
    """
    brush = np.ones((window | 1, window | 1), np.uint8)
    closed = cv2.morphologyEx(image, cv2.MORPH_CLOSE, brush)
    light = np.asarray(np.maximum(closed, 1))
    step = max(1, window // STEPS_IN_WINDOW)
    edges = _edges(cv2.resize(light, None, fx=1 / step, fy=1 / step))
    size = image.shape[1], image.shape[0]
    for bearing in np.flatnonzero(np.bincount(edges.ravel())[:BEARINGS]):
        along = cv2.morphologyEx(
            image, cv2.MORPH_CLOSE, _line_brush(window | 1, int(bearing))
        )
        here = (edges == bearing).astype(np.uint8)
        mask = cv2.resize(here, size, interpolation=cv2.INTER_NEAREST)
        np.maximum(light, along, out=light, where=mask.astype(bool))
    return light


def _edges(light: GreyImage) -> NDArray[np.uint8]:
    """Which of the `BEARINGS` the edge of a shadow has; `BEARINGS` where none is."""
    near = np.ones((3, 3), np.uint8)
    high, low = cv2.dilate(light, near), cv2.erode(light, near)
    steep = (high - low) > LEAST_STEP * high.astype(np.float32)
    across = cv2.GaussianBlur(light, (0, 0), 1.0)
    x, y = (cv2.Sobel(across, cv2.CV_32F, *order) for order in ((1, 0), (0, 1)))
    turns = np.arctan2(x, -y) / np.pi * BEARINGS
    bearings = np.round(turns).astype(int) % BEARINGS
    return np.where(steep, bearings, BEARINGS).astype(np.uint8)


def _line_brush(side: int, bearing: int) -> NDArray[np.uint8]:
    """A straight line through the middle of a square, in one of the `BEARINGS`."""
    angle = np.pi * bearing / BEARINGS
    middle = side // 2
    x, y = round(middle * np.cos(angle)), round(middle * np.sin(angle))
    brush = np.zeros((side, side), np.uint8)
    cv2.line(brush, (middle - x, middle - y), (middle + x, middle + y), 1)
    return brush


def _bare_paper(darkness: NDArray[np.float32]) -> tuple[float, float]:
    """Median and standard deviation of the darkness where nothing is printed."""
    step = 4  # px: far enough apart that smoothing has not tied neighbours together
    sample = darkness[::step, ::step]
    bare = sample[sample < BARE]
    if not bare.size:
        return 0.0, 0.0
    differences = np.abs(np.diff(sample, axis=1))[sample[:, 1:] < BARE]
    deviation = float(median(differences)) / (MEDIAN_OF_NORMAL * np.sqrt(2))
    return float(median(bare)), float(deviation)
