"""The likeliest ways to read a whole sheet: what stands in all circles, which links.

`decode` tells what each circle and link may be; here they are put together. A beam
goes from circle to circle and then from link to link and keeps the likeliest partial
readings. It is exact as long as nothing is dropped; what it drops is summed up in
`Hypotheses.rest`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from trekprint.workflows.decode import (
    DecodeParams,
    decode,
    link_factors,
    link_shares,
    with_limits,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Bools = npt.NDArray[np.bool_]
    States = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True, kw_only=True)
class BeamParams:
    """How much the beam keeps.

    A state is tried where belief propagation gives it `least_state`; a partial reading
    is kept among the likeliest `width` that have `least_share` of the best one's.
    """

    least_state: float = 1e-5
    least_share: float = 1e-6
    width: int = 1500


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hypotheses:
    """Readings of a sheet, likeliest first.

    `circles` (k, n) holds states of `decode`, `links` (k, m) which links are drawn,
    `weights` (k,) probabilities; with `rest`, that of all other readings, they sum to
    1. `beliefs` (n, STATES) are the circles' marginals over all readings.
    """

    circles: States
    links: Bools
    weights: Floats
    rest: float
    beliefs: Floats


def find_hypotheses(
    circles: Floats,
    limits: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    links: Floats,
    params: DecodeParams | None = None,
    beam: BeamParams | None = None,
) -> Hypotheses:
    """The likeliest readings of a sheet by its pictures and the local rules. Pure.

    Args:
        circles: (n, STATES) what each circle's picture alone says, rows sum to 1.
        limits: the highest number of each circle.
        pairs: indices of the touching circles, one pair a link.
        links: (m,) the probability that each link is drawn, from its picture alone.
        params: how far the rules are trusted.
        beam: how much is kept.
    """
    params, beam = params or DecodeParams(), beam or BeamParams()
    own = with_limits(circles, limits, params)
    factors = link_factors(links, params)
    beliefs = decode(own, pairs, factors, params)
    states, weights, lost = _circles(own, beliefs, pairs, factors, beam)
    drawn, parents, weights, lost_links = _links(
        states, weights, pairs, links, params, beam
    )
    order = np.argsort(-weights, kind="stable")
    rest = 1 - (1 - lost) * (1 - lost_links)
    return Hypotheses(
        circles=states[parents][order],
        links=drawn[order],
        weights=weights[order] * (1 - rest),
        rest=rest,
        beliefs=beliefs,
    )


def _circles(
    own: Floats,
    beliefs: Floats,
    pairs: Sequence[tuple[int, int]],
    factors: Sequence[Floats],
    beam: BeamParams,
) -> tuple[States, Floats, float]:
    """The states of all circles (k, n), their weights (k,), and the weight lost."""
    earlier: list[list[tuple[int, Floats]]] = [[] for _ in own]
    for (a, b), factor in zip(pairs, factors, strict=True):
        earlier[max(a, b)].append((min(a, b), factor))
    states = np.zeros((1, len(own)), dtype=np.int8)
    weights, lost = np.ones(1), 0.0
    for place, belief in enumerate(beliefs):
        tried = np.flatnonzero(belief >= min(beam.least_state, belief.max()))
        chance = np.repeat(own[place, tried][np.newaxis], len(states), axis=0)
        for other, factor in earlier[place]:
            chance = chance * factor[states[:, other]][:, tried]
        grown = weights[:, np.newaxis] * chance
        kept, dropped = _kept(grown.ravel(), beam)
        lost = 1 - (1 - lost) * (1 - dropped)
        parents, chosen = np.divmod(kept, len(tried))
        states = states[parents]
        states[:, place] = tried[chosen]
        weights = grown.ravel()[kept]
        weights /= weights.sum()
    tail = 1 - np.prod([b[b >= min(beam.least_state, b.max())].sum() for b in beliefs])
    return states, weights, 1 - (1 - lost) * (1 - float(tail))


def _links(
    states: States,
    weights: Floats,
    pairs: Sequence[tuple[int, int]],
    links: Floats,
    params: DecodeParams,
    beam: BeamParams,
) -> tuple[Bools, npt.NDArray[np.intp], Floats, float]:
    """Which links are drawn (k, m), in which of `states`, weights, and weight lost.

    Given the circles the links do not depend on each other.
    """
    drawn = np.zeros((len(states), len(pairs)), dtype=np.bool_)
    parents, lost = np.arange(len(states)), 0.0
    for place, (a, b) in enumerate(pairs):
        table = link_shares(float(links[place]), params)
        share = table[states[parents, a], states[parents, b]]
        grown = (weights[:, np.newaxis] * np.stack([1 - share, share], axis=1)).ravel()
        kept, dropped = _kept(grown, beam)
        lost = 1 - (1 - lost) * (1 - dropped)
        before, yes = np.divmod(kept, 2)
        drawn, parents = drawn[before], parents[before]
        drawn[:, place] = yes.astype(np.bool_)
        weights = grown[kept] / grown[kept].sum()
    return drawn, parents, weights, lost


def _kept(weights: Floats, beam: BeamParams) -> tuple[npt.NDArray[np.intp], float]:
    """The places of the weights that are kept, and the share of the others."""
    kept = np.flatnonzero(weights >= weights.max() * beam.least_share)
    if len(kept) > beam.width:
        largest = np.argpartition(-weights[kept], beam.width)[: beam.width]
        kept = kept[np.sort(largest)]
    return kept, max(0.0, 1 - float(weights[kept].sum() / weights.sum()))
