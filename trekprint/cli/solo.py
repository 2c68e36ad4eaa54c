"""The command `solo`: Free Solo against Max, round by round or from a typed file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trekprint.cli.sheets import defs_option
from trekprint.errors import ExitCode, InputError

if TYPE_CHECKING:
    from trekprint.store import Store
    from trekprint.workflows.solo import Session

READINGS = ("highest_fitting", "highest_result", "higher_die")
"""Names of `rules.solo.MaxReading`, here too so that `--help` need not import it."""

RESUME = "trekprint solo --resume"
_FILE_ENDINGS = (".yaml", ".yml")


@click.command()
@click.argument("sheet", metavar="[SHEET|FILE]", required=False)
@click.option(
    "--max",
    "reading",
    type=click.Choice(READINGS),
    help="What Max writes; the highest result that fits, unless told otherwise.",
)
@click.option("--player", metavar="NAME", help="What you are called.")
@click.option("--resume", is_flag=True, help="Go on with the game played last.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option(
    "--file",
    "store_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where games are kept, if not in your data folder.",
)
@defs_option
def solo(
    sheet: str | None,
    reading: str | None,
    player: str | None,
    resume: bool,
    as_json: bool,
    store_file: Path | None,
    defs: Path | None,
) -> None:
    """Climb alone against Max.

    SHEET begins a game, in which you type your dice, circle and option each round;
    without it the game played last goes on. FILE is a typed game (.yaml), which gives
    both scores at once.
    """
    if sheet is not None and sheet.lower().endswith(_FILE_ENDINGS):
        from trekprint.cli.solo_typed import score_solo_file

        sys.exit(score_solo_file(Path(sheet), reading, defs, as_json=as_json))
    from trekprint.store import Store, default_path

    with Store.open(store_file or default_path()) as store:
        if as_json:
            _print_json(store, sheet, defs)
            return
        if sheet is None or resume:
            session = _taken_up(store, sheet, reading, player, defs)
        else:
            session = _begun(store, sheet, reading, player, defs)
        sys.exit(_play(session))


def _begun(
    store: Store,
    name: str,
    reading: str | None,
    player: str | None,
    defs: Path | None,
) -> Session:
    """A new game; says so where another one is waiting."""
    from trekprint.rules.solo.setup import SoloSetup, reading_named
    from trekprint.sheetfile.catalog import load_sheet
    from trekprint.workflows.solo import begin_game, open_games, time_now

    sheet = load_sheet(name, defs)
    setup = SoloSetup(
        sheet=name,
        at=time_now(),
        reading=reading_named(reading or READINGS[0]),
        player=player or "You",
    )
    waiting = open_games(store, defs)
    if waiting:
        click.echo(
            f"An unfinished game on {waiting[0].setup.sheet} is kept; this is a new"
            f" one. To go on with the other: quit, then {RESUME}"
            f" {waiting[0].setup.sheet}",
            err=True,
        )
    return begin_game(store, setup, sheet)


def _taken_up(
    store: Store,
    sheet: str | None,
    reading: str | None,
    player: str | None,
    defs: Path | None,
) -> Session:
    """The game that was played last."""
    from trekprint.workflows.solo import take_up

    if reading or player:
        raise InputError(
            f"{'--max' if reading else '--player'} is chosen when a game begins; leave"
            " it out to go on, or name a sheet to begin a new game"
        )
    return take_up(store, sheet, defs)


def _play(session: Session) -> ExitCode:
    """Play, and say what is saved; the exit code."""
    from rich.console import Console

    from trekprint.cli.solo_play import QuitAsked, SoloTable

    table = SoloTable(session, Console(highlight=False))
    try:
        table.play()
    except QuitAsked:
        click.echo(_saved(session))
        return ExitCode.DONE
    except click.Abort:
        # The input ended, or Ctrl-C was pressed: no end of the game, but no loss.
        click.echo(f"\n{_saved(session)}", err=True)
        return ExitCode.DONE if session.state.finished else ExitCode.FAILED
    return ExitCode.DONE


def _saved(session: Session) -> str:
    rounds = len(session.state.played)
    what = f"{rounds} round{'' if rounds == 1 else 's'}"
    if session.state.finished:
        return f"The game is finished and saved, all {what}."
    return f"Everything is saved ({what}). Go on with: {RESUME}"


def _print_json(store: Store, sheet: str | None, defs: Path | None) -> None:
    from trekprint.workflows.solo import last_game
    from trekprint.workflows.solo_data import solo_data

    click.echo(json.dumps(solo_data(last_game(store, sheet, defs).state)))
