"""The strip as evidence for Max's circles, and these for the strip."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from tests.helpers.readings import CROP, reading_of, seen
from tests.helpers.readings import SHEET as YOURS
from trekprint.rules.solo.paper import form_of_max
from trekprint.scan.reading import BoxReading
from trekprint.sheet.layout import form_layout
from trekprint.workflows.interpret import interpret
from trekprint.workflows.results import result_data

if TYPE_CHECKING:
    from trekprint.scan.reading import SheetReading
    from trekprint.workflows.results import SheetResult

SHEET = form_of_max(YOURS)
Values = tuple[tuple[int, float], ...]
Round = tuple[Values, Values, Values]


def plain(number: int) -> Values:
    return ((number, 0.99),)


def told(*rounds: tuple[int, int, int]) -> tuple[Round, ...]:
    return tuple((plain(a), plain(b), plain(c)) for a, b, c in rounds)


STRIP = told((1, 5, 1), (6, 1, 2), (5, 3, 3), (2, 0, 4))
"""Highest fitting results: 6, 7, 8 (sum; the product 15 is too high), and 2."""
CIRCLES = (seen(n6=1), seen(n7=1), seen(n8=1), seen(n2=1))
DRAWN = (0.999, 0.999, 0.001)


def reading(
    circles: tuple[tuple[float, ...], ...] = CIRCLES, strip: tuple[Round, ...] = STRIP
) -> SheetReading:
    boxes = tuple(
        BoxReading(name=f"round_{n}_{part}", ink=0.99, values=values, crop=CROP)
        for n, one in enumerate(strip, 1)
        for part, values in zip(("red", "yellow", "circle"), one, strict=True)
    )
    plain_reading = reading_of(circles, DRAWN)
    return replace(plain_reading, layout=form_layout(SHEET), ticks=(), boxes=boxes)


def result_of(one: SheetReading) -> SheetResult:
    return interpret(one, SHEET, "photo.jpg")


def codes(result: SheetResult) -> list[str]:
    return [finding.code for finding in result.findings]


def test_a_strip_that_fits_leaves_nothing_to_ask() -> None:
    result = result_of(reading())
    assert (result.status, codes(result)) == ("sure", [])
    assert result.notes == ("all 4 rounds of the strip fit Max's mountain.",)
    assert result.total == (8 + 2) + 1 + 3
    data = result_data(result)
    assert data["player"] == "Max"
    assert data["ticks"] is None
    assert cast("dict[str, int]", data["written"])["round_3_circle"] == 3


def test_the_dice_settle_a_torn_circle() -> None:
    torn = (*CIRCLES[:3], seen(n2=0.55, n8=0.45))
    without = result_of(reading(torn, strip=()))
    assert without.status == "doubtful"
    result = result_of(reading(torn))
    assert (result.status, result.circles[3].content) == ("sure", "2")


def test_a_plain_number_is_read_as_written_against_the_dice() -> None:
    slip = (*CIRCLES[:3], seen(n5=0.999, n2=0.0005))
    result = result_of(reading(slip))
    assert result.circles[3].content == "5"
    assert codes(result) == ["max-slip"]
    (doubt,) = result.doubts
    assert "Max's round 4: for the dice 2 and 0 he writes 2" in doubt.sentence


def test_a_torn_die_is_read_so_that_it_fits() -> None:
    torn = (((1, 0.4), (2, 0.55)), plain(5), plain(1))
    result = result_of(reading(strip=(torn, *STRIP[1:])))
    assert (result.status, codes(result)) == ("sure", [])
    assert result.written["round_1_red"] == 1


def test_a_die_is_not_bent_to_fit() -> None:
    misread = (((4, 0.96), (1, 0.02)), plain(5), plain(1))
    result = result_of(reading(strip=(misread, *STRIP[1:])))
    assert result.written["round_1_red"] == 4
    assert codes(result) == ["max-slip"]


def test_an_unreadable_circle_is_the_one_that_is_left() -> None:
    result = result_of(
        reading(strip=(STRIP[0], (*STRIP[1][:2], ((7, 0.3), (4, 0.2))), *STRIP[2:]))
    )
    assert result.written["round_2_circle"] == 2
    assert codes(result) == []


def test_what_is_unclear_and_does_not_fit_is_left_open() -> None:
    unclear = (plain(1), plain(0), ((8, 0.3),))
    result = result_of(reading(strip=(*STRIP[:3], unclear)))
    assert "round_4_circle" not in result.written
    assert codes(result) == ["strip-gaps"]
    assert result.status == "sure"


def test_a_flagged_one_is_no_seven_on_a_die_or_before_a_digit() -> None:
    flagged = (((7, 0.9),), plain(5), plain(1))
    result = result_of(reading(strip=(flagged, *STRIP[1:])))
    assert result.written["round_1_red"] == 1
    assert codes(result) == []


def test_boxes_that_nobody_filled_are_not_read() -> None:
    result = result_of(reading(strip=STRIP[:2]))
    assert "round_3_red" not in result.written
    assert codes(result) == ["strip-gaps"]
    assert result.status == "sure"
