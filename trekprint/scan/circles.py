"""Circles: is there ink in the disc, how dark is the pen, what does the number say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.arrays import median, quantile
from trekprint.scan.crops import square_crop
from trekprint.scan.digits import BLANK, CROP_MARGIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.scan.anchors import Shifts
    from trekprint.scan.arrays import Floats, GreyImage
    from trekprint.scan.ink import Ink
    from trekprint.scan.registration import Form
    from trekprint.sheet.geometry import Point
    from trekprint.sheet.placed import PlacedCircle


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscParams:
    """How a disc is told to be empty, whatever the network thinks.

    `inner`: share of the radius that is looked at, clear of the printed edge and of
    links that reach in. `least_dark`, `noise`: a pixel is ink above this darkness and
    so many deviations of bare paper. `half_mm2`: area of ink at which empty and filled
    are equally likely; `steep`: how fast the odds grow with the area's logarithm.
    `pen_quantile`: the pen's darkness is this quantile of a disc's ink.
    `pale`: the probability of ink that the network's own opinion is worth where none
    was measured.
    """

    inner: float = 0.82
    least_dark: float = 0.055
    noise: float = 4.5
    half_mm2: float = 0.5
    steep: float = 4.0
    pen_quantile: float = 0.7
    pale: float = 0.3


def number_crops(
    form: Form, circles: Sequence[PlacedCircle], shifts: Shifts
) -> list[GreyImage]:
    """The crop of each circle as `scan.digits` wants it, centred on its own rings."""
    return [
        square_crop(
            form, shifts.moved_circle(circle), 2 * CROP_MARGIN * circle.radius_mm
        )
        for circle in circles
    ]


def disc_ink(
    ink: Ink, centre: Point, radius_mm: float, params: DiscParams | None = None
) -> Floats:
    """(N,) the darkness of the ink pixels in a disc; empty where there is none."""
    params = params or DiscParams()
    reach = params.inner * radius_mm
    side = max(1, round(2 * reach * ink.px_per_mm))
    middle = centre.x * ink.px_per_mm - 0.5, centre.y * ink.px_per_mm - 0.5
    patch = cv2.getRectSubPix(ink.darkness, (side, side), middle)
    offset = np.arange(side) - (side - 1) / 2
    within = np.hypot(offset[:, None], offset) <= side / 2
    # The paper of this very disc: a soft shadow edge must not pass for ink.
    level = float(median(patch[within])) if side > 1 else 0.0
    darkness = patch[within] - min(level, params.least_dark)
    return np.asarray(
        darkness[darkness > max(params.least_dark, params.noise * ink.noise)]
    )


def ink_probability(
    dark: Floats, px_per_mm: float, params: DiscParams | None = None
) -> float:
    """The probability that something is written, from the ink of a disc."""
    params = params or DiscParams()
    area = dark.size / px_per_mm**2
    odds = params.steep * np.log(max(area, 1e-6) / params.half_mm2)
    return float(1 / (1 + np.exp(-odds)))


def pen_darkness(discs: Sequence[Floats], params: DiscParams | None = None) -> float:
    """How dark this player's pen is: the median over the filled discs, 0 if none is."""
    params = params or DiscParams()
    levels = [quantile(dark, params.pen_quantile) for dark in discs if dark.size]
    return float(median(levels)) if levels else 0.0


def joined(
    written: float, probabilities: Floats, params: DiscParams | None = None
) -> Floats:
    """The network's answer, given the probability that anything is written at all.

    Where the network sees something in a disc without measurable ink, it may be a pale
    pencil: that is never surely empty.
    """
    params = params or DiscParams()
    seen = params.pale * (1 - float(probabilities[BLANK]))
    written = max(written, seen)
    result = written * probabilities
    result[BLANK] += 1 - written
    return np.asarray(result)
