"""The command `expedition score`: sheets of an Ascent, recorded for their players."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trekprint.cli.expedition_ask import ask_hand_ins, ask_whose, name_of
from trekprint.cli.expedition_common import (
    expedition_options,
    on_terminal,
    open_desk,
)
from trekprint.cli.expedition_tell import (
    tell_correction,
    tell_doubts,
    tell_progress,
    tell_sheets,
)
from trekprint.errors import ExitCode, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.cli.expedition_common import Desk
    from trekprint.rules.expedition.state import Ascent
    from trekprint.rules.expedition.steps import HandIn, ScoreSheet
    from trekprint.workflows.expedition_sheets import Claim
    from trekprint.workflows.expeditions import Expedition
    from trekprint.workflows.results import SheetResult


@dataclass(frozen=True, kw_only=True)
class ScoreOrder:
    """What was asked for on the command line; see the options of `score`."""

    sources: tuple[str, ...]
    players: tuple[str, ...]
    absent: tuple[str, ...]
    handed: tuple[str, ...]
    ascent: int | None
    details: bool
    asks: bool
    overlay: Path | None
    defs: Path | None


@click.command()
@click.argument("sources", metavar="SOURCE...", nargs=-1)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME",
    help="Whose the sheet is; once for each, in their order.",
)
@click.option(
    "--absent", multiple=True, metavar="NAME", help="A player who did not play."
)
@click.option(
    "--hand-in",
    "handed",
    multiple=True,
    metavar="NAME=KINDS",
    help="Cards handed in for points, as in ANN=rope,tent.",
)
@click.option(
    "--ascent", type=int, metavar="N", help="Put sheets of this Ascent right."
)
@click.option("--details", is_flag=True, help="Show every line and zone.")
@click.option("--no-input", is_flag=True, help="Ask nothing.")
@click.option(
    "--overlay",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write pictures of what was read to this folder.",
)
@expedition_options
def score(
    sources: tuple[str, ...],
    players: tuple[str, ...],
    absent: tuple[str, ...],
    handed: tuple[str, ...],
    ascent: int | None,
    details: bool,
    no_input: bool,
    overlay: Path | None,
    named: str | None,
    file: Path | None,
    defs: Path | None,
) -> None:
    """Score the sheets of an Ascent: photos, typed files, or numbers.

    SOURCE is as for `trekprint score`; without any, type the circles in. Whose a sheet
    is comes from --player or the name typed with it; else it is asked, or taken from
    the number of the copy. For a sheet that is recorded already, --ascent N --player
    NAME puts another in its place.
    """
    order = ScoreOrder(
        sources=sources,
        players=players,
        absent=absent,
        handed=handed,
        ascent=ascent,
        details=details,
        asks=on_terminal() and not no_input,
        overlay=overlay,
        defs=defs,
    )
    if not (sources or absent or order.asks):
        raise InputError(
            "name photos or typed files, a sheet with its numbers, or --absent NAME"
        )
    with open_desk(file, defs, named) as desk:
        expedition = desk.expedition
        # Reading photos takes long; what cannot be recorded is told before that.
        climbed = _ascent(expedition, ascent)
        results = _results(order, climbed)
        code = _record(desk, order, expedition, climbed, results)
    sys.exit(code)


def _ascent(expedition: Expedition, number: int | None) -> Ascent:
    """The Ascent whose sheets are scored; InputError where none can be."""
    from trekprint.rules.expedition.replay import climbing

    ascents = expedition.state.ascents
    if number is None:
        return climbing(expedition.state)
    if not 1 <= number <= len(ascents):
        raise InputError(f"there is no Ascent {number}; there are 1, 2 and 3")
    return ascents[number - 1]


def _record(
    desk: Desk,
    order: ScoreOrder,
    expedition: Expedition,
    climbed: Ascent,
    results: Sequence[SheetResult],
) -> ExitCode:
    """Record what can be, tell it, and give the exit code."""
    from trekprint.rules.expedition.steps import ScoreSheet
    from trekprint.workflows.expedition_sheets import refuse_twice, score_steps, usable
    from trekprint.workflows.expeditions import player_named, time_now

    found, left_out, failures = usable(results, climbed)
    for sentence in left_out:
        click.echo(sentence)
    for sentence in failures:
        click.echo(f"trekprint: {sentence}", err=True)
    state, now = expedition.state, time_now()
    named = _named(order, results, found)
    claims = _claims(replace(order, players=named), expedition, climbed, found)
    refuse_twice(claims)
    steps = score_steps(claims, now)
    for name in order.absent:
        steps.append(
            ScoreSheet(player=player_named(state.setup, name), sheet=None, at=now)
        )
    if steps:
        _store(desk, order, expedition, climbed, steps, now)
        tell_doubts(claims)
    if failures:
        return ExitCode.FAILED
    open_ = [c for c in claims if c.player is not None and c.result.doubts]
    return ExitCode.DOUBTFUL if open_ else ExitCode.DONE


def _store(
    desk: Desk,
    order: ScoreOrder,
    expedition: Expedition,
    climbed: Ascent,
    steps: list[ScoreSheet],
    now: str,
) -> None:
    """Record sheets and cards handed in, as one change, and tell what it brought."""
    from trekprint.cli.expedition_cards import hand_in_steps
    from trekprint.workflows.expeditions import add_steps, correct, recorded_step

    handed = hand_in_steps(expedition.state, order.handed, now)
    given: list[ScoreSheet | HandIn] = [*steps, *handed]
    old = [step for step in given if _is_recorded(climbed, step, order)]
    new = [step for step in given if step not in old]
    if old:
        replaced = [recorded_step(expedition, climbed.number, step) for step in old]
        after = correct(desk.store, expedition, climbed.number, old, now, new)
        shelf = desk.shelf.with_changed(after)
        tell_sheets(after, climbed.number, steps)
        tell_correction(desk.shelf, shelf, replaced)
        return
    if climbed.finished:
        names = ", ".join(step.player for step in steps)
        raise InputError(
            f"Ascent {climbed.number} is finished, and nothing of {names} can be put"
            " right there"
        )
    further = _hand_ins(order, expedition, new, now)
    after = add_steps(desk.store, expedition, [*new, *further], now)
    tell_sheets(after, climbed.number, steps)
    for step in further:
        click.echo(f"{step.player} hands in {step.cards}.")
    tell_progress(expedition, after, desk.shelf.with_changed(after))


def _is_recorded(climbed: Ascent, step: ScoreSheet | HandIn, order: ScoreOrder) -> bool:
    """Whether `step` is to put another one right, as --ascent allows."""
    from trekprint.rules.expedition.steps import ScoreSheet

    if order.ascent is None:
        return False
    recorded = climbed.filled if isinstance(step, ScoreSheet) else climbed.handed
    return climbed.finished != "" or step.player in recorded


# --- reading


def _results(order: ScoreOrder, climbed: Ascent) -> list[SheetResult]:
    """The scored sheets of all sources, after questions where they may be asked."""
    from trekprint.cli.output import show

    if not order.sources:
        return [] if order.absent else [_entered(climbed)]
    typed = _typed(order, climbed)
    results = _read_files(order, climbed) if typed is None else [typed]
    if order.details:
        show(results)
    return results


def _entered(climbed: Ascent) -> SheetResult:
    """A sheet that is typed in circle by circle."""
    from trekprint.cli.entry import enter_game
    from trekprint.workflows.typed import score_game

    return score_game(enter_game(climbed.sheet), "")


def _typed(order: ScoreOrder, climbed: Ascent) -> SheetResult | None:
    """The game whose numbers were typed; None where files are named."""
    from trekprint.rules.notation import is_entry
    from trekprint.sheetfile.catalog import sheet_names
    from trekprint.workflows.typed import score_typed

    first = order.sources[0].partition(" ")[0]
    if Path(order.sources[0]).exists():
        return None
    words = order.sources[0] if len(order.sources) == 1 else " ".join(order.sources)
    if is_entry(first):
        words = f"{climbed.sheet.id} {words}"
    elif first not in sheet_names(order.defs):
        return None
    return score_typed(words, "", order.defs)


def _read_files(order: ScoreOrder, climbed: Ascent) -> list[SheetResult]:
    from trekprint.cli.files import FileOrder, read_all
    from trekprint.cli.score import OVERLAYS

    pictures = OVERLAYS if sys.stdout.isatty() else None
    return read_all(
        FileOrder(
            sources=order.sources,
            # For files and photos that do not tell their sheet.
            sheet=climbed.sheet.id,
            defs=order.defs,
            overlay=order.overlay or pictures,
            asks=order.asks,
        )
    )


# --- whose


def _named(
    order: ScoreOrder, results: Sequence[SheetResult], found: Sequence[SheetResult]
) -> tuple[str, ...]:
    """The players named for the sheets that were found.

    They may be named for all sheets, also for those that could not be read.
    """
    if not found:
        return ()
    if len(order.players) != len(results):
        return order.players
    pairs = zip(order.players, results, strict=True)
    return tuple(player for player, result in pairs if result in found)


def _claims(
    order: ScoreOrder,
    expedition: Expedition,
    climbed: Ascent,
    found: Sequence[SheetResult],
) -> list[Claim]:
    """Whose the sheets are: told, asked, or by the number of the copy."""
    from trekprint.workflows.expedition_sheets import claim

    corrects = None if order.ascent is None else climbed
    claims = claim(expedition.state, found, order.players, corrects=corrects)
    if order.asks:
        state = expedition.state
        players = state.setup.players if corrects else state.without_sheet
        return ask_whose(expedition, claims, players)
    for claimed in claims:
        if claimed.player is None:
            raise InputError(
                f"whose is the sheet {name_of(claimed.result)}? add --player NAME, once"
                " for each sheet, in their order"
            )
        if claimed.guessed:
            click.echo(
                f"{name_of(claimed.result)} is taken for the sheet of {claimed.player},"
                " by the number of its copy; --player NAME says otherwise."
            )
    return claims


# --- cards handed in


def _hand_ins(
    order: ScoreOrder,
    expedition: Expedition,
    steps: Sequence[ScoreSheet | HandIn],
    now: str,
) -> list[HandIn]:
    """What else is handed in once all sheets are there: as marked on them, or asked."""
    from trekprint.rules.expedition.replay import advance
    from trekprint.workflows.expedition_sheets import hand_in_by_sheets

    state = expedition.state
    for step in steps:
        state = advance(state, step)
    if state.without_sheet or state.current is None:
        return []
    if not order.asks:
        return hand_in_by_sheets(state, now)
    return ask_hand_ins(state, now)
