"""A solo game as plain values, ready for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.rules.solo.steps import Climber
from trekprint.workflows.results import result_data
from trekprint.workflows.typed import score_game

if TYPE_CHECKING:
    from trekprint.rules.game import Entry
    from trekprint.rules.solo.state import Played, SoloState


def solo_data(state: SoloState, source: str = "") -> dict[str, object]:
    """Both mountains, every round, and who won (`you`, `max`, `tie`; null if open).

    `you` and `max` are result objects as those of `score --json`.
    """
    winner = state.winner.value if state.winner else "tie"
    return {
        "sheet": state.setup.sheet,
        "reading": state.setup.reading.value,
        "player": state.setup.player,
        "expedition": state.setup.expedition or None,
        "finished": state.finished,
        "winner": winner if state.finished else None,
        "rounds": [_round_data(played) for played in state.played],
        **{
            climber.value: result_data(score_game(state.game(climber), source))
            for climber in Climber
        },
    }


def _round_data(played: Played) -> dict[str, object]:
    step = played.round
    return {
        "dice": [step.dice.red, step.dice.yellow],
        "circle": step.circle,
        "option": step.option.value,
        "you": _content(played.yours),
        "max": _content(played.his),
        "links": [[link.a, link.b] for link in played.your_links],
        "max_links": [[link.a, link.b] for link in played.his_links],
        "cards": [card.value for card in step.cards],
    }


def _content(entry: Entry) -> int | str:
    return "X" if entry.number is None else entry.number
