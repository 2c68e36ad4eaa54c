"""Expeditions for people: tables on a terminal, plain text in pipes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from trekprint.rules.expedition.stars import ranking, stars_of
from trekprint.workflows.expedition_words import (
    envelopes_closed,
    next_step,
    title_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from trekprint.rules.expedition.fame import Chronicle
    from trekprint.rules.expedition.state import Ascent, State
    from trekprint.workflows.expeditions import Shelf

PIPE_WIDTH = 200
"""Columns, where nobody's window sets them: no line of a table is broken."""
LEADS = "Lead Climber"


def show(*parts: RenderableType) -> None:
    """Print on standard output."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    console = Console(highlight=False, width=width)
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, Text) and width is not None)


def sentences(lines: Iterable[str], style: str = "") -> list[RenderableType]:
    """Lines as texts; nothing in them is taken for markup."""
    return [Text(line, style=style) for line in lines]


def next_text(state: State, told: Chronicle) -> Text:
    """The sentence on what to do next."""
    return Text.assemble(("Next: ", "bold"), next_step(state, told))


def status_parts(state: State, told: Chronicle) -> list[RenderableType]:
    """How an Expedition stands."""
    parts: list[RenderableType] = [_heading(state), _players(state, told)]
    if state.setup.cards:
        parts += sentences(cards_lines(state))
    record = _standing(state, told)
    return [*parts, *sentences(record), Text(), next_text(state, told)]


def _heading(state: State) -> Text:
    ascent = state.current
    where = "finished"
    if ascent is not None:
        where = (
            f"Ascent {ascent.number} of {len(state.ascents)}: {title_of(ascent)}"
            f" (Summit {ascent.sheet.summit})"
        )
    return Text.assemble((state.setup.name, "bold"), f"   {where}")


def _players(state: State, told: Chronicle) -> Table:
    table = _table("Player", *map(title_of, state.ascents), "Points", "Stars")
    if state.setup.cards:
        table.add_column("Cards in hand", justify="left")
    table.add_column("", justify="left")
    rows = {row.player: row for row in ranking(state, told)}
    for player in state.setup.players:
        row = rows[player]
        cells = [_total(ascent, player) for ascent in state.ascents]
        cells += [str(row.points), str(row.stars)]
        if state.setup.cards:
            hand = state.hands[player]
            cells.append(str(hand) if len(hand) else "-")
        cells.append(LEADS if player == state.lead and state.current else "")
        table.add_row(Text(player), *cells)
    return table


def _total(ascent: Ascent, player: str) -> str:
    if player in ascent.totals:
        return f"{ascent.totals[player]}{'' if ascent.finished else ' *'}"
    return "did not play" if player in ascent.filled else "-"


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", no_wrap=True)
    return table


def cards_lines(state: State) -> list[str]:
    """Where the cards lie that are in no hand."""
    return [
        f"In play: {state.revealed}. Deck: {len(state.deck)}."
        f" Played: {len(state.played)}."
    ]


def hands_lines(state: State) -> list[str]:
    """What each player holds, from the Lead Climber clockwise."""
    return [
        f"{player}: {state.hands[player]}{f'   ({LEADS})' if not place else ''}"
        for place, player in enumerate(state.order)
    ]


def _standing(state: State, told: Chronicle) -> list[str]:
    ascent = state.current
    lines = []
    if ascent is not None:
        record = told.standing(ascent.sheet.id)
        if record is not None:
            who = " and ".join(record.players)
            lines.append(f"Record on {title_of(ascent)}: {record.score}, {who}.")
        if ascent.filled:
            lines.append("* not yet final")
    return lines


# --- stars


def stars_parts(state: State, told: Chronicle) -> list[RenderableType]:
    """Stars by Ascent, the ranking, the Hall of Fame and the envelopes."""
    parts: list[RenderableType] = []
    for ascent in state.finished:
        parts += [*ascent_parts(state, ascent, told), Text()]
    parts += [*ranking_parts(state, told), Text(), *hall_parts(told), Text()]
    closed = envelopes_closed(told)
    parts.append(Text("Envelopes still closed", style="bold"))
    return [*parts, *sentences(closed or ["none"])]


def ascent_parts(state: State, ascent: Ascent, told: Chronicle) -> list[RenderableType]:
    """Totals and stars of a finished Ascent."""
    table = _table("Player", "Points", "Summit", "Race", "Record", "Stars")
    stars = stars_of(ascent, told.outcome(state.setup, ascent))
    for player in sorted(stars, key=lambda p: -ascent.totals[p]):
        won = stars[player]
        cells = (won.summit, won.race, won.record)
        shown = [str(count) if count else "-" for count in cells]
        table.add_row(Text(player), str(ascent.totals[player]), *shown, str(won.total))
    heading = Text(f"Ascent {ascent.number}, {title_of(ascent)}", style="bold")
    return [heading, table]


def ranking_parts(state: State, told: Chronicle) -> list[RenderableType]:
    """Who stands where."""
    table = _table("", "Player", "Stars", "Points")
    table.columns[0].justify = "right"
    table.columns[1].justify = "left"
    for row in ranking(state, told):
        table.add_row(
            f"{row.place}.", Text(row.player), str(row.stars), str(row.points)
        )
    return [Text("Ranking" if state.current else "Final ranking", style="bold"), table]


def hall_parts(told: Chronicle) -> list[RenderableType]:
    """The Hall of Fame, mountain by mountain, broken records struck out."""
    if not told.hall:
        return [
            Text("Hall of Fame", style="bold"),
            Text("empty; the first finished Ascent sets the first record"),
        ]
    table = _table("Sheet", "Score")
    for column in ("Date", "Player", "Expedition", ""):
        table.add_column(column, justify="left")
    # Sorting keeps the order of time within a sheet.
    for record in sorted(told.hall, key=lambda record: record.sheet):
        stands = told.standing(record.sheet) == record
        table.add_row(
            record.sheet,
            str(record.score),
            Text(record.date or "-"),
            Text(" and ".join(record.players)),
            Text(record.expedition or "-"),
            "" if stands else "broken",
            style="" if stands else "dim strike",
        )
    return [Text("Hall of Fame", style="bold"), table]


# --- the list


def list_parts(shelf: Shelf) -> list[RenderableType]:
    """All Expeditions, the one changed last first."""
    table = _table("Expedition")
    for column in ("Players", "Stands at"):
        table.add_column(column, justify="left")
    for expedition in shelf.expeditions:
        ascent = expedition.state.current
        stands = (
            "finished"
            if ascent is None
            else f"Ascent {ascent.number} of 3, {title_of(ascent)}"
        )
        players = ", ".join(expedition.setup.players)
        table.add_row(Text(expedition.name), Text(players), stands)
    return [table]
