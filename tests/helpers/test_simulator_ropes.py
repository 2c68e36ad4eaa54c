"""Rope links are played by the rules, drawn from circle to circle, and told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.helpers.photo_truth import PhotoTruth, SheetTruth, dump_truth, load_truth
from tests.helpers.play import PlayerParams, play
from tests.helpers.simulator_conditions import take
from tests.helpers.simulator_hand import draw_hand
from tests.helpers.simulator_ink import InkLayer
from tests.helpers.simulator_ropes import draw_rope
from trekprint.rules.legality import audit
from trekprint.rules.scoring import score
from trekprint.sheet.layout import form_layout
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from pathlib import Path

PX_PER_MM = 6.0
ROPED = PlayerParams(ropes=1.0, forget_link=0.0, forget_tick=0.0, unfinished=0.0)


@pytest.mark.parametrize("name", ["dunai", "kagkot", "dhaulagiri"])
def test_ropes_are_lawful_and_counted(name: str) -> None:
    games = [
        play(load_sheet(name), np.random.default_rng(seed), ROPED) for seed in range(20)
    ]
    assert sum(bool(played.game.ropes) for played in games) > 5
    for played in games:
        game = replace(played.game, written={})
        assert audit(game) == ()
        assert score(game).total == played.tally.total
        assert len(game.ropes) <= 2


def test_without_rope_cards_games_are_what_they_were() -> None:
    sheet = load_sheet("kagkot")
    plain = play(sheet, np.random.default_rng(4), PlayerParams())
    assert plain.game.ropes == frozenset()


@pytest.mark.parametrize("name", ["dunai", "kagkot", "dhaulagiri"])
def test_a_rope_leads_from_disc_to_disc_past_all_others(name: str) -> None:
    sheet = load_sheet(name)
    layout = form_layout(sheet)
    circles = {circle.id: circle for circle in layout.circles}
    hand = replace(
        draw_hand(np.random.default_rng(1)), link_reach_mm=0.5, link_wobble_mm=0.1
    )
    for rope in sheet.two_apart:
        layer = InkLayer(layout.box.width, layout.box.height, PX_PER_MM)
        draw_rope(layer, hand, rope, circles, np.random.default_rng(rope.a))
        ink = (layer.coverage > 0.3).astype(np.uint8)
        count, _ = cv2.connectedComponents(ink)
        assert count == 2, rope  # the paper, and one stroke
        places = np.argwhere(ink)[:, ::-1] / PX_PER_MM
        nearest = {
            id_: np.hypot(*(places - (c.centre.x, c.centre.y)).T).min() - c.radius_mm
            for id_, c in circles.items()
        }
        assert nearest[rope.a] < 0.8
        assert nearest[rope.b] < 0.8
        between = sheet.touching[rope.a] & sheet.touching[rope.b]
        assert all(nearest[circle] > -1.0 for circle in between)


def test_a_truth_with_ropes_survives_its_file(tmp_path: Path) -> None:
    sheet = SheetTruth(
        sheet="dunai",
        revision=1,
        copy=1,
        circles={1: 2},
        ropes=frozenset({(1, 4), (3, 9)}),
    )
    truth = PhotoTruth(sheets=(sheet,))
    file = tmp_path / "truth.yaml"
    file.write_text(dump_truth(truth), encoding="utf-8")
    assert load_truth(file) == truth
    plain = replace(sheet, ropes=frozenset())
    assert "ropes" not in dump_truth(PhotoTruth(sheets=(plain,)))


def test_the_condition_tells_the_ropes_of_its_sheets() -> None:
    (sheet,) = take("Rope links", 100066).truth.sheets
    assert sheet.ropes
    apart = {(rope.a, rope.b) for rope in load_sheet(sheet.sheet).two_apart}
    assert sheet.ropes <= apart
