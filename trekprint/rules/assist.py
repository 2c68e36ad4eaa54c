"""What Assist cards did to a sheet (rules, section 2), and whether they were there.

A Tent is a cross beside the sum row, a Rope a link between two circles with one circle
between them; a Compass lets a circle be filled away from the others. Which cards were
used is known where the Ascent belongs to an Expedition; elsewhere crosses and Rope
links are taken as they stand, since only the players know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from trekprint.rules.expedition.cards import Card
from trekprint.rules.findings import (
    Finding,
    circles_text,
    count_text,
    is_text,
    list_text,
)
from trekprint.rules.groups import connected

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trekprint.rules.game import Game
    from trekprint.sheet.model import CircleId

Cards = Mapping[Card, int]
"""How many cards of each kind a player used in an Ascent; kinds left out were not."""


def cards_used(game: Game, cards: Cards | None) -> Iterator[Finding]:
    """Whether the sheet shows exactly what `cards` did; nothing where that is unknown.

    A Compass that was used need not show: the circle may be reached later.
    """
    if cards is None:
        return
    yield from _tents(game, cards.get(Card.TENT, 0))
    yield from _ropes(game, cards.get(Card.ROPE, 0))


def not_connected(game: Game, cards: Cards | None) -> Iterator[Finding]:
    """Filled circles away from the others; each group of them takes a Compass.

    The first circle is written anywhere. So where the filled circles fall into so many
    groups, one card fewer was needed at least, in whatever order they were written.
    """
    groups = _groups(game)
    used = 0 if cards is None else cards.get(Card.COMPASS, 0)
    needed = len(groups) - 1
    if needed <= used:
        return
    apart = tuple(sorted(circle for group in groups[1:] for circle in group))
    remedy = (
        "without a Compass card every circle is written beside a filled one"
        if cards is None
        else f"that takes {count_text(needed, 'Compass card')}, and {_used(used)}"
    )
    yield Finding(
        code="not-connected",
        message=f"the filled circles fall apart: {circles_text(apart)} cannot be"
        f" reached from circle {min(groups[0])}; {remedy}",
        circles=apart,
    )


def _groups(game: Game) -> list[set[CircleId]]:
    """The filled circles, in groups that hang together, lowest circle first."""
    filled = [c.id for c in game.sheet.circles if c.id in game.entries]
    near = {c: game.sheet.touching[c] & game.entries.keys() for c in filled}
    groups: list[set[CircleId]] = []
    for circle in filled:
        if not any(circle in group for group in groups):
            groups.append(connected(circle, near))
    return groups


def _tents(game: Game, used: int) -> Iterator[Finding]:
    crosses = game.tent_crosses
    if crosses > used:
        yield Finding(
            code="tent-without-card",
            message=f"{count_text(crosses, 'Tent cross', 'Tent crosses')}"
            f" {_stand(crosses)} beside the sum row, but {_used(used, 'Tent card')};"
            " record the card, or take the cross away",
        )
    elif crosses < used:
        yield Finding(
            code="card-not-seen",
            message=f"{_used(used, 'Tent card')}, but"
            f" {count_text(crosses, 'Tent cross', 'Tent crosses')} {_stand(crosses)}"
            " beside the sum row; add the cross, or take the card back",
        )


def _ropes(game: Game, used: int) -> Iterator[Finding]:
    ropes = sorted(game.ropes)
    drawn = count_text(len(ropes), "Rope link")
    if len(ropes) > used:
        names = list_text(f"{rope.a} to {rope.b}" for rope in ropes)
        yield Finding(
            code="rope-without-card",
            message=f"{drawn} {is_text(ropes)} drawn ({names}), but"
            f" {_used(used, 'Rope card')}; record the card, or take the link away",
            circles=tuple(sorted({c for rope in ropes for c in (rope.a, rope.b)})),
        )
    elif len(ropes) < used:
        yield Finding(
            code="card-not-seen",
            message=f"{_used(used, 'Rope card')}, but {drawn} {is_text(ropes)} drawn;"
            " add the link, or take the card back",
        )


def _stand(count: int) -> str:
    return "stands" if count == 1 else "stand"


def _used(count: int, card: str = "") -> str:
    """`no Rope card was used`, `2 Rope cards were used`; `1 was used`, unnamed."""
    if not card:
        return f"{count or 'none'} {'were' if count > 1 else 'was'} used"
    name = card if count < 2 else f"{card}s"
    return f"{count or 'no'} {name} {'were' if count > 1 else 'was'} used"
