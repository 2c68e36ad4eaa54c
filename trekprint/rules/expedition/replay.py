"""Setup and steps -> State: the rules of cards and of the order of things.

A step that is not allowed raises an InputError that says what, why, and what to do
instead; nothing changes then. What is ours, since the rules are silent, is marked so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.expedition.cards import EMPTY, HAND_MOST, Pile
from trekprint.rules.expedition.setup import ASCENTS
from trekprint.rules.expedition.state import Ascent, Filled, Handed, State
from trekprint.rules.expedition.steps import (
    ChooseOpener,
    Earn,
    HandIn,
    Reveal,
    ScoreSheet,
    Use,
)
from trekprint.rules.findings import count_text, list_text
from trekprint.rules.notation import parse_game
from trekprint.rules.solo.max_climber import sheet_of_max

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from trekprint.rules.expedition.setup import Setup
    from trekprint.rules.expedition.steps import Pick, Step
    from trekprint.rules.game import Game
    from trekprint.sheet.model import Sheet


def replay(setup: Setup, steps: Iterable[Step], sheets: Mapping[str, Sheet]) -> State:
    """The state after all `steps`. Pure; the same log gives the same state.

    Args:
        setup: how it begins.
        steps: what was done, in order.
        sheets: the sheets by name; those of the Setup must be there.

    Raises:
        InputError: for the first step that is not allowed.
    """
    state = begin(setup, sheets)
    for step in steps:
        state = advance(state, step)
    return state


def begin(setup: Setup, sheets: Mapping[str, Sheet]) -> State:
    """The state before the first step.

    Raises:
        InputError: a sheet of the Setup is not there.
    """
    ascents = []
    for number, name in enumerate(setup.sheets, start=1):
        if name not in sheets:
            raise InputError(
                f"the sheet {name!r} of this Expedition is not there any more; put its"
                " definition back"
            )
        ascents.append(
            Ascent(
                number=number,
                sheet=sheets[name],
                records_cards=setup.cards,
                # Without cards there is nothing to lay open before the first number.
                begun=number == 1 and not setup.cards,
            )
        )
    return State(
        setup=setup,
        ascents=tuple(ascents),
        lead=setup.lead,
        hands=dict.fromkeys(setup.players, EMPTY),
        deck=setup.pack,
    )


def advance(state: State, step: Step) -> State:
    """The state after one more step.

    Raises:
        InputError: the step is not allowed now; says what, why, and what to do.
    """
    after = _finish(_RULES[type(step)](state, step), step.at)
    return replace(after, steps=state.steps + 1)


# --- laying cards open


def _reveal(state: State, step: Reveal) -> State:
    _need_cards(state)
    ascent = state.current
    if ascent is None:
        raise InputError(
            f"all {ASCENTS} Ascents are finished, so no more cards are laid open;"
            " begin a new Expedition"
        )
    if ascent.begun:
        raise InputError(
            f"the cards of Ascent {ascent.number} are laid open already; score all"
            " sheets first, or undo to lay out others"
        )
    if len(step.cards) != state.to_reveal:
        raise InputError(
            f"{_are(len(step.cards))} laid open, but at the start of Ascent"
            f" {ascent.number} it must be {state.to_reveal}; name these"
        )
    lacking = state.drawn_from.lacking(step.cards)
    if lacking is not None:
        raise InputError(
            f"{step.cards[lacking]} {lacking} cannot be laid open, since only"
            f" {state.drawn_from[lacking]} can be in the deck; look at the cards again"
        )
    deck = state.drawn_from - step.cards
    played = EMPTY if state.reshuffles else state.played
    changed = replace(state, deck=deck, played=played)
    return replace(
        _with_ascent(changed, replace(ascent, begun=True, revealed=step.cards)),
        revealed=state.revealed + step.cards,
    )


# --- earning and using


def _earn(state: State, step: Earn) -> State:
    """Rules 2: from the Lead Climber clockwise; the last one involved leads then."""
    _need_cards(state)
    ascent = climbing(state)
    if ascent.handed:
        raise InputError(
            "cards are being handed in already, and none can be earned after that;"
            " undo the handing in first"
        )
    if not step.picks:
        raise InputError("nobody is named who earned a card; name at least one player")
    picks: dict[str, Pick] = {}
    for pick in step.picks:
        _player(state, pick.player)
        if pick.player in picks:
            raise InputError(
                f"{pick.player} is named twice, but one number makes at most one new"
                " zone; record each round by itself"
            )
        picks[pick.player] = pick
    in_order = [player for player in state.order if player in picks]
    for player in in_order:
        state = _pick(state, picks[player])
    earned = {
        **ascent.earned,
        **{player: ascent.earned.get(player, 0) + 1 for player in in_order},
    }
    return replace(
        _with_ascent(state, replace(ascent, earned=earned)), lead=in_order[-1]
    )


def _pick(state: State, pick: Pick) -> State:
    player, card, back = pick.player, pick.card, pick.back
    if card is None:
        # Rules 2: no card left, or (ours: he may take one) none wanted.
        if back is not None:
            raise InputError(f"{player} takes no card, and so puts none back")
        return state
    if not state.revealed[card]:
        raise InputError(
            f"there is no {card} for {player} to take; {_lying(state.revealed)}"
        )
    full = state.must_put_back(player)
    if full and state.setup.is_max(player):
        # Rules 3: Max holds at most 3, and takes no fourth.
        raise InputError(
            f"{player} holds {HAND_MOST} cards already and takes no fourth; record"
            f" {player}=none"
        )
    hand = state.hands[player] + Pile.of([card])
    revealed = state.revealed - Pile.of([card])
    if full and back is None:
        raise InputError(
            f"{player} holds {state.hands[player]} already, and {HAND_MOST} are the"
            " most; say which card goes back into play"
        )
    if back is not None:
        if not full:
            raise InputError(
                f"{player} holds {count_text(len(state.hands[player]), 'card')}, so"
                " none goes back; leave that out"
            )
        if not hand[back]:
            raise InputError(
                f"{player} has no {back} to put back; {player} holds {hand}"
            )
        hand, revealed = hand - Pile.of([back]), revealed + Pile.of([back])
    return replace(state, revealed=revealed, hands={**state.hands, player: hand})


def _use(state: State, step: Use) -> State:
    _need_cards(state)
    ascent = climbing(state)
    player, card = _player(state, step.player), step.card
    if state.setup.is_max(player):
        raise InputError(f"{player} never uses his cards; he hands them in at the end")
    if player in ascent.handed:
        raise InputError(
            f"{player} has handed in cards already; a card is used before that, so"
            " undo the handing in first"
        )
    _need_in_hand(state, player, Pile.of([card]), "use")
    used = {**ascent.used, player: ascent.cards_used(player) + Pile.of([card])}
    return _to_played(
        _with_ascent(state, replace(ascent, used=used)), player, Pile.of([card])
    )


# --- scoring


def _hand_in(state: State, step: HandIn) -> State:
    _need_cards(state)
    ascent = climbing(state)
    player = _player(state, step.player)
    if state.setup.is_max(player):
        raise InputError(
            f"{player} hands in all his cards after the last Ascent by himself; nothing"
            " is to be recorded"
        )
    if player in ascent.handed:
        raise InputError(
            f"{player} has handed in {ascent.handed[player].cards} already; correct it"
            " with --again, or undo"
        )
    if state.is_absent(player):
        raise InputError(
            f"{player} did not play this Ascent and keeps the cards; score a sheet for"
            f" {player} first"
        )
    _need_in_hand(state, player, step.cards, "hand in")
    waiting = state.to_hand_in
    if player in waiting and waiting[0] != player:
        raise InputError(
            f"{waiting[0]} decides before {player} (from the Lead Climber {state.lead}"
            f" clockwise); record {waiting[0]} first, or both together"
        )
    handed = {**ascent.handed, player: Handed(cards=step.cards, step=state.steps)}
    return _to_played(
        _with_ascent(state, replace(ascent, handed=handed)), player, step.cards
    )


def _score(state: State, step: ScoreSheet) -> State:
    ascent = climbing(state)
    player = _player(state, step.player)
    if player in ascent.filled:
        raise InputError(
            f"{player} has a sheet for Ascent {ascent.number} already; to replace it,"
            f" score it again with --ascent {ascent.number} --player {player}"
        )
    game = None if step.sheet is None else _read(state, ascent, player, step.sheet)
    filled = {**ascent.filled, player: Filled(game=game, step=state.steps)}
    return _with_ascent(state, replace(ascent, filled=filled))


def _read(state: State, ascent: Ascent, player: str, line: str) -> Game:
    def sheet_of(name: str) -> Sheet:
        if name != ascent.sheet.id:
            raise InputError(
                f"Ascent {ascent.number} is climbed on {ascent.sheet.id}, but the sheet"
                f" of {player} is {name}; give a sheet of {ascent.sheet.id}"
            )
        is_max = state.setup.is_max(player)
        return sheet_of_max(ascent.sheet) if is_max else ascent.sheet

    return parse_game(line, sheet_of).game


def _choose_opener(state: State, step: ChooseOpener) -> State:
    player = _player(state, step.player)
    finished = {ascent.number: ascent for ascent in state.finished}
    if step.ascent not in finished:
        raise InputError(
            f"Ascent {step.ascent} is not finished, so no envelope is opened yet; score"
            " all sheets first"
        )
    if state.setup.is_max(player):
        raise InputError(f"{player} opens no envelopes; name a player")
    return _with_ascent(state, replace(finished[step.ascent], opener=player))


# --- what many need


def _finish(state: State, at: str) -> State:
    """`state`, its Ascent closed where every sheet and every decision is there."""
    ascent = state.current
    if ascent is None or not ascent.begun or state.without_sheet or state.to_hand_in:
        return state
    if ascent.number == ASCENTS:
        state, ascent = _hand_in_of_max(state, ascent)
    state = _with_ascent(state, replace(ascent, finished=at))
    following = state.current
    if following is not None and not state.setup.cards:
        return _with_ascent(state, replace(following, begun=True))
    return state


def _hand_in_of_max(state: State, ascent: Ascent) -> tuple[State, Ascent]:
    """Rules 3: Max hands all in, in the last Ascent."""
    for player in state.setup.players:
        if state.setup.is_max(player) and len(state.hands[player]):
            cards = state.hands[player]
            handed = {**ascent.handed, player: Handed(cards=cards, step=None)}
            ascent = replace(ascent, handed=handed)
            state = _to_played(state, player, cards)
    return state, ascent


def _with_ascent(state: State, ascent: Ascent) -> State:
    ascents = tuple(ascent if a.number == ascent.number else a for a in state.ascents)
    return replace(state, ascents=ascents)


def _to_played(state: State, player: str, cards: Pile) -> State:
    hands = {**state.hands, player: state.hands[player] - cards}
    return replace(state, hands=hands, played=state.played + cards)


def _need_cards(state: State) -> None:
    if not state.setup.cards:
        raise InputError(
            "this Expedition is played without recording cards, so leave them out; the"
            " cards handed in are taken from the sheets"
        )


def climbing(state: State) -> Ascent:
    """The Ascent that is being climbed; InputError where none has begun."""
    ascent = state.current
    if ascent is None:
        raise InputError(
            f"all {ASCENTS} Ascents are finished; correct a sheet with --ascent and"
            " --player, or begin a new Expedition"
        )
    if not ascent.begun:
        raise InputError(
            f"Ascent {ascent.number} has not begun; first lay {state.to_reveal} Assist"
            " cards open and record them"
        )
    return ascent


def _player(state: State, name: str) -> str:
    if name not in state.setup.players:
        raise InputError(
            f"{name!r} does not climb in this Expedition; there are"
            f" {list_text(state.setup.players)}"
        )
    return name


def _need_in_hand(state: State, player: str, cards: Pile, verb: str) -> None:
    hand = state.hands[player]
    lacking = hand.lacking(cards)
    if lacking is not None:
        raise InputError(
            f"{player} cannot {verb} {cards[lacking]} {lacking}: {player} holds {hand};"
            " name other cards, or record first how they were earned"
        )


def _lying(pile: Pile) -> str:
    return f"there lie {pile}" if len(pile) else "no card lies open any more"


def _are(count: int) -> str:
    return f"{count_text(count, 'card')} {'is' if count == 1 else 'are'}"


# Each rule takes only steps of its own class.
_RULES: Mapping[type, Callable[..., State]] = {
    Reveal: _reveal,
    Earn: _earn,
    Use: _use,
    HandIn: _hand_in,
    ScoreSheet: _score,
    ChooseOpener: _choose_opener,
}
