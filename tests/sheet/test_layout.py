"""What is true of every layout, whatever the places."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import mirrored, sheets
from trekprint.sheet.geometry import Box
from trekprint.sheet.layout import FIDUCIAL_COPIES, LayoutParams, form_layout, place
from trekprint.sheet.paper import FORM, PAPERS
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from trekprint.sheet.model import Sheet
    from trekprint.sheet.placed import Layout, PlacedCircle

SHIPPED = ("dunai", "kagkot", "dhaulagiri")
PAGES = [("a4", 1), ("a4", 2), ("letter", 1), ("letter", 2), ("a5", 1)]
KAGKOT = load_sheet("kagkot")
HAIR = 1e-9
NAMES = {
    *(f"line_{n}" for n in range(1, 10)),
    *(f"zone_{n}" for n in range(1, 10)),
    *(f"assist_{n}" for n in range(1, 4)),
    *("line_bonus", "zone_bonus", "line_total", "zone_total", "skulls", "final"),
}


def _around(circle: PlacedCircle) -> Box:
    side = 2 * circle.outer_mm
    left, top = circle.centre.x - circle.outer_mm, circle.centre.y - circle.outer_mm
    return Box(left, top, side, side)


def _boxes(layout: Layout) -> list[Box]:
    """Everything that is written in or that the camera looks for."""
    return [
        *(tick.box for tick in layout.tick_boxes),
        *(score.box for score in layout.score_boxes),
        *(fiducial.box for fiducial in layout.fiducials),
        layout.panel("code"),
        layout.panel("ruler"),
    ]


@given(sheets())
def test_everything_lies_inside_the_form(sheet: Sheet) -> None:
    layout = form_layout(sheet)
    for box in [*_boxes(layout), *(panel.box for panel in layout.panels)]:
        assert FORM.contains(box)
    area = layout.panel("climbing_area").shrunk(-HAIR)
    assert all(area.contains(_around(circle)) for circle in layout.circles)


@given(sheets())
def test_no_two_circles_share_an_area(sheet: Sheet) -> None:
    for a, b in combinations(form_layout(sheet).circles, 2):
        assert a.centre.distance(b.centre) > a.outer_mm + b.outer_mm


@given(sheets())
def test_a_mirrored_sheet_is_the_same_in_a_mirror(sheet: Sheet) -> None:
    layout, mirror = form_layout(sheet), form_layout(mirrored(sheet))
    for a, b in combinations(range(len(sheet.circles)), 2):
        here = layout.circles[a].centre.distance(layout.circles[b].centre)
        there = mirror.circles[a].centre.distance(mirror.circles[b].centre)
        assert here == pytest.approx(there)
    for circle, other in zip(layout.circles, mirror.circles, strict=True):
        assert circle.radius_mm == pytest.approx(other.radius_mm)


@given(sheets())
def test_circles_and_links_are_those_of_the_sheet(sheet: Sheet) -> None:
    layout = form_layout(sheet)
    assert [(c.id, c.limit) for c in layout.circles] == [
        (c.id, c.limit) for c in sheet.circles
    ]
    assert tuple(placed.link for placed in layout.links) == sheet.links


@given(sheets())
def test_links_run_from_disc_to_disc_over_the_bridge(sheet: Sheet) -> None:
    layout, params = form_layout(sheet), LayoutParams()
    circles = {circle.id: circle for circle in layout.circles}
    for placed in layout.links:
        a, b = circles[placed.link.a], circles[placed.link.b]
        apart = a.centre.distance(b.centre)
        assert placed.start.distance(a.centre) == pytest.approx(a.radius_mm)
        assert placed.end.distance(b.centre) == pytest.approx(b.radius_mm)
        assert placed.bridge_start.distance(a.centre) == pytest.approx(a.outer_mm)
        bridge = placed.bridge_start.distance(placed.bridge_end)
        assert bridge == pytest.approx(apart - a.outer_mm - b.outer_mm)
        assert bridge >= params.gap - HAIR
        stretch = placed.start.distance(placed.end)
        assert stretch == pytest.approx(bridge + a.rim_mm + b.rim_mm)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_nearest_circles_are_the_gap_apart(name: str) -> None:
    layout = form_layout(load_sheet(name))
    bridges = [p.bridge_start.distance(p.bridge_end) for p in layout.links]
    assert min(bridges) == pytest.approx(LayoutParams().gap)
    assert max(bridges) < LayoutParams().gap + 1


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_of_a_shipped_sheet_lies_over_anything_else(name: str) -> None:
    layout = form_layout(load_sheet(name))
    for box, other in combinations(_boxes(layout), 2):
        assert not box.overlaps(other)
    for circle in layout.circles:
        assert not any(_around(circle).overlaps(box) for box in _boxes(layout))


@pytest.mark.parametrize(
    ("name", "least_mm"), [("dunai", 13.5), ("kagkot", 11.0), ("dhaulagiri", 11.0)]
)
def test_the_discs_are_wide_enough_to_write_in(name: str, least_mm: float) -> None:
    for circle in form_layout(load_sheet(name)).circles:
        assert 2 * circle.radius_mm >= least_mm


@given(sheets())
def test_tick_boxes_are_counted_row_by_row(sheet: Sheet) -> None:
    ticks = [(tick.option, tick.index) for tick in form_layout(sheet).tick_boxes]
    assert ticks == [
        (row.option, n) for row in sheet.options for n in range(1, row.boxes + 1)
    ]


def test_score_boxes_have_their_public_names() -> None:
    boxes = form_layout(load_sheet("kagkot")).score_boxes
    names = [box.name for box in boxes]
    assert set(names) >= NAMES
    assert len(names) == len(set(names))


@given(st.integers(1, 3 * FIDUCIAL_COPIES))
def test_markers_tell_corner_and_copy(copy: int) -> None:
    layout = form_layout(KAGKOT, copy=copy)
    assert [f.corner for f in layout.fiducials] == [0, 1, 2, 3]
    for fiducial in layout.fiducials:
        assert fiducial.id % 4 == fiducial.corner
        assert fiducial.id // 4 == (copy - 1) % FIDUCIAL_COPIES
        assert fiducial.id < 250
        corner = FORM.corners[fiducial.corner]
        assert fiducial.box.centre.distance(corner) < FORM.width / 4


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(("paper", "per_page"), PAGES)
def test_a_page_holds_the_form_scaled_as_a_whole(
    name: str, paper: str, per_page: int
) -> None:
    sheet = load_sheet(name)
    pages = place([(sheet, 1), (sheet, 2), (sheet, 3)], PAPERS[paper], per_page)
    page = Box(0, 0, pages.width, pages.height).shrunk(-HAIR)
    assert [p.page for p in pages.placements] == (
        [1, 2, 3] if per_page == 1 else [1, 1, 2]
    )
    for copy, placement in enumerate(pages.placements, start=1):
        layout = placement.layout
        form = form_layout(sheet, copy=copy)
        origin = layout.box
        assert layout == form.placed(layout.scale, origin.x, origin.y)
        assert layout.copy == copy
        assert page.contains(origin)


@pytest.mark.parametrize(("paper", "per_page"), PAGES)
def test_markers_keep_their_distance_from_the_edge_of_the_page(
    paper: str, per_page: int
) -> None:
    """Printers lose what lies too near the edge, and a misfeed takes some more."""
    sheet = load_sheet("kagkot")
    pages = place([(sheet, 1), (sheet, 2)], PAPERS[paper], per_page)
    page = Box(0, 0, pages.width, pages.height)
    for placement in pages.placements:
        for fiducial in placement.layout.fiducials:
            # On half a Letter page the form is smaller, and its margin with it.
            margin = 10 * min(placement.layout.scale, 1)
            assert page.shrunk(margin - HAIR).contains(fiducial.box)


def test_forms_on_one_page_do_not_overlap() -> None:
    sheet = load_sheet("kagkot")
    pages = place([(sheet, 1), (sheet, 2)], PAPERS["a4"], 2)
    left, right = (placement.layout.box for placement in pages.placements)
    assert not left.overlaps(right)


def test_two_forms_do_not_go_on_a5() -> None:
    with pytest.raises(ValueError, match="2 forms on a5"):
        place([(load_sheet("kagkot"), 1)], PAPERS["a5"], 2)


def test_panels_and_score_boxes_are_found_by_name() -> None:
    layout = form_layout(load_sheet("kagkot"))
    for panel in layout.panels:
        assert layout.has_panel(panel.name)
        assert layout.panel(panel.name) == panel.box
    for score in layout.score_boxes:
        assert layout.score_box(score.name) == score.box
    assert not layout.has_panel("no such panel")
    with pytest.raises(KeyError):
        layout.panel("no such panel")
    with pytest.raises(KeyError):
        layout.score_box("no such box")
