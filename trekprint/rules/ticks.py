"""Whether the ticks of a sheet go with what was written: the audit's tick checks."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from trekprint.rules.dice import options_for
from trekprint.rules.findings import (
    Finding,
    circles_text,
    count_text,
    has_text,
    is_text,
    options_text,
)
from trekprint.sheet.model import Option

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trekprint.rules.game import Game
    from trekprint.sheet.model import CircleId


def uses_of(game: Game) -> dict[Option, int]:
    """How often each option was used, by the ticks; a Tent cross is one more sum.

    A cross may also have been counted among the ticks of the row already: then the row
    has more ticks than boxes, and the cross is one of them.
    """
    ticks = game.ticks or {}
    uses = {option: ticks.get(option, 0) for option in Option}
    over = max(0, uses[Option.SUM] - _boxes(game).get(Option.SUM, 0))
    uses[Option.SUM] += max(0, game.tent_crosses - over)
    return uses


def _boxes(game: Game) -> dict[Option, int]:
    return {row.option: row.boxes for row in game.sheet.options}


def rows_over_boxes(game: Game) -> Iterator[Finding]:
    """Rows with more ticks than boxes; Tent crosses beside the sum row allow more."""
    if game.ticks is None:
        return
    boxes = _boxes(game)
    for option in Option:
        ticks = game.ticks.get(option, 0)
        most = boxes.get(option, 0)
        crosses = game.tent_crosses if option is Option.SUM else 0
        if ticks > most + crosses:
            cure = (
                " unless Tent crosses stand beside the row"
                if option is Option.SUM
                else ""
            )
            yield Finding(
                code="row-over-boxes",
                message=f"{option.value} has {count_text(ticks, 'tick')}, but the row"
                f" has {count_text(most, 'box', 'boxes')}{cure}",
            )


def ticks_total(game: Game) -> Iterator[Finding]:
    """Whether there are as many ticks as filled circles."""
    if game.ticks is None:
        return
    used, filled = sum(uses_of(game).values()), len(game.entries)
    if used == filled:
        return
    gap = abs(used - filled)
    what = "missing" if used < filled else "too many"
    yield Finding(
        code="ticks-total",
        message=f"{count_text(used, 'tick')} for {count_text(filled, 'filled circle')}:"
        f" {count_text(gap, 'tick')} {is_text(range(gap))} {what};"
        " every circle filled is one tick",
    )


def ticks_impossible(game: Game) -> Iterator[Finding]:
    """Whether every tick can have led to a circle of its own, or the other way round.

    By Hall's theorem the smaller side can be assigned if and only if no set of options
    asks for more than the other side has. There are 32 sets; the smallest that fails
    names the trouble.
    """
    if game.ticks is None:
        return
    uses = uses_of(game)
    ways = {
        circle.id: options_for(game.entries[circle.id], circle.limit)
        for circle in game.sheet.circles
        if circle.id in game.entries and not _is_over(game, circle.id)
    }
    if sum(uses.values()) < len(game.entries):
        yield from _ticks_unused(uses, ways, spare=len(game.entries) - len(ways))
    else:
        yield from _circles_unticked(game, uses, ways)


def _is_over(game: Game, circle: CircleId) -> bool:
    return game.number(circle) is not None and game.counts_as_skull(circle)


def _circles_unticked(
    game: Game,
    uses: Mapping[Option, int],
    ways: Mapping[CircleId, frozenset[Option]],
) -> Iterator[Finding]:
    for chosen in _option_sets():
        bound = tuple(c for c, options in ways.items() if options <= chosen)
        room = sum(uses[option] for option in chosen)
        if len(bound) > room:
            entries = ", ".join(str(game.entries[circle]) for circle in bound)
            yield Finding(
                code="ticks-impossible",
                message=f"{circles_text(bound)} ({entries}) can only come from"
                f" {options_text(chosen)}, which {has_text(chosen)}"
                f" {count_text(room, 'tick')} for {count_text(len(bound), 'circle')}",
                circles=bound,
            )
            return


def _ticks_unused(
    uses: Mapping[Option, int],
    ways: Mapping[CircleId, frozenset[Option]],
    *,
    spare: int,
) -> Iterator[Finding]:
    """As above with fewer ticks than circles; `spare` circles take any tick."""
    for chosen in _option_sets():
        fitting = tuple(c for c, options in ways.items() if options & chosen)
        used = sum(uses[option] for option in chosen)
        most = len(fitting) + spare
        if used > most:
            yield Finding(
                code="ticks-impossible",
                message=f"{options_text(chosen)} {has_text(chosen)}"
                f" {count_text(used, 'tick')}, but only"
                f" {count_text(most, 'circle')} can have come from there",
                circles=fitting,
            )
            return


def _option_sets() -> Iterator[frozenset[Option]]:
    """Every set of options, small ones first."""
    for size in range(1, len(Option) + 1):
        for chosen in combinations(Option, size):
            yield frozenset(chosen)
