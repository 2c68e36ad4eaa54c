"""Draws the tables, boxes and words round the climb.

Boxes that a player writes in stay empty and white; their labels stand beside or above.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from trekprint.printing.fonts import BOLD, HEAVY, REGULAR, fitting_size, text_width
from trekprint.printing.symbols import (
    draw_double_ring,
    draw_option,
    draw_pattern,
    draw_skull,
    draw_star,
    draw_summit,
    draw_tent,
)
from trekprint.printing.theme import WHITE
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.model import LIMITS, Terrain

if TYPE_CHECKING:
    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Theme
    from trekprint.printing.words import Words
    from trekprint.sheet.layout import Layout
    from trekprint.sheet.model import ScoringItem

_BOX_LINE = 0.22
_FINAL_LINE = 0.5
_BOX_RADIUS = 0.8
_HEADING_GAP = 1.0
_TITLE = 7.6
_HEADING = 3.0
_WORDS = 2.7
_SMALL = 2.0
_TINY = 1.75
_CAPITALS = 0.69  # height of capitals in units of the type size
_HINT = 2.5
_HINT_GAP = 1.2
_BALANCE_STEP = 0.5
_RULER_MM = 50.0


def draw_header(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """Title, Summit value, stars to colour, name and date."""
    title = layout.panel("title")
    text = words.title.upper()
    size = fitting_size(text, HEAVY, _TITLE, title.width)
    canvas.text(
        text, Point(title.x, title.bottom - 1.9), font=HEAVY, size=size, ink=theme.ink
    )
    _draw_summit_value(canvas, layout.panel("summit"), words, theme)
    _draw_stars(canvas, layout.panel("stars"), words, theme)
    for name in ("name", "date"):
        _draw_field(canvas, layout.panel(name), words[name], theme)


def _draw_summit_value(canvas: Canvas, box: Box, words: Words, theme: Theme) -> None:
    draw_summit(canvas, Box(box.x, box.y + 0.2, 5.6, 5.6), theme.ink)
    canvas.text(
        str(words.sheet.summit),
        Point(box.x + 6.2, box.y + 5.8),
        font=HEAVY,
        size=6.0,
        ink=theme.ink,
    )
    label = words["summit"]
    canvas.text(
        label,
        Point(box.x, box.bottom - 0.4),
        font=REGULAR,
        size=fitting_size(label, REGULAR, _SMALL, box.width),
        ink=theme.soft,
    )


def _draw_stars(canvas: Canvas, box: Box, words: Words, theme: Theme) -> None:
    """Three groups of stars, right-aligned, each over what earns it."""
    stars = words.sheet.stars
    groups = (
        (stars.summit, words["summit"]),
        (stars.race, words["race"]),
        (stars.record, words["record"]),
    )
    step, gap, radius = 3.5, 2.2, 1.7
    widths = [
        max(count * step, text_width(label, REGULAR, _SMALL)) for count, label in groups
    ]
    x = box.right - sum(widths) - gap * (len(groups) - 1)
    for (count, label), width in zip(groups, widths, strict=True):
        for index in range(count):
            centre = Point(x + radius + index * step, box.y + 3.9)
            draw_star(canvas, centre, radius, theme.ink)
        canvas.text(
            label,
            Point(x, box.bottom - 0.4),
            font=REGULAR,
            size=_SMALL,
            ink=theme.soft,
        )
        x += width + gap


def _draw_field(canvas: Canvas, box: Box, label: str, theme: Theme) -> None:
    """A white field with its label small in the upper left corner."""
    canvas.box(box, fill=WHITE, ink=theme.faint, width=_BOX_LINE, radius=_BOX_RADIUS)
    canvas.text(
        label,
        Point(box.x + 1.0, box.y + 2.2),
        font=REGULAR,
        size=_SMALL,
        ink=theme.soft,
    )


def draw_hint(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """Where to write what, and what the double ring means; a picture before each."""
    box = layout.panel("hint")
    radius = box.height / 2
    base = box.centre.y + _HINT * _CAPITALS / 2
    danger = words["dangerous"].format(limit=LIMITS[Terrain.DANGEROUS])
    start = box.right - text_width(danger, BOLD, _HINT)
    hints = [(box.x, words["hint"], draw_pattern)]
    if any(c.terrain is Terrain.DANGEROUS for c in layout.circles):
        hints.append((start - 2 * radius - _HINT_GAP, danger, draw_double_ring))
    for x, text, draw in hints:
        draw(canvas, Point(x + radius, box.centre.y), radius, theme.ink)
        at = Point(x + 2 * radius + _HINT_GAP, base)
        canvas.text(text, at, font=BOLD, size=_HINT, ink=theme.ink)


def draw_groups(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """The rows of boxes for lines and zones, with bonus and total."""
    boxes = {named.name: named.box for named in layout.score_boxes}
    for name, heading, rule in (
        ("line", "fixed_lines", "line_rule"),
        ("zone", "mapped_zones", "zone_rule"),
    ):
        row = [box for key, box in boxes.items() if key.startswith(f"{name}_")]
        for box in row:
            _draw_box(canvas, box, theme)
        first, bonus, total = row[0], boxes[f"{name}_bonus"], boxes[f"{name}_total"]
        left = layout.panel("options").x
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
            _draw_caption(canvas, bonus, words["bonus"], theme)
            _draw_caption(canvas, total, words["total"], theme)


def _draw_label(
    canvas: Canvas, box: Box, heading: str, rule: str, theme: Theme
) -> None:
    """A heading, and a rule in up to three small lines."""
    canvas.text(
        heading,
        Point(box.x, box.y + 2.3),
        font=BOLD,
        size=fitting_size(heading, BOLD, _HEADING, box.width),
        ink=theme.ink,
    )
    for index, line in enumerate(_balanced(rule, REGULAR, _SMALL, box.width)):
        canvas.text(
            line,
            Point(box.x, box.y + 4.9 + index * 2.15),
            font=REGULAR,
            size=_SMALL,
            ink=theme.soft,
        )


def _balanced(text: str, font: str, size: float, width: float) -> list[str]:
    """`text` in as few lines of at most `width` as it takes, about equally long."""
    lines = _wrapped(text, font, size, width)
    while width > 0:
        width -= _BALANCE_STEP
        narrower = _wrapped(text, font, size, width)
        if len(narrower) > len(lines) or width < max(
            text_width(line, font, size) for line in narrower
        ):
            break
        lines = narrower
    return lines


def _wrapped(text: str, font: str, size: float, width: float) -> list[str]:
    """`text` in lines of at most `width`, broken at blanks."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _draw_box(
    canvas: Canvas, box: Box, theme: Theme, *, width: float = _BOX_LINE
) -> None:
    canvas.box(box, fill=WHITE, ink=theme.box, width=width, radius=_BOX_RADIUS)


