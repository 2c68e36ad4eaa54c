"""Placed sheets to the bytes of a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.printing.canvas import Canvas
from trekprint.printing.codes import MARKER_MODULES, identity_cells, marker_cells
from trekprint.printing.fonts import BOLD, REGULAR, fitting_size, printable, register
from trekprint.printing.sheet import draw_sheet
from trekprint.printing.theme import BLACK, DEFAULT_THEME, theme_named
from trekprint.printing.words import Words
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.identity import Identity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.printing.theme import Theme
    from trekprint.sheet.layout import Layout, Pages
    from trekprint.sheet.model import Sheet

_CODE_TEXT_SIZE = 2.4
_CODE_TEXT_DROP = 0.25
_NAME_SIZE = 4.2
_NAME_MARGIN = 1.0
_NAME_LABEL = 9.0
_NAME_DROP = 0.28
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
    names = players or {}
    register()
    titles = dict.fromkeys(Words(sheet=s, lang=lang).title for s in sheets.values())
    canvas = Canvas(
        pages.width, pages.height, title=", ".join(titles), compress=compress
    )
    drawn: set[str] = set()
    for page in range(1, pages.placements[-1].page + 1):
        if page > 1:
            canvas.end_page()
        for placement in pages.placements:
            if placement.page == page:
                layout = placement.layout
                words = Words(sheet=sheets[layout.sheet], lang=lang)
                _draw_copy(
                    canvas, layout, words, look, names.get(layout.copy), run, drawn
                )
        if pages.per_page > 1:
            with canvas.at(1, 0, 0):
                _draw_cut_line(canvas, pages, look)
    return canvas.finish()


def _draw_copy(
    canvas: Canvas,
    layout: Layout,
    words: Words,
    theme: Theme,
    player: str | None,
    run: str,
    drawn: set[str],
) -> None:
    """One copy: what all copies share from the form, then what is its own."""
    form = f"sheet-{layout.sheet}"
    local = layout.placed(1, -layout.box.x, -layout.box.y)
    local = local.placed(1 / layout.scale, 0, 0)
    if form not in drawn:
        drawn.add(form)
        with canvas.form(form, local.box):
            draw_sheet(canvas, local, words, theme, paper_scale=layout.scale)
    canvas.put(form, layout.scale, layout.box.x, layout.box.y)
    with canvas.at(layout.scale, layout.box.x, layout.box.y):
        _draw_markers(canvas, local)
        _draw_identity(canvas, local, words.sheet, theme, run)
        if player:
            _draw_player(canvas, local.panel("name"), player, theme)


def _draw_markers(canvas: Canvas, layout: Layout) -> None:
    for fiducial in layout.fiducials:
        with canvas.at(
            fiducial.box.width / MARKER_MODULES, fiducial.box.x, fiducial.box.y
        ):
            canvas.rectangles(marker_cells(fiducial.id), fill=BLACK)


def _draw_identity(
    canvas: Canvas, layout: Layout, sheet: Sheet, theme: Theme, run: str
) -> None:
    """The identity code, and the same in letters."""
    identity = Identity(
        sheet=sheet.id, revision=sheet.revision, copy=layout.copy, run=run
    ).format()
    modules, cells = identity_cells(identity)
    box = layout.panel("code")
    with canvas.at(box.width / modules, box.x, box.y):
        canvas.rectangles(cells, fill=BLACK)
    text = layout.panel("code_text")
    canvas.text(
        identity,
        Point(text.x, text.bottom - _CODE_TEXT_DROP * text.height),
        font=BOLD,
        size=fitting_size(identity, BOLD, _CODE_TEXT_SIZE, text.width),
        ink=theme.ink,
    )


def _draw_player(canvas: Canvas, box: Box, player: str, theme: Theme) -> None:
    """A name where the player would write it."""
    words = printable(player, REGULAR)
    room = box.shrunk(_NAME_MARGIN)
    canvas.text(
        words,
        Point(room.x + _NAME_LABEL, box.bottom - _NAME_DROP * box.height),
        font=REGULAR,
        size=fitting_size(words, REGULAR, _NAME_SIZE, room.width - _NAME_LABEL),
        ink=theme.ink,
    )


def _draw_cut_line(canvas: Canvas, pages: Pages, theme: Theme) -> None:
    """Where the sheet is cut in two."""
    x = pages.width / 2
    canvas.lines(
        ((Point(x, 0), Point(x, pages.height)),),
        ink=theme.faint,
        width=_CUT_WIDTH,
        dash=_CUT_DASH,
    )
