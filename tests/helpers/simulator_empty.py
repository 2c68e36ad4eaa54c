"""Photos in which no sheet is: whoever reads them must find none.

    photo = take_empty("other markers", seed)

The papers carry what has been taken for sheets elsewhere: codes, markers, rings, print.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.helpers.photo_truth import PhotoTruth
from tests.helpers.simulator_camera import PaperPose
from tests.helpers.simulator_conditions import Taken
from tests.helpers.simulator_files import jpeg_picture
from tests.helpers.simulator_levels import draw_shot
from tests.helpers.simulator_paper import PAPER_WHITE, TONER, Paper
from tests.helpers.simulator_photo import camera_of, photograph

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Rng = np.random.Generator

_PX_PER_MM = 8.0
_PAPER_MM = (148.0, 210.0)
_MARKER_MM = 11.0
_INSET_MM = 10.0
_WORDS = (
    "summit camp rope bread milk apples total paid rock glacier ridge north tent "
    "coffee 12 x 2 7,99 sum change valley score points line zone map snow"
).split()
_DICTIONARIES = (
    cv2.aruco.DICT_4X4_250,
    cv2.aruco.DICT_4X4_1000,
    cv2.aruco.DICT_5X5_100,
    cv2.aruco.DICT_6X6_250,
    cv2.aruco.DICT_ARUCO_ORIGINAL,
    cv2.aruco.DICT_APRILTAG_36h11,
)


def take_empty(name: str, seed: int) -> Taken:
    """The picture of scene `name` for `seed`; it shows no sheet.

    Raises KeyError for a name that is not in SCENES.
    """
    draw = SCENES[name]
    rng = np.random.default_rng([seed, *name.encode()])
    shot = draw_shot(rng, "ordinary", float(rng.uniform(1.5, 3.0)))
    shot = replace(shot, fill=max(shot.fill, 0.6))
    width, height = _PAPER_MM
    pose = PaperPose(width=width, height=height)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    camera = camera_of(shot, pose.to_space(corners))
    laid = [] if draw is None else [(_paper(draw, rng), pose)]
    if draw is None:
        shot = replace(shot, clutter=int(rng.integers(0, 14)))
    jpeg = photograph(laid, camera, shot, rng)
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    picture = jpeg_picture(np.asarray(image, np.uint8), shot.jpeg_quality)
    truth = PhotoTruth(sheets=(), conditions={"seed": seed, "table": shot.table})
    return Taken(condition=name, seed=seed, picture=picture, truth=truth)


def _paper(draw: Callable[[Pixels, Rng], None], rng: Rng) -> Paper:
    width, height = _PAPER_MM
    page = np.full(
        (round(height * _PX_PER_MM), round(width * _PX_PER_MM)), 255, np.uint8
    )
    draw(page, rng)
    light = TONER + (1 - TONER) * np.power(page.astype(np.float32) / 255, 2.2)
    image = light[..., None] * np.array(PAPER_WHITE, np.float32)
    return Paper(
        width=width,
        height=height,
        forms=(),
        image=np.asarray(image, np.float32),
        px_per_mm=_PX_PER_MM,
    )


def _px(mm: float) -> int:
    return round(mm * _PX_PER_MM)


def _text(page: Pixels, rng: Rng) -> None:
    """A page of words, with a heading and a frame."""
    size = rng.uniform(0.6, 1.4)
    for y in range(_px(18), page.shape[0] - _px(12), round(34 * size)):
        line = " ".join(str(word) for word in rng.choice(_WORDS, 12))
        cv2.putText(page, line[:60], (_px(10), y), cv2.FONT_HERSHEY_DUPLEX, size, 20, 2)
    cv2.rectangle(
        page, (_px(6), _px(6)), (_px(142), _px(204)), 0, int(rng.integers(1, 9))
    )


def _bill(page: Pixels, rng: Rng) -> None:
    """A till's bill: goods, prices in a column, a bar code."""
    for row in range(22):
        y = _px(25 + 6 * row)
        good = f"{rng.choice(_WORDS)} {rng.choice(_WORDS)}"
        price = f"{rng.uniform(0, 30):.2f}"
        cv2.putText(page, good, (_px(15), y), cv2.FONT_HERSHEY_PLAIN, 2.2, 10, 3)
        cv2.putText(page, price, (_px(110), y), cv2.FONT_HERSHEY_PLAIN, 2.2, 10, 3)
    x = _px(30)
    while x < _px(118):
        wide = int(rng.integers(3, 14))
        page[_px(170) : _px(195), x : x + wide] = 0
        x += wide + int(rng.integers(3, 14))


