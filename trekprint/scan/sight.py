"""Where nothing can be seen, nothing is surely empty.

Glare and things that lie on the sheet hide what is written; so does a scan without
greys, which drops pale writing altogether.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.anchors import PrintedLines, circle_outline
from trekprint.scan.arrays import median
from trekprint.scan.digits import BLANK, OTHER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.scan.anchors import Shifts
    from trekprint.scan.arrays import Floats, GreyImage
    from trekprint.scan.ink import Ink
    from trekprint.sheet.geometry import Box
    from trekprint.sheet.model import Terrain
    from trekprint.sheet.placed import PlacedCircle


class Tones(Enum):
    """Whether a photo has greys, only black and white, or dots in their place."""

    GREY = auto()
    BLACK_WHITE = auto()
    DITHERED = auto()


BESIDE = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], np.float32)
"""The neighbours above, below, left and right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SightParams:
    """How it is told that something printed, and so what is written, cannot be seen.

    A ring is sampled at `angles` places, within `reach_mm` of its radius; its palest
    stretch of `stretch` places is held against the usual one. Below `clear` of that
    something may be hidden, and all of it at `blind`; then `hidden` of the probability
    goes to "something is written". Boxes likewise, by the palest of their sides; where
    the mean of these is below `faded` of the usual one, ink is as much paler, down to
    `most_faded`.

    A photo without greys, looked at in `sample_px` rows or columns, has at least
    `black_white` of its pixels within `extreme` of black or white. It is dithered where
    more than `specks` of its black pixels stand alone. Where it is not, an empty circle
    is sure by `lost_blank` at most; and where not all numbers are as sure as
    `clear_number`, each link is drawn with `lost_link` at least.
    """

    angles: int = 32
    reach_mm: float = 0.5
    steps: int = 5
    stretch: int = 8
    clear: float = 0.5
    blind: float = 0.25
    hidden: float = 0.4
    faded: float = 0.7
    most_faded: float = 0.15
    sample_px: int = 500
    extreme: int = 16
    black_white: float = 0.995
    specks: float = 0.3
    lost_blank: float = 0.8
    clear_number: float = 0.98
    lost_link: float = 0.05


def hidden_circles(
    ink: Ink,
    circles: Sequence[PlacedCircle],
    shifts: Shifts,
    params: SightParams | None = None,
) -> Floats:
    """(N,) how much of each circle may be hidden: 0 is plainly seen, 1 not at all.

    A circle is in sight where its outer ring is, all round: glare washes out both.
    """
    params = params or SightParams()
    palest = np.array([_palest(ink, circle, shifts, params) for circle in circles])
    kinds: dict[Terrain, list[int]] = defaultdict(list)
    for index, circle in enumerate(circles):
        kinds[circle.terrain].append(index)
    usual = np.ones(len(circles), dtype=np.float64)
    for members in kinds.values():
        usual[members] = max(float(median(palest[members])), 1e-6)
    return _hidden(palest / usual, params)


def hidden_boxes(
    ink: Ink, boxes: Sequence[Box], params: SightParams | None = None
) -> tuple[Floats, Floats]:
    """How much of boxes may be hidden, and how faded they are, both (N,).

    The first is as for `hidden_circles`. The second is 1 for usual contrast and less
    where glare fades print, and so what is written.

    Args:
        ink: The darkness of the form.
        boxes: Boxes with one kind of outline, where they really lie.
        params: Tunables.
    """
    params = params or SightParams()
    sides = np.array([_sides(ink, box, params) for box in boxes])
    palest, mean = sides.min(axis=1), sides.mean(axis=1)
    hidden = _hidden(palest / max(float(median(palest)), 1e-6), params)
    faded = np.clip(mean / max(float(median(mean)), 1e-6), params.most_faded, 1.0)
    return hidden, np.where(faded < params.faded, faded, 1.0)


def out_of_sight(
    probabilities: Floats, hidden: float, params: SightParams | None = None
) -> Floats:
    """What a circle says, (classes,), where so much of it may be hidden."""
    params = params or SightParams()
    share = hidden * params.hidden
    result = probabilities * (1 - share)
    result[OTHER] += share
    return np.asarray(result)


def without_greys(probabilities: Floats, params: SightParams | None = None) -> Floats:
    """What a circle says, (classes,), in a photo that may have lost pale writing."""
    params = params or SightParams()
    result = probabilities.copy()
    lost = max(0.0, float(result[BLANK]) - params.lost_blank)
    result[BLANK] -= lost
    result[OTHER] += lost
    return np.asarray(result)


def tones_of(photo: GreyImage, params: SightParams | None = None) -> Tones:
    """What tones a photo, (height, width), is made of."""
    params = params or SightParams()
    step = max(1, max(photo.shape) // params.sample_px)
    sample = photo[::step, ::step]
    extreme = (sample < params.extreme) | (sample > 255 - params.extreme)
    if extreme.mean() < params.black_white:
        return Tones.GREY
    black = (photo < params.extreme).astype(np.uint8)
    neighbours = cv2.filter2D(black, -1, BESIDE, borderType=cv2.BORDER_CONSTANT)
    alone = int(np.count_nonzero(black & (neighbours == 0)))
    dots = alone > params.specks * int(np.count_nonzero(black))
    return Tones.DITHERED if dots else Tones.BLACK_WHITE


def _hidden(relative: Floats, params: SightParams) -> Floats:
    """How much may be hidden, from how dark print is, 1 being usual."""
    share = (params.clear - relative) / (params.clear - params.blind)
    return np.asarray(np.clip(share, 0.0, 1.0))


def _palest(
    ink: Ink, circle: PlacedCircle, shifts: Shifts, params: SightParams
) -> float:
    """The mean darkness of the palest stretch of a circle's outermost ring."""
    _, radius, _ = circle_outline(circle, PrintedLines()).rings[-1]
    centre = shifts.moved_circle(circle)
    turns = np.linspace(0, 2 * np.pi, params.angles, endpoint=False)
    radii = radius + np.linspace(-params.reach_mm, params.reach_mm, params.steps)
    x = centre.x + np.outer(radii, np.cos(turns))
    y = centre.y + np.outer(radii, np.sin(turns))
    ring = _sampled(ink, x, y).max(axis=0)
    wrapped = np.concatenate([ring, ring[: params.stretch - 1]])
    means = np.convolve(wrapped, np.full(params.stretch, 1 / params.stretch), "valid")
    return float(means.min())


def _sides(ink: Ink, box: Box, params: SightParams) -> list[float]:
    """The mean darkness of each side of a box's outline."""
    along = np.linspace(0, 1, params.stretch)
    across = np.linspace(-params.reach_mm, params.reach_mm, params.steps)[:, None]
    xs, ys = box.x + box.width * along, box.y + box.height * along
    flat = np.zeros_like(across)
    sides = [
        _sampled(ink, xs + flat, box.y + across + 0 * xs),
        _sampled(ink, xs + flat, box.bottom + across + 0 * xs),
        _sampled(ink, box.x + across + 0 * ys, ys + flat),
        _sampled(ink, box.right + across + 0 * ys, ys + flat),
    ]
    return [float(side.max(axis=0).mean()) for side in sides]


def _sampled(ink: Ink, x: Floats, y: Floats) -> Floats:
    """The darkness at places in form mm; bare paper outside of the form."""
    scale = ink.px_per_mm
    return np.asarray(
        cv2.remap(
            ink.darkness,
            (x * scale - 0.5).astype(np.float32),
            (y * scale - 0.5).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=0,
        )
    )
