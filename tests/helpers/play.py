"""Plays a plausible game on a sheet: what a test photo shows is written from this.

The rules are those of Trek Mode: two dice, five options with as many boxes as the
sheet prints, every circle after the first beside a filled one, links joined whenever
a number is written. The player is greedy, sometimes careless, and forgets things.
All functions are pure; chance comes in as a numpy generator.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from trekprint.rules.game import SKULL, Entry, Game
from trekprint.sheet.model import CircleId, Link, Option, Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import numpy as np

COMBINE: Mapping[Option, Callable[[int, int], int]] = {
    Option.LOWER: min,
    Option.HIGHER: max,
    Option.DIFFERENCE: lambda red, yellow: abs(red - yellow),
    Option.SUM: lambda red, yellow: red + yellow,
    Option.PRODUCT: lambda red, yellow: red * yellow,
}

SIZE_BONUS = (0, 0, 0, 1, 3, 6, 10, 15, 20, 25)
"""Bonus by size of the longest line or largest zone; +5 for every circle over nine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerParams:
    """How well the player plays and how honest the sheet is.

    Chances are 0 to 1. `carelessness` is the spread of the noise on the value (in
    points) of a choice. `written_all` is the chance that all score boxes are filled
    in, `written_none` that none is; between them only the final score is written.
    `tent` is the chance that a Tent card allows one sum more, crossed beside the row;
    `ropes` that of each of two Rope cards to be used, where two numbers can be joined.
    """

    carelessness: float = 2.0
    blunder: float = 0.07
    forget_link: float = 0.03
    forget_tick: float = 0.03
    unfinished: float = 0.06
    cards: tuple[float, float, float, float] = (0.7, 0.12, 0.1, 0.08)
    cross_orphans: float = 0.12
    written_all: float = 0.65
    written_none: float = 0.08
    miscount: float = 0.15
    tent: float = 0.0
    ropes: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round as it was played, before anything was forgotten."""

    red: int
    yellow: int
    option: Option
    circle: CircleId
    entry: Entry
    joined: tuple[Link, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The score of a filled sheet by its drawn links, itemised."""

    lines: tuple[tuple[CircleId, ...], ...]
    zones: tuple[tuple[CircleId, ...], ...]
    line_points: tuple[int, ...]
    zone_points: tuple[int, ...]
    line_bonus: int
    zone_bonus: int
    orphans: tuple[CircleId, ...]
    skulls: tuple[CircleId, ...]
    cards: int
    orphan_points: int = -3

    @property
    def penalty(self) -> int:
        """Points for skulls and orphans; only Max may win some by them."""
        return self.orphan_points * len(self.orphans) - 3 * len(self.skulls)

    @property
    def total(self) -> int:
        """The final score."""
        return (
            sum(self.line_points)
            + sum(self.zone_points)
            + self.line_bonus
            + self.zone_bonus
            + 3 * self.cards
            + self.penalty
        )


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """A game and the way to it.

    `game` is what stands on the paper (forgotten links and ticks are not there; its
    `written` holds the player's own figures, wrong ones too). `crossed` are the
    orphans that the player struck out at the end, with a small skull beside; `slips`
    the circles in which something else stands than the rules make Max write.
    """

    game: Game
    rounds: tuple[Round, ...]
    tally: Tally
    crossed: frozenset[CircleId] = frozenset()
    slips: frozenset[CircleId] = frozenset()


@dataclass(kw_only=True)
class _Table:
    """The sheet while it is being played."""

    sheet: Sheet
    numbers: dict[CircleId, int] = field(default_factory=dict)
    skulls: set[CircleId] = field(default_factory=set)
    ticks: dict[Option, int] = field(default_factory=dict)
    links: set[Link] = field(default_factory=set)
    tents: int = 0

    def free(self) -> list[CircleId]:
        """The circles that may be filled now."""
        filled = self.numbers.keys() | self.skulls
        empty = [c.id for c in self.sheet.circles if c.id not in filled]
        if not filled:
            return empty
        return [c for c in empty if self.sheet.touching[c] & filled]

    def open_options(self) -> list[Option]:
        """The options with a box left."""
        return [
            row.option
            for row in self.sheet.options
            if self.ticks.get(row.option, 0)
            < row.boxes + (self.tents if row.option is Option.SUM else 0)
        ]

    def side_taken(self, circle: CircleId, step: int) -> bool:
        """Whether `circle` is linked to a number `step` (1 or -1) away from its own."""
        wanted = self.numbers[circle] + step
        return any(
            other in self.numbers
            and self.numbers[other] == wanted
            and Link.of(circle, other) in self.links
            for other in self.sheet.touching[circle]
        )

    def partners(self, circle: CircleId, number: int, step: int) -> list[CircleId]:
        """Circles that hold number + step and could be joined to `number` here."""
        return sorted(
            other
            for other in self.sheet.touching[circle]
            if self.numbers.get(other) == number + step
            and not self.side_taken(other, -step)
        )


