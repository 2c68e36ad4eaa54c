"""Ways of writing and of taking pictures: each shows what its name says."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.circles import circle_painter
from trekprint.scan.digits import NUMBERS, prepare
from trekprint.training import camera, marks, rims, scanner
from trekprint.training.camera import VIEWS
from trekprint.training.cells import MANNERS, STYLES, Habits, Order
from trekprint.training.preview import COLUMNS, TILE, contact_sheet
from trekprint.training.shapes import drawn_digits
from trekprint.training.sources import DRAWN, Part, draw_hands


def ink_of(order: Order, label: int, count: int = 12) -> np.ndarray:
    """Prepared cells of one order, (count, 48, 48)."""
    rng, painter = np.random.default_rng(7), circle_painter("unipen")
    return prepare([painter.cell(rng, label, order)[0] for _ in range(count)])[:, 0]


def reach(cells: np.ndarray) -> float:
    """Median height of the ink in the middle columns, as a share of the cell."""
    rows = (cells[:, 4:44, 18:30] > 0.6).any(2)
    return float(np.median(rows.sum(1)) / cells.shape[1])


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("number", [0, 7, 12])
def test_every_style_leaves_something_written(style: str, number: int) -> None:
    cells = ink_of(Order(style=style, view="photo"), number, 8)
    assert np.median((cells[:, 12:36, 12:36] > 0.6).mean((1, 2))) > 0.02


def test_shares_name_every_style_and_view_and_sum_to_one() -> None:
    styles = Habits().styles
    assert tuple(styles) == STYLES
    assert sum(styles.values()) == pytest.approx(1)
    assert sum(VIEWS.values()) == pytest.approx(1)
    assert set(scanner.DPI) == {view for view in VIEWS if view.endswith("scan")}


def test_a_filling_number_is_taller_than_a_stubby_one() -> None:
    tall, short = (
        reach(ink_of(Order(style=style, view="grey scan"), 8))
        for style in ("filling", "stubby")
    )
    assert tall > 0.6 > 0.5 > short


def test_thick_pens_leave_more_ink() -> None:
    thick, thin = (
        ink_of(Order(style="usual", view="grey scan", thick=thick), 8).mean()
        for thick in (True, False)
    )
    assert thick > 1.15 * thin


@pytest.mark.parametrize("view", ["black and white scan", "dithered scan"])
def test_scans_of_one_bit_have_two_levels_before_they_are_rectified(view: str) -> None:
    rng = np.random.default_rng(3)
    light = np.tile(np.linspace(0, 1, 90, dtype=np.float32), (90, 1))
    assert set(np.unique(scanner.scanned(light, view, rng))) == {0, 255}


def test_dithering_keeps_the_mean_grey() -> None:
    shades = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        light = np.full((96, 96), 0.6, np.float32)
        shades.append(scanner.scanned(light, "dithered scan", rng).mean() / 255)
    assert np.mean(shades) == pytest.approx(0.55, abs=0.08)


def test_the_ring_does_not_set_the_threshold_of_a_scan() -> None:
    """A pale number under a dark ring must not vanish."""
    light = np.ones((100, 100), np.float32)
    away = np.hypot(*(np.indices((100, 100)) - 49.5))
    light[(away > 42) & (away < 46)] = 0.05
    light[40:60, 46:54] = 0.6
    for seed in range(10):
        rng = np.random.default_rng(seed)
        scan = scanner.scanned(light, "black and white scan", rng)
        assert (scan[42:58, 48:52] == 0).mean() > 0.8


def test_glare_washes_ink_out() -> None:
    shown = np.full((80, 80), 200, np.float32)
    shown[::2] = 40
    for seed in range(5):
        veiled = camera._glare(shown, np.random.default_rng(seed))
        assert np.all(veiled >= shown)
        assert (veiled[1::2] - veiled[::2]).mean() < 160
        assert veiled.max() <= 255


def test_made_up_hands_differ_between_the_parts() -> None:
    train, test = (draw_hands(part) for part in (Part.TRAIN, Part.TEST))
    assert {hand.source for hand in train} == {DRAWN}
    assert not np.array_equal(train[0].digits[1][0].field, test[0].digits[1][0].field)


def test_made_up_hands_have_the_special_forms_only() -> None:
    digits = drawn_digits(np.random.default_rng(1))
    assert [digit for digit in range(10) if digits[digit]] == [0, 1, 2, 4, 7]


def test_strays_come_from_outside_and_end_in_the_disc() -> None:
    for seed in range(5):
        for line in rims.stray(np.random.default_rng(seed)):
            outer, inner = np.hypot(*line.points[[0, -1]].T)
            assert outer > 1 > inner > 0.2


def test_extra_strokes_pass_through_their_number() -> None:
    for seed in range(5):
        slash = marks.slash(np.random.default_rng(seed), 0.4, 0.5, 0.1, 0.0).points
        assert slash[0, 0] < 0.1 < slash[-1, 0]
        assert slash[0, 1] > 0 > slash[-1, 1]
        bar = marks.bar(np.random.default_rng(seed), 0.4, 0.5, 0.1, 0.0).points
        assert bar[0, 0] < bar[-1, 0]
        assert np.abs(bar[:, 1]).max() < 0.5


def test_the_contact_sheet_shows_every_style_and_view() -> None:
    picture = contact_sheet(circle_painter("unipen"), 1)
    rows = len(STYLES) + len(VIEWS)
    assert picture.shape[1] == COLUMNS * TILE
    assert picture.shape[0] > rows * TILE


def test_only_manners_write_with_a_thick_pen_by_themselves() -> None:
    assert all(0 <= manner.thick < 1 for manner in MANNERS.values())
    assert MANNERS["filling"].tall[2] <= 0.97
    assert NUMBERS == 13
