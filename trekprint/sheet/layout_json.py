"""Pages of sheets as plain data for `trekprint geometry`. The shape is public."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trekprint.sheet.geometry import Box, Point
    from trekprint.sheet.model import Sheet
    from trekprint.sheet.placed import Layout, Pages

DECIMALS = 3
"""Digits after the point of a length in mm: a thousandth is finer than any printer."""


def pages_json(sheet: Sheet, pages: Pages) -> dict[str, Any]:
    """Where everything of the copies of `sheet` on `pages` lies, in mm."""
    return {
        "sheet": sheet.id,
        "revision": sheet.revision,
        "page_mm": [_mm(pages.width), _mm(pages.height)],
        "placements": [
            {"page": placement.page, **_layout(placement.layout)}
            for placement in pages.placements
        ],
    }


def _layout(layout: Layout) -> dict[str, Any]:
    return {
        "copy": layout.copy,
        "box_mm": _box(layout.box),
        "circles": [
            {
                "id": circle.id,
                "centre_mm": _point(circle.centre),
                "radius_mm": _mm(circle.radius_mm),
                "limit": circle.limit,
            }
            for circle in layout.circles
        ],
        "links": [
            {
                "circles": [placed.link.a, placed.link.b],
                "from_mm": _point(placed.start),
                "to_mm": _point(placed.end),
            }
            for placed in layout.links
        ],
        "tick_boxes": [
            {
                "option": tick.option.value,
                "index": tick.index,
                "box_mm": _box(tick.box),
            }
            for tick in layout.tick_boxes
        ],
        "score_boxes": [
            {"name": score.name, "box_mm": _box(score.box)}
            for score in layout.score_boxes
        ],
        "fiducials": [
            {
                "id": fiducial.id,
                "corners_mm": [_point(corner) for corner in fiducial.box.corners],
            }
            for fiducial in layout.fiducials
        ],
    }


def _point(point: Point) -> list[float]:
    return [_mm(point.x), _mm(point.y)]


def _box(box: Box) -> list[float]:
    return [_mm(box.x), _mm(box.y), _mm(box.width), _mm(box.height)]


def _mm(length: float) -> float:
    # Adding 0.0 turns a -0.0 into 0.0, which readers expect.
    return round(float(length), DECIMALS) + 0.0
