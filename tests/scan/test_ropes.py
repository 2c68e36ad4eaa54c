"""Rope links: seen where a stroke leads from circle to circle, else nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.helpers.simulator_conditions import take
from trekprint.scan.reading import SheetReading
from trekprint.scan.rope_map import RopeParams
from trekprint.scan.ropes import (
    NO_WAY,
    RopeEvidence,
    darkest_way,
    pairs_in_question,
    rope_line,
    rope_probability,
)
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import CircleId, Link
from trekprint.sheetfile.catalog import load_sheet
from trekprint.workflows.photos import read_photo

if TYPE_CHECKING:
    from pathlib import Path


def ropes_of(condition: str, seed: int, folder: Path) -> dict[tuple[int, int], float]:
    taken = take(condition, seed)
    path = folder / f"photo{taken.picture.suffix}"
    path.write_bytes(taken.picture.data)
    (found,) = read_photo(path)
    assert isinstance(found.reading, SheetReading)
    return {
        (int(r.link.a), int(r.link.b)): round(r.drawn, 2) for r in found.reading.ropes
    }


def test_a_straight_rope_is_seen(tmp_path: Path) -> None:
    seen = ropes_of("Rope links", 100002, tmp_path)
    assert seen.keys() == {(7, 10)}
    assert seen[7, 10] > 0.97


def test_a_rope_that_is_half_hidden_by_rings_is_never_sure(tmp_path: Path) -> None:
    seen = ropes_of("Rope links", 100006, tmp_path)
    assert seen[1, 7] > 0.97
    assert 0.3 < seen[2, 6] < 0.97


@pytest.mark.parametrize(
    ("condition", "seed"), [("ordinary", 100519), ("hard", 101510), ("curl", 102022)]
)
def test_patterns_rings_and_links_are_no_ropes(
    condition: str, seed: int, tmp_path: Path
) -> None:
    assert ropes_of(condition, seed, tmp_path) == {}


@pytest.mark.parametrize("condition", ["scan 1-bit", "scan dithered"])
def test_without_greys_none_is_looked_for_which_is_told(
    condition: str, tmp_path: Path
) -> None:
    """The lines of the mountain would pass for a pen's."""
    taken = take(condition, 100000)
    path = tmp_path / f"scan{taken.picture.suffix}"
    path.write_bytes(taken.picture.data)
    (found,) = read_photo(path)
    assert isinstance(found.reading, SheetReading)
    assert found.reading.ropes == ()
    assert any("hides Rope links" in warning for warning in found.result.warnings)


def test_a_gap_speaks_against_a_rope() -> None:
    chances = [rope_probability(RopeEvidence(gap=gap)) for gap in (0.2, 0.5, 0.8)]
    assert chances == sorted(chances)
    assert chances[0] < RopeParams().least
    assert chances[1] == pytest.approx(0.5)
    assert chances[2] > 0.99
    assert rope_probability(NO_WAY) < RopeParams().least
    assert rope_probability(RopeEvidence(parts=1.0)) == RopeParams().parts_most


def test_only_numbers_that_may_be_consecutive_are_in_question() -> None:
    layout = form_layout(load_sheet("kagkot"))
    numbers = {circle.id: tuple(np.eye(13)[9]) for circle in layout.circles}
    assert pairs_in_question(layout.links, numbers) == []
    numbers[CircleId(1)] = tuple(np.eye(13)[8])
    pairs = pairs_in_question(layout.links, numbers)
    assert pairs == [p for p in load_sheet("kagkot").two_apart if p.a == 1]


def test_the_darkest_way_goes_round_a_gap() -> None:
    strip = np.zeros((21, 40), np.float32)
    strip[10] = 1
    strip[10, 18:22] = 0
    strip[13, 14:26] = 1
    for step in range(3):
        strip[11 + step, 12 + step] = strip[11 + step, 27 - step] = 1
    way = darkest_way(strip, steepest=2)
    assert (way[0], way[-1]) == (10, 10)
    assert set(way[16:24]) == {13}


def test_pictures_bend_a_rope_past_the_circle_between() -> None:
    sheet = load_sheet("kagkot")
    layout = form_layout(sheet)
    circles = {circle.id: circle for circle in layout.circles}
    places = {id_: circle.centre for id_, circle in circles.items()}
    for rope in sheet.two_apart:
        line = rope_line(Link(rope.a, rope.b), circles, places)
        middle = line[len(line) // 2]
        others = [c for c in layout.circles if c.id not in (rope.a, rope.b)]
        assert min(middle.distance(c.centre) - c.radius_mm for c in others) > 0
