"""What all Expedition commands share: options, the open store, words for cards."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from trekprint.cli.sheets import defs_option
from trekprint.errors import InputError
from trekprint.rules.expedition.cards import Card, Pile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from trekprint.rules.expedition.setup import Setup
    from trekprint.store import Store
    from trekprint.workflows.expeditions import Expedition, Shelf

    Command = TypeVar("Command", bound=Callable[..., Any])

NO_CARD = ("none", "no", "-", "0")
KINDS = "compass, schnapps, rope or tent"


@dataclass(frozen=True, kw_only=True)
class Desk:
    """The open store, what is in it, and the Expedition that a command is about."""

    store: Store
    shelf: Shelf
    named: str | None

    @property
    def expedition(self) -> Expedition:
        """The Expedition meant; InputError where there is none."""
        return self.shelf.named(self.named)


def file_options(command: Command) -> Command:
    """Give `command` the options `--file` and `--defs`."""
    file = click.option(
        "--file",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="The file that Expeditions are kept in, if not the usual one.",
    )
    return file(defs_option(command))


def expedition_options(command: Command) -> Command:
    """Give `command` the options `--expedition`, `--file` and `--defs`."""
    named = click.option(
        "--expedition",
        "named",
        metavar="NAME",
        help="Which Expedition; the one changed last if left out.",
    )
    return named(file_options(command))


@contextlib.contextmanager
def open_desk(
    file: Path | None, defs: Path | None, named: str | None = None
) -> Iterator[Desk]:
    """The store at `file` (else the usual one), open, with all that is in it."""
    from trekprint.store import Store, default_path
    from trekprint.workflows.expeditions import load_shelf

    with Store.open(file or default_path()) as store:
        shelf = load_shelf(store, defs)
        for name, sentence in shelf.broken:
            click.echo(f"trekprint: {name} is left out: {sentence}", err=True)
        yield Desk(store=store, shelf=shelf, named=named)


def on_terminal() -> bool:
    """Whether somebody is there who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


# --- words for cards


def read_card(word: str) -> Card:
    """The kind that `word` begins to say; InputError for others."""
    wanted = word.strip().casefold()
    found = [card for card in Card if wanted and card.value.startswith(wanted)]
    if len(found) != 1:
        raise InputError(f"{word!r} is no kind of card; write {KINDS}")
    return found[0]


def read_cards(words: Sequence[str]) -> Pile:
    """The cards that `words` say.

    Kinds may be written out or begun (`rope`, `ro`), with a count (`rope=2`), with
    commas between them, or as a run of first letters (`csrrttt`); `none` is no card.

    Raises:
        InputError: a word is no kind of card.
    """
    cards: list[Card] = []
    for word in " ".join(words).replace(",", " ").split():
        kind, _, count = word.partition("=")
        if count:
            if not (count.isascii() and count.isdigit() and len(count) < 3):
                raise InputError(f"{word!r} is no count of cards; write rope=2")
            cards += [read_card(kind)] * int(count)
        elif word.casefold() not in NO_CARD:
            cards += _letters(word) or [read_card(word)]
    return Pile.of(cards)


def _letters(word: str) -> list[Card]:
    """The cards of a run of first letters; none where `word` is something else."""
    firsts = {card.value[0]: card for card in Card}
    letters = word.casefold()
    if any(card.value.startswith(letters) for card in Card):
        return []
    if not all(letter in firsts for letter in letters):
        return []
    return [firsts[letter] for letter in letters]


def read_pair(word: str, setup: Setup) -> tuple[str, str]:
    """(player, the rest) of `ANN=rope`; the rest is empty for `ANN` alone.

    Raises:
        InputError: nobody is called so.
    """
    from trekprint.workflows.expeditions import player_named

    name, _, rest = word.partition("=")
    return player_named(setup, name), rest.strip()
