"""Score boxes: numbers of unseen writers, touching digits, dashes, empty boxes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.helpers.boxes import written_box
from tests.helpers.strokes import draw_text
from tests.scan.fakes import ScriptedReader
from trekprint.scan.digits import Gray, load_reader
from trekprint.scan.numerals import NumeralParams, read_number

FINAL, LINE = (284, 124), (64, 79)
"""Insides of the final box and of a line box, pixels of 0.1 mm."""


def typed(text: str, size: tuple[int, int] = FINAL, paper: int = 225) -> Gray:
    """A box with a plain text in it."""
    box = np.full((size[1], size[0]), paper, np.uint8)
    tall = size[1] * 0.6
    draw_text(box, text, (size[0] / 8, size[1] * 0.2), tall, 50, 5)
    return box


@pytest.mark.parametrize("value", [0, 3, 42, 76, 88, 101, 117])
def test_plain_numbers_are_read(value: int) -> None:
    best, probability = read_number(typed(str(value)), load_reader())[0]
    assert best == value
    assert probability > 0.6


def test_a_dash_before_it_makes_it_negative() -> None:
    assert read_number(typed("-12"), load_reader())[0][0] == -12


def test_an_empty_box_has_no_number() -> None:
    assert read_number(typed(""), load_reader()) == []


def test_the_frame_at_the_edge_is_no_digit() -> None:
    box = typed("64")
    box[:, :4] = box[:, -4:] = box[:4] = box[-4:] = 60
    assert read_number(box, load_reader())[0][0] == 64


def test_probabilities_leave_room_for_no_number() -> None:
    for text in ("57", "?", "X"):
        values = read_number(typed(text), load_reader())
        assert sum(probability for _, probability in values) <= 1
        assert values == sorted(values, key=lambda item: -item[1])


@pytest.mark.parametrize(
    ("size", "most", "floor"), [(FINAL, 125, 0.85), (LINE, 35, 0.8)]
)
def test_unseen_writers_are_read(
    size: tuple[int, int], most: int, floor: float
) -> None:
    rng, reader = np.random.default_rng(8), load_reader()
    right, surely_wrong = 0, 0
    for _ in range(120):
        value = int(rng.integers(1, most))
        found = read_number(written_box(rng, value, size), reader)
        best, probability = found[0] if found else (None, 0.0)
        right += best == value
        surely_wrong += best != value and probability > 0.98
    assert right / 120 >= floor
    assert surely_wrong <= 2


@pytest.mark.parametrize("apart", [6, 10, 14])
def test_an_open_four_in_two_strokes_is_one_digit(apart: int) -> None:
    """It was taken for 41, 11 or 51: two pieces that do not overlap."""
    box = np.full((LINE[1], LINE[0]), 225, np.uint8)
    left = np.array([(18, 16), (15, 42), (34 - apart // 2, 40)], np.int32)
    right = np.array([(34 + apart // 2, 18), (32 + apart // 2, 64)], np.int32)
    for stroke in (left, right):
        cv2.polylines(box, [stroke], False, 60, 4, cv2.LINE_AA)
    values = dict(read_number(box, load_reader()))
    assert values[4] > 0.25
    assert values[4] > values.get(41, 0.0)


def test_two_digits_stay_two() -> None:
    for text in ("11", "14", "31", "41", "71"):
        assert read_number(typed(text), load_reader())[0][0] == int(text)


def test_no_number_is_surer_than_was_measured() -> None:
    """Digits drawn badly look like others: 54 like 59, however sure the network is."""
    params = NumeralParams()
    best = read_number(typed("88"), ScriptedReader("8"), params)[0][1]
    assert best <= 1 - params.slip


def test_ink_that_was_left_out_makes_it_less_sure() -> None:
    """A 1 on the box's edge was taken for its frame, and 13 read as 3 for sure."""
    box = typed("3")
    alone = read_number(box, load_reader())[0][1]
    box[25:100, :3] = 60
    assert read_number(box, load_reader())[0][1] < min(alone, 0.95)
