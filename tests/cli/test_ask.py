"""Questions at the terminal: what is asked, and what an answer does."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from rich.console import Console

from tests.helpers.readings import LINKED, PLAIN, SHEET, reading_of, seen
from trekprint.cli.ask import ask_about
from trekprint.workflows.interpret import interpret
from trekprint.workflows.photos import PhotoResult

if TYPE_CHECKING:
    from trekprint.scan.reading import SheetReading
    from trekprint.workflows.results import SheetResult

UNLINKED = (0.001, 0.001, 0.001)
TORN = reading_of((*PLAIN[:3], seen(n0=0.6, n5=0.4)), LINKED)


def _asked(reading: SheetReading, *typed: str) -> tuple[SheetResult, str]:
    """The result after `typed`, and what was shown."""
    shown = io.StringIO()
    photo = PhotoResult(
        result=interpret(reading, SHEET, "photo.jpg"), reading=reading, sheet=SHEET
    )
    with CliRunner().isolation(input="\n".join([*typed, ""])):
        result = ask_about(photo, Console(file=shown, width=200))
    return result, shown.getvalue()


@pytest.mark.parametrize(
    ("typed", "content"), [("5", "5"), ("", "0"), ("x", "skull"), ("-", "empty")]
)
def test_an_answer_is_what_stands_there(typed: str, content: str) -> None:
    result, shown = _asked(TORN, typed, "y")
    assert "circle 4: 0 or 5?" in shown
    assert result.circles[3].content == content
    assert result.status == "sure"


def test_what_is_skipped_stays_in_doubt() -> None:
    result, _ = _asked(TORN, "s")
    assert [doubt.key for doubt in result.doubts] == [4]


def test_an_answer_can_be_taken_back() -> None:
    torn = reading_of((seen(n4=0.5, n6=0.5), *PLAIN[1:3], seen(n0=0.6, n5=0.4)), LINKED)
    result, shown = _asked(torn, "9", "u", "s", "s", "s")
    assert result.status == "doubtful"
    assert result.circles[0].content != "9"
    assert shown.count("question 1 of") == 2


def test_what_is_no_answer_is_asked_again() -> None:
    result, shown = _asked(TORN, "13", "5", "y")
    assert "'13' is no answer" in shown
    assert result.circles[3].content == "5"


def test_what_was_read_wrong_can_be_put_right() -> None:
    """The sheet lacks a line: it was not drawn, or not seen, or a number is wrong."""
    missing = reading_of((*PLAIN[:3], seen(n6=1)), (0.001, 0.001, 0.999))
    result, shown = _asked(missing, "n", "1-2=maybe", "2-1=y 4=4")
    assert "is the sheet read right? circles 1 and 2" in shown
    assert "'1-2=maybe' is not understood" in shown
    assert result.circles[3].content == "4"
    assert result.game is not None
    assert [str(link) for link in sorted(result.game.links or ())] == ["1-2", "3-4"]
    assert result.status == "sure"


@pytest.mark.parametrize(
    "typed", ["8=7", "1-4=y", "4=13", "x", "sum=5", "sum=", "sum=-1"]
)
def test_what_no_correction_can_mean_is_asked_again(typed: str) -> None:
    result, shown = _asked(reading_of(PLAIN, UNLINKED), "n", typed, "")
    assert "is not understood" in shown
    assert result.status == "doubtful"


def test_ticks_can_be_put_right_and_the_first_reading_is_kept() -> None:
    missing = reading_of((*PLAIN[:3], seen(n6=1)), (0.001, 0.001, 0.999))
    result, _ = _asked(missing, "n", "sum=3 lower=0 1-2=y 4=4", "y")
    assert result.game is not None
    ticks = {option.value: n for option, n in (result.game.ticks or {}).items()}
    assert (ticks["sum"], ticks["lower"]) == (3, 0)
    assert set(result.corrections) == {
        "circle 4 is 4, and was read as 6",
        "line 1-2 is drawn, and was not seen",
        "sum has ticks: 3, and 1 were read",
        "lower has ticks: 0, and 1 were read",
    }
