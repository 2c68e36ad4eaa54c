"""What people reported of programs like this one: each report with its right outcome.

The tests are named after the report (`test_PROGRAM_NUMBER_what`). Photos are those of
tests/data/photos, changed as the report has it. Right means: read right, or asked
about, or refused in a sentence that helps; never wrong and sure.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pillow_heif
import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image

from tests.helpers.photo_compare import compare, strangers
from tests.helpers.photo_truth import load_truth
from tests.helpers.rasterize import rasterize
from tests.helpers.readings import LINKED, PLAIN, SHEET, reading_of, seen
from tests.helpers.strokes import draw_text, width_of
from trekprint.cli import cli
from trekprint.cli.names import name_crop
from trekprint.printing.document import render
from trekprint.scan.digits import CLASSES, CROP_MARGIN, load_reader
from trekprint.scan.photo import pages
from trekprint.sheet.layout import form_layout, place
from trekprint.sheet.model import CircleId
from trekprint.sheet.paper import FORM, PAPERS
from trekprint.sheetfile.catalog import load_sheet
from trekprint.workflows.corrections import with_first_reading
from trekprint.workflows.doubts import DoubtParams
from trekprint.workflows.interpret import interpret
from trekprint.workflows.photos import PhotoResult, read_photo
from trekprint.workflows.results import result_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trekprint.sheet.geometry import Box
    from trekprint.workflows.results import DoubtKey

    Pixels = NDArray[np.uint8]

FOLDER = Path(__file__).parent / "data" / "photos"
ONE = FOLDER / "ordinary-05-kagkot.jpg"
KAGKOT = load_sheet("kagkot")
CORNERS = ("top left", "top right", "bottom right", "bottom left")
PX_PER_MM = 6.0


@cache
def _pixels(photo: Path = ONE) -> Pixels:
    return np.asarray(cv2.imread(str(photo)), np.uint8)


def _data(found: Sequence[PhotoResult]) -> list[dict[str, Any]]:
    return [result_data(photo.result) for photo in found]


@cache
def _plain(photo: Path = ONE) -> dict[str, Any]:
    """The result of a committed photo as it is."""
    (result,) = _data(read_photo(photo))
    return result


def _read(image: Pixels, folder: Path) -> list[dict[str, Any]]:
    """The results of a picture that is saved losslessly."""
    file = folder / "photo.png"
    cv2.imwrite(str(file), image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    return _data(read_photo(file))


def _assert_right_or_asked(
    results: Sequence[dict[str, Any]], photo: Path = ONE, *, may_refuse: bool = False
) -> None:
    truth = load_truth(photo.with_suffix(".yaml"))
    compared = compare(truth, results)
    assert strangers(truth, results) == ()
    assert [fault for one in compared for fault in one.faults] == []
    if not may_refuse:
        assert [one.truth.copy for one in compared if one.result is None] == []


def _form_to_photo(photo: Path = ONE) -> NDArray[np.float32]:
    """The homography from form mm to the photo's pixels."""
    (sheet,) = load_truth(photo.with_suffix(".yaml")).sheets
    corners = np.array([(p.x, p.y) for p in FORM.corners], np.float32)
    return np.asarray(
        cv2.getPerspectiveTransform(corners, np.array(sheet.corners, np.float32))
    )


def _covered(image: Pixels, boxes: Sequence[Box], strength: float = 1.0) -> Pixels:
    """`image` with boxes of the form painted over in the paper's colour."""
    to_photo = _form_to_photo()
    painted = image.copy()
    for box in boxes:
        corners = np.array([[(p.x, p.y) for p in box.corners]], np.float32)
        seen_at = cv2.perspectiveTransform(corners, to_photo)
        beside = np.percentile(image[_inside(seen_at, image)], 90, axis=(0, 1))
        colour = [float(value) for value in beside]
        cv2.fillPoly(painted, [seen_at[0].round().astype(np.int32)], colour)
    return np.asarray(cv2.addWeighted(painted, strength, image, 1 - strength, 0))


def _inside(seen_at: NDArray[np.float32], image: Pixels) -> tuple[slice, slice]:
    x, y, width, height = cv2.boundingRect(seen_at[0])
    assert 0 <= x < image.shape[1]
    assert 0 <= y < image.shape[0]
    return slice(y, y + height), slice(x, x + width)


