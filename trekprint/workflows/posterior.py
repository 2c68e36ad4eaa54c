"""What a sheet says as a whole: circles, links and marks with all the evidence.

`hypotheses` puts circles and links together by the local rules; here the likeliest of
them are made games, scored, and weighed by what else stands on the sheet (`evidence`).
The result is a probability of each total, and of each value by itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, product
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from trekprint.rules.game import SKULL, Entry, Game
from trekprint.rules.scoring import Score, score
from trekprint.workflows.decode import EMPTY_STATE, SKULL_STATE, STATES
from trekprint.workflows.evidence import find_fits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy.typing as npt

    from trekprint.sheet.model import CircleId, Link
    from trekprint.workflows.evidence import EvidenceParams, Seen
    from trekprint.workflows.hypotheses import Hypotheses

    Floats = npt.NDArray[np.float64]

Value: TypeAlias = "int | bool"
"""A state of a circle, or whether a link or a box is marked."""

GameMaker: TypeAlias = (
    "Callable[[Mapping[CircleId, Entry], frozenset[Link], frozenset[Link], int], Game]"
)
"""Makes a game of entries, links, Rope links and the number of marked +3 boxes."""

Outcome: TypeAlias = tuple[int, bool]
"""A total, and whether its lines were inferred, for want of any drawn one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighParams:
    """How many readings are scored.

    The likeliest `most`, as far as they have `least` of the best one's weight: scoring
    one takes about 0.2 ms. Marks of boxes are taken as given from `plain` on. Of Rope
    links the `most_ropes` likeliest are weighed; one that joins no consecutive numbers,
    or a number that is joined to another on that side, has `unlawful_rope` of its odds.
    """

    most: int = 120
    least: float = 1e-4
    plain: float = 0.9995
    most_ropes: int = 4
    unlawful_rope: float = 0.01


@dataclass(frozen=True, kw_only=True, eq=False)
class Posterior:
    """The scored readings of a sheet, with all evidence.

    `games`, `scores` and `weights` (k,) belong together; `values` holds for each
    circle, link and box what it is in each of the games, and `others` the values'
    probabilities among the readings that were not scored, which weigh `rest`. All
    weights sum to 1.
    """

    games: tuple[Game, ...]
    scores: tuple[Score, ...]
    weights: Floats
    rest: float
    values: Mapping[CircleId | Link | str, npt.NDArray[np.intp]]
    others: Mapping[CircleId | Link | str, Mapping[Value, float]]

    @cached_property
    def best(self) -> int:
        """The place of the likeliest reading that has the likeliest outcome."""
        likeliest = max(self.outcomes.items(), key=lambda pair: pair[1])[0]
        fitting = [outcome_of(scored) == likeliest for scored in self.scores]
        return int(np.argmax(np.where(fitting, self.weights, -1.0)))

    @cached_property
    def outcomes(self) -> dict[Outcome, float]:
        """The probability of each outcome among the scored readings."""
        outcomes: dict[Outcome, float] = {}
        for scored, weight in zip(self.scores, self.weights, strict=True):
            outcome = outcome_of(scored)
            outcomes[outcome] = outcomes.get(outcome, 0.0) + float(weight)
        return outcomes

    @property
    def settled(self) -> float:
        """The probability that the total is that of the `best` reading."""
        return self.outcomes[outcome_of(self.scores[self.best])]

    def shares(self, key: CircleId | Link | str) -> dict[Value, float]:
        """What a circle, link or box may be, with probabilities, likeliest first."""
        shares = {v: self.rest * p for v, p in self.others.get(key, {}).items()}
        for value, weight in zip(self.values[key], self.weights, strict=True):
            shares[int(value)] = shares.get(int(value), 0.0) + float(weight)
        return dict(sorted(shares.items(), key=lambda pair: -pair[1]))

    def gain(self, key: CircleId | Link | str) -> float:
        """How much the answer to `key` tells of the total, in bits.

        The mutual information of the value and the total among the scored readings.
        """
        joint: dict[tuple[int, Outcome], float] = {}
        of_value: dict[int, float] = {}
        for value, scored, weight in zip(
            self.values[key], self.scores, self.weights, strict=True
        ):
            pair = (int(value), outcome_of(scored))
            joint[pair] = joint.get(pair, 0.0) + float(weight)
            of_value[pair[0]] = of_value.get(pair[0], 0.0) + float(weight)
        whole = float(self.weights.sum())
        return sum(
            weight
            * math.log2(weight * whole / (of_value[value] * self.outcomes[outcome]))
            for (value, outcome), weight in joint.items()
            if weight > 0
        )


def outcome_of(scored: Score) -> Outcome:
    """What is to be settled about a sheet."""
    return scored.total, scored.inferred


