"""Small sheets for the rules' tests, written where they are used."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from trekprint.rules.game import SKULL, Entry, Game
from trekprint.sheet.model import (
    Amount,
    Circle,
    CircleId,
    Link,
    Option,
    OptionRow,
    ScoringItem,
    Sheet,
    Stars,
    Terrain,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

DATA = Path(__file__).parent.parent / "data"

BONUS: Mapping[str, Amount] = {
    "table": {3: 1, 4: 3, 5: 6, 6: 10, 7: 15, 8: 20, 9: 25},
    "beyond": 5,
}


def scoring(*, merge_lines: bool = True) -> tuple[ScoringItem, ...]:
    """The base sheets' scoring."""
    return (
        ScoringItem(name="fixed_lines", amounts={"merge_lines": merge_lines}),
        ScoringItem(name="mapped_zones"),
        ScoringItem(name="longest_line_bonus", amounts=BONUS),
        ScoringItem(name="largest_zone_bonus", amounts=BONUS),
        ScoringItem(name="assist_cards", amounts={"points": 3, "most": 3}),
        ScoringItem(name="orphans", amounts={"points": -3}),
        ScoringItem(name="skulls", amounts={"points": -3}),
    )


def sheet(
    links: Iterable[tuple[int, int]],
    *,
    circles: int = 0,
    dangerous: Iterable[int] = (),
    merge_lines: bool = True,
    name: str = "tiny",
) -> Sheet:
    """A sheet with circles 1 to the highest one linked (or `circles`, if more)."""
    pairs = list(links)
    count = max([circles, *(circle for pair in pairs for circle in pair)])
    risky = frozenset(dangerous)
    return Sheet(
        id=name,
        revision=1,
        title={"en": name.title()},
        circles=tuple(
            Circle(
                id=CircleId(number),
                x=float(number),
                y=0.0,
                terrain=Terrain.DANGEROUS if number in risky else Terrain.NORMAL,
            )
            for number in range(1, count + 1)
        ),
        links=tuple(sorted(Link.of(*pair) for pair in pairs)),
        options=tuple(OptionRow(option=option, boxes=4) for option in Option),
        scoring=scoring(merge_lines=merge_lines),
        summit=65,
        stars=Stars(summit=1, race=1, record=1),
    )


def row(count: int, *, merge_lines: bool = True) -> Sheet:
    """Circles 1 to `count` in a row, each touching the next."""
    return sheet(
        [(n, n + 1) for n in range(1, count)], circles=count, merge_lines=merge_lines
    )


@cache
def ascent(name: str, *, merge_lines: bool = True) -> Sheet:
    """One of the three base sheets, from the facts."""
    facts = json.loads((DATA / "ascents.json").read_text())["sheets"][name]
    return sheet(
        [tuple(pair) for pair in facts["touching"]],
        dangerous=[c["id"] for c in facts["circles"] if c["limit"] == 6],
        merge_lines=merge_lines,
        name=name,
    )


def game(
    on: Sheet,
    numbers: Iterable[int | str],
    *,
    links: Iterable[tuple[int, int]] | None = None,
    **settings: object,
) -> Game:
    """A game on `on`: numbers in circle order, `X` a skull, `-` empty."""
    entries = {
        circle.id: SKULL if value == "X" else Entry(int(value))
        for circle, value in zip(on.circles, numbers, strict=True)
        if value != "-"
    }
    return Game(
        sheet=on,
        entries=entries,
        links=None if links is None else frozenset(Link.of(*pair) for pair in links),
        **settings,  # type: ignore[arg-type]
    )
