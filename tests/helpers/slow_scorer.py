"""A second scorer: slow, obvious, and sharing no code with `trekprint.rules`.

It tries every subset of the links that could be drawn, keeps those that are a lawful
end by the wording of the rules, and adds up points one circle at a time. `ends_by_play`
goes further and writes the numbers in every order there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from trekprint.rules.game import Game
    from trekprint.sheet.model import CircleId, Link

Pair = tuple["CircleId", "CircleId"]
"""Two circles, the one with the lower number first."""

BONUS = (0, 0, 0, 1, 3, 6, 10, 15, 20, 25)


def slow_range(game: Game) -> tuple[int, int]:
    """Lowest and highest total over all lawful ends."""
    totals = [slow_total(game, end) for end in lawful_ends(game)]
    return min(totals), max(totals)


def slow_total(game: Game, joined: frozenset[Pair]) -> int:
    """The total of `game` with exactly `joined` drawn."""
    numbers = _numbers(game)
    lines = _clusters(numbers, joined)
    equal = frozenset(
        (link.a, link.b)
        for link in game.sheet.links
        if link.a in numbers and numbers[link.a] == numbers.get(link.b)
    )
    zones = _clusters(numbers, equal)
    total = 0
    for groups in (lines, zones):
        for group in groups:
            total += max(numbers[circle] for circle in group) + len(group) - 1
        total += _bonus(max((len(group) for group in groups), default=0))
    grouped = {circle for group in lines + zones for circle in group}
    skulls = [entry for entry in game.entries.values() if entry.is_skull]
    orphans = [circle for circle in numbers if circle not in grouped]
    return total - 3 * len(skulls) - 3 * len(orphans) + 3 * min(3, game.assist_cards)


def lawful_ends(game: Game) -> list[frozenset[Pair]]:
    """Every set of links in which none is forbidden and none is missing.

    Rope links are in all of them; only between touching circles one can be missing.
    """
    pairs, ropes = pairs_of(game), frozenset(rope_pairs_of(game))
    ends = []
    for joined in _without_forks([*ropes, *pairs]):
        if not ropes <= joined:
            continue
        lows, highs = {low for low, _ in joined}, {high for _, high in joined}
        if all(low in lows or high in highs for low, high in pairs):
            ends.append(joined)
    return ends


def pairs_of(game: Game) -> list[Pair]:
    """Touching circles with consecutive numbers."""
    return _consecutive(game, game.sheet.links)


def rope_pairs_of(game: Game) -> list[Pair]:
    """The ends of Rope links that join consecutive numbers."""
    return _consecutive(game, game.ropes)


def _consecutive(game: Game, links: Iterable[Link]) -> list[Pair]:
    numbers = _numbers(game)
    pairs = []
    for link in links:
        if link.a in numbers and link.b in numbers:
            if numbers[link.a] + 1 == numbers[link.b]:
                pairs.append((link.a, link.b))
            if numbers[link.b] + 1 == numbers[link.a]:
                pairs.append((link.b, link.a))
    return pairs


def ends_by_play(
    game: Game, *, merge: bool, connected: bool = False
) -> set[frozenset[Pair]]:
    """Every set of links that some order of writing and some choices lead to.

    With `connected` each circle after the first touches one already written. Rope links
    are drawn in turns that write one of their circles, so every end holds them.
    """
    ropes = frozenset(rope_pairs_of(game))
    pairs = [*pairs_of(game), *ropes]
    joinable = frozenset(circle for pair in pairs for circle in pair)
    circles = frozenset(game.entries) if connected else joinable
    states: set[tuple[frozenset[CircleId], frozenset[Pair]]] = {
        (frozenset(), frozenset())
    }
    for _ in circles:
        states = {
            (written | {circle}, joined | new)
            for written, joined in states
            for circle in circles - written
            if not connected or not written or game.sheet.touching[circle] & written
            for new in _writings(pairs, written, joined, circle, merge=merge)
        }
    return {joined for _, joined in states if ropes <= joined}


def _writings(
    pairs: list[Pair],
    written: frozenset[CircleId],
    joined: frozenset[Pair],
    circle: CircleId,
    *,
    merge: bool,
) -> Iterator[frozenset[Pair]]:
    """The links that writing `circle` can add."""
    lows, highs = {low for low, _ in joined}, {high for _, high in joined}
    below = [p for p in pairs if p[1] == circle and p[0] in written - lows]
    above = [p for p in pairs if p[0] == circle and p[1] in written - highs]
    if not merge:
        for pair in below + above:
            yield frozenset({pair})
        if not below and not above:
            yield frozenset()
        return
    nothing: frozenset[Pair] = frozenset()
    for down in [frozenset({pair}) for pair in below] or [nothing]:
        for up in [frozenset({pair}) for pair in above] or [nothing]:
            yield down | up


def _without_forks(pairs: list[Pair]) -> Iterator[frozenset[Pair]]:
    """Every subset of `pairs` with at most one link up and one down at each circle."""
    if not pairs:
        yield frozenset()
        return
    (low, high), *rest = pairs
    yield from _without_forks(rest)
    apart = [pair for pair in rest if pair[0] != low and pair[1] != high]
    for joined in _without_forks(apart):
        yield joined | {(low, high)}


def _clusters(
    numbers: dict[CircleId, int], joined: frozenset[Pair]
) -> list[frozenset[CircleId]]:
    """Sets of two or more circles that `joined` holds together."""
    clusters = [frozenset({circle}) for circle in numbers]
    for a, b in joined:
        one = next(cluster for cluster in clusters if a in cluster)
        other = next(cluster for cluster in clusters if b in cluster)
        clusters = [c for c in clusters if c not in (one, other)]
        clusters.append(one | other)
    return [cluster for cluster in clusters if len(cluster) > 1]


def _bonus(size: int) -> int:
    largest = len(BONUS) - 1
    return BONUS[size] if size <= largest else BONUS[largest] + 5 * (size - largest)


def _numbers(game: Game) -> dict[CircleId, int]:
    return {
        circle: entry.number
        for circle, entry in game.entries.items()
        if entry.number is not None
    }