def _codes(page: Pixels, rng: Rng) -> None:
    """QR codes with other contents, here and there."""
    for _ in range(int(rng.integers(1, 6))):
        content = rng.choice(("https://example.org/", "WIFI:S:home;;", "TREK", "T12 "))
        code = cv2.QRCodeEncoder.create().encode(f"{content}{rng.integers(10**6)}")
        factor = max(1, _px(rng.uniform(16, 45)) // code.shape[0])
        _stamp(page, cv2.resize(code, None, fx=factor, fy=factor, interpolation=0), rng)
    _text(page[_px(150) :], rng)


def _markers(page: Pixels, rng: Rng) -> None:
    """Markers of other uses: some in the corners, some in a grid, of any dictionary."""
    kind = _DICTIONARIES[int(rng.integers(len(_DICTIONARIES)))]
    dictionary = cv2.aruco.getPredefinedDictionary(kind)
    most = int(dictionary.bytesList.shape[0])
    side = _px(_MARKER_MM)

    def marker() -> Pixels:
        made = cv2.aruco.generateImageMarker(dictionary, int(rng.integers(most)), side)
        return np.asarray(made, np.uint8)

    if rng.random() < 0.5:
        far = [s - _px(_INSET_MM) - side for s in page.shape]
        for top in (_px(_INSET_MM), far[0]):
            for left in (_px(_INSET_MM), far[1]):
                page[top : top + side, left : left + side] = marker()
        _text(page[_px(40) : _px(170), _px(24) :], rng)
        return
    for top in range(_px(12), page.shape[0] - 2 * side, 2 * side):
        for left in range(_px(12), page.shape[1] - 2 * side, 2 * side):
            page[top : top + side, left : left + side] = marker()


def _rings(page: Pixels, rng: Rng) -> None:
    """Circles with numbers, joined by lines, as other games print them."""
    at = [(x, y) for x in range(25, 135, 24) for y in range(30, 190, 26)]
    kept = [at[i] for i in rng.choice(len(at), 19, replace=False)]
    for (x, y), (u, v) in pairwise(kept):
        cv2.line(page, (_px(x), _px(y)), (_px(u), _px(v)), 60, 3)
    for x, y in kept:
        cv2.circle(page, (_px(x), _px(y)), _px(8), 255, -1)
        cv2.circle(page, (_px(x), _px(y)), _px(8), 0, 5)
        number = str(int(rng.integers(0, 13)))
        cv2.putText(page, number, (_px(x - 3), _px(y + 3)), 0, 1.8, 30, 4)


def _stamp(page: Pixels, code: Pixels, rng: Rng) -> None:
    """Put `code` anywhere on the page."""
    top = int(rng.integers(_px(8), page.shape[0] - code.shape[0] - 8))
    left = int(rng.integers(_px(8), page.shape[1] - code.shape[1] - 8))
    page[top : top + code.shape[0], left : left + code.shape[1]] = code


SCENES: Mapping[str, Callable[[Pixels, Rng], None] | None] = {
    "empty table": None,
    "printed text": _text,
    "bill": _bill,
    "other codes": _codes,
    "other markers": _markers,
    "other rings": _rings,
}
"""Names of scenes, and what is printed on the one paper in them (None: no paper)."""
