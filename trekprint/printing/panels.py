"""Draws the title, what to fill in above the climb, the hints, and the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.printing.fonts import BOLD, HEAVY, REGULAR, fitting_size, text_width
from trekprint.printing.labels import (
    BOX_LINE,
    BOX_RADIUS,
    CAPITALS,
    SMALL,
    draw_small,
)
from trekprint.printing.symbols import (
    draw_double_ring,
    draw_pattern,
    draw_star,
    draw_summit,
)
from trekprint.printing.theme import WHITE
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.model import LIMITS, Terrain

if TYPE_CHECKING:
    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Theme
    from trekprint.printing.words import Words
    from trekprint.sheet.placed import Layout


_TITLE = 7.6
_TITLE_DROP = 1.9
_HINT = 2.5
_HINT_GAP = 1.2
_RULER_MM = 50.0


def draw_header(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """Title, Summit value, stars to colour, name and date."""
    title = layout.panel("title")
    text = words.title.upper()
    size = fitting_size(text, HEAVY, _TITLE, title.width)
    canvas.text(
        text,
        Point(title.x, title.bottom - _TITLE_DROP),
        font=HEAVY,
        size=size,
        ink=theme.ink,
    )
    _draw_summit_value(canvas, layout.panel("summit"), words, theme)
    _draw_stars(canvas, layout.panel("stars"), words, theme)
    against = "max_against" if layout.has_panel("strip") else "name"
    _draw_field(canvas, layout.panel("name"), words[against], theme)
    _draw_field(canvas, layout.panel("date"), words["date"], theme)


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
        size=fitting_size(label, REGULAR, SMALL, box.width),
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
        max(count * step, text_width(label, REGULAR, SMALL)) for count, label in groups
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
            size=SMALL,
            ink=theme.soft,
        )
        x += width + gap


def _draw_field(canvas: Canvas, box: Box, label: str, theme: Theme) -> None:
    """A white field with its label small in the upper left corner."""
    canvas.box(box, fill=WHITE, ink=theme.box, width=BOX_LINE, radius=BOX_RADIUS)
    canvas.text(
        label,
        Point(box.x + 1.0, box.y + 2.2),
        font=REGULAR,
        size=SMALL,
        ink=theme.soft,
    )


def draw_hint(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """Where to write what, and what the double ring means; a picture before each."""
    box = layout.panel("hint")
    radius = box.height / 2
    base = box.centre.y + _HINT * CAPITALS / 2
    danger = words["dangerous"].format(limit=LIMITS[Terrain.DANGEROUS])
    start = box.right - text_width(danger, BOLD, _HINT)
    hints = [(box.x, words["hint"], draw_pattern)]
    if any(c.terrain is Terrain.DANGEROUS for c in layout.circles):
        hints.append((start - 2 * radius - _HINT_GAP, danger, draw_double_ring))
    for x, text, draw in hints:
        draw(canvas, Point(x + radius, box.centre.y), radius, theme.ink)
        at = Point(x + 2 * radius + _HINT_GAP, base)
        canvas.text(text, at, font=BOLD, size=_HINT, ink=theme.ink)


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
    draw_small(canvas, Point(box.x, base - 2.2), words["full_size"], box, theme)
    fan = layout.panel("fan")
    draw_small(canvas, Point(fan.x, fan.bottom - 0.6), words["fan"], fan, theme)
