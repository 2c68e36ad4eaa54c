"""Expeditions as plain values, ready for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.rules.expedition.challenges import CHALLENGES
from trekprint.rules.expedition.plain import pile_data
from trekprint.rules.expedition.stars import ranking, stars_of
from trekprint.workflows.expedition_words import next_step

if TYPE_CHECKING:
    from trekprint.rules.expedition.fame import Chronicle, Record
    from trekprint.rules.expedition.state import Ascent, State


def status_data(state: State, told: Chronicle) -> dict[str, object]:
    """How an Expedition stands: cards, Ascents, and what to do next."""
    setup, current = state.setup, state.current
    return {
        "name": setup.name,
        "players": list(setup.players),
        "lead_climber": state.lead,
        "ascent": current.number if current else None,
        "finished": current is None,
        "cards": {
            "deck": len(state.deck),
            "revealed": pile_data(state.revealed),
            "played": pile_data(state.played),
            "hands": {player: pile_data(hand) for player, hand in state.hands.items()},
        }
        if setup.cards
        else None,
        "ascents": [_ascent_data(state, ascent, told) for ascent in state.ascents],
        "ranking": _ranking_data(state, told),
        "next": next_step(state, told),
    }


def stars_data(state: State, told: Chronicle) -> dict[str, object]:
    """Stars, ranking, Hall of Fame with its history, and envelopes."""
    return {
        "name": state.setup.name,
        "ascents": [_ascent_data(state, ascent, told) for ascent in state.ascents],
        "ranking": _ranking_data(state, told),
        "hall_of_fame": hall_data(told),
        "envelopes": [
            {
                "number": challenge.number,
                "challenge": challenge.text,
                "opened": challenge.number in told.opened,
            }
            for challenge in CHALLENGES
        ],
    }


def hall_data(told: Chronicle) -> list[dict[str, object]]:
    """The Hall of Fame, oldest line first; the standing records say so."""
    return [
        {**_record_data(record), "standing": told.standing(record.sheet) == record}
        for record in told.hall
    ]


def _record_data(record: Record) -> dict[str, object]:
    return {
        "sheet": record.sheet,
        "players": list(record.players),
        "score": record.score,
        "date": record.date,
        "expedition": record.expedition or None,
    }


def _ascent_data(state: State, ascent: Ascent, told: Chronicle) -> dict[str, object]:
    data: dict[str, object] = {
        "number": ascent.number,
        "sheet": ascent.sheet.id,
        "summit": ascent.sheet.summit,
        "begun": ascent.begun,
        "finished": ascent.finished or None,
        "totals": dict(ascent.totals),
        "handed_in": {p: pile_data(h.cards) for p, h in ascent.handed.items()},
        "used": {p: pile_data(cards) for p, cards in ascent.used.items()},
        "absent": [p for p, filled in ascent.filled.items() if filled.game is None],
    }
    if not ascent.finished:
        return data
    outcome = told.outcome(state.setup, ascent)
    opened = outcome.opening
    data["stars"] = {
        player: {
            "summit": stars.summit,
            "race": stars.race,
            "record": stars.record,
            "total": stars.total,
        }
        for player, stars in stars_of(ascent, outcome).items()
    }
    data["record_before"] = _record_data(outcome.standing) if outcome.standing else None
    data["record"] = _record_data(outcome.record) if outcome.record else None
    data["envelope"] = opened and {
        "number": opened.challenge.number,
        "challenge": opened.challenge.text,
        "met_by": list(opened.met_by),
        "opener": opened.opener,
    }
    return data


def _ranking_data(state: State, told: Chronicle) -> list[dict[str, object]]:
    return [
        {
            "place": row.place,
            "player": row.player,
            "stars": row.stars,
            "points": row.points,
        }
        for row in ranking(state, told)
    ]
