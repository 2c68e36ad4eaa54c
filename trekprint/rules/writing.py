"""The writing of numbers, one after the other, and the links that it makes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from trekprint.rules.groups import find_steps
from trekprint.sheet.model import CircleId, Link

Chooser = Callable[[CircleId, Sequence[CircleId]], CircleId]
"""Picks, for a circle being written, one of the circles that it could be joined to."""


def first_of(_: CircleId, candidates: Sequence[CircleId]) -> CircleId:
    """The candidate with the lowest id."""
    return candidates[0]


def joins(
    numbers: Mapping[CircleId, int],
    links: Iterable[Link],
    circle: CircleId,
    near: Iterable[CircleId],
    *,
    merge: bool = True,
) -> tuple[tuple[CircleId, ...], ...]:
    """What the number in `circle`, just written, is joined to: one of each group.

    Rules 1, Fixed Line: to one of the circles `near` with a number one lower that is
    still free upward, and to one of those with a number one higher that is still free
    downward; with `merge` off to one of both kinds together. `numbers` holds `circle`
    too; `links` are the lawful ones drawn before, perhaps (by a Rope) one at `circle`.
    Candidates are in the order of their ids.
    """
    number = numbers[circle]
    there = sorted(o for o in near if abs(numbers.get(o, number) - number) == 1)
    if not there:
        return ()
    steps = find_steps(numbers, links)
    has_upper, has_lower = {low for low, _ in steps}, {high for _, high in steps}
    below = [c for c in there if numbers[c] < number and c not in has_upper]
    above = [c for c in there if numbers[c] > number and c not in has_lower]
    if circle in has_lower:
        below = []
    if circle in has_upper:
        above = []
    if merge:
        groups = [below, above]
    else:
        groups = [] if circle in has_lower | has_upper else [sorted(below + above)]
    return tuple(tuple(group) for group in groups if group)


def play(
    touching: Mapping[CircleId, Iterable[CircleId]],
    written: Iterable[tuple[CircleId, int | None]],
    *,
    choose: Chooser = first_of,
    merge: bool = True,
) -> frozenset[Link]:
    """The links that arise when `written` is written in its order.

    A number (None is a skull) is joined as `joins` says; `choose` picks among several
    candidates. Whether each circle may be written is not asked.
    """
    numbers: dict[CircleId, int] = {}
    links: set[Link] = set()
    for circle, number in written:
        if number is None:
            continue
        numbers[circle] = number
        groups = joins(numbers, links, circle, touching[circle], merge=merge)
        links |= {Link.of(circle, choose(circle, group)) for group in groups}
    return frozenset(links)
