"""The printed PDF: same bytes, true to the layout, readable for a camera."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pypdfium2
import pytest
from hypothesis import given, settings
from PIL import Image

from tests.helpers.rasterize import rasterize
from tests.strategies import sheets
from trekprint.errors import InputError
from trekprint.printing.document import render
from trekprint.printing.theme import themes
from trekprint.printing.words import Words
from trekprint.sheet.identity import Identity
from trekprint.sheet.layout import form_layout, place
from trekprint.sheet.model import LANGUAGES, Option, OptionRow, ScoringItem
from trekprint.sheet.paper import PAPERS
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from trekprint.sheet.geometry import Point
    from trekprint.sheet.model import Sheet
    from trekprint.sheet.placed import Pages, PlacedCircle

SHIPPED = ("dunai", "kagkot", "dhaulagiri")
PAGES = [("a4", 1), ("a4", 2), ("letter", 1), ("letter", 2), ("a5", 1)]
RUN = "AB12"
TOLERANCE_MM = 0.05
COPIES_BYTES = 3 * 1024
COVERAGE_MOST = 0.06
CAMERA_PX_PER_MM = 5.0
SCAN_PX_PER_MM = 8.0
DETECTOR = cv2.aruco.ArucoDetector(
    cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
)


def pages_of(
    name: str, *, paper: str = "a5", per_page: int = 1, copies: int = 1
) -> Pages:
    sheet = load_sheet(name)
    wanted = [(sheet, copy) for copy in range(1, copies + 1)]
    return place(wanted, PAPERS[paper], per_page)


@cache
def printed(
    name: str,
    *,
    paper: str = "a5",
    per_page: int = 1,
    copies: int = 1,
    theme: str = "plain",
    lang: str = "en",
    compress: bool = True,
) -> bytes:
    return render(
        pages_of(name, paper=paper, per_page=per_page, copies=copies),
        {name: load_sheet(name)},
        theme=theme,
        lang=lang,
        run=RUN,
        compress=compress,
    )


def grey(pdf: bytes, px_per_mm: float) -> NDArray[np.uint8]:
    image = cv2.cvtColor(rasterize(pdf, px_per_mm=px_per_mm), cv2.COLOR_BGR2GRAY)
    return np.asarray(image, np.uint8)


@pytest.mark.parametrize("theme", themes())
def test_same_input_same_bytes(theme: str) -> None:
    pages, sheets = pages_of("kagkot", copies=2), {"kagkot": load_sheet("kagkot")}
    one = render(pages, sheets, theme=theme, lang="ru", players={1: "Anna"}, run=RUN)
    two = render(pages, sheets, theme=theme, lang="ru", players={1: "Anna"}, run=RUN)
    assert one == two
    assert one != render(pages, sheets, theme=theme, lang="ru", run=RUN)


def test_an_unknown_theme_is_named_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="'neon'; there are plain, alpine"):
        render(pages_of("dunai"), {"dunai": load_sheet("dunai")}, theme="neon")


def test_a_page_holds_as_many_sheets_as_were_placed() -> None:
    pdf = printed("dunai", paper="a4", per_page=2, copies=5)
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 3
    document.close()
    for page, count in ((1, 2), (2, 2), (3, 1)):
        image = rasterize(pdf, page=page, px_per_mm=CAMERA_PX_PER_MM)
        _, ids, _ = DETECTOR.detectMarkers(image)
        first = (page - 1) * 8
        assert sorted(int(i) for i in ids.flat) == list(range(first, first + 4 * count))


def test_different_sheets_share_a_document() -> None:
    sheets = {name: load_sheet(name) for name in SHIPPED}
    wanted = [(sheets[name], copy) for name in SHIPPED for copy in (1, 2)]
    pdf = render(place(wanted, PAPERS["a4"], 2), sheets, run=RUN, compress=False)
    assert pdf.count(b"/FormXob") >= 2 * len(SHIPPED)
    assert pdf.count(b"/Subtype /Form") == len(SHIPPED)


def words_of(pdf: bytes) -> str:
    """All text of the first page, as a reader would copy it."""
    document = pypdfium2.PdfDocument(pdf)
    text = document[0].get_textpage().get_text_range()
    document.close()
    return str(text)


def with_player(name: str, copy: int = 1) -> bytes:
    sheets = {"kagkot": load_sheet("kagkot")}
    return render(pages_of("kagkot"), sheets, players={copy: name}, run=RUN)


@pytest.mark.parametrize("name", ["Ann", "Jürgen Żółć", "Маша", "Émilie-Ольга"])
def test_a_players_name_is_printed(name: str) -> None:
    assert name in words_of(with_player(name))
    assert name not in words_of(with_player(name, copy=2))


def test_letters_that_the_typeface_lacks_become_question_marks() -> None:
    assert "A??B" in words_of(with_player("A中文B"))


def test_a_long_name_stays_in_its_field() -> None:
    px = 8.0
    changed = grey(with_player("W" * 120), px) != grey(with_player(" "), px)
    rows, columns = np.nonzero(changed)
    field = pages_of("kagkot").placements[0].layout.panel("name")
    assert field.x <= columns.min() / px < columns.max() / px <= field.right
    assert field.y <= rows.min() / px < rows.max() / px <= field.bottom


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_can_be_copied_from_the_page(lang: str) -> None:
    said = words_of(printed("dhaulagiri", lang=lang))
    hint = Words(sheet=load_sheet("dhaulagiri"), lang=lang)["hint"]
    assert hint in said
    assert "TREK/DHAULAGIRI/1/1/AB12" in said


@settings(max_examples=15)
@given(sheets())
def test_any_sound_sheet_can_be_printed(sheet: Sheet) -> None:
    pages = place([(sheet, 1)], PAPERS["a5"], 1)
    assert render(pages, {sheet.id: sheet}, theme="alpine").startswith(b"%PDF")


def test_a_sheet_may_go_without_its_extras() -> None:
    """No picture, no bonus, no Assist cards, no sum."""
    sheet = replace(
        load_sheet("kagkot"),
        art={"style": "none"},
        scoring=(ScoringItem(name="fixed_lines"),),
        options=(OptionRow(option=Option.LOWER, boxes=4),),
    )
    pages = place([(sheet, 1)], PAPERS["a5"], 1)
    said = words_of(render(pages, {sheet.id: sheet}))
    for word in ("Assist cards", "+3", "Tent", "longest"):
        assert word not in said
        assert word in words_of(printed("kagkot"))


def test_an_unknown_art_style_is_named() -> None:
    sheet = replace(load_sheet("kagkot"), art={"style": "cubist"})
    pages = place([(sheet, 1)], PAPERS["a5"], 1)
    with pytest.raises(InputError, match="'cubist'; there are ridge, none"):
        render(pages, {sheet.id: sheet})


def test_a_copy_more_costs_few_bytes() -> None:
    one = len(printed("dhaulagiri", paper="a4", per_page=2))
    many = len(printed("dhaulagiri", paper="a4", per_page=2, copies=20))
    assert (many - one) / 19 < COPIES_BYTES


# Places.


def ring(image: NDArray[np.uint8], centre: Point, radius: float, px: float) -> Circle:
    """Centre and radius (mm) of the dark ring near `radius` round `centre`."""
    ways = np.linspace(0, 2 * np.pi, 360, endpoint=False)
    reach = np.linspace(radius - 0.5, radius + 0.5, 81)
    x = centre.x + reach[None] * np.cos(ways[:, None])
    y = centre.y + reach[None] * np.sin(ways[:, None])
    darkness = 255.0 - cv2.remap(
        image,
        (x * px - 0.5).astype(np.float32),
        (y * px - 0.5).astype(np.float32),
        cv2.INTER_LINEAR,
    )
    found = (darkness * reach).sum(1) / darkness.sum(1)
    ends = np.column_stack((found * np.cos(ways), found * np.sin(ways)))
    # x^2 + y^2 = 2 a x + 2 b y + c is linear in the centre (a, b).
    terms = np.column_stack((2 * ends, np.ones(len(ends))))
    (a, b, c), *_ = np.linalg.lstsq(terms, (ends**2).sum(1), rcond=None)
    return centre.x + float(a), centre.y + float(b), float(np.sqrt(c + a * a + b * b))


Circle = tuple[float, float, float]


@pytest.mark.parametrize(("paper", "per_page"), PAGES)
def test_circles_are_printed_where_the_layout_says(paper: str, per_page: int) -> None:
    px = 10.0
    image = grey(printed("kagkot", paper=paper, per_page=per_page, copies=per_page), px)
    pages = pages_of("kagkot", paper=paper, per_page=per_page, copies=per_page)
    for placement in pages.placements:
        for circle in placement.layout.circles:
            found = ring(image, circle.centre, circle.radius_mm, px)
            expected = (circle.centre.x, circle.centre.y, circle.radius_mm)
            assert found == pytest.approx(expected, abs=TOLERANCE_MM)


@pytest.mark.parametrize(("paper", "per_page"), PAGES)
def test_markers_are_printed_where_the_layout_says(paper: str, per_page: int) -> None:
    px = 10.0
    image = grey(printed("dunai", paper=paper, per_page=per_page, copies=per_page), px)
    pages = pages_of("dunai", paper=paper, per_page=per_page, copies=per_page)
    for placement in pages.placements:
        for fiducial in placement.layout.fiducials:
            box = fiducial.box
            around = box.shrunk(-1.0)
            left, top = round(around.x * px), round(around.y * px)
            width, height = round(around.width * px), round(around.height * px)
            dark = 1 - image[top : top + height, left : left + width] / 255.0
            columns, rows = dark.max(0), dark.max(1)
            found = (
                (left + int(np.argmax(columns > 0)) + 1 - columns[columns > 0][0]) / px,
                (top + int(np.argmax(rows > 0)) + 1 - rows[rows > 0][0]) / px,
                columns.sum() / px,
                rows.sum() / px,
            )
            expected = (box.x, box.y, box.width, box.height)
            assert found == pytest.approx(expected, abs=TOLERANCE_MM)


@pytest.mark.parametrize("name", SHIPPED)
def test_drawing_operators_hold_the_layouts_numbers(name: str) -> None:
    layout = form_layout(load_sheet(name))
    pdf = printed(name, compress=False)
    for tick in layout.tick_boxes:
        box = tick.box
        assert operator(box.x, box.y, box.width, box.height, "re") in pdf
    for circle in layout.circles:
        start = circle.centre.x + circle.radius_mm, circle.centre.y
        assert operator(*start, "m") in pdf
    assert moved(pdf, *(side for f in layout.fiducials for side in (f.box.x, f.box.y)))


def operator(*parts: float | str) -> bytes:
    """A drawing operator as it stands in the PDF."""
    from reportlab.lib.rl_accel import fp_str

    numbers = fp_str(*(part for part in parts if not isinstance(part, str)))
    return f"{numbers} {parts[-1]}".encode()


def moved(pdf: bytes, *places: float) -> bool:
    """Whether frames were opened at these x, y (mm) on an A5 page."""
    frames = re.findall(rb"(\S+) 0 0 -\S+ (\S+) (\S+) cm", pdf)
    found = {
        (round(float(x) * 25.4 / 72, 3), round(210 - float(y) * 25.4 / 72, 3))
        for _, x, y in frames
    }
    pairs = zip(places[::2], places[1::2], strict=True)
    return {(round(x, 3), round(y, 3)) for x, y in pairs} <= found


@pytest.mark.parametrize(("paper", "per_page"), PAGES)
def test_the_bar_is_50_mm_long_on_paper(paper: str, per_page: int) -> None:
    px = 10.0
    image = grey(printed("dunai", paper=paper, per_page=per_page), px)
    layout = pages_of("dunai", paper=paper, per_page=per_page).placements[0].layout
    box = layout.panel("ruler")
    area = image[
        round((box.y + box.height / 2) * px) : round(box.bottom * px),
        round((box.x - 1) * px) : round((box.right + 1) * px),
    ]
    dark = (area < 128).sum(1).max() / px
    assert dark == pytest.approx(50 + 0.2 * layout.scale, abs=0.15)


# Looks.


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_default_theme_saves_ink(name: str, lang: str) -> None:
    darkness = 1 - grey(printed(name, lang=lang), 6.0).mean() / 255
    assert 0.03 < darkness < COVERAGE_MOST


def band(
    image: NDArray[np.uint8], circle: PlacedCircle, least: float, most: float, px: float
) -> NDArray[np.uint8]:
    """The pixels whose distance from a circle's centre is `least` to `most` mm."""
    x, y = circle.centre.x, circle.centre.y
    left, right = int((x - most) * px), math.ceil((x + most) * px)
    top, low = int((y - most) * px), math.ceil((y + most) * px)
    rows, columns = np.mgrid[top:low, left:right]
    far = np.hypot((columns + 0.5) / px - x, (rows + 0.5) / px - y)
    return np.asarray(image[top:low, left:right][(far >= least) & (far < most)])


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("theme", themes())
def test_places_to_write_in_are_white(name: str, theme: str) -> None:
    px = 8.0
    image = grey(printed(name, theme=theme), px)
    layout = form_layout(load_sheet(name))
    for circle in layout.circles:
        assert band(image, circle, 0, circle.radius_mm - 0.25, px).min() == 255
    for box in [
        *(tick.box for tick in layout.tick_boxes),
        *(score.box for score in layout.score_boxes),
    ]:
        room = box.shrunk(0.5)
        part = image[
            round(room.y * px) : round(room.bottom * px),
            round(room.x * px) : round(room.right * px),
        ]
        assert part.min() == 255


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("theme", themes())
def test_bridges_are_white_from_disc_to_disc(name: str, theme: str) -> None:
    px = 8.0
    image = grey(printed(name, theme=theme), px)
    for link in form_layout(load_sheet(name)).links:
        start = link.start.towards(link.end, 0.3)
        end = link.end.towards(link.start, 0.3)
        for share in np.linspace(0, 1, 30):
            x = start.x + (end.x - start.x) * share
            y = start.y + (end.y - start.y) * share
            assert image[int(y * px), int(x * px)] > 250


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize("name", ["kagkot", "dhaulagiri"])
def test_a_black_and_white_print_keeps_the_double_rings(name: str, theme: str) -> None:
    """Half the darkness of a dangerous rim survives; a normal one stays lighter."""
    px = 12.0
    image = grey(printed(name, theme=theme), px)
    black: dict[int, list[float]] = {6: [], 12: []}
    for circle in form_layout(load_sheet(name)).circles:
        outer = circle.outer_mm
        rings = band(image, circle, outer - 0.3, outer + 1.2, px)
        black[circle.limit].append(float((rings < 128).mean()))
    assert min(black[6]) > 1.4 * max(black[12])


