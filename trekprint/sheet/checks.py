"""What is wrong with a sheet as a whole: links, places, options, scoring, layout.

Pure. Each function looks at one part and returns all its problems, so that whoever
loads a definition can check the parts that could be read. Paths are those of a sheet
definition (`links[3]`, entries counted from 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from trekprint.errors import Problem
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import Link

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trekprint.sheet.model import Circle, CircleId, OptionRow, ScoringItem, Sheet
    from trekprint.sheet.placed import Layout, PlacedCircle, TickBox


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckParams:
    """Where a place or a size begins to be wrong.

    `overlap` and `touch` are distances of centres in the definition's unit, in which
    touching circles are 1 apart: nearer than `overlap` two circles lie on each other,
    nearer than `touch` they look as if they touched. On the shipped sheets touching
    circles are 0.98 to 1.03 apart and others at least 1.25. `disc_least_mm` is the
    smallest disc, at A5, in which people write two digits that can be read.
    """

    overlap: float = 0.9
    touch: float = 1.1
    disc_least_mm: float = 11.0


def sheet_problems(sheet: Sheet, params: CheckParams | None = None) -> list[Problem]:
    """Every problem of `sheet`; its layout is checked only where the rest is sound."""
    problems = [
        *link_problems(sheet.circles, sheet.links, params),
        *option_problems(sheet.circles, sheet.options),
        *scoring_problems(sheet.scoring),
    ]
    return problems or layout_problems(form_layout(sheet), params)


def link_problems(
    circles: Sequence[Circle],
    links: Sequence[Link],
    params: CheckParams | None = None,
) -> list[Problem]:
    """Circles that clash, links that do not fit them, and a sheet in several parts."""
    params = params or CheckParams()
    repeats = [*_repeated_circles(circles)]
    by_id = {circle.id: circle for circle in circles}
    problems = [*repeats, *_missing_ends(by_id, links), *_repeated_links(links)]
    # Which of two circles with one id is meant by a link, nobody can tell.
    if not repeats:
        problems += _misplaced(circles, links, params)
        problems += _parts(circles, links)
    return problems


def option_problems(
    circles: Sequence[Circle], options: Sequence[OptionRow]
) -> list[Problem]:
    """Option rows given twice, and fewer boxes than circles to fill."""
    problems = [
        Problem(path=f"options[{n}]", sentence=f"option {row.option.value} again")
        for n, row in enumerate(options)
        if row.option in (earlier.option for earlier in options[:n])
    ]
    boxes = sum(row.boxes for row in options)
    if boxes < len(circles):
        sentence = f"{len(circles)} circles but only {boxes} boxes to tick"
        problems.append(Problem(path="options", sentence=sentence))
    return problems


def scoring_problems(scoring: Sequence[ScoringItem]) -> list[Problem]:
    """Scoring items named twice."""
    return [
        Problem(path=f"scoring[{n}]", sentence=f"{item.name} is scored already")
        for n, item in enumerate(scoring)
        if item.name in (earlier.name for earlier in scoring[:n])
    ]


def layout_problems(layout: Layout, params: CheckParams | None = None) -> list[Problem]:
    """What of a form at true size is too small, off the paper, or in the way."""
    params = params or CheckParams()
    problems = []
    smallest = min(2 * circle.radius_mm for circle in layout.circles)
    if smallest < params.disc_least_mm:
        sentence = (
            f"the circles would be {smallest:.1f} mm wide on A5, not"
            f" {params.disc_least_mm:g}; place them closer together or leave some out"
        )
        problems.append(Problem(path="circles", sentence=sentence))
    for n, circle in enumerate(layout.circles):
        problems += _circle_room(layout, circle, f"circles[{n}]")
    rows = list(dict.fromkeys(tick.option for tick in layout.tick_boxes))
    for n, option in enumerate(rows):
        row = [tick for tick in layout.tick_boxes if tick.option is option]
        problems += _row_room(layout, row, f"options[{n}]")
    return problems


def _repeated_circles(circles: Sequence[Circle]) -> Iterator[Problem]:
    seen: dict[CircleId, int] = {}
    for n, circle in enumerate(circles):
        first = seen.setdefault(circle.id, n)
        if first != n:
            sentence = f"circle {circle.id} is there already as circles[{first}]"
            yield Problem(path=f"circles[{n}].id", sentence=sentence)


def _missing_ends(
    by_id: Mapping[CircleId, Circle], links: Sequence[Link]
) -> Iterator[Problem]:
    for n, link in enumerate(links):
        for end in (link.a, link.b):
            if end not in by_id:
                yield Problem(path=f"links[{n}]", sentence=f"no circle {end}")


def _repeated_links(links: Sequence[Link]) -> Iterator[Problem]:
    seen: dict[Link, int] = {}
    for n, link in enumerate(links):
        first = seen.setdefault(link, n)
        if first != n:
            sentence = f"link {link} is there already as links[{first}]"
            yield Problem(path=f"links[{n}]", sentence=sentence)


def _misplaced(
    circles: Sequence[Circle], links: Sequence[Link], params: CheckParams
) -> Iterator[Problem]:
    """Circles on each other, touching without a link, linked without touching."""
    index = {circle.id: n for n, circle in enumerate(circles)}
    linked = {link: n for n, link in reversed([*enumerate(links)])}
    for a, b in combinations(circles, 2):
        apart = Point(a.x, a.y).distance(Point(b.x, b.y))
        link = Link.of(a.id, b.id)
        if apart < params.overlap:
            sentence = f"overlaps circle {a.id}: {apart:.2f} apart, touching is 1"
            yield Problem(path=f"circles[{index[b.id]}]", sentence=sentence)
        elif apart < params.touch and link not in linked:
            sentence = f"touches circle {a.id} ({apart:.2f} apart) without a link"
            yield Problem(path=f"circles[{index[b.id]}]", sentence=sentence)
        elif apart > params.touch and link in linked:
            sentence = (
                f"circles {a.id} and {b.id} are {apart:.2f} apart; linked ones touch,"
                " which is 1"
            )
            yield Problem(path=f"links[{linked[link]}]", sentence=sentence)


def _parts(circles: Sequence[Circle], links: Sequence[Link]) -> Iterator[Problem]:
    """A problem for every circle group that no link joins to the first circle."""
    part = {circle.id: circle.id for circle in circles}
    for link in links:
        if link.a in part and link.b in part:
            kept, lost = part[link.a], part[link.b]
            part = {k: kept if v == lost else v for k, v in part.items()}
    home = part[circles[0].id]
    for other in dict.fromkeys(part.values()):
        if other != home:
            members = [circle for circle, p in part.items() if p == other]
            names = ", ".join(str(circle) for circle in members)
            word = "circles" if len(members) > 1 else "circle"
            sentence = f"no way leads from circle {circles[0].id} to {word} {names}"
            yield Problem(path="links", sentence=sentence)


def _circle_room(layout: Layout, circle: PlacedCircle, path: str) -> Iterator[Problem]:
    """Whether the circle with its rim is on the paper and clear of everything else."""
    radius = max(circle.outer_mm, 0.1)
    around = Box(
        circle.centre.x - radius, circle.centre.y - radius, 2 * radius, 2 * radius
    )
    if not layout.box.contains(around):
        yield Problem(path=path, sentence=f"circle {circle.id} leaves the paper")
        return
    for name, box in _obstacles(layout):
        if _distance(circle.centre, box) < radius:
            sentence = f"circle {circle.id} lies over the {name}"
            yield Problem(path=path, sentence=sentence)


def _row_room(layout: Layout, row: Sequence[TickBox], path: str) -> Iterator[Problem]:
    """Whether all boxes of an option's row lie in the options table."""
    table = layout.panel("options")
    fitting = sum(table.contains(tick.box) for tick in row)
    if fitting < len(row):
        sentence = f"only {fitting} of {len(row)} boxes fit in the options table"
        yield Problem(path=path, sentence=sentence)


def _obstacles(layout: Layout) -> Iterator[tuple[str, Box]]:
    """Everything that a circle must not lie over, with what to call it."""
    for fiducial in layout.fiducials:
        yield "corner marker", fiducial.box
    for tick in layout.tick_boxes:
        yield f"{tick.option.value} boxes", tick.box
    for score in layout.score_boxes:
        yield f"score box {score.name}", score.box
    climbing_area = layout.panel("climbing_area")
    for panel in layout.panels:
        # What lies behind the whole climbing area is its background.
        if not panel.box.contains(climbing_area):
            yield panel.name.replace("_", " "), panel.box


def _distance(point: Point, box: Box) -> float:
    """Distance in mm from `point` to the nearest part of `box`; 0 inside."""
    nearest = Point(
        min(max(point.x, box.x), box.right), min(max(point.y, box.y), box.bottom)
    )
    return point.distance(nearest)
