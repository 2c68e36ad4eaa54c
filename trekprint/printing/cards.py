"""Cards on pages: fronts, and backs that lie behind them when printed on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.printing.canvas import Canvas
from trekprint.printing.card_faces import (
    FACE,
    HEIGHT,
    WIDTH,
    Card,
    deck,
    draw_back,
    draw_front,
)
from trekprint.printing.fonts import REGULAR, fitting_size, register
from trekprint.printing.theme import theme_named
from trekprint.printing.words import card_words
from trekprint.sheet.geometry import Box, Point

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from trekprint.printing.theme import Theme
    from trekprint.sheet.paper import Paper

COLUMNS, ROWS = 3, 3
ON_PAGE = COLUMNS * ROWS
_MARK = 4.0
_MARK_GAP = 1.5
_MARK_LINE = 0.15
_NOTE = 2.4


def render_cards(
    paper: Paper,
    *,
    lang: str = "en",
    theme: str = "plain",
    groups: Collection[str] = (),
    backs: bool = True,
    compress: bool = True,
) -> tuple[bytes, int]:
    """The PDF of the cards, and how many they are.

    Each page of fronts is followed by that of their backs, mirrored so that they meet
    when the sheet is turned on its long edge.

    Args:
        paper: what to print on; A4 and Letter hold nine cards.
        lang: language of the words.
        theme: name of a theme.
        groups: of `card_faces.GROUPS`; all, where none is named.
        backs: whether to print backs.
        compress: False leaves the drawing operators readable.

    Raises:
        InputError: there is no such theme.
    """
    look, words = theme_named(theme), card_words(lang)
    register()
    cards = [card for card in deck() if not groups or card.group in groups]
    canvas = Canvas(paper.width, paper.height, title=words["assist"], compress=compress)
    first = True
    for start in range(0, len(cards), ON_PAGE):
        page = cards[start : start + ON_PAGE]
        for mirrored in (False, True) if backs else (False,):
            if not first:
                canvas.end_page()
            first = False
            _draw_page(canvas, paper, page, words, look, mirrored=mirrored)
    return canvas.finish(), len(cards)


def slot(paper: Paper, index: int, *, mirrored: bool = False) -> Box:
    """Where card `index` of a page lies, mm; `mirrored` for its back."""
    row, column = divmod(index, COLUMNS)
    if mirrored:
        column = COLUMNS - 1 - column
    left = (paper.width - COLUMNS * WIDTH) / 2
    top = (paper.height - ROWS * HEIGHT) / 2
    return Box(left + column * WIDTH, top + row * HEIGHT, WIDTH, HEIGHT)


def _draw_page(
    canvas: Canvas,
    paper: Paper,
    cards: Sequence[Card],
    words: Mapping[str, str],
    theme: Theme,
    *,
    mirrored: bool,
) -> None:
    draw = draw_back if mirrored else draw_front
    for index, card in enumerate(cards):
        box = slot(paper, index, mirrored=mirrored)
        name = f"{'back' if mirrored else 'front'}-{card.group}-{card.kind}"
        if not canvas.has_form(name):
            with canvas.form(name, FACE.shrunk(-2.0)):
                draw(canvas, card, words, theme)
        canvas.put(name, 1.0, box.x, box.y)
    with canvas.at(1.0, 0.0, 0.0):
        if not mirrored:
            _draw_marks(canvas, paper, theme)
            _draw_note(canvas, paper, words["flip"], theme)


def _draw_marks(canvas: Canvas, paper: Paper, theme: Theme) -> None:
    """Short lines in the margins, along which the cards are cut."""
    first, last = slot(paper, 0), slot(paper, ON_PAGE - 1)
    strokes = []
    for column in range(COLUMNS + 1):
        x = first.x + column * WIDTH
        for edge, way in ((first.y, -1), (last.bottom, 1)):
            ends = (edge + way * _MARK_GAP, edge + way * (_MARK_GAP + _MARK))
            strokes.append([Point(x, y) for y in ends])
    for row in range(ROWS + 1):
        y = first.y + row * HEIGHT
        for edge, way in ((first.x, -1), (last.right, 1)):
            ends = (edge + way * _MARK_GAP, edge + way * (_MARK_GAP + _MARK))
            strokes.append([Point(x, y) for x in ends])
    canvas.lines(strokes, ink=theme.soft, width=_MARK_LINE)


def _draw_note(canvas: Canvas, paper: Paper, text: str, theme: Theme) -> None:
    last = slot(paper, ON_PAGE - 1)
    at = Point(paper.width / 2, last.bottom + _MARK_GAP + _NOTE)
    size = fitting_size(text, REGULAR, _NOTE, WIDTH - _MARK)
    canvas.text(text, at, font=REGULAR, size=size, ink=theme.soft, align="centre")
