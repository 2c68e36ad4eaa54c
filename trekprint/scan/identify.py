"""Which sheet is it: by its code, else by where its circles are printed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2

from trekprint.scan.advice import (
    BY_CIRCLES,
    FAR_FROM_ALL,
    failure,
    hidden_markers,
)
from trekprint.scan.anchors import box_strength, ring_strengths
from trekprint.scan.arrays import quantile
from trekprint.scan.registration import rectified_patch
from trekprint.sheet.identity import Identity, parse_identity
from trekprint.sheet.layout import CODE, FIDUCIAL_COPIES
from trekprint.sheet.solo_form import COPIES_APART, MAX_PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trekprint.scan.arrays import GreyImage
    from trekprint.scan.fiducials import MarkerGroup
    from trekprint.scan.ink import Ink
    from trekprint.scan.reading import Failure
    from trekprint.scan.registration import Registration
    from trekprint.sheet.geometry import Box
    from trekprint.sheet.placed import Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifyParams:
    """How a sheet is recognised.

    `code_margin_mm`: quiet zone and play around the code, which is taken from the photo
    at `patch_px_per_mm`. `code_px_per_mm`: resolutions at which it is decoded;
    `sharpen_mm`: width of the blur that is taken back. `reach_mm`: how far rings are
    searched from their printed places. `least_match`: darkness that the rings of the
    best candidate must show. `least_lead`: how many times better than the next it must
    fit. `far_mm` takes the place of margin and reach where two markers alone tell
    where the sheet lies.
    """

    code_margin_mm: float = 2.2
    patch_px_per_mm: float = 12.0
    code_px_per_mm: tuple[float, ...] = (14.0, 20.0, 9.0)
    sharpen_mm: float = 0.25
    reach_mm: float = 3.0
    least_match: float = 0.015
    least_lead: float = 3.0
    far_mm: float = 7.5


def read_code(
    patch: GreyImage, px_per_mm: float, params: IdentifyParams | None = None
) -> Identity | None:
    """The identity that the code in a patch says; None if it cannot be read.

    Args:
        patch: The code with its quiet zone, upright.
        px_per_mm: Its resolution.
        params: Tunables.
    """
    params = params or IdentifyParams()
    detector = cv2.QRCodeDetector()
    for image in _code_images(patch, px_per_mm, params):
        text, _, _ = detector.detectAndDecode(image)
        identity = parse_identity(text) if text else None
        if identity is not None:
            return identity
    return None


def _code_images(
    patch: GreyImage, px_per_mm: float, params: IdentifyParams
) -> Iterable[GreyImage]:
    """The patch at several sizes: as it is, sharpened, in black and white."""
    for resolution in params.code_px_per_mm:
        factor = resolution / px_per_mm
        image = cv2.resize(
            patch, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC
        )
        yield image
        soft = cv2.GaussianBlur(image, (0, 0), params.sharpen_mm * resolution)
        sharp = cv2.addWeighted(image, 2.5, soft, -1.5, 0)
        yield sharp
        _, black = cv2.threshold(sharp, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        yield black


def recognise(
    ink: Ink, layouts: Mapping[str, Layout], params: IdentifyParams | None = None
) -> str | None:
    """The one candidate whose circles are clearly the printed ones, or None.

    Args:
        ink: The darkness of the form.
        layouts: Candidates by name, at form size.
        params: Tunables.
    """
    params = params or IdentifyParams()
    fits = sorted(
        ((ring_match(ink, layout, params), name) for name, layout in layouts.items()),
        reverse=True,
    )
    if not fits or fits[0][0] < params.least_match:
        return None
    if len(fits) > 1 and fits[0][0] < params.least_lead * fits[1][0]:
        return None
    return fits[0][1]


def ring_match(ink: Ink, layout: Layout, params: IdentifyParams | None = None) -> float:
    """How dark the rings of `layout` are in `ink`, relative to their surroundings.

    The lower quartile over all circles: every circle must be there.
    """
    params = params or IdentifyParams()
    strengths = ring_strengths(ink, layout.circles, params.reach_mm)
    return float(quantile(strengths, 0.25))


def _of_twins(
    name: str, ink: Ink, layouts: Mapping[str, Layout], params: IdentifyParams
) -> str:
    """`name`, or Max's form of it, whose circles are the same: its boxes tell."""
    twin = f"{MAX_PREFIX}{name}"
    if twin not in layouts:
        return name
    boxes = [_boxes(layouts[one]) for one in (name, twin)]
    strengths = [
        box_strength(ink, own - other, params.reach_mm)
        for own, other in (boxes, boxes[::-1])
    ]
    return twin if strengths[1] > strengths[0] else name


def _boxes(layout: Layout) -> frozenset[Box]:
    ticks = frozenset(tick.box for tick in layout.tick_boxes)
    return ticks | {score.box for score in layout.score_boxes}


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """A sheet that was recognised, and how."""

    layout: Layout
    copy: int
    run: str | None
    other_revision: bool = False
    warning: str | None = None


def identify_sheet(
    photo: GreyImage,
    registration: Registration,
    ink: Ink,
    layouts: Mapping[str, Layout],
    group: MarkerGroup,
    sheet: str | None = None,
    params: IdentifyParams | None = None,
) -> Identified | Failure:
    """The sheet by its code, else by what the user said, else by its circles.

    Args:
        photo: (height, width) uint8.
        registration: Where the sheet lies in it.
        ink: The darkness of the form.
        layouts: Candidates by name, at form size.
        group: The markers in view.
        sheet: The sheet's name, where the user told it.
        params: Tunables.
    """
    how = params or IdentifyParams()
    if len(group.missing) > 1:
        how = replace(how, code_margin_mm=how.far_mm, reach_mm=how.far_mm)
    box = CODE.shrunk(-how.code_margin_mm)
    patch = rectified_patch(photo, registration, box, how.patch_px_per_mm)
    identity = read_code(patch, how.patch_px_per_mm, how)
    copy = identity.copy if identity else group.copy_index + 1
    run = identity.run if identity else None
    name, warning = (identity.sheet if identity else sheet), None
    if identity and sheet and name != sheet:
        warning = f"The code says that this is a sheet {name}, so it was read as that."
    if name is None:
        name = recognise(ink, layouts, how)
        warning = BY_CIRCLES
    if name is not None and identity is None:
        name = _of_twins(name, ink, layouts, how)
    if name is None:
        sentence = hidden_markers(group) if len(group.missing) > 1 else FAR_FROM_ALL
        return failure(sentence, group)
    if name not in layouts:
        return failure(
            f"This is a sheet '{name}', of which there is no definition here; add it "
            "with --defs.",
            group,
        )
    layout = layouts[name]
    if identity is None and layout.has_panel("strip"):
        copy = (group.copy_index - COPIES_APART) % FIDUCIAL_COPIES + 1
    other_revision = identity is not None and identity.revision != layout.revision
    if identity and other_revision:
        warning = (
            f"The sheet was printed from revision {identity.revision} of {name} and "
            f"read by revision {layout.revision}; check the circles."
        )
    return Identified(
        layout=layout,
        copy=copy,
        run=run,
        other_revision=other_revision,
        warning=warning,
    )
