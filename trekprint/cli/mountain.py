"""The mountain drawn with characters, for the terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from trekprint.sheet.model import Terrain

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from trekprint.rules.game import Entry
    from trekprint.sheet.model import Circle, CircleId, Link, Sheet

COLUMNS_PER_UNIT = 9.0
NARROW_BELOW = 7.0
"""With fewer columns per unit circles are drawn without blanks."""

ROWS_PER_UNIT = 4.0
_HALF = 2  # half the width of a drawn circle, columns
_ROPE = "~"

Cell = tuple[str, str]
"""A character and its rich style."""

NOTICE = "dark_orange3"
"""The colour of what is to be looked at: doubts, slips, what is against the rules."""

STYLES: Mapping[str, str] = {
    "number": "bold",
    "skull": "red",
    "id": "dim",
    "current": "reverse bold",
    "link": "cyan bold",
    "rope": "magenta bold",
    "touching": "dim",
    "doubtful": f"{NOTICE} bold",
}


def draw_mountain(
    sheet: Sheet,
    entries: Mapping[CircleId, Entry],
    links: Collection[Link] = (),
    *,
    ropes: Collection[Link] = (),
    current: CircleId | None = None,
    doubtful: Collection[CircleId] = (),
    columns_per_unit: float = COLUMNS_PER_UNIT,
) -> list[list[Cell]]:
    """Rows of styled characters. Pure.

    A filled circle shows its number or `XX` for a skull; an empty one its id after `#`.
    Round brackets are normal terrain, square ones dangerous. Touching circles are
    joined by dots, drawn links by strokes, Rope links by waves. Where there are few
    columns per unit, empty circles have no brackets, and `!` stands for dangerous.
    """
    left = min(circle.x for circle in sheet.circles)
    top = min(circle.y for circle in sheet.circles)
    places = {
        circle.id: (
            round((circle.y - top) * ROWS_PER_UNIT),
            round((circle.x - left) * columns_per_unit) + _HALF,
        )
        for circle in sheet.circles
    }
    height = max(row for row, _ in places.values()) + 1
    width = max(column for _, column in places.values()) + _HALF + 1
    cells: list[list[Cell]] = [[(" ", "")] * width for _ in range(height)]
    for link in sheet.links:
        drawn = link in links
        style = STYLES["link"] if drawn else STYLES["touching"]
        _stroke(cells, places[link.a], places[link.b], style, drawn=drawn)
    for rope in ropes:
        ends = places[rope.a], places[rope.b]
        _stroke(cells, *ends, STYLES["rope"], drawn=True, letter=_ROPE)
    for circle in sheet.circles:
        narrow = columns_per_unit < NARROW_BELOW
        text, style = _content(circle, entries.get(circle.id), narrow=narrow)
        if circle.id in doubtful:
            style = STYLES["doubtful"]
        if circle.id == current:
            style = STYLES["current"]
        row, column = places[circle.id]
        written = [(letter, "" if letter in "()[]" else style) for letter in text]
        start = column - len(written) // 2
        cells[row][start : start + len(written)] = written
    return cells


def _content(circle: Circle, entry: Entry | None, *, narrow: bool) -> Cell:
    dangerous = circle.terrain is Terrain.DANGEROUS
    if entry is None and narrow:
        return f"{'!' if dangerous else '#'}{circle.id}", STYLES["id"]
    if entry is None:
        text, style = f"#{circle.id:<2}", STYLES["id"]
    elif entry.is_skull:
        text, style = "XX", STYLES["skull"]
    else:
        text, style = f"{entry.number!s:>2}", STYLES["number"]
    if not narrow:
        text = f"{text:<3}"
    return (f"[{text}]" if dangerous else f"({text})"), style


def _stroke(
    cells: list[list[Cell]],
    start: tuple[int, int],
    end: tuple[int, int],
    style: str,
    *,
    drawn: bool,
    letter: str = "",
) -> None:
    """Mark the way between two circles; the circles are drawn over its ends."""
    rows, columns = end[0] - start[0], end[1] - start[1]
    steps = max(abs(rows), abs(columns), 1)
    letter = letter or (_letter(rows, columns) if drawn else "·")
    for step in range(1, steps):
        if not drawn and abs(columns) > abs(rows) and step % 2:
            continue
        row = start[0] + round(rows * step / steps)
        column = start[1] + round(columns * step / steps)
        cells[row][column] = (letter, style)


def _letter(rows: int, columns: int) -> str:
    angle = math.degrees(math.atan2(rows * 2, columns)) % 180
    if angle < 25 or angle > 155:
        return "─"
    if 65 <= angle <= 115:
        return "│"
    return "╲" if angle < 90 else "╱"


def plain(cells: list[list[Cell]]) -> str:
    """The rows as text without styles, without trailing blanks."""
    return "\n".join("".join(letter for letter, _ in row).rstrip() for row in cells)
