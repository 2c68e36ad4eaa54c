"""Questions about the sheets of an Expedition: whose they are, cards handed in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trekprint.cli.expedition_common import read_cards
from trekprint.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.rules.expedition.cards import Pile
    from trekprint.rules.expedition.state import State
    from trekprint.rules.expedition.steps import HandIn
    from trekprint.workflows.expedition_sheets import Claim
    from trekprint.workflows.expeditions import Expedition
    from trekprint.workflows.results import SheetResult

LEAVE_OUT = "-"


def ask_whose(
    expedition: Expedition, claims: Sequence[Claim], players: Sequence[str]
) -> list[Claim]:
    """The claims after asking about every sheet that bears no name.

    `players` are those whose sheets they may be.
    """
    answered = []
    taken = {c.player for c in claims if not c.guessed}
    taken |= set(expedition.setup.players) - set(players)
    for claimed in claims:
        if claimed.player is not None and not claimed.guessed:
            answered.append(claimed)
            continue
        player = _ask_player(expedition, claimed, taken)
        if player is not None:
            taken.add(player)
            answered.append(replace(claimed, player=player, guessed=False))
    return answered


def _ask_player(
    expedition: Expedition, claimed: Claim, taken: set[str | None]
) -> str | None:
    """The player whose sheet it is; None where it is to be left out."""
    from trekprint.workflows.expeditions import player_named

    _show_handwriting(claimed.result)
    free = [p for p in expedition.setup.players if p not in taken]
    guess = claimed.player if claimed.player in free else None
    total = claimed.result.total
    question = (
        f"Whose is {name_of(claimed.result)}, {total} points ({', '.join(free)};"
        f" {LEAVE_OUT} to leave it out)"
    )
    while True:
        typed = click.prompt(question, default=guess).strip()
        if typed.casefold() == LEAVE_OUT:
            return None
        try:
            player = player_named(expedition.setup, typed)
        except InputError as error:
            click.echo(f"  {error}")
            continue
        if player in free:
            return player
        click.echo(f"  {player} has another sheet already")


def _show_handwriting(result: SheetResult) -> None:
    """The handwritten name, as it was cut from the photo."""
    if result.name is None:
        return
    from rich.console import Console

    from trekprint.cli.names import name_crop
    from trekprint.cli.show import NAME_COLUMNS, crop_text

    crop = name_crop(result.name)
    console = Console(highlight=False)
    if crop is not None:
        coloured = not (console.no_color or console.color_system is None)
        console.print(crop_text(crop, columns=NAME_COLUMNS, coloured=coloured))


def name_of(result: SheetResult) -> str:
    """What a sheet is called in sentences: `copy 2 of evening.jpg`."""
    copy = f"copy {result.copy}" if result.copy is not None else ""
    source = Path(result.source).name
    return " of ".join(part for part in (copy, source) if part) or "that was typed"


def ask_hand_ins(state: State, now: str) -> list[HandIn]:
    """What the players hand in, from the Lead Climber on; as on the sheets if Enter."""
    from trekprint.rules.expedition.replay import advance
    from trekprint.rules.expedition.steps import HandIn

    steps: list[HandIn] = []
    while state.to_hand_in:
        player = state.to_hand_in[0]
        cards = _ask_cards(state, player)
        steps.append(HandIn(player=player, cards=cards, at=now))
        state = advance(state, steps[-1])
    return steps


def _ask_cards(state: State, player: str) -> Pile:
    from trekprint.workflows.expedition_sheets import marked_cards

    hand, marked = state.hands[player], marked_cards(state, player)
    default = None
    if marked is not None:
        default = ",".join(card.value for card in marked) or "none"
    while True:
        typed = click.prompt(
            f"{player} holds {hand}; which are handed in for 3 points each, e.g."
            f" {next(iter(hand)).value} or none",
            default=default,
        )
        try:
            cards = read_cards([typed])
        except InputError as error:
            click.echo(f"  {error}")
            continue
        if hand.holds(cards):
            return cards
        click.echo(f"  {player} holds only {hand}")
