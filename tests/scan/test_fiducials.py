"""Markers are found, and come apart into sheets."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.scan.drawing import PAPER, PX_PER_MM, form, page, small_layout
from trekprint.scan.fiducials import Marker, find_groups, form_corners, group_markers
from trekprint.sheet.paper import FORM

PLACES = small_layout().fiducials


def test_four_markers_are_found_to_a_tenth_of_a_pixel() -> None:
    (group,) = find_groups(form(), PLACES)
    assert group.missing == ()
    for marker in group.markers:
        # a pixel's centre is half a pixel into it
        expected = form_corners(PLACES[marker.corner]) * PX_PER_MM - 0.5
        assert np.abs(marker.corners - expected).max() < 0.3


def test_two_sheets_of_one_copy_number_come_apart() -> None:
    """Everybody prints copy 1; two such sheets may lie in one photo."""
    layout = small_layout()
    photo = page((layout, layout.placed(1.0, FORM.width, 0.0)))
    groups = find_groups(photo, PLACES)
    assert [len(group.markers) for group in groups] == [4, 4]
    assert groups[0].centre[0] < groups[1].centre[0]


def test_reading_order_is_by_rows() -> None:
    layouts = tuple(
        small_layout(copy).placed(0.4, x, y)
        for copy, (x, y) in enumerate([(65, 95), (70, 0), (0, 5), (2, 90)], start=1)
    )
    groups = find_groups(page(layouts), PLACES)
    assert [group.copy_index + 1 for group in groups] == [3, 2, 4, 1]


def test_a_hidden_marker_is_missed_by_name() -> None:
    photo = form()
    photo[:200, 900:] = PAPER
    (group,) = find_groups(photo, PLACES)
    assert group.missing == (1,)


def test_a_stray_marker_joins_no_sheet() -> None:
    """Clutter that looks like a marker of the same copy must not spoil the sheet."""
    markers = [Marker(f.id, form_corners(f) * 8) for f in PLACES]
    stray = Marker(PLACES[0].id, form_corners(PLACES[0]) * 8 + 500)
    (group,) = group_markers([stray, *markers], PLACES)
    assert [m.corners.tolist() for m in group.markers] == [
        m.corners.tolist() for m in markers
    ]


def test_nothing_is_found_on_an_empty_table() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400), dtype=np.uint8)
    assert find_groups(cv2.GaussianBlur(noise, (0, 0), 2), PLACES) == ()


@pytest.mark.parametrize("light", [0.3, 1.0])
def test_deep_shadow_hides_no_marker(light: float) -> None:
    photo = form().astype(np.float32)
    photo[:, 600:] *= light
    (group,) = find_groups(photo.astype(np.uint8), PLACES)
    assert group.missing == ()
