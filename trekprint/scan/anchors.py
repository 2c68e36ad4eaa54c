"""Where printed outlines really lie: rings and box rows found again, one by one.

A homography knows flat paper only. Curl, folds and lens curvature move places by
millimetres, so each circle is searched by its own rings and each row of boxes by its
own outlines, within a few millimetres of where the homography expects them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.model import Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from trekprint.scan.ink import Ink
    from trekprint.sheet.layout import Layout, PlacedCircle
    from trekprint.sheet.model import CircleId


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLines:
    """Widths of the printed outlines, mm: how rings and boxes look on paper.

    A normal circle has a line at `outer_mm`; a dangerous one two heavy rings outside
    it, `ring_gap` apart; both have a fine line at the disc's edge.
    """

    edge_line: float = 0.18
    rim_line: float = 0.32
    ring_line: float = 0.42
    ring_gap: float = 0.36
    box_line: float = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorParams:
    """How outlines are searched.

    `reach_mm`: greatest shift looked for; half the gap to the next outline of the same
    kind is the limit. `px_per_mm`: resolution of the search. `surround_mm`: an outline
    must be darker than what lies within this distance. `weak`: a match below this
    share of the median match is not trusted where `stray_mm` from what its
    neighbours say; `lost`: one below this share is never trusted. `neighbourhood_mm`:
    how far neighbours are heard (sigma).
    """

    reach_mm: float = 3.4
    px_per_mm: float = 5.0
    surround_mm: float = 0.6
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
    """How far places lie from where the homography puts them, mm.

    `places` and `moves` are (N, 2); `strengths` (N,) tells how much darker than its
    surroundings each outline was found, `matches` (N,) the same with 1 for the median
    of its kind.
    """

    places: NDArray[np.float64]
    moves: NDArray[np.float64]
    strengths: NDArray[np.float64]
    matches: NDArray[np.float64]
    circles: Mapping[CircleId, int]
    sigma_mm: float

    def of_circle(self, circle: CircleId) -> tuple[float, float]:
        """The move of a circle."""
        x, y = self.moves[self.circles[circle]]
        return float(x), float(y)

    def at(self, point: Point) -> tuple[float, float]:
        """The move at any place, from the outlines around it."""
        x, y = _local_fit(
            np.array((point.x, point.y)),
            self.places,
            self.moves,
            self.matches,
            self.sigma_mm,
        )
        return float(x), float(y)

    def moved(self, point: Point) -> Point:
        """Where a printed place really lies."""
        x, y = self.at(point)
        return Point(point.x + x, point.y + y)

    def moved_circle(self, circle: PlacedCircle) -> Point:
        """Where the centre of a circle really lies."""
        x, y = self.of_circle(circle.id)
        return Point(circle.centre.x + x, circle.centre.y + y)

    def moved_box(self, box: Box) -> Box:
        """A printed box where it really lies."""
        x, y = self.at(box.centre)
        return Box(box.x + x, box.y + y, box.width, box.height)


def find_shifts(
    ink: Ink,
    layout: Layout,
    lines: PrintedLines | None = None,
    params: AnchorParams | None = None,
    *,
    circles_only: bool = False,
) -> Shifts:
    """Search every circle and every row of boxes of `layout` (at form size)."""
    lines = lines or PrintedLines()
    params = params or AnchorParams()
    outlines = [circle_outline(circle, lines) for circle in layout.circles]
    if not circles_only:
        outlines += box_rows(layout)
    image, scale = _search_image(ink, params)
    places, found, scores = [], [], []
    for outline in outlines:
        move, score = _search(image, scale, outline, lines, params)
        places.append((outline.bounds.centre.x, outline.bounds.centre.y))
        found.append(move)
        scores.append(score)
    is_circle = np.arange(len(outlines)) < len(layout.circles)
    matches = _relative(np.array(scores), is_circle)
    moves = _settled(np.array(places), np.array(found), matches, params)
    return Shifts(
        places=np.array(places),
        moves=moves,
        strengths=np.array(scores),
        matches=matches,
        circles={circle.id: index for index, circle in enumerate(layout.circles)},
        sigma_mm=params.neighbourhood_mm,
    )


def circle_outline(circle: PlacedCircle, lines: PrintedLines) -> Outline:
    """The printed rings of a circle."""
    edge = (circle.centre, circle.radius_mm, lines.edge_line)
    if circle.terrain is Terrain.DANGEROUS:
        inner = circle.outer_mm + lines.ring_line / 2
        outer = inner + lines.ring_line + lines.ring_gap
        rings = [(circle.centre, r, lines.ring_line) for r in (inner, outer)]
        return Outline(rings=(edge, *rings))
    return Outline(rings=(edge, (circle.centre, circle.outer_mm, lines.rim_line)))


def box_rows(layout: Layout) -> list[Outline]:
    """Tick and score boxes that stand side by side, each row as one outline."""
    rows: dict[tuple[float, float], list[Box]] = defaultdict(list)
    for tick in layout.tick_boxes:
        rows[(tick.box.y, tick.box.height)].append(tick.box)
    for score in layout.score_boxes:
        rows[(score.box.y, score.box.height)].append(score.box)
    return [Outline(boxes=tuple(boxes)) for boxes in rows.values()]


# --- search --------------------------------------------------------------------


def _search_image(ink: Ink, params: AnchorParams) -> tuple[NDArray[np.float32], float]:
    """The darkness at the resolution of the search, and that resolution."""
    factor = min(1.0, params.px_per_mm / ink.px_per_mm)
    image = cv2.resize(
        ink.darkness, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA
    )
    return np.asarray(image, dtype=np.float32), ink.px_per_mm * factor


def _search(
    image: NDArray[np.float32],
    scale: float,
    outline: Outline,
    lines: PrintedLines,
    params: AnchorParams,
) -> tuple[tuple[float, float], float]:
    """The shift (mm) at which the outline matches best, and how well."""
    bounds = outline.bounds.shrunk(-2 * params.surround_mm)
    reach = round(params.reach_mm * scale)
    left, top = round(bounds.x * scale), round(bounds.y * scale)
    width, height = round(bounds.width * scale), round(bounds.height * scale)
    kernel = _kernel(outline, (left, top, width, height), scale, lines, params)
    window = _window(
        image, left - reach, top - reach, width + 2 * reach, height + 2 * reach
    )
    response = cv2.matchTemplate(window, kernel, cv2.TM_CCORR)
    _, best, _, (x, y) = cv2.minMaxLoc(response)
    dx, dy = _peak(response, x, y)
    strength = float(best) / float(kernel[kernel > 0].sum())
    return ((dx - reach) / scale, (dy - reach) / scale), strength


def _kernel(
    outline: Outline,
    area: tuple[int, int, int, int],
    scale: float,
    lines: PrintedLines,
    params: AnchorParams,
) -> NDArray[np.float32]:
    """The outline drawn as 1, less its surroundings, so that even grey answers 0."""
    left, top, width, height = area
    fine = 4
    drawn = np.zeros((height * fine, width * fine), dtype=np.uint8)
    step = scale * fine
    for centre, radius, stroke in outline.rings:
        at = ((centre.x * scale - left) * fine, (centre.y * scale - top) * fine)
        cv2.circle(
            drawn, (round(at[0]), round(at[1])), round(radius * step), 255,
            max(1, round(stroke * step)),
        )  # fmt: skip
    for box in outline.boxes:
        start = (box.x * scale - left) * fine, (box.y * scale - top) * fine
        end = (box.right * scale - left) * fine, (box.bottom * scale - top) * fine
        cv2.rectangle(
            drawn, (round(start[0]), round(start[1])), (round(end[0]), round(end[1])),
            255, max(1, round(lines.box_line * step)),
        )  # fmt: skip
    strokes = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA) / 255.0
    sigma = params.surround_mm * scale
    surround = cv2.GaussianBlur(strokes, (0, 0), sigma, borderType=cv2.BORDER_CONSTANT)
    kernel = strokes - surround
    return np.asarray(kernel - kernel.mean(), dtype=np.float32)


def _window(
    image: NDArray[np.float32], left: int, top: int, width: int, height: int
) -> NDArray[np.float32]:
    """A part of the image; what lies outside of it is bare paper."""
    window = np.zeros((height, width), dtype=np.float32)
    rows, columns = image.shape
    x0, x1 = max(left, 0), min(left + width, columns)
    y0, y1 = max(top, 0), min(top + height, rows)
    if x0 < x1 and y0 < y1:
        window[y0 - top : y1 - top, x0 - left : x1 - left] = image[y0:y1, x0:x1]
    return window


def _peak(response: NDArray[np.float32], x: int, y: int) -> tuple[float, float]:
    """The place of a maximum to a fraction of a pixel, by a parabola each way."""
    return (
        x + _vertex(response[y], x),
        y + _vertex(response[:, x], y),
    )


def _vertex(values: NDArray[np.float32], index: int) -> float:
    if not 0 < index < len(values) - 1:
        return 0.0
    before, at, after = (float(v) for v in values[index - 1 : index + 2])
    bend = before - 2 * at + after
    return 0.0 if bend >= 0 else (before - after) / (2 * bend)


# --- neighbours ----------------------------------------------------------------


def _relative(
    scores: NDArray[np.float64], is_circle: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Scores as shares of the median of their kind (circles, rows)."""
    relative = np.zeros_like(scores)
    for kind in (is_circle, ~is_circle):
        if kind.any():
            median = float(np.median(scores[kind]))
            relative[kind] = scores[kind] / median if median > 0 else 0.0
    return np.clip(relative, 0.0, 2.0)


