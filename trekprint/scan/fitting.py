"""Finer than markers tell: the paper's bend, and sheets with two markers hidden.

Both go by what is printed between the markers, above all by the circles' rings.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from trekprint.scan.anchors import (
    AnchorParams,
    Shifts,
    add_bend,
    find_shifts,
    with_boxes,
)
from trekprint.scan.identify import IdentifyParams, ring_match
from trekprint.scan.ink import InkParams, find_ink
from trekprint.scan.registration import RegistrationParams, rectify, refitted
from trekprint.sheet.layout import fiducials

if TYPE_CHECKING:
    from trekprint.scan.arrays import Floats, GreyImage
    from trekprint.scan.fiducials import MarkerGroup
    from trekprint.scan.ink import Ink
    from trekprint.scan.registration import Registration
    from trekprint.sheet.placed import Layout


def _draft() -> RegistrationParams:
    return RegistrationParams(least_px_per_mm=5.0, most_px_per_mm=5.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class FitParams:
    """How the homography is refined and the bend found.

    `draft` is the coarse form in which outlines are searched.

    Where a circle lies farther than `flat_mm` from where flat paper would have it, the
    bend is taken from the form and circles are searched again, `unbend_rounds` times
    at most.

    Two markers alone tell roughly where a sheet lies. The circles refine that in
    `rounds` rounds; it is certain where at least the share `most` of them are seen at
    least `seen` times as well as usual, and within `near_mm` of their places.
    """

    draft: RegistrationParams = field(default_factory=_draft)
    ink: InkParams = field(default_factory=InkParams)
    anchors: AnchorParams = field(default_factory=AnchorParams)
    identify: IdentifyParams = field(default_factory=IdentifyParams)
    flat_mm: float = 0.35
    unbend_rounds: int = 3
    rounds: int = 2
    most: float = 0.9
    seen: float = 0.5
    near_mm: float = 1.5


def draft_ink(photo: GreyImage, registration: Registration, params: FitParams) -> Ink:
    """The darkness of the form, as finely as outlines need it."""
    return find_ink(rectify(photo, registration, params.draft), params.ink)


def fitted_to_print(
    photo: GreyImage,
    registration: Registration,
    ink: Ink,
    layout: Layout,
    group: MarkerGroup,
    params: FitParams | None = None,
) -> tuple[Registration, Ink] | None:
    """The homography by two markers and the circles, and the form as it shows it.

    None where it is not certain: where it leaves more than a few circles out of place.
    """
    params = params or FitParams()
    printed = np.array([(c.centre.x, c.centre.y) for c in layout.circles])
    for _ in range(params.rounds):
        moves, seen = _circles_found(ink, layout, group, params)
        plain = seen >= params.seen
        registration = refitted(
            registration,
            group,
            fiducials(1),
            printed[plain],
            (printed + moves)[plain],
        )
        ink = draft_ink(photo, registration, params)
    moves, seen = _circles_found(ink, layout, group, params)
    right = (seen >= params.seen) & (np.hypot(*moves.T) <= params.near_mm)
    if right.mean() < params.most or registration.error_mm > params.near_mm:
        return None
    if ring_match(ink, layout, params.identify) < params.identify.least_match:
        return None
    return registration, ink


def _circles_found(
    ink: Ink, layout: Layout, group: MarkerGroup, params: FitParams
) -> tuple[Floats, Floats]:
    """(N, 2) the moves (mm) of all circles, and (N,) how well each was seen."""
    shifts = find_shifts(ink, layout, params=params.anchors, corners=group.corners)
    moves = np.array([shifts.circles[circle.id] for circle in layout.circles])
    return moves, np.array([shifts.seen[circle.id] for circle in layout.circles])


def straightened(
    photo: GreyImage,
    registration: Registration,
    ink: Ink,
    layout: Layout,
    group: MarkerGroup,
    params: FitParams | None = None,
) -> tuple[Registration, Shifts]:
    """The registration with the paper's bend, and what it leaves over."""
    params = params or FitParams()
    corners = group.corners
    shifts = find_shifts(ink, layout, params=params.anchors, corners=corners)
    for _ in range(params.unbend_rounds):
        if shifts.largest_mm < params.flat_mm:
            break
        bend = add_bend(registration.bend, shifts)
        registration = replace(registration, bend=bend)
        ink = draft_ink(photo, registration, params)
        shifts = find_shifts(
            ink, layout, params=params.anchors, bend=bend, corners=corners
        )
    return registration, with_boxes(shifts, ink, layout, params=params.anchors)
