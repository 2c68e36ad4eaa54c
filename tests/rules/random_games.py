"""Random filled sheets: played by the rules, or merely numbers in circles."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.rules.builders import sheet
from trekprint.rules.dice import RED, RESULT, YELLOW, entry_of
from trekprint.rules.game import SKULL, Entry, Game
from trekprint.rules.writing import play
from trekprint.sheet.model import CircleId, Link, Option

if TYPE_CHECKING:
    from random import Random

    from trekprint.sheet.model import Sheet

ORDERLY = 0.8
"""Share of turns in which the player looks for a line or a zone."""


def played_game(
    on: Sheet, random: Random, *, turns: int | None = None, merge: bool = True
) -> Game:
    """A game played by the rules, circle by circle, with its links and ticks."""
    ticks: Counter[Option] = Counter()
    boxes = {row.option: row.boxes for row in on.options}
    entries: dict[CircleId, Entry] = {}
    order: list[CircleId] = []
    for _ in range(len(on.circles) if turns is None else turns):
        red, yellow = random.choice(RED), random.choice(YELLOW)
        moves = [
            (option, circle)
            for option in Option
            if ticks[option] < boxes[option]
            for circle in on.circles
            if circle.id not in entries
            and (not entries or on.touching[circle.id] & entries.keys())
        ]
        option, circle = random.choice(moves)
        if random.random() < ORDERLY:
            option, circle = max(
                moves,
                key=lambda move: (
                    _fit(on, entries, move[1].id, RESULT[move[0]](red, yellow)),
                    random.random(),
                ),
            )
        ticks[option] += 1
        entries[circle.id] = entry_of(circle, RESULT[option](red, yellow))
        order.append(circle.id)
    links = play(
        on.touching,
        [(circle, entries[circle].number) for circle in order],
        choose=lambda _, candidates: random.choice(candidates),
        merge=merge,
    )
    return Game(sheet=on, entries=entries, links=links, ticks=dict(ticks))


def _fit(
    on: Sheet, entries: dict[CircleId, Entry], circle: CircleId, result: int
) -> int:
    """How many touching numbers `result` would go with; less than none for a skull."""
    if result > on.circle_by_id[circle].limit:
        return -1
    near = [entries[other].number for other in on.touching[circle] if other in entries]
    return sum(number is not None and abs(number - result) <= 1 for number in near)


def with_ropes(played: Game, random: Random, most: int = 3) -> Game:
    """`played` with up to `most` Rope links that do not fork, where there is room."""
    ropes: set[Link] = set()
    ends: set[tuple[str, CircleId]] = set()
    for link in random.sample(played.sheet.two_apart, len(played.sheet.two_apart)):
        low, high = sorted((link.a, link.b), key=lambda c: played.number(c) or 0)
        one, other = played.number(low), played.number(high)
        taken = {("up", low), ("down", high)}
        if one is None or other != one + 1 or taken & ends or len(ropes) == most:
            continue
        ropes.add(link)
        ends |= taken
    return replace(played, ropes=frozenset(ropes))


def scattered_game(random: Random, *, circles: int, merge_lines: bool = True) -> Game:
    """Any numbers, close together, on a random connected sheet; some skulls, gaps."""
    pairs = {Link.of(random.randrange(1, n), n) for n in range(2, circles + 1)}
    for _ in range(random.randrange(2 * circles) if circles > 1 else 0):
        pairs.add(Link.of(*random.sample(range(1, circles + 1), 2)))
    on = sheet(
        [(link.a, link.b) for link in pairs], circles=circles, merge_lines=merge_lines
    )
    low = random.randrange(10)
    spread = random.choice((2, 3, 4))
    entries = {}
    for circle in on.circles:
        chance = random.random()
        if chance < 0.05:
            entries[circle.id] = SKULL
        elif chance < 0.95:
            entries[circle.id] = Entry(min(12, low + random.randrange(spread)))
    return Game(sheet=on, entries=entries)
