"""The words of a link in notation: `4-11`, two circles that a link can join."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.sheet.model import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trekprint.sheet.model import CircleId, Sheet


def read_link(sheet: Sheet, word: str) -> Link:
    """The link that `word` names, between two touching circles of `sheet`.

    Raises InputError, saying which circles could be meant, for anything else.
    """
    a, b = _circles(sheet, word, "link")
    if b in sheet.touching[a]:
        return Link.of(a, b)
    if a != b and Link.of(a, b) in sheet.two_apart:
        raise InputError(
            f"circles {a} and {b} do not touch, so no link joins them without a Rope"
            f" card; if one was used, write: ropes {Link.of(a, b)}"
        )
    raise InputError(
        f"circles {a} and {b} do not touch, so no link joins them; circle {a}"
        f" touches {_listed(sheet.touching[a])}"
    )


def read_rope(sheet: Sheet, word: str) -> Link:
    """The Rope link that `word` names, between two circles with one between them.

    Raises InputError, saying which circles could be meant, for anything else.
    """
    a, b = _circles(sheet, word, "Rope link")
    if b in sheet.touching[a]:
        raise InputError(
            f"circles {a} and {b} touch, so they are joined without a Rope card; write:"
            f" links {Link.of(a, b)}"
        )
    if a == b or Link.of(a, b) not in sheet.two_apart:
        reached = {
            pair.b if pair.a == a else pair.a
            for pair in sheet.two_apart
            if a in (pair.a, pair.b)
        }
        raise InputError(
            f"circles {a} and {b} are not two apart, so no Rope card joins them; from"
            f" circle {a} a Rope reaches {_listed(reached)}"
        )
    return Link.of(a, b)


def _circles(sheet: Sheet, word: str, what: str) -> tuple[CircleId, CircleId]:
    plain = word.replace("–", "-")
    ends = [end for end in plain.split("-") if end.isdecimal()]
    known = {str(circle.id): circle.id for circle in sheet.circles}
    if len(ends) != 2 or plain.count("-") != 1:
        raise InputError(f"{word!r} is no {what}; write two circles, as in 4-11")
    for end in ends:
        if end not in known:
            raise InputError(
                f"the {what} {word} names circle {end}, but {sheet.id} has circles"
                f" {sheet.circles[0].id} to {sheet.circles[-1].id}"
            )
    return known[ends[0]], known[ends[1]]


def _listed(circles: Iterable[CircleId]) -> str:
    return ", ".join(map(str, sorted(circles))) or "none"
