"""What is printed is what is read: PDFs of the shipped sheets, filled and read back."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.helpers.rasterize import rasterize
from tests.scan.drawing import PX_PER_MM, Marks, draw_marks
from tests.scan.fakes import ScriptedReader
from trekprint.printing.document import render
from trekprint.scan.anchors import PrintedLines
from trekprint.scan.photo import PhotoParams, pages
from trekprint.scan.reader import read
from trekprint.scan.reading import SheetReading
from trekprint.sheet.layout import form_layout, place
from trekprint.sheet.model import Option
from trekprint.sheet.paper import PAPERS
from trekprint.sheetfile.catalog import load_sheet, sheet_names

if TYPE_CHECKING:
    from trekprint.scan.arrays import GreyImage
    from trekprint.sheet.placed import Pages

SHEETS = {name: load_sheet(name) for name in sheet_names()}
LAYOUTS = {name: form_layout(sheet) for name, sheet in SHEETS.items()}
RUN = "TEST"


@cache
def printed(
    name: str, paper: str = "a4", per_page: int = 2, theme: str = "plain"
) -> tuple[bytes, Pages]:
    """Two copies, and where they lie."""
    placed = place([(SHEETS[name], copy) for copy in (1, 2)], PAPERS[paper], per_page)
    return render(placed, SHEETS, theme=theme, run=RUN), placed


def scanned(pdf: bytes, page: int = 1, px_per_mm: float = PX_PER_MM) -> GreyImage:
    image = rasterize(pdf, page=page, px_per_mm=px_per_mm)
    grey: GreyImage = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return grey


def readings_in(photo: GreyImage) -> list[SheetReading]:
    found = read(photo, LAYOUTS, ScriptedReader("7"))
    assert all(isinstance(one, SheetReading) for one in found), found
    return [one for one in found if isinstance(one, SheetReading)]


def assert_blank(reading: SheetReading) -> None:
    assert reading.is_blank
    assert [link for link in reading.links if link.drawn > 0.1] == []
    assert [tick for tick in reading.ticks if tick.ticked > 0.1] == []
    assert [box.name for box in reading.boxes if box.ink > 0.1] == []
    assert reading.tent_cross < 0.1


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("theme", ["plain", "alpine"])
def test_a_blank_print_reads_blank(name: str, theme: str) -> None:
    """Rings, thick rings, tints, labels and ids never count as ink."""
    pdf, _ = printed(name, theme=theme)
    readings = readings_in(scanned(pdf))
    assert [(r.layout.sheet, r.copy, r.run) for r in readings] == [
        (name, 1, RUN),
        (name, 2, RUN),
    ]
    for reading in readings:
        assert reading.registration.error_mm < 0.05
        assert_blank(reading)


@pytest.mark.parametrize(
    ("paper", "per_page"), [("letter", 2), ("a4", 1), ("letter", 1), ("a5", 1)]
)
def test_every_paper_reads(paper: str, per_page: int) -> None:
    pdf, _ = printed("kagkot", paper, per_page)
    copies = [
        reading.copy
        for page in range(1, 3 if per_page == 1 else 2)
        for reading in readings_in(scanned(pdf, page))
    ]
    assert copies == [1, 2]


@pytest.mark.parametrize("dpi", [100, 150, 300])
@pytest.mark.parametrize("kind", ["grey", "black and white", "dithered"])
def test_scans_of_every_kind_read(dpi: int, kind: str) -> None:
    scan = scanned(printed("dhaulagiri")[0], px_per_mm=dpi / 25.4)
    for reading in readings_in(converted(scan, kind)):
        assert reading.layout.sheet == "dhaulagiri"
        assert reading.is_blank
        assert [link for link in reading.links if link.drawn > 0.5] == []
        assert [tick for tick in reading.ticks if tick.ticked > 0.5] == []


def converted(scan: GreyImage, kind: str) -> GreyImage:
    if kind == "black and white":
        return np.where(scan > 128, np.uint8(255), np.uint8(0))
    if kind == "dithered":
        return np.asarray(Image.fromarray(scan).convert("1").convert("L"))
    return scan


@pytest.mark.parametrize("scale", [0.85, 0.94, 1.0])
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_what_is_written_is_read_whichever_way_and_size(
    scale: float, turns: int
) -> None:
    pdf, placed = printed("dunai")
    photo = scanned(pdf)
    marks = Marks(
        texts={1: "7", 5: "10", 19: "X"},
        links=((1, 2), (15, 17), (8, 10)),
        ticks=((Option.LOWER, 1), (Option.SUM, 4), (Option.PRODUCT, 2)),
        boxes=("assist_1", "line_3"),
    )
    draw_marks(photo, placed.placements[1].layout, marks)
    photo = np.asarray(cv2.resize(photo, None, fx=scale, fy=scale), dtype=np.uint8)
    photo = np.ascontiguousarray(np.rot90(photo, turns))
    blank, filled = sorted(readings_in(photo), key=lambda reading: reading.copy)
    assert_blank(blank)
    assert [int(c.id) for c in filled.circles if c.likeliest == "7"] == [1, 5, 19]
    drawn = {(link.link.a, link.link.b) for link in filled.links if link.drawn > 0.5}
    assert drawn == set(marks.links)
    ticked = {(tick.option, tick.index) for tick in filled.ticks if tick.ticked > 0.5}
    assert ticked == set(marks.ticks)
    assert {box.name for box in filled.boxes if box.ink > 0.5} == set(marks.boxes)


def test_the_pages_of_a_pdf_read_in_order() -> None:
    pdf, _ = printed("kagkot", "a5", 1)
    params = PhotoParams(pdf_px_per_mm=6.0)
    copies = [
        (page.number, readings_in(page.grey)[0].copy)
        for page in pages(pdf, params=params)
    ]
    assert copies == [(1, 1), (2, 2)]


def test_the_reader_knows_the_printed_lines() -> None:
    from trekprint.printing.circles import ClimbParams

    lines, drawn = PrintedLines(), ClimbParams()
    assert (lines.edge_line, lines.rim_line) == (drawn.edge_line, drawn.rim_line)
    assert (lines.ring_line, lines.ring_gap) == (drawn.ring_line, drawn.ring_gap)
