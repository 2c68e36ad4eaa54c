"""Hypothesis strategies for core values, and small sheets made by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.rules.builders import scoring
from trekprint.sheet.model import (
    Circle,
    CircleId,
    Link,
    Option,
    OptionRow,
    Sheet,
    Stars,
    Terrain,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_SIX_WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

SCORING = scoring()
"""What the base sheets score."""


def make_sheet(
    circles: Iterable[Circle], links: Iterable[tuple[int, int]], boxes: int = 4
) -> Sheet:
    """A sheet of `circles` and `links`, the rest as on the base sheets."""
    return Sheet(
        id="test-sheet",
        revision=1,
        title={"en": "Test sheet"},
        circles=tuple(circles),
        links=tuple(sorted(Link.of(a, b) for a, b in links)),
        options=tuple(OptionRow(option=option, boxes=boxes) for option in Option),
        scoring=SCORING,
        summit=50,
        stars=Stars(summit=1, race=1, record=1),
    )


def circle(number: int, x: float, y: float, *, dangerous: bool = False) -> Circle:
    """A circle, in a short form for tests."""
    terrain = Terrain.DANGEROUS if dangerous else Terrain.NORMAL
    return Circle(id=CircleId(number), x=x, y=y, terrain=terrain)


def mirrored(sheet: Sheet) -> Sheet:
    """`sheet` seen in a mirror."""
    return replace(sheet, circles=tuple(replace(c, x=-c.x) for c in sheet.circles))


@st.composite
def sheets(draw: st.DrawFn, least: int = 2, most: int = 19) -> Sheet:
    """Sound sheets: circles grown on a triangular grid, turned, a little off places.

    Neighbours on the grid are linked; the others are 1.7 apart or more.
    """
    cells = [(0, 0)]
    size = draw(st.integers(least, most))
    while len(cells) < size:
        free = sorted(
            {(q + dq, r + dr) for q, r in cells for dq, dr in _SIX_WAYS} - {*cells}
        )
        cells.append(draw(st.sampled_from(free)))
    turn = draw(st.floats(0, math.tau))
    jitter = st.floats(-0.02, 0.02)
    circles = []
    for number, (q, r) in enumerate(cells, start=1):
        x, y = q + r / 2, r * math.sqrt(3) / 2
        circles.append(
            circle(
                number,
                x * math.cos(turn) - y * math.sin(turn) + draw(jitter),
                x * math.sin(turn) + y * math.cos(turn) + draw(jitter),
                dangerous=draw(st.booleans()),
            )
        )
    links = [
        (number, other + 1)
        for number, (q, r) in enumerate(cells, start=1)
        for other, cell in enumerate(cells)
        if cell in {(q + dq, r + dr) for dq, dr in _SIX_WAYS[:3]}
    ]
    return make_sheet(circles, links)
