from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.helpers.photo_compare import compare, strangers
from tests.helpers.photo_truth import SKULL, PhotoTruth, SheetTruth

TRUTH = PhotoTruth(
    sheets=(
        SheetTruth(
            sheet="kagkot",
            revision=1,
            copy=3,
            circles={1: 7, 2: SKULL},
            links=frozenset({(1, 2)}),
            ticks={"lower": 2, "sum": 0},
            assist=1,
            written={"final": 4},
            total=5,
        ),
    )
)

RIGHT: dict[str, Any] = {
    "sheet": "kagkot",
    "copy": 3,
    "status": "sure",
    "circles": [
        {"id": 1, "state": "number", "value": 7, "doubtful": False},
        {"id": 2, "state": "skull", "value": None, "doubtful": False},
        {"id": 3, "state": "empty", "value": None, "doubtful": False},
    ],
    "links": [[1, 2]],
    "ticks": {"lower": 2, "sum": 0},
    "score": {"total": 5, "extras": {"assist_cards": 3}},
    "written": {"final": 4},
}


def test_a_right_result_has_no_faults() -> None:
    (found,) = compare(TRUTH, [RIGHT])
    assert found.faults == ()
    assert found.total_right
    assert found.assist_right
    assert found.final_right
    assert not found.wrong_circles
    assert strangers(TRUTH, [RIGHT]) == ()


def test_a_wrong_circle_is_a_fault_unless_asked() -> None:
    wrong = deepcopy(RIGHT)
    wrong["circles"][0]["value"] = 1
    (found,) = compare(TRUTH, [wrong])
    assert found.faults == ("circle 1 is 7, read 1 without doubt",)
    wrong["circles"][0]["doubtful"] = True
    wrong["status"] = "doubtful"
    (found,) = compare(TRUTH, [wrong])
    assert found.faults == ()
    assert len(found.wrong_circles) == 1


def test_wrong_links_and_totals_are_faults_only_while_sure() -> None:
    wrong = deepcopy(RIGHT)
    wrong["links"] = [[1, 3]]
    wrong["score"]["total"] = 6
    (found,) = compare(TRUTH, [wrong])
    assert found.wrong_links == ((1, 2), (1, 3))
    assert len(found.faults) == 3
    wrong["status"] = "doubtful"
    (found,) = compare(TRUTH, [wrong])
    assert found.faults == ()


def test_ticks_are_counted_in_boxes() -> None:
    wrong = deepcopy(RIGHT)
    wrong["ticks"] = {"lower": 0, "sum": 1}
    (found,) = compare(TRUTH, [wrong])
    assert found.wrong_ticks == 3


def test_a_sheet_that_was_not_found_is_not_right() -> None:
    (found,) = compare(TRUTH, [{"sheet": None, "copy": None, "status": "failed"}])
    assert found.result is None
    assert not found.total_right
    assert not found.sure


def test_another_copy_is_a_stranger() -> None:
    other = deepcopy(RIGHT)
    other["copy"] = 4
    (found,) = compare(TRUTH, [other])
    assert found.result is None
    assert strangers(TRUTH, [other]) == ("kagkot, copy 4",)