def _draw_caption(canvas: Canvas, box: Box, label: str, theme: Theme) -> None:
    """A small label over the middle of a box."""
    canvas.text(
        label,
        Point(box.centre.x, box.y - 0.6),
        font=REGULAR,
        size=fitting_size(label, REGULAR, _SMALL, box.width),
        ink=theme.soft,
        align="centre",
    )


def draw_options(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """The options table: a picture and a word for each option, then its boxes."""
    panel = layout.panel("options")
    for tick in layout.tick_boxes:
        canvas.box(tick.box, fill=WHITE, ink=theme.box, width=_BOX_LINE)
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
    canvas.box(box, fill=WHITE, ink=theme.soft, width=_BOX_LINE, dash=(0.7, 0.55))
    draw_tent(canvas, Point(box.centre.x, box.y - 4.1), 3.4, theme.soft)
    _draw_caption(canvas, box, words["tent"], theme)


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
        size=_HEADING,
        ink=theme.ink,
    )
    rule = words["bonus_rule"]
    start = panel.x + text_width(words["bonus"], BOLD, _HEADING) + 1.2
    canvas.text(
        rule,
        Point(start, panel.y + 2.3),
        font=REGULAR,
        size=fitting_size(rule, REGULAR, _SMALL, panel.right - start),
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
    first = max(text_width(name, REGULAR, _SMALL) for name in names) + 1.5
    width = (table.width - first) / len(columns)
    middle = table.centre.y
    half = table.height / 2
    canvas.lines(
        ((Point(table.x, middle), Point(table.right, middle)),),
        ink=theme.faint,
        width=_BOX_LINE,
    )
    rows = ((names[0], REGULAR, 2.8), (names[1], BOLD, 3.2))
    for row, (name, font, size) in enumerate(rows):
        base = table.y + half * row + half / 2 + size * _CAPITALS / 2
        canvas.text(
            name, Point(table.x, base), font=REGULAR, size=_SMALL, ink=theme.soft
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
    boxes = [b.box for b in layout.score_boxes if b.name.startswith("assist_")]
    item = words.sheet.item("assist_cards")
    if item is None or not boxes:
        return
    points = f"+{item.amounts.get('points')}"
    for box in boxes:
        _draw_box(canvas, box, theme)
        _draw_caption(canvas, box, points, theme)
    heading = words["assist_cards"]
    at = Point(boxes[0].x, layout.score_box("final").y - _HEADING_GAP)
    _draw_heading(canvas, at, boxes[-1].right - at.x, heading, theme)


def _draw_heading(
    canvas: Canvas, at: Point, width: float, heading: str, theme: Theme
) -> None:
    canvas.text(
        heading,
        at,
        font=BOLD,
        size=fitting_size(heading, BOLD, _HEADING, width),
        ink=theme.ink,
    )


def draw_final(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """Skulls, and the final score."""
    skulls, final = layout.score_box("skulls"), layout.score_box("final")
    _draw_box(canvas, skulls, theme)
    _draw_box(canvas, final, theme, width=_FINAL_LINE)
    base = final.y - _HEADING_GAP
    draw_skull(canvas, Point(skulls.x + 1.1, base - 1.0), 2.6, theme.ink)
    start = skulls.x + 2.9
    width = final.x - start - 1.0
    _draw_heading(canvas, Point(start, base), width, words["skulls"], theme)
    item = words.sheet.item("skulls")
    if item is not None:
        points = str(item.amounts.get("points")).replace("-", "−")
        _draw_caption(canvas, skulls, f"× {points}", theme)
    heading = words["final_score"]
    _draw_heading(canvas, Point(final.x, base), final.width, heading, theme)


def draw_foot(
    canvas: Canvas, layout: Layout, words: Words, theme: Theme, *, paper_scale: float
) -> None:
    """The bar to measure, and what the sheet is and is not."""
    box = layout.panel("ruler")
    length = _RULER_MM / paper_scale
    base = box.bottom - 1.2
    ticks = [
        (
            Point(box.x + length * n / 5, base - high),
            Point(box.x + length * n / 5, base),
        )
        for n, high in enumerate((1.4, 0.8, 0.8, 0.8, 0.8, 1.4))
    ]
    bar = (Point(box.x, base), Point(box.x + length, base))
    canvas.lines((bar, *ticks), ink=theme.ink, width=0.2)
    _draw_small(canvas, Point(box.x, base - 2.2), words["full_size"], box, theme)
    fan = layout.panel("fan")
    _draw_small(canvas, Point(fan.x, fan.bottom - 0.6), words["fan"], fan, theme)


def _draw_small(canvas: Canvas, at: Point, text: str, box: Box, theme: Theme) -> None:
    canvas.text(
        text,
        at,
        font=REGULAR,
        size=fitting_size(text, REGULAR, _SMALL, box.width),
        ink=theme.soft,
    )
