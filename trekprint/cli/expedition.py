"""The commands `expedition`: an Expedition from its beginning to its end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trekprint.cli.expedition_cards import cards, hand_in
from trekprint.cli.expedition_common import (
    expedition_options,
    file_options,
    on_terminal,
    open_desk,
)
from trekprint.cli.expedition_poster import poster
from trekprint.cli.expedition_score import score
from trekprint.errors import InputError

if TYPE_CHECKING:
    from trekprint.rules.expedition.setup import KnownRecord
    from trekprint.workflows.expeditions import Expedition, Shelf


class _InOrder(click.Group):
    """A group that lists its commands in the order in which they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands as they were added."""
        return list(self.commands)


@click.group(cls=_InOrder)
def expedition() -> None:
    """Play an Expedition over several evenings.

    Begin one with `new`; `status` always says what to do next. All is saved at once.
    """


@expedition.command()
@click.argument("name")
@click.option(
    "--players",
    required=True,
    metavar="NAME,NAME,...",
    help="Who climbs, clockwise as you sit.",
)
@click.option("--lead", metavar="NAME", help="The oldest player, who leads first.")
@click.option(
    "--sheets", metavar="NAME,NAME,NAME", help="The three mountains, if not the usual."
)
@click.option("--deal", is_flag=True, help="Deal the cards: you have none yourselves.")
@click.option("--no-cards", is_flag=True, help="Record no cards, only sheets.")
@click.option(
    "--max", "--solo", "solo", is_flag=True, help="One player climbs against Max."
)
@click.option(
    "--record",
    "records",
    multiple=True,
    metavar="SHEET=SCORE:NAME[:DATE]",
    help="A record that your Hall of Fame knows already.",
)
@click.option(
    "--opened", metavar="N,N,...", help="Envelopes (1 to 6) that are open already."
)
@file_options
def new(
    name: str,
    players: str,
    lead: str | None,
    sheets: str | None,
    deal: bool,
    no_cards: bool,
    solo: bool,
    records: tuple[str, ...],
    opened: str | None,
    file: Path | None,
    defs: Path | None,
) -> None:
    """Begin an Expedition."""
    from trekprint.rules.expedition.setup import MAX, Setup
    from trekprint.workflows.expeditions import SHEETS, begin_expedition, time_now

    if deal and no_cards:
        raise InputError("--deal and --no-cards exclude each other; choose one")
    names = _words(players)
    who = (*names, MAX) if solo else names
    setup = Setup(
        name=name.strip(),
        players=who,
        lead=_lead(names, lead),
        sheets=_words(sheets) if sheets else SHEETS,
        at=time_now(),
        deal=deal,
        cards=not no_cards,
        solo=solo,
        records=tuple(map(_known, records)),
        opened=_numbers(opened),
    )
    with open_desk(file, defs) as desk:
        begun = begin_expedition(desk.store, setup, defs=defs)
        click.echo(f"{begun.name} has begun; {setup.lead} is Lead Climber.")
        if lead is None and len(names) > 1 and not on_terminal():
            click.echo("That should be the oldest player; --lead NAME names another.")
        _tell_next(begun, desk.shelf.with_changed(begun))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _lead(players: tuple[str, ...], lead: str | None) -> str:
    """The oldest player: named, asked, or else the first."""
    if lead is not None:
        found = [p for p in players if p.casefold() == lead.strip().casefold()]
        return found[0] if found else lead
    if len(players) < 2 or not on_terminal():
        return players[0] if players else ""
    while True:
        typed = click.prompt(
            f"Who is the oldest, and Lead Climber ({', '.join(players)})",
            default=players[0],
        )
        found = [p for p in players if p.casefold() == typed.strip().casefold()]
        if found:
            return found[0]
        click.echo(f"{typed!r} is none of them.")


def _known(text: str) -> KnownRecord:
    from trekprint.rules.expedition.setup import KnownRecord

    sheet, equals, rest = text.partition("=")
    score, _, who = rest.partition(":")
    player, _, date = who.partition(":")
    number = score.strip().removeprefix("-")
    if not equals or not (number.isascii() and number.isdigit()) or not player.strip():
        raise InputError(
            f"{text!r} is no record; write sheet=score:name, as in kagkot=82:ANN"
        )
    return KnownRecord(
        sheet=sheet.strip(),
        player=player.strip(),
        score=int(score),
        date=date.strip(),
    )


def _numbers(text: str | None) -> tuple[int, ...]:
    from trekprint.rules.expedition.challenges import CHALLENGES

    known = {str(challenge.number): challenge.number for challenge in CHALLENGES}
    words = _words(text or "")
    for word in words:
        if word not in known:
            raise InputError(f"{word!r} is no envelope; they are numbered 1 to 6")
    return tuple(sorted({known[word] for word in words}))


for _command in (cards, hand_in, score):
    expedition.add_command(_command)


# --- looking


@expedition.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@expedition_options
def status(
    as_json: bool, named: str | None, file: Path | None, defs: Path | None
) -> None:
    """Show how it stands, and what to do next."""
    with open_desk(file, defs, named) as desk:
        state, told = desk.expedition.state, desk.shelf.chronicle
    if as_json:
        from trekprint.workflows.expedition_data import status_data

        click.echo(json.dumps(status_data(state, told)))
        return
    from trekprint.cli.expedition_show import show, status_parts

    show(*status_parts(state, told))


@expedition.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@expedition_options
def stars(
    as_json: bool, named: str | None, file: Path | None, defs: Path | None
) -> None:
    """Show stars, ranking, Hall of Fame and envelopes."""
    with open_desk(file, defs, named) as desk:
        state, told = desk.expedition.state, desk.shelf.chronicle
    if as_json:
        from trekprint.workflows.expedition_data import stars_data

        click.echo(json.dumps(stars_data(state, told)))
        return
    from trekprint.cli.expedition_show import show, stars_parts

    show(*stars_parts(state, told))


@expedition.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@file_options
def list_(as_json: bool, file: Path | None, defs: Path | None) -> None:
    """List all Expeditions, the one changed last first."""
    with open_desk(file, defs) as desk:
        shelf = desk.shelf
    if as_json:
        from trekprint.workflows.expedition_data import status_data

        told = shelf.chronicle
        data = [status_data(e.state, told) for e in shelf.expeditions]
        click.echo(json.dumps(data))
        return
    if not shelf.expeditions:
        from trekprint.workflows.expeditions import NONE_YET

        click.echo(NONE_YET[0].upper() + NONE_YET[1:])
        return
    from trekprint.cli.expedition_show import list_parts, show

    show(*list_parts(shelf))


# --- changing


@expedition.command()
@expedition_options
def undo(named: str | None, file: Path | None, defs: Path | None) -> None:
    """Take back what was recorded last."""
    from trekprint.workflows.expedition_words import step_sentence
    from trekprint.workflows.expeditions import time_now, undo_last

    with open_desk(file, defs, named) as desk:
        before, taken = undo_last(desk.store, desk.expedition, time_now())
        click.echo("Taken back:")
        for step in taken:
            click.echo(f"  {step_sentence(step)}")
        _tell_next(before, desk.shelf.with_changed(before))


@expedition.command()
@click.argument("player")
@click.option(
    "--ascent", type=int, metavar="N", help="Of which Ascent; the last if left out."
)
@expedition_options
def opener(
    player: str,
    ascent: int | None,
    named: str | None,
    file: Path | None,
    defs: Path | None,
) -> None:
    """Say who of several opens an envelope."""
    from trekprint.rules.expedition.steps import ChooseOpener
    from trekprint.workflows.expeditions import add_steps, player_named, time_now

    with open_desk(file, defs, named) as desk:
        expedition = desk.expedition
        number = ascent or max((a.number for a in expedition.state.finished), default=1)
        who = player_named(expedition.setup, player)
        _refuse_opener(desk.shelf, expedition, number, who)
        now = time_now()
        step = ChooseOpener(ascent=number, player=who, at=now)
        after = add_steps(desk.store, expedition, [step], now)
        click.echo(f"{who} opens the envelope of Ascent {number}.")
        _tell_next(after, desk.shelf.with_changed(after))


def _refuse_opener(
    shelf: Shelf, expedition: Expedition, number: int, player: str
) -> None:
    """Raise InputError where that Ascent's envelope is not for `player` to open."""
    from trekprint.rules.findings import list_text

    outcome = shelf.chronicle.outcomes.get((expedition.name, number))
    if outcome is None:
        return  # The rules say so themselves, and better.
    opened = outcome.opening
    if opened is None:
        raise InputError(f"no envelope is opened after Ascent {number}")
    if player not in opened.best:
        raise InputError(
            f"{player} does not open envelope {opened.challenge.number}, since"
            f" {list_text(opened.best)} met {opened.challenge.text} with the best score"
        )


