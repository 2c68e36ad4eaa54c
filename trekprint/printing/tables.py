"""Draws the tables below the climb: lines and zones, options, bonus, final score.

Boxes that a player writes in stay empty and white; their labels stand beside or above.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from trekprint.printing.fonts import BOLD, REGULAR, fitting_size, text_width
from trekprint.printing.labels import (
    BOX_LINE,
    CAPITALS,
    HEADING,
    HEADING_GAP,
    SMALL,
    balanced,
    draw_box,
    draw_caption,
    draw_heading,
)
from trekprint.printing.symbols import draw_option, draw_skull, draw_tent
from trekprint.printing.theme import WHITE
from trekprint.sheet.geometry import Box, Point

if TYPE_CHECKING:
    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Theme
    from trekprint.printing.words import Words
    from trekprint.sheet.model import ScoringItem
    from trekprint.sheet.placed import Layout


_FINAL_LINE = 0.5
_WORDS = 2.7


def draw_groups(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """The rows of boxes for lines and zones, with bonus and total."""
    boxes = {named.name: named.box for named in layout.score_boxes}
    for name, heading, rule in (
        ("line", "fixed_lines", "line_rule"),
        ("zone", "mapped_zones", "zone_rule"),
    ):
        row = [box for key, box in boxes.items() if key.startswith(f"{name}_")]
        for box in row:
            draw_box(canvas, box, theme)
        first, bonus, total = row[0], boxes[f"{name}_bonus"], boxes[f"{name}_total"]
        left = layout.panel("hint").x
        label = Box(left, first.y, first.x - left - 1.0, first.height)
        _draw_label(canvas, label, words[heading], words[rule], theme)
        for sign, box in (("+", bonus), ("=", total)):
            canvas.text(
                sign,
                Point(box.x - 1.7, box.centre.y + 1.2),
                font=BOLD,
                size=3.6,
                ink=theme.soft,
                align="centre",
            )
        if name == "line":
            draw_caption(canvas, bonus, words["bonus"], theme)
            draw_caption(canvas, total, words["total"], theme)


def _draw_label(
    canvas: Canvas, box: Box, heading: str, rule: str, theme: Theme
) -> None:
    """A heading, and a rule in up to three small lines."""
    canvas.text(
        heading,
        Point(box.x, box.y + 2.3),
        font=BOLD,
        size=fitting_size(heading, BOLD, HEADING, box.width),
        ink=theme.ink,
    )
    for index, line in enumerate(balanced(rule, REGULAR, SMALL, box.width)):
        canvas.text(
            line,
            Point(box.x, box.y + 4.9 + index * 2.15),
            font=REGULAR,
            size=SMALL,
            ink=theme.soft,
        )


def draw_options(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """The options table: a picture and a word for each option, then its boxes."""
    panel = layout.panel("options")
    for tick in layout.tick_boxes:
        canvas.box(tick.box, fill=WHITE, ink=theme.box, width=BOX_LINE)
        if tick.index > 1:
            continue
        side = 3.6
        picture = Box(panel.x, tick.box.centre.y - side / 2, 9.6, side)
        draw_option(canvas, tick.option, picture, theme.ink)
        start = picture.right + 1.2
        room = Box(start, tick.box.y, tick.box.x - start - 1.2, tick.box.height)
        _draw_words(canvas, room, words[tick.option.value], theme)
    if layout.has_panel("sum_extra") and words.sheet.item("assist_cards"):
        _draw_tent_place(canvas, layout.panel("sum_extra"), words, theme)


def _draw_tent_place(canvas: Canvas, box: Box, words: Words, theme: Theme) -> None:
    """Where a Tent is marked: a fifth sum, by a cross beside the row."""
    canvas.box(box, fill=WHITE, ink=theme.soft, width=BOX_LINE, dash=(0.7, 0.55))
    draw_tent(canvas, Point(box.centre.x, box.y - 4.1), 3.4, theme.soft)
    draw_caption(canvas, box, words["tent"], theme)


def _draw_words(canvas: Canvas, box: Box, text: str, theme: Theme) -> None:
    """Words in the middle of a row's height, in two lines where one is too small."""
    size = fitting_size(text, REGULAR, _WORDS, box.width)
    lines = [text]
    if size < 0.85 * _WORDS and " " in text:
        lines = text.split(" ", 1)
        size = min(
            fitting_size(line, REGULAR, 0.85 * _WORDS, box.width) for line in lines
        )
    step = size * 0.95
    base = box.centre.y + size * 0.25 - step * (len(lines) - 1) / 2
    for index, line in enumerate(lines):
        canvas.text(
            line,
            Point(box.x, base + index * step),
            font=REGULAR,
            size=size,
            ink=theme.ink,
        )


