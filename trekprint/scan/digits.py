"""Circle crops -> probabilities of what is written, by a small network of our own.

A crop is grey, dark ink on light paper: the square of side 2 * `CROP_MARGIN` *
`radius_mm` centred on a circle's printed disc. `prepare` makes the network's input from
crops, in training and in reading alike. `scan.numerals` reads the score boxes with the
same network.
"""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from trekprint.errors import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Sequence

Gray = NDArray[np.uint8]
Floats = NDArray[np.float32]

CLASSES: tuple[str, ...] = (
    *(str(number) for number in range(13)),
    *(
        "skull",
        "other",
        "blank",
    ),
)
"""What the columns of a reader's answer mean, in order.

`skull` is also a crossed-out circle; `other` is ink that is neither (a doodle, a number
over 12, a number mostly outside); `blank` has nothing in the middle, though a link may
reach in or the ring may show.
"""
NUMBERS = 13
"""Columns 0 to 12 are the numbers themselves."""
SKULL, OTHER, BLANK = (CLASSES.index(name) for name in ("skull", "other", "blank"))

CROP_MARGIN = 1.15
"""Half the side of a crop, in radii of the printed disc."""
INPUT_SIZE = 48
"""Side of the network's input, pixels."""

MODEL = "models/numbers.onnx"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareParams:
    """How ink is taken from a crop. The model is trained with the defaults.

    Lengths are in pixels of the working size, 96 (about 6.3 per mm on an A5 form).

    Attributes:
        work: Side at which paper and ink are told apart.
        blur: Sigma that calms sensor noise.
        background: Side of the closing that wipes the ink off the paper; wider than any
            pen stroke, narrower than a shadow.
        middle: Radius of the cell's middle, in disc radii; only there is the contrast
            measured, so that rims and neighbours have no say.
        paper_share: Share of the middle that surely is paper; its level becomes 0.
        ink_share: Share of the middle, the darkest, whose mean becomes 1.
        least_contrast: Ink paler than this (share of the paper's light) is not
            amplified to full black, or an empty cell would be all noise.
        most: Ink darker than the middle's is cut here.
        fade_from, fade_to: Radii, in disc radii, between which the surroundings fade.
    """

    work: int = 96
    blur: float = 0.8
    background: int = 35
    middle: float = 0.75
    paper_share: float = 0.3
    ink_share: float = 0.03
    least_contrast: float = 0.08
    most: float = 1.25
    fade_from: float = 1.06
    fade_to: float = 1.15


class NumberReader(Protocol):
    """Anything that reads circle crops."""

    def __call__(self, crops: Sequence[Gray]) -> Floats:
        """Probabilities, (n, len(CLASSES)) float32, each row sums to 1."""
        ...


_PARAMS = PrepareParams()


def prepare(crops: Sequence[Gray], params: PrepareParams = _PARAMS) -> Floats:
    """The network's input: ink 1, paper 0, free of light, shadow and pen darkness.

    Args:
        crops: Grey images, uint8, each (height, width) of any size over a few pixels.
        params: How to take the ink from the paper.

    Returns:
        (n, 1, 48, 48) float32, values 0 to 1.
    """
    cells = np.empty((len(crops), 1, INPUT_SIZE, INPUT_SIZE), np.float32)
    middle, fade = _masks(params)
    for cell, crop in zip(cells, crops, strict=True):
        ink = _ink(crop, middle, params)
        size = (INPUT_SIZE, INPUT_SIZE)
        np.multiply(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), fade, cell[0])
    return cells


@functools.cache
def _masks(params: PrepareParams) -> tuple[NDArray[np.bool_], Floats]:
    """The middle of the cell at working size, and the fading at the input's size."""
    middle = _radii(params.work) < params.middle
    span = params.fade_to - params.fade_from
    fade = np.clip((params.fade_to - _radii(INPUT_SIZE)) / span, 0, 1) / params.most
    return middle, fade.astype(np.float32)


def _radii(side: int) -> Floats:
    """Each pixel's distance from the centre, in disc radii."""
    line = ((np.arange(side) + 0.5) / side * 2 - 1) * CROP_MARGIN
    return np.hypot(line[:, None], line[None, :]).astype(np.float32)


def _ink(crop: Gray, middle: NDArray[np.bool_], params: PrepareParams) -> Floats:
    """Ink of one crop at working size, 0 to `params.most`."""
    shrinks = min(crop.shape[:2]) > params.work
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    image = cv2.resize(crop, (params.work, params.work), interpolation=how)
    light = cv2.GaussianBlur(image.astype(np.float32), (0, 0), params.blur)
    brush = np.ones((params.background, params.background), np.uint8)
    paper = cv2.morphologyEx(light, cv2.MORPH_CLOSE, brush)
    ink = 1 - light / np.maximum(paper, 1)
    inside = np.sort(ink[middle])
    zero = float(inside[int(inside.size * params.paper_share)])
    darkest = inside[-max(1, int(inside.size * params.ink_share)) :]
    contrast = max(float(darkest.mean()) - zero, params.least_contrast)
    return np.asarray(np.clip((ink - zero) / contrast, 0, params.most), np.float32)


class NetReader:
    """The shipped network on `cv2.dnn`, with one net for each thread."""

    def __init__(self, model: bytes) -> None:
        """Keep the bytes of an ONNX file; nets are made when a thread first reads."""
        self._model = np.frombuffer(model, np.uint8)
        self._local = threading.local()

    def __call__(self, crops: Sequence[Gray]) -> Floats:
        """Probabilities, (n, len(CLASSES)) float32, each row sums to 1."""
        if not crops:
            return np.empty((0, len(CLASSES)), np.float32)
        return self.probabilities(prepare(crops))

    def probabilities(self, cells: Floats) -> Floats:
        """Probabilities of cells that are `prepare`d already."""
        net = self._net()
        net.setInput(cells)
        return np.asarray(net.forward(), np.float32)

    def _net(self) -> cv2.dnn.Net:
        net = getattr(self._local, "net", None)
        if net is None:
            net = cv2.dnn.readNetFromONNX(self._model)
            self._local.net = net
        return net


@functools.cache
def load_reader() -> NetReader:
    """The reader with the model that ships with the package.

    Raises:
        UnreadableError: The installation lacks its model file.
    """
    try:
        model = files("trekprint.scan").joinpath(MODEL).read_bytes()
    except FileNotFoundError as error:
        raise UnreadableError(
            f"The model file {MODEL} is missing; install trekprint again."
        ) from error
    return NetReader(model)
