"""Where printed outlines really lie: rings and box rows found again, one by one.

A homography knows flat paper only. Curl, folds and lens curvature move places by
millimetres, so each circle is searched by its own rings and each row of boxes by its
own outlines, within a few millimetres of where the homography expects them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.arrays import median
from trekprint.scan.crops import moved
from trekprint.scan.field import Field
from trekprint.scan.registration import Bend, bend_places
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.layout import FIDUCIAL_CORNERS
from trekprint.sheet.model import Terrain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from trekprint.scan.arrays import Floats
    from trekprint.scan.ink import Ink
    from trekprint.sheet.model import CircleId
    from trekprint.sheet.placed import Layout, PlacedCircle


SHIFT = 6
"""Fractional bits of OpenCV's drawing coordinates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLines:
    """Widths of the printed outlines, mm: how rings and boxes look on paper.

    A normal circle has a line at `outer_mm`; a dangerous one two heavy rings outside
    it, `ring_gap` apart; both have a fine line at the disc's edge.
    """

    edge_line: float = 0.18
    rim_line: float = 0.32
    ring_line: float = 0.54
    ring_gap: float = 0.3
    box_line: float = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorParams:
    """How outlines are searched, from coarse to fine.

    `far_mm`: greatest shift of a circle looked for, less than half the way to the next,
    at the resolution `far_px_per_mm`. `near_mm`: how far around what that tells circles
    are searched again, `row_mm` how far around what is known already rows of boxes are
    searched one after the other, `box_mm` how far around what these tell each box is;
    `px_per_mm`: resolution of all that.
    `surround_mm`: an outline must be darker than what lies within this distance; boxes
    are searched among what is thinner than `thin_mm`.

    `weak`: a match below this share of its neighbours' is not trusted where it is
    `stray_mm` from what they say; `lost`: one below this share of the median is never
    trusted. `neighbourhood_mm`: how far neighbours are heard (sigma).
    """

    far_mm: float = 7.0
    far_px_per_mm: float = 2.5
    near_mm: float = 2.2
    row_mm: float = 1.6
    box_mm: float = 0.7
    px_per_mm: float = 5.0
    surround_mm: float = 0.6
    thin_mm: float = 2.2
    weak: float = 0.65
    lost: float = 0.3
    stray_mm: float = 0.7
    neighbourhood_mm: float = 25.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """Printed lines that move together: rings (centre, radius, width) and boxes."""

    rings: tuple[tuple[Point, float, float], ...] = ()
    boxes: tuple[Box, ...] = ()

    @property
    def bounds(self) -> Box:
        """The box around all lines, mm."""
        extents = [
            (c.x - r - w, c.y - r - w, c.x + r + w, c.y + r + w)
            for c, r, w in self.rings
        ] + [(b.x, b.y, b.right, b.bottom) for b in self.boxes]
        array = np.array(extents)
        left, top = array[:, :2].min(axis=0)
        right, bottom = array[:, 2:].max(axis=0)
        return Box(float(left), float(top), float(right - left), float(bottom - top))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shifts:
    """How far printed places really lie from where the homography puts them, mm.

    `seen` tells how well each circle's rings were found, 1 being usual on the sheet.
    """

    field: Field
    circles: Mapping[CircleId, tuple[float, float]]
    boxes: Mapping[Box, tuple[float, float]]
    sigma_mm: float
    seen: Mapping[CircleId, float]

    def at(self, point: Point) -> tuple[float, float]:
        """The move at any place, from the outlines around it."""
        x, y = self.field.at(np.array((point.x, point.y)), self.sigma_mm)
        return float(x), float(y)

    @property
    def largest_mm(self) -> float:
        """The largest move of a circle."""
        return max(float(np.hypot(*move)) for move in self.circles.values())

    def moved_circle(self, circle: PlacedCircle) -> Point:
        """Where the centre of a circle really lies."""
        return moved(circle.centre, self.circles[circle.id])

    def moved_box(self, box: Box) -> Box:
        """A printed box where it really lies."""
        x, y = self.boxes.get(box) or self.at(box.centre)
        return Box(box.x + x, box.y + y, box.width, box.height)


