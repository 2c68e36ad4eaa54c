"""The picture shows what was read, where it was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.scan.drawing import PX_PER_MM, Marks, form, small_layout
from tests.scan.fakes import ScriptedReader
from trekprint.scan.overlay import DOUBT, LINK, SURE, OverlayParams, Shown, draw_overlay
from trekprint.scan.reader import read
from trekprint.scan.reading import Failure
from trekprint.sheet.model import CircleId, Link

if TYPE_CHECKING:
    from trekprint.scan.arrays import ColourImage

LAYOUT = small_layout()
PHOTO = form(Marks(texts={1: "7", 5: "4"}, links=((1, 2),)))
COLOUR = cv2.cvtColor(PHOTO, cv2.COLOR_GRAY2RGB)
PLAIN = OverlayParams(long_side=5000, margin=0.0)


def count(picture: ColourImage, colour: tuple[int, int, int]) -> int:
    return int((picture == colour).all(axis=2).sum())


def near(
    picture: ColourImage,
    circle: int,
    colour: tuple[int, int, int],
) -> int:
    """Pixels of a colour around a circle."""
    placed = LAYOUT.circles[circle - 1]
    x, y = (round(v * PX_PER_MM) for v in (placed.centre.x, placed.centre.y))
    reach = round(placed.outer_mm * PX_PER_MM)
    return count(picture[y - reach : y + reach, x - reach : x + reach], colour)


def test_sure_circles_are_ringed_in_one_colour() -> None:
    results = read(PHOTO, {"small": LAYOUT}, ScriptedReader())
    picture = draw_overlay(COLOUR, results, scale=1.0, params=PLAIN)
    assert np.abs(np.subtract(picture.shape, COLOUR.shape)).max() <= 1
    assert near(picture, 1, SURE) > 200
    assert near(picture, 9, SURE) == 0
    assert near(picture, 1, DOUBT) == 0
    assert near(picture, 2, LINK) > 20


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_photo_that_lies_or_hangs_is_shown_upright(quarters: int) -> None:
    turned = np.ascontiguousarray(np.rot90(PHOTO, quarters))
    results = read(turned, {"small": LAYOUT}, ScriptedReader())
    colour = cv2.cvtColor(turned, cv2.COLOR_GRAY2RGB)
    picture = draw_overlay(colour, results, scale=1.0, params=PLAIN)
    assert np.abs(np.subtract(picture.shape, COLOUR.shape)).max() <= 1
    assert near(picture, 1, SURE) > 200
    assert near(picture, 2, LINK) > 20


def test_doubts_have_another_colour() -> None:
    results = read(PHOTO, {"small": LAYOUT}, ScriptedReader(confidence=0.6))
    picture = draw_overlay(COLOUR, results, scale=1.0, params=PLAIN)
    assert near(picture, 1, DOUBT) > 200
    assert near(picture, 1, SURE) == 0


def test_what_was_decided_is_shown_instead() -> None:
    results = read(PHOTO, {"small": LAYOUT}, ScriptedReader(confidence=0.6))
    decided = {
        circle.id: Shown(text="12" if circle.id == 1 else "", doubtful=False)
        for circle in LAYOUT.circles
    }
    links = dict.fromkeys((placed.link for placed in LAYOUT.links), False)
    picture = draw_overlay(
        COLOUR, results, scale=1.0, decided={0: decided}, links={0: links}, params=PLAIN
    )
    assert near(picture, 1, SURE) > 200
    assert near(picture, CircleId(5), SURE) == 0
    assert near(picture, 2, LINK) == 0
    assert links[Link.of(1, 2)] is False


@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_the_picture_is_cut_to_the_sheets_and_shrunk(scale: float) -> None:
    photo = np.full((2400, 3000), 90, dtype=np.uint8)
    photo[300 : 300 + PHOTO.shape[0], 900 : 900 + PHOTO.shape[1]] = PHOTO
    results = read(photo, {"small": LAYOUT}, ScriptedReader())
    colour = cv2.cvtColor(photo, cv2.COLOR_GRAY2RGB)
    colour = cv2.resize(colour, None, fx=scale, fy=scale)
    params = OverlayParams(long_side=600, margin=0.0)
    picture = draw_overlay(colour, results, scale=scale, params=params)
    assert picture.shape[0] == 600
    assert picture.shape[1] == pytest.approx(600 * 148 / 210, abs=4)


def test_a_failure_says_its_sentence_over_the_whole_photo() -> None:
    failure = Failure(
        sentence="Two corner markers are hidden.", outline=((50.0, 60.0),)
    )
    picture = draw_overlay(COLOUR, [failure], scale=1.0)
    assert picture.shape[0] == 1600
    assert count(picture, DOUBT) > 1000
