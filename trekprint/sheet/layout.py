"""Where every printed thing of a sheet lies, in mm. The one source of places.

Printing draws a `Layout`, scanning reads by it, `trekprint geometry` prints it. A
layout is made for the A5 form (`paper.FORM`) and placed on pages by scaling and moving
as a whole, so that the form looks the same to the reader whatever it was printed on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.model import Circle, Option, Sheet, Terrain
from trekprint.sheet.paper import FORM, MARKER_INSET, Paper, fit, slots
from trekprint.sheet.placed import (
    ASSIST_BOX,
    Fiducial,
    Layout,
    NamedBox,
    Pages,
    PlacedCircle,
    PlacedLink,
    Placement,
    TickBox,
)
from trekprint.sheet.solo_form import (
    COPIES_APART,
    FINAL,
    MAX_TITLE,
    strip_boxes,
    strip_panels,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

FIDUCIAL_CORNERS = 4
FIDUCIAL_COPIES = 62
"""How many copies the markers tell apart (4 x 62 <= 250 codes); then they wrap."""

GROUP_BOXES = 9
"""Boxes for lines, and for zones: 19 circles make nine pairs at most."""

ASSIST_BOXES = 3
"""Room for this many Assist cards, as many as may be handed in after an Ascent."""

CLIMBING_AREA = Box(6.4, 25.5, 135.2, 105.0)
"""Where the circles may lie, rims and rings included."""

CODE = Box(26.2, 187.9, 15.6, 15.6)
"""Where the identity code lies on every form, so that it is read before all else."""

TITLE = Box(24.5, 7.4, 44.0, 8.6)

OPTIONS = Box(7.0, 157.8, 59.4, 28.6)
"""The options table: words, then the tick boxes, then a place for the Tent."""

_OPTION_WORDS = 29.0
_OPTION_STEP = 5.9
_TICK_STEP = 6.2


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutParams:
    """Sizes of the form, mm.

    `rim` is the band round the disc for the zone pattern, `danger` the room outside it
    for the rings of dangerous terrain; `gap` is the space between the rims of two
    touching circles, bridged where a link is drawn, and holds the rings of both.
    `disc_most` keeps the circles of small sheets from growing beyond what looks good.
    """

    climbing_area: Box = CLIMBING_AREA
    rim: float = 1.2
    danger: float = 1.2
    gap: float = 2.4
    disc_most: float = 14.5
    fiducial: float = 11.0
    fiducial_inset: float = MARKER_INSET
    tick_box: float = 5.0


def place(sheets: Sequence[tuple[Sheet, int]], paper: Paper, per_page: int) -> Pages:
    """Place (sheet, copy) pairs on as many pages as they need, in the order given.

    Raises ValueError where `paper` does not take `per_page` forms.
    """
    page = slots(paper, per_page)
    fits = [fit(box) for box in page.boxes]
    # Copies of a sheet in the same slot differ in their markers only.
    placed: dict[tuple[str, int], Layout] = {}
    placements = []
    for index, (sheet, copy) in enumerate(sheets):
        slot = index % per_page
        key = sheet.id, slot
        if key not in placed:
            placed[key] = form_layout(sheet).placed(*fits[slot])
        marked = fiducials(_marker_copy(sheet, copy))
        markers = tuple(f.placed(*fits[slot]) for f in marked)
        layout = replace(placed[key], copy=copy, fiducials=markers)
        placements.append(Placement(page=index // per_page + 1, layout=layout))
    return Pages(
        width=page.width,
        height=page.height,
        per_page=per_page,
        placements=tuple(placements),
    )


def form_layout(
    sheet: Sheet, *, copy: int = 1, params: LayoutParams | None = None
) -> Layout:
    """The layout of `sheet` on the A5 form, at true size, for copy number `copy`."""
    params = params or LayoutParams()
    circles = _circles(sheet, params)
    return Layout(
        sheet=sheet.id,
        revision=sheet.revision,
        copy=copy,
        box=FORM,
        scale=1.0,
        circles=circles,
        links=_links(sheet, circles),
        tick_boxes=_tick_boxes(sheet, params),
        score_boxes=_score_boxes(sheet),
        fiducials=fiducials(_marker_copy(sheet, copy), params),
        panels=_panels(sheet, params),
    )


def _circles(sheet: Sheet, params: LayoutParams) -> tuple[PlacedCircle, ...]:
    """The circles as large as the climbing area allows, centred in it."""
    area = params.climbing_area
    nearest = min(
        (
            Point(a.x, a.y).distance(Point(b.x, b.y))
            for a, b in combinations(sheet.circles, 2)
        ),
        default=1.0,
    )
    # One unit of the definition in mm: two circles at the nearest distance leave a gap.
    unit = min(
        (params.disc_most + 2 * params.rim + params.gap) / nearest,
        _largest_unit(
            [(c.x, _extra(c, params)) for c in sheet.circles],
            nearest,
            area.width,
            params,
        ),
        _largest_unit(
            [(c.y, _extra(c, params)) for c in sheet.circles],
            nearest,
            area.height,
            params,
        ),
    )
    outer = (nearest * unit - params.gap) / 2
    left = min(c.x * unit - outer - _extra(c, params) for c in sheet.circles)
    right = max(c.x * unit + outer + _extra(c, params) for c in sheet.circles)
    top = min(c.y * unit - outer - _extra(c, params) for c in sheet.circles)
    bottom = max(c.y * unit + outer + _extra(c, params) for c in sheet.circles)
    offset_x = area.centre.x - (left + right) / 2
    offset_y = area.centre.y - (top + bottom) / 2
    return tuple(
        PlacedCircle(
            id=circle.id,
            centre=Point(circle.x * unit + offset_x, circle.y * unit + offset_y),
            radius_mm=outer - params.rim,
            rim_mm=params.rim,
            terrain=circle.terrain,
            limit=circle.limit,
        )
        for circle in sheet.circles
    )


def _extra(circle: Circle, params: LayoutParams) -> float:
    """What a circle needs outside its rim band, mm."""
    return params.danger if circle.terrain is Terrain.DANGEROUS else 0.0


def _largest_unit(
    places: Sequence[tuple[float, float]],
    nearest: float,
    room: float,
    params: LayoutParams,
) -> float:
    """The largest unit (mm) at which circles along one axis fit in `room` mm.

    `places` are coordinates in units, each with the mm needed outside the rim band.
    """
    return min(
        (room + params.gap - extra_a - extra_b) / (b - a + nearest)
        for a, extra_a in places
        for b, extra_b in places
        if b >= a
    )


def _links(sheet: Sheet, circles: tuple[PlacedCircle, ...]) -> tuple[PlacedLink, ...]:
    by_id = {circle.id: circle for circle in circles}
    placed = []
    for link in sheet.links:
        a, b = by_id[link.a], by_id[link.b]
        placed.append(
            PlacedLink(
                link=link,
                start=a.centre.towards(b.centre, a.radius_mm),
                end=b.centre.towards(a.centre, b.radius_mm),
                bridge_start=a.centre.towards(b.centre, a.outer_mm),
                bridge_end=b.centre.towards(a.centre, b.outer_mm),
            )
        )
    return tuple(placed)


def _marker_copy(sheet: Sheet, copy: int) -> int:
    """The copy number that the markers of a copy show."""
    return copy + COPIES_APART if sheet.strip else copy


def fiducials(copy: int, params: LayoutParams | None = None) -> tuple[Fiducial, ...]:
    """The corner markers of copy number `copy` on the form."""
    params = params or LayoutParams()
    inset, size = params.fiducial_inset, params.fiducial
    left, right = inset, FORM.width - inset - size
    top, bottom = inset, FORM.height - inset - size
    first = (copy - 1) % FIDUCIAL_COPIES * FIDUCIAL_CORNERS
    places = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple(
        Fiducial(id=first + corner, corner=corner, box=Box(x, y, size, size))
        for corner, (x, y) in enumerate(places)
    )


def _tick_boxes(sheet: Sheet, params: LayoutParams) -> tuple[TickBox, ...]:
    return tuple(
        TickBox(
            option=row.option,
            index=index + 1,
            box=Box(
                OPTIONS.x + _OPTION_WORDS + index * _TICK_STEP,
                OPTIONS.y + number * _OPTION_STEP,
                params.tick_box,
                params.tick_box,
            ),
        )
        for number, row in enumerate(sheet.options)
        for index in range(row.boxes)
    )


def _score_boxes(sheet: Sheet) -> tuple[NamedBox, ...]:
    boxes = []
    for name, y in (("line", 136.2), ("zone", 146.9)):
        boxes += [
            NamedBox(name=f"{name}_{n + 1}", box=Box(31.0 + n * 9.0, y, 8.4, 8.6))
            for n in range(GROUP_BOXES)
        ]
        boxes.append(NamedBox(name=f"{name}_bonus", box=Box(114.4, y, 9.6, 8.6)))
        boxes.append(NamedBox(name=f"{name}_total", box=Box(127.6, y, 13.8, 8.6)))
    if sheet.strip:
        return (
            *boxes,
            *strip_boxes(len(sheet.circles)),
            NamedBox(name="final", box=FINAL),
        )
    boxes += [
        NamedBox(name=f"{ASSIST_BOX}{n + 1}", box=Box(71.0 + n * 8.6, 176.8, 7.8, 9.6))
        for n in range(_assist_boxes(sheet))
    ]
    boxes.append(NamedBox(name="skulls", box=Box(99.6, 176.8, 11.2, 9.6)))
    boxes.append(NamedBox(name="final", box=Box(114.4, 174.0, 27.0, 12.4)))
    return tuple(boxes)


def _assist_boxes(sheet: Sheet) -> int:
    """How many Assist cards this sheet takes."""
    item = sheet.item("assist_cards")
    most = item.amounts.get("most", ASSIST_BOXES) if item else 0
    return min(most, ASSIST_BOXES) if isinstance(most, int) else ASSIST_BOXES


def _panels(sheet: Sheet, params: LayoutParams) -> tuple[NamedBox, ...]:
    panels = [
        NamedBox(name="art", box=Box(6.0, 6.0, 136.0, 124.8)),
        NamedBox(name="climbing_area", box=params.climbing_area),
        NamedBox(name="title", box=MAX_TITLE if sheet.strip else TITLE),
        NamedBox(name="summit", box=Box(69.5, 7.4, 14.0, 8.6)),
        NamedBox(name="stars", box=Box(84.5, 7.4, 39.0, 8.6)),
        NamedBox(name="name", box=Box(24.5, 17.0, 63.0, 7.0)),
        NamedBox(name="date", box=Box(90.5, 17.0, 33.0, 7.0)),
        NamedBox(name="hint", box=Box(7.0, 131.4, 105.0, 3.2)),
        NamedBox(name="options", box=OPTIONS),
        NamedBox(name="code", box=CODE),
        NamedBox(name="code_text", box=Box(45.2, 188.4, 40.0, 3.0)),
        NamedBox(name="ruler", box=Box(45.2, 193.0, 54.0, 6.0)),
        NamedBox(name="fan", box=Box(45.2, 200.6, 78.0, 2.4)),
    ]
    if sheet.strip:
        return (*(p for p in panels if p.name != "options"), *strip_panels())
    panels.append(NamedBox(name="bonus_table", box=Box(71.0, 157.8, 70.4, 12.0)))
    sums = [
        number for number, row in enumerate(sheet.options) if row.option is Option.SUM
    ]
    panels += [
        NamedBox(
            name="sum_extra",
            box=Box(
                OPTIONS.right - params.tick_box,
                OPTIONS.y + number * _OPTION_STEP,
                params.tick_box,
                params.tick_box,
            ),
        )
        for number in sums
    ]
    return tuple(panels)