def find_shifts(
    ink: Ink,
    layout: Layout,
    lines: PrintedLines | None = None,
    params: AnchorParams | None = None,
    *,
    bend: Bend | None = None,
    corners: Collection[int] = range(FIDUCIAL_CORNERS),
) -> Shifts:
    """Search every circle and row of boxes of `layout` (at form size).

    Boxes are left to `with_boxes`: only the last search needs them one by one.

    Args:
        ink: The form.
        layout: What is printed there.
        lines: How it is printed.
        params: How far to look.
        bend: What was taken from the form already.
        corners: Those whose markers made the homography.
    """
    lines = lines or PrintedLines()
    params = params or AnchorParams()
    circles = [circle_outline(circle, lines) for circle in layout.circles]
    far = _Search(ink, params.far_px_per_mm, params.far_mm, lines, params)
    near = _Search(ink, params.px_per_mm, params.near_mm, lines, params)
    # Boxes repeat every few mm: from row to row, never far from what is known already.
    step = _Search(ink, params.px_per_mm, params.row_mm, lines, params, thin=True)
    fixed = _marker_field(layout, bend, corners)
    circle_field = near.field(circles, far.field(circles, fixed).joined(fixed))
    field = circle_field.joined(fixed)
    for row in box_rows(layout):
        field = field.joined(step.field([row], field))
    return Shifts(
        field=field,
        circles={
            circle.id: (float(x), float(y))
            for circle, (x, y) in zip(layout.circles, circle_field.moves, strict=True)
        },
        boxes={},
        sigma_mm=params.neighbourhood_mm,
        seen={
            circle.id: float(match)
            for circle, match in zip(layout.circles, circle_field.matches, strict=True)
        },
    )


def with_boxes(
    shifts: Shifts,
    ink: Ink,
    layout: Layout,
    lines: PrintedLines | None = None,
    params: AnchorParams | None = None,
) -> Shifts:
    """`shifts` with the move of each box, searched around what they tell of it."""
    lines = lines or PrintedLines()
    params = params or AnchorParams()
    boxes = [box for row in box_rows(layout) for box in row.boxes]
    close = _Search(ink, params.px_per_mm, params.box_mm, lines, params, thin=True)
    found = close.field([Outline(boxes=(box,)) for box in boxes], shifts.field)
    moves = zip(boxes, found.moves, strict=True)
    return replace(shifts, boxes={box: (float(x), float(y)) for box, (x, y) in moves})


def ring_strengths(
    ink: Ink,
    circles: Sequence[PlacedCircle],
    reach_mm: float,
    lines: PrintedLines | None = None,
    params: AnchorParams | None = None,
) -> Floats:
    """(N,) how much darker than their surroundings the rings of circles are."""
    lines = lines or PrintedLines()
    params = params or AnchorParams()
    search = _Search(ink, params.px_per_mm, reach_mm, lines, params)
    outlines = [circle_outline(circle, lines) for circle in circles]
    return np.array([search.find(outline, (0.0, 0.0))[1] for outline in outlines])


def box_strength(
    ink: Ink,
    boxes: Iterable[Box],
    reach_mm: float,
    lines: PrintedLines | None = None,
    params: AnchorParams | None = None,
) -> float:
    """How much darker than their surroundings the outlines of most boxes are."""
    params = params or AnchorParams()
    search = _Search(ink, params.px_per_mm, reach_mm, lines or PrintedLines(), params)
    outlines = [Outline(boxes=(box,)) for box in boxes]
    return float(median([search.find(one, (0.0, 0.0))[1] for one in outlines]))


