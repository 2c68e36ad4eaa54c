"""What cannot be seen: dithering keeps greys, thresholds lose them; unclear circles."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from tests.scan.drawing import PX_PER_MM, Marks, form, small_layout
from trekprint.scan.digits import BLANK, CLASSES, OTHER
from trekprint.scan.ink import find_ink
from trekprint.scan.registration import Form
from trekprint.scan.sight import (
    Tones,
    hidden_boxes,
    out_of_sight,
    tones_of,
    without_greys,
)

PENCIL = Marks(texts={1: "7", 3: "4"}, grey=190)


@pytest.mark.parametrize(
    ("kind", "tones"),
    [
        ("grey", Tones.GREY),
        ("dithered", Tones.DITHERED),
        ("black and white", Tones.BLACK_WHITE),
    ],
)
def test_only_a_threshold_loses_greys(kind: str, tones: Tones) -> None:
    photo = form(PENCIL)
    if kind == "dithered":
        photo = np.asarray(Image.fromarray(photo).convert("1").convert("L"))
    if kind == "black and white":
        photo = np.where(photo > 128, np.uint8(255), np.uint8(0))
    assert tones_of(photo) is tones


@pytest.mark.parametrize(("glare", "expected"), [(0.0, 1.0), (0.75, 0.25)])
def test_boxes_in_glare_are_as_faded_as_their_outlines(
    glare: float, expected: float
) -> None:
    boxes = [tick.box for tick in small_layout().tick_boxes]
    photo = form().astype(np.float32)
    box = boxes[0].shrunk(-0.8)
    part = photo[
        round(box.y * PX_PER_MM) : round(box.bottom * PX_PER_MM),
        round(box.x * PX_PER_MM) : round(box.right * PX_PER_MM),
    ]
    part += (part.max() - part) * glare
    ink = find_ink(Form(image=photo.astype(np.uint8), px_per_mm=PX_PER_MM))
    _, faded = hidden_boxes(ink, boxes)
    assert faded[0] == pytest.approx(expected, abs=0.08)
    assert faded[5] == 1.0


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
