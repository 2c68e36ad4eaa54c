"""Which sheet is it: by its code, else by where its circles are printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2

from trekprint.scan.anchors import ring_strengths
from trekprint.scan.arrays import quantile
from trekprint.sheet.identity import Identity, parse_identity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trekprint.scan.arrays import GreyImage
    from trekprint.scan.ink import Ink
    from trekprint.sheet.placed import Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifyParams:
    """How a sheet is recognised.

    `code_margin_mm`: quiet zone and play around the code, which is taken from the photo
    at `patch_px_per_mm`. `code_px_per_mm`: resolutions at which it is decoded;
    `sharpen_mm`: width of the blur that is taken back. `reach_mm`: how far rings are
    searched from their printed places. `least_match`: darkness that the rings of the
    best candidate must show. `least_lead`: how many times better than the next it must
    fit.
    """

    code_margin_mm: float = 2.2
    patch_px_per_mm: float = 12.0
    code_px_per_mm: tuple[float, ...] = (14.0, 20.0, 9.0)
    sharpen_mm: float = 0.25
    reach_mm: float = 3.0
    least_match: float = 0.015
    least_lead: float = 3.0


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
