"""Made-up circles: the same seed draws the same, every class looks like something."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.circles import circle_painter, hands
from trekprint.scan.digits import BLANK, CLASSES, NUMBERS, prepare
from trekprint.training.glyphs import HEIGHT, PAD, from_mask, from_scan, from_strokes
from trekprint.training.sources import Part, part_of


def test_the_same_seed_draws_the_same_circles() -> None:
    first, again = (
        [circle_painter("unipen").cell(np.random.default_rng(seed)) for seed in (4, 5)]
        for _ in range(2)
    )
    for (crop, label), (other, wanted) in zip(first, again, strict=True):
        np.testing.assert_array_equal(crop, other)
        assert label == wanted


@pytest.mark.parametrize("label", range(len(CLASSES)))
def test_only_blank_circles_have_an_empty_middle(label: int) -> None:
    rng, painter = np.random.default_rng(label), circle_painter("swiss")
    crops = [painter.cell(rng, label)[0] for _ in range(12)]
    middle = prepare(crops)[:, 0, 12:36, 12:36] > 0.6
    shares = middle.mean((1, 2))
    assert (np.median(shares) < 0.02) == (label == BLANK)


def test_circles_come_in_all_classes() -> None:
    rng, painter = np.random.default_rng(1), circle_painter("unipen")
    labels = {painter.cell(rng)[1] for _ in range(250)}
    assert len(labels) > NUMBERS


def test_a_pen_stroke_becomes_a_field_of_its_height() -> None:
    line = np.array([(0.1, 0.0), (0.1, 1.0)], np.float32)
    glyph = from_strokes([line])
    assert glyph.height == HEIGHT
    assert glyph.half_width == 0
    assert glyph.field[PAD + 5, PAD] <= 128 + 9 < glyph.field[PAD + 5, 0]


def test_ink_becomes_a_field_that_is_lower_inside() -> None:
    ink = np.zeros((40, 30), np.bool_)
    ink[5:35, 10:20] = True
    glyph = from_mask(ink)
    assert glyph is not None
    assert glyph.field[glyph.field.shape[0] // 2, glyph.field.shape[1] // 2] < 128
    assert glyph.field[0, 0] > 128


def test_an_empty_scan_has_no_glyph() -> None:
    assert from_mask(np.zeros((20, 20), np.bool_)) is None
    assert from_scan(np.full((30, 30), 250, np.uint8)) is None


def test_a_scan_keeps_the_digit_and_drops_the_line_at_the_edge() -> None:
    scan = np.full((90, 90), 240, np.uint8)
    scan[20:60, 40:46] = 30
    scan[86:, :] = 30
    glyph = from_scan(scan)
    assert glyph is not None
    assert glyph.width < glyph.height / 3


def test_writers_are_split_one_of_six_each() -> None:
    parts = [part_of(index) for index in range(12)]
    assert parts.count(Part.TEST) == parts.count(Part.VALIDATION) == 2
    assert parts[0] is parts[6] is Part.TEST
    assert parts[1] is parts[7] is Part.VALIDATION


def test_the_test_writers_have_all_digits() -> None:
    assert sum(all(hand.digits) for hand in hands("swiss")) == 3
    assert sum(all(hand.digits) for hand in hands("unipen")) > 10