def play(
    sheet: Sheet, rng: np.random.Generator, params: PlayerParams | None = None
) -> PlayedGame:
    """One game on `sheet`."""
    params = params or PlayerParams()
    # Without Tent cards nothing is drawn, so that older games stay what they were.
    tents = int(params.tent > 0 and rng.random() < params.tent)
    table = _Table(sheet=sheet, tents=tents)
    rounds = [
        _play_round(table, rng, params) for _ in range(_round_count(sheet, rng, params))
    ]
    cards = int(rng.choice(4, p=params.cards))
    entries = {c: Entry(n) for c, n in table.numbers.items()}
    entries |= dict.fromkeys(table.skulls, SKULL)
    game = Game(
        sheet=sheet,
        entries=dict(sorted(entries.items())),
        links=frozenset(table.links),
        ticks={
            row.option: min(table.ticks.get(row.option, 0), row.boxes)
            for row in sheet.options
        },
        ropes=_ropes(table, rng, params) if params.ropes else frozenset(),
        tent_crosses=_crosses(table),
        assist_cards=cards,
    )
    tally = score(game)
    finished = len(rounds) == len(sheet.circles)
    written = _written(tally, rng, params) if finished else {}
    crosses = finished and rng.random() < params.cross_orphans
    return PlayedGame(
        game=Game(**{**vars(game), "written": written}),
        rounds=tuple(rounds),
        tally=tally,
        crossed=frozenset(tally.orphans) if crosses else frozenset(),
    )


MOST_ROPES = 2


def _ropes(
    table: _Table, rng: np.random.Generator, params: PlayerParams
) -> frozenset[Link]:
    """Links between numbers two apart that are free towards each other."""
    ropes: set[Link] = set()
    taken: set[tuple[CircleId, int]] = set()
    pairs = table.sheet.two_apart
    for place in rng.permutation(len(pairs)):
        low, high = sorted(
            (pairs[place].a, pairs[place].b), key=lambda c: table.numbers.get(c, -1)
        )
        sides = {(low, 1), (high, -1)}
        if low not in table.numbers or len(ropes) == MOST_ROPES or sides & taken:
            continue
        if table.numbers[high] != table.numbers[low] + 1:
            continue
        if any(table.side_taken(circle, step) for circle, step in sides):
            continue
        if rng.random() < params.ropes:
            ropes.add(pairs[place])
            taken |= sides
    return frozenset(ropes)


def _crosses(table: _Table) -> int:
    """Sums beyond the boxes of their row."""
    boxes = {row.option: row.boxes for row in table.sheet.options}
    if Option.SUM not in boxes:
        return 0
    return max(0, table.ticks.get(Option.SUM, 0) - boxes[Option.SUM])


MAX_SLIP = 0.03
"""Share of the rounds in which something else is written for Max than he should."""


def play_max(
    sheet: Sheet,
    rounds: Iterable[Round],
    rng: np.random.Generator,
    *,
    slip: float = MAX_SLIP,
    miscount: float = 0.15,
) -> PlayedGame:
    """What Max's form `sheet` holds after the rounds of a player, strip included."""
    table = _Table(sheet=sheet)
    written: dict[str, int] = {}
    slips = set()
    for number, one in enumerate(rounds, 1):
        limit = sheet.circle_by_id[one.circle].limit
        results = [COMBINE[option](one.red, one.yellow) for option in Option]
        fitting = [result for result in results if result <= limit]
        result = max(fitting) if fitting else max(results)
        near = {*results, result + 1, abs(result - 1)}
        others = sorted({min(12, other) for other in near} - {min(12, result)})
        if rng.random() < slip:
            result = others[int(rng.integers(len(others)))]
            slips.add(one.circle)
        _, joined = _write(table, one.circle, result, rng)
        table.links |= set(joined)
        written |= {
            f"round_{number}_red": one.red,
            f"round_{number}_yellow": one.yellow,
            f"round_{number}_circle": int(one.circle),
        }
    entries = {
        c.id: SKULL if c.id in table.skulls else Entry(table.numbers[c.id])
        for c in sheet.circles
        if c.id in table.numbers or c.id in table.skulls
    }
    game = Game(sheet=sheet, entries=entries, links=frozenset(table.links))
    tally = replace(score(game), orphan_points=3)
    if len(entries) == len(sheet.circles):
        written |= {"max_orphans": len(tally.orphans), "max_skulls": len(tally.skulls)}
        missed = int(rng.choice((-3, -1, 1, 3))) if rng.random() < miscount else 0
        written["final"] = tally.total + missed
    return PlayedGame(
        game=replace(game, written=written),
        rounds=tuple(rounds),
        tally=tally,
        slips=frozenset(slips),
    )


def _round_count(sheet: Sheet, rng: np.random.Generator, params: PlayerParams) -> int:
    if rng.random() < params.unfinished:
        return int(rng.integers(3, len(sheet.circles)))
    return len(sheet.circles)


