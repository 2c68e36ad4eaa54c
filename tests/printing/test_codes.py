"""Markers and identity codes are what OpenCV reads."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from trekprint.printing.codes import (
    MARKER_MODULES,
    identity_cells,
    marker_cells,
    marker_matrix,
)
from trekprint.sheet.identity import Identity

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from trekprint.sheet.geometry import Box

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
QUIET = 4


def picture(modules: int, cells: tuple[Box, ...], scale: int) -> NDArray[np.uint8]:
    """The code black on white, `scale` pixels a module, with its quiet zone."""
    side = modules + 2 * QUIET
    image = np.full((side, side), 255, np.uint8)
    for cell in cells:
        x, y = int(cell.x) + QUIET, int(cell.y) + QUIET
        image[y : y + int(cell.height), x : x + int(cell.width)] = 0
    return image.repeat(scale, 0).repeat(scale, 1)


def test_markers_are_those_of_the_dictionary() -> None:
    for marker_id in range(250):
        theirs = cv2.aruco.generateImageMarker(DICTIONARY, marker_id, MARKER_MODULES)
        assert np.array_equal(np.array(marker_matrix(marker_id)), theirs == 0)


def test_cells_are_the_black_modules() -> None:
    matrix = np.array(marker_matrix(7))
    assert sum(cell.width * cell.height for cell in marker_cells(7)) == matrix.sum()
    assert not any(a.overlaps(b) for a, b in combinations(marker_cells(7), 2))


@pytest.mark.parametrize("sheet", ["a", "dhaulagiri", "saint-valentine-2"])
@pytest.mark.parametrize("copy", [1, 42, 1000])
@pytest.mark.parametrize("run", ["0000", "Z7QX"])
def test_identity_code_says_what_it_was_given(sheet: str, copy: int, run: str) -> None:
    text = Identity(sheet=sheet, revision=3, copy=copy, run=run).format()
    modules, cells = identity_cells(text)
    found, _, _ = cv2.QRCodeDetector().detectAndDecode(picture(modules, cells, 4))
    assert found == text
