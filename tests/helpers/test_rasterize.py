from __future__ import annotations

import io

import numpy as np
from reportlab.pdfgen.canvas import Canvas

from tests.helpers.rasterize import MM_PER_POINT, rasterize
from trekprint.sheet.geometry import Box


def page_with_square(x: float, y: float, side: float) -> bytes:
    """A5 page, black square; x, y (from the top-left) and side in mm."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(148 / MM_PER_POINT, 210 / MM_PER_POINT))
    low = (210 - y - side) / MM_PER_POINT
    size = side / MM_PER_POINT
    canvas.rect(x / MM_PER_POINT, low, size, size, stroke=0, fill=1)
    canvas.save()
    return buffer.getvalue()


def test_places_and_scale() -> None:
    image = rasterize(page_with_square(30, 50, 10), px_per_mm=10)
    assert image.shape == (2100, 1480, 3)
    rows, cols = np.nonzero(image[..., 0] < 128)
    assert abs(cols.min() - 300) <= 1
    assert abs(cols.max() - 399) <= 1
    assert abs(rows.min() - 500) <= 1
    assert abs(rows.max() - 599) <= 1


def test_an_area_starts_at_its_own_corner() -> None:
    area = Box(25, 40, 60, 70)
    image = rasterize(page_with_square(30, 50, 10), px_per_mm=8, area=area)
    assert image.shape == (560, 480, 3)
    rows, cols = np.nonzero(image[..., 0] < 128)
    assert abs(cols.mean() - (10 * 8 - 0.5)) <= 1
    assert abs(rows.mean() - (15 * 8 - 0.5)) <= 1