def _markers(*corners: int) -> list[Box]:
    """The corner markers of the form, with their quiet zone."""
    fiducials = form_layout(KAGKOT).fiducials
    return [fiducials[corner].box.shrunk(-1.0) for corner in corners]


@cache
def _printed(
    paper: str = "a4", per_page: int = 2, theme: str = "plain", copies: int = 2
) -> bytes:
    placed = place(
        [(KAGKOT, copy) for copy in range(1, copies + 1)], PAPERS[paper], per_page
    )
    return render(placed, {"kagkot": KAGKOT}, theme=theme, run="TEST")


def _scan(pdf: bytes, px_per_mm: float = PX_PER_MM) -> Pixels:
    return rasterize(pdf, page=1, px_per_mm=px_per_mm)


def _assert_blank(results: Sequence[dict[str, Any]], copies: int = 2) -> None:
    assert [result["copy"] for result in results] == list(range(1, copies + 1))
    for result in results:
        assert {circle["state"] for circle in result["circles"]} == {"empty"}
        assert set(result["ticks"].values()) == {0}
        assert result["links"] == []
        assert result["written"] is None
        assert "nothing is written on this sheet" in result["warnings"]


# --- photos


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_omrchecker_36_251_sheets_lie_any_way(turns: int, tmp_path: Path) -> None:
    turned = np.ascontiguousarray(np.rot90(_pixels(), turns))
    (result,) = _read(turned, tmp_path)
    assert result["score"] == _plain()["score"]
    _assert_right_or_asked([result])


@pytest.mark.parametrize("change", ["turned", "tilted", "shadowed"])
def test_omrchecker_measured_nothing_is_wrong_and_sure(
    change: str, tmp_path: Path
) -> None:
    image = _pixels()
    height, width = image.shape[:2]
    if change == "shadowed":
        light = np.where(np.arange(width) < width * 0.45, 0.4, 1.0)[None, :, None]
        image = np.asarray(image * light, np.uint8)
    else:
        before = np.array([(0, 0), (width, 0), (width, height), (0, height)])
        share = (0.1, 0.2) if change == "turned" else (0.25, 0.1)
        move = np.array([(share[0] * width, share[1] * height), (0, 0)])
        after = before.astype(float)
        after[:2] = after[:2] * 0.8 + move * 0.5
        matrix = cv2.getPerspectiveTransform(
            before.astype(np.float32), after.astype(np.float32)
        )
        image = np.asarray(cv2.warpPerspective(image, matrix, (width, height)))
    _assert_right_or_asked(_read(image, tmp_path), may_refuse=True)


def test_omrchecker_168_a_pale_marker_is_read(tmp_path: Path) -> None:
    results = _read(_covered(_pixels(), _markers(0), strength=0.7), tmp_path)
    _assert_right_or_asked(results)


def test_omrchecker_168_the_message_names_the_corners(tmp_path: Path) -> None:
    (result,) = _read(_covered(_pixels(), _markers(0, 1, 2)), tmp_path)
    assert result["status"] == "failed"
    assert all(name in result["error"] for name in CORNERS[:3])
    assert CORNERS[3] not in result["error"]


def test_omrchecker_215_the_papers_edge_may_lie_outside(tmp_path: Path) -> None:
    """Cut to the markers and a little around them."""
    boxes = _markers(0, 1, 2, 3)
    points = np.array([[(p.x, p.y) for box in boxes for p in box.corners]], np.float32)
    x, y, width, height = cv2.boundingRect(
        cv2.perspectiveTransform(points, _form_to_photo())[0]
    )
    _assert_right_or_asked(_read(_pixels()[y : y + height, x : x + width], tmp_path))


@pytest.mark.parametrize("corner", [0, 2])
def test_wingjournal_12_three_markers_are_enough(corner: int, tmp_path: Path) -> None:
    (result,) = _read(_covered(_pixels(), _markers(corner)), tmp_path)
    _assert_right_or_asked([result])
    assert any(CORNERS[corner] in warning for warning in result["warnings"])


