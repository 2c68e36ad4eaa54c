from __future__ import annotations

import numpy as np
import pytest

from trekprint.workflows.decode import EMPTY_STATE, STATES, decode


def _sure(value: int, probability: float = 0.999) -> list[float]:
    row = np.full(STATES, (1 - probability) / (STATES - 1))
    row[value] = probability
    return row.tolist()


def _torn(first: int, second: int, share: float) -> list[float]:
    row = np.full(STATES, 0.0)
    row[first], row[second] = share, 1 - share
    return row.tolist()


def test_a_drawn_link_decides_between_one_and_seven() -> None:
    circles = np.array([_torn(7, 1, 0.6), _sure(2)])
    decoded = decode(circles, [12, 12], [(0, 1)], np.array([0.99]))
    assert decoded.circles[0].argmax() == 1
    assert decoded.circles[0, 1] > 0.98


def test_a_missing_link_between_free_consecutive_numbers_is_a_hint() -> None:
    circles = np.array([_torn(7, 1, 0.5), _sure(2)])
    decoded = decode(circles, [12, 12], [(0, 1)], np.array([0.01]))
    assert decoded.circles[0].argmax() == 7


def test_dangerous_terrain_prefers_the_number_that_fits() -> None:
    circles = np.array([_torn(7, 1, 0.7)])
    decoded = decode(circles, [6], [], np.zeros(0))
    assert decoded.circles[0].argmax() == 1


def test_a_plainly_written_mistake_is_read_as_written() -> None:
    """A 9 on dangerous terrain, linked to a 3: wrong twice, and clearly there."""
    circles = np.array([_sure(9, 0.999999), _sure(3, 0.999999)])
    decoded = decode(circles, [6, 12], [(0, 1)], np.array([0.9999]))
    assert decoded.circles[0].argmax() == 9
    assert decoded.circles[1].argmax() == 3
    assert decoded.links[0] > 0.5


def test_a_contradiction_lowers_confidence() -> None:
    """A 7 read with 99.9 % but linked to a 2 is a case for asking."""
    circles = np.array([_torn(7, 1, 0.999), _sure(2)])
    decoded = decode(circles, [12, 12], [(0, 1)], np.array([0.999]))
    assert decoded.circles[0].max() < 0.995


def test_rows_are_distributions_even_on_a_loop() -> None:
    circles = np.array([_torn(4, 9, 0.5), _torn(5, 6, 0.5), _torn(6, 0, 0.5)])
    pairs = [(0, 1), (1, 2), (0, 2)]
    decoded = decode(circles, [12] * 3, pairs, np.array([0.9, 0.9, 0.1]))
    assert decoded.circles.sum(axis=1) == pytest.approx(1)
    assert decoded.circles[:, :].min() >= 0
    assert [row.argmax() for row in decoded.circles] == [4, 5, 6]


def test_an_empty_circle_stays_empty() -> None:
    circles = np.array([_sure(EMPTY_STATE), _sure(4)])
    decoded = decode(circles, [12, 12], [(0, 1)], np.array([0.01]))
    assert decoded.circles[0].argmax() == EMPTY_STATE
    assert decoded.circles[0].max() > 0.99
