"""The climbing area without what is printed or written in circles, for Rope links.

What is left of the ink is what no printed ring, no number and no patterned rim
explains. Rings look alike all round a circle: what is the same there is print.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.sheet.model import Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from trekprint.scan.ink import Ink
    from trekprint.sheet.geometry import Point
    from trekprint.sheet.model import CircleId
    from trekprint.sheet.placed import PlacedCircle, PlacedLink


@dataclass(frozen=True, slots=True, kw_only=True)
class RopeParams:
    """Where a Rope link is looked for, and how its way is measured.

    Lengths in mm. `step`: of the map in which ways are searched; it reaches `around`
    beyond the rims. `half_width`: how far a way may run beside the straight one, in
    `columns` samples along, moving by up to `steepest` rows of `step` for a column.
    `free`: how far round the two circles' rims anything goes. `inside`: what of a
    disc's edge may be crossed.

    Round each circle, `ring_angles` and, `ring_step` apart, radii up to `ring_reach`
    beyond the print are sampled. `ring_quantile` of the darkness all round is print,
    and `ring_uneven` times what the `ring_pale` quantile is below it, and `ring_more`,
    up to `ring_most`. The rings of dangerous terrain reach `heavy_rings` further than
    others. A line goes on over `bridged` of rings that hide it. A rim with a pattern of
    at least `patterned` probability explains all ink on it, and up to `stray` outside.

    Only what hangs together where the map is at least `faint`, over breaks up to
    `break_`, is looked at closely. `stretch`: length over which the palest stretch is
    averaged. Of two ways, the shorter is no rope where `shared` of it lie within `near`
    of the longer.

    Ways below `plain` are looked for again without bridges (`bridge`: their half
    width), going over rims as if these were `unknown` dark; of such a way at least
    `seen` must show at either end, and all but `pale_share` of it be dark.

    Pairs are looked at whose numbers are consecutive with the probability
    `least_steps`. The probability of a rope is a logistic function of the palest
    stretch, one half at `half`, `steep` per unit; where it shows only in parts, one
    half at `parts_half`, and at most `parts_most`. Readings tell ropes from `least` on.
    """

    step: float = 0.3
    half_width: float = 13.5
    around: float = 6.0
    columns: int = 96
    steepest: int = 2
    free: float = 0.5
    inside: float = 0.4
    ring_step: float = 0.2
    ring_angles: int = 120
    ring_reach: float = 1.2
    ring_quantile: float = 0.4
    ring_pale: float = 0.1
    ring_uneven: float = 0.8
    ring_more: float = 0.02
    ring_most: float = 0.9
    bridged: float = 2.6
    heavy_rings: float = 1.4
    patterned: float = 0.1
    stray: float = 0.35
    faint: float = 0.2
    break_: float = 0.9
    stretch: float = 1.2
    plain: float = 0.6
    bridge: float = 1.9
    unknown: float = 0.75
    seen: float = 1.2
    pale_share: float = 0.15
    shared: float = 0.6
    near: float = 1.0
    least_steps: float = 0.05
    half: float = 0.5
    steep: float = 22.0
    parts_half: float = 0.35
    parts_most: float = 0.9
    least: float = 0.02
    unknown_pen: float = 0.5
    least_pen: float = 0.12
    noise: float = 5.0


BEARINGS = 8
"""Directions in which a line may go on over a ring."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RopeMap:
    """The darkness of the climbing area, (height, width), 1 as dark as the pen.

    (0, 0) lies at `left`, `top` of the form, mm; discs and rims have been cleaned. In
    `apart` bridges and rims are pale, too; `hidden` is 1 on rims, else 0.
    """

    darkness: NDArray[np.float32]
    apart: NDArray[np.float32]
    hidden: NDArray[np.float32]
    left: float
    top: float
    step: float


