"""The committed photos are read right, or asked about; never wrong and sure.

The photos and their truths lie in tests/data/photos (see tests/data/README.md).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.helpers.photo_compare import Comparison, compare, strangers
from tests.helpers.photo_truth import PhotoTruth, load_truth
from trekprint.scan.reading import SheetReading
from trekprint.sheet.paper import FORM
from trekprint.workflows.photos import PhotoResult, read_photo
from trekprint.workflows.results import result_data

FOLDER = Path(__file__).parent / "data" / "photos"
PHOTOS = sorted(FOLDER.glob("*.jpg"))

LEAST_CIRCLES, LEAST_LINKS, LEAST_TICKS = 0.95, 0.97, 0.99
"""Shares of all photos' circles, links and tick boxes that must be right unasked."""


CORNERS_OFF_MM, CORNERS_OFF_BENT_MM = 0.3, 1.0
"""How far the form's corners may be found from where they are, on flat and bent paper
(or with a marker covered)."""


@cache
def readings_of(photo: Path) -> tuple[PhotoResult, ...]:
    """What the program reads in a photo (once)."""
    return tuple(read_photo(photo))


def results_of(photo: Path) -> tuple[PhotoTruth, list[dict[str, Any]]]:
    """The truth of a photo, and what the program says of it."""
    results = [result_data(found.result) for found in readings_of(photo)]
    return load_truth(photo.with_suffix(".yaml")), results


def test_there_are_photos_of_every_sheet_each_with_its_truth() -> None:
    assert len(PHOTOS) >= 30
    truths = [load_truth(photo.with_suffix(".yaml")) for photo in PHOTOS]
    assert {s.sheet for truth in truths for s in truth.sheets} == {
        "dunai",
        "kagkot",
        "dhaulagiri",
    }


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.stem)
def test_every_sheet_is_found_and_nothing_is_wrong_while_sure(photo: Path) -> None:
    truth, results = results_of(photo)
    compared = compare(truth, results)
    assert [one.truth.copy for one in compared if one.result is None] == []
    assert strangers(truth, results) == ()
    assert len(results) == len(truth.sheets)
    assert [fault for one in compared for fault in one.faults] == []


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.stem)
def test_forms_are_found_where_they_are(photo: Path) -> None:
    truth = load_truth(photo.with_suffix(".yaml"))
    bent = truth.conditions["curl_mm"] > 0 or photo.stem.startswith("marker-covered")
    for found in readings_of(photo):
        assert isinstance(found.reading, SheetReading)
        (sheet,) = (s for s in truth.sheets if s.copy == found.reading.copy)
        corners = found.reading.registration.to_form(np.array(sheet.corners))
        wanted = np.array([(p.x, p.y) for p in FORM.corners])
        off = float(np.hypot(*(corners - wanted).T).max())
        assert off < (CORNERS_OFF_BENT_MM if bent else CORNERS_OFF_MM)


@pytest.mark.parametrize(
    "photo", [p for p in PHOTOS if p.stem.startswith("blank")], ids=lambda p: p.stem
)
def test_a_blank_sheet_is_read_as_blank(photo: Path) -> None:
    _, (result,) = results_of(photo)
    assert {circle["state"] for circle in result["circles"]} == {"empty"}
    assert result["links"] == []
    assert set(result["ticks"].values()) == {0}
    assert result["score"]["total"] == 0


def test_most_is_right_unasked() -> None:
    compared = [one for photo in PHOTOS for one in compare(*results_of(photo))]
    found = [one for one in compared if one.result is not None]
    assert share_right(found, "circles") >= LEAST_CIRCLES
    assert share_right(found, "links") >= LEAST_LINKS
    assert share_right(found, "ticks") >= LEAST_TICKS


def share_right(found: list[Comparison], kind: str) -> float:
    """Share of `circles`, `links` (drawn or read) or `ticks` (boxes) that are right."""
    counts = {
        "circles": (
            sum(len(one.wrong_circles) for one in found),
            sum(len((one.result or {})["circles"]) for one in found),
        ),
        "links": (
            sum(len(one.wrong_links) for one in found),
            sum(len(one.truth.links) for one in found),
        ),
        "ticks": (
            sum(one.wrong_ticks for one in found),
            sum(sum(one.truth.ticks.values()) for one in found),
        ),
    }
    wrong, of = counts[kind]
    return 1.0 - wrong / of
