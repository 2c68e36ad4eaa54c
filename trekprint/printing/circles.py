"""Draws the climb: circles with their rims, bridges, ids."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.printing.fonts import BOLD
from trekprint.printing.theme import WHITE
from trekprint.sheet.geometry import Point
from trekprint.sheet.model import Terrain

if TYPE_CHECKING:
    from trekprint.printing.canvas import Canvas
    from trekprint.printing.theme import Theme
    from trekprint.sheet.placed import Layout, PlacedCircle, PlacedLink

_HALF_FIGURE = 0.345  # half the height of a figure in units of the type size
_DIRECTIONS = tuple(math.radians(degrees) for degrees in range(0, 360, 5))
_UPPER_LEFT = math.radians(-135)
_FAVOUR = 0.3  # mm of room that a radian away from the upper left must bring
_ROOM_ENOUGH = 4.0  # mm of room beyond which more is no better


@dataclass(frozen=True, slots=True, kw_only=True)
class ClimbParams:
    """Sizes of the climb, mm.

    `edge_line` bounds the disc; `rim_line` the rim band of normal terrain. On dangerous
    terrain two heavy rings bound it: `ring_line` wide, `ring_gap` apart, the inner one
    reaching `ring_inset` into the band; a pure black and white print keeps them. A
    bridge is a white channel, `channel` wide, between two rails; it opens every ring
    that it meets, so that the line drawn over it runs on white from disc to disc.
    """

    edge_line: float = 0.18
    rim_line: float = 0.32
    ring_line: float = 0.54
    ring_gap: float = 0.3
    ring_inset: float = 0.18
    channel: float = 2.2
    rail: float = 0.2
    halo: float = 0.5
    id_size: float = 1.9
    id_space: float = 0.5


def draw_climb(
    canvas: Canvas, layout: Layout, theme: Theme, params: ClimbParams | None = None
) -> None:
    """Draw all circles and bridges of `layout`, which is in form mm."""
    params = params or ClimbParams()
    for circle in layout.circles:
        _draw_rim(canvas, circle, theme, params)
    by_id = {circle.id: circle for circle in layout.circles}
    for link in layout.links:
        ends = by_id[link.link.a], by_id[link.link.b]
        _draw_bridge(canvas, link, ends, theme, params)
    for circle in layout.circles:
        canvas.circle(
            circle.centre, circle.radius_mm, ink=theme.ring, width=params.edge_line
        )
        _draw_id(canvas, circle, layout, theme, params)


def border_mm(circle: PlacedCircle, params: ClimbParams) -> float:
    """How far the rings reach beyond the rim band."""
    if circle.terrain is Terrain.DANGEROUS:
        return 2 * params.ring_line + params.ring_gap - params.ring_inset
    return params.rim_line / 2


def _draw_rim(
    canvas: Canvas, circle: PlacedCircle, theme: Theme, params: ClimbParams
) -> None:
    """The white ground of a circle, and what bounds its rim band."""
    halo = circle.outer_mm + border_mm(circle, params) + params.halo
    canvas.circle(circle.centre, halo, fill=WHITE)
    if circle.terrain is Terrain.DANGEROUS:
        inner = circle.outer_mm - params.ring_inset + params.ring_line / 2
        for radius in (inner, inner + params.ring_line + params.ring_gap):
            canvas.circle(circle.centre, radius, ink=theme.ring, width=params.ring_line)
    else:
        canvas.circle(
            circle.centre, circle.outer_mm, ink=theme.ring, width=params.rim_line
        )


def _draw_bridge(
    canvas: Canvas,
    link: PlacedLink,
    ends: tuple[PlacedCircle, PlacedCircle],
    theme: Theme,
    params: ClimbParams,
) -> None:
    """A white channel from disc to disc, and rails where no ring bounds it."""
    canvas.polygon(
        _strip(link.start, link.end, params.channel + params.rail), fill=WHITE
    )
    half = (params.channel + params.rail) / 2
    reach = [
        math.sqrt((end.outer_mm + border_mm(end, params)) ** 2 - half**2)
        for end in ends
    ]
    a, b = ends
    corners = _strip(
        a.centre.towards(b.centre, reach[0]),
        b.centre.towards(a.centre, reach[1]),
        2 * half,
    )
    rails = ((corners[0], corners[1]), (corners[3], corners[2]))
    canvas.lines(rails, ink=theme.soft, width=params.rail)


def _strip(start: Point, end: Point, width: float) -> tuple[Point, ...]:
    """The rectangle `width` wide about the way from `start` to `end`."""
    length = start.distance(end)
    across = Point(
        -(end.y - start.y) / length * width / 2, (end.x - start.x) / length * width / 2
    )
    return (
        Point(start.x + across.x, start.y + across.y),
        Point(end.x + across.x, end.y + across.y),
        Point(end.x - across.x, end.y - across.y),
        Point(start.x - across.x, start.y - across.y),
    )


def _draw_id(
    canvas: Canvas,
    circle: PlacedCircle,
    layout: Layout,
    theme: Theme,
    params: ClimbParams,
) -> None:
    """The circle's number, tiny, outside the rim where most room is."""
    centre = id_place(circle, layout, params)
    canvas.text(
        str(circle.id),
        Point(centre.x, centre.y + params.id_size * _HALF_FIGURE),
        font=BOLD,
        size=params.id_size,
        ink=theme.soft,
        align="centre",
    )


def id_place(
    circle: PlacedCircle, layout: Layout, params: ClimbParams | None = None
) -> Point:
    """Where the middle of a circle's id stands: just outside its rings.

    Of all directions the one farthest from every other circle and bridge; of equally
    free ones the nearest to the upper left, where readers look first.
    """
    params = params or ClimbParams()
    away = circle.outer_mm + border_mm(circle, params) + params.id_space
    away += params.id_size / 2
    area = layout.panel("art").shrunk(params.id_size * 0.7)
    others = [other for other in layout.circles if other.id != circle.id]

    def place(angle: float) -> Point:
        return Point(
            circle.centre.x + away * math.cos(angle),
            circle.centre.y + away * math.sin(angle),
        )

    def worth(angle: float) -> float:
        spot = place(angle)
        room = min(
            (
                spot.distance(o.centre) - o.outer_mm - border_mm(o, params)
                for o in others
            ),
            default=math.inf,
        )
        inside = area.x <= spot.x <= area.right and area.y <= spot.y <= area.bottom
        free = min(room, _ROOM_ENOUGH) if inside else -math.inf
        return free - _FAVOUR * _apart(angle, _UPPER_LEFT)

    return place(max(_DIRECTIONS, key=worth))


def _apart(one: float, other: float) -> float:
    """The angle between two directions, 0 to pi."""
    return abs((one - other + math.pi) % (2 * math.pi) - math.pi)
