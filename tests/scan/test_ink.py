"""Darkness relative to the paper: the same wherever a shadow's edge may run."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from trekprint.scan.ink import find_ink
from trekprint.scan.registration import Form

PX_PER_MM = 8.0
SIDE = 480
PAPER, PENCIL = 230, 150


@pytest.mark.parametrize("bearing", [0, 20, 45, 70, 110, 150])
def test_a_line_over_the_edge_of_a_shadow_is_seen_and_the_edge_is_not(
    bearing: float,
) -> None:
    """The edge is soft by a millimetre: there no square has the light of a place."""
    angle = np.radians(bearing)
    y, x = np.mgrid[0:SIDE, 0:SIDE] - SIDE / 2
    along = x * np.cos(angle) + y * np.sin(angle)
    across = y * np.cos(angle) - x * np.sin(angle)
    light = np.clip(across / PX_PER_MM + 0.5, 0.3, 1.0)
    page = np.full((SIDE, SIDE), PAPER, np.uint8)
    ends = [
        (
            round(SIDE / 2 - side * 60 * np.sin(angle)),
            round(SIDE / 2 + side * 60 * np.cos(angle)),
        )
        for side in (-1, 1)
    ]
    cv2.line(page, ends[0], ends[1], PENCIL, 6, cv2.LINE_AA)
    photo = np.clip(page * light, 0, 255).astype(np.uint8)

    darkness = find_ink(Form(image=photo, px_per_mm=PX_PER_MM)).darkness

    line = (np.abs(along) < 1) & (np.abs(across) < 40)
    inside = (np.abs(x) < 200) & (np.abs(y) < 200)
    beside = inside & (np.abs(along) > 12)
    assert np.mean(darkness[line] > 0.2) > 0.98
    assert np.mean(darkness[beside] > 0.1) < 0.002
