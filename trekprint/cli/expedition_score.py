"""The command `expedition score`: sheets of an Ascent, recorded for their players."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trekprint.cli.expedition_common import (
    expedition_options,
    on_terminal,
    open_desk,
    read_cards,
)
from trekprint.errors import ExitCode, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.cli.expedition_common import Desk
    from trekprint.rules.expedition.cards import Pile
    from trekprint.rules.expedition.state import Ascent, State
    from trekprint.rules.expedition.steps import HandIn, ScoreSheet
    from trekprint.workflows.expedition_sheets import Claim
    from trekprint.workflows.expeditions import Expedition, Shelf
    from trekprint.workflows.results import SheetResult

LEAVE_OUT = "s"


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
        _tell_doubts(claims)
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
    from trekprint.workflows.expeditions import add_steps, correct

    handed = hand_in_steps(expedition.state, order.handed, now)
    given: list[ScoreSheet | HandIn] = [*steps, *handed]
    old = [step for step in given if _is_recorded(climbed, step, order)]
    new = [step for step in given if step not in old]
    if old:
        after = correct(desk.store, expedition, climbed.number, old, now, new)
        shelf = desk.shelf.with_changed(after)
        _tell_sheets(after, climbed.number, steps)
        tell_correction(desk.shelf, shelf)
        return
    if climbed.finished:
        names = ", ".join(step.player for step in steps)
        raise InputError(
            f"Ascent {climbed.number} is finished, and nothing of {names} can be put"
            " right there"
        )
    further = _hand_ins(order, expedition, new, now)
    after = add_steps(desk.store, expedition, [*new, *further], now)
    _tell_sheets(after, climbed.number, steps)
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
        return _asked(expedition, claims)
    for claimed in claims:
        if claimed.player is None:
            raise InputError(
                f"whose is the sheet {_name(claimed.result)}? add --player NAME, once"
                " for each sheet, in their order"
            )
        if claimed.guessed:
            click.echo(
                f"{_name(claimed.result)} is taken for the sheet of {claimed.player},"
                " by the number of its copy; --player NAME says otherwise."
            )
    return claims


def _name(result: SheetResult) -> str:
    copy = f"copy {result.copy}" if result.copy is not None else ""
    source = Path(result.source).name
    return " of ".join(part for part in (copy, source) if part) or "that was typed"


def _asked(expedition: Expedition, claims: Sequence[Claim]) -> list[Claim]:
    """The claims after asking about every sheet that bears no name."""
    answered = []
    taken = {c.player for c in claims if not c.guessed}
    for claimed in claims:
        if claimed.player is not None and not claimed.guessed:
            answered.append(claimed)
            continue
        player = _ask_whose(expedition, claimed, taken)
        if player is not None:
            taken.add(player)
            answered.append(replace(claimed, player=player, guessed=False))
    return answered


def _ask_whose(
    expedition: Expedition, claimed: Claim, taken: set[str | None]
) -> str | None:
    """The player whose sheet it is; None where it is to be left out."""
    from trekprint.workflows.expeditions import player_named

    _show_name(claimed.result)
    free = [p for p in expedition.setup.players if p not in taken]
    guess = claimed.player if claimed.player in free else None
    total = claimed.result.total
    question = (
        f"Whose is {_name(claimed.result)}, {total} points ({', '.join(free)};"
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


def _show_name(result: SheetResult) -> None:
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
    return _ask_hand_ins(state, now)


def _ask_hand_ins(state: State, now: str) -> list[HandIn]:
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


# --- telling


def _tell_sheets(after: Expedition, number: int, steps: Sequence[ScoreSheet]) -> None:
    """The points of the sheets just recorded, and what is to be said about them."""
    from trekprint.workflows.expedition_sheets import remarks

    ascent = after.state.ascents[number - 1]
    for step in steps:
        player = step.player
        if player not in ascent.scores:
            click.echo(f"{player} did not play.")
            continue
        click.echo(f"{player}: {_points(ascent, player)}")
        for sentence in remarks(after.state, ascent, player):
            click.echo(f"  {sentence}")


def _points(ascent: Ascent, player: str) -> str:
    scored = ascent.scores[player]
    cards = sum(scored.extras.values())
    shown = f"{scored.total} points"
    if cards:
        shown += f" ({scored.total - cards} and {cards} for cards handed in)"
    return shown + (f", {scored.range_text}" if scored.range_text else "")


def _tell_doubts(claims: Sequence[Claim]) -> None:
    for claimed in claims:
        if claimed.player is not None and claimed.result.doubts:
            click.echo(
                f"In doubt, {claimed.player}: {claimed.result.doubts[0].sentence};"
                " score the sheet again if that is wrong",
                err=True,
            )


def tell_progress(before: Expedition, after: Expedition, shelf: Shelf) -> None:
    """What an Ascent brought that was just finished, and what is next."""
    from trekprint.cli.expedition_show import (
        ascent_parts,
        next_text,
        ranking_parts,
        sentences,
        show,
    )
    from trekprint.workflows.expedition_words import outcome_sentences

    told, state = shelf.chronicle, after.state
    for ascent in state.finished[len(before.state.finished) :]:
        show("", *ascent_parts(state, ascent, told))
        show(*sentences(outcome_sentences(state, ascent, told)))
        if len(state.finished) > 1:
            show("", *ranking_parts(state, told))
        show("")
    show(next_text(state, told))


def tell_correction(before: Shelf, after: Shelf) -> None:
    """What a correction changed in stars, records and envelopes."""
    from trekprint.cli.expedition_show import next_text, show
    from trekprint.workflows.expedition_words import changes

    changed = changes(before, after)
    click.echo("Put right. That changes:" if changed else _NOTHING_CHANGED)
    for sentence in changed:
        click.echo(f"  {sentence}")
    show(next_text(after.expeditions[0].state, after.chronicle))


_NOTHING_CHANGED = "Put right. No stars, records or envelopes change."
