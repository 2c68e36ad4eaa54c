"""Quadrilaterals in a picture -> markers, by the bits inside them.

`cv2.aruco` finds the quadrilaterals, but compares each with every code of the
dictionary in turn: 0.4 ms apiece, 0.15 s on a checked tablecloth. Here the black border
is looked at first, which nearly all clutter lacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from trekprint.scan.arrays import GreyImage

CELL_PX = 8
"""Samples across a module when a marker's code is read; OpenCV's 4 lose 4 % of them."""
MODULES = 6
"""Modules across a 4x4 marker with its black border."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeParams:
    """When a quadrilateral is a marker.

    `least_contrast`: standard deviation of its grey values, below which it is plain.
    `margin`: samples left out at each edge of a module. `border_errors`: at most this
    share of the border's modules may be white. `correction`: share of the dictionary's
    own tolerance for wrong bits. All as OpenCV has them by default.
    """

    least_contrast: float = 5.0
    margin: int = 1
    border_errors: float = 0.35
    correction: float = 0.6


def find_codes(
    image: GreyImage, params: CodeParams | None = None
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """The markers in `image`: id, and (4, 2) corners in px, the marker's TL first."""
    params = params or CodeParams()
    quads, _, rejected = _quad_finder().detectMarkers(image)
    for quad in (*quads, *rejected):
        corners = np.asarray(quad[0], np.float32)
        bits = _bits(image, corners, params)
        if bits is None:
            continue
        known, marker_id, rotation = _dictionary().identify(bits, params.correction)
        if known:
            yield int(marker_id), np.roll(corners, rotation, axis=0)


@cache
def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)


@cache
def _quad_finder() -> cv2.aruco.ArucoDetector:
    """Finds candidates; it knows a single code, so that it wastes no time on them."""
    one = cv2.aruco.Dictionary(_dictionary().bytesList[:1].copy(), MODULES - 2, 0)
    return cv2.aruco.ArucoDetector(one, cv2.aruco.DetectorParameters())


def _bits(
    image: GreyImage, corners: NDArray[np.float32], params: CodeParams
) -> NDArray[np.uint8] | None:
    """(4, 4) modules, 1 is white; None for what has no black border."""
    side = MODULES * CELL_PX
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    view = cv2.getPerspectiveTransform(corners, square)
    patch = cv2.warpPerspective(image, view, (side, side), flags=cv2.INTER_NEAREST)
    half = CELL_PX // 2
    if patch[half:-half, half:-half].std() < params.least_contrast:
        return None
    _, white = cv2.threshold(patch, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    inner = slice(params.margin, CELL_PX - params.margin)
    cells = white.reshape(MODULES, CELL_PX, MODULES, CELL_PX)[:, inner, :, inner]
    modules = cells.mean(axis=(1, 3)) > 0.5
    bits: NDArray[np.uint8] = modules[1:-1, 1:-1].astype(np.uint8)
    border = int(modules.sum()) - int(bits.sum())
    if border > params.border_errors * (MODULES - 2) ** 2:
        return None
    return bits
