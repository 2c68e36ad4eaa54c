"""Max's form: the strip takes the place of options, all else lies as on every form."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from trekprint.rules.solo.paper import form_of_max
from trekprint.sheet.layout import form_layout, place
from trekprint.sheet.paper import FORM, PAPERS
from trekprint.sheet.solo_form import is_round_box, round_box
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from trekprint.sheet.geometry import Box

SHIPPED = ("dunai", "kagkot", "dhaulagiri")
SHEETS = {name: load_sheet(name) for name in SHIPPED}


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x
        or other.right <= one.x
        or one.bottom <= other.y
        or other.bottom <= one.y
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_circles_and_links_lie_as_on_your_form(name: str) -> None:
    yours = form_layout(SHEETS[name])
    his = form_layout(form_of_max(SHEETS[name]))
    assert (his.circles, his.links) == (yours.circles, yours.links)
    assert his.panel("code") == yours.panel("code")
    shared = {box.name: box.box for box in yours.score_boxes if "_" in box.name}
    both = {box.name: box.box for box in his.score_boxes}
    groups = [box for box in shared if box.startswith(("line_", "zone_"))]
    assert all(both[box] == shared[box] for box in groups)


def test_the_strip_has_three_boxes_for_each_of_nineteen_rounds() -> None:
    his = form_layout(form_of_max(SHEETS["kagkot"]))
    boxes = [box.name for box in his.score_boxes if is_round_box(box.name)]
    assert boxes == [
        round_box(number, part)
        for number in range(1, 20)
        for part in ("red", "yellow", "circle")
    ]
    assert his.tick_boxes == ()
    assert not any(box.takes_mark for box in his.score_boxes)


def test_a_smaller_mountain_has_a_shorter_strip() -> None:
    small = replace(
        SHEETS["kagkot"],
        circles=SHEETS["kagkot"].circles[:5],
        links=tuple(link for link in SHEETS["kagkot"].links if link.b <= 5),
    )
    his = form_layout(form_of_max(small))
    assert sum(is_round_box(box.name) for box in his.score_boxes) == 15


def test_nothing_on_his_form_lies_over_anything_else() -> None:
    his = form_layout(form_of_max(SHEETS["kagkot"]))
    boxes = [box.box for box in his.score_boxes]
    quiet = [f.box.shrunk(-f.box.width / 6) for f in his.fiducials]
    code = his.panel("code").shrunk(-2.0)
    words = [his.panel(name) for name in ("code_text", "ruler", "fan", "max_rule")]
    for one, other in combinations([*boxes, *quiet, code, *words], 2):
        assert apart(one, other), (one, other)
    assert all(FORM.contains(box) for box in [*boxes, *words])


def test_two_forms_on_a_page_share_no_marker() -> None:
    yours, his = SHEETS["kagkot"], form_of_max(SHEETS["kagkot"])
    for copy in (1, 31, 62):
        pages = place([(yours, copy), (his, copy)], PAPERS["a4"], 2)
        one, other = (p.layout for p in pages.placements)
        assert (one.copy, other.copy) == (copy, copy)
        markers = {f.id for f in one.fiducials} & {f.id for f in other.fiducials}
        assert markers == set()