def _play_round(table: _Table, rng: np.random.Generator, params: PlayerParams) -> Round:
    red, yellow = int(rng.integers(1, 7)), int(rng.integers(0, 6))
    choices = [
        (option, circle, COMBINE[option](red, yellow))
        for option in table.open_options()
        for circle in table.free()
    ]
    worth = [
        _worth(table, circle, number) + rng.normal(0, params.carelessness)
        for _, circle, number in choices
    ]
    best = max(range(len(choices)), key=worth.__getitem__)
    if rng.random() < params.blunder:
        best = int(rng.integers(len(choices)))
    option, circle, number = choices[best]
    if rng.random() >= params.forget_tick:
        table.ticks[option] = table.ticks.get(option, 0) + 1
    entry, joined = _write(table, circle, number, rng)
    table.links |= {link for link in joined if rng.random() >= params.forget_link}
    return Round(
        red=red, yellow=yellow, option=option, circle=circle, entry=entry, joined=joined
    )


def _worth(table: _Table, circle: CircleId, number: int) -> float:
    """What the player thinks a choice brings, in points."""
    if number > table.sheet.circle_by_id[circle].limit:
        return -5.0
    worth = 0.0
    for step in (-1, 1):
        for other in table.partners(circle, number, step)[:1]:
            alone = not table.side_taken(other, step)
            worth += (max(number, number + step) + 4.0) if alone else 3.0
    equal = [c for c in table.sheet.touching[circle] if table.numbers.get(c) == number]
    if equal:
        worth += 3.0 + 0.5 * number
    if not worth:
        space = sum(c not in table.numbers for c in table.sheet.touching[circle])
        worth = -3.0 + 0.25 * number + 0.5 * space
    return worth


def _write(
    table: _Table, circle: CircleId, number: int, rng: np.random.Generator
) -> tuple[Entry, tuple[Link, ...]]:
    """Put `number`, or the skull it must be, in `circle`; the links it has to get."""
    if number > table.sheet.circle_by_id[circle].limit:
        table.skulls.add(circle)
        return SKULL, ()
    joined = []
    for step in (-1, 1):
        partners = table.partners(circle, number, step)
        if partners:
            other = partners[int(rng.integers(len(partners)))]
            joined.append(Link.of(circle, other))
    table.numbers[circle] = number
    return Entry(number), tuple(joined)


def score(game: Game) -> Tally:
    """The score of `game` by its drawn links, worked out plainly."""
    numbers = {c: e.number for c, e in game.entries.items() if e.number is not None}
    drawn = [(link.a, link.b) for link in (*(game.links or ()), *game.ropes)]
    equal = [
        (link.a, link.b)
        for link in game.sheet.links
        if link.a in numbers and numbers[link.a] == numbers.get(link.b)
    ]
    lines, zones = groups(drawn), groups(equal)
    grouped = {circle for group in lines + zones for circle in group}
    return Tally(
        lines=lines,
        zones=zones,
        line_points=tuple(_points(group, numbers) for group in lines),
        zone_points=tuple(_points(group, numbers) for group in zones),
        line_bonus=_bonus(lines),
        zone_bonus=_bonus(zones),
        orphans=tuple(sorted(c for c in numbers if c not in grouped)),
        skulls=tuple(sorted(c for c, e in game.entries.items() if e.is_skull)),
        cards=game.assist_cards,
    )


def groups(
    pairs: Iterable[tuple[CircleId, CircleId]],
) -> tuple[tuple[CircleId, ...], ...]:
    """The connected sets that `pairs` make, each sorted, in order of their first."""
    sets: list[set[CircleId]] = []
    for a, b in pairs:
        touched = [s for s in sets if a in s or b in s]
        sets = [s for s in sets if s not in touched]
        sets.append({a, b}.union(*touched))
    return tuple(sorted(tuple(sorted(s)) for s in sets))


def _points(group: tuple[CircleId, ...], numbers: Mapping[CircleId, int]) -> int:
    return max(numbers[c] for c in group) + len(group) - 1


def _bonus(found: tuple[tuple[CircleId, ...], ...]) -> int:
    size = max(map(len, found), default=0)
    most = len(SIZE_BONUS) - 1
    return SIZE_BONUS[min(size, most)] + 5 * max(0, size - most)


def _written(
    tally: Tally, rng: np.random.Generator, params: PlayerParams
) -> dict[str, int]:
    """The player's own figures by score box; wrong ones too."""
    extent = rng.random()
    if extent < params.written_none:
        return {}
    final = tally.total
    if rng.random() < params.miscount:
        final += int(rng.choice((-10, -3, -2, -1, 1, 2, 3, 10)))
    if extent < 1 - params.written_all:
        return {"final": final}
    written = {f"line_{n}": p for n, p in enumerate(tally.line_points[:9], start=1)}
    written |= {f"zone_{n}": p for n, p in enumerate(tally.zone_points[:9], start=1)}
    written |= {
        "line_bonus": tally.line_bonus,
        "zone_bonus": tally.zone_bonus,
        "line_total": sum(tally.line_points) + tally.line_bonus,
        "zone_total": sum(tally.zone_points) + tally.zone_bonus,
        "skulls": len(tally.orphans) + len(tally.skulls),  # the form says "x -3"
        "final": final,
    }
    return written
