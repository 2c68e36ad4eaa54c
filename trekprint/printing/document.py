"""Placed sheets to the bytes of a PDF."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from trekprint.printing.canvas import Canvas
from trekprint.printing.codes import MARKER_MODULES, identity_cells, marker_cells
from trekprint.printing.fonts import (
    BOLD,
    REGULAR,
    fitting_size,
    printable,
    register,
    text_width,
)
from trekprint.printing.sheet import draw_sheet
from trekprint.printing.theme import BLACK, DEFAULT_THEME, theme_named
from trekprint.printing.words import Words
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.identity import Identity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.printing.theme import Theme
    from trekprint.sheet.model import Sheet
    from trekprint.sheet.placed import Layout, Pages

# Sizes of type in units of the height of the box in which it stands.
_CODE_TEXT_SIZE = 0.8
_NAME_SIZE = 0.75
_NAME_LEAST = 0.3
"""A name that would have to be smaller is cut off."""
_CUT = "…"
_DESCENT = 0.22

_NAME_LEFT = 9.0
_NAME_MARGIN = 0.6
_CUT_WIDTH = 0.15
_CUT_DASH = (1.5, 1.5)


def render(
    pages: Pages,
    sheets: Mapping[str, Sheet],
    *,
    theme: str = DEFAULT_THEME,
    lang: str = "en",
    players: Mapping[int, str] | None = None,
    run: str = "0000",
    compress: bool = True,
) -> bytes:
    """The PDF of `pages`; the same arguments give the same bytes.

    Args:
        pages: what lies where, from `sheet.layout.place`.
        sheets: every sheet on the pages by its id.
        theme: name of a theme.
        lang: language of the words.
        players: names to print, by copy number.
        run: four characters that tell print runs apart.
        compress: False leaves the drawing operators readable.

    Raises:
        InputError: there is no such theme.
    """
    look = theme_named(theme)
    register()
    words = {key: Words(sheet=sheet, lang=lang) for key, sheet in sheets.items()}
    titles = dict.fromkeys(entry.title for entry in words.values())
    canvas = Canvas(
        pages.width, pages.height, title=", ".join(titles), compress=compress
    )
    for page, placements in groupby(pages.placements, key=attrgetter("page")):
        if page > 1:
            canvas.end_page()
        for placement in placements:
            layout = placement.layout
            _put_shared(canvas, layout, words[layout.sheet], look)
            _draw_markers(canvas, layout)
            _draw_identity(canvas, layout, look, run)
            if players and layout.copy in players:
                _draw_player(canvas, layout, players[layout.copy], look)
        if pages.per_page > 1:
            _draw_cut_line(canvas, pages, look)
    return canvas.finish()


def _put_shared(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """What all copies of a sheet share, drawn when the first of them comes."""
    name = f"sheet-{layout.sheet}"
    if not canvas.has_form(name):
        at_origin = layout.placed(1, -layout.box.x, -layout.box.y)
        local = at_origin.placed(1 / layout.scale, 0, 0)
        with canvas.form(name, local.box):
            draw_sheet(canvas, local, words, theme, paper_scale=layout.scale)
    canvas.put(name, layout.scale, layout.box.x, layout.box.y)


def _draw_markers(canvas: Canvas, layout: Layout) -> None:
    for fiducial in layout.fiducials:
        box = fiducial.box
        with canvas.at(box.width / MARKER_MODULES, box.x, box.y):
            canvas.rectangles(marker_cells(fiducial.id), fill=BLACK)


def _draw_identity(canvas: Canvas, layout: Layout, theme: Theme, run: str) -> None:
    """The identity code, and the same in letters."""
    identity = Identity(
        sheet=layout.sheet, revision=layout.revision, copy=layout.copy, run=run
    ).format()
    modules, cells = identity_cells(identity)
    box = layout.panel("code")
    with canvas.at(box.width / modules, box.x, box.y):
        canvas.rectangles(cells, fill=BLACK)
    text = layout.panel("code_text")
    _draw_line(canvas, text, identity, BOLD, _CODE_TEXT_SIZE, theme)


def _draw_player(canvas: Canvas, layout: Layout, player: str, theme: Theme) -> None:
    """A name where the player would write it."""
    box = layout.panel("name")
    left, low = _NAME_LEFT * layout.scale, _NAME_MARGIN * layout.scale
    room = Box(box.x + left, box.y, box.width - left - low, box.height - low)
    name = printable(player, REGULAR)
    least = _NAME_LEAST * box.height
    while len(name) > 1 and text_width(name, REGULAR, least) > room.width:
        name = name.removesuffix(_CUT)[:-1] + _CUT
    _draw_line(canvas, room, name, REGULAR, _NAME_SIZE, theme)


def _draw_line(
    canvas: Canvas, box: Box, words: str, font: str, size: float, theme: Theme
) -> None:
    """One line of text as high as `size` of the height of its box, if it fits."""
    size = fitting_size(words, font, size * box.height, box.width)
    with canvas.at(1, box.x, box.bottom):
        at = Point(0, -_DESCENT * box.height)
        canvas.text(words, at, font=font, size=size, ink=theme.ink)


def _draw_cut_line(canvas: Canvas, pages: Pages, theme: Theme) -> None:
    """Where the sheet is cut in two."""
    with canvas.at(1, pages.width / 2, 0):
        canvas.lines(
            ((Point(0, 0), Point(0, pages.height)),),
            ink=theme.faint,
            width=_CUT_WIDTH,
            dash=_CUT_DASH,
        )