def draw_bonus_table(
    canvas: Canvas, layout: Layout, words: Words, theme: Theme
) -> None:
    """What the longest line and the largest zone pay, by size."""
    item = words.sheet.item("longest_line_bonus")
    if item is None:
        return
    panel = layout.panel("bonus_table")
    canvas.text(
        words["bonus"],
        Point(panel.x, panel.y + 2.3),
        font=BOLD,
        size=HEADING,
        ink=theme.ink,
    )
    rule = words["bonus_rule"]
    start = panel.x + text_width(words["bonus"], BOLD, HEADING) + 1.2
    canvas.text(
        rule,
        Point(start, panel.y + 2.3),
        font=REGULAR,
        size=fitting_size(rule, REGULAR, SMALL, panel.right - start),
        ink=theme.soft,
    )
    columns = _bonus_columns(item)
    table = Box(panel.x, panel.y + 3.6, panel.width, panel.height - 3.6)
    _draw_columns(canvas, table, columns, words, theme)


def _bonus_columns(item: ScoringItem) -> list[tuple[str, str]]:
    """Size and points of each step, then what every further circle pays."""
    columns: list[tuple[str, str]] = []
    table = item.amounts.get("table")
    if isinstance(table, Mapping):
        columns += [(str(size), str(points)) for size, points in table.items()]
    beyond = item.amounts.get("beyond")
    if beyond:
        columns.append(("+1", f"+{beyond}"))
    return columns


def _draw_columns(
    canvas: Canvas,
    table: Box,
    columns: list[tuple[str, str]],
    words: Words,
    theme: Theme,
) -> None:
    names = (words["circles"], words["points"])
    first = max(text_width(name, REGULAR, SMALL) for name in names) + 1.5
    width = (table.width - first) / len(columns)
    middle = table.centre.y
    half = table.height / 2
    canvas.lines(
        ((Point(table.x, middle), Point(table.right, middle)),),
        ink=theme.faint,
        width=BOX_LINE,
    )
    rows = ((names[0], REGULAR, 2.8), (names[1], BOLD, 3.2))
    for row, (name, font, size) in enumerate(rows):
        base = table.y + half * row + half / 2 + size * CAPITALS / 2
        canvas.text(
            name, Point(table.x, base), font=REGULAR, size=SMALL, ink=theme.soft
        )
        for index, column in enumerate(columns):
            canvas.text(
                column[row],
                Point(table.x + first + width * (index + 0.5), base),
                font=font,
                size=size,
                ink=theme.ink,
                align="centre",
            )


def draw_assist(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """A box for every Assist card that may be handed in, and a place for a Tent."""
    boxes = [b.box for b in layout.score_boxes if b.takes_mark]
    item = words.sheet.item("assist_cards")
    if item is None or not boxes:
        return
    points = f"+{item.amounts.get('points')}"
    for box in boxes:
        draw_box(canvas, box, theme)
        draw_caption(canvas, box, points, theme)
    heading = words["assist_cards"]
    at = Point(boxes[0].x, layout.score_box("final").y - HEADING_GAP)
    draw_heading(canvas, at, boxes[-1].right - at.x, heading, theme)


def draw_final(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """Skulls, and the final score."""
    final = layout.score_box("final")
    draw_box(canvas, final, theme, width=_FINAL_LINE)
    base = final.y - HEADING_GAP
    heading = words["final_score"]
    draw_heading(canvas, Point(final.x, base), final.width, heading, theme)
    if layout.has_panel("strip"):
        return  # his skulls are counted beside the strip
    skulls = layout.score_box("skulls")
    draw_box(canvas, skulls, theme)
    draw_skull(canvas, Point(skulls.x + 1.1, base - 1.0), 2.6, theme.ink)
    start = skulls.x + 2.9
    width = final.x - start - 1.0
    draw_heading(canvas, Point(start, base), width, words["skulls"], theme)
    item = words.sheet.item("skulls")
    if item is not None:
        points = str(item.amounts.get("points")).replace("-", "−")
        draw_caption(canvas, skulls, f"× {points}", theme)
