"""Readings made by hand -> results: what is sure, what is asked, what answers do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.helpers.readings import CROP, LINKED, PLAIN, SHEET, reading_of, seen
from trekprint.scan.reading import LinkReading
from trekprint.sheet.model import CircleId, Link
from trekprint.workflows.doubts import YES
from trekprint.workflows.interpret import CONFIRM, interpret
from trekprint.workflows.results import SheetResult, result_data

if TYPE_CHECKING:
    from trekprint.scan.reading import SheetReading


def _interpret(reading: SheetReading, answers: Any = None) -> SheetResult:
    return interpret(reading, SHEET, "photo.jpg", answers=answers)


def test_what_is_plain_is_sure() -> None:
    result = _interpret(reading_of(PLAIN, LINKED))
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
    torn = (*PLAIN[:3], seen(n0=0.6, n5=0.39, skull=0.01))
    result = _interpret(reading_of(torn, LINKED))
    (doubt,) = result.doubts
    assert (result.status, doubt.key) == ("doubtful", 4)
    assert doubt.crop is CROP
    assert [content for content, _ in doubt.candidates[:2]] == ["0", "5"]
    data = cast("Any", result_data(result))
    assert data["circles"][3]["doubtful"] is True
    assert data["circles"][3]["alternatives"][1][0] == 5
    answered = _interpret(reading_of(torn, LINKED), {CircleId(4): "0"})
    assert answered.status == "sure"
    assert answered.circles[3].content == "0"


def test_a_link_settles_a_torn_circle_without_a_question() -> None:
    torn = (seen(n4=0.8, n9=0.2), *PLAIN[1:])
    assert _interpret(reading_of(torn, LINKED)).status == "sure"


def test_a_torn_link_is_asked_by_its_circles() -> None:
    result = _interpret(reading_of(PLAIN, (0.5, 0.001, 0.001)))
    keys = {doubt.key for doubt in result.doubts}
    assert Link.of(1, 2) in keys
    answered = _interpret(reading_of(PLAIN, (0.5, 0.001, 0.001)), {Link.of(1, 2): YES})
    assert answered.status == "sure"


def test_the_question_that_tells_more_about_the_total_comes_first() -> None:
    torn = (seen(n4=0.5, n3=0.5), PLAIN[1], PLAIN[2], seen(n0=0.5, n12=0.5))
    result = _interpret(reading_of(torn, LINKED))
    gains = [doubt.gain for doubt in result.doubts]
    assert gains == sorted(gains, reverse=True)


def test_ink_that_is_no_number_is_unreadable_and_never_sure() -> None:
    result = _interpret(reading_of((*PLAIN[:3], seen(other=1)), LINKED))
    assert result.circles[3].content == "unreadable"
    assert result.status == "doubtful"


def test_a_missing_link_is_told_and_must_be_confirmed() -> None:
    reading = reading_of((*PLAIN[:3], seen(n6=1)), (0.001, 0.001, 0.999))
    result = _interpret(reading)
    assert "missing-link" in {finding.code for finding in result.findings}
    assert result.status == "doubtful"
    everything = {c.id: c.content for c in result.circles}
    links = {Link.of(1, 2): "no", Link.of(2, 3): "no", Link.of(3, 4): YES}
    confirmed = _interpret(reading, {**everything, **links, CONFIRM: YES})
    assert confirmed.status == "sure"
    assert confirmed.findings == result.findings


def test_a_sheet_without_any_line_counts_the_best_lawful_ones_and_asks() -> None:
    result = _interpret(reading_of(PLAIN, (0.001, 0.001, 0.001)))
    data = cast("Any", result_data(result))
    assert (data["links_from"], data["status"]) == ("inferred", "doubtful")
    assert data["links"] == [[1, 2]]
    assert "no line is drawn" in result.doubts[0].sentence
    lonely = reading_of((PLAIN[0], *(seen(n9=1),) * 3), (0.001, 0.001, 0.001))
    assert cast("Any", result_data(_interpret(lonely)))["links_from"] == "drawn"


def test_a_forgotten_tick_alone_is_the_players_slip() -> None:
    result = _interpret(reading_of(PLAIN, LINKED, ticks=3))
    assert [finding.code for finding in result.findings] == ["ticks-total"]
    assert result.status == "sure"


def test_a_final_score_that_differs_is_told_and_doubtful() -> None:
    boxes = {"final": (1.0, ((10, 0.97),))}
    result = _interpret(reading_of(PLAIN, LINKED, boxes))
    assert result.status == "doubtful"
    assert result_data(result)["written"] == {"final": 10}
    agreeing = _interpret(reading_of(PLAIN, LINKED, {"final": (1.0, ((9, 0.97),))}))
    assert agreeing.status == "sure"


def test_what_cannot_change_the_total_is_not_asked() -> None:
    """An orphan costs 3 whatever it is; the circle is still told as doubtful."""
    orphan = (*PLAIN[:3], seen(n0=0.6, n9=0.4))
    result = _interpret(reading_of(orphan, LINKED))
    assert (result.status, result.circles[3].doubtful) == ("sure", True)


def test_a_written_total_that_agrees_settles_a_torn_circle() -> None:
    torn = (*PLAIN[:3], seen(n0=0.9, n5=0.1))
    assert _interpret(reading_of(torn, LINKED)).status == "doubtful"
    agreeing = {"final": (1.0, ((9, 0.95),))}
    assert _interpret(reading_of(torn, LINKED, agreeing)).status == "sure"


def test_a_written_total_that_another_reading_makes_is_a_reason_to_ask() -> None:
    torn = (*PLAIN[:3], seen(n0=0.98, n5=0.02))
    other = {"final": (1.0, ((14, 0.95),))}
    result = _interpret(reading_of(torn, LINKED, other))
    assert result.doubts[0].key == 4
    assert {content for content, _ in result.doubts[0].candidates[:2]} == {"0", "5"}


def test_a_written_total_may_show_what_a_torn_circle_is() -> None:
    torn = (*PLAIN[:3], seen(n0=0.6, n5=0.4))
    other = {"final": (1.0, ((14, 0.97),))}
    result = _interpret(reading_of(torn, LINKED, other))
    assert (result.total, result.circles[3].content) == (14, "5")


def test_a_written_total_changes_no_circle_that_is_plain() -> None:
    """A player who miscounts is told so, and not read otherwise."""
    plain = (*PLAIN[:3], seen(n0=0.9999, n5=0.0001))
    result = _interpret(reading_of(plain, LINKED, {"final": (1.0, ((14, 0.99),))}))
    assert (result.total, result.status) == (9, "doubtful")
    assert "written-differs" in {finding.code for finding in result.findings}


def test_a_minus_that_was_overlooked_agrees_with_a_total_below_0() -> None:
    low = (seen(n4=1), seen(skull=1), seen(n0=0.6, n9=0.4), seen(skull=1))
    boxes = {"final": (1.0, ((12, 0.97),))}
    result = _interpret(reading_of(low, (0.001,) * 3, boxes, ticks=4))
    assert result.total == -12
    assert "written-differs" not in {finding.code for finding in result.findings}


def test_a_plain_line_that_the_numbers_forbid_is_asked() -> None:
    forbidden = (seen(n4=1), seen(n9=1), *PLAIN[2:])
    result = _interpret(reading_of(forbidden, (0.97, 0.001, 0.001)))
    assert Link.of(1, 2) in {doubt.key for doubt in result.doubts}
    answers = {Link.of(1, 2): "no"}
    told = _interpret(reading_of(forbidden, (0.97, 0.001, 0.001)), answers)
    assert Link.of(1, 2) not in {doubt.key for doubt in told.doubts}


def test_a_skull_with_a_trace_of_a_round_number_is_asked() -> None:
    """A thick 0 that fills the disc was once read as a skull with 99.6 %."""
    thick = (*PLAIN[:2], seen(skull=0.996, n0=0.002, n8=0.001, n5=0.001), PLAIN[3])
    result = _interpret(reading_of(thick, LINKED))
    assert (result.status, result.doubts[0].key) == ("doubtful", 3)
    assert [content for content, _ in result.doubts[0].candidates[:2]] == ["skull", "0"]
    plain = (*PLAIN[:2], seen(skull=0.9999, n3=0.0001), PLAIN[3])
    assert not _interpret(reading_of(plain, LINKED)).circles[2].doubtful


def test_a_row_of_which_one_box_is_unread_is_not_held_against_the_score() -> None:
    boxes = {
        "line_1": (1.0, ((7, 0.99),)),
        "line_2": (1.0, ((3, 0.6),)),
        "zone_1": (1.0, ((7, 0.99),)),
    }
    result = _interpret(reading_of(PLAIN, LINKED, boxes))
    assert result_data(result)["written"] == {"line_1": 7, "line_2": 3, "zone_1": 7}
    assert result.game is not None
    assert result.game.written == {"zone_1": 7}


@pytest.mark.parametrize(("ink", "points"), [(0.99, 3), (0.01, 0)])
def test_marked_assist_boxes_count(ink: float, points: int) -> None:
    result = _interpret(reading_of(PLAIN, LINKED, {"assist_1": (ink, ())}))
    assert result.total == 9 + points
    assert result.status == "sure"


def test_a_pale_assist_mark_is_asked() -> None:
    result = _interpret(reading_of(PLAIN, LINKED, {"assist_1": (0.6, ())}))
    assert [doubt.key for doubt in result.doubts] == ["assist_1"]
    answered = _interpret(
        reading_of(PLAIN, LINKED, {"assist_1": (0.6, ())}), {"assist_1": "no"}
    )
    assert (answered.status, answered.total) == ("sure", 9)


def test_a_blank_sheet_says_so_and_asks_nothing() -> None:
    result = _interpret(reading_of((seen(blank=1),) * 4))
    assert result.status == "sure"
    assert "nothing is written on this sheet" in result.warnings
    assert {circle.content for circle in result.circles} == {"empty"}


def test_one_empty_circle_is_a_hint_at_faint_ink() -> None:
    result = _interpret(reading_of((*PLAIN[:3], seen(blank=1)), LINKED))
    assert result.status == "doubtful"


def test_a_sheet_of_another_revision_is_never_sure_by_itself() -> None:
    reading = replace(reading_of(PLAIN, LINKED), other_revision=True)
    result = _interpret(reading)
    assert result.status == "doubtful"
    assert "another revision" in result.doubts[0].sentence
    assert _interpret(reading, {CONFIRM: YES}).status == "sure"


def test_warnings_about_the_photo_are_passed_on() -> None:
    reading = replace(reading_of(PLAIN, LINKED), warnings=("it is small",))
    assert _interpret(reading).warnings == ("it is small",)


def test_the_result_tells_how_certain_its_total_is() -> None:
    plain, torn = PLAIN, (*PLAIN[:3], seen(n0=0.6, n5=0.39, skull=0.01))
    sure = cast("Any", result_data(_interpret(reading_of(plain, LINKED))))
    assert sure["confidence"] > 0.99
    data = cast("Any", result_data(_interpret(reading_of(torn, LINKED))))
    assert 0.5 < data["confidence"] < 0.8


def test_two_questions_at_most_are_asked_at_once() -> None:
    torn = seen(n4=0.4, n9=0.3, n0=0.3)
    result = _interpret(reading_of((torn,) * 4))
    assert len(result.doubts) == 2
    assert result.doubts[0].gain >= result.doubts[1].gain > 0


def test_a_sheet_that_only_may_be_blank_is_never_sure() -> None:
    """A black and white scan had lost all pencil; every circle was empty with 80 %."""
    faint = seen(blank=0.8, **{f"n{number}": 0.2 / 13 for number in range(13)})
    result = _interpret(reading_of((faint,) * 4))
    assert "nothing is written on this sheet" in result.warnings
    assert result.status == "doubtful"
    assert _interpret(reading_of((faint,) * 4), {CONFIRM: YES}).status == "sure"


ROPED = (seen(n4=1), seen(n9=1), seen(n5=1), seen(n0=1))
"""4, 9, 5, 0: the 4 and the 5 are two apart."""


def _roped(drawn: float, circles: Any = ROPED) -> SheetReading:
    rope = LinkReading(link=Link.of(1, 3), drawn=drawn)
    return replace(reading_of(circles), ropes=(rope,))


def test_a_plain_rope_counts_without_a_question() -> None:
    result = _interpret(_roped(0.999))
    assert result.game is not None
    assert result.game.ropes == {Link.of(1, 3)}
    assert result.total == 6 - 3 * 2
    assert (result.status, result_data(result)["ropes"]) == ("sure", [[1, 3]])


def test_a_torn_rope_is_asked_and_the_answer_counts() -> None:
    doubts = _interpret(_roped(0.6)).doubts
    assert [doubt.sentence for doubt in doubts] == [
        "is a Rope link drawn between circles 1 and 3?"
    ]
    yes, no = (
        _interpret(_roped(0.6), {Link.of(1, 3): answer}) for answer in ("yes", "no")
    )
    assert (yes.total, no.total) == (0, -12)
    assert yes.game is not None
    assert yes.game.ropes == {Link.of(1, 3)}


def test_a_person_may_tell_a_rope_that_was_not_seen() -> None:
    result = _interpret(reading_of(ROPED), {Link.of(1, 3): "yes"})
    assert result.total == 0


def test_a_rope_settles_a_torn_number() -> None:
    torn = (ROPED[0], ROPED[1], seen(n5=0.5, n8=0.5), ROPED[3])
    result = _interpret(_roped(0.999, torn))
    assert result.circles[2].content == "5"


def test_a_rope_where_the_side_is_taken_is_asked() -> None:
    """4 and 5 are linked, so no other number can follow the 4."""
    circles = (seen(n4=1), seen(n5=1), seen(n5=1), seen(n0=1))
    rope = LinkReading(link=Link.of(1, 3), drawn=0.9)
    reading = replace(reading_of(circles, LINKED), ropes=(rope,))
    result = _interpret(reading)
    assert Link.of(1, 3) in {doubt.key for doubt in result.doubts}
