"""Playing a solo game at the terminal, round by round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import click
from rich.text import Text

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
from trekprint.rules.solo.words import Move, read_dice, read_move, split_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from rich.console import Console

    from trekprint.rules.solo.max_climber import Dice
    from trekprint.rules.solo.state import Choice, SoloState
    from trekprint.sheet.model import CircleId, Link
    from trekprint.workflows.solo import Session

T = TypeVar("T")

_WARNING = "dark_orange3"

UNDO, QUIT, HELP, HINT, SHOW = "undo", "quit", "help", "hint", "show"
_COMMANDS: Mapping[str, str] = {
    **dict.fromkeys(("u", "undo"), UNDO),
    **dict.fromkeys(("q", "quit", "save", "exit"), QUIT),
    **dict.fromkeys(("?", "help"), HELP),
    **dict.fromkeys(("hint", "hints"), HINT),
    **dict.fromkeys(("show", "look"), SHOW),
}

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


class UndoAsked(Exception):  # noqa: N818 - no error, but a word that was typed
    """The last thing is to be taken back."""


class QuitAsked(Exception):  # noqa: N818
    """The game is to be left for now."""


@dataclass
class SoloTable:
    """The table at which a solo game is played: asks, and shows what comes of it."""

    session: Session
    console: Console

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
                    self._finish()
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
        else:
            self._ask_round()

    def _finish(self) -> None:
        """Tell the scores; the last step can still be taken back."""
        self.console.print(final_scores(self.state))
        self.ask("Enter to finish, undo to go back", lambda _: None, empty=True)

    def _undo(self) -> None:
        try:
            step = self.session.undo()
        except InputError as error:
            self.complain(error)
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
        dice, rest = self.ask(f"\nRound {number} of {rounds}, dice", _dice_first)
        try:
            step = self._ask_move(dice, rest)
        except UndoAsked:
            self.console.print("The roll is taken back.", style="cyan")
            return
        self.session.add(step)
        self.console.print()
        self.console.print(played_text(self.state, self.state.played[-1]))
        if not self.state.choices and not self.state.takers:
            self._saw_round()

    def _saw_round(self) -> None:
        if not self.state.finished:
            self.look()
            return
        self.console.print()
        self.console.print(both_mountains(self.state, self.console.width))

    def _ask_move(self, dice: Dice, words: list[str]) -> Round:
        """What you do with the roll; `words` are those typed behind the dice."""
        move = Move(dice=dice)
        if not words:
            self.console.print(roll_text(self.state, dice))
        while True:
            try:
                if words:
                    move = _with(move, read_move(words))
                if move.circle is not None and move.option is not None:
                    return self._round_of(move)
            except InputError as error:
                self.complain(error)
                move = replace(move, circle=None, option=None, cards=())
            words = self.ask(self._question(move), _same, hint=move.dice)

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
            self._saw_round()

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

        return ends[self.ask(f"Which circle ({_or(ends)})", end_of)]

    # --- asking

    def ask(
        self,
        question: str,
        read: Callable[[list[str]], T],
        *,
        empty: bool = False,
        hint: Dice | None = None,
    ) -> T:
        """Ask until `read` takes what was typed; words such as `undo` work everywhere.

        Raises UndoAsked and QuitAsked; click.Abort where the input ends.
        """
        while True:
            typed = click.prompt(
                question, default="", show_default=False, prompt_suffix=": "
            )
            words = split_line(typed)
            command = _COMMANDS.get(words[0]) if len(words) == 1 else None
            if command == UNDO:
                raise UndoAsked
            if command == QUIT:
                raise QuitAsked
            if command is not None:
                self._answer(command, hint)
                continue
            if not words and not empty:
                self.console.print("Type ? for help.", style="dim")
                continue
            try:
                return read(words)
            except InputError as error:
                self.complain(error)

    def _answer(self, command: str, dice: Dice | None) -> None:
        if command == HELP:
            self.console.print(_HELP, markup=False)
            if self.state.has_cards:
                self.console.print(_CARD_HELP, markup=False)
        elif command == SHOW:
            self.look()
        elif command == HINT:
            self._hint(dice)

    def _hint(self, dice: Dice | None) -> None:
        if dice is None:
            self.console.print("Type the dice first, then ask for hints.", style="dim")
            return
        found = hints(self.state, dice)
        for line in found:
            self.console.print(f"  {line}", markup=False)
        if not found:
            self.console.print("  This roll goes on with no line and no zone.")

    def complain(self, error: InputError) -> None:
        """Say what does not fit."""
        sentence = str(error)
        self.console.print(
            Text(f"{sentence[0].upper()}{sentence[1:]}."), style=_WARNING
        )


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
