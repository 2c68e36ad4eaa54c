"""The mountain behind the circles, drawn from the definition alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Theme
    from trekprint.sheet.layout import Layout
    from trekprint.sheet.model import Sheet


def draw_art(canvas: Canvas, layout: Layout, sheet: Sheet, theme: Theme) -> None:
    """Draw."""
