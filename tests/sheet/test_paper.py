from __future__ import annotations

import pytest

from trekprint.sheet.paper import FORM, MARKER_INSET, PAPERS, fit, slots


@pytest.mark.parametrize("name", PAPERS)
def test_one_form_has_the_whole_upright_page(name: str) -> None:
    page = slots(PAPERS[name], 1)
    (box,) = page.boxes
    assert (box.width, box.height) == (page.width, page.height)
    assert page.width < page.height


@pytest.mark.parametrize("name", ["a4", "letter"])
def test_two_forms_share_a_page_on_its_side(name: str) -> None:
    page = slots(PAPERS[name], 2)
    left, right = page.boxes
    assert page.width > page.height
    assert left.right == right.x
    assert right.right == page.width
    assert not left.overlaps(right)


@pytest.mark.parametrize(("name", "per_page"), [("a5", 2), ("a4", 3), ("a4", 0)])
def test_what_does_not_fit_is_refused(name: str, per_page: int) -> None:
    with pytest.raises(ValueError, match="forms on"):
        slots(PAPERS[name], per_page)


@pytest.mark.parametrize(
    ("name", "per_page"),
    [("a4", 1), ("a4", 2), ("letter", 1), ("letter", 2), ("a5", 1)],
)
def test_the_form_fills_its_slot_and_stays_in_it(name: str, per_page: int) -> None:
    for slot in slots(PAPERS[name], per_page).boxes:
        box = FORM.placed(*fit(slot))
        assert slot.shrunk(-1e-9).contains(box)
        # Half a Letter page is narrower than the form; its margin keeps the markers in.
        assert box.width > slot.width - 1.5 or box.height > slot.height - 1
        assert box.centre.distance(slot.centre) < 1e-9


@pytest.mark.parametrize(
    ("name", "per_page"),
    [("a4", 1), ("a4", 2), ("letter", 1), ("letter", 2), ("a5", 1)],
)
def test_markers_stay_inside_the_page_and_the_cut(name: str, per_page: int) -> None:
    for slot in slots(PAPERS[name], per_page).boxes:
        markers = FORM.shrunk(MARKER_INSET).placed(*fit(slot))
        assert slot.shrunk(MARKER_INSET - 1e-9).contains(markers)


@pytest.mark.parametrize(("name", "per_page"), [("a5", 1), ("a4", 2)])
def test_a5_keeps_its_true_size(name: str, per_page: int) -> None:
    for slot in slots(PAPERS[name], per_page).boxes:
        assert fit(slot)[0] == 1.0
