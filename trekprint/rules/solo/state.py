"""How a solo game stands: both mountains, and what is to be decided next."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from trekprint.rules.game import Game
from trekprint.rules.groups import find_zones, numbers_of
from trekprint.rules.items import merges_lines
from trekprint.rules.scoring import Score, score
from trekprint.rules.solo.max_climber import sheet_of_max
from trekprint.rules.solo.steps import Climber
from trekprint.rules.writing import joins
from trekprint.sheet.model import Link, Option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.rules.expedition.cards import Card
    from trekprint.rules.game import Entry
    from trekprint.rules.solo.setup import SoloSetup
    from trekprint.rules.solo.steps import Round, TakeCard
    from trekprint.sheet.model import CircleId, Sheet

Choice = tuple[Link, ...]
"""Links of which exactly one is to be drawn."""

EARNING: Mapping[Climber, tuple[int, ...]] = {
    Climber.YOU: (0, 1, 2),
    Climber.MAX: (1, 2),
}
"""The numbers whose new zones earn a card (rules 2 and 3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A round with what followed from it; `his_links` grow by the lines you choose."""

    round: Round
    yours: Entry
    his: Entry
    your_links: tuple[Link, ...]
    his_links: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class SoloState:
    """A solo game after some steps; made by `replay` only.

    `choices` are the lines of Max that you still have to choose, `takers` those who
    earned a card that is not taken yet; the next round begins when there are none.
    """

    setup: SoloSetup
    you: Game
    max: Game
    played: tuple[Played, ...] = ()
    choices: tuple[Choice, ...] = ()
    takers: tuple[Climber, ...] = ()
    taken: tuple[tuple[int, TakeCard], ...] = ()
    """Cards taken, each with the number of the round (from 1) after which it was."""
    steps: int = 0

    @property
    def sheet(self) -> Sheet:
        """The sheet as you climb it."""
        return self.you.sheet

    def game(self, climber: Climber) -> Game:
        """The mountain of `climber`."""
        return self.you if climber is Climber.YOU else self.max

    @cached_property
    def scores(self) -> Mapping[Climber, Score]:
        """Both scores as the mountains stand, cards to be handed in left out."""
        return {climber: score(self.game(climber)) for climber in Climber}

    @property
    def winner(self) -> Climber | None:
        """Who has the higher score; None for a tie, which both win (rules 2 and 3)."""
        yours, his = (self.scores[climber].total for climber in Climber)
        if yours == his:
            return None
        return Climber.YOU if yours > his else Climber.MAX

    @cached_property
    def boxes_left(self) -> Mapping[Option, int]:
        """How many boxes of each option of the sheet have no tick yet."""
        ticks = self.you.ticks or {}
        return {
            row.option: row.boxes - ticks.get(row.option, 0)
            for row in self.sheet.options
        }

    @cached_property
    def empty(self) -> tuple[CircleId, ...]:
        """The circles that hold nothing, in the sheet's order."""
        return tuple(c.id for c in self.sheet.circles if c.id not in self.you.entries)

    @cached_property
    def reachable(self) -> tuple[CircleId, ...]:
        """The circles that may be written without a Compass (rules 1)."""
        filled = self.you.entries.keys()
        if not filled:
            return self.empty
        return tuple(c for c in self.empty if self.sheet.touching[c] & filled)

    @property
    def all_played(self) -> bool:
        """Whether no round is left: all circles are filled, or all boxes ticked."""
        return not self.empty or not any(self.boxes_left.values())

    @property
    def finished(self) -> bool:
        """Whether nothing at all is left to be done on the mountains."""
        return self.all_played and not self.choices and not self.takers

    @property
    def cards_used(self) -> Mapping[Card, int]:
        """How many Assist cards of each kind you used; kinds left out were not."""
        return Counter(card for played in self.played for card in played.round.cards)

    @property
    def has_cards(self) -> bool:
        """Whether this is an Ascent of an Expedition, where there are Assist cards."""
        return bool(self.setup.expedition)


def begin(setup: SoloSetup, sheet: Sheet) -> SoloState:
    """The state before the first round."""
    return SoloState(
        setup=setup,
        you=Game(
            sheet=sheet,
            entries={},
            links=frozenset(),
            ticks={row.option: 0 for row in sheet.options},
            player=setup.player,
        ),
        max=Game(
            sheet=sheet_of_max(sheet), entries={}, links=frozenset(), player="Max"
        ),
    )


def link_choices(game: Game, circle: CircleId) -> tuple[Choice, ...]:
    """The links that the number just written in `circle` of `game` gets, one of each.

    Rules 1, Fixed Line: joining is compulsory, and of several candidates one is picked.
    Empty for a skull.
    """
    numbers = numbers_of(game)
    if circle not in numbers:
        return ()
    groups = joins(
        numbers,
        (game.links or frozenset()) | game.ropes,
        circle,
        game.sheet.touching[circle],
        merge=merges_lines(game.sheet.scoring),
    )
    return tuple(tuple(Link.of(circle, other) for other in group) for group in groups)


def rope_choices(game: Game, circle: CircleId) -> Choice:
    """The Rope links that the number just written in `circle` of `game` could get.

    Rules 2, Rope: to a circle with one between; else as any link.
    """
    numbers = numbers_of(game)
    if circle not in numbers:
        return ()
    far = [
        pair.b if pair.a == circle else pair.a
        for pair in game.sheet.two_apart
        if circle in (pair.a, pair.b)
    ]
    groups = joins(numbers, (game.links or frozenset()) | game.ropes, circle, far)
    return tuple(Link.of(circle, other) for group in groups for other in group)


def new_zone(game: Game, circle: CircleId) -> int | None:
    """The number of the zone that the number just written in `circle` began.

    None where it began none: it touches no equal number, or one that is in a zone
    already, which only grows then (ours).
    """
    numbers = numbers_of(game)
    if circle not in numbers:
        return None
    before = {other: number for other, number in numbers.items() if other != circle}
    zoned = {other for zone in find_zones(game, before) for other in zone}
    equal = {
        other
        for other in game.sheet.touching[circle]
        if numbers.get(other) == numbers[circle]
    }
    return numbers[circle] if equal and not equal & zoned else None