def _marker_field(layout: Layout, bend: Bend | None, corners: Collection[int]) -> Field:
    """The markers in view, which the homography puts where they are."""
    centres = [f.box.centre for f in layout.fiducials if f.corner in corners]
    places = np.array([(centre.x, centre.y) for centre in centres])
    moves = np.zeros_like(places) if bend is None else -bend.at(places)
    return Field(places=places, moves=moves, matches=np.full(len(centres), 0.5))


def add_bend(bend: Bend | None, shifts: Shifts) -> Bend:
    """What `bend` leaves over, as `shifts` tell, taken into it."""
    grid = bend_places()
    places = grid.reshape(-1, 2)
    moves = shifts.field.smooth(places, shifts.sigma_mm)
    if bend is not None:
        moves = moves + bend.at(places + moves)
    return Bend(moves=moves.reshape(grid.shape).astype(np.float32))


def circle_outline(circle: PlacedCircle, lines: PrintedLines) -> Outline:
    """The printed rings of a circle."""
    edge = (circle.centre, circle.radius_mm, lines.edge_line)
    if circle.terrain is Terrain.DANGEROUS:
        inner = circle.outer_mm + lines.ring_line / 2
        outer = inner + lines.ring_line + lines.ring_gap
        rings = [(circle.centre, r, lines.ring_line) for r in (inner, outer)]
        return Outline(rings=(edge, *rings))
    return Outline(rings=(edge, (circle.centre, circle.outer_mm, lines.rim_line)))


def box_rows(layout: Layout, most: int = 4) -> list[Outline]:
    """Boxes side by side, at most so many in one outline; rows from the top."""
    rows: dict[tuple[float, float], list[Box]] = defaultdict(list)
    for box in (
        *(tick.box for tick in layout.tick_boxes),
        *(score.box for score in layout.score_boxes),
    ):
        rows[box.y, box.height].append(box)
    return [
        Outline(boxes=tuple(row[start : start + most]))
        for _, row in sorted(rows.items())
        for start in range(0, len(row), most)
    ]


# --- search --------------------------------------------------------------------


class _Search:
    """Searches outlines at one resolution, within one reach."""

    def __init__(
        self,
        ink: Ink,
        px_per_mm: float,
        reach_mm: float,
        lines: PrintedLines,
        params: AnchorParams,
        *,
        thin: bool = False,
    ) -> None:
        factor = min(1.0, px_per_mm / ink.px_per_mm)
        self._image = cv2.resize(
            ink.darkness, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA
        )
        self._scale = ink.px_per_mm * factor
        if thin:
            # A box filled by the player must not draw the outline to its own edges.
            side = round(params.thin_mm * self._scale) | 1
            brush = np.ones((side, side), np.uint8)
            self._image = cv2.morphologyEx(self._image, cv2.MORPH_TOPHAT, brush)
        self._reach_mm = reach_mm
        self._lines = lines
        self._params = params

    def field(self, outlines: Sequence[Outline], around: Field) -> Field:
        """The moves of outlines, searched around what a field tells of their places."""
        params = self._params
        centres = [outline.bounds.centre for outline in outlines]
        places = np.array([(centre.x, centre.y) for centre in centres])
        told = around.planes_at(places, params.neighbourhood_mm)
        found = [
            self.find(outline, (float(x), float(y)))
            for outline, (x, y) in zip(outlines, told, strict=True)
        ]
        scores = np.array([score for _, score in found])
        usual = float(median(scores))
        matches = np.clip(scores / usual if usual > 0 else 0 * scores, 0.0, 2.0)
        field = Field(
            places=places, moves=np.array([move for move, _ in found]), matches=matches
        )
        return _settled(field, told, params)

    def find(
        self, outline: Outline, around: tuple[float, float]
    ) -> tuple[tuple[float, float], float]:
        """The move (mm) near `around` where an outline matches best, and how well."""
        scale = self._scale
        bounds = outline.bounds.shrunk(-2 * self._params.surround_mm)
        left, top = round(bounds.x * scale), round(bounds.y * scale)
        width, height = round(bounds.width * scale), round(bounds.height * scale)
        kernel = _kernel(
            outline, (left, top, width, height), scale, self._lines, self._params
        )
        reach = max(1, round(self._reach_mm * scale))
        x0, y0 = round(around[0] * scale) - reach, round(around[1] * scale) - reach
        window = _window(
            self._image, left + x0, top + y0, width + 2 * reach, height + 2 * reach
        )
        response = cv2.matchTemplate(window, kernel, cv2.TM_CCORR)
        _, best, _, (x, y) = cv2.minMaxLoc(response)
        dx, dy = _peak(response, x, y)
        strength = float(best) / float(kernel[kernel > 0].sum())
        return ((dx + x0) / scale, (dy + y0) / scale), strength


