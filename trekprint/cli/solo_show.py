"""A solo game on the terminal: both mountains, the score so far, the end."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from trekprint.cli.mountain import COLUMNS_PER_UNIT, draw_mountain
from trekprint.cli.show import items_table
from trekprint.rules.findings import count_text, list_text
from trekprint.rules.items import Part
from trekprint.rules.solo.max_climber import MaxReading, max_value
from trekprint.rules.solo.steps import Climber
from trekprint.sheet.model import LIMITS, Option, Terrain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from trekprint.cli.mountain import Cell
    from trekprint.rules.game import Entry
    from trekprint.rules.solo.max_climber import Dice
    from trekprint.rules.solo.state import Played, SoloState
    from trekprint.sheet.model import CircleId, Link, Sheet

READINGS = {
    MaxReading.HIGHEST_FITTING: "the highest result that the circle takes",
    MaxReading.HIGHEST_RESULT: "the highest result, be it a skull",
    MaxReading.HIGHER_DIE: "the higher of the two dice",
}
_INDENT, _GAP = 2, 3
_CIRCLE = 5  # columns of a drawn circle
_LEAST_PER_UNIT = 4.8  # columns; with fewer, touching circles run into each other
_PARTS = {
    Part.LINE: "Fixed Lines",
    Part.ZONE: "Mapped Zones",
    Part.LINE_BONUS: "Longest line",
    Part.ZONE_BONUS: "Largest zone",
    Part.EXTRA: "Assist cards",
}


def name_of(state: SoloState, climber: Climber) -> str:
    """`Max`, or what you are called."""
    return "Max" if climber is Climber.MAX else state.setup.player


def both_mountains(state: SoloState, width: int) -> Text:
    """Both mountains side by side; one above the other where `width` is too small."""
    sheet = state.sheet
    half = (width - 1 - _INDENT - _GAP) // 2
    across = max(c.x for c in sheet.circles) - min(c.x for c in sheet.circles)
    per_unit = min(COLUMNS_PER_UNIT, (half - _CIRCLE) / max(across, 0.1))
    if per_unit < _LEAST_PER_UNIT:
        room = (width - 1 - _INDENT - _CIRCLE) / max(across, 0.1)
        alone = min(COLUMNS_PER_UNIT, max(_LEAST_PER_UNIT, room))
        return Text("\n").join(
            _side_by_side([_titled(state, climber, alone)]) for climber in Climber
        )
    return _side_by_side([_titled(state, climber, per_unit) for climber in Climber])


def _titled(state: SoloState, climber: Climber, per_unit: float) -> list[list[Cell]]:
    game = state.game(climber)
    rows = draw_mountain(
        state.sheet,
        game.entries,
        game.links or (),
        ropes=game.ropes,
        current=state.played[-1].round.circle if state.played else None,
        columns_per_unit=per_unit,
    )
    title = f"{name_of(state, climber)}: {state.scores[climber].total}"
    return [[(letter, "bold") for letter in title[: len(rows[0])]], *rows]


def _side_by_side(pictures: Sequence[list[list[Cell]]]) -> Text:
    widths = [max(map(len, rows)) for rows in pictures]
    text = Text()
    for rows in zip_longest(*pictures, fillvalue=[]):
        line = Text(" " * _INDENT)
        for row, width in zip(rows, widths, strict=True):
            for letter, style in row:
                line.append(letter, style=style)
            line.append(" " * (width - len(row) + _GAP))
        line.rstrip()
        text.append(line).append("\n")
    return text


def score_so_far(state: SoloState) -> Table:
    """Both scores, a row for each kind of points."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for climber in Climber:
        table.add_column(Text(name_of(state, climber)), justify="right")
    scores = [state.scores[climber] for climber in Climber]
    for part, name in _PARTS.items():
        points = [
            sum(item.points for item in scored.items if item.part is part)
            for scored in scores
        ]
        if any(points) or part in (Part.LINE, Part.ZONE):
            table.add_row(name, *map(str, points))
    for word, count in (("orphans", "orphans"), ("skulls", "skulls")):
        cells = []
        for scored in scores:
            gained = sum(item.points for item in scored.items if item.name == word)
            number = len(getattr(scored, count))
            cells.append(f"{number} = {gained:+}" if number else "0")
        table.add_row(word.capitalize(), *cells)
    total = "Final score" if state.finished else "So far"
    table.add_row(total, *(str(scored.total) for scored in scores), style="bold")
    return table


def options_left(state: SoloState) -> Text:
    """`Options left: lower 4, higher 3, ...`; those without boxes are struck out."""
    text = Text("Options left: ")
    for place, (option, boxes) in enumerate(state.boxes_left.items()):
        text.append(", " if place else "")
        text.append(f"{option.value} {boxes or 'none'}", style="" if boxes else "dim")
    return text


