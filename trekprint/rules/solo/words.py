"""What people type in a solo game: words -> rolls, circles, options, cards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.expedition.cards import Card
from trekprint.rules.solo.max_climber import Dice
from trekprint.sheet.model import CircleId, Option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SIGNS: Mapping[str, Option] = {
    "<": Option.LOWER,
    ">": Option.HIGHER,
    "-": Option.DIFFERENCE,
    "+": Option.SUM,
    "x": Option.PRODUCT,
    "*": Option.PRODUCT,
}
"""Short signs for the options, as they stand on many sheets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What was typed for a round, as far as it was typed."""

    dice: Dice | None = None
    circle: CircleId | None = None
    option: Option | None = None
    cards: tuple[Card, ...] = ()
    reroll: Dice | None = None


def split_line(line: str) -> list[str]:
    """The words of a typed line; signs between numbers part them as blanks do."""
    return re.sub(r"[,;/:=]", " ", line.lower()).split()


def read_dice(words: Sequence[str]) -> Dice:
    """The roll of two numbers, in any order.

    Raises InputError for anything else.
    """
    if len(words) == 1 and re.fullmatch(r"[0-6]{2}", words[0]):
        words = list(words[0])
    if len(words) != 2 or not all(_is_number(word) for word in words):
        raise InputError(
            f"{' '.join(words)!r} is no roll; type the red and the yellow die, as in"
            " 4 5"
        )
    return Dice.of(int(words[0]), int(words[1]))


def read_move(words: Sequence[str]) -> Move:
    """A circle and an option in any order, perhaps cards: `7 sum`, `sum 7 tent`.

    With `schnapps` go the two numbers of the second roll: `schnapps 3 2`.

    Raises InputError for what is none of these.
    """
    rest, reroll = _without_schnapps(list(words))
    circles = [word for word in rest if _is_number(word)]
    named = [word for word in rest if not _is_number(word)]
    cards = tuple(card for card in map(_card, named) if card is not None)
    options = [_option(word) for word in named if _card(word) is None]
    if len(circles) > 1 or len(options) > 1:
        raise InputError(
            f"{' '.join(words)!r} is more than one circle and one option; type them as"
            " in 7 sum"
        )
    return Move(
        circle=CircleId(int(circles[0])) if circles else None,
        option=options[0] if options else None,
        cards=(*((Card.SCHNAPPS,) if reroll else ()), *cards),
        reroll=reroll,
    )


def _without_schnapps(words: list[str]) -> tuple[list[str], Dice | None]:
    for place, word in enumerate(words):
        if _card(word) is Card.SCHNAPPS:
            dice = words[place + 1 : place + 3]
            if len(dice) != 2:
                raise InputError(
                    "after schnapps comes your second roll, as in: schnapps 3 2"
                )
            return words[:place] + words[place + 3 :], read_dice(dice)
    return words, None


def _card(word: str) -> Card | None:
    """The kind of card that `word` names, whole or by three letters of it."""
    for card in Card:
        if len(word) >= 3 and card.value.startswith(word):
            return card
    return None


def _option(word: str) -> Option:
    if word in SIGNS:
        return SIGNS[word]
    for option in Option:
        if option.value.startswith(word):
            return option
    names = ", ".join(option.value for option in Option)
    raise InputError(f"{word!r} is no option; there are {names} (a letter will do)")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 4
