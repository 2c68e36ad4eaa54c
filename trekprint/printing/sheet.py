"""Everything on a form that all copies share, in the order in which it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.printing.art import draw_art
from trekprint.printing.circles import draw_climb
from trekprint.printing.codes import MARKER_MODULES
from trekprint.printing.panels import draw_foot, draw_header, draw_hint
from trekprint.printing.solo_form import draw_strip
from trekprint.printing.tables import (
    draw_assist,
    draw_bonus_table,
    draw_final,
    draw_groups,
    draw_options,
)
from trekprint.printing.theme import WHITE

if TYPE_CHECKING:
    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Theme
    from trekprint.printing.words import Words
    from trekprint.sheet.placed import Layout

_QUIET_MODULES = 1


def draw_sheet(
    canvas: Canvas, layout: Layout, words: Words, theme: Theme, *, paper_scale: float
) -> None:
    """Draw the form that `layout` (in form mm) describes.

    `paper_scale` is how much the form is enlarged when it comes on the paper.
    """
    draw_art(canvas, layout, words.sheet, theme)
    _clear_quiet_zones(canvas, layout)
    draw_climb(canvas, layout, theme)
    draw_header(canvas, layout, words, theme)
    draw_hint(canvas, layout, words, theme)
    draw_groups(canvas, layout, words, theme)
    if layout.has_panel("strip"):
        draw_strip(canvas, layout, words, theme)
    else:
        draw_options(canvas, layout, words, theme)
        draw_bonus_table(canvas, layout, words, theme)
        draw_assist(canvas, layout, words, theme)
    draw_final(canvas, layout, words, theme)
    draw_foot(canvas, layout, words, theme, paper_scale=paper_scale)


def _clear_quiet_zones(canvas: Canvas, layout: Layout) -> None:
    """White round the markers, one module wide, whatever the picture shows there."""
    for fiducial in layout.fiducials:
        box = fiducial.box
        quiet = _QUIET_MODULES * box.width / MARKER_MODULES
        canvas.box(box.shrunk(-quiet), fill=WHITE)
