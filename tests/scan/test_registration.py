"""Homographies undo themselves, and outlines are found where the paper moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scan.drawing import PX_PER_MM, SMALL, Marks, form, small_layout
from trekprint.scan.anchors import box_rows, find_shifts
from trekprint.scan.fiducials import Marker, MarkerGroup, find_groups, form_corners
from trekprint.scan.ink import find_ink
from trekprint.scan.registration import Form, rectify, register, transformed
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import CircleId

if TYPE_CHECKING:
    from trekprint.scan.arrays import Floats, GreyImage

PLACES = small_layout().fiducials


@given(
    st.lists(st.floats(-150, 150), min_size=8, max_size=8),
    st.sampled_from([(0, 1, 2, 3), (0, 1, 2), (1, 2, 3)]),
)
def test_registration_undoes_any_view(
    nudges: list[float], corners: tuple[int, ...]
) -> None:
    square = np.array([(0, 0), (1480, 0), (1480, 2100), (0, 2100)], dtype=np.float32)
    moved = square + np.array(nudges, dtype=np.float32).reshape(4, 2)
    page_to_photo = cv2.getPerspectiveTransform(square / 10, moved)
    markers = tuple(
        Marker(
            PLACES[corner].id,
            transformed(
                form_corners(PLACES[corner]).astype(np.float64), page_to_photo
            ).astype(np.float32),
        )
        for corner in corners
    )
    registration = register(MarkerGroup(markers), PLACES)
    points = np.array([(20.0, 30.0), (74.0, 105.0), (130.0, 190.0)])
    back = registration.to_form(registration.to_photo(points))
    assert np.abs(back - points).max() < 1e-6
    assert (
        np.abs(registration.to_form(transformed(points, page_to_photo)) - points).max()
        < 0.1
    )


def test_a_rectified_form_is_the_form() -> None:
    photo = form()
    turned = np.ascontiguousarray(np.rot90(photo))
    (group,) = find_groups(turned, PLACES)
    rectified = rectify(turned, register(group, PLACES))
    assert rectified.px_per_mm == pytest.approx(PX_PER_MM, abs=0.01)
    same = cv2.resize(rectified.image, photo.shape[::-1])
    assert np.abs(same.astype(int) - photo).mean() < 2


def test_a_form_photographed_too_finely_is_averaged() -> None:
    """Paper grain must be averaged away, not picked at every third pixel."""
    fine = cv2.resize(form(), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    registration = register(find_groups(fine, PLACES)[0], PLACES)
    grain = np.random.default_rng(5).normal(180, 40, fine.shape)
    rectified = rectify(grain.clip(0, 255).astype(np.uint8), registration)
    assert rectified.px_per_mm == 8
    assert rectified.image.std() < 40 / 3


def push(x_mm: Floats, y_mm: Floats) -> Floats:
    """How much a bump in the middle of the circles moves a place: 1 to 0."""
    return np.asarray(np.exp(-((x_mm - 74) ** 2 + (y_mm - 76) ** 2) / (2 * 35**2)))


def bent(image: GreyImage, bump_mm: tuple[float, float]) -> GreyImage:
    """The form with its middle pushed by `bump_mm`."""
    height, width = image.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    pushed = push(xs / PX_PER_MM, ys / PX_PER_MM) * PX_PER_MM
    result: GreyImage = cv2.remap(
        image, xs - pushed * bump_mm[0], ys - pushed * bump_mm[1], cv2.INTER_LINEAR
    )
    return result


@pytest.mark.parametrize("bump", [(0.0, 0.0), (3.0, 0.0), (-1.5, 2.5)])
def test_rings_are_found_where_a_bump_moved_them(bump: tuple[float, float]) -> None:
    layout = small_layout()
    texts = {1: "12", 2: "X", 5: "8"}
    image = bent(form(Marks(texts=texts, links=((1, 2), (2, 5)))), bump)
    shifts = find_shifts(find_ink(Form(image=image, px_per_mm=PX_PER_MM)), layout)
    for circle in layout.circles:
        place = np.array([circle.centre.x, circle.centre.y])
        found = place + shifts.circles[circle.id]
        # What is seen at a place came from there less the push.
        came_from = found - push(found[:1], found[1:]) * np.array(bump)
        assert np.abs(came_from - place).max() < 0.35


def test_a_ring_that_cannot_be_seen_moves_with_its_neighbours() -> None:
    layout = small_layout()
    image = np.roll(form(), round(1.5 * PX_PER_MM), axis=1)
    hidden = layout.circles[4].centre
    x, y = round((hidden.x + 1.5) * PX_PER_MM), round(hidden.y * PX_PER_MM)
    cv2.circle(image, (x, y), round(8.5 * PX_PER_MM), 240, -1)
    shifts = find_shifts(find_ink(Form(image=image, px_per_mm=PX_PER_MM)), layout)
    assert shifts.circles[CircleId(5)] == pytest.approx((1.5, 0.0), abs=0.3)


def test_boxes_side_by_side_are_searched_together() -> None:
    layout = form_layout(SMALL)
    rows = box_rows(layout)
    boxes = sum(len(row.boxes) for row in rows)
    assert boxes == len(layout.tick_boxes) + len(layout.score_boxes)
    assert len(rows) < boxes / 2
    assert max(len(row.boxes) for row in rows) == 4
