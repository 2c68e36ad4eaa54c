"""Reputation stars of an Expedition, and who won it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.rules.expedition.fame import Chronicle, Outcome
    from trekprint.rules.expedition.state import Ascent, State


@dataclass(frozen=True, slots=True, kw_only=True)
class EarnedStars:
    """The stars a player earned in one Ascent, by what for."""

    summit: int = 0
    race: int = 0
    record: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.summit + self.race + self.record


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A row of the ranking; equal players share a place, and the next is skipped.

    `points` is the sum of the totals of the finished Ascents.
    """

    place: int
    player: str
    stars: int
    points: int


def stars_of(ascent: Ascent, outcome: Outcome) -> Mapping[str, EarnedStars]:
    """The stars of all who climbed a finished Ascent."""
    totals, stars = ascent.totals, ascent.sheet.stars
    best = max(totals.values(), default=0)
    return {
        player: EarnedStars(
            summit=stars.summit if total >= ascent.sheet.summit else 0,
            # Rules 2: to the highest, also several, also below the Summit value.
            race=stars.race if total == best else 0,
            record=stars.record if player in outcome.beaten_by else 0,
        )
        for player, total in totals.items()
    }


def ranking(state: State, told: Chronicle) -> tuple[Place, ...]:
    """All players, the best first, by the finished Ascents; `told` tells of them.

    Rules 2: most stars; of equal ones the higher sum of the scores.
    """
    stars = dict.fromkeys(state.setup.players, 0)
    points = dict.fromkeys(state.setup.players, 0)
    for ascent in state.finished:
        earned = stars_of(ascent, told.outcome(state.setup, ascent))
        for player, total in ascent.totals.items():
            stars[player] += earned[player].total
            points[player] += total
    standing = {player: (stars[player], points[player]) for player in stars}
    rows = [
        Place(
            place=1 + sum(other > own for other in standing.values()),
            player=player,
            stars=own[0],
            points=own[1],
        )
        for player, own in standing.items()
    ]
    return tuple(sorted(rows, key=lambda row: row.place))
