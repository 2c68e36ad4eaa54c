from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trekprint.cli import COMMANDS, cli
from trekprint.errors import InputError, UnwritableError
from trekprint.workflows.prints import PrintOrder


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["sheet", *arguments])


def _pages(path: str) -> int:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        return len(document)
    finally:
        document.close()


def test_the_group_shows_the_commands_own_help() -> None:
    assert COMMANDS["sheet"][1] in _run("--help").stdout


def test_six_copies_are_three_pages_in_the_output_folder() -> None:
    result = _run("kagkot", "--copies", "6")
    assert result.exit_code == 0
    path = Path("output", "kagkot.pdf")
    assert result.stdout == f"{path}: 6 sheets on 3 A4 pages; print at 100 %\n"
    assert _pages(str(path)) == 3


def test_the_same_order_gives_the_same_bytes() -> None:
    for name in ("a.pdf", "b.pdf"):
        _run("dunai", "kagkot", "--players", "Ann,Bo", "--lang", "ru", "-o", name)
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()


def test_players_without_copies_get_a_sheet_each() -> None:
    assert "3 sheets on 2 A4 pages" in _run("dunai", "--players", "A,B,C").stdout


def test_other_orders_are_other_print_runs() -> None:
    one = PrintOrder(names=("kagkot",), copies=1)
    other = PrintOrder(names=("kagkot",), copies=2)
    assert one.run() == PrintOrder(names=("kagkot",), copies=1).run() != other.run()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["kagkott"], "did you mean kagkot?"),
        (["kagkot", "--theme", "neon"], "there is no theme 'neon'"),
        (["kagkot", "--players", "A,,B"], "a name is missing"),
        (["kagkot", "--players", "A,B", "--copies", "1"], "2 players but --copies 1"),
        (["kagkot", "--paper", "a5", "--per-page", "2"], "A5 paper holds one sheet"),
    ],
)
def test_wrong_wishes_are_one_sentence(arguments: list[str], sentence: str) -> None:
    result = _run(*arguments)
    assert isinstance(result.exception, InputError)
    assert sentence in str(result.exception)
    assert not Path("output").exists()


def test_a_place_that_cannot_be_written_is_one_sentence() -> None:
    Path("taken").touch()
    result = _run("kagkot", "-o", "taken/kagkot.pdf")
    assert isinstance(result.exception, UnwritableError)


def _words(path: str) -> str:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        return str(document[0].get_textpage().get_text_range())
    finally:
        document.close()


def test_accents_that_come_as_characters_of_their_own_are_joined() -> None:
    result = _run("kagkot", "--players", "Jose\u0301", "-o", "a.pdf")
    assert result.stderr == ""
    assert "Jos\u00e9" in _words("a.pdf")


def test_letters_that_cannot_be_printed_are_told() -> None:
    result = _run("kagkot", "--players", "Li \u674e,\u674e\U0001f600", "-o", "a.pdf")
    assert (result.exit_code, len(result.stderr.splitlines())) == (0, 2)
    assert "the typeface has no '\u674e\U0001f600'" in result.stderr
    assert "Li ?" in _words("a.pdf")


def test_a_name_too_long_to_be_legible_is_cut() -> None:
    _run("kagkot", "--players", "Maximiliane " * 20, "-o", "a.pdf")
    assert "Maximiliane Maximil" in _words("a.pdf")
    assert "\u2026" in _words("a.pdf")
    assert _words("a.pdf").count("Maximiliane") < 20
