"""Lines where a written number joins only one side (`merge_lines: false`).

Then every line grows outward from the circle that was written first, one circle at a
time, and a touching pair of consecutive numbers may stay apart for good: the later of
the two joined its other side instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.rules.groups import lines_along

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trekprint.rules.groups import Path, Step
    from trekprint.sheet.model import CircleId


def possible_paths(part: Sequence[Step]) -> Iterator[list[Path]]:
    """Every way to join `part` without forks, as lines and single circles."""
    circles = list(dict.fromkeys(circle for step in part for circle in step))
    for chosen in _without_forks(part):
        lines = lines_along(chosen)
        joined = {circle for line in lines for circle in line}
        yield [*lines, *((circle,) for circle in circles if circle not in joined)]


def _without_forks(part: Sequence[Step]) -> Iterator[list[Step]]:
    """Every choice of steps with at most one up and one down at each circle."""
    if not part:
        yield []
        return
    (low, high), *rest = part
    for chosen in _without_forks([s for s in rest if s[0] != low and s[1] != high]):
        yield [(low, high), *chosen]
    yield from _without_forks(rest)


def can_arise(part: Sequence[Step], paths: Sequence[Path]) -> bool:
    """Whether some order of writing leads to exactly `paths` over the steps of `part`.

    Goes back from the finished sheet, unwriting circles. The outer circle of a line can
    always go. A circle that stands alone can go only if it could have been joined to
    nothing: no touching consecutive circle is then the end of another line. A line with
    such a circle goes as a whole, which never hinders the others; where there is none,
    lines are shortened, every way.
    """
    above: dict[CircleId, list[CircleId]] = {}
    below: dict[CircleId, list[CircleId]] = {}
    for low, high in part:
        above.setdefault(low, []).append(high)
        below.setdefault(high, []).append(low)
    failed: set[frozenset[Path]] = set()

    def unwrites(lines: frozenset[Path]) -> bool:
        lines = without_free_lines(lines)
        if not lines:
            return True
        bottoms = {line[0] for line in lines if len(line) == 1}
        if lines in failed or any(
            not bottoms.isdisjoint(above.get(circle, ())) for circle in bottoms
        ):
            return False
        failed.add(lines)
        return any(
            unwrites(lines - {line} | {shorter})
            for line in lines
            if len(line) > 1
            for shorter in (line[1:], line[:-1])
        )

    def without_free_lines(lines: frozenset[Path]) -> frozenset[Path]:
        while True:
            bottoms = {line[0] for line in lines}
            tops = {line[-1] for line in lines}
            free = {
                line
                for line in lines
                if any(
                    bottoms.isdisjoint(above.get(circle, ()))
                    and tops.isdisjoint(below.get(circle, ()))
                    for circle in line
                )
            }
            if not free:
                return lines
            lines -= free

    return unwrites(frozenset(paths))
