"""What the audit says: findings, and the words their sentences are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.sheet.model import Option

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from trekprint.sheet.model import CircleId


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing against the rules.

    `code` is stable (`missing-link`); `circles` are the circles it is about, if any.
    """

    code: str
    message: str
    circles: tuple[CircleId, ...] = ()


def circles_text(circles: Sequence[CircleId]) -> str:
    """`circle 3`, `circles 3 and 5`."""
    return f"circle{'' if len(circles) == 1 else 's'} {list_text(circles)}"


def options_text(options: Collection[Option]) -> str:
    """`sum`, `sum and product`, in the order of the table."""
    return list_text([option.value for option in Option if option in options])


def list_text(things: Iterable[object]) -> str:
    """`1, 2 and 3`."""
    *rest, last = (str(thing) for thing in things)
    return f"{', '.join(rest)} and {last}" if rest else last


def count_text(number: int, word: str, plural: str = "") -> str:
    """`no ticks`, `1 tick`, `2 ticks`."""
    return f"{number or 'no'} {word if number == 1 else plural or f'{word}s'}"


def is_text(things: Collection[object]) -> str:
    """`is` for one thing, else `are`."""
    return "is" if len(things) == 1 else "are"


def has_text(things: Collection[object]) -> str:
    """`has` for one thing, else `have`."""
    return "has" if len(things) == 1 else "have"