def weigh(
    found: Hypotheses,
    circles: Sequence[CircleId],
    links: Sequence[Link],
    ropes: Mapping[Link, float],
    boxes: Mapping[str, float],
    make_game: GameMaker,
    seen: Seen,
    evidence: EvidenceParams,
    params: WeighParams | None = None,
) -> Posterior:
    """Weigh the readings `found` by all evidence.

    Args:
        found: the readings by circles and links.
        circles: the circles' ids, in the order of `found.circles`.
        links: the links, in the order of `found.links`.
        ropes: the probability of each Rope link that there may be.
        boxes: the probability that each +3 box is marked.
        make_game: makes the games.
        seen: what else stands on the sheet.
        evidence: how far that is trusted.
        params: how many readings are scored.
    """
    params = params or WeighParams()
    scored = _scored(found, params)
    marks, chances = _marked(boxes, params)
    likely = sorted(ropes, key=lambda rope: -ropes[rope])[: params.most_ropes]
    choices = list(product((False, True), repeat=len(likely)))
    games, weights = [], []
    for place in scored:
        entries = {
            circle: SKULL if state == SKULL_STATE else Entry(int(state))
            for circle, state in zip(circles, found.circles[place], strict=True)
            if state != EMPTY_STATE
        }
        drawn = frozenset(
            link for link, yes in zip(links, found.links[place], strict=True) if yes
        )
        for choice in choices:
            roped = frozenset(compress(likely, choice))
            odds = _rope_odds(entries, drawn, roped, ropes, likely, params)
            for mark, chance in zip(marks, chances, strict=True):
                games.append(make_game(entries, drawn, roped, sum(mark)))
                weights.append(float(found.weights[place]) * chance * odds)
    scores = [score(game) for game in games]
    prior = np.array(weights)
    if likely:
        # All readings together weigh what they did before ropes were told apart.
        prior *= float(found.weights[scored].sum()) / float(prior.sum())
    unscored = max(0.0, 1 - float(prior.sum()))
    fits = find_fits(games, scores, seen, evidence)
    fitted, other = prior * fits.of_each, unscored * fits.of_others
    whole = float(fitted.sum()) + other
    repeated = np.repeat(scored, len(choices) * len(marks))
    values: dict[CircleId | Link | str, npt.NDArray[np.intp]] = {}
    for column, circle in enumerate(circles):
        values[circle] = found.circles[repeated, column].astype(np.intp)
    for column, link in enumerate(links):
        values[link] = found.links[repeated, column].astype(np.intp)
    for column, name in enumerate(boxes):
        marked = [int(mark[column]) for mark in marks]
        values[name] = np.tile(
            np.array(marked, dtype=np.intp), len(scored) * len(choices)
        )
    for column, rope in enumerate(likely):
        chosen = np.array([choice[column] for choice in choices], dtype=np.intp)
        values[rope] = np.tile(np.repeat(chosen, len(marks)), len(scored))
    return Posterior(
        games=tuple(games),
        scores=tuple(scores),
        weights=fitted / whole,
        rest=other / whole,
        values=values,
        others=_others(found, scored, circles),
    )


def _rope_odds(
    entries: Mapping[CircleId, Entry],
    links: frozenset[Link],
    ropes: frozenset[Link],
    seen: Mapping[Link, float],
    likely: Sequence[Link],
    params: WeighParams,
) -> float:
    """How likely exactly `ropes` of the `likely` ones are, beside `links`."""
    odds = math.prod(seen[r] if r in ropes else 1 - seen[r] for r in likely)
    taken: set[tuple[CircleId, int]] = set()
    for pair in (*links, *ropes):
        sides = _sides(entries, pair)
        if pair in ropes and (not sides or sides & taken):
            odds *= params.unlawful_rope
        taken |= sides
    return odds


def _sides(
    entries: Mapping[CircleId, Entry], pair: Link
) -> frozenset[tuple[CircleId, int]]:
    """Which side (1 up, -1 down) of which number `pair` joins; nothing if neither."""
    one, other = (entries[c].number if c in entries else None for c in (pair.a, pair.b))
    if one is None or other is None or abs(one - other) != 1:
        return frozenset()
    return frozenset({(pair.a, other - one), (pair.b, one - other)})


def _scored(found: Hypotheses, params: WeighParams) -> npt.NDArray[np.intp]:
    weighty = found.weights >= found.weights[0] * params.least
    return np.flatnonzero(weighty)[: params.most]


def _marked(
    boxes: Mapping[str, float], params: WeighParams
) -> tuple[list[tuple[bool, ...]], list[float]]:
    """Every way in which the boxes may be marked, and how likely it is."""
    choices = [
        (yes > 0.5,) if max(yes, 1 - yes) >= params.plain else (False, True)
        for yes in boxes.values()
    ]
    marks = list(product(*choices))
    chances = [
        math.prod(
            yes if marked else 1 - yes
            for yes, marked in zip(boxes.values(), mark, strict=True)
        )
        for mark in marks
    ]
    whole = sum(chances)
    return marks, [chance / whole for chance in chances]


def _others(
    found: Hypotheses, scored: npt.NDArray[np.intp], circles: Sequence[CircleId]
) -> dict[CircleId | Link | str, dict[Value, float]]:
    """The circles' states among all readings that were not scored."""
    others: dict[CircleId | Link | str, dict[Value, float]] = {}
    for column, circle in enumerate(circles):
        row = found.beliefs[column].copy()
        np.subtract.at(row, found.circles[scored, column], found.weights[scored])
        row = row.clip(min=0.0)
        if row.sum() > 0:
            row /= row.sum()
            others[circle] = {s: float(row[s]) for s in range(STATES) if row[s] > 0}
    return others
