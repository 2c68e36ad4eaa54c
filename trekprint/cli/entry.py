"""Typing in a sheet circle by circle, with the mountain drawn as it fills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.markup import escape

from trekprint.cli.mountain import NOTICE, draw_mountain
from trekprint.cli.show import mountain_text
from trekprint.errors import InputError
from trekprint.rules.game import Game
from trekprint.rules.notation import format_game, parse_game, read_entry, split_words
from trekprint.rules.scoring import score

if TYPE_CHECKING:
    from trekprint.rules.game import Entry
    from trekprint.sheet.model import CircleId, Sheet

_UNDO = ("u", "undo")
_HELP = "0 to 12, x for a skull, - for empty, u to undo"


def enter_game(sheet: Sheet) -> Game:
    """Ask for every circle of `sheet`, then for the lines; the typed game."""
    console = Console(highlight=False)
    console.print(
        f"[bold]{escape(sheet.title['en'])}[/]: what stands in each circle? {_HELP}"
    )
    entries = _enter_circles(sheet, console)
    game = Game(sheet=sheet, entries=entries)
    console.print(mountain_text(draw_mountain(sheet, entries)))
    game = _enter_rest(game, console)
    console.print(
        f"The same in one line: [cyan]{escape(format_game(game))}[/]", soft_wrap=True
    )
    return game


def _enter_circles(sheet: Sheet, console: Console) -> dict[CircleId, Entry]:
    entries: dict[CircleId, Entry] = {}
    place = 0
    while place < len(sheet.circles):
        circle = sheet.circles[place]
        cells = draw_mountain(sheet, entries, current=circle.id)
        console.print(mountain_text(cells))
        typed = click.prompt(f"circle {circle.id}").strip()
        if typed.lower() in _UNDO:
            place = max(0, place - 1)
            entries.pop(sheet.circles[place].id, None)
            continue
        if typed != "-":
            try:
                entries[circle.id], note = read_entry(circle, typed)
            except InputError as error:
                console.print(f"[{NOTICE}]{escape(str(error))}[/]")
                continue
            if note:
                console.print(f"[cyan]{escape(note)}[/]")
        place += 1
    return entries


def _enter_rest(game: Game, console: Console) -> Game:
    """Ask for lines, ticks and cards in the notation's words; all may be left out."""
    sheet = game.sheet
    scored = score(game)
    if scored.range_text:
        console.print(f"Worth {scored.range_text}.")
    for key, question in (
        ("links", "lines drawn, e.g. 1-2 2-4 (none, or nothing if unknown)"),
        ("ticks", "ticks, e.g. lower=4 higher=3 sum=4 (or nothing)"),
        ("assist", "Assist cards handed in"),
        ("player", "player's name"),
    ):
        while True:
            typed = click.prompt(question, default="", show_default=False).strip()
            if not typed:
                break
            words = _words(key, typed)
            base = split_words(format_game(game))
            try:
                game = parse_game([*base, *words], lambda _: sheet).game
            except InputError as error:
                console.print(f"[{NOTICE}]{escape(str(error))}[/]")
                continue
            break
    return game


def _words(key: str, typed: str) -> list[str]:
    if key in {"links", "ticks"}:
        return [key, *typed.replace(",", " ").split()]
    return [f"{key}={typed}"]
