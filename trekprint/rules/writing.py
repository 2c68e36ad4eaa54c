"""The writing of numbers, one after the other, and the links that it makes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from trekprint.sheet.model import CircleId, Link

Chooser = Callable[[CircleId, Sequence[CircleId]], CircleId]
"""Picks, for a circle being written, one of the circles that it could be joined to."""


def first_of(_: CircleId, candidates: Sequence[CircleId]) -> CircleId:
    """The candidate with the lowest id."""
    return candidates[0]


def play(
    touching: Mapping[CircleId, Iterable[CircleId]],
    written: Iterable[tuple[CircleId, int | None]],
    *,
    choose: Chooser = first_of,
    merge: bool = True,
) -> frozenset[Link]:
    """The links that arise when `written` is written in its order.

    A number (None is a skull) is joined to a touching number one lower that is still
    free upward, and to one a step higher that is still free downward; `choose` picks
    among several. With `merge` off it is joined on one side only, and `choose` picks
    among the candidates of both. Whether each circle may be written is not asked.
    """
    numbers: dict[CircleId, int] = {}
    has_upper: set[CircleId] = set()
    has_lower: set[CircleId] = set()
    links = set()
    for circle, number in written:
        if number is None:
            continue
        near = sorted(other for other in touching[circle] if other in numbers)
        below = [c for c in near if numbers[c] == number - 1 and c not in has_upper]
        above = [c for c in near if numbers[c] == number + 1 and c not in has_lower]
        for candidates in (below, above) if merge else (sorted(below + above),):
            if not candidates:
                continue
            other = choose(circle, candidates)
            links.add(Link.of(circle, other))
            has_upper.add(other if numbers[other] < number else circle)
            has_lower.add(circle if numbers[other] < number else other)
        numbers[circle] = number
    return frozenset(links)
