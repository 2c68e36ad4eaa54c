"""A solo game as an Ascent of a solo Expedition (rules 2 and 3): what it is there.

The log of the solo game is all there is while it is played. The cards used and taken in
it are steps of the Expedition too, derived here; at the end they are recorded there
together with both sheets, so that undo in the game never leaves anything behind.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.expedition.replay import advance
from trekprint.rules.expedition.setup import MAX
from trekprint.rules.expedition.steps import Earn, HandIn, Pick, ScoreSheet, Use
from trekprint.rules.notation import format_game
from trekprint.rules.solo.steps import Climber

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.rules.expedition.cards import Pile
    from trekprint.rules.expedition.setup import Setup
    from trekprint.rules.expedition.state import State
    from trekprint.rules.expedition.steps import Step
    from trekprint.rules.solo.state import SoloState


def player_of(setup: Setup, climber: Climber) -> str:
    """What `climber` is called in the solo Expedition of `setup`."""
    return MAX if climber is Climber.MAX else setup.players[0]


def card_steps(setup: Setup, state: SoloState, at: str) -> tuple[Step, ...]:
    """The cards used and taken in the game so far, as steps of its Expedition.

    Each step has the time `at`. Empty where the Expedition records no cards.
    """
    if not setup.cards:
        return ()
    steps: list[Step] = []
    for number, played in enumerate(state.played, start=1):
        steps += [
            Use(player=player_of(setup, Climber.YOU), card=card, at=at)
            for card in played.round.cards
        ]
        picks = tuple(
            Pick(
                player=player_of(setup, taken.climber), card=taken.card, back=taken.back
            )
            for after, taken in state.taken
            if after == number
        )
        steps += [Earn(picks=picks, at=at)] if picks else []
    return tuple(steps)


def during(expedition: State, state: SoloState) -> State:
    """The Expedition as it stands on the table at this moment of the game.

    Raises:
        InputError: a card was used or taken that is not there.
    """
    for step in card_steps(expedition.setup, state, expedition.setup.at):
        expedition = advance(expedition, step)
    return expedition


def taking_order(expedition: State, state: SoloState) -> tuple[Climber, ...]:
    """Those who take a card now, from the Lead Climber on (rules 2).

    `expedition` is as it stood before this round's cards were taken.
    """
    names = {player_of(expedition.setup, climber): climber for climber in Climber}
    order = [names[player] for player in expedition.order]
    return tuple(climber for climber in order if climber in state.takers)


def recorded(
    expedition: State,
    state: SoloState,
    at: str,
    *,
    handed: Pile | None = None,
    assist: Mapping[Climber, int] | None = None,
) -> tuple[Step, ...]:
    """All that the finished game adds to its Expedition, in order, at the time `at`.

    Args:
        expedition: as stored, before the game.
        state: the finished game.
        at: the time of recording; steps with one time are taken back together.
        handed: the cards that you hand in; None where you hold none.
        assist: how many cards each hands in, where the Expedition records no cards.

    Raises:
        InputError: the game is not finished, or not the Ascent being climbed.
    """
    if not state.finished:
        raise InputError("this mountain is not finished; play its last rounds first")
    refuse_other_ascent(expedition, state)
    setup = expedition.setup
    steps = [*card_steps(setup, state, at)]
    if handed is not None:
        you = player_of(setup, Climber.YOU)
        steps.append(HandIn(player=you, cards=handed, at=at))
    for climber in Climber:
        player = player_of(setup, climber)
        game = replace(
            state.game(climber),
            player=player,
            assist_cards=(assist or {}).get(climber, 0),
        )
        steps.append(ScoreSheet(player=player, sheet=format_game(game), at=at))
    return tuple(steps)


def refuse_other_ascent(expedition: State, state: SoloState) -> None:
    """Raise InputError where the game is not the Ascent that is being climbed."""
    ascent, setup = expedition.current, state.setup
    if ascent is None or ascent.number != setup.ascent or ascent.filled:
        raise InputError(
            f"Ascent {setup.ascent} of {expedition.setup.name!r} is recorded already;"
            " to record it again, first take it back with trekprint expedition undo"
        )


def cards_of(expedition: State, climber: Climber) -> Pile:
    """The cards that `climber` holds."""
    return expedition.hands[player_of(expedition.setup, climber)]


def cannot_take(expedition: State, climber: Climber) -> bool:
    """Whether no card can be taken: none lies open, or Max holds three (rules 3)."""
    player = player_of(expedition.setup, climber)
    full = expedition.setup.is_max(player) and expedition.must_put_back(player)
    return full or not len(expedition.revealed)