@expedition.command()
@click.argument("name")
@expedition_options
def rename(name: str, named: str | None, file: Path | None, defs: Path | None) -> None:
    """Give an Expedition another NAME."""
    from trekprint.workflows.expeditions import rename as rename_it
    from trekprint.workflows.expeditions import time_now

    with open_desk(file, defs, named) as desk:
        old = desk.expedition
        rename_it(desk.store, old, name.strip(), time_now())
    click.echo(f"{old.name} is called {name.strip()} now.")


@expedition.command()
@click.argument("name", required=False)
@click.option("--yes", is_flag=True, help="Do not ask.")
@file_options
def delete(name: str | None, yes: bool, file: Path | None, defs: Path | None) -> None:
    """Delete the Expedition NAME, with its records."""
    from trekprint.workflows.expeditions import delete as delete_it
    from trekprint.workflows.expeditions import find_stored

    with open_desk(file, defs) as desk:
        if name is None:
            names = ", ".join(repr(e.name) for e in desk.shelf.expeditions)
            raise InputError(
                f"name the Expedition to delete; there is {names or 'none'}"
            )
        _, found = find_stored(desk.store, desk.shelf, name)
        if not yes and not on_terminal():
            raise InputError(
                f"{found!r} would be gone for good; add --yes to delete it"
            )
        question = f"Delete {found!r} and its lines in the Hall of Fame for good?"
        if not yes and not click.confirm(question):
            click.echo("Nothing was deleted.")
            return
        delete_it(desk.store, desk.shelf, found)
    click.echo(f"{found} is deleted.")


