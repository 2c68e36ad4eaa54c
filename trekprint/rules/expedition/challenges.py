"""The six Challenges: who met which on a scored sheet, and who opens the envelope."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from trekprint.rules.expedition.setup import Setup
    from trekprint.rules.expedition.state import Ascent
    from trekprint.rules.scoring import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """One envelope; `number` counts from 1, the leftmost."""

    number: int
    text: str
    is_met: Callable[[Score], bool]


def _zone(size: int, number: int | None = None) -> Callable[[Score], bool]:
    def is_met(scored: Score) -> bool:
        return any(
            len(zone.circles) == size and number in (None, zone.numbers[0])
            for zone in scored.zones
        )

    return is_met


def _line(size: int) -> Callable[[Score], bool]:
    return lambda scored: any(len(line.circles) == size for line in scored.lines)


# Rules 2, in this order. Sizes are exact: a zone of six does not meet the first.
CHALLENGES: tuple[Challenge, ...] = (
    Challenge(number=1, text="a Mapped Zone of exactly 5 circles", is_met=_zone(5)),
    Challenge(number=2, text="a Mapped Zone of exactly three 7s", is_met=_zone(3, 7)),
    Challenge(number=3, text="a Fixed Line of exactly 9 circles", is_met=_line(9)),
    Challenge(number=4, text="a Mapped Zone of exactly 7 circles", is_met=_zone(7)),
    Challenge(number=5, text="a Mapped Zone of exactly two 11s", is_met=_zone(2, 11)),
    Challenge(number=6, text="a Fixed Line of exactly 13 circles", is_met=_line(13)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The envelope that is opened after an Ascent.

    `met_by` are all who met it, `best` those of them with the highest total. `opener`
    is the one who opens it; None where several are best and nobody was chosen yet.
    """

    challenge: Challenge
    met_by: tuple[str, ...]
    best: tuple[str, ...]
    opener: str | None


def met(setup: Setup, ascent: Ascent) -> dict[int, tuple[str, ...]]:
    """Who met which Challenge (by its number) in `ascent`, open or not.

    Max meets none (ours: there is nothing in an envelope for him).
    """
    found: dict[int, tuple[str, ...]] = {}
    for challenge in CHALLENGES:
        players = tuple(
            player
            for player in setup.players
            if player in ascent.scores
            and not setup.is_max(player)
            and challenge.is_met(ascent.scores[player])
        )
        if players:
            found[challenge.number] = players
    return found


def opening(setup: Setup, ascent: Ascent, opened: Collection[int]) -> Opening | None:
    """The envelope opened after the finished `ascent`, where those `opened` are.

    Rules 2: at most one, the leftmost still closed that was met; by who met it, the
    best scorer if several did, of equal ones the one they choose (ours).
    """
    found = met(setup, ascent)
    closed = [c for c in CHALLENGES if c.number in found and c.number not in opened]
    if not closed:
        return None
    players = found[closed[0].number]
    best = _best(ascent, players)
    chosen = ascent.opener if ascent.opener in best else None
    return Opening(
        challenge=closed[0],
        met_by=players,
        best=best,
        opener=best[0] if len(best) == 1 else chosen,
    )


def _best(ascent: Ascent, players: Sequence[str]) -> tuple[str, ...]:
    most = max(ascent.totals[player] for player in players)
    return tuple(player for player in players if ascent.totals[player] == most)
