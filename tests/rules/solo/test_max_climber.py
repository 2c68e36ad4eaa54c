from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rules.builders import ascent, game, row
from tests.strategies import circle
from trekprint.errors import InputError
from trekprint.rules.scoring import score
from trekprint.rules.solo import Dice, MaxReading, max_value, sheet_of_max

if TYPE_CHECKING:
    from trekprint.sheet.model import Circle

NORMAL = circle(1, 0, 0)
DANGEROUS = circle(2, 1, 0, dangerous=True)
FITTING, RESULT, DIE = MaxReading


@pytest.mark.parametrize(
    ("roll", "place", "reading", "written"),
    [
        ((4, 3), NORMAL, FITTING, "12"),
        ((4, 5), NORMAL, FITTING, "9"),  # 20 is too high, 4 + 5 is not
        ((6, 5), NORMAL, FITTING, "11"),
        ((1, 0), NORMAL, FITTING, "1"),
        ((3, 2), DANGEROUS, FITTING, "6"),
        ((4, 3), DANGEROUS, FITTING, "4"),  # 12 and 7 are too high
        ((6, 5), DANGEROUS, FITTING, "6"),
        ((4, 3), NORMAL, RESULT, "12"),
        ((4, 5), NORMAL, RESULT, "X"),  # 20
        ((4, 3), DANGEROUS, RESULT, "X"),
        ((2, 3), DANGEROUS, RESULT, "6"),
        ((6, 0), DANGEROUS, RESULT, "6"),
        ((4, 5), NORMAL, DIE, "5"),
        ((6, 5), DANGEROUS, DIE, "6"),
        ((1, 0), DANGEROUS, DIE, "1"),
    ],
)
def test_what_max_writes(
    roll: tuple[int, int], place: Circle, reading: MaxReading, written: str
) -> None:
    assert str(max_value(Dice(*roll), place, reading)) == written


def test_without_a_reading_max_takes_the_highest_that_fits() -> None:
    assert str(max_value(Dice(4, 5), NORMAL)) == "9"


def test_dice_may_be_named_in_any_order() -> None:
    assert Dice.of(0, 3) == Dice(red=3, yellow=0)
    assert Dice.of(5, 6) == Dice(red=6, yellow=5)
    assert Dice.of(4, 5) == Dice(red=4, yellow=5)


@pytest.mark.parametrize("roll", [(6, 6), (0, 0), (7, 1), (1, 7), (-1, 3)])
def test_no_roll_shows_this(roll: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="look at the dice again"):
        Dice.of(*roll)


def test_orphans_of_max_win_three_and_his_skulls_cost_three() -> None:
    # A line 4-5 (6 points); 9 alone and 2 alone; a skull.
    played = game(row(6), [4, 5, 9, "X", 2, 2], links=[(1, 2)])
    of_max = game(sheet_of_max(row(6)), [4, 5, 9, "X", 2, 2], links=[(1, 2)])
    assert score(played).total == 6 + 3 - 3 - 3
    assert score(of_max).total == 6 + 3 + 3 - 3
    assert score(of_max).orphans == (3,)


def test_nothing_else_of_the_sheet_changes() -> None:
    kagkot = ascent("kagkot")
    of_max = sheet_of_max(kagkot)
    changed = [
        (ours, his)
        for ours, his in zip(kagkot.scoring, of_max.scoring, strict=True)
        if ours != his
    ]
    assert [(ours.name, his.amounts) for ours, his in changed] == [
        ("orphans", {"points": 3})
    ]
    assert (of_max.circles, of_max.links) == (kagkot.circles, kagkot.links)
