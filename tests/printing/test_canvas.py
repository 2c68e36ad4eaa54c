"""Millimetres and y down become points and y up, in one place."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.helpers.rasterize import rasterize
from trekprint.printing.canvas import POINTS_PER_MM, Canvas
from trekprint.printing.fonts import REGULAR, register
from trekprint.printing.theme import BLACK
from trekprint.sheet.geometry import Box, Point

PX_PER_MM = 10.0


def dark_box(pdf: bytes) -> Box:
    """The box round all that is dark, mm."""
    rows, columns = np.nonzero(rasterize(pdf, px_per_mm=PX_PER_MM)[..., 0] < 128)
    left, top = columns.min(), rows.min()
    width, height = columns.max() + 1 - left, rows.max() + 1 - top
    return Box(*(float(side) / PX_PER_MM for side in (left, top, width, height)))


def lies(pdf: bytes, *expected: float) -> bool:
    """Whether all that is dark fills this box, to a pixel."""
    box = dark_box(pdf)
    found = (box.x, box.y, box.width, box.height)
    return found == pytest.approx(expected, abs=1.01 / PX_PER_MM)


def test_a_box_lies_where_it_was_drawn() -> None:
    canvas = Canvas(80, 50, title="box")
    with canvas.at(1, 0, 0):
        canvas.box(Box(10, 5, 20, 3), fill=BLACK)
    assert lies(canvas.finish(), 10, 5, 20, 3)


def test_frames_nest() -> None:
    canvas = Canvas(80, 50, title="frames")
    with canvas.at(2, 10, 5), canvas.at(3, 1, 2):
        canvas.rectangles((Box(0, 0, 1, 1), Box(1, 0, 1, 1)), fill=BLACK)
    assert lies(canvas.finish(), 12, 9, 12, 6)


def test_a_form_is_drawn_once_and_put_twice() -> None:
    canvas = Canvas(80, 50, title="form", compress=False)
    assert not canvas.has_form("mark")
    with canvas.form("mark", Box(0, 0, 10, 10)):
        canvas.box(Box(1, 2, 3, 4), fill=BLACK)
    assert canvas.has_form("mark")
    canvas.put("mark", 1, 0, 0)
    canvas.put("mark", 2, 20, 10)
    pdf = canvas.finish()
    assert pdf.count(b"1 2 3 4 re") == 1
    assert lies(pdf, 1, 2, 27, 20)


def test_the_step_to_points_stands_in_the_page() -> None:
    canvas = Canvas(80, 50, title="step", compress=False)
    with canvas.at(1, 30, 20):
        canvas.box(Box(0, 0, 1, 1), fill=BLACK)
    found = re.search(rb"q\n(\S+) 0 0 (\S+) (\S+) (\S+) cm", canvas.finish())
    assert found
    numbers = [float(number) for number in found.groups()]
    expected = [1, -1, 30, 50 - 20]
    assert numbers == pytest.approx([n * POINTS_PER_MM for n in expected], abs=1e-5)


def test_text_stands_upright_on_its_base_line() -> None:
    register()
    canvas = Canvas(80, 50, title="text")
    with canvas.at(1, 0, 0):
        canvas.text("L", Point(40, 30), font=REGULAR, size=20, ink=BLACK)
    pdf = canvas.finish()
    box = dark_box(pdf)
    assert box.bottom == pytest.approx(30, abs=0.15)
    assert box.height == pytest.approx(20 * 0.69, abs=0.3)
    dark = rasterize(pdf, px_per_mm=PX_PER_MM)[..., 0] < 128
    top, low = dark[:240].sum(), dark[240:].sum()
    assert low > top  # the foot of the L is below


@pytest.mark.parametrize(
    ("align", "share"), [("left", 0), ("centre", 0.5), ("right", 1)]
)
def test_text_is_aligned(align: str, share: float) -> None:
    register()
    canvas = Canvas(80, 50, title="text")
    with canvas.at(1, 0, 0):
        canvas.text("HIH", Point(40, 30), font=REGULAR, size=10, ink=BLACK, align=align)
    box = dark_box(canvas.finish())
    assert box.x + box.width * share == pytest.approx(40, abs=1.0)


def test_dashes_leave_gaps_and_end_with_their_line() -> None:
    canvas = Canvas(80, 50, title="dashes")
    with canvas.at(1, 0, 0):
        line = (Point(10, 10), Point(70, 10))
        canvas.lines((line,), ink=BLACK, width=1, dash=(5, 5))
        canvas.lines(((Point(10, 30), Point(70, 30)),), ink=BLACK, width=1)
    dark = rasterize(canvas.finish(), px_per_mm=PX_PER_MM)[..., 0] < 128
    assert dark[100, 100:700].mean() == pytest.approx(0.5, abs=0.15)
    assert dark[300, 100:700].all()


def test_nothing_is_drawn_outside_a_clip() -> None:
    canvas = Canvas(80, 50, title="clip")
    with canvas.at(1, 0, 0):
        with canvas.clipped(Box(20, 20, 10, 10)):
            canvas.box(Box(0, 0, 80, 50), fill=BLACK)
        canvas.box(Box(60, 40, 1, 1), fill=BLACK)
    assert lies(canvas.finish(), 20, 20, 41, 21)


def test_same_drawing_same_bytes() -> None:
    def draw() -> bytes:
        canvas = Canvas(80, 50, title="same")
        with canvas.at(1, 0, 0):
            canvas.circle(Point(20, 20), 5, ink=BLACK)
        return canvas.finish()

    assert draw() == draw()
