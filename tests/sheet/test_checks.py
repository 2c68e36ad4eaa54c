from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from tests.strategies import SCORING, circle, make_sheet, mirrored, sheets
from trekprint.sheet.checks import (
    CheckParams,
    layout_problems,
    link_problems,
    option_problems,
    scoring_problems,
    sheet_problems,
)
from trekprint.sheet.geometry import Point
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import Link, Option, OptionRow, Sheet
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from trekprint.sheet.placed import Layout

ROW = [circle(1, 0, 0), circle(2, 1, 0), circle(3, 2, 0)]
LINKS = [Link.of(1, 2), Link.of(2, 3)]
ANY_SIZE = CheckParams(disc_least_mm=0)


@given(sheets())
def test_a_sound_sheet_has_no_problems(sheet: Sheet) -> None:
    assert sheet_problems(sheet, ANY_SIZE) == []


@given(sheets(least=3))
def test_a_mirror_changes_no_problem(sheet: Sheet) -> None:
    broken = replace(sheet, links=sheet.links[1:])
    assert sheet_problems(broken) == sheet_problems(mirrored(broken))


@given(sheets(least=3))
def test_a_link_left_out_is_missed(sheet: Sheet) -> None:
    left_out, *links = sheet.links
    (problem, *_) = link_problems(sheet.circles, links)
    assert f"touches circle {left_out.a} (" in problem.sentence
    assert problem.path == f"circles[{left_out.b - 1}]"


def _told(problems: object) -> list[str]:
    assert isinstance(problems, list)
    return [str(problem) for problem in problems]


def test_links_to_nowhere_and_links_given_twice() -> None:
    links = [*LINKS, Link.of(3, 7), Link.of(1, 2), Link.of(8, 9)]
    assert _told(link_problems(ROW, links)) == [
        "links[2]: no circle 7",
        "links[4]: no circle 8",
        "links[4]: no circle 9",
        "links[3]: link 1-2 is there already as links[0]",
    ]


def test_repeated_circles_keep_places_from_being_judged() -> None:
    circles = [*ROW, circle(1, 9, 9)]
    assert _told(link_problems(circles, LINKS)) == [
        "circles[3].id: circle 1 is there already as circles[0]"
    ]


@pytest.mark.parametrize(
    ("apart", "told"),
    [
        (0.5, ["circles[1]: overlaps circle 1: 0.50 apart, touching is 1"]),
        (0.89, ["circles[1]: overlaps circle 1: 0.89 apart, touching is 1"]),
        (0.91, []),
        (1.09, []),
        (
            1.11,
            ["links[0]: circles 1 and 2 are 1.11 apart; linked ones touch, which is 1"],
        ),
    ],
)
def test_linked_circles_touch(apart: float, told: list[str]) -> None:
    circles = [circle(1, 0, 0), circle(2, apart, 0)]
    assert _told(link_problems(circles, LINKS[:1])) == told


def test_every_part_that_is_cut_off_is_named() -> None:
    circles = [*ROW, circle(4, 9, 0), circle(5, 10, 0), circle(6, 20, 0)]
    assert _told(link_problems(circles, [*LINKS, Link.of(4, 5)])) == [
        "links: no way leads from circle 1 to circles 4, 5",
        "links: no way leads from circle 1 to circle 6",
    ]


def test_options_are_enough_and_not_repeated() -> None:
    rows = [OptionRow(option=Option.SUM, boxes=1)] * 2
    assert _told(option_problems(ROW, rows)) == [
        "options[1]: option sum again",
        "options: 3 circles but only 2 boxes to tick",
    ]
    rows[1] = replace(rows[1], option=Option.LOWER)
    assert option_problems(ROW[:2], rows) == []


def test_scoring_items_are_not_repeated() -> None:
    assert scoring_problems(SCORING) == []
    assert _told(scoring_problems((*SCORING, SCORING[0]))) == [
        "scoring[7]: fixed_lines is scored already"
    ]


def test_the_layout_is_looked_at_only_where_the_rest_is_sound() -> None:
    long_row = [circle(n, n, 0) for n in range(1, 13)]
    links = [(n, n + 1) for n in range(1, 12)]
    assert _told(sheet_problems(make_sheet(long_row, links))) == [
        "circles: the circles would be 6.7 mm wide on A5, not 11;"
        " place them closer together or leave some out"
    ]
    assert _told(sheet_problems(make_sheet(long_row, links[1:]))) == [
        "circles[1]: touches circle 1 (1.00 apart) without a link",
        "links: no way leads from circle 1 to circles"
        " 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12",
    ]


def test_a_row_that_is_longer_than_the_table() -> None:
    layout = form_layout(make_sheet(ROW, [(1, 2), (2, 3)], boxes=30))
    sentences = [problem.sentence for problem in layout_problems(layout)]
    assert len(sentences) == len(Option)
    assert all("of 30 boxes fit in the options table" in text for text in sentences)


def _moved(layout: Layout, centre: Point) -> Layout:
    """`layout` with its first circle at `centre`."""
    first, *others = layout.circles
    return replace(layout, circles=(replace(first, centre=centre), *others))


def test_a_circle_over_something_else_is_named_with_it() -> None:
    layout = form_layout(load_sheet("kagkot"))
    things = {
        "corner marker": layout.fiducials[2].box,
        "lower boxes": layout.tick_boxes[0].box,
        "score box final": layout.score_boxes[-1].box,
        "code": layout.panel("code"),
        "bonus table": layout.panel("bonus_table"),
    }
    for name, box in things.items():
        told = _told(layout_problems(_moved(layout, box.centre)))
        assert f"circles[0]: circle 1 lies over the {name}" in told


def test_a_circle_beside_a_corner_marker_is_clear_of_it() -> None:
    """The distance to the marker's corner counts, not to a square around the disc."""
    layout = form_layout(load_sheet("kagkot"))
    corner = layout.fiducials[0].box.corners[2]
    radius = layout.circles[0].outer_mm
    over = _moved(layout, Point(corner.x + radius * 0.7, corner.y + radius * 0.7))
    beside = _moved(layout, Point(corner.x + radius * 0.72, corner.y + radius * 0.72))
    sentence = "circles[0]: circle 1 lies over the corner marker"
    assert sentence in _told(layout_problems(over))
    assert sentence not in _told(layout_problems(beside))


@pytest.mark.parametrize("centre", [Point(-3, 80), Point(74, 208), Point(146, 80)])
def test_a_circle_off_the_paper(centre: Point) -> None:
    layout = _moved(form_layout(load_sheet("kagkot")), centre)
    assert _told(layout_problems(layout)) == ["circles[0]: circle 1 leaves the paper"]
