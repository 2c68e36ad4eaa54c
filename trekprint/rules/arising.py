"""The writing of numbers: the links a written order makes, and which ends can arise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from trekprint.sheet.model import CircleId, Link

if TYPE_CHECKING:
    from trekprint.rules.groups import Step

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


def can_arise(
    steps: Sequence[Step],
    joined: Sequence[Step],
    *,
    merge: bool = True,
    beside: Mapping[CircleId, frozenset[CircleId]] | None = None,
) -> bool:
    """Whether some order of writing joins exactly `joined` out of `steps`.

    `joined` has at most one step up and one down at each circle. With `beside` (the
    filled circles and for each those it touches) every circle after the first must
    touch one already written; without it the order is free. Looks through the sets of
    circles written so far; one that has failed is not tried again.
    """
    upper = dict(joined)
    lower = {high: low for low, high in joined}
    above: dict[CircleId, list[CircleId]] = {}
    below: dict[CircleId, list[CircleId]] = {}
    for low, high in steps:
        above.setdefault(low, []).append(high)
        below.setdefault(high, []).append(low)
    circles = frozenset(beside or (*above, *below))

    def fits(circle: CircleId, written: frozenset[CircleId]) -> bool:
        down = [c for c in below.get(circle, ()) if c in written]
        up = [c for c in above.get(circle, ()) if c in written]
        free_down = any(upper.get(c) not in written for c in down)
        free_up = any(lower.get(c) not in written for c in up)
        joins_down, joins_up = (
            lower.get(circle) in written,
            upper.get(circle) in written,
        )
        if merge:
            return free_down <= joins_down and free_up <= joins_up
        return joins_down + joins_up == (free_down or free_up)

    failed: set[frozenset[CircleId]] = set()

    def finish(written: frozenset[CircleId]) -> bool:
        if written == circles:
            return True
        if written in failed:
            return False
        for circle in circles - written:
            if beside and written and not beside[circle] & written:
                continue
            if fits(circle, written) and finish(written | {circle}):
                return True
        failed.add(written)
        return False

    return finish(frozenset())
