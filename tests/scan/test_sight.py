"""What cannot be seen: dithering keeps greys, thresholds lose them; unclear circles."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from tests.scan.drawing import Marks, form
from trekprint.scan.digits import BLANK, CLASSES, OTHER
from trekprint.scan.sight import loses_greys, out_of_sight, without_greys

PENCIL = Marks(texts={1: "7", 3: "4"}, grey=190)


@pytest.mark.parametrize("kind", ["grey", "dithered", "black and white"])
def test_only_a_threshold_loses_greys(kind: str) -> None:
    photo = form(PENCIL)
    if kind == "dithered":
        photo = np.asarray(Image.fromarray(photo).convert("1").convert("L"))
    if kind == "black and white":
        photo = np.where(photo > 128, np.uint8(255), np.uint8(0))
    assert loses_greys(photo) == (kind == "black and white")


def surely(name: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Probabilities that are all but certain of one class."""
    row = np.full(len(CLASSES), 0.001 / (len(CLASSES) - 1))
    row[CLASSES.index(name)] = 0.999
    return row


@pytest.mark.parametrize("name", ["blank", "7"])
def test_the_less_is_seen_the_less_is_sure(name: str) -> None:
    most = [out_of_sight(surely(name), hidden).max() for hidden in (0.0, 0.5, 1.0)]
    assert most == sorted(most, reverse=True)
    assert most[0] == pytest.approx(0.999)
    assert most[2] < 0.7


def test_without_greys_only_emptiness_is_in_doubt() -> None:
    assert without_greys(surely("7")) == pytest.approx(surely("7"))
    doubtful = without_greys(surely("blank"))
    assert doubtful[BLANK] < 0.9
    assert doubtful[OTHER] > 0.1
    assert doubtful.sum() == pytest.approx(1.0)
