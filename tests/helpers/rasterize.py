"""PDF pages to pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pypdfium2

from trekprint.sheet.geometry import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

MM_PER_POINT = 25.4 / 72
# pdfium rounds a page's pixels up and stretches the page to fill them: a page that is a
# millionth of a pixel too wide would come out a whole pixel wider.
_A_HAIR_LESS = 1 - 1e-6


def rasterize(
    pdf: bytes, *, page: int = 1, px_per_mm: float, area: Box | None = None
) -> NDArray[np.uint8]:
    """Page `page` (from 1) of `pdf`, or the part of it in `area` (mm), blue green red.

    The image has round(size * px_per_mm) pixels; its corner is the area's corner.
    """
    document = pypdfium2.PdfDocument(pdf)
    try:
        sheet = document[page - 1]
        width, height = (side * MM_PER_POINT for side in sheet.get_size())
        area = area or Box(0, 0, width, height)
        crop = (area.x, height - area.bottom, width - area.right, area.y)
        bitmap = sheet.render(
            scale=px_per_mm * MM_PER_POINT * _A_HAIR_LESS,
            crop=tuple(max(0.0, side) / MM_PER_POINT for side in crop),
            rev_byteorder=False,
        )
        image = np.array(bitmap.to_numpy()[..., :3])
        bitmap.close()
        sheet.close()
    finally:
        document.close()
    return _sized(image, round(area.height * px_per_mm), round(area.width * px_per_mm))


def _sized(image: NDArray[np.uint8], rows: int, cols: int) -> NDArray[np.uint8]:
    """Cut, or repeat, the last row and column that pdfium's rounding adds or omits."""
    padded = np.pad(
        image,
        (
            (0, max(0, rows - image.shape[0])),
            (0, max(0, cols - image.shape[1])),
            (0, 0),
        ),
        mode="edge",
    )
    return padded[:rows, :cols]
