from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given

from tests.strategies import circle, make_sheet, sheets
from trekprint.sheet.model import Link, Sheet, local

TRIANGLE = make_sheet(
    [circle(1, 0, 0), circle(2, 1, 0, dangerous=True), circle(3, 0.5, 0.87)],
    [(1, 2), (2, 3)],
)


def test_terrain_decides_the_limit() -> None:
    assert [circle.limit for circle in TRIANGLE.circles] == [12, 6, 12]


def test_a_link_has_the_lower_circle_first() -> None:
    assert Link.of(11, 4) == Link.of(4, 11)
    assert str(Link.of(11, 4)) == "4-11"


@pytest.mark.parametrize(("one", "other"), [(3, 3), (0, 0)])
def test_no_link_joins_a_circle_with_itself(one: int, other: int) -> None:
    with pytest.raises(ValueError, match="two circles"):
        Link.of(one, other)


def test_touching_follows_the_links() -> None:
    assert TRIANGLE.touching == {1: {2}, 2: {1, 3}, 3: {2}}


@given(sheets())
def test_touching_is_mutual(sheet: Sheet) -> None:
    assert set(sheet.touching) == set(sheet.circle_by_id)
    for one, others in sheet.touching.items():
        assert one not in others
        assert all(one in sheet.touching[other] for other in others)


def test_scoring_items_by_name() -> None:
    item = TRIANGLE.item("orphans")
    assert item is not None
    assert item.amounts == {"points": -3}
    assert TRIANGLE.item("garland") is None


@pytest.mark.parametrize(
    ("lang", "text"), [("en", "Summit"), ("de", "Gipfel"), ("fr", "Summit")]
)
def test_english_stands_in_for_a_missing_language(lang: str, text: str) -> None:
    assert local({"en": "Summit", "de": "Gipfel", "fr": ""}, lang) == text


def test_a_sheet_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        TRIANGLE.summit = 1  # type: ignore[misc]
