"""Sheets drawn with OpenCV straight from the layout, for tests of the reader alone.

Much plainer than what is printed, but quick, and free of the printing code: what is
read back here is the layout, not the drawing.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.anchors import PrintedLines, circle_outline
from trekprint.sheet.geometry import Point
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import (
    Circle,
    CircleId,
    Link,
    Option,
    OptionRow,
    ScoringItem,
    Sheet,
    Stars,
    Terrain,
)

if TYPE_CHECKING:
    from trekprint.scan.arrays import GreyImage
    from trekprint.sheet.geometry import Box
    from trekprint.sheet.placed import Layout, PlacedCircle, PlacedLink

SHIFT = 6
"""Fractional bits of OpenCV's drawing coordinates."""
PX_PER_MM = 8.0
PAPER = 235
PRINT = 70
RAIL = 160
CHANNEL_MM = 2.2
PEN = 60

HEX = 3**0.5 / 2
# Three rows of touching circles; 2 and 6 are dangerous.
SMALL = Sheet(
    id="small",
    revision=1,
    title={"en": "Small"},
    circles=tuple(
        Circle(
            id=CircleId(row * 3 + column + 1),
            x=column + row / 2,
            y=row * HEX,
            terrain=(
                Terrain.DANGEROUS
                if (row, column) in ((0, 1), (1, 2))
                else Terrain.NORMAL
            ),
        )
        for row in range(3)
        for column in range(3)
    ),
    links=tuple(
        Link.of(a, b)
        for a, b in (
            (1, 2), (2, 3), (4, 5), (5, 6), (7, 8), (8, 9), (2, 4), (1, 4), (3, 5),
            (2, 5), (3, 6), (4, 7), (5, 7), (5, 8), (6, 8), (6, 9),
        )
    ),
    options=tuple(OptionRow(option=option, boxes=4) for option in Option),
    scoring=(ScoringItem(name="assist_cards", amounts={"points": 3, "most": 3}),),
    summit=50,
    stars=Stars(summit=1, race=1, record=1),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Marks:
    """What a player wrote: strokes in form mm."""

    texts: dict[int, str] = field(default_factory=dict)
    links: tuple[tuple[int, int], ...] = ()
    ticks: tuple[tuple[Option, int], ...] = ()
    boxes: tuple[str, ...] = ()
    pen_mm: float = 0.5
    grey: int = PEN


def small_layout(copy: int = 1) -> Layout:
    """The layout of `SMALL` on its form."""
    return form_layout(SMALL, copy=copy)


def page(
    layouts: tuple[Layout, ...],
    marks: tuple[Marks, ...] = (),
    *,
    size_mm: tuple[float, float] | None = None,
    identity: bool = True,
) -> GreyImage:
    """A page with the forms drawn on it, at `PX_PER_MM`."""
    right = max(layout.box.right for layout in layouts)
    bottom = max(layout.box.bottom for layout in layouts)
    width, height = size_mm or (right, bottom)
    shape = round(height * PX_PER_MM), round(width * PX_PER_MM)
    image = np.full(shape, PAPER, dtype=np.uint8)
    for index, layout in enumerate(layouts):
        _draw_layout(image, layout, identity=identity)
        if index < len(marks):
            draw_marks(image, layout, marks[index])
    return image


def form(
    marks: Marks | None = None, *, copy: int = 1, identity: bool = True
) -> GreyImage:
    """One small sheet, filled with `marks`."""
    return page((small_layout(copy),), (marks or Marks(),), identity=identity)


def _draw_layout(image: GreyImage, layout: Layout, *, identity: bool) -> None:
    for circle in layout.circles:
        _draw_circle(image, circle, layout.scale)
    for link in layout.links:
        _draw_bridge(image, link, layout.scale)
    boxes = [tick.box for tick in layout.tick_boxes]
    boxes += [score.box for score in layout.score_boxes]
    for box in boxes:
        _outline(image, box, 0.25 * layout.scale)
    for fiducial in layout.fiducials:
        _draw_marker(image, fiducial.id, fiducial.box)
    if identity:
        _draw_code(image, layout)


def _draw_circle(image: GreyImage, circle: PlacedCircle, scale: float) -> None:
    for centre, radius, width in circle_outline(circle, PrintedLines()).rings:
        cv2.circle(
            image,
            _at(centre),
            round(radius * PX_PER_MM * 2**SHIFT),
            PRINT,
            max(1, round(width * scale * PX_PER_MM)),
            cv2.LINE_AA,
            SHIFT,
        )


def _draw_bridge(image: GreyImage, link: PlacedLink, scale: float) -> None:
    """A white channel from disc to disc, and its rails."""
    rail = 0.2 * scale
    apart = CHANNEL_MM * scale + rail
    _line(image, link.start, link.end, apart, PAPER)
    length = link.start.distance(link.end)
    across = Point(
        -(link.end.y - link.start.y) / length * apart / 2,
        (link.end.x - link.start.x) / length * apart / 2,
    )
    for side in (1, -1):
        ends = [
            Point(p.x + side * across.x, p.y + side * across.y)
            for p in (link.bridge_start, link.bridge_end)
        ]
        _line(image, ends[0], ends[1], rail, RAIL)


def _draw_marker(image: GreyImage, marker_id: int, box: Box) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    side = round(box.width * PX_PER_MM)
    marker = cv2.aruco.generateImageMarker(dictionary, marker_id, side)
    x, y = round(box.x * PX_PER_MM), round(box.y * PX_PER_MM)
    image[y : y + side, x : x + side] = np.where(marker > 0, PAPER, 25)


def _draw_code(image: GreyImage, layout: Layout) -> None:
    text = f"TREK/{layout.sheet.upper()}/{layout.revision}/{layout.copy}/TEST"
    code = cv2.QRCodeEncoder.create().encode(text)[2:-2, 2:-2]
    box = layout.panel("code")
    side = round(box.width * PX_PER_MM)
    code = cv2.resize(code, (side, side), interpolation=cv2.INTER_NEAREST)
    x, y = round(box.x * PX_PER_MM), round(box.y * PX_PER_MM)
    image[y : y + side, x : x + side] = np.where(code > 0, PAPER, 25)


def draw_marks(image: GreyImage, layout: Layout, marks: Marks) -> None:
    """Draw what a player wrote on a page at `PX_PER_MM`."""
    pen = marks.pen_mm * layout.scale
    circles = {circle.id: circle for circle in layout.circles}
    for circle_id, text in marks.texts.items():
        _write(image, circles[CircleId(circle_id)], text, pen, marks.grey)
    for placed in layout.links:
        if (placed.link.a, placed.link.b) in marks.links:
            _line(image, placed.start, placed.end, pen, marks.grey)
    for tick in layout.tick_boxes:
        if (tick.option, tick.index) in marks.ticks:
            _cross(image, tick.box, pen, marks.grey)
    for box in layout.score_boxes:
        if box.name in marks.boxes:
            _cross(image, box.box, pen, marks.grey)


def _write(
    image: GreyImage, circle: PlacedCircle, text: str, pen: float, grey: int
) -> None:
    """`text` in the middle of a circle, in OpenCV's plain stroke font."""
    font = cv2.FONT_HERSHEY_SIMPLEX
    stroke = max(1, round(pen * PX_PER_MM))
    scale = circle.radius_mm * PX_PER_MM / 30 / max(1.0, len(text) * 0.75)
    (width, height), _ = cv2.getTextSize(text, font, scale, stroke)
    x = round(circle.centre.x * PX_PER_MM - width / 2)
    y = round(circle.centre.y * PX_PER_MM + height / 2)
    cv2.putText(image, text, (x, y), font, scale, grey, stroke, cv2.LINE_AA)


def _outline(image: GreyImage, box: Box, stroke: float) -> None:
    first, *others = box.corners
    for start, end in itertools.pairwise((first, *others, first)):
        _line(image, start, end, stroke, PRINT)


def _cross(image: GreyImage, box: Box, pen: float, grey: int) -> None:
    inner = box.shrunk(min(box.width, box.height) * 0.15)
    top_left, top_right, bottom_right, bottom_left = inner.corners
    _line(image, top_left, bottom_right, pen, grey)
    _line(image, top_right, bottom_left, pen, grey)


def _line(image: GreyImage, start: Point, end: Point, pen: float, grey: int) -> None:
    thickness = max(1, round(pen * PX_PER_MM))
    cv2.line(image, _at(start), _at(end), grey, thickness, cv2.LINE_AA, SHIFT)


def _at(point: Point) -> tuple[int, int]:
    """A point in mm as fixed-point pixel coordinates."""
    x, y = point.x * PX_PER_MM - 0.5, point.y * PX_PER_MM - 0.5
    return round(x * 2**SHIFT), round(y * 2**SHIFT)
