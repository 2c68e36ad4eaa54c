"""Which lines the numbers of a sheet allow: the best ones, and the range of points.

Links are made only while numbers are written, so a filled sheet without its links has
several lawful readings. A set of links is a *lawful end* when every number is joined to
at most one number below and one above it, and no two touching consecutive numbers are
both still free towards each other: joining is compulsory, so the later of the two
would have been joined. Each lawful end does come from an order of writing: write the
lines by rising lowest number, each from its low to its high end. Then a number never
finds a free touching number that it must take and does not, since lines whose lowest
number is above it are not written yet, and the lines written before end in numbers
that, by the rule of the lawful end, do not touch a free one.

Ours: the order of writing is taken as free. A first circle anywhere and later ones only
beside filled circles rule out a few ends (6-5-6, skull, 6-5-6 in a row cannot have both
outer pairs joined) unless a Compass card is played. The sheet does not show whether one
was, and the ranges given here contain all ends that connected writing reaches; on
simulated games the best links need a Compass in about 1 of 100.

Ours too, with `merge` off: a written number joins only one side, also where both would
do. Then a gap may stay open in the middle of a run, and which ends can come about is
found by going back from the finished sheet (see `rules.one_sided`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from trekprint.rules.groups import Path, Step, connected
from trekprint.rules.one_sided import can_arise, possible_paths
from trekprint.sheet.model import CircleId, Link


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """The part of a score that links decide.

    `line` gives the points of one line, `longest` those for the length of the longest
    line (0 where there is none), `alone` the points, mostly negative, of a circle that
    is in no line; a circle that is not in `alone` costs nothing there.
    """

    line: Callable[[Path], int]
    longest: Callable[[int], int]
    alone: Mapping[CircleId, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRange:
    """The links worth most, and the points (by `Worth`) that lawful ends can have."""

    links: frozenset[Link]
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class _Span:
    """Lowest and highest points of equal states, and the lines of the highest."""

    lowest: int
    highest: int
    lines: tuple[Path, ...]

    def plus(self, other: _Span) -> _Span:
        """Both together."""
        return _Span(
            self.lowest + other.lowest,
            self.highest + other.highest,
            self.lines + other.lines,
        )

    def joined(self, other: _Span | None) -> _Span:
        """Either: the wider range, and the better lines (the first ones if equal)."""
        if other is None:
            return self
        best = other if other.highest >= self.highest else self
        return _Span(min(self.lowest, other.lowest), best.highest, best.lines)


_Spans = Mapping[int, _Span]
"""By the length of the longest line."""

_NOTHING = _Span(0, 0, ())


def best_lines(
    numbers: Mapping[CircleId, int],
    steps: Sequence[Step],
    worth: Worth,
    *,
    merge: bool = True,
    fixed: Collection[Step] = (),
) -> LineRange:
    """The best lawful end over `steps`, exactly, and the range of points.

    Steps in `fixed` (Rope links), which must not fork, are joined in every end.

    Circles that no step joins in any way influence each other only by the longest
    line. So every connected part is solved for itself, by length of its longest line.
    """
    total: _Spans = {0: _NOTHING}
    steps = _beside(steps, fixed) if merge else (*steps, *fixed)
    joinable: set[CircleId] = set()
    for part in _parts(steps):
        spans = (
            _merging_part(numbers, part, worth)
            if merge
            else _one_sided_part(part, worth, fixed)
        )
        total = _together(total, spans)
        joinable.update(circle for step in part for circle in step)
    rest = sum(
        points for circle, points in worth.alone.items() if circle not in joinable
    )
    ends = [
        _Span(span.lowest + bonus, span.highest + bonus, span.lines)
        for length, span in total.items()
        for bonus in (worth.longest(length) + rest,)
    ]
    best = max(ends, key=lambda span: span.highest)
    return LineRange(
        links=links_of(best.lines),
        lowest=min(span.lowest for span in ends),
        highest=best.highest,
    )


def _beside(steps: Sequence[Step], fixed: Collection[Step]) -> tuple[Step, ...]:
    """`steps` that can be joined beside `fixed`, and `fixed`.

    A fixed step takes the upper side of its low and the lower side of its high circle.
    So no other step at these sides can be joined, and none has to be; what is left are
    the fixed steps, alone at their sides, which every lawful end joins.
    """
    if not fixed:
        return tuple(steps)
    lows, highs = {low for low, _ in fixed}, {high for _, high in fixed}
    free = [step for step in steps if step[0] not in lows and step[1] not in highs]
    return (*free, *fixed)


def lawful_links(
    numbers: Mapping[CircleId, int], steps: Sequence[Step], worth: Worth
) -> frozenset[Link]:
    """The best lawful reading of drawn `steps`: all of them, if they are lawful.

    Where a number has two links up or down, only what cannot stay beside the others is
    left out, and of all ways to do so the one that leaves the most points is taken.
    Nothing is added that was not drawn.
    """
    lower, upper = zip(*steps, strict=True) if steps else ((), ())
    if len(set(lower)) == len(set(upper)) == len(steps):
        return links_of(steps)
    return best_lines(numbers, steps, worth).links


def links_of(lines: Iterable[Path]) -> frozenset[Link]:
    """The links between neighbours of each line."""
    return frozenset(Link.of(a, b) for line in lines for a, b in pairwise(line))


def _parts(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """The steps, in groups that share circles."""
    neighbours: dict[CircleId, list[CircleId]] = {}
    for low, high in steps:
        neighbours.setdefault(low, []).append(high)
        neighbours.setdefault(high, []).append(low)
    seen: set[CircleId] = set()
    for circle in neighbours:
        if circle not in seen:
            part = connected(circle, neighbours)
            seen |= part
            yield [step for step in steps if step[0] in part]


def _together(one: _Spans, other: _Spans) -> _Spans:
    """Two parts side by side."""
    both: dict[int, _Span] = {}
    for length_a, a in one.items():
        for length_b, b in other.items():
            length = max(length_a, length_b)
            both[length] = a.plus(b).joined(both.get(length))
    return both


def _merging_part(
    numbers: Mapping[CircleId, int], part: Sequence[Step], worth: Worth
) -> _Spans:
    """All lawful ends of one part, number by number from the lowest.

    While number n is at work a state is: the lines that end at circles with n, and the
    longest line closed so far. States that agree in both are one.
    """
    levels: dict[int, list[CircleId]] = {}
    for circle in dict.fromkeys(circle for step in part for circle in step):
        levels.setdefault(numbers[circle], []).append(circle)
    first, last = min(levels), max(levels)
    opened: tuple[Path, ...] = tuple((circle,) for circle in levels[first])
    states = {(opened, 0): _NOTHING}
    for number in range(first, last + 1):
        uppers = levels.get(number + 1, [])
        joins = list(_joins(levels[number], uppers, part))
        after: dict[tuple[tuple[Path, ...], int], _Span] = {}
        for (opened, longest), span in states.items():
            for join in joins:
                taken = {low for low in join if low is not None}
                closed = [
                    line for index, line in enumerate(opened) if index not in taken
                ]
                key = (
                    tuple(
                        (circle,) if low is None else (*opened[low], circle)
                        for circle, low in zip(uppers, join, strict=True)
                    ),
                    max([longest, *(len(line) for line in closed if len(line) > 1)]),
                )
                after[key] = span.plus(_closed(closed, worth)).joined(after.get(key))
        states = after
    return {longest: span for (_, longest), span in states.items()}


def _closed(paths: Iterable[Path], worth: Worth) -> _Span:
    """What paths that end here give: lines their points, single circles theirs."""
    points, lines = 0, []
    for path in paths:
        if len(path) > 1:
            points += worth.line(path)
            lines.append(path)
        else:
            points += worth.alone.get(path[0], 0)
    return _Span(points, points, tuple(lines))


def _joins(
    lowers: Sequence[CircleId], uppers: Sequence[CircleId], part: Sequence[Step]
) -> Iterator[tuple[int | None, ...]]:
    """Every way to join two neighbouring numbers so that none must still be joined.

    Gives for each of `uppers` the index of its partner in `lowers`, or None.
    """
    place = {circle: index for index, circle in enumerate(uppers)}
    touched = [
        [place[high] for low, high in part if low == circle] for circle in lowers
    ]
    join: list[int | None] = [None] * len(uppers)
    free: list[list[int]] = []

    def choose(index: int) -> Iterator[tuple[int | None, ...]]:
        if index == len(lowers):
            if all(join[high] is not None for highs in free for high in highs):
                yield tuple(join)
            return
        for high in touched[index]:
            if join[high] is None:
                join[high] = index
                yield from choose(index + 1)
                join[high] = None
        free.append(touched[index])
        yield from choose(index + 1)
        free.pop()

    return choose(0)


def _one_sided_part(
    part: Sequence[Step], worth: Worth, fixed: Collection[Step]
) -> _Spans:
    """All ends of one part that hold `fixed`, where a number joins only one side."""
    wanted = links_of(step for step in part if step in fixed)
    spans: dict[int, _Span] = {}
    for paths in possible_paths(part):
        if wanted and not wanted <= links_of(paths):
            continue
        longest = max((len(path) for path in paths if len(path) > 1), default=0)
        span, known = _closed(paths, worth), spans.get(longest)
        if known and known.lowest <= span.lowest and span.highest <= known.highest:
            continue
        if can_arise(part, paths):
            spans[longest] = span.joined(known)
    return spans
