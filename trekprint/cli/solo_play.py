"""Playing a solo game at the terminal, round by round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from trekprint.cli.solo_ask import HELP, HINT, SHOW, Asker, UndoAsked
from trekprint.cli.solo_show import (
    beginning_text,
    both_mountains,
    final_scores,
    line_through,
    name_of,
    options_left,
    played_text,
    roll_text,
    score_so_far,
)
from trekprint.errors import InputError
from trekprint.rules.expedition.cards import Card
from trekprint.rules.findings import list_text
from trekprint.rules.solo.hints import hints
from trekprint.rules.solo.replay import check_round, ropes_of, your_choices
from trekprint.rules.solo.steps import Climber, MaxLink, Round, TakeCard
from trekprint.rules.solo.words import Move, read_dice, read_move

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from trekprint.rules.solo.max_climber import Dice
    from trekprint.rules.solo.state import Choice, SoloState
    from trekprint.sheet.model import CircleId, Link
    from trekprint.workflows.solo import Session


_HELP = """\
A round: type the two dice, then the circle and how you made its number.
  4 5        the dice, in any order (both may go on one line: 4 5 7 sum)
  7 sum      circle 7 by the sum; l, h, d, s, p or < > - + x will do
  hint       what of this roll would go on with a line or a zone
  undo       take back the last thing, as often as you like
  show       draw the mountains again
  quit       stop; everything is saved, go on with: trekprint solo
