"""The Hall of Fame and the envelopes, which outlive an Expedition.

Records stand over all Expeditions, and an envelope once opened is used up. So the
Ascents of all of them are gone through in the order in which they were finished: every
one meets the records and envelopes that the ones before it left.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trekprint.rules.expedition.challenges import Opening, opening
from trekprint.rules.expedition.plain import instant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from trekprint.rules.expedition.setup import KnownRecord, Setup
    from trekprint.rules.expedition.state import Ascent, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A line of the Hall of Fame.

    `players` are several where they were equally good (ours). `date` is the day, as it
    was given or as `2026-12-03`; `expedition` is empty for records known before.
    """

    sheet: str
    players: tuple[str, ...]
    score: int
    date: str
    expedition: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a finished Ascent met and left.

    `standing` is the record before it; `beaten_by` are all who beat that, `record` the
    line that the best of them wrote (or the best of all, where there was none before).
    """

    standing: Record | None
    beaten_by: tuple[str, ...]
    record: Record | None
    opening: Opening | None


AscentKey = tuple[str, int]
"""The Expedition's name and the number of the Ascent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """All finished Ascents of all Expeditions.

    `hall` is the Hall of Fame with its history, oldest line first: the last line of a
    sheet is its standing record. `opened` are the numbers of the opened envelopes.
    """

    hall: tuple[Record, ...] = ()
    opened: frozenset[int] = frozenset()
    outcomes: Mapping[AscentKey, Outcome] = field(default_factory=dict)

    def standing(self, sheet: str) -> Record | None:
        """The record that stands on `sheet`; None where there is none yet."""
        return next((r for r in reversed(self.hall) if r.sheet == sheet), None)

    def outcome(self, setup: Setup, ascent: Ascent) -> Outcome:
        """The outcome of a finished Ascent of one of the Expeditions told here."""
        return self.outcomes[setup.name, ascent.number]


def chronicle(states: Iterable[State]) -> Chronicle:
    """What all Expeditions together left. Pure.

    Ascents count in the order of the times at which they were finished; of the same
    time, in the order of `states`. A later correction of a sheet does not move them.
    """
    told = Chronicle()
    for _, setup, ascent in _events(states):
        told = _begun(told, setup) if ascent is None else _climbed(told, setup, ascent)
    return told


def _events(states: Iterable[State]) -> list[tuple[datetime, Setup, Ascent | None]]:
    events: list[tuple[datetime, Setup, Ascent | None]] = []
    for state in states:
        events.append((instant(state.setup.at), state.setup, None))
        for ascent in state.finished:
            events.append((instant(ascent.finished), state.setup, ascent))
    return sorted(events, key=lambda event: event[0])


def _begun(told: Chronicle, setup: Setup) -> Chronicle:
    """Records and envelopes that the box knew before, as far as they are news."""
    hall = told.hall
    for known in setup.records:
        standing = Chronicle(hall=hall).standing(known.sheet)
        if standing is None or known.score > standing.score:
            hall = (*hall, _known(known))
    return Chronicle(
        hall=hall, opened=told.opened.union(setup.opened), outcomes=told.outcomes
    )


def _known(known: KnownRecord) -> Record:
    return Record(
        sheet=known.sheet,
        players=(known.player,),
        score=known.score,
        date=known.date,
    )


def _climbed(told: Chronicle, setup: Setup, ascent: Ascent) -> Chronicle:
    outcome = _outcome(told, setup, ascent)
    opened = {outcome.opening.challenge.number} if outcome.opening else set()
    return Chronicle(
        hall=(*told.hall, outcome.record) if outcome.record else told.hall,
        opened=told.opened | opened,
        outcomes={**told.outcomes, (setup.name, ascent.number): outcome},
    )


def _outcome(told: Chronicle, setup: Setup, ascent: Ascent) -> Outcome:
    """Rules 2: who beats the record, and who of them enters the Hall of Fame.

    The very first Ascent on a sheet sets the record, and nobody beats one (ours).
    """
    standing = told.standing(ascent.sheet.id)
    totals = ascent.totals
    better = tuple(
        player
        for player in setup.players
        if player in totals and (standing is None or totals[player] > standing.score)
    )
    return Outcome(
        standing=standing,
        beaten_by=better if standing else (),
        record=_line(setup, ascent, better) if better else None,
        opening=opening(setup, ascent, told.opened),
    )


def _line(setup: Setup, ascent: Ascent, better: tuple[str, ...]) -> Record:
    most = max(ascent.totals[player] for player in better)
    return Record(
        sheet=ascent.sheet.id,
        players=tuple(p for p in better if ascent.totals[p] == most),
        score=most,
        date=ascent.finished[:10],
        expedition=setup.name,
    )
