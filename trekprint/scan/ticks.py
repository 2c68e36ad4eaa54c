"""Is a box marked? Tick, cross, slash or filled: ink in the middle of the box.

The inside of a box is printed white, so any ink in it is the player's. Tails of marks
in neighbouring boxes reach over the edge; they count less, since what is looked at is
the middle. A box scribbled over far beyond its edges is a doubt: it may be a tick
taken back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from trekprint.scan.arrays import median

if TYPE_CHECKING:
    from trekprint.scan.arrays import Floats
    from trekprint.scan.ink import Ink
    from trekprint.sheet.geometry import Box

LEAST_PIXELS = 3
"""A side from which on a box has a slope worth looking at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TickParams:
    """How ink in a box is judged.

    `inset`: share of the box's side left out at each edge. Ink is darker
    than `dark_share` of the pen (`unknown_pen` where no circle shows it), than
    `least_dark`, and than `noise` deviations of bare paper. `half_mm2`: area of ink
    (for a box of 5 mm) at which marked and empty are equally likely; `steep`: how fast
    the odds grow with the logarithm of the area (at least `least_mm2`); they shrink
    where the photo has less than `fair_px_per_mm`. A box is scribbled out where the
    mean darkness, relative to the pen, exceeds `scribble` both inside and around it
    (from `outline` to `surround`, shares of the side); that caps the probability at
    `scribbled`. Where nothing gets darker by more than `steepest` of the darkest ink in
    a millimetre, in a box that is not `filled`, a soft shadow's edge lies over the box
    (in 34 photos marks had 1.18 and more, that edge 0.73); that caps it at `shaded`.
    In a dithered picture `half_of_dots_mm2` stands for `half_mm2`: there empty boxes
    had up to 1.0 mm2 of dots, marks from 1.8.
    """

    inset: float = 0.2
    dark_share: float = 0.35
    unknown_pen: float = 0.25
    least_dark: float = 0.04
    noise: float = 4.0
    half_mm2: float = 0.45
    steep: float = 4.0
    least_mm2: float = 0.01
    fair_px_per_mm: float = 3.0
    box_mm: float = 5.0
    outline: float = 0.05
    surround: float = 0.22
    scribble: float = 0.65
    scribbled: float = 0.6
    steepest: float = 0.95
    filled: float = 0.8
    shaded: float = 0.05
    half_of_dots_mm2: float = 1.25

    def for_dots(self) -> TickParams:
        """The same for a dithered picture, whose paper has dots of ink."""
        return replace(self, half_mm2=self.half_of_dots_mm2)


def tick_probability(
    ink: Ink,
    box: Box,
    pen: float,
    px_per_mm: float,
    params: TickParams | None = None,
) -> float:
    """The probability that `box` (form mm, where it really lies) is marked.

    Args:
        ink: The darkness of the form.
        box: The box's outline.
        pen: Darkness of the player's pen, as far as known; 0 if not.
        px_per_mm: Resolution of the photo on the form.
        params: Tunables.
    """
    params = params or TickParams()
    probability = _odds_on(marked_area(ink, box, pen, params), px_per_mm, params)
    if _is_shaded(ink, box, pen, params):
        return min(probability, params.shaded)
    if scribbled_out(ink, box, pen, params):
        return min(probability, params.scribbled)
    return probability


def number_probability(
    ink: Ink,
    box: Box,
    pen: float,
    px_per_mm: float,
    params: TickParams | None = None,
) -> float:
    """The probability that something is written in a score box, however large.

    As `tick_probability`, but a thin 1 in a wide box counts as much as in a small one,
    and what all the box shares (a shadow's edge) is no ink.
    """
    params = params or TickParams()
    inner = inside(ink, box.shrunk(params.inset * min(box.width, box.height)))
    dark = inner - median(inner) > ink_threshold(ink, pen, params)
    area = float(dark.sum()) / ink.px_per_mm**2
    return _odds_on(area, px_per_mm, params)


def _odds_on(area: float, px_per_mm: float, params: TickParams) -> float:
    """The probability of a mark, from its area in mm2."""
    odds = params.steep * np.log(max(area, params.least_mm2) / params.half_mm2)
    odds *= min(1.0, px_per_mm / params.fair_px_per_mm)
    return float(1 / (1 + np.exp(-odds)))


def marked_area(ink: Ink, box: Box, pen: float, params: TickParams) -> float:
    """Ink in the middle of a box, mm2, as if the box were of the usual size."""
    side = min(box.width, box.height)
    inner = inside(ink, box.shrunk(params.inset * side))
    dark = inner > ink_threshold(ink, pen, params)
    return float(dark.mean()) * params.box_mm**2 * (1 - 2 * params.inset) ** 2


def scribbled_out(ink: Ink, box: Box, pen: float, params: TickParams) -> bool:
    """Whether box and surroundings are scribbled over."""
    side = min(box.width, box.height)
    full = max(pen, ink_threshold(ink, pen, params))
    inner = np.minimum(inside(ink, box.shrunk(params.inset * side)) / full, 1)
    around = np.minimum(inside(ink, box.shrunk(-params.surround * side)) / full, 1)
    whole = np.minimum(inside(ink, box.shrunk(-params.outline * side)) / full, 1)
    if around.size <= whole.size:
        return False
    outside = (around.sum() - whole.sum()) / (around.size - whole.size)
    return bool(inner.mean() > params.scribble and outside > params.scribble)


def _is_shaded(ink: Ink, box: Box, pen: float, params: TickParams) -> bool:
    """Whether what is dark in the box is as soft as the edge of a shadow."""
    inner = inside(ink, box.shrunk(params.inset * min(box.width, box.height)))
    if min(inner.shape) < LEAST_PIXELS:
        return False
    covered = (inner > ink_threshold(ink, pen, params)).mean()
    steep = np.hypot(*np.gradient(inner)).max() * ink.px_per_mm
    return bool(covered < params.filled and steep < params.steepest * inner.max())


def ink_threshold(ink: Ink, pen: float, params: TickParams) -> float:
    """The darkness above which a pixel is ink."""
    share = params.dark_share * (pen or params.unknown_pen)
    return max(share, params.least_dark, params.noise * ink.noise)


def inside(ink: Ink, box: Box) -> Floats:
    """(height, width) darkness inside a box, at least one pixel."""
    height, width = ink.darkness.shape
    left = int(np.clip(round(box.x * ink.px_per_mm), 0, width - 1))
    top = int(np.clip(round(box.y * ink.px_per_mm), 0, height - 1))
    right = int(np.clip(round(box.right * ink.px_per_mm), left + 1, width))
    bottom = int(np.clip(round(box.bottom * ink.px_per_mm), top + 1, height))
    return ink.darkness[top:bottom, left:right]
