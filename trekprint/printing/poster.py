"""The Hall of Fame as a poster: the records of each sheet and how they came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.printing.canvas import Canvas
from trekprint.printing.card_art import draw_contours
from trekprint.printing.fonts import (
    BOLD,
    HEAVY,
    REGULAR,
    fitting_size,
    printable,
    register,
    text_width,
)
from trekprint.printing.symbols import draw_star, draw_summit
from trekprint.printing.theme import WHITE, theme_named
from trekprint.printing.words import card_words
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.model import local

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trekprint.printing.theme import Theme
    from trekprint.rules.expedition.fame import Record
    from trekprint.sheet.model import Sheet
    from trekprint.sheet.paper import Paper

_MARGIN = 14.0
_TOP = 52.0
_GAP = 7.0
_LEAST = 0.3
_CUT = "…"
MOST_SHEETS = 5
"""Parts that a page holds."""
_OLD_ROW = 7.0
_OLD_TEXT = 4.2
_HEAD = 34.0
"""From the top of a sheet's part to its earlier records, mm."""


def render_poster(
    paper: Paper,
    records: Sequence[Record],
    sheets: Sequence[Sheet],
    *,
    lang: str = "en",
    theme: str = "alpine",
    compress: bool = True,
) -> bytes:
    """The PDF of one page with the records of all `sheets`.

    Args:
        paper: what to print on.
        records: the Hall of Fame of all Expeditions, oldest line first.
        sheets: the sheets that get a part of the page, from top to bottom.
        lang: language of the words.
        theme: name of a theme.
        compress: False leaves the drawing operators readable.

    Raises:
        InputError: there is no such theme.
    """
    look, words = theme_named(theme), card_words(lang)
    register()
    canvas = Canvas(paper.width, paper.height, title=words["hall"], compress=compress)
    page = Box(0, 0, paper.width, paper.height)
    with canvas.at(1.0, 0.0, 0.0):
        _draw_heading(canvas, page, words, look)
        high = (page.height - _TOP - _MARGIN - _GAP * len(sheets)) / len(sheets)
        for number, sheet in enumerate(sheets):
            top = _TOP + number * (high + _GAP)
            box = Box(_MARGIN, top, page.width - 2 * _MARGIN, high)
            own = [record for record in records if record.sheet == sheet.id]
            title = printable(local(sheet.title, lang), HEAVY)
            _draw_part(canvas, box, title, own, words, look)
        canvas.text(
            words["unofficial"],
            Point(page.centre.x, page.height - 8),
            font=REGULAR,
            size=2.6,
            ink=look.soft,
            align="centre",
        )
    return canvas.finish()


def _draw_heading(
    canvas: Canvas, page: Box, words: Mapping[str, str], theme: Theme
) -> None:
    canvas.box(page, fill=theme.tones.get("sky_2", WHITE))
    draw_contours(canvas, page, theme.tones.get("far_shade", theme.faint))
    plate = Box(_MARGIN, 11, page.width - 2 * _MARGIN, _TOP - 18)
    canvas.box(plate, fill=WHITE, ink=theme.ink, width=0.6, radius=3)
    draw_summit(canvas, Box(plate.x + 8, plate.y + 6, 27, 21), theme.ink)
    title = words["hall"]
    size = fitting_size(title, HEAVY, 19, plate.width - 52)
    canvas.text(
        title,
        Point(plate.x + 42, plate.centre.y + size * 0.36),
        font=HEAVY,
        size=size,
        ink=theme.ink,
    )


def _draw_part(
    canvas: Canvas,
    box: Box,
    title: str,
    records: Sequence[Record],
    words: Mapping[str, str],
    theme: Theme,
) -> None:
    """One sheet: the standing record large, the earlier ones below, newest first."""
    canvas.box(box, fill=WHITE, ink=theme.ink, width=0.5, radius=3)
    size = fitting_size(title, HEAVY, 9, box.width - 16)
    canvas.text(
        title, Point(box.x + 8, box.y + 12), font=HEAVY, size=size, ink=theme.ink
    )
    if not records:
        canvas.text(
            words["no_record"],
            Point(box.x + 8, box.y + 24),
            font=REGULAR,
            size=6,
            ink=theme.soft,
        )
        return
    standing, *earlier = reversed(records)
    star = Point(box.x + 13, box.y + 23.5)
    draw_star(canvas, star, 5.5, theme.ink)
    _draw_line(
        canvas, standing, Box(box.x + 22, box.y + 17, box.width - 30, 12), 9, theme
    )
    rows = int((box.height - _HEAD - 2) // _OLD_ROW)
    for number, record in enumerate(earlier[: max(rows, 0)]):
        line = Box(
            box.x + 22, box.y + _HEAD + number * _OLD_ROW, box.width - 30, _OLD_ROW
        )
        ends = (Point(line.x, line.y), Point(line.right, line.y))
        canvas.lines((ends,), ink=theme.faint, width=0.2)
        _draw_line(canvas, record, line, _OLD_TEXT, theme)


def _draw_line(
    canvas: Canvas, record: Record, box: Box, size: float, theme: Theme
) -> None:
    """Name, day and score of a record in one line."""
    base = box.centre.y + size * 0.36
    score = str(record.score)
    canvas.text(
        score,
        Point(box.right, base),
        font=HEAVY,
        size=size,
        ink=theme.ink,
        align="right",
    )
    small = size * 0.72
    right = box.right - text_width("000", HEAVY, size) - 5
    canvas.text(
        record.date,
        Point(right, base),
        font=REGULAR,
        size=small,
        ink=theme.soft,
        align="right",
    )
    room = right - text_width(record.date, REGULAR, small) - 4 - box.x
    name = printable(" & ".join(record.players), BOLD)
    fitted = fitting_size(name, BOLD, size, room, least=size * _LEAST)
    canvas.text(
        _cut(name, BOLD, fitted, room),
        Point(box.x, base),
        font=BOLD,
        size=fitted,
        ink=theme.ink,
    )


def _cut(name: str, font: str, size: float, width: float) -> str:
    """`name`, its end replaced by dots where it is wider than `width`."""
    if text_width(name, font, size) <= width:
        return name
    while name and text_width(name + _CUT, font, size) > width:
        name = name[:-1]
    return name.rstrip() + _CUT
