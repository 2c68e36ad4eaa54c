"""Plain digits as pen strokes, the same with every OpenCV (whose fonts differ)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.scan.digits import Gray

ADVANCE = 0.82
"""From one character to the next, in heights."""

SHAPES: dict[str, Sequence[Sequence[tuple[float, float]]]] = {
    "0": [
        [
            (0.3 + 0.27 * x, 0.5 + 0.5 * y)
            for x, y in zip(
                np.sin(np.linspace(0, 6.3, 24)),
                -np.cos(np.linspace(0, 6.3, 24)),
                strict=True,
            )
        ]
    ],
    "1": [[(0.1, 0.35), (0.38, 0.0), (0.36, 1.0)]],
    "2": [
        [
            (0.05, 0.25),
            (0.15, 0.05),
            (0.4, 0.02),
            (0.52, 0.2),
            (0.45, 0.45),
            (0.05, 1.0),
            (0.6, 0.98),
        ]
    ],
    "3": [
        [
            (0.08, 0.1),
            (0.3, 0.0),
            (0.5, 0.15),
            (0.45, 0.38),
            (0.22, 0.47),
            (0.5, 0.58),
            (0.54, 0.82),
            (0.3, 1.0),
            (0.04, 0.9),
        ]
    ],
    "4": [[(0.3, 0.0), (0.04, 0.62), (0.6, 0.62)], [(0.45, 0.35), (0.42, 1.0)]],
    "5": [
        [
            (0.55, 0.0),
            (0.14, 0.02),
            (0.1, 0.42),
            (0.35, 0.38),
            (0.54, 0.6),
            (0.48, 0.9),
            (0.25, 1.0),
            (0.04, 0.92),
        ]
    ],
    "6": [
        [
            (0.48, 0.0),
            (0.2, 0.3),
            (0.06, 0.7),
            (0.2, 0.98),
            (0.42, 0.96),
            (0.52, 0.75),
            (0.4, 0.56),
            (0.2, 0.58),
            (0.08, 0.75),
        ]
    ],
    "7": [[(0.04, 0.04), (0.56, 0.0), (0.25, 1.0)], [(0.18, 0.52), (0.52, 0.48)]],
    "8": [
        [
            (0.5, 0.12),
            (0.3, 0.0),
            (0.1, 0.15),
            (0.2, 0.4),
            (0.45, 0.6),
            (0.52, 0.85),
            (0.3, 1.0),
            (0.08, 0.84),
            (0.18, 0.58),
            (0.46, 0.36),
            (0.5, 0.12),
        ]
    ],
    "9": [
        [
            (0.52, 0.2),
            (0.35, 0.0),
            (0.12, 0.1),
            (0.08, 0.35),
            (0.28, 0.5),
            (0.48, 0.35),
            (0.52, 0.15),
            (0.48, 1.0),
        ]
    ],
    "-": [[(0.05, 0.52), (0.45, 0.5)]],
    "?": [
        [(0.1, 0.2), (0.3, 0.0), (0.5, 0.2), (0.28, 0.5), (0.28, 0.72)],
        [(0.28, 0.95), (0.3, 0.96)],
    ],
    "X": [[(0.0, 0.0), (0.7, 1.0)], [(0.7, 0.0), (0.0, 1.0)]],
}
"""Strokes of each character in a box one high, y down."""


def width_of(text: str, tall: float) -> float:
    """Width of a text whose digits are `tall`, in the same unit."""
    return (len(text) * ADVANCE - 0.2) * tall


def draw_text(
    image: Gray,
    text: str,
    top_left: tuple[float, float],
    tall: float,
    ink: int,
    pen: int,
) -> None:
    """Write `text` on `image`, in place; lengths in pixels, `ink` a level of grey."""
    for place, character in enumerate(text):
        corner = (top_left[0] + place * ADVANCE * tall, top_left[1])
        for stroke in SHAPES[character]:
            points = np.round((np.array(stroke) * tall + corner) * 16).astype(np.int32)
            cv2.polylines(image, [points], False, ink, pen, cv2.LINE_AA, 4)
