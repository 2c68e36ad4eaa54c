"""The faces of all cards: Assist cards, Lead Climber, Challenges, turn-order aid."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.printing.card_art import PICTURES, Pens, draw_contours
from trekprint.printing.fonts import BOLD, HEAVY, REGULAR, fitting_size, text_width
from trekprint.printing.labels import balanced
from trekprint.printing.symbols import draw_summit
from trekprint.printing.theme import WHITE
from trekprint.sheet.geometry import Box, Point

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Theme

WIDTH, HEIGHT = 63.0, 88.0
"""A card, mm: the size of playing cards, for which there are sleeves."""

FACE = Box(0, 0, WIDTH, HEIGHT)
_FRAME = FACE.shrunk(3.0)
_TEXT = 4.3
_LEADING = 1.22
_SMALL = 3.1
_LEAST = 2.4
"""Type is not set smaller; a wording that would need it is too long for its card."""

ZONES: Mapping[int, tuple[int, str]] = {
    1: (5, ""),
    2: (3, "7"),
    4: (7, ""),
    5: (2, "11"),
}
LINES: Mapping[int, int] = {3: 9, 6: 13}
"""What the Challenges ask for, by number: a zone's size and number, a line's size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card: what it is (`assist`, `lead`, `challenge`, `turns`) and which one."""

    group: str
    kind: str = ""


def deck() -> tuple[Card, ...]:
    """All 27 cards: 16 Assist cards, the Lead Climber, six Challenges, four aids."""
    return (
        *(Card(group="assist", kind=kind) for kind in PICTURES for _ in range(4)),
        Card(group="lead"),
        *(Card(group="challenge", kind=str(number)) for number in range(1, 7)),
        *(Card(group="turns") for _ in range(4)),
    )


def draw_front(
    canvas: Canvas, card: Card, words: Mapping[str, str], theme: Theme
) -> None:
    """The front of `card`, its top-left corner at the origin."""
    _FRONTS[card.group](canvas, card, words, theme)


def draw_back(
    canvas: Canvas, card: Card, words: Mapping[str, str], theme: Theme
) -> None:
    """The back of `card`: nothing of it is nearer than 5 mm to the edge.

    Only the lines of the map run over it, so that a shifted cut shows nowhere.
    """
    bleed = FACE.shrunk(-1.5)
    canvas.box(bleed, fill=theme.tones.get("sky_1", WHITE))
    draw_contours(canvas, bleed, theme.tones.get("far_shade", theme.faint))
    plate = Box(9, HEIGHT / 2 - 15, WIDTH - 18, 30)
    canvas.box(plate, fill=WHITE, ink=theme.ink, width=0.5, radius=3)
    title = words[card.group]
    number = card.kind if card.group == "challenge" else ""
    summit = Box(WIDTH / 2 - 6.5, plate.y + 3.5, 13, 10)
    if number:
        _centred(canvas, number, plate.y + 14, HEAVY, 12, theme)
    else:
        draw_summit(canvas, summit, theme.ink)
    size = fitting_size(title, HEAVY, 5.6, plate.width - 5)
    _centred(canvas, title, plate.y + 23.5, HEAVY, size, theme)


def _assist(canvas: Canvas, card: Card, words: Mapping[str, str], theme: Theme) -> None:
    tint = theme.tones.get(f"card_{card.kind}", WHITE)
    _draw_frame(canvas, theme)
    pens = Pens(ink=theme.ink, tint=tint, shade=theme.tones.get("card_shade", WHITE))
    PICTURES[card.kind](canvas, Point(WIDTH / 2, 27.5), 36, pens)
    title = words[card.kind]
    size = fitting_size(title, HEAVY, 8, _FRAME.width - 6)
    _centred(canvas, title, 55.5, HEAVY, size, theme)
    _paragraph(canvas, words[f"{card.kind}_text"], Box(8, 58.5, WIDTH - 16, 16), theme)
    line = (Point(10, 77), Point(WIDTH - 10, 77))
    canvas.lines((line,), ink=theme.faint, width=0.2)
    hand_in = words["hand_in"]
    size = fitting_size(hand_in, REGULAR, _SMALL, _FRAME.width - 5)
    _centred(canvas, hand_in, 81.5, REGULAR, size, theme)


def _lead(canvas: Canvas, card: Card, words: Mapping[str, str], theme: Theme) -> None:
    del card
    _draw_frame(canvas, theme)
    draw_summit(canvas, Box(WIDTH / 2 - 17, 9, 34, 26), theme.ink)
    title = words["lead"]
    size = fitting_size(title, HEAVY, 7.5, _FRAME.width - 6)
    _centred(canvas, title, 45, HEAVY, size, theme)
    _paragraph(canvas, words["lead_text"], Box(6, 48, WIDTH - 12, 34), theme)


def _challenge(
    canvas: Canvas, card: Card, words: Mapping[str, str], theme: Theme
) -> None:
    """The front of an envelope: its number, the condition, who opened it."""
    _draw_frame(canvas, theme)
    heading = f"{words['challenge']} {card.kind}"
    size = fitting_size(heading, HEAVY, 6.5, _FRAME.width - 6)
    _centred(canvas, heading, 13, HEAVY, size, theme)
    number = int(card.kind)
    area = Box(7, 17, WIDTH - 14, 30)
    if number in ZONES:
        _draw_zone(canvas, area, *ZONES[number], theme)
    else:
        _draw_line(canvas, area, LINES[number], theme)
    _paragraph(
        canvas, words[f"challenge_{card.kind}"], Box(6, 50, WIDTH - 12, 16), theme, BOLD
    )
    canvas.text(
        words["opened_by"], Point(7, 73), font=REGULAR, size=_SMALL, ink=theme.ink
    )
    line = (Point(7, 81.5), Point(WIDTH - 7, 81.5))
    canvas.lines((line,), ink=theme.box, width=0.25)


def _turns(canvas: Canvas, card: Card, words: Mapping[str, str], theme: Theme) -> None:
    """What is done in each round, and after the Ascent."""
    del card
    _draw_frame(canvas, theme)
    parts = (
        ("turns", [words[f"turn_{number}"] for number in range(1, 5)]),
        ("afterwards", [words[f"after_{number}"] for number in range(1, 4)]),
    )
    size = _largest(
        lambda size: _turns_height(words, parts, size) <= _FRAME.height - 5,
        _TEXT,
    )
    y = _FRAME.y + 2.0
    for heading, steps in parts:
        y += size * 1.5
        canvas.text(
            words[heading], Point(7, y), font=HEAVY, size=size * 1.25, ink=theme.ink
        )
        for number, step in enumerate(steps, 1):
            lines = _lines(step, REGULAR, size, WIDTH - 18)
            y += size * 0.4
            for index, line in enumerate(lines):
                y += size * _LEADING
                if index == 0:
                    canvas.text(
                        str(number), Point(7, y), font=BOLD, size=size, ink=theme.soft
                    )
                canvas.text(line, Point(11, y), font=REGULAR, size=size, ink=theme.ink)
        y += size * 0.7


def _turns_height(
    words: Mapping[str, str], parts: Sequence[tuple[str, list[str]]], size: float
) -> float:
    del words
    high = 0.0
    for _, steps in parts:
        high += size * 2.2
        for step in steps:
            lines = _lines(step, REGULAR, size, WIDTH - 18)
            high += size * (0.4 + _LEADING * len(lines))
    return high


_FRONTS: Mapping[str, Callable[[Canvas, Card, Mapping[str, str], Theme], None]] = {
    "assist": _assist,
    "lead": _lead,
    "challenge": _challenge,
    "turns": _turns,
}
GROUPS = tuple(_FRONTS)


# --- parts


def _draw_frame(canvas: Canvas, theme: Theme) -> None:
    canvas.box(_FRAME, fill=WHITE, ink=theme.ink, width=0.45, radius=3)
    canvas.box(_FRAME.shrunk(0.9), ink=theme.faint, width=0.18, radius=2.3)


def _centred(
    canvas: Canvas, text: str, y: float, font: str, size: float, theme: Theme
) -> None:
    canvas.text(
        text, Point(WIDTH / 2, y), font=font, size=size, ink=theme.ink, align="centre"
    )


def _paragraph(
    canvas: Canvas, text: str, box: Box, theme: Theme, font: str = REGULAR
) -> None:
    """Centred lines that fill `box` from its middle, as large as they fit."""
    size = _largest(lambda size: _fits(text, font, size, box), _TEXT)
    lines = balanced(text, font, size, box.width)
    y = box.centre.y - len(lines) * size * _LEADING / 2
    for line in lines:
        y += size * _LEADING
        _centred(canvas, line, y - size * 0.25, font, size, theme)


def _fits(text: str, font: str, size: float, box: Box) -> bool:
    lines = _lines(text, font, size, box.width)
    wide = max(text_width(line, font, size) for line in lines)
    return len(lines) * size * _LEADING <= box.height and wide <= box.width


def _lines(text: str, font: str, size: float, width: float) -> list[str]:
    return balanced(text, font, size, width)


def _largest(fits: Callable[[float], bool], size: float) -> float:
    """The largest size of type, from `size` down, that fits."""
    while size > _LEAST and not fits(size):
        size -= 0.1
    return size


def _draw_zone(
    canvas: Canvas, area: Box, count: int, number: str, theme: Theme
) -> None:
    """`count` circles that touch, their rims patterned, with `number` in each."""
    radius = 4.6 if count > 3 else 6.0
    step = radius * 2.35
    places = _cluster(area.centre, count, step)
    for one in places:
        for other in places:
            if (
                one is not other
                and math.dist((one.x, one.y), (other.x, other.y)) < step * 1.05
            ):
                canvas.lines(((one, other),), ink=theme.faint, width=radius * 0.35)
    for place in places:
        canvas.circle(place, radius, fill=WHITE, ink=theme.ink, width=0.3)
        for turn in range(20):
            angle = 2 * math.pi * turn / 20
            ends = [
                Point(
                    place.x + radius * part * math.cos(angle),
                    place.y + radius * part * math.sin(angle),
                )
                for part in (0.78, 1.0)
            ]
            canvas.lines((ends,), ink=theme.ink, width=0.3)
        if number:
            size = radius * 0.95
            canvas.text(
                number,
                Point(place.x, place.y + size * 0.36),
                font=BOLD,
                size=size,
                ink=theme.ink,
                align="centre",
            )


def _cluster(centre: Point, count: int, step: float) -> list[Point]:
    """`count` places of a honeycomb, in one or two rows around `centre`."""
    upper = count // 2 if count > 3 else count
    rows = [upper, count - upper] if count > 3 else [count]
    high = step * math.sqrt(3) / 2
    top = centre.y - high * (len(rows) - 1) / 2
    return [
        Point(centre.x + step * (index - (row - 1) / 2), top + high * level)
        for level, row in enumerate(rows)
        for index in range(row)
    ]


def _draw_line(canvas: Canvas, area: Box, count: int, theme: Theme) -> None:
    """`count` linked circles, in a line that winds through `area`."""
    columns = 5
    step = area.width / columns
    rows = math.ceil(count / columns)
    radius = min(step, area.height / rows) * 0.34
    places = []
    for index in range(count):
        row, column = divmod(index, columns)
        if row % 2:
            column = columns - 1 - column
        places.append(
            Point(
                area.x + step * (column + 0.5),
                area.centre.y + (row - (rows - 1) / 2) * area.height / rows,
            )
        )
    canvas.lines((places,), ink=theme.ink, width=radius * 0.42)
    for place in places:
        canvas.circle(place, radius, fill=WHITE, ink=theme.ink, width=0.35)
