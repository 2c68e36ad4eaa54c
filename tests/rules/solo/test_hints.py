from __future__ import annotations

from tests.rules.builders import sheet
from tests.rules.solo.random_solo import setup_of
from trekprint.rules.solo.hints import hints
from trekprint.rules.solo.max_climber import Dice
from trekprint.rules.solo.replay import replay
from trekprint.rules.solo.steps import Round
from trekprint.sheet.model import CircleId, Option

FORK = sheet([(1, 2), (1, 3), (2, 3), (3, 4)], dangerous=[4])


def test_hints_name_what_goes_on_circle_by_circle() -> None:
    steps = [
        Round(dice=Dice(5, 0), circle=CircleId(2), option=Option.SUM),
        Round(dice=Dice(5, 0), circle=CircleId(3), option=Option.SUM),
    ]
    state = replay(setup_of(FORK), steps, FORK)
    # 1 and 5: lower 1, higher 5, difference 4, sum 6, product 5.
    assert hints(state, Dice(1, 5)) == (
        "circle 1: 5 (higher or product) makes a zone with 2 and 3",
        "circle 1: 4 (difference) joins the 5 in circle 2 or the 5 in circle 3",
        "circle 1: 6 (sum) joins the 5 in circle 2 or the 5 in circle 3",
        "circle 4: 5 (higher or product) makes a zone with 3",
        "circle 4: 4 (difference) joins the 5 in circle 3",
        "circle 4: 6 (sum) joins the 5 in circle 3",
    )


def test_a_skull_is_no_hint_nor_an_option_without_boxes() -> None:
    steps = [Round(dice=Dice(6, 0), circle=CircleId(3), option=Option.SUM)]
    state = replay(setup_of(FORK), steps, FORK)
    # 3 and 4: the sum 7 goes on with the 6, but circle 4 takes 6 at most.
    assert hints(state, Dice(3, 4)) == (
        "circle 1: 7 (sum) joins the 6 in circle 3",
        "circle 2: 7 (sum) joins the 6 in circle 3",
    )


def test_a_number_between_two_lines_names_both() -> None:
    row = sheet([(1, 2), (2, 3), (1, 3)])
    steps = [
        Round(dice=Dice(4, 0), circle=CircleId(1), option=Option.SUM),
        Round(dice=Dice(6, 0), circle=CircleId(3), option=Option.SUM),
    ]
    state = replay(setup_of(row), steps, row)
    assert hints(state, Dice(5, 0))[0].startswith(
        "circle 2: 5 (higher or difference or sum) joins the 4 in circle 1 and joins"
    )