def test_wingjournal_12_two_markers_are_read_or_refused(tmp_path: Path) -> None:
    results = _read(_covered(_pixels(), _markers(1, 3)), tmp_path)
    _assert_right_or_asked(results, may_refuse=True)
    assert len(results) == 1


@pytest.mark.parametrize("orientation", range(1, 9))
def test_opencv_8172_exif_is_obeyed_by_file_and_bytes(
    orientation: int, tmp_path: Path
) -> None:
    upright = _pixels()[::8, ::8, 1]
    undo = {
        1: upright,
        2: upright[:, ::-1],
        3: upright[::-1, ::-1],
        4: upright[::-1],
        5: upright.T,
        6: np.rot90(upright),
        7: upright.T[::-1, ::-1],
        8: np.rot90(upright, -1),
    }
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = Image.fromarray(np.ascontiguousarray(undo[orientation]))
    file = tmp_path / "photo.png"
    stored.save(file, exif=exif)
    (by_file,), (by_bytes,) = pages(file), pages(file.read_bytes())
    assert np.array_equal(by_file.grey, upright)
    assert np.array_equal(by_bytes.grey, upright)


def test_opencv_8172_a_photo_turned_by_exif_reads_the_same(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    with Image.open(ONE) as image:
        turned = image.transpose(Image.Transpose.ROTATE_90)
    turned.save(tmp_path / "turned.jpg", quality=95, exif=exif)
    (result,) = _data(read_photo(tmp_path / "turned.jpg"))
    assert result["score"] == _plain()["score"]


def test_receipt_wrangler_445_heic_is_read(tmp_path: Path) -> None:
    with Image.open(ONE) as image:
        heif = pillow_heif.from_pillow(image)
    fast = {"preset": "ultrafast"}
    heif.save(tmp_path / "IMG_1.HEIC", quality=80, enc_params=fast)
    _assert_right_or_asked(_data(read_photo(tmp_path / "IMG_1.HEIC")))


def test_monize_1356_a_strong_shadow_on_any_table() -> None:
    photo = FOLDER / "strong-shadow-kagkot.jpg"
    _assert_right_or_asked([_plain(photo)], photo)


def test_open_mcr_5_a_blank_sheet_is_blank() -> None:
    result = _plain(FOLDER / "blank-dhaulagiri.jpg")
    _assert_blank([result | {"copy": 1}], copies=1)
    assert result["status"] == "sure"


@pytest.mark.parametrize("theme", ["plain", "alpine"])
def test_ruby_marks_8_what_is_printed_is_no_ink(theme: str, tmp_path: Path) -> None:
    _assert_blank(_read(_scan(_printed(theme=theme)), tmp_path))


@pytest.mark.parametrize("scale", [0.85])
def test_freesewing_7084_a_scaled_print_reads(scale: float, tmp_path: Path) -> None:
    """The driver shrinks the page onto white paper."""
    page = _scan(_printed())
    small = np.asarray(cv2.resize(page, None, fx=scale, fy=scale))
    paper = np.full_like(page, 255)
    paper[40 : 40 + small.shape[0], 60 : 60 + small.shape[1]] = small
    _assert_blank(_read(paper, tmp_path))


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_freesewing_7084_every_page_shows_how_long_50_mm_are(paper: str) -> None:
    per_page = 1 if paper == "a5" else 2
    document = pypdfium2.PdfDocument(_printed(paper, per_page))
    for page in document:
        text = page.get_textpage().get_text_range()
        assert "50 mm" in text
        assert "100" in text
    document.close()


@pytest.mark.parametrize(("made", "paper"), [("a4", "letter"), ("letter", "a4")])
def test_offlinequiz_342_a_page_on_other_paper_reads(
    made: str, paper: str, tmp_path: Path
) -> None:
    """Centred at full size; what does not fit is lost."""
    page, size = _scan(_printed(made)), PAPERS[paper]
    long_side = round(max(size.width, size.height) * PX_PER_MM)
    short_side = round(min(size.width, size.height) * PX_PER_MM)
    sheet = np.full((short_side, long_side, 3), 255, np.uint8)
    rows, cols = (min(sheet.shape[i], page.shape[i]) for i in (0, 1))
    to_y, to_x = (sheet.shape[0] - rows) // 2, (sheet.shape[1] - cols) // 2
    from_y, from_x = (page.shape[0] - rows) // 2, (page.shape[1] - cols) // 2
    part = page[from_y : from_y + rows, from_x : from_x + cols]
    sheet[to_y : to_y + rows, to_x : to_x + cols] = part
    _assert_blank(_read(sheet, tmp_path))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_gradescan_37_markers_lie_10_mm_inside(paper: str) -> None:
    for per_page in (1, 2):
        placed = place([(KAGKOT, 1), (KAGKOT, 2)], PAPERS[paper], per_page)
        for one in placed.placements:
            for marker in one.layout.fiducials:
                box = marker.box
                assert min(box.x, box.y) >= 10
                assert box.x + box.width <= placed.width - 10
                assert box.y + box.height <= placed.height - 10


@pytest.mark.parametrize("move_mm", [(6, 0), (-6, -6)])
def test_gradescan_37_a_misfed_page_reads(
    move_mm: tuple[int, int], tmp_path: Path
) -> None:
    page = _scan(_printed())
    matrix = np.array([[1, 0, move_mm[0]], [0, 1, move_mm[1]]], np.float32)
    matrix[:, 2] *= PX_PER_MM
    size = page.shape[1], page.shape[0]
    white = (255, 255, 255)
    fed = np.asarray(cv2.warpAffine(page, matrix, size, borderValue=white))
    _assert_blank(_read(fed, tmp_path))


def test_sdaps_114_the_circles_tell_the_sheet(tmp_path: Path) -> None:
    (panel,) = (form_layout(KAGKOT).panel("code"),)
    results = _read(_covered(_pixels(), [panel.shrunk(-1.0)]), tmp_path)
    assert [result["sheet"] for result in results] == ["kagkot"]
    _assert_right_or_asked(results, may_refuse=True)


def test_sdaps_114_the_code_stands_there_in_clear() -> None:
    document = pypdfium2.PdfDocument(_printed())
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert re.search(r"kagkot", text, re.IGNORECASE)
    assert "TEST" in text


@pytest.mark.parametrize("px_per_mm", [3.5, 8.0])
def test_filmcase_27_sheets_are_told_at_any_size(
    px_per_mm: float, tmp_path: Path
) -> None:
    """2 and 5 px for a module of the code."""
    results = _read(_scan(_printed(per_page=1, copies=1), px_per_mm), tmp_path)
    assert [(r["sheet"], r["copy"]) for r in results] == [("kagkot", 1)]


def test_geniusscan_99_several_papers_in_reading_order() -> None:
    photo = FOLDER / "two-sheets-dunai.jpg"
    results = _data(read_photo(photo))
    truth = load_truth(photo.with_suffix(".yaml"))
    across = {s.copy: float(np.mean(s.corners, axis=0)[0]) for s in truth.sheets}
    assert [r["copy"] for r in results] == sorted(across, key=across.__getitem__)
    _assert_right_or_asked(results, photo)


def test_omrchecker_117_145_three_pages_three_results(tmp_path: Path) -> None:
    photos = [FOLDER / f"ordinary-{n}.jpg" for n in ("04-dunai", "06-dhaulagiri")]
    images = [Image.open(photo) for photo in (photos[0], ONE, photos[1])]
    images[0].save(tmp_path / "scan.pdf", save_all=True, append_images=images[1:])
    results = _data(read_photo(tmp_path / "scan.pdf"))
    for image in images:
        image.close()
    assert [(r["page"], r["sheet"]) for r in results] == [
        (1, "dunai"),
        (2, "kagkot"),
        (3, "dhaulagiri"),
    ]


@pytest.mark.slow
def test_open_mcr_85_twenty_good_and_three_bad_files_add_up(tmp_path: Path) -> None:
    good = sorted(FOLDER.glob("ordinary*.jpg"))[:20]
    for photo in good:
        shutil.copy(photo, tmp_path)
    Image.new("L", (800, 600), 90).save(tmp_path / "cat.png")
    (tmp_path / "half.jpg").write_bytes(ONE.read_bytes()[:60_000])
    (tmp_path / "zero.jpg").touch()
    result = CliRunner().invoke(cli, ["score", str(tmp_path), "--json"])
    data = json.loads(result.stdout)
    names = [Path(one["source"]).name for one in data]
    failed = {
        name for name, one in zip(names, data, strict=True) if one["status"] == "failed"
    }
    assert result.exit_code == 1
    assert names == sorted([p.name for p in good] + ["cat.png", "half.jpg", "zero.jpg"])
    assert failed == {"cat.png", "half.jpg", "zero.jpg"}
    assert all(name in result.stderr for name in failed)
    told = re.search(
        r"23 files: (\d+) sheets? sure, (\d+) with open questions, 3 could not be read",
        result.stderr,
    )
    assert told is not None
    assert int(told[1]) + int(told[2]) == 20


def test_omrchecker_170_135_no_display_is_needed(tmp_path: Path) -> None:
    lacks = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")
    bare = {key: value for key, value in os.environ.items() if key not in lacks}
    program = "from trekprint.cli import main; main()"
    command = [sys.executable, "-c", program, "score", str(ONE), "--overlay", "."]
    done = subprocess.run(
        command, env=bare, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 3), done.stderr
    assert "Final score" in done.stdout


def test_omr_22_a_doubt_comes_with_its_candidates() -> None:
    torn = reading_of((*PLAIN[:3], seen(n0=0.6, n5=0.4)), LINKED)
    result = interpret(torn, SHEET, "photo.jpg")
    (doubt,) = (doubt for doubt in result.doubts if doubt.key == 4)
    assert {content for content, _ in doubt.candidates} >= {"0", "5"}
    assert doubt.crop is not None
    assert result.status == "doubtful"


# --- handwriting

SIDE, TALL = 140, 60
STROKES: dict[str, tuple[str, list[list[tuple[float, float]]]]] = {
    "plain 1": ("1", [[(0.5, 0), (0.5, 1)]]),
    "flagged 1": ("1", [[(0.2, 0.4), (0.55, 0), (0.55, 1)]]),
    "long flagged 1": ("1", [[(0.0, 0.65), (0.55, 0), (0.55, 1)]]),
    "footed 1": ("1", [[(0.3, 0.25), (0.5, 0), (0.5, 1)], [(0.2, 1), (0.8, 1)]]),
    "plain 7": ("7", [[(0.1, 0), (0.8, 0), (0.35, 1)]]),
    "crossed 7": ("7", [[(0.1, 0), (0.8, 0), (0.4, 1)], [(0.25, 0.5), (0.75, 0.5)]]),
    "open 4": ("4", [[(0.3, 0), (0.1, 0.6), (0.85, 0.6)], [(0.65, 0.2), (0.65, 1)]]),
    "closed 4": ("4", [[(0.65, 1), (0.65, 0), (0.05, 0.65), (0.9, 0.65)]]),
    "straight 9": (
        "9",
        [[(0.7, 0.1), (0.3, 0), (0.15, 0.25), (0.4, 0.45), (0.7, 0.15), (0.65, 1)]],
    ),
}


def _crop() -> Pixels:
    crop = np.full((SIDE, SIDE), 220, np.uint8)
    middle = SIDE // 2
    cv2.circle(crop, (middle, middle), round(middle / CROP_MARGIN), 66, 1, cv2.LINE_AA)
    return crop


def _assert_read_or_asked(crop: Pixels, number: str) -> None:
    (row,) = load_reader()([crop])
    said, confidence = CLASSES[int(row.argmax())], float(row.max())
    asked = confidence < DoubtParams().circle
    assert said == number or asked, f"{said} with {confidence:.4f}"


@pytest.mark.parametrize("style", STROKES)
@pytest.mark.parametrize("pen", [2, 5, 9])
def test_edge_device_2634_ones_sevens_fours_nines(style: str, pen: int) -> None:
    number, strokes = STROKES[style]
    crop = _crop()
    origin = np.array([SIDE / 2 - TALL * 0.35, SIDE / 2 - TALL / 2])
    for stroke in strokes:
        points = (np.array(stroke) * (TALL * 0.7, TALL) + origin).round()
        line = [points.astype(np.int32)]
        cv2.polylines(crop, line, False, 50, pen, cv2.LINE_AA)
    _assert_read_or_asked(crop, number)


@pytest.mark.parametrize("dpi", [100, 200, 400])
@pytest.mark.parametrize("pen_mm", [0.3, 0.7, 1.2])
def test_neuralnetwork_37_thin_and_thick_pens_at_any_size(
    dpi: int, pen_mm: float
) -> None:
    disc_mm = form_layout(KAGKOT).circles[0].radius_mm
    mm = SIDE / (2 * CROP_MARGIN * disc_mm)
    for number in map(str, range(13)):
        crop = _crop()
        left = SIDE / 2 - width_of(number, TALL) / 2
        draw_text(
            crop,
            number,
            (left, SIDE / 2 - TALL / 2),
            TALL,
            50,
            max(1, round(pen_mm * mm)),
        )
        side = round(2 * CROP_MARGIN * disc_mm * dpi / 25.4)
        small = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
        _assert_read_or_asked(np.asarray(small), number)


@pytest.mark.parametrize("number", ["10", "11", "12"])
@pytest.mark.parametrize("gap", [-2, 4, 12])
@pytest.mark.parametrize("broken", [False, True])
def test_kniffelcam_two_digits_touch_stand_apart_or_break(
    number: str, gap: int, broken: bool
) -> None:
    crop, tall = _crop(), 46
    widths = [width_of(digit, tall) for digit in number]
    left = SIDE / 2 - (sum(widths) + gap) / 2
    for digit, width in zip(number, widths, strict=True):
        draw_text(crop, digit, (left, SIDE / 2 - tall / 2), tall, 50, 4)
        left += width + gap
    if broken:
        crop[SIDE // 2 + 5 : SIDE // 2 + 8, 40:100] = 220
    _assert_read_or_asked(crop, number)


@pytest.mark.parametrize("number", [3, 4])
def test_camerachess_118_the_rules_help_where_the_picture_cannot(number: int) -> None:
    """A line joins consecutive numbers only, so that of 4 and 9 beside 5 it is 4."""
    other = 9
    row = (seen(**{f"n{number}": 0.5, f"n{other}": 0.5}), seen(n4=1), *PLAIN[2:])
    if number == 4:
        row = (row[0], *PLAIN[1:])
    result = interpret(reading_of(row, LINKED), SHEET, "photo.jpg")
    assert result.circles[0].content == str(number)


def test_camerachess_118_an_impossible_sheet_is_read_as_written_and_flagged() -> None:
    """3 and 5 are joined, beyond doubt."""
    row = (seen(n3=1), *PLAIN[1:])
    result = interpret(reading_of(row, (0.9999, 0.001, 0.001)), SHEET, "photo.jpg")
    assert result.circles[0].content == "3"
    assert "illegal-link" in {finding.code for finding in result.findings}
    assert result.status == "doubtful"


def test_omrchecker_99_the_written_name_is_shown_as_a_picture() -> None:
    """On three sheets with a name, and not on a blank one."""
    for name in ("ordinary-05-kagkot", "ordinary-03-dhaulagiri", "illustrated-dunai"):
        (photo,) = read_photo(FOLDER / f"{name}.jpg")
        assert photo.result.name is not None
        shown = name_crop(photo.result.name)
        assert shown is not None
        assert shown.shape[1] < photo.result.name.shape[1] / 2
    (blank,) = read_photo(FOLDER / "blank-dhaulagiri.jpg")
    assert blank.result.name is not None
    assert name_crop(blank.result.name) is None


def test_offlinequiz_200_corrections_recompute_and_keep_the_first_reading() -> None:
    torn = reading_of((*PLAIN[:3], seen(n0=0.6, n5=0.4)), LINKED)
    first = interpret(torn, SHEET, "photo.jpg")
    answers: dict[DoubtKey, str] = {CircleId(4): "5"}
    again = interpret(torn, SHEET, "photo.jpg", answers=answers)
    result = with_first_reading(again, first, answers)
    assert (result.total, result.circles[3].content) != (first.total, "0")
    (data, plain) = (_data([PhotoResult(result=r)])[0] for r in (result, first))
    circle = data["circles"][3]
    assert (circle["value"], circle["read"]) == (5, 0)
    assert result.corrections == ("circle 4 is 5, and was read as 0",)
    assert "read" not in plain["circles"][3]
