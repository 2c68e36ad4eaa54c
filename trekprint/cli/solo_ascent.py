"""An Ascent of a solo Expedition at the terminal: a solo game with Assist cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from rich.text import Text

from trekprint.cli.expedition_common import NO_CARD, read_card, read_cards
from trekprint.cli.expedition_show import ascent_parts, next_text
from trekprint.cli.solo_ask import Asker
from trekprint.cli.solo_play import SoloTable
from trekprint.cli.solo_show import final_scores, name_of
from trekprint.errors import InputError
from trekprint.rules.expedition.cards import HAND_MOST
from trekprint.rules.expedition.state import deal
from trekprint.rules.expedition.steps import Reveal
from trekprint.rules.findings import count_text
from trekprint.rules.solo.ascent import cannot_take, cards_of, taking_order
from trekprint.rules.solo.steps import Climber, TakeCard
from trekprint.workflows.expedition_words import outcome_sentences
from trekprint.workflows.expeditions import add_steps, load_shelf, time_now

if TYPE_CHECKING:
    from rich.console import Console

    from trekprint.rules.expedition.cards import Card, Pile
    from trekprint.rules.expedition.state import State
    from trekprint.workflows.expeditions import Expedition
    from trekprint.workflows.solo_expedition import Climb


@dataclass
class AscentTable(SoloTable):
    """The table at which an Ascent against Max is played."""

    climb: Climb = field(kw_only=True)

    @property
    def expedition(self) -> State:
        """The Expedition as it stands at this moment of the game."""
        return self.climb.at(self.state)

    def look(self) -> None:
        """Show the mountains, the score so far, and the cards."""
        super().look()
        if not self.state.setup.cards:
            return
        now = self.expedition
        cards = [
            f"{name_of(self.state, climber)}: {cards_of(now, climber)}"
            for climber in Climber
        ]
        text = Text(f"Assist cards: {'; '.join(cards)}. Open: {now.revealed}.")
        self.console.print(text.append(f" {now.lead} is Lead Climber."))

    # --- cards

    def ask_card(self) -> None:
        """Ask which card is taken for a new zone, from the Lead Climber on."""
        now = self.expedition
        climber = taking_order(now, self.state)[0]
        number = self.state.game(climber).number(self.state.played[-1].round.circle)
        who = name_of(self.state, climber)
        self.console.print(f"{who}: a new zone of {number}s earns an Assist card.")
        if cannot_take(now, climber):
            why = "no card lies open" if not len(now.revealed) else "Max holds three"
            self.console.print(f"None is taken, since {why}.")
            self.session.add(TakeCard(climber=climber))
        else:
            self._take(now, climber)
        if not self.state.takers:
            self.saw_round()

    def _take(self, now: State, climber: Climber) -> None:
        """Ask until a card is named that can be taken."""
        while True:
            try:
                self.session.add(self._taken(now, climber))
            except InputError as error:
                self.asker.complain(error)
            else:
                return

    def _taken(self, now: State, climber: Climber) -> TakeCard:
        whose = "give to Max" if climber is Climber.MAX else "do you take"
        card = self.asker.ask(
            f"There lie {now.revealed}. Which one {whose} (none)", _card_or_none
        )
        if card is None:
            return TakeCard(climber=climber)
        held = cards_of(now, climber)
        if len(held) < HAND_MOST:
            return TakeCard(climber=climber, card=card)
        back = self.asker.ask(
            f"You hold {held} already. Which card goes back into play", _card
        )
        return TakeCard(climber=climber, card=card, back=back)

    # --- the end

    def finish(self) -> None:
        """Tell the scores, ask for the cards handed in, record the Ascent."""
        self.console.print(final_scores(self.state))
        if self.state.setup.cards:
            self.climb.record(self.state, handed=self._ask_hand_in())
        else:
            self.climb.record(self.state, assist=self._ask_counts())
        self._tell()

    def _ask_hand_in(self) -> Pile | None:
        now = self.expedition
        if self._is_last and len(cards_of(now, Climber.MAX)):
            self.console.print(f"Max hands in {cards_of(now, Climber.MAX)}.")
        held = cards_of(now, Climber.YOU)
        if not len(held):
            self.asker.ask(
                "Enter to record it, undo to go back", lambda _: None, empty=True
            )
            return None

        def handed(words: list[str]) -> Pile:
            cards = held if words == ["all"] else read_cards(words)
            if not held.holds(cards):
                raise InputError(f"you hold only {held}; name some of these")
            return cards

        return self.asker.ask(
            f"You hold {held}. Which do you hand in, 3 points each (all, none, kinds)",
            handed,
        )

    def _ask_counts(self) -> dict[Climber, int]:
        """How many cards are handed in, where nobody records cards."""
        climbers = list(Climber) if self._is_last else [Climber.YOU]
        return {
            climber: self.asker.ask(
                f"Assist cards that {name_of(self.state, climber)} hands in (0 to 3)",
                _count,
            )
            for climber in climbers
        }

    @property
    def _is_last(self) -> bool:
        return self.state.setup.ascent == len(self.climb.stored.ascents)

    def _tell(self) -> None:
        """What the Ascent brought: totals, stars, record."""
        told = load_shelf(self.climb.store).chronicle
        state = self.climb.stored
        ascent = state.ascents[self.state.setup.ascent - 1]
        self.console.print()
        for part in ascent_parts(state, ascent, told):
            self.console.print(part)
        for sentence in outcome_sentences(state, ascent, told):
            self.console.print(Text(sentence))
        self.console.print(next_text(state, told))


def lay_open(climb: Climb, console: Console) -> None:
    """Begin the Ascent where it is not: record the cards that lie open for it.

    Raises:
        QuitAsked, UndoAsked: nothing is recorded.
        click.Abort: the input ended; nothing is recorded.
    """
    state = climb.stored
    if not state.to_reveal:
        return
    now = time_now()
    if state.setup.deal:
        cards = deal(state, Random().sample)
        climb.expedition = add_steps(
            climb.store, climb.expedition, [Reveal(cards=cards, at=now)], now
        )
        console.print(f"Assist cards for this Ascent, dealt by chance: {cards}.")
        return
    count = count_text(state.to_reveal, "Assist card")
    shuffle = "Shuffle the played cards into the deck. " if state.reshuffles else ""
    console.print(f"{shuffle}Lay {count} open.")
    asker = Asker(
        console, lambda _: console.print("Type their kinds, as in: rope rope tent")
    )

    def revealed(words: list[str]) -> Expedition:
        step = Reveal(cards=read_cards(words), at=now)
        return add_steps(climb.store, climb.expedition, [step], now)

    climb.expedition = asker.ask("Which ones, as in rope rope tent", revealed)


def _card_or_none(words: list[str]) -> Card | None:
    return None if words and words[0] in NO_CARD else _card(words)


def _card(words: list[str]) -> Card:
    if len(words) != 1:
        raise InputError("one card is taken; type its kind, as in rope")
    return read_card(words[0])


def _count(words: list[str]) -> int:
    if len(words) != 1 or words[0] not in ("0", "1", "2", "3"):
        raise InputError(f"{' '.join(words)!r} is no number of cards; type 0 to 3")
    return int(words[0])
