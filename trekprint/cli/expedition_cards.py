"""The commands about Assist cards: laid open, earned, used, handed in."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

import click

from trekprint.cli.expedition_common import (
    KINDS,
    NO_CARD,
    expedition_options,
    on_terminal,
    open_desk,
    read_card,
    read_cards,
    read_pair,
)
from trekprint.errors import InputError
from trekprint.rules.expedition.cards import Pile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from trekprint.cli.expedition_common import Desk
    from trekprint.rules.expedition.cards import Card
    from trekprint.rules.expedition.setup import Setup
    from trekprint.rules.expedition.state import State
    from trekprint.rules.expedition.steps import HandIn, Pick, Step
    from trekprint.workflows.expeditions import Expedition


@click.group(invoke_without_command=True)
@expedition_options
@click.pass_context
def cards(
    context: click.Context, named: str | None, file: Path | None, defs: Path | None
) -> None:
    """Record Assist cards; without more words, show where they lie.

    Kinds may be begun (ro for rope) and counted (rope=2).
    """
    if context.invoked_subcommand is not None:
        # What stands before the word `earn` holds for it, too.
        given = {"named": named, "file": file, "defs": defs}
        known = {name: value for name, value in given.items() if value is not None}
        context.default_map = dict.fromkeys(cards.commands, known)
        return
    with open_desk(file, defs, named) as desk:
        _tell(desk.expedition.state)


@cards.command()
@click.argument("kinds", nargs=-1, metavar="[KIND...]")
@expedition_options
def reveal(
    kinds: tuple[str, ...], named: str | None, file: Path | None, defs: Path | None
) -> None:
    """Lay cards open at the start of an Ascent: name their KINDs.

    For example: reveal rope rope tent compass=2, or by first letters: reveal rrtcc.
    """
    from trekprint.rules.expedition.state import deal
    from trekprint.rules.expedition.steps import Reveal
    from trekprint.workflows.expeditions import time_now

    with open_desk(file, defs, named) as desk:
        expedition = desk.expedition
        state, now = expedition.state, time_now()
        if state.setup.deal and kinds:
            raise InputError(
                f"{expedition.name!r} deals the cards itself; leave the kinds out"
            )
        if state.setup.deal:
            lying = deal(state, SystemRandom().sample)
        else:
            lying = read_cards(kinds) if kinds else _asked_to_reveal(state)
        after = _record(desk, expedition, [Reveal(cards=lying, at=now)], now)
        if state.reshuffles:
            click.echo("The played cards were shuffled into the deck first.")
        click.echo(f"Laid open: {lying}.")
        _tell(after.state)


def _asked_to_reveal(state: State) -> Pile:
    if not state.to_reveal:
        return read_cards([])  # The rules say why none is laid open.
    if not on_terminal():
        raise InputError(
            f"name the kinds of the {state.to_reveal} cards that lie open: {KINDS}"
        )
    while True:
        typed = click.prompt(
            f"Lay {state.to_reveal} cards open; which are they, e.g. crrt"
        )
        try:
            lying = read_cards([typed])
        except InputError as error:
            click.echo(f"  {error}")
            continue
        if len(lying) == state.to_reveal:
            return lying
        click.echo(f"  these are {len(lying)} cards; there must be {state.to_reveal}")


# --- earning


@cards.command()
@click.argument("picks", nargs=-1, required=True, metavar="NAME=KIND...")
@click.option(
    "--back",
    "backs",
    multiple=True,
    metavar="NAME=KIND",
    help="The card that a player with three already puts back.",
)
@expedition_options
def earn(
    picks: tuple[str, ...],
    backs: tuple[str, ...],
    named: str | None,
    file: Path | None,
    defs: Path | None,
) -> None:
    """Record who earned a card in one round, and what each took.

    Name all who made a new zone of 0s, 1s or 2s in the same round, in any order, as in
    earn ANN=rope BEN=tent; NAME=none for one who found none left.
    """
    from trekprint.rules.expedition.steps import Earn
    from trekprint.workflows.expeditions import time_now

    with open_desk(file, defs, named) as desk:
        expedition = desk.expedition
        now = time_now()
        made = _picks(expedition.state, picks, backs)
        after = _record(desk, expedition, [Earn(picks=made, at=now)], now)
        for pick in made:
            took = str(pick.card) if pick.card else "no card"
            back = f" and puts {pick.back} back" if pick.back else ""
            click.echo(f"{pick.player} takes {took}{back}.")
        _tell(after.state)


def _picks(
    state: State, words: Sequence[str], backs: Sequence[str]
) -> tuple[Pick, ...]:
    """What was said, and what must be asked, in the order in which they pick."""
    from trekprint.rules.expedition.cards import Pile
    from trekprint.rules.expedition.steps import Pick

    wanted = _by_player(state.setup, words, "picks")
    returned = _by_player(state.setup, backs, "puts back")
    for player in returned.keys() - wanted.keys():
        raise InputError(
            f"{player} puts a card back, but takes none; add {player}=KIND"
        )
    made = []
    lying = state.revealed
    for player in (p for p in state.order if p in wanted):
        card = _card(player, wanted[player], lying)
        back = read_card(returned[player]) if player in returned else None
        lies = card is not None and lying[card] > 0
        if card and lies and back is None and _puts_back(state, player):
            back = _asked_back(state, player, card)
        made.append(Pick(player=player, card=card, back=back))
        if card and lies:
            lying = lying - Pile.of([card]) + Pile.of([back] if back else [])
    return tuple(made)


def _by_player(setup: Setup, words: Sequence[str], verb: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        player, rest = read_pair(word, setup)
        if player in found:
            raise InputError(
                f"{player} {verb} twice, but one round earns at most one card; record"
                " each round by itself"
            )
        found[player] = rest
    return found


def _puts_back(state: State, player: str) -> bool:
    return state.must_put_back(player) and not state.setup.is_max(player)


def _card(player: str, word: str, lying: Pile) -> Card | None:
    """What `player` takes of the cards `lying` there; asked where it is not said."""
    if word.casefold() in NO_CARD:
        return None
    if word:
        return read_card(word)
    if not len(lying):
        return None
    if not on_terminal():
        raise InputError(f"which card does {player} take? write {player}=rope")
    return _asked(f"{player} takes ({lying} lie there)", none=True)


def _asked_back(state: State, player: str, card: Card) -> Card:
    hand = state.hands[player]
    if not on_terminal():
        raise InputError(
            f"{player} holds {hand} already, and three are the most; say which card"
            f" goes back: --back {player}={next(iter(hand)).value}"
        )
    question = f"{player} holds {hand}, takes {card}, and puts back"
    back = _asked(question, none=False)
    assert back is not None  # `none` is off
    return back


def _asked(question: str, *, none: bool) -> Card | None:
    while True:
        typed = click.prompt(question).strip()
        if none and typed.casefold() in NO_CARD:
            return None
        try:
            return read_card(typed)
        except InputError as error:
            click.echo(f"  {error}")


# --- using and handing in


@cards.command()
@click.argument("used", nargs=-1, required=True, metavar="NAME=KIND...")
@expedition_options
def use(
    used: tuple[str, ...], named: str | None, file: Path | None, defs: Path | None
) -> None:
    """Record cards used during the Ascent, as in use ANN=rope."""
    from trekprint.rules.expedition.steps import Use
    from trekprint.workflows.expeditions import time_now

    with open_desk(file, defs, named) as desk:
        expedition = desk.expedition
        now = time_now()
        steps: list[Step] = []
        for word in used:
            player, kinds = read_pair(word, expedition.setup)
            found = read_cards([kinds])
            if not len(found):
                raise InputError(f"which card did {player} use? write {player}=rope")
            steps += [Use(player=player, card=card, at=now) for card in found]
        after = _record(desk, expedition, steps, now)
        for step in steps:
            if isinstance(step, Use):
                click.echo(
                    f"{step.player} uses {step.card}: {EFFECTS[step.card.value]}"
                )
        _tell(after.state)


EFFECTS = {
    "compass": "write in any free circle, also away from the filled ones.",
    "schnapps": "when the others have written, roll again; the new roll stands.",
    "rope": "join two circles with one circle between them.",
    "tent": "one more sum; draw a cross beside the row.",
}
"""What the player does now (rules 2), in our words."""


@click.command(name="hand-in")
@click.argument("handed", nargs=-1, required=True, metavar="NAME=KINDS...")
@click.option(
    "--ascent", type=int, metavar="N", help="Put right what was handed in there."
)
@expedition_options
def hand_in(
    handed: tuple[str, ...],
    ascent: int | None,
    named: str | None,
    file: Path | None,
    defs: Path | None,
) -> None:
    """Hand in cards for 3 points each.

    As in hand-in ANN=rope,tent BEN=none. The Lead Climber decides first, then the
    others clockwise; what is not handed in is kept for the next Ascent.
    """
    from trekprint.cli.expedition_tell import tell_correction, tell_progress
    from trekprint.workflows.expeditions import correct, recorded_step, time_now

    with open_desk(file, defs, named) as desk:
        expedition = desk.expedition
        now = time_now()
        steps = hand_in_steps(expedition.state, handed, now)
        if ascent is not None:
            replaced = [recorded_step(expedition, ascent, step) for step in steps]
            after = correct(desk.store, expedition, ascent, steps, now)
            tell_correction(desk.shelf, desk.shelf.with_changed(after), replaced)
            return
        # "none" of somebody without cards is no decision; nobody waits for it.
        hands = expedition.state.hands
        steps = [s for s in steps if not s.cards == Pile() == hands[s.player]]
        if not steps:
            raise InputError(
                "none of these holds a card, so there is nothing to decide"
            )
        after = _record(desk, expedition, steps, now)
        for step in steps:
            click.echo(f"{step.player} hands in {step.cards}.")
        tell_progress(expedition, after, desk.shelf.with_changed(after))


def hand_in_steps(state: State, words: Sequence[str], at: str) -> list[HandIn]:
    """The steps that `words` mean, in the order in which the players decide."""
    from trekprint.rules.expedition.steps import HandIn

    found: dict[str, Pile] = {}
    for word in words:
        player, kinds = read_pair(word, state.setup)
        if not kinds:
            raise InputError(
                f"which cards does {player} hand in? write {player}=rope,tent or"
                f" {player}=none"
            )
        if player in found:
            raise InputError(f"{player} is named twice; name all cards at once")
        found[player] = read_cards([kinds])
    return [
        HandIn(player=player, cards=found[player], at=at)
        for player in state.order
        if player in found
    ]


# --- what all need


def _record(
    desk: Desk, expedition: Expedition, steps: Sequence[Step], now: str
) -> Expedition:
    from trekprint.workflows.expeditions import add_steps

    return add_steps(desk.store, expedition, steps, now)


def _tell(state: State) -> None:
    """Where the cards lie now."""
    from trekprint.cli.expedition_show import cards_lines, hands_lines, sentences, show

    show(*sentences([*hands_lines(state), *cards_lines(state)]))
