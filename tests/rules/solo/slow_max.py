"""Max a second time: plain, slow, and sharing no code with `trekprint`.

It keeps its own lines (lists of circles, lowest number first) and asks `pick` wherever
Max's number could go on in several places.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Pick = Callable[[int, Sequence[int]], int]

BONUS = {3: 1, 4: 3, 5: 6, 6: 10, 7: 15, 8: 20, 9: 25}


def number_of(red: int, yellow: int, limit: int, reading: str) -> int | None:
    """What Max writes; None for a skull."""
    high, low = max(red, yellow), min(red, yellow)
    if reading == "higher_die":
        return high
    best = max(low, high, high - low, high + low, high * low)
    if reading == "highest_result":
        return best if best <= limit else None
    for number in range(limit, -1, -1):
        if number in (low, high, high - low, high + low, high * low):
            return number
    return None


class SlowMax:
    """Max's mountain on circles that touch by `pairs`, with `limits`."""

    def __init__(
        self,
        pairs: Iterable[tuple[int, int]],
        limits: Mapping[int, int],
        reading: str,
        pick: Pick,
    ) -> None:
        self.near: dict[int, set[int]] = {circle: set() for circle in limits}
        for a, b in pairs:
            self.near[a].add(b)
            self.near[b].add(a)
        self.limits, self.reading, self.pick = limits, reading, pick
        self.numbers: dict[int, int] = {}
        self.skulls: set[int] = set()
        self.lines: list[list[int]] = []
        self.picked = 0

    def write(self, red: int, yellow: int, circle: int) -> None:
        number = number_of(red, yellow, self.limits[circle], self.reading)
        if number is None:
            self.skulls.add(circle)
            return
        self.lines.append([circle])
        self.numbers[circle] = number
        touching = [other for other in self.near[circle] if other in self.numbers]
        tops = [line[-1] for line in self.lines if line[-1] in touching]
        bottoms = [line[0] for line in self.lines if line[0] in touching]
        below = sorted(c for c in tops if self.numbers[c] == number - 1)
        above = sorted(c for c in bottoms if self.numbers[c] == number + 1)
        if below:
            self.join(self.choose(circle, below), circle)
        if above:
            self.join(circle, self.choose(circle, above))

    def choose(self, circle: int, candidates: list[int]) -> int:
        if len(candidates) == 1:
            return candidates[0]
        self.picked += 1
        return self.pick(circle, candidates)

    def join(self, low: int, high: int) -> None:
        lower = next(line for line in self.lines if line[-1] == low)
        upper = next(line for line in self.lines if line[0] == high)
        self.lines = [line for line in self.lines if line not in (lower, upper)]
        self.lines.append(lower + upper)

    def links(self) -> set[tuple[int, int]]:
        return {
            (min(pair), max(pair)) for line in self.lines for pair in pairwise(line)
        }

    def zones(self) -> list[set[int]]:
        left = set(self.numbers)
        zones = []
        while left:
            zone = {left.pop()}
            while True:
                more = {
                    other
                    for circle in zone
                    for other in self.near[circle] & left
                    if self.numbers[other] == self.numbers[circle]
                }
                if not more:
                    break
                left -= more
                zone |= more
            if len(zone) > 1:
                zones.append(zone)
        return zones

    def total(self) -> int:
        """Lines, zones, both bonuses, 3 for each orphan, -3 for each skull."""
        lines = [line for line in self.lines if len(line) > 1]
        zones = self.zones()
        points = sum(self.numbers[line[-1]] + len(line) - 1 for line in lines)
        points += sum(self.numbers[min(zone)] + len(zone) - 1 for zone in zones)
        for sizes in ([len(g) for g in lines], [len(g) for g in zones]):
            size = max(sizes, default=0)
            points += BONUS[9] + 5 * (size - 9) if size > 9 else BONUS.get(size, 0)
        grouped = {c for line in lines for c in line}.union(*zones)
        return points + 3 * len(self.numbers.keys() - grouped) - 3 * len(self.skulls)