def find_map(
    ink: Ink,
    circles: Sequence[PlacedCircle],
    links: Sequence[PlacedLink],
    places: Mapping[CircleId, Point],
    rims: Mapping[CircleId, float],
    full: float,
    params: RopeParams,
) -> RopeMap:
    """The map of a sheet, for a pen that is `full` dark; see `ropes.rope_evidence`."""
    margin = params.around + max(circle.outer_mm for circle in circles)
    left = min(p.x for p in places.values()) - margin
    top = min(p.y for p in places.values()) - margin
    wide = max(p.x for p in places.values()) + margin - left
    high = max(p.y for p in places.values()) + margin - top
    scale = ink.px_per_mm
    x0, y0 = max(0, int(left * scale)), max(0, int(top * scale))
    part = ink.darkness[
        y0 : int((top + high) * scale) + 1, x0 : int((left + wide) * scale) + 1
    ]
    # A thin stroke between two samples must not be lost.
    bold = np.asarray(cv2.dilate(part, np.ones((3, 3), np.uint8)))
    bold *= np.float32(1 / full)
    step = params.step * scale
    to_part = np.array([[step, 0, left * scale - x0], [0, step, top * scale - y0]])
    to_part[:, 2] += step / 2 - 0.5
    darkness = cv2.warpAffine(
        bold,
        to_part,
        (round(wide / params.step), round(high / params.step)),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    darkness = np.asarray(np.minimum(darkness, 1), np.float32)
    found = RopeMap(
        darkness=darkness,
        apart=np.empty_like(darkness),
        hidden=np.empty_like(darkness),
        left=left,
        top=top,
        step=params.step,
    )
    middles = [
        (places[c.id].x * scale - x0 - 0.5, places[c.id].y * scale - y0 - 0.5)
        for c in circles
    ]
    shut = [
        circle.outer_mm + params.stray
        if rims.get(circle.id, 0.0) >= params.patterned
        else circle.radius_mm - params.inside
        for circle in circles
    ]
    rounds = _without_rings(bold, scale, circles, middles, shut, full, params)
    for circle, around in zip(circles, rounds, strict=True):
        _clean_circle(found, circle, places[circle.id], around, params)
    _bridge_rings(found, circles, places, shut, params)
    _set_apart(found, circles, links, places, params)
    return found


def print_mm(circle: PlacedCircle, params: RopeParams) -> float:
    """The radius round a circle within which its rings are printed."""
    heavy = circle.terrain is Terrain.DANGEROUS
    return circle.outer_mm + (params.heavy_rings if heavy else 0.0)


def _without_rings(
    bold: NDArray[np.float32],
    scale: float,
    circles: Sequence[PlacedCircle],
    middles: Sequence[tuple[float, float]],
    shut: Sequence[float],
    full: float,
    params: RopeParams,
) -> NDArray[np.float32]:
    """Round each circle, (n, angles, radii from 0), what is darker than its rings.

    `bold` is relative to the pen, which is `full` dark; `middles` are its pixels.
    Nothing counts within the radii `shut`.
    """
    angles = np.arange(params.ring_angles, dtype=np.float32)
    angles *= 2 * np.pi / params.ring_angles
    most = max(print_mm(circle, params) for circle in circles) + params.ring_reach
    count, first = (round(r / params.ring_step) for r in (most, min(shut)))
    radii = (np.arange(first, count, dtype=np.float32) + 0.5) * params.ring_step
    x, y = (
        np.float32(scale) * turn(angles)[:, None] * radii
        + np.array(middles, np.float32)[:, axis, None, None]
        for axis, turn in enumerate((np.cos, np.sin))
    )
    flat = (len(circles) * params.ring_angles, len(radii))
    seen = cv2.remap(
        bold,
        x.reshape(flat).astype(np.float32),
        y.reshape(flat).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).reshape(len(circles), params.ring_angles, -1)
    some = np.sort(seen[:, ::3], axis=1) * np.float32(full)
    usual, pale = (
        some[:, int(share * some.shape[1])][:, None]
        for share in (params.ring_quantile, params.ring_pale)
    )
    printed = usual + params.ring_uneven * (usual - pale) + params.ring_more
    printed = np.minimum(printed, params.ring_most).astype(np.float32)
    beside = np.maximum(seen - printed / np.float32(full), 0) / (1 - printed)
    around = np.zeros((len(circles), params.ring_angles, count), np.float32)
    np.minimum(beside, 1, out=around[:, :, first:])
    for one, inner in zip(around, shut, strict=True):
        one[:, : round(inner / params.ring_step)] = 0
    return around


def _clean_circle(
    area: RopeMap,
    circle: PlacedCircle,
    place: Point,
    around: NDArray[np.float32],
    params: RopeParams,
) -> None:
    """Put what was found round a circle into the map, in place."""
    reach = print_mm(circle, params) + params.ring_reach
    middle_x = (place.x - area.left) / area.step - 0.5
    middle_y = (place.y - area.top) / area.step - 0.5
    far = int(reach / area.step) + 1
    left, top = int(middle_x) - far, int(middle_y) - far
    window = area.darkness[top : top + 2 * far + 2, left : left + 2 * far + 2]
    rows, columns = window.shape
    centre = (middle_x - left, middle_y - top)
    most = around.shape[1] * params.ring_step / area.step
    flags = cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS
    cleaned = np.asarray(
        cv2.warpPolar(around, (columns, rows), centre, most, flags), np.float32
    )
    y, x = np.arange(rows) - centre[1], np.arange(columns) - centre[0]
    near = np.square(y)[:, None] + np.square(x) < (reach / area.step) ** 2
    np.copyto(window, cleaned, where=near)


def _bridge_rings(
    area: RopeMap,
    circles: Sequence[PlacedCircle],
    places: Mapping[CircleId, Point],
    shut: Sequence[float],
    params: RopeParams,
) -> None:
    """Let lines go on over the rings that hide them, in place."""
    rings = _rings(area, circles, places, shut, params)
    levels = (area.darkness * 255).astype(np.uint8)
    side = round(params.bridged / area.step) | 1
    best = levels.copy()
    for bearing in range(BEARINGS):
        brush = _line_brush(side + 2, bearing)
        np.maximum(best, cv2.morphologyEx(levels, cv2.MORPH_CLOSE, brush), out=best)
    np.copyto(area.darkness, best.astype(np.float32) / 255, where=rings)


def _rings(
    area: RopeMap,
    circles: Sequence[PlacedCircle],
    places: Mapping[CircleId, Point],
    inner: Sequence[float],
    params: RopeParams,
) -> NDArray[np.bool_]:
    """Where rims with their rings are, from the radii `inner` outward."""
    rings = np.zeros(area.darkness.shape, np.uint8)
    outer = [print_mm(circle, params) + params.inside for circle in circles]
    for value, radii in ((1, outer), (0, inner)):
        for circle, radius in zip(circles, radii, strict=True):
            at = _pixel(area, places[circle.id])
            cv2.circle(rings, at, int(radius / area.step), value, -1)
    return rings.astype(np.bool_)


def _pixel(area: RopeMap, place: Point) -> tuple[int, int]:
    return int((place.x - area.left) / area.step), int((place.y - area.top) / area.step)


def _set_apart(
    area: RopeMap,
    circles: Sequence[PlacedCircle],
    links: Sequence[PlacedLink],
    places: Mapping[CircleId, Point],
    params: RopeParams,
) -> None:
    """Take bridges and rims away, so that only what no link explains is left."""
    np.copyto(area.apart, area.darkness)
    width = round(2 * params.bridge / area.step)
    for link in links:
        ends = [_pixel(area, places[end]) for end in (link.link.a, link.link.b)]
        cv2.line(area.apart, ends[0], ends[1], 0.0, width)
    discs = [circle.radius_mm - params.inside for circle in circles]
    rings = _rings(area, circles, places, discs, params)
    np.copyto(area.hidden, rings)
    area.apart[rings] = 0


def _line_brush(side: int, bearing: int) -> NDArray[np.uint8]:
    """A straight line through the middle of a square, in one of the `BEARINGS`."""
    angle = np.pi * bearing / BEARINGS
    middle = side // 2
    x, y = round(middle * np.cos(angle)), round(middle * np.sin(angle))
    brush = np.zeros((side, side), np.uint8)
    cv2.line(brush, (middle - x, middle - y), (middle + x, middle + y), 1)
    return brush


def find_pieces(
    darkness: NDArray[np.float32],
    area: RopeMap,
    circles: Sequence[PlacedCircle],
    places: Mapping[CircleId, Point],
    params: RopeParams,
) -> dict[CircleId, set[int]]:
    """For each circle the pieces of ink that begin at its rim."""
    dark = (darkness >= params.faint).astype(np.uint8)
    brush = np.ones((round(params.break_ / area.step) | 1,) * 2, np.uint8)
    _, pieces = cv2.connectedComponents(cv2.morphologyEx(dark, cv2.MORPH_CLOSE, brush))
    angles = np.arange(params.ring_angles) * (2 * np.pi / params.ring_angles)
    rounds = np.stack([np.cos(angles), np.sin(angles)])
    found = {}
    for circle in circles:
        place, reach = places[circle.id], print_mm(circle, params) + params.free
        middle = np.array([[place.x - area.left], [place.y - area.top]])
        reaches = reach + np.arange(3)[:, None] * area.step
        x, y = (
            ((axis + turn * reaches) / area.step).astype(np.intp)
            for axis, turn in zip(middle, rounds, strict=True)
        )
        touched = pieces[y, x]
        found[circle.id] = set(touched[touched > 0].tolist())
    return found
