"""A photo of both forms of a solo game is read: both totals, and the strip."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import pytest

from tests.helpers.solo_photos import simulate_solo
from trekprint.scan import identify
from trekprint.sheetfile.catalog import load_sheet
from trekprint.workflows.photos import read_photo
from trekprint.workflows.ranking import rank

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.photo_simulator import SimulatedPhoto
    from tests.helpers.simulator_photo import Shot

pytestmark = pytest.mark.slow


def calm(shot: Shot) -> Shot:
    return replace(shot, tilt_deg=5.0, curl_mm=0.0, shadow=None, clutter=0)


@pytest.fixture(scope="module")
def photo() -> SimulatedPhoto:
    return simulate_solo(
        100_021, load_sheet("kagkot"), megapixels=6.0, slip=0.0, change_shot=calm
    )


def test_both_mountains_are_scored_and_ranked_together(
    photo: SimulatedPhoto, tmp_path: Path
) -> None:
    path = tmp_path / "solo.jpg"
    path.write_bytes(photo.jpeg)
    results = [one.result for one in read_photo(path)]
    found = {r.game.sheet.id: r for r in results if r.game is not None}
    for truth in photo.truth.sheets:
        assert found[truth.sheet].total == truth.total
        assert found[truth.sheet].copy == truth.copy
    ((title, rows),) = rank(results)
    assert title == "Kagkot"
    assert "Max" in [row.name for row in rows]
    (his,) = (truth for truth in photo.truth.sheets if truth.sheet == "max-kagkot")
    strip = {k: v for k, v in his.written.items() if k.startswith("round_")}
    read = found["max-kagkot"].written
    assert sum(read.get(name) == value for name, value in strip.items()) >= 55
    assert all(finding.code != "max-slip" for finding in found["max-kagkot"].findings)


def test_without_its_code_his_form_is_told_by_its_boxes(
    photo: SimulatedPhoto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identify, "read_code", lambda *_: None)
    path = tmp_path / "solo.png"
    cv2.imwrite(str(path), photo.image)
    results = {
        r.result.game.sheet.id: r.result
        for r in read_photo(path)
        if r.result.game is not None
    }
    assert sorted(results) == ["kagkot", "max-kagkot"]
    for truth in photo.truth.sheets:
        assert results[truth.sheet].copy == truth.copy
