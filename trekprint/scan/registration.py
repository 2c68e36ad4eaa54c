"""The relation between a photo and a form, and the photo resampled into form space.

Form space is the A5 form of `paper.FORM` in mm, whatever the paper was: a form that
was printed smaller or on another paper looks the same to the reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.fiducials import form_corners
from trekprint.sheet.paper import FORM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.scan.arrays import Floats, GreyImage
    from trekprint.scan.fiducials import MarkerGroup
    from trekprint.sheet.geometry import Box, Point
    from trekprint.sheet.placed import Fiducial


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationParams:
    """How finely forms are resampled.

    The rectified form has the photo's own resolution, but at least `least_px_per_mm`
    (so that sizes in pixels stay whole enough) and at most `most_px_per_mm` (a pen
    line is then 3 px wide; more only costs time). A photo more than `reduce_above`
    times finer is averaged down first, so that no detail folds into another.
    """

    least_px_per_mm: float = 6.0
    most_px_per_mm: float = 8.0
    reduce_above: float = 1.4


STRAY_MM = 1.5
"""What lies farther than this from a homography does not shape it."""
BEND_STEP_MM = 6.0
"""Distance of the places at which a bend is given."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bend:
    """How curled paper departs from the plane of the homography.

    `moves` is (rows, columns, 2) float32: at places `BEND_STEP_MM` apart over the whole
    form, how far (mm, x and y) what is printed there lies from where flat paper would
    have it.
    """

    moves: Floats

    def at(self, points: Floats) -> Floats:
        """(N, 2) the moves at (N, 2) places in form mm, between the given ones."""
        where = np.asarray(points / BEND_STEP_MM, dtype=np.float32)[None]
        found = cv2.remap(
            self.moves,
            where,
            None,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(found[0], dtype=np.float64)


def bend_places() -> Floats:
    """(rows, columns, 2) the places, in form mm, at which a bend is given."""
    columns = int(np.ceil(FORM.width / BEND_STEP_MM)) + 1
    rows = int(np.ceil(FORM.height / BEND_STEP_MM)) + 1
    ys, xs = np.mgrid[0:rows, 0:columns] * BEND_STEP_MM
    return np.stack([xs, ys], axis=-1)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Registration:
    """Where a form lies in a photo.

    `photo_to_form` is the (3, 3) homography from photo px to form mm. `error_mm` is
    the rms distance between the markers' corners found and printed. `px_per_mm` is the
    resolution of the photo where it is coarsest on the form. `bend` is None for flat
    paper.
    """

    photo_to_form: Floats
    error_mm: float
    px_per_mm: float
    bend: Bend | None = None

    def to_photo(self, points: Floats) -> Floats:
        """(N, 2) form mm to (N, 2) photo px."""
        if self.bend is not None:
            points = points + self.bend.at(points)
        return transformed(points, np.linalg.inv(self.photo_to_form))

    def to_form(self, points: Floats) -> Floats:
        """(N, 2) photo px to (N, 2) form mm; beside flat paper by a share of a mm."""
        flat = transformed(points, self.photo_to_form)
        return flat if self.bend is None else flat - self.bend.at(flat)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Form:
    """A form resampled into form space: pixel (0, 0) is its top-left corner."""

    image: GreyImage
    px_per_mm: float

    def pixel(self, point: Point) -> tuple[float, float]:
        """Where a point lies in the image, px; pixel centres are whole numbers."""
        return point.x * self.px_per_mm - 0.5, point.y * self.px_per_mm - 0.5


def register(group: MarkerGroup, places: Sequence[Fiducial]) -> Registration:
    """The homography that fits all corners of all markers of a sheet best.

    Args:
        group: Two markers or more; two tell little of what is far from them.
        places: The markers as printed, by corner.
    """
    form, photo = marker_places(group, places)
    photo_to_form = np.asarray(cv2.findHomography(photo, form)[0], dtype=np.float64)
    return _registration(photo_to_form, photo, form)


def refitted(
    registration: Registration,
    group: MarkerGroup,
    places: Sequence[Fiducial],
    printed: Floats,
    found: Floats,
) -> Registration:
    """The homography that also fits other places which were found.

    Args:
        registration: The one so far, without a bend.
        group: Two markers or more.
        places: The markers as printed, by corner.
        printed: (N, 2) places as printed, form mm.
        found: (N, 2) the same where `registration` sees them, form mm.
    """
    form, photo = marker_places(group, places)
    seen = transformed(found, np.linalg.inv(registration.photo_to_form))
    all_seen, all_printed = (
        np.concatenate([photo, seen]),
        np.concatenate([form, printed]),
    )
    photo_to_form, _ = cv2.findHomography(all_seen, all_printed, cv2.RANSAC, STRAY_MM)
    if photo_to_form is None:
        return registration
    return _registration(np.asarray(photo_to_form, dtype=np.float64), photo, form)


def marker_places(
    group: MarkerGroup, places: Sequence[Fiducial]
) -> tuple[Floats, Floats]:
    """(N, 2) the corners of all markers as printed, form mm, and in the photo, px."""
    form = np.concatenate([form_corners(places[m.corner]) for m in group.markers])
    photo = np.concatenate([m.corners for m in group.markers])
    return form.astype(np.float64), photo.astype(np.float64)


def _registration(photo_to_form: Floats, photo: Floats, form: Floats) -> Registration:
    found = transformed(photo, photo_to_form)
    error = float(np.sqrt(np.mean(np.sum((found - form) ** 2, axis=1))))
    return Registration(
        photo_to_form=photo_to_form,
        error_mm=error,
        px_per_mm=_coarsest(np.linalg.inv(photo_to_form)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanParams:
    """What tells a scan from a photo, whose pixels tell no mm.

    In a scan lengths differ by at most the share `flat` across the form, which lies
    within `skew_deg` of the page's sides.
    """

    flat: float = 0.01
    skew_deg: float = 4.0


def print_scale(
    registration: Registration,
    px_per_mm: float | None,
    params: ScanParams | None = None,
) -> float | None:
    """The size of a scanned form as a share of its true one; None if not known.

    Args:
        registration: Where the form lies in the scan.
        px_per_mm: Pixels per mm of paper, as the scan tells; None if it does not.
        params: Tunables.
    """
    params = params or ScanParams()
    if px_per_mm is None:
        return None
    to_photo = np.linalg.inv(registration.photo_to_form)
    places = [*FORM.corners, FORM.centre]
    stretches = np.array([_stretches(place, to_photo) for place in places])
    mean = float(stretches.mean())
    (x, y), (right_x, right_y) = transformed(
        np.array([(0, 0), (FORM.width, 0)]), to_photo
    )
    turn = np.degrees(np.arctan2(right_y - y, right_x - x))
    skew = abs((turn + 45) % 90 - 45)
    if np.abs(stretches / mean - 1).max() > params.flat or skew > params.skew_deg:
        return None
    return mean / px_per_mm


def transformed(points: Floats, homography: Floats) -> Floats:
    """(N, 2) points through a (3, 3) homography."""
    mapped = cv2.perspectiveTransform(
        np.asarray(points, dtype=np.float64)[None], homography
    )
    return np.asarray(mapped[0], dtype=np.float64)


def _coarsest(form_to_photo: Floats) -> float:
    """Photo px per form mm where that is least: at the form's corners or its middle."""
    places = [*FORM.corners, FORM.centre]
    return min(_resolution(place, form_to_photo) for place in places)


def _resolution(place: Point, form_to_photo: Floats) -> float:
    """Photo px per form mm around a place, in the direction where it is least."""
    return float(_stretches(place, form_to_photo).min())


def _stretches(place: Point, form_to_photo: Floats) -> Floats:
    """(2,) the greatest and the least photo px per form mm around a place."""
    step = 1.0
    around = np.array(
        [(place.x, place.y), (place.x + step, place.y), (place.x, place.y + step)]
    )
    origin, right, down = transformed(around, form_to_photo)
    jacobian = np.column_stack([right - origin, down - origin]) / step
    return np.asarray(np.linalg.svd(jacobian, compute_uv=False))


def rectify(
    photo: GreyImage,
    registration: Registration,
    params: RegistrationParams | None = None,
) -> Form:
    """The form seen from straight above.

    One resampling of the whole form is cheaper than one per patch, and small patches
    are cut from it without visible loss.
    """
    params = params or RegistrationParams()
    form_to_photo = np.linalg.inv(registration.photo_to_form)
    middle = _resolution(FORM.centre, form_to_photo)
    px_per_mm = float(np.clip(middle, params.least_px_per_mm, params.most_px_per_mm))
    box = _photo_box(photo, registration)
    part = photo[box[1] : box[3], box[0] : box[2]]
    shrink = min(1.0, px_per_mm * params.reduce_above / middle) if middle else 1.0
    if shrink < 1.0:
        shrink = px_per_mm / middle
        part = cv2.resize(
            part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA
        )
    to_part = np.array(
        [
            [shrink, 0, (0.5 - box[0]) * shrink - 0.5],
            [0, shrink, (0.5 - box[1]) * shrink - 0.5],
            [0, 0, 1],
        ]
    )
    mm_to_part = to_part @ form_to_photo
    if registration.bend is None:
        image = _flat(part, mm_to_part, px_per_mm)
    else:
        image = _unbent(part, mm_to_part, px_per_mm, registration.bend)
    return Form(image=image, px_per_mm=px_per_mm)


def rectified_patch(
    photo: GreyImage, registration: Registration, box: Box, px_per_mm: float
) -> GreyImage:
    """What lies in `box` (form mm) of flat paper, resampled straight from the photo."""
    size = round(box.width * px_per_mm), round(box.height * px_per_mm)
    to_mm = np.array(
        [
            [1 / px_per_mm, 0, 0.5 / px_per_mm + box.x],
            [0, 1 / px_per_mm, 0.5 / px_per_mm + box.y],
            [0, 0, 1],
        ]
    )
    patch: GreyImage = cv2.warpPerspective(
        photo,
        np.linalg.inv(registration.photo_to_form) @ to_mm,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return patch


def _form_size(px_per_mm: float) -> tuple[int, int]:
    """Width and height of a rectified form, px."""
    return round(FORM.width * px_per_mm), round(FORM.height * px_per_mm)


def _flat(part: GreyImage, mm_to_part: Floats, px_per_mm: float) -> GreyImage:
    """The form resampled by a homography from form mm to px of `part`."""
    to_mm = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, px_per_mm]], dtype=np.float64)
    image: GreyImage = cv2.warpPerspective(
        part,
        mm_to_part @ to_mm,
        _form_size(px_per_mm),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return image


def _unbent(
    part: GreyImage, mm_to_part: Floats, px_per_mm: float, bend: Bend
) -> GreyImage:
    """The form resampled place by place; between the bend's places it is straight."""
    places = bend_places()
    bent = (places + bend.moves).reshape(-1, 2)
    found = transformed(bent, mm_to_part).reshape(places.shape).astype(np.float32)
    width, height = _form_size(px_per_mm)
    # the px of the form as fractions of the steps between the places
    to_steps = np.array(
        [[1, 0, 0.5], [0, 1, 0.5], [0, 0, px_per_mm * BEND_STEP_MM]], dtype=np.float64
    )
    where = cv2.warpPerspective(
        found,
        to_steps,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    image: GreyImage = cv2.remap(
        part, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return image


def _photo_box(
    photo: GreyImage, registration: Registration
) -> tuple[int, int, int, int]:
    """Left, top, right, bottom px of the part of the photo that holds the form."""
    corners = np.array([(p.x, p.y) for p in FORM.corners])
    found = registration.to_photo(corners)
    height, width = photo.shape
    left, top = np.floor(found.min(axis=0)).astype(int)
    right, bottom = np.ceil(found.max(axis=0)).astype(int) + 1
    left, right = (int(v) for v in np.clip((left, right), 0, width))
    top, bottom = (int(v) for v in np.clip((top, bottom), 0, height))
    return left, top, right, bottom


def outside_share(photo: GreyImage, registration: Registration, box: Box) -> float:
    """Share of the corners of `box` (form mm) that lie outside the photo."""
    corners = registration.to_photo(np.array([(p.x, p.y) for p in box.corners]))
    height, width = photo.shape
    inside = (corners >= 0).all(axis=1) & (corners <= (width - 1, height - 1)).all(
        axis=1
    )
    return float(1 - inside.mean())
