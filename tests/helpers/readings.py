"""Readings made by hand: what a photo of a small sheet might have shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from tests.strategies import circle, make_sheet
from trekprint.scan.digits import CLASSES
from trekprint.scan.reading import (
    BoxReading,
    CircleReading,
    LinkReading,
    SheetReading,
    TickReading,
)
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import CircleId, Option

if TYPE_CHECKING:
    from collections.abc import Mapping

# A row of four circles: 1 - 2 - 3 - 4.
SHEET = make_sheet(
    circles=(circle(1, 0, 0), circle(2, 1, 0), circle(3, 2, 0), circle(4, 3, 0)),
    links=((1, 2), (2, 3), (3, 4)),
)
CROP = np.zeros((4, 4), dtype=np.uint8)


def seen(**said: float) -> tuple[float, ...]:
    """Probabilities by class (`n7=0.6, n1=0.4, skull=...`)."""
    row = dict.fromkeys(CLASSES, 0.0)
    for name, probability in said.items():
        row[name.removeprefix("n")] = probability
    return tuple(row.values())


def reading_of(
    circles: tuple[tuple[float, ...], ...],
    drawn: tuple[float, ...] = (0.001, 0.001, 0.001),
    boxes: Mapping[str, tuple[float, tuple[tuple[int, float], ...]]] | None = None,
    ticks: int | None = None,
) -> SheetReading:
    """A reading of `SHEET`; `ticks` marked in a row, as many as there is ink."""
    filled = sum(row[CLASSES.index("blank")] < 0.5 for row in circles)
    marked = filled if ticks is None else ticks
    options = [(option, n) for option in Option for n in range(1, 5)]
    order = [Option.LOWER, Option.HIGHER, Option.SUM, Option.DIFFERENCE, Option.PRODUCT]
    options.sort(key=lambda pair: (pair[1], order.index(pair[0])))
    return SheetReading(
        layout=form_layout(SHEET),
        copy=1,
        run="ABCD",
        registration=cast("Any", None),
        shifts=cast("Any", None),
        circles=tuple(
            CircleReading(id=CircleId(n), probabilities=row, crop=CROP)
            for n, row in enumerate(circles, 1)
        ),
        links=tuple(
            LinkReading(link=link, drawn=probability)
            for link, probability in zip(SHEET.links, drawn, strict=True)
        ),
        ticks=tuple(
            TickReading(option=option, index=n, ticked=float(place < marked))
            for place, (option, n) in enumerate(options)
        ),
        tent_cross=0.0,
        boxes=tuple(
            BoxReading(name=name, ink=ink, values=values, crop=CROP)
            for name, (ink, values) in (boxes or {}).items()
        ),
        name=CROP,
    )


PLAIN = (seen(n4=1), seen(n5=1), seen(n5=1), seen(n0=1))
"""Circles that are read beyond doubt: 4, 5, 5, 0."""
LINKED = (0.999, 0.001, 0.001)
"""A line between the 4 and the 5."""
