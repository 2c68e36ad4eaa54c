"""Patterns on rims: whatever goes all round counts, what only strays there does not."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.scan.drawing import PAPER, PX_PER_MM, Marks, form, small_layout
from tests.scan.fakes import ScriptedReader
from trekprint.scan.anchors import find_shifts
from trekprint.scan.ink import find_ink
from trekprint.scan.reader import read
from trekprint.scan.reading import SheetReading
from trekprint.scan.registration import Form
from trekprint.scan.rims import rim_probabilities

if TYPE_CHECKING:
    from trekprint.scan.anchors import Shifts
    from trekprint.scan.arrays import GreyImage
    from trekprint.sheet.placed import PlacedCircle

LAYOUT = small_layout()
NORMAL, DANGEROUS = LAYOUT.circles[4], LAYOUT.circles[5]

Strokes = list[list[tuple[float, float]]]
"""Each by its corners: degrees round the circle, share of the way across the band."""


def hatch(step: float, first: float = 0, last: float = 360) -> Strokes:
    return [[(float(a), 0.1), (a + 4.0, 0.9)] for a in np.arange(first, last, step)]


def dots() -> Strokes:
    return [[(a, 0.5), (a + 2, 0.5)] for a in range(0, 360, 22)]


def zigzag() -> Strokes:
    return [[(a, 0.1 + 0.8 * (n % 2)) for n, a in enumerate(range(0, 361, 9))]]


def waves() -> Strokes:
    return [[(a, 0.5 + 0.3 * math.sin(math.radians(a * 18))) for a in range(0, 361, 3)]]


def filled() -> Strokes:
    return [[(a, share) for a in range(0, 361, 5)] for share in (0.1, 0.3, 0.5, 0.7)]


def draw(
    image: GreyImage,
    circle: PlacedCircle,
    strokes: Strokes,
    *,
    width_mm: float = 0.5,
    grey: int = 60,
) -> None:
    ink = np.full_like(image, PAPER)
    for stroke in strokes:
        angles, shares = np.array(stroke, dtype=float).T
        radii = circle.radius_mm + shares * circle.rim_mm
        x = circle.centre.x + radii * np.cos(np.radians(angles))
        y = circle.centre.y + radii * np.sin(np.radians(angles))
        points = np.round(np.stack([x, y], axis=1) * PX_PER_MM).astype(np.int32)
        width = max(1, round(width_mm * PX_PER_MM))
        cv2.polylines(ink, [points], False, grey, width, cv2.LINE_AA)
    np.minimum(image, ink, out=image)


@cache
def still() -> Shifts:
    """The moves of a sheet that lies where it was printed."""
    return find_shifts(find_ink(Form(image=form(), px_per_mm=PX_PER_MM)), LAYOUT)


def rims(
    image: GreyImage, *, grey: int = 60, px_per_mm: float = PX_PER_MM
) -> dict[int, float]:
    """The probability of a pattern by circle."""
    ink = find_ink(Form(image=image, px_per_mm=PX_PER_MM))
    found = rim_probabilities(
        ink,
        LAYOUT.circles,
        LAYOUT.links,
        still(),
        1 - grey / PAPER,
        px_per_mm,
    )
    return {int(c.id): p for c, p in zip(LAYOUT.circles, found, strict=True)}


PATTERNS = {
    "hatch": hatch(14),
    "sparse hatch": hatch(30),
    "dots": dots(),
    "zigzag": zigzag(),
    "waves": waves(),
    "filled": filled(),
}


@pytest.mark.parametrize("turn", range(0, 6, 2))
@pytest.mark.parametrize(("width", "grey"), [(0.35, 60), (0.9, 60), (0.5, 200)])
def test_every_pattern_counts(turn: int, width: float, grey: int) -> None:
    image = form()
    patterns = [*PATTERNS.values()]
    # The fifth of these is dangerous.
    patterned = [c for c in LAYOUT.circles if c.id in (1, 3, 4, 5, 6, 7)]
    for circle, pattern in zip(patterned, patterns[turn:] + patterns, strict=False):
        draw(image, circle, pattern, width_mm=width, grey=grey)
    found = rims(image, grey=grey)
    assert min(found.pop(int(circle.id)) for circle in patterned) > 0.95
    assert max(found.values()) < 0.05


@pytest.mark.parametrize("pattern", ["hatch", "filled"])
def test_patterns_may_be_paler_than_numbers(pattern: str) -> None:
    image = form(Marks(texts={5: "8"}))
    draw(image, NORMAL, PATTERNS[pattern], grey=round(PAPER * 0.88))
    assert rims(image)[int(NORMAL.id)] > 0.8


def test_a_palely_coloured_rim_counts() -> None:
    image = form(Marks(texts={5: "8"}))
    for circle in (NORMAL, DANGEROUS):
        draw(image, circle, filled(), grey=round(PAPER * 0.93))
    found = rims(image)
    assert min(found.pop(int(c.id)) for c in (NORMAL, DANGEROUS)) > 0.8
    assert max(found.values()) < 0.05


def test_print_links_and_numbers_do_not() -> None:
    image = form(
        Marks(
            texts={int(circle.id): "12" for circle in LAYOUT.circles},
            links=tuple((int(p.link.a), int(p.link.b)) for p in LAYOUT.links),
            pen_mm=0.9,
        )
    )
    assert max(rims(image).values()) < 0.05


@pytest.mark.parametrize("circle", [NORMAL, DANGEROUS], ids=["normal", "dangerous"])
def test_what_strays_over_a_rim_does_not(circle: PlacedCircle) -> None:
    image = form()
    tails: Strokes = [[(a, -2.0), (a + 10, 1.2)] for a in (30, 205)]
    draw(image, circle, tails, width_mm=0.9)
    assert rims(image)[int(circle.id)] < 0.1


def test_a_third_of_a_pattern_is_a_doubt() -> None:
    image = form()
    draw(image, NORMAL, hatch(12, 0, 120))
    assert 0.05 < rims(image)[int(NORMAL.id)] < 0.95


def test_every_rim_may_be_filled() -> None:
    image = form()
    for circle in LAYOUT.circles:
        draw(image, circle, filled())
    assert min(rims(image).values()) > 0.95


@pytest.mark.parametrize("last", [70, 150], ids=["little", "much"])
def test_a_coarse_photo_is_less_sure(last: float) -> None:
    image = form()
    draw(image, NORMAL, hatch(12, 0, last))
    fine, coarse = (rims(image, px_per_mm=p)[int(NORMAL.id)] for p in (6.0, 1.2))
    assert abs(coarse - 0.5) < abs(fine - 0.5)
    assert (coarse > 0.5) == (fine > 0.5) == (last > 100)


def test_nothing_is_quite_sure() -> None:
    image = form()
    draw(image, NORMAL, filled())
    assert min(rims(image).values()) > 0
    assert max(rims(image).values()) < 1


def test_a_sheet_without_circles_has_no_rims() -> None:
    ink = find_ink(Form(image=form(), px_per_mm=PX_PER_MM))
    assert rim_probabilities(ink, (), (), still(), 0.0, 3.0) == []


def test_a_reading_tells_the_rims() -> None:
    image = form(Marks(texts={5: "7", 6: "7", 9: "3"}, links=((6, 9),)))
    for circle in (NORMAL, DANGEROUS):
        draw(image, circle, waves())
    (reading,) = read(image, {"small": LAYOUT}, ScriptedReader())
    assert isinstance(reading, SheetReading)
    assert [int(c.id) for c in reading.circles if c.rim > 0.5] == [5, 6]
