"""Asking at the table: one line at a time, with words that work at every question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import click
from rich.text import Text

from trekprint.cli.mountain import NOTICE
from trekprint.errors import InputError
from trekprint.rules.solo.words import split_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rich.console import Console

T = TypeVar("T")

UNDO, QUIT, HELP, HINT, SHOW = "undo", "quit", "help", "hint", "show"
_COMMANDS: Mapping[str, str] = {
    **dict.fromkeys(("u", "undo"), UNDO),
    **dict.fromkeys(("q", "quit", "save", "exit"), QUIT),
    **dict.fromkeys(("?", "help"), HELP),
    **dict.fromkeys(("hint", "hints"), HINT),
    **dict.fromkeys(("show", "look"), SHOW),
}


class UndoAsked(Exception):  # noqa: N818 - no error, but a word that was typed
    """The last thing is to be taken back."""


class QuitAsked(Exception):  # noqa: N818
    """The game is to be left for now."""


@dataclass(frozen=True)
class Asker:
    """Asks at `console`; `answer` is called for help, a hint, or a look."""

    console: Console
    answer: Callable[[str], None]

    def ask(
        self, question: str, read: Callable[[list[str]], T], *, empty: bool = False
    ) -> T:
        """What `read` makes of the typed words, asked until it takes them.

        With `empty` it is also given no words at all.

        Raises:
            UndoAsked, QuitAsked: these words were typed.
            click.Abort: the input ended.
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
                self.answer(command)
            elif not words and not empty:
                self.console.print("Type ? for help.", style="dim")
            else:
                try:
                    return read(words)
                except InputError as error:
                    self.complain(error)

    def complain(self, error: InputError) -> None:
        """Say what does not fit."""
        sentence = str(error)
        self.console.print(Text(f"{sentence[0].upper()}{sentence[1:]}."), style=NOTICE)
