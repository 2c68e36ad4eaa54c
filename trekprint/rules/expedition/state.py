"""How an Expedition stands: cards, sheets, and which Ascent is being climbed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from trekprint.rules.expedition.cards import EMPTY, HAND_MOST, REVEALED, Pile
from trekprint.rules.scoring import Score, score

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trekprint.rules.expedition.cards import Card
    from trekprint.rules.expedition.setup import Setup
    from trekprint.rules.game import Game
    from trekprint.sheet.model import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A player's sheet of an Ascent; `game` is None for one who did not play.

    `step` is the place in the log (from 0) of the step that holds it.
    """

    game: Game | None
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    """The cards a player handed in; `step` is the place in the log, None for Max."""

    cards: Pile
    step: int | None


@dataclass(frozen=True, kw_only=True)
class Ascent:
    """One of the three Ascents, from 1; all mappings are by player.

    `finished` is the time of the step that finished it, empty until then. `opener` is
    who was chosen to open the envelope, where that was asked. `records_cards` is as in
    the Setup.
    """

    number: int
    sheet: Sheet
    records_cards: bool = True
    begun: bool = False
    revealed: Pile = EMPTY
    filled: Mapping[str, Filled] = field(default_factory=dict)
    used: Mapping[str, Pile] = field(default_factory=dict)
    handed: Mapping[str, Handed] = field(default_factory=dict)
    earned: Mapping[str, int] = field(default_factory=dict)
    finished: str = ""
    opener: str | None = None

    @cached_property
    def scores(self) -> Mapping[str, Score]:
        """The score of every filled sheet, with the cards that were handed in."""
        return {
            player: score(self.game(player, filled.game))
            for player, filled in self.filled.items()
            if filled.game is not None
        }

    @property
    def totals(self) -> Mapping[str, int]:
        """The totals of those who climbed it."""
        return {player: scored.total for player, scored in self.scores.items()}

    def game(self, player: str, game: Game) -> Game:
        """`game` with the cards that `player` really handed in, where that is known."""
        if not self.records_cards:
            return game
        handed = self.handed.get(player)
        return replace(game, assist_cards=len(handed.cards) if handed else 0)

    def cards_used(self, player: str) -> Pile:
        """The cards that `player` used during this Ascent."""
        return self.used.get(player, EMPTY)


@dataclass(frozen=True, kw_only=True)
class State:
    """An Expedition after some steps; made by `replay` only.

    `deck`, `revealed` and `played` (used or handed in) and the `hands` hold all cards
    of the pack together, always.
    """

    setup: Setup
    ascents: tuple[Ascent, ...]
    lead: str
    hands: Mapping[str, Pile]
    deck: Pile
    revealed: Pile = EMPTY
    played: Pile = EMPTY
    steps: int = 0

    @property
    def current(self) -> Ascent | None:
        """The Ascent being climbed or to be begun; None when all are finished."""
        return next((a for a in self.ascents if not a.finished), None)

    @property
    def finished(self) -> tuple[Ascent, ...]:
        """The finished Ascents."""
        return tuple(ascent for ascent in self.ascents if ascent.finished)

    @property
    def order(self) -> tuple[str, ...]:
        """All players clockwise from the Lead Climber."""
        return self.setup.clockwise(self.lead)

    @property
    def cards(self) -> Pile:
        """Every card there is, wherever it lies; always the pack."""
        return sum(self.hands.values(), self.deck + self.revealed + self.played)

    @property
    def to_reveal(self) -> int:
        """How many cards the next Ascent lays open; 0 where none is to be begun.

        Rules 2: 3, 2, 1 and one for each player; where even deck and played cards
        together are fewer, all of them (ours).
        """
        ascent = self.current
        if ascent is None or ascent.begun or not self.setup.cards:
            return 0
        wanted = REVEALED[ascent.number - 1] + len(self.setup.players)
        return min(wanted, len(self.deck) + len(self.played))

    @property
    def reshuffles(self) -> bool:
        """Whether the played cards go back to the deck before the next are laid open.

        Rules 2: a short deck is refilled by shuffling the played cards.
        """
        return self.to_reveal > len(self.deck)

    @property
    def drawn_from(self) -> Pile:
        """The cards from which the next are laid open."""
        return self.deck + self.played if self.reshuffles else self.deck

    @property
    def without_sheet(self) -> tuple[str, ...]:
        """The players, in their order, whose sheet the current Ascent still lacks."""
        ascent = self.current
        if ascent is None or not ascent.begun:
            return ()
        return tuple(p for p in self.setup.players if p not in ascent.filled)

    @property
    def to_hand_in(self) -> tuple[str, ...]:
        """Who may still hand in cards, in the order in which they decide.

        Rules 2: from the Lead Climber clockwise. Max is not asked; those without cards
        have nothing to decide; who did not play keeps the cards (ours).
        """
        ascent = self.current
        if ascent is None or not ascent.begun:
            return ()
        return tuple(
            player
            for player in self.order
            if len(self.hands[player])
            and player not in ascent.handed
            and not self.setup.is_max(player)
            and not self.is_absent(player)
        )

    def is_absent(self, player: str) -> bool:
        """Whether `player` is recorded as not playing the current Ascent."""
        filled = self.current and self.current.filled.get(player)
        return filled is not None and filled.game is None

    def must_put_back(self, player: str) -> bool:
        """Whether a further card makes `player` put one back."""
        return len(self.hands[player]) >= HAND_MOST


def deal(state: State, sample: Callable[[Sequence[Card], int], Sequence[Card]]) -> Pile:
    """The cards that chance lays open next; `sample` draws so many, none twice.

    Pure but for `sample`; give it `random.Random().sample`.
    """
    return Pile.of(sample(list(state.drawn_from), state.to_reveal))