# The camera.


def prints(pdf: bytes) -> Iterator[tuple[str, float, NDArray[np.uint8]]]:
    """A page in colour, in grey, and in black and white in two ways, with its px/mm.

    Dither dots need the 200 dpi that scanners give at least.
    """
    image = rasterize(pdf, px_per_mm=CAMERA_PX_PER_MM)
    yield "colour", CAMERA_PX_PER_MM, image
    flat = grey(pdf, CAMERA_PX_PER_MM)
    yield "grey", CAMERA_PX_PER_MM, flat
    yield "black", CAMERA_PX_PER_MM, np.where(flat < 128, 0, 255).astype(np.uint8)
    fine = Image.fromarray(grey(pdf, SCAN_PX_PER_MM)).convert("1")
    yield "dithered", SCAN_PX_PER_MM, np.asarray(fine, np.uint8) * 255


def code_readings(crop: NDArray[np.uint8]) -> set[str]:
    """What OpenCV reads in `crop` as it is, and twice as large.

    At three pixels a module its finder misses some codes that it reads when enlarged.
    """
    twice = cv2.resize(crop, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    return {cv2.QRCodeDetector().detectAndDecode(look)[0] for look in (crop, twice)}


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize(("paper", "per_page"), PAGES)
def test_the_camera_finds_markers_and_code(
    name: str, theme: str, paper: str, per_page: int
) -> None:
    pdf = printed(name, theme=theme, paper=paper, per_page=per_page, copies=per_page)
    pages = pages_of(name, paper=paper, per_page=per_page, copies=per_page)
    for print_, px, image in prints(pdf):
        _, ids, _ = DETECTOR.detectMarkers(image)
        assert sorted(int(i) for i in ids.flat) == list(range(4 * per_page)), print_
        for placement in pages.placements:
            layout = placement.layout
            box = layout.panel("code").shrunk(-2.0 * layout.scale)
            crop = image[
                int(box.y * px) : int(box.bottom * px),
                int(box.x * px) : int(box.right * px),
            ]
            identity = Identity(sheet=name, revision=1, copy=layout.copy, run=RUN)
            assert identity.format() in code_readings(crop), print_
