"""Boxes to write in, and the labels beside and above them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.printing.fonts import BOLD, REGULAR, fitting_size, text_width
from trekprint.printing.theme import WHITE
from trekprint.sheet.geometry import Box, Point

if TYPE_CHECKING:
    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Theme


HEADING = 3.0
"""Size of headings, mm."""

SMALL = 2.0
"""Size of small words, mm."""

CAPITALS = 0.69
"""Height of capitals in units of the type size."""

BOX_LINE = 0.22
"""Width of the lines of boxes, mm."""

BOX_RADIUS = 0.8
"""Radius of the corners of boxes, mm."""

HEADING_GAP = 1.0
"""From a heading's base line to what it stands over, mm."""

_BALANCE_STEP = 0.5
_CAPTION_GAP = 0.6


def draw_box(
    canvas: Canvas, box: Box, theme: Theme, *, width: float = BOX_LINE
) -> None:
    """An empty white box, its line `width` wide."""
    canvas.box(box, fill=WHITE, ink=theme.box, width=width, radius=BOX_RADIUS)


def draw_caption(canvas: Canvas, box: Box, label: str, theme: Theme) -> None:
    """A small label over the middle of a box."""
    canvas.text(
        label,
        Point(box.centre.x, box.y - _CAPTION_GAP),
        font=REGULAR,
        size=fitting_size(label, REGULAR, SMALL, box.width),
        ink=theme.soft,
        align="centre",
    )


def draw_heading(
    canvas: Canvas, at: Point, width: float, heading: str, theme: Theme
) -> None:
    """A heading of at most `width`; `at` is the start of its base line."""
    canvas.text(
        heading,
        at,
        font=BOLD,
        size=fitting_size(heading, BOLD, HEADING, width),
        ink=theme.ink,
    )


def draw_small(canvas: Canvas, at: Point, text: str, box: Box, theme: Theme) -> None:
    """Small words no wider than `box`; `at` is the start of their base line."""
    canvas.text(
        text,
        at,
        font=REGULAR,
        size=fitting_size(text, REGULAR, SMALL, box.width),
        ink=theme.soft,
    )


def balanced(text: str, font: str, size: float, width: float) -> list[str]:
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
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