def _kernel(
    outline: Outline,
    area: tuple[int, int, int, int],
    scale: float,
    lines: PrintedLines,
    params: AnchorParams,
) -> Floats:
    """The outline drawn as 1, less its surroundings, so that even grey answers 0."""
    left, top, width, height = area
    strokes = np.zeros((height, width), dtype=np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return (
            round((x * scale - left - 0.5) * 2**SHIFT),
            round((y * scale - top - 0.5) * 2**SHIFT),
        )

    for centre, radius, stroke in outline.rings:
        reach, width_px = round(radius * scale * 2**SHIFT), round(stroke * scale)
        place = at(centre.x, centre.y)
        cv2.circle(strokes, place, reach, 255, max(1, width_px), cv2.LINE_AA, SHIFT)
    for box in outline.boxes:
        ends = at(box.x, box.y), at(box.right, box.bottom)
        width_px = max(1, round(lines.box_line * scale))
        cv2.rectangle(strokes, *ends, 255, width_px, cv2.LINE_AA, SHIFT)
    sigma = params.surround_mm * scale
    drawn = strokes.astype(np.float32) / 255
    around = cv2.GaussianBlur(drawn, (0, 0), sigma, borderType=cv2.BORDER_CONSTANT)
    kernel = drawn - around
    return np.asarray(kernel - kernel.mean(), dtype=np.float32)


def _window(image: Floats, left: int, top: int, width: int, height: int) -> Floats:
    """A part of the image; what lies outside of it is bare paper."""
    window = np.zeros((height, width), dtype=np.float32)
    rows, columns = image.shape
    x0, x1 = max(left, 0), min(left + width, columns)
    y0, y1 = max(top, 0), min(top + height, rows)
    if x0 < x1 and y0 < y1:
        window[y0 - top : y1 - top, x0 - left : x1 - left] = image[y0:y1, x0:x1]
    return window


def _peak(response: Floats, x: int, y: int) -> tuple[float, float]:
    """The place of a maximum to a fraction of a pixel, by a parabola each way."""
    return (
        x + _vertex(response[y], x),
        y + _vertex(response[:, x], y),
    )


def _vertex(values: Floats, index: int) -> float:
    if not 0 < index < len(values) - 1:
        return 0.0
    before, at, after = (float(v) for v in values[index - 1 : index + 2])
    bend = before - 2 * at + after
    return 0.0 if bend >= 0 else (before - after) / (2 * bend)


# --- neighbours ----------------------------------------------------------------


def _settled(found: Field, told: Floats, params: AnchorParams) -> Field:
    """The field, where a doubtful find is replaced by what its neighbours say.

    An outline without neighbours keeps to what was `told` of it, (N, 2).
    """
    moves = found.moves.copy()
    for index in range(len(moves)):
        neighbours = found.without(index)
        expected = (
            neighbours.at(found.places[index], params.neighbourhood_mm)
            if len(neighbours.places)
            else told[index]
        )
        stray = float(np.linalg.norm(moves[index] - expected))
        usual = neighbours.match_at(found.places[index], params.neighbourhood_mm)
        weak = found.matches[index] < params.weak * usual and stray > params.stray_mm
        if weak or found.matches[index] < params.lost:
            moves[index] = expected
    return Field(places=found.places, moves=moves, matches=found.matches)
