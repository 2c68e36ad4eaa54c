"""Ticks and numbers: the counting argument against an assignment really looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.strategies import games
from trekprint.rules.dice import options_for
from trekprint.rules.ticks import ticks_impossible, uses_of
from trekprint.sheet.model import Option

if TYPE_CHECKING:
    from trekprint.rules.game import Game


def assigned(ways: list[frozenset[Option]], uses: dict[Option, int]) -> int:
    """How many circles can get a tick of their own, by augmenting paths."""
    ticks = [option for option, count in uses.items() for _ in range(count)]
    taken: dict[int, int] = {}

    def place(circle: int, seen: set[int]) -> bool:
        for tick, option in enumerate(ticks):
            if option in ways[circle] and tick not in seen:
                seen.add(tick)
                if tick not in taken or place(taken[tick], seen):
                    taken[tick] = circle
                    return True
        return False

    return sum(place(circle, set()) for circle in range(len(ways)))


@settings(deadline=None, max_examples=300)
@given(
    game=games(),
    counts=st.lists(st.integers(0, 3), min_size=len(Option), max_size=len(Option)),
)
def test_ticks_are_impossible_exactly_where_no_assignment_exists(
    game: Game, counts: list[int]
) -> None:
    ticked = dict(zip(Option, counts, strict=True))
    played = type(game)(
        sheet=game.sheet, entries=game.entries, ticks=ticked, tent_crosses=1
    )
    uses = uses_of(played)
    ways = [
        options_for(entry, game.sheet.circle_by_id[circle].limit)
        for circle, entry in game.entries.items()
    ]
    most = min(len(ways), sum(uses.values()))
    possible = assigned(ways, uses) == most
    assert bool(list(ticks_impossible(played))) != possible