def _settled(
    places: NDArray[np.float64],
    found: NDArray[np.float64],
    matches: NDArray[np.float64],
    params: AnchorParams,
) -> NDArray[np.float64]:
    """The moves, where a doubtful find is replaced by what its neighbours say."""
    moves = found.copy()
    for index in range(len(places)):
        others = np.arange(len(places)) != index
        told = _local_fit(
            places[index],
            places[others],
            found[others],
            matches[others],
            params.neighbourhood_mm,
        )
        stray = float(np.linalg.norm(found[index] - told))
        weak = matches[index] < params.weak and stray > params.stray_mm
        if weak or matches[index] < params.lost:
            moves[index] = told
    return moves


def _local_fit(
    place: NDArray[np.float64],
    places: NDArray[np.float64],
    moves: NDArray[np.float64],
    matches: NDArray[np.float64],
    sigma_mm: float,
) -> NDArray[np.float64]:
    """(2,) the move at `place`: a plane through the moves around it.

    Far from all outlines the plane levels off to their mean.
    """
    offsets = places - place
    near = np.exp(-np.sum(offsets**2, axis=1) / (2 * sigma_mm**2))
    weights = (near + 1e-4) * np.maximum(matches, 1e-3) ** 2
    terms = np.column_stack([np.ones(len(places)), offsets / sigma_mm])
    # Ridge on the slopes: few neighbours must not tilt the plane.
    ridge = np.diag([0.0, 0.3, 0.3]) * max(float(near.max()), 0.1)
    left = terms.T @ (terms * weights[:, None]) + ridge
    right = terms.T @ (moves * weights[:, None])
    return np.asarray(np.linalg.solve(left, right)[0], dtype=np.float64)
