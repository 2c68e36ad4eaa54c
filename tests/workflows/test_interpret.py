"""Readings made by hand -> results: what is sure, what is asked, what answers do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

from tests.strategies import circle, make_sheet
from trekprint.scan.digits import CLASSES
from trekprint.scan.reading import (
    BoxReading,
    CircleReading,
    LinkReading,
    SheetReading,
    TickReading,
)
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import CircleId, Link, Option
from trekprint.workflows.interpret import CONFIRM, YES, interpret
from trekprint.workflows.results import SheetResult, result_data

if TYPE_CHECKING:
    from collections.abc import Mapping

# A row of four circles: 1 - 2 - 3 - 4.
SHEET = make_sheet(
    circles=(circle(1, 0, 0), circle(2, 1, 0), circle(3, 2, 0), circle(4, 3, 0)),
    links=((1, 2), (2, 3), (3, 4)),
)
CROP = np.zeros((4, 4), dtype=np.uint8)


def _seen(**said: float) -> tuple[float, ...]:
    """Probabilities by class (`n7=0.6, n1=0.4, skull=...`)."""
    row = dict.fromkeys(CLASSES, 0.0)
    for name, probability in said.items():
        row[name.removeprefix("n")] = probability
    return tuple(row.values())


def _reading(
    circles: tuple[tuple[float, ...], ...],
    drawn: tuple[float, ...] = (0.001, 0.001, 0.001),
    boxes: Mapping[str, tuple[float, tuple[tuple[int, float], ...]]] | None = None,
    ticks: int | None = None,
) -> SheetReading:
    """A reading of `SHEET`; `ticks` marked in a row, as many as there is ink."""
    filled = sum(row[CLASSES.index("blank")] < 0.5 for row in circles)
    marked = filled if ticks is None else ticks
    options = [(option, n) for option in Option for n in range(1, 5)]
    order = [Option.LOWER, Option.HIGHER, Option.SUM, Option.DIFFERENCE, Option.PRODUCT]
    options.sort(key=lambda pair: (pair[1], order.index(pair[0])))
    return SheetReading(
        layout=form_layout(SHEET),
        copy=1,
        run="ABCD",
        registration=cast("Any", None),
        shifts=cast("Any", None),
        circles=tuple(
            CircleReading(id=CircleId(n), probabilities=row, crop=CROP)
            for n, row in enumerate(circles, 1)
        ),
        links=tuple(
            LinkReading(link=link, drawn=probability)
            for link, probability in zip(SHEET.links, drawn, strict=True)
        ),
        ticks=tuple(
            TickReading(option=option, index=n, ticked=float(place < marked))
            for place, (option, n) in enumerate(options)
        ),
        tent_cross=0.0,
        boxes=tuple(
            BoxReading(name=name, ink=ink, values=values, crop=CROP)
            for name, (ink, values) in (boxes or {}).items()
        ),
        name=CROP,
    )


def _interpret(reading: SheetReading, answers: Any = None) -> SheetResult:
    return interpret(reading, SHEET, "photo.jpg", answers=answers)


PLAIN = (_seen(n4=1), _seen(n5=1), _seen(n5=1), _seen(n0=1))
LINKED = (0.999, 0.001, 0.001)


def test_what_is_plain_is_sure() -> None:
    result = _interpret(_reading(PLAIN, LINKED))
    assert (result.status, result.doubts, result.findings) == ("sure", (), ())
    assert result.total == 6 + 6 - 3
    assert result_data(result)["links_from"] == "drawn"
    assert result_data(result)["ticks"] == {
        "lower": 1,
        "higher": 1,
        "difference": 1,
        "sum": 1,
        "product": 0,
    }


def test_a_torn_circle_is_asked_and_the_answer_counts() -> None:
    torn = (*PLAIN[:3], _seen(n0=0.6, n6=0.39, skull=0.01))
    result = _interpret(_reading(torn, LINKED))
    (doubt,) = result.doubts
    assert (result.status, doubt.key) == ("doubtful", 4)
    assert doubt.crop is CROP
    assert [content for content, _ in doubt.candidates[:2]] == ["0", "6"]
    data = cast("Any", result_data(result))
    assert data["circles"][3]["doubtful"] is True
    assert data["circles"][3]["alternatives"][1][0] == 6
    answered = _interpret(_reading(torn, LINKED), {CircleId(4): "0"})
    assert answered.status == "sure"
    assert answered.circles[3].content == "0"


def test_a_link_settles_a_torn_circle_without_a_question() -> None:
    torn = (_seen(n4=0.6, n9=0.4), *PLAIN[1:])
    assert _interpret(_reading(torn, LINKED)).status == "sure"


def test_a_torn_link_is_asked_by_its_circles() -> None:
    result = _interpret(_reading(PLAIN, (0.5, 0.001, 0.001)))
    keys = {doubt.key for doubt in result.doubts}
    assert Link.of(1, 2) in keys
    answered = _interpret(_reading(PLAIN, (0.5, 0.001, 0.001)), {Link.of(1, 2): YES})
    assert answered.status == "sure"


def test_the_question_with_more_points_at_stake_comes_first() -> None:
    torn = (_seen(n4=0.5, n3=0.5), PLAIN[1], PLAIN[2], _seen(n0=0.5, n12=0.5))
    result = _interpret(_reading(torn, LINKED))
    stakes = [doubt.stake for doubt in result.doubts]
    assert stakes == sorted(stakes, reverse=True)


def test_ink_that_is_no_number_is_unreadable_and_never_sure() -> None:
    result = _interpret(_reading((*PLAIN[:3], _seen(other=1)), LINKED))
    assert result.circles[3].content == "unreadable"
    assert result.status == "doubtful"


def test_a_missing_link_is_told_and_must_be_confirmed() -> None:
    reading = _reading(PLAIN, (0.001, 0.001, 0.001))
    result = _interpret(reading)
    assert "missing-link" in {finding.code for finding in result.findings}
    assert result.status == "doubtful"
    everything = {c.id: c.content for c in result.circles}
    links = dict.fromkeys((link.link for link in reading.links), "no")
    confirmed = _interpret(reading, {**everything, **links, CONFIRM: YES})
    assert confirmed.status == "sure"
    assert confirmed.findings == result.findings


def test_a_forgotten_tick_alone_is_the_players_slip() -> None:
    result = _interpret(_reading(PLAIN, LINKED, ticks=3))
    assert [finding.code for finding in result.findings] == ["ticks-total"]
    assert result.status == "sure"


def test_a_final_score_that_differs_is_told_and_doubtful() -> None:
    boxes = {"final": (1.0, ((10, 0.97),))}
    result = _interpret(_reading(PLAIN, LINKED, boxes))
    assert result.status == "doubtful"
    assert result_data(result)["written"] == {"final": 10}
    agreeing = _interpret(_reading(PLAIN, LINKED, {"final": (1.0, ((9, 0.97),))}))
    assert agreeing.status == "sure"


def test_a_row_of_which_one_box_is_unread_is_not_held_against_the_score() -> None:
    boxes = {
        "line_1": (1.0, ((7, 0.99),)),
        "line_2": (1.0, ((3, 0.6),)),
        "zone_1": (1.0, ((7, 0.99),)),
    }
    result = _interpret(_reading(PLAIN, LINKED, boxes))
    assert result_data(result)["written"] == {"line_1": 7, "line_2": 3, "zone_1": 7}
    assert result.game is not None
    assert result.game.written == {"zone_1": 7}


@pytest.mark.parametrize(("ink", "points"), [(0.99, 3), (0.01, 0)])
def test_marked_assist_boxes_count(ink: float, points: int) -> None:
    result = _interpret(_reading(PLAIN, LINKED, {"assist_1": (ink, ())}))
    assert result.total == 9 + points
    assert result.status == "sure"


def test_a_pale_assist_mark_is_asked() -> None:
    result = _interpret(_reading(PLAIN, LINKED, {"assist_1": (0.6, ())}))
    assert [doubt.key for doubt in result.doubts] == ["assist_1"]
    answered = _interpret(
        _reading(PLAIN, LINKED, {"assist_1": (0.6, ())}), {"assist_1": "no"}
    )
    assert (answered.status, answered.total) == ("sure", 9)


def test_a_blank_sheet_says_so_and_asks_nothing() -> None:
    result = _interpret(_reading((_seen(blank=1),) * 4))
    assert result.status == "sure"
    assert "nothing is written on this sheet" in result.warnings
    assert {circle.content for circle in result.circles} == {"empty"}


def test_one_empty_circle_is_a_hint_at_faint_ink() -> None:
    result = _interpret(_reading((*PLAIN[:3], _seen(blank=1)), LINKED))
    assert result.status == "doubtful"


def test_warnings_about_the_photo_are_passed_on() -> None:
    reading = replace(_reading(PLAIN, LINKED), warnings=("it is small",))
    assert _interpret(reading).warnings == ("it is small",)