def roll_text(state: SoloState, dice: Dice, used: Dice | None = None) -> Text:
    """What the roll can become for you, and what Max would write."""
    yours = used or dice
    text = Text("  You: ")
    parts = [
        f"{option.value} {yours.result(option)}"
        for option, boxes in state.boxes_left.items()
        if boxes
    ]
    text.append(", ".join(parts) or "no option left")
    text.append(f". Max: {_max_text(state, dice)}.", style="cyan")
    return text


def _max_text(state: SoloState, dice: Dice) -> str:
    """`9`, or `9 (in a dangerous circle 5)`, by the circles that are empty."""
    empty = [c for c in state.sheet.circles if c.id in state.empty]
    written = {
        terrain: str(max_value(dice, circles[0], state.setup.reading, state.boxes_left))
        for terrain in LIMITS
        if (circles := [c for c in empty if c.terrain is terrain])
    }
    if len(set(written.values())) == 1:
        return _skull_word(next(iter(written.values())))
    normal, dangerous = written[Terrain.NORMAL], written[Terrain.DANGEROUS]
    return f"{_skull_word(normal)}, in a dangerous circle {_skull_word(dangerous)}"


def _skull_word(entry: str) -> str:
    return "a skull" if entry == "X" else entry


def played_text(state: SoloState, played: Played) -> Text:
    """One sentence on what a round brought to you, one on what it brought to Max."""
    step = played.round
    made = _made(step.option, step.your_dice)
    text = Text.assemble(
        ("You", "bold"),
        f" write {_what(played.yours)} in circle {step.circle} ({made})"
        f"{_joined(played.your_links, step.circle)}"
        f"{_roped(step.rope)}. ",
        ("Max", "bold"),
        f" writes {_what(played.his)}{_joined(played.his_links, step.circle)}.",
    )
    for climber in Climber:
        zone = _zone_of(state, climber, step.circle)
        if zone:
            text.append(f" {name_of(state, climber)}: zone {zone}.")
    return text


def _made(option: Option, dice: Dice) -> str:
    result = dice.result(option)
    high, low = max(dice.red, dice.yellow), min(dice.red, dice.yellow)
    signs = {Option.DIFFERENCE: "-", Option.SUM: "+", Option.PRODUCT: "x"}
    if option in signs:
        return f"{high} {signs[option]} {low} = {result}"
    return f"the {option.value} of {dice}"


def _what(entry: Entry) -> str:
    return "a skull" if entry.is_skull else f"{entry}"


def _joined(links: Iterable[Link], circle: CircleId) -> str:
    others = [link.b if link.a == circle else link.a for link in links]
    if not others:
        return ""
    return f", joined to circle{'s' if len(others) > 1 else ''} {list_text(others)}"


def _roped(rope: Link | None) -> str:
    return "" if rope is None else f", by the Rope {rope}"


def _zone_of(state: SoloState, climber: Climber, circle: CircleId) -> str:
    for zone in state.scores[climber].zones:
        if circle in zone.circles:
            return "-".join(map(str, zone.numbers))
    return ""


def line_through(state: SoloState, climber: Climber, circle: CircleId) -> str:
    """`the 5 in circle 3 (line 3-4-5)`: a circle, with its line as it stands."""
    game = state.game(climber)
    number = game.number(circle)
    for line in state.scores[climber].lines:
        if circle in line.circles:
            return (
                f"the {number} in circle {circle}"
                f" (line {'-'.join(map(str, line.numbers))})"
            )
    return f"the {number} in circle {circle}"


def final_scores(state: SoloState) -> RenderableType:
    """Both scores line by line, and who won."""
    parts: list[RenderableType] = []
    for climber in Climber:
        parts.append(Text(f"\n{name_of(state, climber)}", style="bold"))
        parts.append(items_table(state.scores[climber]))
    return Group(*parts, Text(f"\n{winner_sentence(state)}", style="bold"))


def winner_sentence(state: SoloState) -> str:
    """Who won, by how much, and whether the Summit value was reached."""
    yours, his = (state.scores[climber].total for climber in Climber)
    player = state.setup.player
    wins = "win" if player == "You" else "wins"
    if state.winner is None:
        sentence = f"{yours} to {his}: a tie, which both win."
    elif state.winner is Climber.YOU:
        sentence = f"{player} {wins} against Max, {yours} to {his}."
    else:
        sentence = f"Max wins, {his} to {yours}."
    if not state.finished:
        left = count_text(len(state.empty), "circle")
        return f"So far {player} {yours}, Max {his}; {left} left to be filled."
    reached = "reached" if yours >= state.sheet.summit else "not reached"
    return f"{sentence} The Summit value {state.sheet.summit} was {reached}."


def beginning_text(state: SoloState) -> Text:
    """What is played, and how Max writes."""
    sheet: Sheet = state.sheet
    text = Text.assemble(
        (f"Free Solo on {sheet.title['en']}", "bold"),
        f": {state.setup.player} against Max, who writes"
        f" {READINGS[state.setup.reading]}.",
    )
    if state.played:
        text.append(
            f" {count_text(len(state.played), 'round')} of {len(sheet.circles)} played."
        )
    return text
