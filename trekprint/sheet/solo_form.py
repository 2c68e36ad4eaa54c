"""Max's form for Free Solo: where the strip of rounds lies, and what things are called.

On his form the options table and the boxes for Assist cards give way to a strip with
three boxes a round: the two dice, and the circle that both climbers filled. Circles,
links and all other boxes lie as on every form, so that it is read like one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.sheet.geometry import Box
from trekprint.sheet.placed import NamedBox

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_PREFIX = "max-"
"""`max-kagkot` is Max's form of the sheet `kagkot`."""

SOLO_PREFIX = "solo-"
"""`solo-kagkot` stands for the two forms of a solo game, yours and Max's."""

ROUNDS_MOST = 19
"""Rounds that the strip has room for: as many as the base sheets have circles."""

RED, YELLOW, CIRCLE = "red", "yellow", "circle"
ROUND_PARTS = (RED, YELLOW, CIRCLE)

COPIES_APART = 31
"""The markers of Max's form are those of so many copies on: one page holds no marker
twice, and without its code his form is not taken for another copy of yours."""

ORPHANS_BOX, SKULLS_BOX = "max_orphans", "max_skulls"

FINAL = Box(101.0, 190.6, 23.0, 9.2)
"""Max's final score: at the foot, since the strip takes its usual place."""

MAX_TITLE = Box(24.5, 7.4, 42.0, 8.6)
"""A little narrower than usual: it is long, and would touch the Summit value."""

_PER_BANK = 10
_LEFT = 16.0
_STEP = 12.54
_WIDTH = 11.6
_BETWEEN = 0.2
_HEIGHT = 6.0
_BANKS = (158.4, 173.5)


def round_box(number: int, part: str) -> str:
    """The name of a strip's box: round (from 1), and one of `ROUND_PARTS`."""
    return f"round_{number}_{part}"


def is_round_box(name: str) -> bool:
    """Whether `name` is that of a box of the strip."""
    return name.startswith("round_")


def strip_boxes(rounds: int) -> Iterator[NamedBox]:
    """The boxes of the strip, round by round, then those for orphans and skulls."""
    half = (_WIDTH - _BETWEEN) / 2
    for index in range(min(rounds, ROUNDS_MOST)):
        die, circle = _rows(index)
        yield NamedBox(
            name=round_box(index + 1, RED), box=Box(die.x, die.y, half, die.height)
        )
        yield NamedBox(
            name=round_box(index + 1, YELLOW),
            box=Box(die.right - half, die.y, half, die.height),
        )
        yield NamedBox(name=round_box(index + 1, CIRCLE), box=circle)
    _, last = _rows(ROUNDS_MOST)
    for name, x in ((ORPHANS_BOX, last.x), (SKULLS_BOX, last.right - half)):
        yield NamedBox(name=name, box=Box(x, last.y, half, last.height))


def strip_panels() -> Iterator[NamedBox]:
    """The whole `strip`, `max_counts` over its last boxes, `max_rule` for words."""
    yield NamedBox(name="strip", box=Box(7.0, 156.2, 134.4, 30.0))
    above, _ = _rows(ROUNDS_MOST)
    yield NamedBox(name="max_counts", box=above)
    yield NamedBox(name="max_rule", box=Box(45.2, 191.4, 54.0, 1.6))


def _rows(index: int) -> tuple[Box, Box]:
    """The places of a round's dice and of its circle, `index` from 0."""
    bank, column = divmod(index, _PER_BANK)
    x, y = _LEFT + column * _STEP, _BANKS[bank]
    return (
        Box(x, y, _WIDTH, _HEIGHT),
        Box(x, y + _HEIGHT + _BETWEEN, _WIDTH, _HEIGHT),
    )
