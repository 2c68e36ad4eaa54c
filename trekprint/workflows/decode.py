"""What the circles of one sheet say together with the links between them.

Each circle comes as a distribution over what may stand there, each link as the
probability that it is drawn. The rules tie them: a circle takes numbers up to its
limit, a drawn link joins consecutive numbers, and where no link is drawn the two
numbers are seldom consecutive. Loopy belief propagation over the touching circles
(Pearl 1988; Murphy, Weiss, Jordan 1999) gives the marginals. The rules are evidence
and never a filter: every factor stays above zero, so that a player's mistake that is
plainly written is read as written.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

NUMBERS = 13
SKULL_STATE = 13
EMPTY_STATE = 14
STATES = 15
"""What may stand in a circle: 0 to 12, a skull, nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeParams:
    """How far the rules are trusted, as probabilities.

    The rates of players' slips are from the simulated games: `link_if_consecutive` is
    the share of touching consecutive numbers that are linked (a number may be taken by
    another line), `link_if_not` that of links drawn against the rules,
    `over_limit` how often a number over its circle's limit is written all the same.
    `link_prior` is the share of all touching pairs that are linked; link readings are
    taken to have been made under it.
    """

    link_if_consecutive: float = 0.75
    link_if_not: float = 0.002
    over_limit: float = 0.02
    link_prior: float = 0.3
    floor: float = 1e-6
    rounds: int = 12
    damping: float = 0.3


def decode(
    own: Floats,
    pairs: Sequence[tuple[int, int]],
    factors: Sequence[Floats],
    params: DecodeParams | None = None,
) -> Floats:
    """(n, STATES) what each circle says, all read together; rows sum to 1. Pure.

    Args:
        own: (n, STATES) what each circle says alone, as by `with_limits`.
        pairs: indices of the touching circles, one pair a link.
        factors: how well two entries fit each link, as by `link_factors`.
        params: how messages are passed.
    """
    params = params or DecodeParams()
    belief = own.copy()
    towards = _propagate(own, pairs, factors, params)
    for (a, b), (to_a, to_b) in zip(pairs, towards, strict=True):
        belief[a] *= to_a
        belief[b] *= to_b
    return _normalised(belief)


def with_limits(circles: Floats, limits: Sequence[int], params: DecodeParams) -> Floats:
    """What circles say in the light of the terrain limits, (n, STATES).

    Args:
        circles: (n, STATES) what each circle's picture alone says; rows sum to 1, as
            those of the result do.
        limits: the highest number of each circle.
        params: how far the rules are trusted.
    """
    own = circles + params.floor
    for row, limit in zip(own, limits, strict=True):
        row[limit + 1 : NUMBERS] *= params.over_limit
    return _normalised(own)


def _normalised(rows: Floats) -> Floats:
    return np.asarray(rows / rows.sum(axis=-1, keepdims=True))


@lru_cache(maxsize=8)
def _drawn_if(params: DecodeParams) -> Floats:
    """(STATES, STATES): the probability of a drawn link, given both circles."""
    chance = np.full((STATES, STATES), params.link_if_not)
    lower = np.arange(NUMBERS - 1)
    chance[lower, lower + 1] = chance[lower + 1, lower] = params.link_if_consecutive
    return chance


def _likelihoods(probability: float, params: DecodeParams) -> tuple[float, float]:
    """How well the picture of a link fits "drawn" and "not drawn"."""
    drawn = min(max(probability, params.floor), 1 - params.floor)
    return drawn / params.link_prior, (1 - drawn) / (1 - params.link_prior)


def link_factors(links: Floats, params: DecodeParams) -> list[Floats]:
    """For each link, (STATES, STATES): how well two entries fit its picture.

    `links` (m,) holds the probability that each is drawn, from its picture alone.
    """
    chance = _drawn_if(params)
    factors = []
    for probability in links:
        drawn, missing = _likelihoods(float(probability), params)
        factors.append(chance * drawn + (1 - chance) * missing)
    return factors


def link_shares(probability: float, params: DecodeParams) -> Floats:
    """(STATES, STATES): the probability that a link is drawn, given both circles.

    `probability` is what its picture alone says.
    """
    chance = _drawn_if(params)
    drawn, missing = _likelihoods(probability, params)
    yes, no = chance * drawn, (1 - chance) * missing
    return np.asarray(yes / (yes + no))


def _propagate(
    own: Floats,
    pairs: Sequence[tuple[int, int]],
    factors: Sequence[Floats],
    params: DecodeParams,
) -> list[tuple[Floats, Floats]]:
    """Messages along each pair, to its first and to its second circle."""
    flat = np.full(STATES, 1 / STATES)
    towards = [(flat, flat) for _ in pairs]
    for _ in range(params.rounds):
        belief = own.copy()
        for (a, b), (to_a, to_b) in zip(pairs, towards, strict=True):
            belief[a] *= to_a
            belief[b] *= to_b
        renewed = []
        for (a, b), (to_a, to_b), factor in zip(pairs, towards, factors, strict=True):
            new_a = _normalised(factor @ _normalised(belief[b] / to_b))
            new_b = _normalised(factor @ _normalised(belief[a] / to_a))
            keep = params.damping
            renewed.append(
                (keep * to_a + (1 - keep) * new_a, keep * to_b + (1 - keep) * new_b)
            )
        towards = renewed
    return towards
