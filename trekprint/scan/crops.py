"""Cuts patches out of a rectified form: circles, boxes, strips along links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.sheet.geometry import Point

if TYPE_CHECKING:
    from trekprint.scan.arrays import Floats, GreyImage
    from trekprint.scan.registration import Form
    from trekprint.sheet.geometry import Box


def square_crop(form: Form, centre: Point, side_mm: float) -> GreyImage:
    """The upright square of `side_mm` around a place, at the form's resolution."""
    side = max(1, round(side_mm * form.px_per_mm))
    crop: GreyImage = cv2.getRectSubPix(form.image, (side, side), form.pixel(centre))
    return crop


def box_crop(form: Form, box: Box) -> GreyImage:
    """What lies in a box, at the form's resolution."""
    size = (
        max(1, round(box.width * form.px_per_mm)),
        max(1, round(box.height * form.px_per_mm)),
    )
    crop: GreyImage = cv2.getRectSubPix(form.image, size, form.pixel(box.centre))
    return crop


def pair_crop(form: Form, a: Point, b: Point, radius_mm: float) -> GreyImage:
    """The upright square around two circles, with their centres and radius."""
    middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
    side = np.hypot(b.x - a.x, b.y - a.y) + 2 * radius_mm
    return square_crop(form, middle, float(side))


def moved(point: Point, move: tuple[float, float]) -> Point:
    """A point moved by (x, y) mm."""
    return Point(point.x + move[0], point.y + move[1])


def strip(
    image: Floats,
    px_per_mm: float,
    start: Point,
    end: Point,
    *,
    half_width_mm: float,
    overhang_mm: float,
    shape: tuple[int, int],
) -> Floats:
    """A strip along the way from `start` to `end`, which runs to the right in it.

    Args:
        image: (height, width) of form space.
        px_per_mm: Its resolution.
        start: Begin of the way, form mm.
        end: Its end.
        half_width_mm: How far the strip reaches to either side.
        overhang_mm: How far it reaches beyond either end.
        shape: Rows and columns of the strip.
    """
    rows, columns = shape
    length = start.distance(end)
    along = np.array([end.x - start.x, end.y - start.y]) / length
    across = np.array([-along[1], along[0]])
    column_mm = (length + 2 * overhang_mm) / columns
    row_mm = 2 * half_width_mm / rows
    first = (
        np.array([start.x, start.y])
        + along * (column_mm / 2 - overhang_mm)
        + across * (row_mm / 2 - half_width_mm)
    )
    # strip px -> form mm -> image px
    to_image = px_per_mm * np.column_stack([along * column_mm, across * row_mm, first])
    to_image[:, 2] -= 0.5
    patch = cv2.warpAffine(
        image,
        to_image,
        (columns, rows),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(patch)
