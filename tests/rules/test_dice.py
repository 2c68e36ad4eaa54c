from __future__ import annotations

import pytest

from tests.rules.builders import sheet
from trekprint.rules.dice import POSSIBLE, entry_of, options_for
from trekprint.rules.game import SKULL, Entry
from trekprint.sheet.model import CircleId, Option


def test_over_twelve_only_seven_products_exist() -> None:
    assert {n for n in POSSIBLE if n > 12} == {15, 16, 18, 20, 24, 25, 30}
    assert set(range(13)) < POSSIBLE


@pytest.mark.parametrize(
    ("number", "options"),
    [
        (0, {Option.LOWER, Option.DIFFERENCE, Option.PRODUCT}),
        (7, {Option.SUM}),
        (8, {Option.SUM, Option.PRODUCT}),
        (9, {Option.SUM, Option.PRODUCT}),
        (10, {Option.SUM, Option.PRODUCT}),
        (11, {Option.SUM}),
        (12, {Option.PRODUCT}),
    ],
)
def test_options_that_give_a_number(number: int, options: set[Option]) -> None:
    assert options_for(Entry(number), 12) == options


def test_options_that_give_a_skull() -> None:
    assert options_for(SKULL, 12) == {Option.PRODUCT}
    assert options_for(SKULL, 6) == {Option.SUM, Option.PRODUCT}


def test_a_result_over_the_limit_becomes_a_skull() -> None:
    on = sheet([(1, 2)], dangerous=[1])
    risky, easy = (on.circle_by_id[CircleId(n)] for n in (1, 2))
    assert entry_of(risky, 6) == Entry(6)
    assert entry_of(risky, 7) == SKULL
    assert entry_of(easy, 7) == Entry(7)
    assert entry_of(easy, 15) == SKULL


def test_a_result_that_no_roll_gives_is_refused() -> None:
    with pytest.raises(ValueError, match="no roll gives 13"):
        entry_of(sheet([(1, 2)]).circles[0], 13)
