"""The simulator gives what it says: the same again, in place, and honestly blank."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.helpers.photo_simulator import SimulatedPhoto, simulate
from tests.helpers.photo_truth import (
    SKULL,
    PhotoTruth,
    SheetTruth,
    dump_truth,
    load_truth,
)
from tests.helpers.play import play
from tests.helpers.simulator_hand import draw_hand
from tests.helpers.simulator_levels import LEVELS, draw_shot
from tests.helpers.simulator_paper import Printing, make_paper
from tests.helpers.simulator_photo import Cover, Shot
from trekprint.sheet.layout import form_layout
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


def clear(shot: Shot) -> Shot:
    """Conditions under which markers are found to a fraction of a pixel."""
    return replace(
        shot,
        curl_mm=0.0,
        shadow=None,
        defocus_px=0.0,
        motion_px=0.0,
        noise=0.004,
        fill=0.85,
        jpeg_quality=92,
    )


def markers(photo: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
    """Corners (4, 2) of the markers that OpenCV finds, by id."""
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    )
    corners, ids, _ = detector.detectMarkers(photo)
    found = [] if ids is None else ids.ravel().tolist()
    return {id_: c.reshape(4, 2) for id_, c in zip(found, corners, strict=True)}


def expected_markers(truth: SheetTruth) -> dict[int, NDArray[np.float64]]:
    """Where the truth's form corners put the markers of a flat sheet."""
    layout = form_layout(load_sheet(truth.sheet), copy=truth.copy)
    form = np.array([(p.x, p.y) for p in layout.box.corners], np.float32)
    seen = np.array(truth.corners, np.float32)
    to_photo = cv2.getPerspectiveTransform(form, seen)
    return {
        marker.id: cv2.perspectiveTransform(
            np.array([[(p.x, p.y) for p in marker.box.corners]], np.float64), to_photo
        )[0]
        for marker in layout.fiducials
    }


def off(photo: SimulatedPhoto) -> float:
    """Largest distance in pixels of a marker corner from where the truth has it."""
    found = markers(photo.image)
    wanted = {
        id_: corners
        for sheet in photo.truth.sheets
        for id_, corners in expected_markers(sheet).items()
    }
    assert found.keys() == wanted.keys()
    return max(float(np.abs(found[id_] - wanted[id_]).max()) for id_ in wanted)


@pytest.mark.parametrize("rotation", [0.0, 90.0, 180.0, 270.0, 37.0])
def test_truth_corners_lie_where_the_markers_say(rotation: float) -> None:
    photo = simulate(
        7,
        load_sheet("dunai"),
        megapixels=1.5,
        change_shot=lambda shot: replace(clear(shot), rotation_deg=rotation),
    )
    assert off(photo) < 2.0


@pytest.mark.parametrize(
    "printing",
    [
        Printing(per_page=1),
        Printing(paper="a5", per_page=1),
        Printing(paper="letter"),
        Printing(theme="plain"),
    ],
)
def test_truth_corners_lie_right_on_every_paper(printing: Printing) -> None:
    photo = simulate(
        8, load_sheet("kagkot"), megapixels=1.5, printing=printing, change_shot=clear
    )
    assert off(photo) < 2.0


@pytest.mark.parametrize("apart", [True, False])
def test_two_sheets_in_one_photo(apart: bool) -> None:
    photo = simulate(
        9,
        load_sheet("dhaulagiri"),
        megapixels=3.0,
        copies=(1, 2),
        apart=apart,
        change_shot=clear,
    )
    assert [sheet.copy for sheet in photo.truth.sheets] == [1, 2]
    assert off(photo) < 2.0


def test_a_curl_bends_the_sheet_away_from_a_plane() -> None:
    bent = simulate(
        7,
        load_sheet("dunai"),
        megapixels=1.5,
        change_shot=lambda shot: replace(clear(shot), curl_mm=8.0, curl_kind="arch"),
    )
    assert off(bent) > 2.5


def test_a_thumb_hides_one_marker() -> None:
    photo = simulate(
        7,
        load_sheet("dunai"),
        megapixels=1.5,
        printing=Printing(paper="a5", per_page=1),
        change_shot=lambda shot: replace(
            clear(shot), cover=Cover(x=132.0, y=194.0, size_mm=10.0)
        ),
    )
    assert len(markers(photo.image)) == 3