# --- files

expedition.add_command(poster)


@expedition.command()
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@expedition_options
def export(
    target: Path, named: str | None, file: Path | None, defs: Path | None
) -> None:
    """Write an Expedition to FILE, as readable YAML."""
    from trekprint.workflows.expedition_file import write_expedition

    with open_desk(file, defs, named) as desk:
        chosen = desk.expedition
    write_expedition(target, chosen.setup, chosen.steps)
    click.echo(f"{chosen.name} is written to {target}")


@expedition.command(name="import")
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--name", metavar="NAME", help="What it is called from now on.")
@file_options
def import_(
    source: Path, name: str | None, file: Path | None, defs: Path | None
) -> None:
    """Take back an Expedition that export wrote to FILE."""
    from dataclasses import replace

    from trekprint.workflows.expedition_file import read_expedition
    from trekprint.workflows.expeditions import begin_expedition

    setup, steps = read_expedition(source)
    if name is not None:
        setup = replace(setup, name=name.strip())
    with open_desk(file, defs) as desk:
        begun = begin_expedition(desk.store, setup, steps, defs)
        click.echo(f"{begun.name} is here, with {len(steps)} steps.")
        _tell_next(begun, desk.shelf.with_changed(begun))


def _tell_next(expedition: Expedition, shelf: Shelf) -> None:
    from trekprint.cli.expedition_show import next_text, show

    show(next_text(expedition.state, shelf.chronicle))
