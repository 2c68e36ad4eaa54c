"""Results for people: tables, the ranking, and crops, on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from trekprint.cli.mountain import NOTICE, draw_mountain
from trekprint.rules.findings import list_text
from trekprint.rules.items import Part
from trekprint.workflows.ranking import rank

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from trekprint.rules.items import ScoredItem
    from trekprint.rules.scoring import Score
    from trekprint.workflows.results import GreyImage, SheetResult

PART_NAMES = {
    Part.LINE: "Fixed Line",
    Part.ZONE: "Mapped Zone",
    Part.LINE_BONUS: "Bonus, longest line",
    Part.ZONE_BONUS: "Bonus, largest zone",
    Part.EXTRA: "Extra",
    Part.PENALTY: "Penalty",
}
_NAMES_CIRCLES = frozenset({Part.LINE, Part.ZONE, Part.PENALTY})
"""Bonuses name none: theirs stand with the line or zone that earns them."""

CROP_COLUMNS = 28
NAME_COLUMNS = 36
SHADES = " .:-=+*#%@"
"""Letters from light to dark, as ink on paper."""


def show_result(result: SheetResult, *, pictures: bool = False) -> RenderableType:
    """Everything about one result, as something rich can print.

    With `pictures`, also the handwritten name, for terminals with colours.
    """
    if result.error is not None or result.game is None or result.score is None:
        return Text(f"{result.source}: {result.error}", style="red")
    parts: list[RenderableType] = [_heading(result)]
    if pictures and result.name is not None and not result.game.player:
        from trekprint.cli.names import name_crop

        name = name_crop(result.name)
        if name is not None:
            parts.append(crop_text(name, columns=NAME_COLUMNS))
    parts += [_mountain(result), items_table(result.score)]
    parts += [Text(line, style=style) for line, style in _remarks(result)]
    return Group(*parts, "")


def _heading(result: SheetResult) -> Text:
    game = result.game
    assert game is not None  # callers show failures otherwise
    names = [game.player or "", game.sheet.title["en"]]
    if result.copy is not None:
        names.append(f"copy {result.copy}")
    text = Text(", ".join(name for name in names if name), style="bold")
    if result.source:
        page = f", page {result.page}" if result.page > 1 else ""
        text.append(f"   {result.source}{page}", style="dim")
    return text


def _mountain(result: SheetResult) -> RenderableType:
    game, scored = result.game, result.score
    assert game is not None
    assert scored is not None
    links = scored.links if game.links is None else game.links
    doubtful = [circle.id for circle in result.circles if circle.doubtful]
    return mountain_text(
        draw_mountain(
            game.sheet, game.entries, links, ropes=game.ropes, doubtful=doubtful
        )
    )


def mountain_text(cells: list[list[tuple[str, str]]]) -> Text:
    """Rows of styled characters as one rich text."""
    text = Text()
    for row in cells:
        text.append("\n  ")
        for letter, style in row:
            text.append(letter, style=style)
    text.append("\n")
    return text


def items_table(scored: Score) -> Table:
    """A score item by item, with how each comes about, and its total."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_column(justify="right", no_wrap=True)
    for item in scored.items:
        # What costs others may win for Max.
        wins = item.part is Part.PENALTY and item.points > 0
        name = PART_NAMES[Part.EXTRA if wins else item.part]
        table.add_row(name, _how(item), str(item.points))
    table.add_row("Final score", "", str(scored.total), style="bold")
    return table


def _how(item: ScoredItem) -> Text:
    text = Text(item.explanation)
    if item.part in _NAMES_CIRCLES and item.circles:
        word = "circle" if len(item.circles) == 1 else "circles"
        text.append(
            f"  {word} {', '.join(map(str, item.circles))}",
            style="dim",
        )
    return text


def _remarks(result: SheetResult) -> Iterable[tuple[str, str]]:
    """Sentences below the table, with their style."""
    game, scored = result.game, result.score
    assert game is not None
    assert scored is not None
    if game.ropes:
        ropes = list_text(f"{rope.a} to {rope.b}" for rope in sorted(game.ropes))
        word = "Rope link" if len(game.ropes) == 1 else "Rope links"
        yield f"{word} (~): {ropes}.", "magenta"
    if scored.range_text:
        yield (
            f"No drawn lines are known, so the best lawful ones are counted: "
            f"{scored.range_text}.",
            "cyan",
        )
        for reading in scored.readings:
            yield f"Reading of the rules: {reading}.", "dim"
    for note in result.notes:
        yield f"Note: {note}", "cyan"
    for correction in result.corrections:
        yield f"Corrected: {correction}", "cyan"
    for warning in result.warnings:
        yield f"Photo: {warning}", NOTICE
    for finding in result.findings:
        yield f"Against the rules: {finding.message}", NOTICE
    for doubt in result.doubts:
        yield f"In doubt: {doubt.sentence}", f"{NOTICE} bold"


def show_ranking(results: Sequence[SheetResult]) -> RenderableType | None:
    """The ranking of several results, one table a sheet; None where there is none."""
    tables: list[RenderableType] = []
    for title, rows in rank(results):
        table = Table(title=Text(f"Ranking, {title}"), title_justify="left", box=None)
        table.add_column("", justify="right")
        table.add_column("Player")
        table.add_column("Points", justify="right")
        for row in rows:
            style = NOTICE if row.doubtful else ""
            mark = " ?" if row.doubtful else ""
            table.add_row(
                f"{row.place}.", Text(row.name), f"{row.total}{mark}", style=style
            )
        tables.append(table)
    return Group(*tables) if tables else None


def crop_text(
    crop: GreyImage, *, coloured: bool = True, columns: int = CROP_COLUMNS
) -> Text:
    """A crop in half-block characters, two pixels each; or in dark and light letters.

    The letters are for terminals without colours, on which all blocks look the same.
    """
    import cv2

    height, width = crop.shape
    rows = max(2, round(columns * height / width / 2) * 2)
    small = cv2.resize(crop, (columns, rows), interpolation=cv2.INTER_AREA)
    low, high = int(small.min()), max(int(small.max()), int(small.min()) + 1)
    text = Text()
    for top in range(0, rows, 2):
        text.append("\n    ")
        for column in range(columns):
            upper, lower = (
                (int(small[row, column]) - low) * 255 // (high - low)
                for row in (top, top + 1)
            )
            if not coloured:
                darkness = 510 - upper - lower
                text.append(SHADES[darkness * (len(SHADES) - 1) // 510])
                continue
            text.append(
                "▀",
                style=f"rgb({upper},{upper},{upper}) on rgb({lower},{lower},{lower})",
            )
    text.append("\n")
    return text
