"""Max's form on paper: his sheet, and what the strip tells about his mountain."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.strategies import circle, make_sheet
from trekprint.errors import InputError
from trekprint.rules.game import Entry, Game
from trekprint.rules.legality import audit
from trekprint.rules.scoring import score
from trekprint.rules.solo.paper import form_of_max, strip_findings, strip_note
from trekprint.sheet.model import CircleId, Link

if TYPE_CHECKING:
    from collections.abc import Mapping

# A row of three circles: 1 - 2 - 3; the last takes at most 6.
SHEET = form_of_max(
    make_sheet(
        circles=(circle(1, 0, 0), circle(2, 1, 0), circle(3, 2, 0, dangerous=True)),
        links=((1, 2), (2, 3)),
    )
)
Strip = tuple[tuple[int | None, int | None, int | None], ...]

RIGHT: Strip = ((4, 2, 1), (1, 0, 2), (6, 5, 3))
"""The dice make 8 (product) in circle 1, 1 in circle 2, and 6 (higher) in circle 3."""
ENTRIES = {1: 8, 2: 1, 3: 6}


def game(strip: Strip = RIGHT, entries: Mapping[int, int | None] | None = None) -> Game:
    written = {
        f"round_{number}_{part}": value
        for number, one in enumerate(strip, 1)
        for part, value in zip(("red", "yellow", "circle"), one, strict=True)
        if value is not None
    }
    filled = ENTRIES if entries is None else entries
    return Game(
        sheet=SHEET,
        entries={CircleId(c): Entry(number) for c, number in filled.items()},
        links=frozenset(),
        written=written,
    )


def codes(one: Game) -> list[str]:
    return [finding.code for finding in strip_findings(one)]


def message(one: Game) -> str:
    (finding,) = strip_findings(one)
    return finding.message


def test_a_strip_that_fits_is_told() -> None:
    assert codes(game()) == []
    assert strip_note(game()) == ("all 3 rounds of the strip fit Max's mountain.",)
    assert audit(game()) == ()


def test_a_number_that_the_dice_do_not_give_is_a_slip() -> None:
    slip = game(entries={1: 6, 2: 1, 3: 6})
    assert message(slip) == (
        "Max's round 1: for the dice 4 and 2 he writes 8 in circle 1, which takes at"
        " most 12, but 6 stands there"
    )
    assert [finding.circles for finding in strip_findings(slip)] == [(1,)]
    assert "max-slip" in [finding.code for finding in audit(slip)]
    assert strip_note(slip) == ()


def test_an_empty_circle_that_the_strip_names_is_a_slip() -> None:
    assert "but nothing stands there" in message(game(entries={1: 8, 2: 1}))


def test_the_dice_may_stand_in_any_order() -> None:
    assert codes(game(strip=((2, 4, 1), (0, 1, 2), (5, 6, 3)))) == []


def test_dice_that_no_roll_shows_are_named() -> None:
    strange = game(strip=((6, 6, 1), *RIGHT[1:]))
    assert codes(strange) == ["strip-dice"]
    assert "no roll shows 6 and 6" in message(strange)


def test_a_circle_that_is_not_there_is_named() -> None:
    assert "there is no circle 9" in message(game(strip=((4, 2, 9), *RIGHT[1:])))


def test_a_circle_named_twice_is_no_slip_as_well() -> None:
    twice = game(strip=(RIGHT[0], (1, 0, 1), RIGHT[2]))
    assert message(twice).startswith("circle 1 stands in rounds 1 and 2 of the strip")


def test_rounds_that_lack_something_are_named_and_the_others_checked() -> None:
    gap = game(strip=((4, None, 1), RIGHT[1], RIGHT[2]), entries={1: 8, 2: 2, 3: 6})
    assert codes(gap) == ["max-slip", "strip-gaps"]
    assert strip_note(gap) == ()


def test_an_empty_strip_tells_nothing() -> None:
    assert codes(game(strip=())) == []
    assert strip_note(game(strip=())) == ()


@pytest.mark.parametrize(
    ("entries", "fitting"),
    [
        ({1: 8, 2: 1, 3: None}, "the highest result, though it is a skull"),
        ({1: 4, 2: 1, 3: 6}, "the higher die"),
    ],
)
def test_players_may_read_the_rule_otherwise(
    entries: Mapping[int, int | None], fitting: str
) -> None:
    assert codes(game(entries=entries)) == [], fitting


def test_other_forms_have_no_strip() -> None:
    plain = replace(game(), sheet=replace(SHEET, strip=False))
    assert codes(plain) == []


def test_orphans_win_and_skulls_cost_on_his_form() -> None:
    his = game(entries={1: 8, 2: 1, 3: None})
    assert score(his).total == 3 + 3 - 3
    lined = replace(game(entries={1: 2, 2: 1, 3: 6}), links=frozenset({Link.of(1, 2)}))
    assert score(lined).total == 3 + 3


def test_his_form_has_options_without_boxes() -> None:
    assert SHEET.id.startswith("max-")
    assert SHEET.title["en"].startswith("Max")
    assert {row.boxes for row in SHEET.options} == {0}


def test_a_mountain_with_more_circles_than_rounds_is_refused() -> None:
    large = make_sheet(
        circles=tuple(circle(n, n, 0) for n in range(1, 21)),
        links=tuple((n, n + 1) for n in range(1, 20)),
    )
    with pytest.raises(InputError, match=r"has 20 circles, but the strip .* for 19"):
        form_of_max(large)
