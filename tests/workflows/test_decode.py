from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from trekprint.workflows.decode import (
    EMPTY_STATE,
    STATES,
    DecodeParams,
    decode,
    link_factors,
    with_limits,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]


def _read_together(
    circles: Floats,
    limits: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    links: Sequence[float],
) -> Floats:
    params = DecodeParams()
    own = with_limits(circles, limits, params)
    return decode(own, pairs, link_factors(np.array(links), params), params)


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
    together = _read_together(circles, [12, 12], [(0, 1)], [0.99])
    assert together[0].argmax() == 1
    assert together[0, 1] > 0.98


def test_a_missing_link_between_free_consecutive_numbers_is_a_hint() -> None:
    circles = np.array([_torn(7, 1, 0.5), _sure(2)])
    together = _read_together(circles, [12, 12], [(0, 1)], [0.01])
    assert together[0].argmax() == 7


def test_dangerous_terrain_prefers_the_number_that_fits() -> None:
    circles = np.array([_torn(7, 1, 0.7)])
    together = _read_together(circles, [6], [], [])
    assert together[0].argmax() == 1


def test_a_plainly_written_mistake_is_read_as_written() -> None:
    """A 9 on dangerous terrain, linked to a 3: wrong twice, and clearly there."""
    circles = np.array([_sure(9, 0.999999), _sure(3, 0.999999)])
    together = _read_together(circles, [6, 12], [(0, 1)], [0.9999])
    assert together[0].argmax() == 9
    assert together[1].argmax() == 3


def test_a_contradiction_lowers_confidence() -> None:
    """A 7 read with 99.9 % but linked to a 2 is a case for asking."""
    circles = np.array([_torn(7, 1, 0.999), _sure(2)])
    together = _read_together(circles, [12, 12], [(0, 1)], [0.999])
    assert together[0].max() < 0.995


def test_rows_are_distributions_even_on_a_loop() -> None:
    circles = np.array([_torn(4, 9, 0.5), _torn(5, 6, 0.5), _torn(6, 0, 0.5)])
    pairs = [(0, 1), (1, 2), (0, 2)]
    together = _read_together(circles, [12] * 3, pairs, [0.9, 0.9, 0.1])
    assert together.sum(axis=1) == pytest.approx(1)
    assert together.min() >= 0
    assert [row.argmax() for row in together] == [4, 5, 6]


def test_an_empty_circle_stays_empty() -> None:
    circles = np.array([_sure(EMPTY_STATE), _sure(4)])
    together = _read_together(circles, [12, 12], [(0, 1)], [0.01])
    assert together[0].argmax() == EMPTY_STATE
    assert together[0].max() > 0.99