def test_the_same_seed_gives_the_same_photo_and_another_another() -> None:
    sheet = load_sheet("kagkot")
    one, two, other = (simulate(n, sheet, megapixels=0.5) for n in (3, 3, 4))
    assert np.array_equal(one.image, two.image)
    assert one.truth == two.truth
    assert one.image.shape != other.image.shape or (one.image != other.image).any()
    assert one.truth.sheets != other.truth.sheets


def test_a_blank_sheet_stays_blank() -> None:
    """No ink at all: the paper's image is the print alone."""
    sheet = load_sheet("kagkot")
    rng = np.random.default_rng(1)
    hand = draw_hand(rng)
    printing = Printing(paper="a5", per_page=1)
    blank, filled = (
        make_paper(sheet, ((1, game, hand),), printing, 8.0, np.random.default_rng(2))
        for game in (None, play(sheet, rng))
    )
    circle = form_layout(sheet).circles[6]
    x, y = circle.centre.x * 8, circle.centre.y * 8
    reach = (circle.radius_mm - 1.0) * 8 / 1.5
    area = np.s_[int(y - reach) : int(y + reach), int(x - reach) : int(x + reach)]
    assert np.ptp(blank.image[area]) < 0.1
    assert np.ptp(filled.image[area]) > 0.3
    assert (filled.image <= blank.image).all()
    photo = simulate(11, sheet, megapixels=0.5, blank=True)
    assert photo.truth.sheets[0].circles == {}
    assert photo.truth.sheets[0].links == frozenset()
    assert sum(photo.truth.sheets[0].ticks.values()) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_shots_keep_to_their_level(level: str) -> None:
    ranges = LEVELS[level]
    shots = [draw_shot(np.random.default_rng(n), level) for n in range(200)]
    for shot in shots:
        assert 0 <= shot.tilt_deg <= ranges.tilt_deg
        assert ranges.fill[0] <= shot.fill <= ranges.fill[1]
        size = shot.width * shot.height / 1e6
        assert ranges.megapixels[0] * 0.98 <= size <= ranges.megapixels[1] * 1.02
    assert max(shot.tilt_deg for shot in shots) > 0.9 * ranges.tilt_deg
    assert {shot.shadow is None for shot in shots} == {True, False}


def test_megapixels_are_obeyed() -> None:
    photo = simulate(2, load_sheet("dunai"), megapixels=1.0)
    assert photo.image.size / 3e6 == pytest.approx(1.0, abs=0.02)


TRUTH = SheetTruth(
    sheet="kagkot",
    revision=1,
    copy=3,
    circles={1: 7, 2: SKULL, 3: 12, 5: 0},
    crossed=(3,),
    links=frozenset({(1, 5)}),
    ticks={"lower": 2},
    assist=1,
    written={"final": -3},
    total=-3,
    corners=((1.0, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.5)),
)


@pytest.mark.parametrize(
    ("circle", "state", "value", "right"),
    [
        (1, "number", 7, True),
        (1, "number", 1, False),
        (1, SKULL, None, False),
        (1, "empty", None, False),
        (2, SKULL, None, True),
        (2, "number", 0, False),
        (3, "number", 12, True),
        (3, SKULL, None, True),
        (3, "number", 10, False),
        (4, "empty", None, True),
        (4, "number", 0, False),
        (4, SKULL, None, False),
        (5, "number", 0, True),
        (5, "empty", None, False),
        (5, "unreadable", None, False),
    ],
)
def test_the_comparer_tells_right_from_wrong(
    circle: int, state: str, value: int | None, right: bool
) -> None:
    assert TRUTH.accepts(circle, state, value) is right


def test_a_truth_survives_its_file(tmp_path: Path) -> None:
    truth = PhotoTruth(sheets=(TRUTH,), conditions={"seed": 5, "table": "wood"})
    file = tmp_path / "truth.yaml"
    file.write_text(dump_truth(truth), encoding="utf-8")
    assert load_truth(file) == truth
