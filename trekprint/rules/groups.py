"""Fixed lines, mapped zones and orphans of a filled sheet.

A *step* is a place where a line could be joined: two touching circles with consecutive
numbers, the lower number first; or two circles with one between them, where a Rope link
is drawn. Which steps are really joined is what links say. The
functions here expect lawful links (every number at most one step up and one down);
`rules.solver.lawful_links` makes the best lawful reading out of any drawn ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.sheet.model import CircleId, Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trekprint.rules.game import Game

Path = tuple[CircleId, ...]
"""Circles of a line, the lowest number first."""

Step = tuple[CircleId, CircleId]
"""Two circles that a line may join, the second's number one above the first's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """The groups of a filled sheet.

    Lines have the lowest number first, zones the lowest id first. Orphans are the
    circles whose number is in neither.
    """

    lines: tuple[Path, ...]
    zones: tuple[tuple[CircleId, ...], ...]
    orphans: tuple[CircleId, ...]


def numbers_of(game: Game) -> dict[CircleId, int]:
    """The numbers that count, by circle, in the sheet's order; skulls left out."""
    numbers = {}
    for circle in game.sheet.circles:
        number = game.number(circle.id)
        if number is not None and not game.counts_as_skull(circle.id):
            numbers[circle.id] = number
    return numbers


def find_groups(game: Game, links: Iterable[Link]) -> Groups:
    """The groups of `game` where exactly `links`, which must be lawful, are joined."""
    numbers = numbers_of(game)
    lines = lines_along(find_steps(numbers, links))
    zones = find_zones(game, numbers)
    grouped = {circle for group in (*lines, *zones) for circle in group}
    return Groups(
        lines=lines,
        zones=zones,
        orphans=tuple(circle for circle in numbers if circle not in grouped),
    )


def find_steps(
    numbers: Mapping[CircleId, int], links: Iterable[Link]
) -> tuple[Step, ...]:
    """Those of `links` that join consecutive numbers, as steps, lowest ids first."""
    steps = []
    for link in sorted(links):
        a, b = numbers.get(link.a), numbers.get(link.b)
        if a is None or b is None or abs(a - b) != 1:
            continue
        steps.append((link.a, link.b) if a < b else (link.b, link.a))
    return tuple(steps)


def rope_steps(game: Game) -> tuple[Step, ...]:
    """The Rope links of `game` that can count, as steps, lowest ids first.

    Rules 2, Rope: between two circles that do not touch and have a circle between them;
    as any link, of consecutive numbers.
    """
    apart = game.ropes.intersection(game.sheet.two_apart) if game.ropes else ()
    return find_steps(numbers_of(game), apart)


def lines_along(steps: Iterable[Step]) -> tuple[Path, ...]:
    """The lines that lawful `steps` make, the line with the lowest circle id first."""
    above = dict(steps)
    starts = sorted(above.keys() - set(above.values()))
    lines = []
    for start in starts:
        line = [start]
        while line[-1] in above:
            line.append(above[line[-1]])
        lines.append(tuple(line))
    return tuple(lines)


def find_zones(
    game: Game, numbers: Mapping[CircleId, int]
) -> tuple[tuple[CircleId, ...], ...]:
    """Every largest set of two or more touching circles with the same number."""
    equal = {
        circle: [o for o in game.sheet.touching[circle] if numbers.get(o) == number]
        for circle, number in numbers.items()
    }
    zones = []
    seen: set[CircleId] = set()
    for first in numbers:
        if first in seen or not equal[first]:
            continue
        zone = connected(first, equal)
        seen |= zone
        zones.append(tuple(sorted(zone)))
    return tuple(zones)


def connected(
    first: CircleId, neighbours: Mapping[CircleId, Iterable[CircleId]]
) -> set[CircleId]:
    """All circles that can be reached from `first` through `neighbours`."""
    found = {first}
    waiting = [first]
    while waiting:
        for other in neighbours[waiting.pop()]:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found
