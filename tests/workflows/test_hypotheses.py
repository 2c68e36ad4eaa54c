"""The beam against the sum over everything, on sheets small enough for it."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from trekprint.workflows.decode import (
    STATES,
    DecodeParams,
    link_shares,
    with_limits,
)
from trekprint.workflows.hypotheses import BeamParams, find_hypotheses

PAIRS = [(0, 1), (1, 2), (0, 2)]
"""Three circles that all touch: a loop, where belief propagation is not exact."""


def _circles(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    rows = rng.dirichlet(np.full(STATES, 0.15), size=3)
    return np.asarray(rows)


def _all_readings(
    circles: np.ndarray, limits: list[int], links: np.ndarray
) -> dict[tuple[tuple[int, ...], tuple[bool, ...]], float]:
    """Every reading's probability, worked out one by one."""
    params = DecodeParams()
    own = with_limits(circles, limits, params)
    chance = np.full((STATES, STATES), params.link_if_not)
    for lower in range(12):
        chance[lower, lower + 1] = chance[lower + 1, lower] = params.link_if_consecutive
    weights = {}
    for states in product(range(STATES), repeat=3):
        for drawn in product((False, True), repeat=3):
            weight = np.prod([own[n, state] for n, state in enumerate(states)])
            for (a, b), yes, picture in zip(PAIRS, drawn, links, strict=True):
                likely = chance[states[a], states[b]]
                weight *= (
                    likely * picture / params.link_prior
                    if yes
                    else (1 - likely) * (1 - picture) / (1 - params.link_prior)
                )
            weights[states, drawn] = float(weight)
    whole = sum(weights.values())
    return {reading: weight / whole for reading, weight in weights.items()}


@pytest.mark.parametrize("seed", range(4))
def test_weights_are_those_of_the_sum_over_all_readings(seed: int) -> None:
    circles = _circles(seed)
    limits, links = [12, 6, 12], np.array([0.8, 0.2, 0.4])
    truth = _all_readings(circles, limits, links)
    beam = BeamParams(least_state=0.0, least_share=1e-9, width=40_000)
    found = find_hypotheses(circles, limits, PAIRS, links, beam=beam)
    for states, drawn, weight in zip(
        found.circles[:50], found.links[:50], found.weights[:50], strict=True
    ):
        key = (tuple(map(int, states)), tuple(map(bool, drawn)))
        assert weight == pytest.approx(truth[key], rel=1e-4)
    assert found.weights[0] == pytest.approx(max(truth.values()), rel=1e-4)
    assert list(found.weights) == sorted(found.weights, reverse=True)


def test_what_a_narrow_beam_drops_is_in_the_rest() -> None:
    links = np.array([0.5, 0.5, 0.5])
    circles = np.full((3, STATES), 1 / STATES)
    narrow = find_hypotheses(circles, [12] * 3, PAIRS, links, beam=BeamParams(width=20))
    assert len(narrow.weights) == 20
    assert narrow.weights.sum() + narrow.rest == pytest.approx(1)
    assert narrow.rest > 0.5


def test_a_sheet_without_touching_circles_is_the_product_of_its_circles() -> None:
    circles = _circles(1)
    found = find_hypotheses(circles, [12] * 3, [], np.zeros(0))
    assert found.weights[0] == pytest.approx(circles.max(axis=1).prod(), rel=1e-3)
    assert found.links.shape == (len(found.weights), 0)


def test_links_are_shared_out_by_their_circles() -> None:
    share = link_shares(0.5, DecodeParams())
    assert share[4, 5] > 0.8
    assert share[4, 9] < 0.01
