"""Draws the strip of rounds on Max's form for Free Solo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.printing.fonts import BOLD, REGULAR, fitting_size
from trekprint.printing.labels import SMALL, draw_box, draw_caption
from trekprint.printing.symbols import draw_skull
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.solo_form import (
    CIRCLE,
    ORPHANS_BOX,
    RED,
    SKULLS_BOX,
    is_round_box,
    round_box,
)

if TYPE_CHECKING:
    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Theme
    from trekprint.printing.words import Words
    from trekprint.sheet.placed import Layout

_LABEL = 2.4
_LABEL_GAP = 0.9
_SYMBOL = 2.4


def draw_strip(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """The boxes of the rounds with their numbers, the counts, and Max's rule."""
    boxes = {named.name: named.box for named in layout.score_boxes}
    for name, box in boxes.items():
        if is_round_box(name) or name in (ORPHANS_BOX, SKULLS_BOX):
            draw_box(canvas, box, theme)
    for number in range(1, len(words.sheet.circles) + 1):
        die, circle = boxes[round_box(number, RED)], boxes[round_box(number, CIRCLE)]
        whole = Box(circle.x, die.y, circle.width, die.height)
        draw_caption(canvas, whole, str(number), theme)
        if die.x == boxes[round_box(1, RED)].x:
            _draw_labels(canvas, layout.panel("strip").x, die, circle, words, theme)
    _draw_counts(canvas, layout, words, theme)
    rule = layout.panel("max_rule")
    text = words["max_rule"]
    canvas.text(
        text,
        Point(rule.x, rule.bottom - 0.1),
        font=BOLD,
        size=fitting_size(text, BOLD, SMALL, rule.width),
        ink=theme.ink,
    )


def _draw_labels(
    canvas: Canvas, left: float, die: Box, circle: Box, words: Words, theme: Theme
) -> None:
    """What goes into the two rows of a bank, before its first round."""
    width = die.x - left - _LABEL_GAP
    middle, lower = die.centre.y, circle.centre.y
    for text, font, y, size in (
        (words["round"], REGULAR, die.y - 0.6, SMALL),
        (words["round_dice"], BOLD, middle - 0.2, _LABEL),
        (words["round_order"], REGULAR, middle + 2.0, SMALL),
        (words["round_circle"], BOLD, lower + 0.8, _LABEL),
    ):
        canvas.text(
            text,
            Point(left, y),
            font=font,
            size=fitting_size(text, font, size, width),
            ink=theme.ink if font == BOLD else theme.soft,
        )


def _draw_counts(canvas: Canvas, layout: Layout, words: Words, theme: Theme) -> None:
    """What Max's orphans win and his skulls cost, over the boxes to count them."""
    room = layout.panel("max_counts")
    for name, item in ((ORPHANS_BOX, "orphans"), (SKULLS_BOX, "skulls")):
        scored, box = words.sheet.item(item), layout.score_box(name)
        points = scored.amounts.get("points") if scored else None
        if isinstance(points, int):
            draw_caption(canvas, box, f"× {points:+d}".replace("-", "−"), theme)
        top = Box(box.x, room.y, box.width, room.height)
        if item == "skulls":
            middle = Point(top.centre.x, box.y - 4.0)
            draw_skull(canvas, middle, _SYMBOL, theme.ink)
            continue
        text = words[item]
        canvas.text(
            text,
            Point(top.centre.x, box.y - 3.3),
            font=REGULAR,
            size=fitting_size(text, REGULAR, SMALL, top.width),
            ink=theme.ink,
            align="centre",
        )
