"""The commands that print the cards, the log and the poster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pypdfium2
import pytest
from click.testing import CliRunner

from trekprint.cli import cli
from trekprint.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def test_cards_are_written_and_told(tmp_path: Path) -> None:
    result = run("cards", "--lang", "de")
    assert result.exit_code == 0, result.output
    assert "27 cards on 6 pages" in result.output
    assert len(pypdfium2.PdfDocument(tmp_path / "output" / "cards.pdf")) == 6


def test_only_the_lead_climber(tmp_path: Path) -> None:
    result = run("cards", "--only", "lead", "--no-backs", "-o", "lead.pdf")
    assert "1 card on 1 page" in result.output
    assert (tmp_path / "lead.pdf").exists()


def test_an_unknown_theme_is_told() -> None:
    result = run("cards", "--theme", "night")
    assert isinstance(result.exception, InputError)
    assert "night" in str(result.exception)


def test_a_log_is_written(tmp_path: Path) -> None:
    result = run("sheet", "expedition-log", "--players", "Ann,Bo")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "output" / "expedition-log.pdf").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--copies", "3"), "--copies"),
        (("--paper", "a5"), "A4"),
        (("kagkot",), "three sheets"),
        (("--players", ",".join("abcdefghijklm")), "13 players"),
    ],
)
def test_what_a_log_cannot_be_is_told(words: tuple[str, ...], told: str) -> None:
    result = run("sheet", "expedition-log", *words)
    assert isinstance(result.exception, InputError)
    assert told in str(result.exception)


def test_a_poster_of_the_known_records(tmp_path: Path) -> None:
    store = str(tmp_path / "box.db")
    begun = run(
        "expedition",
        "new",
        "Winter",
        "--players",
        "Ann,Bo",
        "--record",
        "dunai=81:Granny",
        "--file",
        store,
    )
    assert begun.exit_code == 0, begun.output
    result = run("expedition", "poster", "--file", store)
    assert result.exit_code == 0, result.output
    assert "1 record" in result.output
    page = pypdfium2.PdfDocument(tmp_path / "output" / "hall-of-fame.pdf")[0]
    assert "Granny" in page.get_textpage().get_text_range()
