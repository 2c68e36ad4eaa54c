"""Every condition is what it is called, and its truth lies where the picture has it."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.helpers.photo_simulator import simulate
from tests.helpers.photo_truth import PhotoTruth, SheetTruth, dump_truth, load_truth
from tests.helpers.play import PlayerParams, play
from tests.helpers.simulator_camera import make_curl
from tests.helpers.simulator_conditions import CONDITIONS, take
from tests.helpers.simulator_empty import SCENES, take_empty
from tests.helpers.simulator_files import (
    MESSENGER_PX,
    SCREEN_PX,
    enlarged,
    messenger,
    scan_file,
    screenshot,
)
from tests.helpers.simulator_hand import draw_hand
from tests.helpers.simulator_ink import InkLayer
from tests.helpers.simulator_levels import draw_shot
from tests.helpers.simulator_mishaps import Bump, Hidden, displaced
from tests.helpers.simulator_paper import Printing
from tests.helpers.simulator_writing import write_game
from tests.helpers.test_photo_simulator import clear, expected_markers, markers, off
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import Option
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.helpers.simulator_files import Picture

    Change = Callable[[NDArray[np.uint8], np.random.Generator], Picture]


def test_a_condition_gives_the_same_picture_again_and_another_for_another_seed() -> (
    None
):
    one, two, other = (take("scan grey", seed) for seed in (5, 5, 10))
    assert one.picture.data == two.picture.data
    assert one.truth == two.truth
    assert one.picture.data != other.picture.data


@pytest.mark.parametrize("kind", ["grey", "colour", "1-bit"])
def test_the_truth_of_a_scan_lies_where_its_markers_are(kind: str) -> None:
    taken = take(f"scan {kind}", 102)  # a multiple of 5 and 2: 200 dpi
    assert taken.truth.conditions["dpi"] == 200
    found = markers(taken.picture.image)
    wanted = expected_markers(taken.truth.sheets[0])
    assert found.keys() == wanted.keys()
    assert max(np.abs(found[id_] - wanted[id_]).max() for id_ in wanted) < 2.0


@pytest.mark.parametrize(
    "printing",
    [
        Printing(scale=0.85),
        Printing(onto="letter"),
        Printing(paper="letter", per_page=1, onto="a4", scale=0.94),
    ],
)
def test_a_misprinted_form_lies_where_its_truth_says(printing: Printing) -> None:
    photo = simulate(
        8, load_sheet("kagkot"), megapixels=1.5, printing=printing, change_shot=clear
    )
    assert off(photo) < 2.0


@pytest.mark.parametrize(
    ("things", "left"),
    [(("finger",), 3), (("die",), 3), (("mug",), 3), (("die", "finger"), 2)],
)
def test_things_hide_the_markers_they_lie_on_and_no_others(
    things: tuple[str, ...], left: int
) -> None:
    hidden = tuple(
        Hidden(corner=corner, thing=thing) for corner, thing in enumerate(things)
    )
    photo = simulate(
        7,
        load_sheet("dunai"),
        megapixels=1.2,
        change_shot=lambda shot: replace(clear(shot), hidden=hidden, table="grey"),
    )
    wanted = expected_markers(photo.truth.sheets[0])
    covered = set(list(wanted)[: len(things)])
    assert markers(photo.image).keys() == wanted.keys() - covered
    assert len(wanted) - len(covered) == left


def test_where_only_the_markers_are_framed_the_form_reaches_out_of_the_picture() -> (
    None
):
    photo = simulate(
        7,
        load_sheet("dunai"),
        megapixels=1.0,
        change_shot=lambda shot: replace(
            clear(shot), framed="markers", fill=0.97, rotation_deg=0.0, tilt_deg=0.0
        ),
    )
    corners = np.array(photo.truth.sheets[0].corners)
    high, wide = photo.image.shape[:2]
    assert corners.min() < 0 or (corners > (wide, high)).any()
    assert len(markers(photo.image)) == 4


def test_papers_with_a_gap_below_zero_overlap() -> None:
    photo = simulate(
        9,
        load_sheet("dunai"),
        megapixels=1.5,
        copies=(1, 2, 3, 4),
        apart=True,
        change_shot=lambda shot: replace(
            clear(shot), per_row=2, gap_mm=-4.0, fill=0.9, tilt_deg=0.0
        ),
    )
    assert len(photo.truth.sheets) == 4
    outlines = [np.array(s.corners, np.float32) for s in photo.truth.sheets]
    shared, _ = cv2.intersectConvexConvex(outlines[0], outlines[1])
    assert shared > 0


def test_a_bump_moves_its_middle_and_leaves_what_is_far_away() -> None:
    bump = Bump(at=(70.0, 80.0), move=(3.0, 0.0), reach_mm=25.0)
    near, far = displaced(np.array([(70.0, 80.0), (70.0, 200.0)]), bump)
    assert near == pytest.approx((67.0, 80.0))
    assert far == pytest.approx((70.0, 200.0), abs=0.01)


@pytest.mark.parametrize(("kind", "middle", "end"), [("fold", 9, 0), ("valley", 0, 9)])
def test_a_fold_is_two_planes(kind: str, middle: float, end: float) -> None:
    curl = make_curl(9.0, 0.0, 100.0, kind)
    height = np.interp((-100.0, -50.0, 0.0, 50.0, 100.0), curl.at, curl.height)
    assert height == pytest.approx((end, 4.5, middle, 4.5, end), abs=0.2)


def dotted() -> NDArray[np.uint8]:
    """A dark picture with a white spot at (x, y) = (600, 900)."""
    image = np.full((2000, 1500, 3), 40, np.uint8)
    cv2.circle(image, (600, 900), 20, (255, 255, 255), -1)
    return image


@pytest.mark.parametrize("change", [messenger, screenshot])
def test_what_phones_make_of_a_photo_keeps_the_places_it_tells(change: Change) -> None:
    picture = change(dotted(), np.random.default_rng(1))
    grey = picture.image[300:-300, :, 0]
    y, x = (np.median(places) for places in np.nonzero(grey > 200))
    wanted = (600 * picture.scale, 900 * picture.scale)
    assert (x, y + 300) == pytest.approx(np.add(wanted, picture.offset), abs=2.0)


def test_messengers_and_screens_have_their_sizes() -> None:
    rng = np.random.default_rng(1)
    assert max(messenger(dotted(), rng).image.shape) == MESSENGER_PX
    assert screenshot(dotted(), rng).image.shape[:2] == SCREEN_PX[::-1]
    large = enlarged(dotted()[:400, :300], 2.0, rng)
    assert large.image.shape == (800, 600, 3)
    assert large.scale == 2.0


@pytest.mark.parametrize("kind", ["1-bit", "dithered"])
def test_scans_of_one_bit_are_stored_as_such_with_their_resolution(kind: str) -> None:
    ramp = np.tile(np.arange(256, dtype=np.uint8)[:, None, None], (1, 64, 3))
    picture = scan_file(ramp, kind, 200, 0.6, np.random.default_rng(3))
    with Image.open(io.BytesIO(picture.data)) as stored:
        assert stored.mode == "1"
        assert stored.info["dpi"] == pytest.approx((200, 200), abs=0.1)
    assert set(np.unique(picture.image)) == {0, 255}
    darker, lighter = picture.image[64:96].mean(), picture.image[180:212].mean()
    if kind == "1-bit":
        assert (darker, lighter) == (0, 255)
    else:
        assert (darker, lighter) == pytest.approx((80, 196), abs=25)


def test_tent_cards_bring_one_sum_more_than_its_row_has_boxes() -> None:
    sheet = load_sheet("kagkot")
    boxes = {row.option: row.boxes for row in sheet.options}[Option.SUM]
    games = [
        play(sheet, np.random.default_rng(n), PlayerParams(tent=1.0, forget_tick=0.0))
        for n in range(12)
    ]
    crosses = [played.game.tent_crosses for played in games]
    assert set(crosses) == {0, 1}
    for played in games:
        ticks = played.game.ticks or {}
        if played.game.tent_crosses:
            assert ticks[Option.SUM] == boxes
        sums = sum(r.option is Option.SUM for r in played.rounds)
        assert sums == ticks[Option.SUM] + played.game.tent_crosses


@pytest.mark.parametrize("manner", ["overwritten", "struck"])
def test_corrected_numbers_leave_more_ink_in_the_circles(manner: str) -> None:
    sheet = load_sheet("kagkot")
    layout = form_layout(sheet)
    rng = np.random.default_rng(4)
    hand = replace(draw_hand(rng), patterns=False)
    played = play(sheet, rng)
    inks = []
    corrected = {
        "overwritten": replace(hand, overwritten=1.0),
        "struck": replace(hand, struck=1.0),
    }
    for one in (hand, corrected[manner]):
        layer = InkLayer(layout.box.width, layout.box.height, 6.0)
        write_game(played, layout, one, layer, np.random.default_rng(5))
        inks.append(
            sum(
                layer.coverage[
                    int((c.centre.y - 5) * 6) : int((c.centre.y + 5) * 6),
                    int((c.centre.x - 5) * 6) : int((c.centre.x + 5) * 6),
                ].sum()
                for c in layout.circles
            )
        )
    assert inks[1] > 1.2 * inks[0]


def test_conditions_keep_within_what_they_promise() -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        drawn = draw_shot(rng, "ordinary", 2.0)
        shots = {name: c.shot(drawn, rng) for name, c in CONDITIONS.items()}
        assert 32.0 <= shots["tilt to 45"].tilt_deg <= 45.0
        shadow = shots["hard shadow"].shadow
        assert shadow is not None
        assert 0.3 <= shadow.left <= 0.4
        assert shadow.soft_mm <= 3.0
        assert len(shots["marker covered"].hidden) == 1
        assert len({h.corner for h in shots["two covered"].hidden}) == 2
        blue, _, red = shots["warm light"].light
        assert blue < 0.5 * red
        assert shots["several sheets"].gap_mm < 0
        assert 0.85 <= CONDITIONS["print 85-100 %"].printing(rng).scale <= 1.0


def test_a_truth_with_tent_crosses_survives_its_file(tmp_path: Path) -> None:
    truth = PhotoTruth(
        sheets=(
            SheetTruth(
                sheet="dunai", revision=1, copy=1, circles={1: 2}, tent_crosses=1
            ),
        )
    )
    file = tmp_path / "truth.yaml"
    file.write_text(dump_truth(truth), encoding="utf-8")
    assert load_truth(file) == truth
    plain = replace(truth.sheets[0], tent_crosses=0)
    assert "tent" not in dump_truth(PhotoTruth(sheets=(plain,)))


def test_a_scene_without_a_sheet_has_none_in_its_truth() -> None:
    taken = take_empty("other markers", 3)
    assert "other markers" in SCENES
    assert taken.truth.sheets == ()
    assert len(np.unique(taken.picture.image)) > 100
