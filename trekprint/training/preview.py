"""A contact sheet of made-up circles, to look at before the training."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.digits import CLASSES, NUMBERS, OTHER, SKULL, prepare
from trekprint.training.camera import VIEWS
from trekprint.training.cells import STYLES, Order, Painter

if TYPE_CHECKING:
    from trekprint.training.glyphs import Gray

TILE, TITLE = 96, 20
"""Side of a shown crop and height of a row's title, pixels."""
COLUMNS = 16


def contact_sheet(painter: Painter, seed: int, *, prepared: bool = False) -> Gray:
    """Rows of circles: every style, every view, thick 0s and 8s, skulls, others.

    Args:
        painter: Who draws.
        seed: Of chance.
        prepared: Show what the network sees of them in place of the crops.
    """
    numbers = tuple(range(NUMBERS))
    rows = [(style, Order(labels=numbers, style=style)) for style in STYLES]
    rows += [(view, Order(labels=numbers, view=view)) for view in VIEWS]
    rows += [
        ("thick 0 and 8", Order(labels=(0, 8), style="filling", thick=True)),
        ("skulls", Order(labels=(SKULL,))),
        ("others", Order(labels=(OTHER,))),
        ("anything", Order(labels=tuple(range(len(CLASSES))))),
    ]
    rng = np.random.default_rng(seed)
    return np.vstack([_row(painter, rng, *row, prepared=prepared) for row in rows])


def _row(
    painter: Painter,
    rng: np.random.Generator,
    title: str,
    order: Order,
    *,
    prepared: bool,
) -> Gray:
    tiles = []
    for index in range(COLUMNS):
        label = order.labels[index % len(order.labels)]
        crop, _ = painter.cell(rng, label, order)
        if prepared:
            crop = (255 - prepare([crop])[0, 0] * 255).astype(np.uint8)
        tiles.append(cv2.resize(crop, (TILE, TILE), interpolation=cv2.INTER_AREA))
    head = np.full((TITLE, TILE * COLUMNS), 255, np.uint8)
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(head, title, (4, TITLE - 5), font, 0.5, 0, 1, cv2.LINE_AA)
    return np.vstack([head, np.hstack(tiles)])
