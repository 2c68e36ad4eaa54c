"""From a photo to readings, on a small sheet drawn from its layout."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.scan.drawing import PAPER, PX_PER_MM, Marks, form, page, small_layout
from tests.scan.fakes import ScriptedReader
from trekprint.scan.digits import BLANK
from trekprint.scan.reader import ReadParams, read
from trekprint.scan.reading import Failure, SheetReading
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import CircleId, Option
from trekprint.sheet.paper import FORM
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.scan.arrays import GreyImage

LAYOUTS = {"small": small_layout()}
FILLED = Marks(
    texts={1: "7", 2: "12", 3: "X", 5: "4"},
    links=((1, 2), (4, 5), (3, 6)),
    ticks=((Option.LOWER, 1), (Option.SUM, 4)),
    boxes=("assist_2", "final"),
)


def read_one(photo: GreyImage) -> SheetReading:
    (reading,) = read(photo, LAYOUTS, ScriptedReader())
    assert isinstance(reading, SheetReading), reading
    return reading


def what(reading: SheetReading) -> dict[str, object]:
    """A reading in a form that is easily compared."""
    return {
        "filled": [int(c.id) for c in reading.circles if c.likeliest != "blank"],
        "links": [
            (link.link.a, link.link.b) for link in reading.links if link.drawn > 0.5
        ],
        "ticks": [(t.option, t.index) for t in reading.ticks if t.ticked > 0.5],
        "boxes": [box.name for box in reading.boxes if box.ink > 0.5],
    }


EXPECTED = {
    "filled": [1, 2, 3, 5],
    "links": [(1, 2), (4, 5), (3, 6)],
    "ticks": [(Option.LOWER, 1), (Option.SUM, 4)],
    "boxes": ["assist_2", "final"],
}


def unordered(found: dict[str, object]) -> dict[str, object]:
    return {key: sorted(value, key=str) for key, value in found.items()}  # type: ignore[call-overload]


@pytest.mark.parametrize("quarter_turns", range(4))
def test_any_side_up(quarter_turns: int) -> None:
    photo = np.ascontiguousarray(np.rot90(form(FILLED, copy=5), quarter_turns))
    reading = read_one(photo)
    assert unordered(what(reading)) == unordered(EXPECTED)
    assert (reading.layout.sheet, reading.copy, reading.run) == ("small", 5, "TEST")
    assert reading.warnings == ()


def test_a_blank_print_is_blank() -> None:
    reading = read_one(form())
    assert what(reading) == {"filled": [], "links": [], "ticks": [], "boxes": []}
    assert reading.is_blank
    assert reading.tent_cross < 0.01


def test_a_link_comes_with_a_picture_of_both_its_circles() -> None:
    reading = read_one(form(FILLED))
    reach = 2 * reading.layout.circles[0].radius_mm
    for link in reading.links:
        assert link.crop is not None
        assert link.crop.shape[0] > reach * reading.registration.px_per_mm * 1.5


@pytest.mark.parametrize("grey", [180, 200])
def test_pale_pencil_is_seen(grey: int) -> None:
    """Down to 15 % contrast."""
    reading = read_one(form(Marks(texts=FILLED.texts, links=FILLED.links, grey=grey)))
    found = what(reading)
    assert found["filled"] == EXPECTED["filled"]
    assert sorted(found["links"], key=str) == sorted(FILLED.links, key=str)  # type: ignore[call-overload]


def shaded(photo: GreyImage, left: float) -> GreyImage:
    """A hard shadow across the middle that leaves so much of the light."""
    shade = np.ones(photo.shape, dtype=np.float32)
    corners = np.array([(350, 0), (700, 0), (500, 1680), (100, 1680)])
    cv2.fillPoly(shade, [corners], left)
    return np.asarray(photo * shade, dtype=np.uint8)


@pytest.mark.parametrize("left", [0.6, 0.3])
def test_a_hard_shadow_is_no_ink(left: float) -> None:
    assert unordered(what(read_one(shaded(form(FILLED), left)))) == unordered(EXPECTED)
    assert read_one(shaded(form(), left)).is_blank


def test_three_markers_are_enough_with_a_warning() -> None:
    photo = form(FILLED)
    photo[1500:1620, 60:190] = PAPER
    reading = read_one(photo)
    assert unordered(what(reading)) == unordered(EXPECTED)
    assert "bottom left corner marker is hidden" in reading.warnings[0]


def without_markers(photo: GreyImage, corners: tuple[int, ...]) -> GreyImage:
    """The photo of one small sheet with the markers of these corners painted over."""
    covered = photo.copy()
    for fiducial in small_layout().fiducials:
        if fiducial.corner in corners:
            x, y = (round(v * PX_PER_MM) for v in (fiducial.box.x, fiducial.box.y))
            covered[y : y + 88, x : x + 88] = PAPER
    return covered


TILTED = np.array([[0.9, 0.1, 40.0], [-0.05, 0.95, 120.0], [1e-4, 6e-5, 1.0]])
"""A view from aside: what two markers alone tell of it is millimetres wrong."""


@pytest.mark.parametrize("corners", list(itertools.combinations(range(4), 2)))
def test_two_markers_and_the_circles_are_enough(corners: tuple[int, int]) -> None:
    photo = without_markers(form(FILLED), corners)
    view: GreyImage = cv2.warpPerspective(photo, TILTED, (1300, 1700), borderValue=90)
    reading = read_one(view)
    assert unordered(what(reading)) == unordered(EXPECTED)
    assert "corner markers are hidden" in reading.warnings[0]


@pytest.mark.parametrize(
    ("hidden", "words"),
    [
        (
            (1, 2),
            "Two corner markers of the sheet are hidden (top right and bottom right)",
        ),
        ((0, 1, 3), "(top left, top right and bottom left)"),
    ],
)
def test_where_too_little_is_left_the_hidden_markers_are_named(
    hidden: tuple[int, ...], words: str
) -> None:
    photo = without_markers(form(FILLED), hidden)
    top, bottom = round(40 * PX_PER_MM), round(130 * PX_PER_MM)
    photo[top:bottom] = PAPER
    (failure,) = read(photo, LAYOUTS, ScriptedReader())
    assert isinstance(failure, Failure)
    assert words in failure.sentence
    assert "take the photo again" in failure.sentence


def test_what_glare_hides_is_not_surely_empty() -> None:
    photo = form(FILLED)
    circle = small_layout().circles[4]
    x, y = (round(v * PX_PER_MM) for v in (circle.centre.x, circle.centre.y))
    cv2.circle(photo, (x, y), round(1.5 * circle.radius_mm * PX_PER_MM), 255, -1)
    clear = {one.id: one.probabilities for one in read_one(form()).circles}
    glaring = {one.id: one.probabilities for one in read_one(photo).circles}
    assert glaring[circle.id][BLANK] < clear[circle.id][BLANK] - 0.2
    assert glaring[CircleId(9)][BLANK] == pytest.approx(clear[CircleId(9)][BLANK])


@pytest.mark.parametrize("dpi", [100, 203])
def test_people_are_told_that_a_scan_knows_no_greys(dpi: int) -> None:
    scale = dpi / 25.4 / PX_PER_MM
    grey = cv2.resize(form(FILLED), None, fx=scale, fy=scale)
    reading = read_one(np.where(grey > 128, np.uint8(255), np.uint8(0)))
    least = ReadParams().contents.sight.lost_link
    assert all(link.drawn >= least for link in reading.links)
    assert any("black and white only" in warning for warning in reading.warnings)


@pytest.mark.parametrize(
    ("scale", "told"), [(0.78, "78 % of its size"), (0.87, None), (1.0, None)]
)
def test_a_scan_tells_that_a_sheet_was_printed_small(
    scale: float, told: str | None
) -> None:
    photo = page((small_layout().placed(scale, 6.0, 6.0),), (FILLED,))
    (reading,) = read(photo, LAYOUTS, ScriptedReader(), px_per_mm=PX_PER_MM)
    assert isinstance(reading, SheetReading)
    warnings = [text for text in reading.warnings if "of its size" in text]
    assert len(warnings) == (told is not None)
    assert all(told is not None and told in text for text in warnings)


def test_a_photo_from_aside_tells_no_print_scale() -> None:
    view = cv2.warpPerspective(form(FILLED), TILTED, (1300, 1700), borderValue=90)
    (reading,) = read(view, LAYOUTS, ScriptedReader(), px_per_mm=3 * PX_PER_MM)
    assert isinstance(reading, SheetReading)
    assert reading.warnings == ()


def test_no_sheet_is_one_failure() -> None:
    (failure,) = read(np.full((300, 400), 128, np.uint8), LAYOUTS, ScriptedReader())
    assert isinstance(failure, Failure)
    assert failure.sentence.startswith("No sheet was found")


def test_several_sheets_are_read_each() -> None:
    layouts = (small_layout(1), small_layout(2).placed(1.0, FORM.width, 0.0))
    photo = page(layouts, (Marks(texts={1: "3"}), Marks(texts={9: "8"})))
    readings = read(photo, LAYOUTS, ScriptedReader())
    assert all(isinstance(reading, SheetReading) for reading in readings)
    found = [
        what(reading)["filled"]
        for reading in readings
        if not isinstance(reading, Failure)
    ]
    assert found == [[1], [9]]


def test_a_form_printed_smaller_reads_the_same() -> None:
    photo = page(
        (small_layout().placed(0.85, 10.0, 12.0),), (FILLED,), size_mm=(148, 210)
    )
    assert unordered(what(read_one(photo))) == unordered(EXPECTED)


def test_too_small_a_sheet_is_refused_with_advice() -> None:
    params = ReadParams(least_px_per_mm=9.0)
    (failure,) = read(form(), LAYOUTS, ScriptedReader(), params=params)
    assert isinstance(failure, Failure)
    assert "go closer" in failure.sentence


# --- which sheet ---

TWO = {"small": small_layout(), "kagkot": form_layout(load_sheet("kagkot"))}


def test_without_its_code_a_sheet_is_known_by_its_circles() -> None:
    (reading,) = read(form(FILLED, identity=False), TWO, ScriptedReader())
    assert isinstance(reading, SheetReading)
    assert (reading.layout.sheet, reading.run) == ("small", None)
    assert "recognised by its circles" in reading.warnings[0]


def test_circles_that_fit_no_candidate_are_not_forced_on_one() -> None:
    only = {"kagkot": TWO["kagkot"]}
    (failure,) = read(form(identity=False), only, ScriptedReader())
    assert isinstance(failure, Failure)
    assert "--sheet" in failure.sentence


def test_an_unknown_sheet_is_named() -> None:
    (failure,) = read(form(), {"kagkot": TWO["kagkot"]}, ScriptedReader())
    assert isinstance(failure, Failure)
    assert "'small'" in failure.sentence


def test_the_user_knows_best() -> None:
    (reading,) = read(form(identity=False), TWO, ScriptedReader(), sheet="small")
    assert isinstance(reading, SheetReading)
    assert reading.layout.sheet == "small"


# --- what the readers are shown ---


def test_crops_are_centred_squares_around_the_discs() -> None:
    reader = ScriptedReader()
    read(form(), LAYOUTS, reader)
    radius = LAYOUTS["small"].circles[4].radius_mm * PX_PER_MM
    side = round(2 * 1.15 * radius)
    assert {crop.shape for crop in reader.crops} == {(side, side)}
    ys, xs = (at - (side - 1) / 2 for at in np.nonzero(reader.crops[4] < 180))
    edge = np.abs(np.hypot(xs, ys) - radius) < 3
    assert edge.sum() > radius
    assert abs(xs[edge].mean()) + abs(ys[edge].mean()) < 1.5


def test_what_the_network_says_counts_where_there_is_ink() -> None:
    (reading,) = read(form(FILLED), LAYOUTS, ScriptedReader("skull", 0.9))
    assert isinstance(reading, SheetReading)
    assert [c.likeliest for c in reading.circles[:5]] == [
        "skull", "skull", "skull", "blank", "skull",
    ]  # fmt: skip
    assert all(sum(c.probabilities) == pytest.approx(1.0) for c in reading.circles)


def test_score_boxes_with_ink_are_read() -> None:
    def box_reader(crops: Sequence[GreyImage]) -> list[list[tuple[int, float]]]:
        return [[(crop.shape[1] // 100, 0.9)] for crop in crops]

    (reading,) = read(form(FILLED), LAYOUTS, ScriptedReader(), box_reader=box_reader)
    assert isinstance(reading, SheetReading)
    assert reading.box("final").values == ((2, 0.9),)
    assert reading.box("line_1").values == ()
    with pytest.raises(KeyError):
        reading.box("line_99")
