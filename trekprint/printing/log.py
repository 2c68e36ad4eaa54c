"""The Expedition log: a page on which a group keeps scores, stars and cards by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.printing.canvas import Canvas
from trekprint.printing.fonts import (
    BOLD,
    HEAVY,
    REGULAR,
    fitting_size,
    printable,
    register,
)
from trekprint.printing.labels import balanced
from trekprint.printing.symbols import draw_star, draw_summit
from trekprint.printing.theme import WHITE, theme_named
from trekprint.printing.words import card_words
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.model import local

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trekprint.printing.theme import Theme
    from trekprint.sheet.model import Sheet
    from trekprint.sheet.paper import Paper

_MARGIN = 11.0
_ROWS = 6
_ROW = 12.0
_HEAD = 17.0
_PLAYER = 42.0
_STARS = 18.0
_POINTS = 25.0
_SCORE = 15.0
_KEPT = 12.0
_LINE = 0.25
_SMALL = 2.6
_TEXT = 3.4
_CHALLENGES = 6
_RECORDS = 4
MOST_PLAYERS = 12
"""More rows would be too low to write in."""
_APART = 2.0


def render_log(
    paper: Paper,
    sheets: Sequence[Sheet],
    *,
    lang: str = "en",
    theme: str = "plain",
    players: Sequence[str] = (),
    compress: bool = True,
) -> bytes:
    """The PDF of a log for the Ascents of `sheets`, on `paper` turned sideways.

    Args:
        paper: what to print on.
        sheets: the Expedition's sheets, in their order; three of them.
        lang: language of the words.
        theme: name of a theme.
        players: names for the first rows; the others stay empty.
        compress: False leaves the drawing operators readable.

    Raises:
        InputError: there is no such theme.
    """
    look, words = theme_named(theme), card_words(lang)
    register()
    canvas = Canvas(paper.height, paper.width, title=words["log"], compress=compress)
    with canvas.at(1.0, 0.0, 0.0):
        page = Box(0, 0, paper.height, paper.width).shrunk(_MARGIN)
        writer = _Writer(canvas, look, words, lang)
        y = writer.heading(page)
        y = writer.table(Box(page.x, y, page.width, 1), sheets, players)
        y = writer.challenges(Box(page.x, y + 5, page.width, 27))
        writer.hall(Box(page.x, y + 5, page.width, page.bottom - y - 9), sheets)
        writer.note(page)
    return canvas.finish()


class _Writer:
    """Draws the parts of the page; each tells how far down it reaches."""

    def __init__(
        self, canvas: Canvas, theme: Theme, words: Mapping[str, str], lang: str
    ) -> None:
        self._canvas, self._theme = canvas, theme
        self._words, self._lang = words, lang

    def heading(self, page: Box) -> float:
        draw_summit(self._canvas, Box(page.x, page.y, 13, 10), self._theme.ink)
        self._text(self._words["log"], Point(page.x + 16, page.y + 8.5), HEAVY, 9)
        x = page.x + page.width * 0.45
        for key, width in (("expedition", 0.33), ("date", 0.2)):
            right = x + page.width * width
            self._text(self._words[key], Point(x, page.y + 3), REGULAR, _SMALL)
            self._rule(Point(x, page.y + 10), Point(right, page.y + 10))
            x = right + page.width * 0.02
        return page.y + 15

    def table(
        self, place: Box, sheets: Sequence[Sheet], players: Sequence[str]
    ) -> float:
        """Rows of players; scores, stars to colour and kept cards of each Ascent."""
        rows = max(_ROWS, len(players))
        high = _ROW * _ROWS / rows
        block = (place.width - _PLAYER - _STARS - _POINTS) / len(sheets)
        bottom = place.y + _HEAD + rows * high
        area = Box(place.x, place.y, place.width, bottom - place.y)
        self._canvas.box(area, fill=WHITE, ink=self._theme.box, width=0.5, radius=1.5)
        self._heads(place, sheets, block)
        for row in range(rows):
            y = place.y + _HEAD + row * high
            self._rule(Point(place.x, y), Point(place.right, y))
            if row < len(players):
                name = printable(players[row], BOLD)
                size = fitting_size(name, BOLD, 4.6, _PLAYER - 4)
                self._text(name, Point(place.x + 2, y + high * 0.65), BOLD, size)
            for number, sheet in enumerate(sheets):
                x = place.x + _PLAYER + number * block
                self._stars(sheet, Box(x + _SCORE, y, block - _SCORE - _KEPT, high))
        return bottom

    def _heads(self, place: Box, sheets: Sequence[Sheet], block: float) -> None:
        bottom = place.y + _HEAD + _ROW * _ROWS
        self._text(
            self._words["player"],
            Point(place.x + 2, place.y + _HEAD - 2.5),
            BOLD,
            _TEXT,
        )
        for number, sheet in enumerate(sheets):
            x = place.x + _PLAYER + number * block
            self._upright(x, place.y, bottom, 0.5)
            title = printable(local(sheet.title, self._lang), HEAVY)
            heading = f"{number + 1} {title}"
            size = fitting_size(heading, HEAVY, 5.6, block * 0.6)
            self._text(heading, Point(x + 2, place.y + 7), HEAVY, size)
            summit = f"{self._words['summit_star']} {sheet.summit}"
            at = Point(x + block - 2, place.y + 7)
            self._text(summit, at, BOLD, _TEXT, "right")
            self._upright(x + _SCORE, place.y + 9.5, bottom, _LINE)
            self._upright(x + block - _KEPT, place.y + 9.5, bottom, _LINE)
            stars = " · ".join(
                self._words[f"{kind}_star"] for kind in ("summit", "race", "record")
            )
            for left, width, text in (
                (x, _SCORE, self._words["score"]),
                (x + _SCORE, block - _SCORE - _KEPT, stars),
                (x + block - _KEPT, _KEPT, self._words["cards_kept"]),
            ):
                self._caption(text, Box(left, place.y + 9.5, width, _HEAD - 9.5))
        for x, width, key in (
            (place.right - _STARS - _POINTS, _STARS, "all_stars"),
            (place.right - _POINTS, _POINTS, "all_points"),
        ):
            self._upright(x, place.y, bottom, 0.5)
            self._caption(self._words[key], Box(x, place.y, width, _HEAD))

    def _stars(self, sheet: Sheet, area: Box) -> None:
        """Stars to colour: for the Summit, the race and the record, set apart."""
        counts = (sheet.stars.summit, sheet.stars.race, sheet.stars.record)
        apart = 1.6
        room = area.width - 2 - apart * 2
        step = min(5.0, room / max(1, sum(counts)), area.height * 0.6)
        x = area.centre.x - (step * sum(counts) + apart * 2) / 2
        for count in counts:
            for _ in range(count):
                centre = Point(x + step / 2, area.centre.y)
                draw_star(self._canvas, centre, step * 0.46, self._theme.soft)
                x += step
            x += apart

    def challenges(self, place: Box) -> float:
        width = (place.width - _APART * (_CHALLENGES - 1)) / _CHALLENGES
        for index in range(_CHALLENGES):
            x = place.x + index * (width + _APART)
            box = Box(x, place.y, width, place.height)
            self._canvas.box(
                box, fill=WHITE, ink=self._theme.box, width=_LINE, radius=1.5
            )
            number = index + 1
            heading = f"{self._words['challenge']} {number}"
            size = fitting_size(heading, HEAVY, 4, box.width - 4)
            self._text(heading, Point(box.x + 2, box.y + 5), HEAVY, size)
            text = self._words[f"challenge_{number}"]
            y = box.y + 6
            for line in balanced(text, REGULAR, _SMALL + 0.2, box.width - 4):
                y += (_SMALL + 0.2) * 1.2
                self._text(line, Point(box.x + 2, y), REGULAR, _SMALL + 0.2)
            self._text(
                self._words["opened_by"],
                Point(box.x + 2, box.bottom - 7),
                REGULAR,
                _SMALL - 0.2,
            )
            foot = box.bottom - 1.8
            self._rule(Point(box.x + 2, foot), Point(box.right - 2, foot))
        return place.bottom

    def hall(self, place: Box, sheets: Sequence[Sheet]) -> None:
        """Lines for the records of each sheet."""
        self._text(self._words["hall"], Point(place.x, place.y + 4.5), HEAVY, 5.6)
        apart = 3 * _APART
        width = (place.width - apart * (len(sheets) - 1)) / len(sheets)
        top = place.y + 7
        step = (place.bottom - top - 4) / _RECORDS
        for number, sheet in enumerate(sheets):
            x = place.x + number * (width + apart)
            right = x + width
            title = printable(local(sheet.title, self._lang), BOLD)
            self._text(title, Point(x, top + 3.4), BOLD, _TEXT + 0.4)
            for share, key in ((0.4, "date"), (0.62, "name"), (1.0, "score")):
                align = "right" if share == 1.0 else "left"
                at = Point(x + (right - x) * share, top + 3.4)
                self._text(self._words[key], at, REGULAR, _SMALL, align)
            for line in range(_RECORDS):
                y = top + 4 + (line + 1) * step
                self._rule(Point(x, y), Point(right, y))

    def note(self, page: Box) -> None:
        at = Point(page.right, page.bottom + 3)
        self._text(self._words["unofficial"], at, REGULAR, 2.2, "right")

    # --- small parts

    def _text(
        self, text: str, at: Point, font: str, size: float, align: str = "left"
    ) -> None:
        self._canvas.text(
            text, at, font=font, size=size, ink=self._theme.ink, align=align
        )

    def _caption(self, text: str, box: Box) -> None:
        """Small words in the middle of a box, in as many lines as they need."""
        size = _SMALL
        lines = balanced(text, REGULAR, size, box.width - 1.5)
        size = min(fitting_size(line, REGULAR, size, box.width - 1.5) for line in lines)
        y = box.bottom - 2.5 - (len(lines) - 1) * size * 1.15
        for line in lines:
            self._text(line, Point(box.centre.x, y), REGULAR, size, "centre")
            y += size * 1.15

    def _rule(self, start: Point, end: Point) -> None:
        self._canvas.lines(((start, end),), ink=self._theme.box, width=_LINE)

    def _upright(self, x: float, top: float, bottom: float, width: float) -> None:
        ends = (Point(x, top), Point(x, bottom))
        self._canvas.lines((ends,), ink=self._theme.box, width=width)
