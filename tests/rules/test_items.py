from __future__ import annotations

from typing import Any

import pytest

from tests.rules.builders import BONUS, game, row
from trekprint.rules.items import (
    ITEMS,
    AmountKind,
    AmountSpec,
    Part,
    amounts_of,
    merges_lines,
    size_bonus,
    worth_of,
)
from trekprint.rules.scoring import score
from trekprint.sheet.model import ScoringItem


@pytest.mark.parametrize(
    ("size", "points"),
    list(enumerate([0, 0, 0, 1, 3, 6, 10, 15, 20, 25, 30, 35, 40, 45])),
)
def test_size_bonus(size: int, points: int) -> None:
    assert size_bonus(BONUS, size) == points


def test_size_bonus_between_two_rows_of_a_table_is_the_lower_one() -> None:
    assert size_bonus({"table": {3: 2, 6: 9}, "beyond": 5}, 5) == 2


def test_left_out_amounts_take_their_default() -> None:
    assert amounts_of(ScoringItem(name="fixed_lines")) == {"merge_lines": True}
    off = ScoringItem(name="fixed_lines", amounts={"merge_lines": False})
    assert amounts_of(off) == {"merge_lines": False}
    assert not merges_lines([off])


def test_without_lines_to_score_the_default_reading_stands() -> None:
    assert merges_lines([ScoringItem(name="mapped_zones")])


@pytest.mark.parametrize(
    ("kind", "value", "accepted"),
    [
        (AmountKind.WHOLE, 3, True),
        (AmountKind.WHOLE, True, False),
        (AmountKind.WHOLE, "3", False),
        (AmountKind.SWITCH, True, True),
        (AmountKind.SWITCH, 1, False),
        (AmountKind.TABLE, {3: 1}, True),
        (AmountKind.TABLE, {}, False),
        (AmountKind.TABLE, {3: "1"}, False),
        (AmountKind.TABLE, 3, False),
    ],
)
def test_amounts_know_what_they_take(
    kind: AmountKind, value: Any, accepted: bool
) -> None:
    assert AmountSpec(kind=kind).accepts(value) is accepted


def test_wrong_amounts_are_refused_where_they_are_used() -> None:
    with pytest.raises(TypeError, match="table must give points by size"):
        size_bonus({"table": 3, "beyond": 5}, 4)
    with pytest.raises(TypeError, match="beyond must be a whole number"):
        size_bonus({"table": {3: 1}, "beyond": "five"}, 4)


def test_every_item_has_a_part_and_the_bonus_needs_its_table() -> None:
    assert ITEMS["skulls"].part is Part.PENALTY
    assert set(ITEMS["longest_line_bonus"].amounts) == {"table", "beyond"}


def test_items_say_what_lines_are_worth() -> None:
    played = game(row(3), [4, 5, 9])
    numbers = {circle.id: played.number(circle.id) or 0 for circle in row(3).circles}
    one, two, three = numbers
    worth = worth_of(played.sheet.scoring, numbers, zoned=[three])
    assert worth.line((one, two)) == 6
    assert worth.longest(4) == 3
    assert worth.alone == {one: -3, two: -3}


@pytest.mark.parametrize(
    ("numbers", "cards", "explanations"),
    [
        (
            [4, 5, 6, 6, "X", 9, "X", 2],
            1,
            [
                "highest 6, and 2 for the other circles",
                "number 6, and 1 for the other circle",
                "the longest line has 3 circles",
                "1 card handed in, 3 each",
                "2 orphans, -3 each",
                "2 skulls, -3 each",
            ],
        ),
        (
            ["X", 7, 7, 7],
            5,
            [
                "number 7, and 2 for the other circles",
                "the largest zone has 3 circles",
                "3 cards handed in, 3 each",
                "1 skull, -3 each",
            ],
        ),
    ],
)
def test_explanations(
    numbers: list[int | str], cards: int, explanations: list[str]
) -> None:
    played = game(row(len(numbers)), numbers, assist_cards=cards)
    assert [item.explanation for item in score(played).items] == explanations
