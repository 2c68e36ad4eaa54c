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
    from rich.console import Console

    from trekprint.cli.solo_play import SoloTable
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
@click.option(
    "--expedition", is_flag=True, help="Climb the next Ascent of your solo Expedition."
)
@click.option(
    "--name",
    metavar="NAME",
    help="Which solo Expedition; the one changed last if left out.",
)
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
    expedition: bool,
    name: str | None,
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
    if name is not None and not expedition:
        raise InputError("--name says which Expedition; add --expedition")
    if sheet is not None and sheet.lower().endswith(_FILE_ENDINGS):
        from trekprint.cli.solo_typed import score_solo_file

        sys.exit(score_solo_file(Path(sheet), reading, defs, as_json=as_json))
    from trekprint.store import Store, default_path

    with Store.open(store_file or default_path()) as store:
        if as_json:
            _print_json(store, sheet, defs)
            return
        if expedition:
            sys.exit(_climb(store, sheet, reading, player, name, defs))
        if sheet is None or resume:
            session = _taken_up(store, sheet, reading, player, defs)
        else:
            session = _begun(store, sheet, reading, player, defs)
        sys.exit(_play(session, defs))


def _climb(
    store: Store,
    sheet: str | None,
    reading: str | None,
    player: str | None,
    name: str | None,
    defs: Path | None,
) -> ExitCode:
    """Begin or go on with the next Ascent of a solo Expedition."""
    from trekprint.cli.solo_ascent import lay_open
    from trekprint.cli.solo_ask import QuitAsked, UndoAsked
    from trekprint.rules.solo.setup import reading_named
    from trekprint.workflows.solo_expedition import climb_in

    climb = climb_in(store, name, defs)
    if sheet is not None and sheet != climb.sheet:
        raise InputError(
            f"the next Ascent of {climb.expedition.name!r} is on {climb.sheet}, not on"
            f" {sheet}; leave the sheet out"
        )
    if player:
        raise InputError(
            f"in {climb.expedition.name!r} you are called"
            f" {climb.expedition.setup.players[0]}; leave out --player"
        )
    session = climb.game(_games(store, defs))
    if session is None:
        try:
            lay_open(climb, _console())
        except (QuitAsked, UndoAsked):
            click.echo("Nothing is recorded of this Ascent yet.")
            return ExitCode.DONE
        except click.Abort:
            click.echo("\nNothing is recorded of this Ascent yet.", err=True)
            return ExitCode.FAILED
        session = climb.begin(reading_named(reading or READINGS[0]))
    elif reading and reading != session.setup.reading.value:
        raise InputError(
            f"this Ascent was begun with --max {session.setup.reading.value}; leave out"
            " --max to go on"
        )
    return _play(session, defs)


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
    from trekprint.workflows.expeditions import time_now
    from trekprint.workflows.solo import begin_game

    sheet = load_sheet(name, defs)
    setup = SoloSetup(
        sheet=name,
        at=time_now(),
        reading=reading_named(reading or READINGS[0]),
        player=player or "You",
    )
    waiting = next((g for g in _games(store, defs) if not g.state.finished), None)
    if waiting is not None:
        click.echo(
            f"An unfinished game on {waiting.setup.sheet} is kept; this is a new one."
            f" To go on with the other: quit, then {RESUME} {waiting.setup.sheet}",
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
    from trekprint.workflows.solo import open_game

    if reading or player:
        raise InputError(
            f"{'--max' if reading else '--player'} is chosen when a game begins; leave"
            " it out to go on, or name a sheet to begin a new game"
        )
    return open_game(_games(store, defs), sheet)


def _games(store: Store, defs: Path | None) -> tuple[Session, ...]:
    """All games that can be gone on with or looked at, the one played last first."""
    from trekprint.workflows.solo import all_games
    from trekprint.workflows.solo_expedition import can_go_on, climbs

    games, broken = all_games(store, defs)
    for sentence in broken:
        click.echo(f"trekprint: left out: {sentence}", err=True)
    current = climbs(store, defs)
    return tuple(g for g in games if g.state.finished or can_go_on(g, current))


def _play(session: Session, defs: Path | None) -> ExitCode:
    """Play, and say what is saved; the exit code."""
    from trekprint.cli.solo_ask import QuitAsked

    try:
        _table(session, defs).play()
    except QuitAsked:
        click.echo(_saved(session))
        return ExitCode.DONE
    except click.Abort:
        # The input ended, or Ctrl-C was pressed: no end of the game, but no loss.
        click.echo(f"\n{_saved(session)}", err=True)
        return ExitCode.DONE if _needs_no_more(session) else ExitCode.FAILED
    return ExitCode.DONE


def _table(session: Session, defs: Path | None) -> SoloTable:
    if session.setup.expedition:
        from trekprint.cli.solo_ascent import AscentTable
        from trekprint.workflows.solo_expedition import climb_of, climbs

        climb = climb_of(session, climbs(session.store, defs))
        return AscentTable(session, _console(), climb=climb)
    from trekprint.cli.solo_play import SoloTable

    return SoloTable(session, _console())


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _needs_no_more(session: Session) -> bool:
    """Whether the game is over; an Ascent is only when it is recorded, too."""
    return session.state.finished and not session.setup.expedition


def _saved(session: Session) -> str:
    if session.record_id is None:
        return "Nothing was played, so nothing is kept."
    rounds = len(session.state.played)
    what = f"{rounds} round{'' if rounds == 1 else 's'}"
    if session.setup.expedition:
        again = "trekprint solo --expedition"
        return f"Everything is saved ({what}). Go on with: {again}"
    if session.state.finished:
        return f"The game is finished and saved, all {what}."
    return f"Everything is saved ({what}). Go on with: {RESUME}"


def _print_json(store: Store, sheet: str | None, defs: Path | None) -> None:
    from trekprint.workflows.solo import last_game
    from trekprint.workflows.solo_data import solo_data

    session = last_game(_games(store, defs), sheet)
    click.echo(json.dumps(solo_data(session.state)))
