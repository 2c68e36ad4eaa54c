"""Moves between the places where they were found."""

from __future__ import annotations

import numpy as np
import pytest

from trekprint.scan.field import Field

PLACES = np.array([(x, y) for x in (0.0, 20.0, 40.0) for y in (0.0, 20.0, 40.0)])


def field(
    moves: list[tuple[float, float]], matches: list[float] | None = None
) -> Field:
    return Field(
        places=PLACES,
        moves=np.array(moves, dtype=np.float64),
        matches=np.array(matches or [1.0] * len(PLACES)),
    )


def test_one_move_for_all_is_told_everywhere() -> None:
    everywhere = field([(1.5, -0.5)] * 9)
    for place in ((20.0, 20.0), (7.0, 33.0), (90.0, 90.0)):
        assert everywhere.at(np.array(place), 25.0) == pytest.approx((1.5, -0.5))


def test_a_slope_is_followed() -> None:
    slope = field([(x / 40, 0.0) for x, _ in PLACES])
    told = [float(slope.at(np.array((x, 20.0)), 25.0)[0]) for x in (5.0, 20.0, 35.0)]
    assert told == pytest.approx([0.125, 0.5, 0.875], abs=0.1)


def test_what_was_hardly_found_hardly_counts() -> None:
    moves, matches = [(0.0, 0.0)] * 9, [1.0] * 9
    moves[4], matches[4] = (3.0, 3.0), 0.05
    assert np.abs(field(moves, matches).at(PLACES[4], 25.0)).max() < 0.1


def test_a_find_bends_what_lies_near_it() -> None:
    moves = [(0.0, 0.0)] * 9
    moves[4] = (1.0, 0.0)
    smooth = field(moves).smooth(PLACES, 25.0)
    assert smooth[4, 0] > 0.5
    assert np.abs(smooth[[0, 2, 6, 8]]).max() < 0.25


def test_matches_are_those_of_the_neighbourhood() -> None:
    soft = field([(0.0, 0.0)] * 9, [0.4] * 3 + [1.0] * 6)
    assert soft.match_at(PLACES[0], 8.0) < 0.5
    assert soft.match_at(PLACES[8], 8.0) > 0.95