In the picture #7 is an empty circle, !4 or [#4] a dangerous one (0 to 6), XX a
skull; strokes are lines, dots show which circles touch."""

_CARD_HELP = """\
Assist cards go on the same line: 7 sum tent, 12 low compass, 7 sum rope, and
schnapps with your second roll: schnapps 3 2"""


@dataclass
class SoloTable:
    """The table at which a solo game is played: asks, and shows what comes of it."""

    session: Session
    console: Console
    _dice: Dice | None = None

    def __post_init__(self) -> None:
        """Take a seat for the one who asks."""
        self.asker = Asker(self.console, self._answer)

    @property
    def state(self) -> SoloState:
        """The game as it stands."""
        return self.session.state

    def play(self) -> None:
        """Play to the end.

        Raises:
            QuitAsked: the player stops for now.
            click.Abort: the input ended.
        """
        self.console.print(beginning_text(self.state))
        self.console.print("Type ? for help.", style="dim")
        self.look()
        while True:
            try:
                if self.state.finished:
                    self.finish()
                    return
                self._next()
            except UndoAsked:
                self._undo()

    def look(self) -> None:
        """Show both mountains and the score so far."""
        self.console.print()
        self.console.print(both_mountains(self.state, self.console.width))
        self.console.print(score_so_far(self.state))
        if not self.state.finished:
            self.console.print(options_left(self.state))

    def _next(self) -> None:
        if self.state.choices:
            self._ask_line_of_max(self.state.choices[0])
        elif self.state.takers:
            self.ask_card()
        else:
            self._ask_round()

    def finish(self) -> None:
        """Tell the scores; the last step can still be taken back."""
        self.console.print(final_scores(self.state))
        self.asker.ask("Enter to finish, undo to go back", lambda _: None, empty=True)

    def _undo(self) -> None:
        try:
            step = self.session.undo()
            # What nobody chose is taken back with what it followed from.
            while isinstance(step, TakeCard) and step.card is None:
                step = self.session.undo()
        except InputError as error:
            self.asker.complain(error)
            return
        what = {
            Round: "the last round",
            MaxLink: "the line chosen for Max",
            TakeCard: "the card taken",
        }[type(step)]
        self.console.print(f"Taken back: {what}.", style="cyan")
        self.look()

    # --- a round

    def _ask_round(self) -> None:
        number, rounds = len(self.state.played) + 1, len(self.state.sheet.circles)
        dice, rest = self.asker.ask(f"\nRound {number} of {rounds}, dice", _dice_first)
        self._dice = dice
        try:
            self._ask_move(dice, rest)
        except UndoAsked:
            self.console.print("The roll is taken back.", style="cyan")
            return
        finally:
            self._dice = None
        self.console.print()
        self.console.print(played_text(self.state, self.state.played[-1]))
        if not self.state.choices and not self.state.takers:
            self.saw_round()

    def ask_card(self) -> None:
        """Ask for the card that a new zone earned; a game by itself has none."""
        raise NotImplementedError

    def saw_round(self) -> None:
        """Show what the round brought, as nothing of it is open any more."""
        if not self.state.finished:
            self.look()
            return
        self.console.print()
        self.console.print(both_mountains(self.state, self.console.width))

    def _ask_move(self, dice: Dice, words: list[str]) -> None:
        """Ask what you do with the roll, and do it; `words` stood behind the dice."""
        move = Move(dice=dice)
        if not words:
            self.console.print(roll_text(self.state, dice))
        while True:
            try:
                if words:
                    move = _with(move, read_move(words))
                if move.circle is not None and move.option is not None:
                    self.session.add(self._round_of(move))
                    return
            except InputError as error:
                self.asker.complain(error)
                move = replace(move, circle=None, option=None, cards=())
            words = self.asker.ask(self._question(move), _same)

    def _question(self, move: Move) -> str:
        if move.reroll is not None and move.circle is None and move.option is None:
            self.console.print(roll_text(self.state, _known(move.dice), move.reroll))
        if move.circle is not None:
            return f"Circle {move.circle}, by which option"
        if move.option is not None:
            return f"{move.option.value.capitalize()}, in which circle"
        return "Circle and option"

    def _round_of(self, move: Move) -> Round:
        assert move.circle is not None  # callers have both
        assert move.option is not None
        step = Round(
            dice=_known(move.dice),
            circle=move.circle,
            option=move.option,
            compass=Card.COMPASS in move.cards,
            tent=Card.TENT in move.cards,
            reroll=move.reroll,
        )
        check_round(self.state, step)
        if Card.ROPE in move.cards:
            step = replace(step, rope=self._ask_rope(step))
        links = tuple(
            self._ask_link(choice, Climber.YOU, step.circle)
            for choice in your_choices(self.state, step)
            if len(choice) > 1
        )
        return replace(step, links=links)

    def _ask_rope(self, step: Round) -> Link:
        ropes = ropes_of(self.state, step)
        if not ropes:
            raise InputError(
                "no Rope reaches from there: it takes a consecutive number with one"
                " circle between; play without it, or elsewhere"
            )
        if len(ropes) == 1:
            return ropes[0]
        return self._ask_link(ropes, Climber.YOU, step.circle)

    # --- what Max leaves to you

    def _ask_line_of_max(self, choice: Choice) -> None:
        circle = self.state.played[-1].round.circle
        link = self._ask_link(choice, Climber.MAX, circle)
        self.session.add(MaxLink(link=link))
        if not self.state.choices and not self.state.takers:
            self.saw_round()

    def _ask_link(self, choice: Choice, climber: Climber, circle: CircleId) -> Link:
        """The one of `choice` that is drawn, asked by the circle at its other end."""
        ends = {(link.b if link.a == circle else link.a): link for link in choice}
        places = [line_through(self.state, climber, end) for end in ends]
        whose = (
            "Your" if climber is Climber.YOU else f"{name_of(self.state, climber)}'s"
        )
        self.console.print(
            f"{whose} number in circle {circle} can go on with {list_text(places[:-1])}"
            f" or {places[-1]}."
        )

        def end_of(words: list[str]) -> CircleId:
            for end in ends:
                if words == [str(end)]:
                    return end
            raise InputError(
                f"{' '.join(words)!r} is none of them; type {list_text(ends)}"
            )

        return ends[self.asker.ask(f"Which circle ({_or(ends)})", end_of)]

    # --- help

    def _answer(self, command: str) -> None:
        if command == HELP:
            self.console.print(_HELP, markup=False)
            if self.state.has_cards:
                self.console.print(_CARD_HELP, markup=False)
        elif command == SHOW:
            self.look()
        elif command == HINT:
            self._hint(self._dice)

    def _hint(self, dice: Dice | None) -> None:
        if dice is None:
            self.console.print("Type the dice first, then ask for hints.", style="dim")
            return
        found = hints(self.state, dice)
        for line in found:
            self.console.print(f"  {line}", markup=False)
        if not found:
            self.console.print("  This roll goes on with no line and no zone.")


def _dice_first(words: list[str]) -> tuple[Dice, list[str]]:
    """The roll, and what was typed behind it."""
    if len(words) < 2 or not words[1].isdecimal():
        return read_dice(words[:1]), words[1:]
    return read_dice(words[:2]), words[2:]


def _same(words: list[str]) -> list[str]:
    return words


def _with(move: Move, typed: Move) -> Move:
    """`move` with what was typed in addition."""
    return Move(
        dice=move.dice,
        circle=typed.circle if typed.circle is not None else move.circle,
        option=typed.option or move.option,
        cards=tuple(dict.fromkeys((*move.cards, *typed.cards))),
        reroll=typed.reroll or move.reroll,
    )


def _known(dice: Dice | None) -> Dice:
    assert dice is not None  # the dice are asked first
    return dice


def _or(things: Iterable[object]) -> str:
    *rest, last = map(str, things)
    return f"{', '.join(rest)} or {last}"
