from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trekprint.sheet.geometry import Box, Point

_MM = st.floats(-500, 500)
_SIZE = st.floats(0.1, 500)
_POINTS = st.builds(Point, _MM, _MM)
_BOXES = st.builds(Box, _MM, _MM, _SIZE, _SIZE)


def test_distance() -> None:
    assert Point(1, 2).distance(Point(4, 6)) == 5


def test_towards_goes_that_many_mm() -> None:
    assert Point(0, 0).towards(Point(30, 40), 10) == Point(6, 8)
    assert Point(0, 0).towards(Point(0, 1), 5) == Point(0, 5)


@given(_POINTS, st.floats(0.5, 2), _MM, _MM)
def test_placing_a_point_scales_then_moves(
    point: Point, scale: float, x: float, y: float
) -> None:
    placed = point.placed(scale, x, y)
    assert placed.x == pytest.approx(point.x * scale + x)
    assert placed.y == pytest.approx(point.y * scale + y)


@given(_BOXES, st.floats(0.5, 2), _MM, _MM)
def test_placing_a_box_places_its_corners(
    box: Box, scale: float, x: float, y: float
) -> None:
    placed = box.placed(scale, x, y)
    for corner, original in zip(placed.corners, box.corners, strict=True):
        there = original.placed(scale, x, y)
        assert corner.distance(there) < 1e-9


def test_corners_go_round_from_the_top_left() -> None:
    assert Box(1, 2, 10, 20).corners == (
        Point(1, 2),
        Point(11, 2),
        Point(11, 22),
        Point(1, 22),
    )
    assert Box(1, 2, 10, 20).centre == Point(6, 12)


@pytest.mark.parametrize(("width", "height"), [(0, 1), (1, 0), (-1, 1), (1, -1)])
def test_a_box_without_extent_is_refused(width: float, height: float) -> None:
    with pytest.raises(ValueError, match="positive size"):
        Box(0, 0, width, height)


def test_shrunk_takes_the_same_off_every_side() -> None:
    assert Box(0, 0, 10, 20).shrunk(2) == Box(2, 2, 6, 16)


@given(_BOXES)
def test_a_box_contains_and_overlaps_itself(box: Box) -> None:
    assert box.contains(box)
    assert box.overlaps(box)


@pytest.mark.parametrize(
    ("other", "contained", "overlapping"),
    [
        (Box(2, 2, 3, 3), True, True),
        (Box(0, 0, 10, 10), True, True),
        (Box(8, 8, 5, 5), False, True),
        (Box(10, 0, 5, 5), False, False),
        (Box(0, 10, 5, 5), False, False),
        (Box(-5, 0, 5, 5), False, False),
        (Box(0, -5, 5, 5), False, False),
        (Box(-1, 2, 3, 3), False, True),
        (Box(2, -1, 3, 3), False, True),
        (Box(2, 8, 3, 3), False, True),
        (Box(8, 2, 3, 3), False, True),
    ],
)
def test_contains_and_overlaps(other: Box, contained: bool, overlapping: bool) -> None:
    box = Box(0, 0, 10, 10)
    assert box.contains(other) is contained
    assert box.overlaps(other) is overlapping
    assert other.overlaps(box) is overlapping


@given(_POINTS, _POINTS)
def test_distance_is_the_same_both_ways(one: Point, other: Point) -> None:
    assert one.distance(other) == other.distance(one)
    assert math.isclose(
        one.distance(other), math.dist((one.x, one.y), (other.x, other.y))
    )
