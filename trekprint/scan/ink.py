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

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from trekprint.scan.registration import Form

BARE = 0.2
"""Darkness below which a pixel may be bare paper."""
MEDIAN_OF_NORMAL = 0.6745
"""Median of |x| for a standard normal x."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InkParams:
    """How paper is told from ink.

    `paper_window_mm`: width of the closing; wider than a tick box scribbled over,
    narrower than a shadow. `paper_px_per_mm`: resolution at which the paper is
    estimated. `smooth_mm`: sigma of the smoothing against noise, below a pen's width.
    """

    paper_window_mm: float = 10.0
    paper_px_per_mm: float = 4.0
    smooth_mm: float = 0.12


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
    smooth = cv2.GaussianBlur(
        form.image, (0, 0), max(0.4, params.smooth_mm * form.px_per_mm)
    )
    paper = paper_light(form, params)
    darkness = np.asarray(1.0 - cv2.divide(smooth.astype(np.float32), paper))
    level, noise = _bare_paper(darkness)
    # A closing of noisy paper lies above its mean; the level takes that back.
    np.maximum(darkness - level, 0.0, out=darkness)
    return Ink(darkness=darkness, noise=noise, px_per_mm=form.px_per_mm)


def paper_light(form: Form, params: InkParams | None = None) -> NDArray[np.float32]:
    """(height, width) float32: the grey that bare paper would have at each place."""
    params = params or InkParams()
    scale = min(1.0, params.paper_px_per_mm / form.px_per_mm)
    # The median takes off single bright pixels, which a closing would spread.
    small = cv2.medianBlur(
        cv2.resize(form.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA),
        3,
    )
    window = round(params.paper_window_mm * form.px_per_mm * scale) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (window, window))
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, kernel)
    # Lit paper must not leak over a shadow's edge, where it would look like ink.
    closed = cv2.erode(closed, np.ones((3, 3), np.uint8))
    height, width = form.image.shape
    paper = cv2.resize(closed, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.maximum(paper.astype(np.float32), 1.0))


def _bare_paper(darkness: NDArray[np.float32]) -> tuple[float, float]:
    """Median and standard deviation of the darkness where nothing is printed."""
    step = 4  # px: far enough apart that smoothing has not tied neighbours together
    sample = darkness[::step, ::step]
    bare = sample[sample < BARE]
    if not bare.size:
        return 0.0, 0.0
    differences = np.abs(np.diff(sample, axis=1))[sample[:, 1:] < BARE]
    deviation = float(np.median(differences)) / (MEDIAN_OF_NORMAL * np.sqrt(2))
    return float(np.median(bare)), float(deviation)
