from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trekprint.cli import COMMANDS, cli
from trekprint.cli.entry import enter_game
from trekprint.errors import InputError
from trekprint.rules.notation import format_game
from trekprint.sheetfile.catalog import load_sheet

FRENCH = "kagkot 1 2 3 3 6 7 6 12 11 12 6 5 11 7 4 3 1 2 0".split()
LINKS = ("links 14-11 11-12 12-15 15-16 16-18 18-17 17-19 9-8 10-13 1-2 2-4").split()


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["score", *arguments])


def _refused(*arguments: str) -> str:
    result = _run(*arguments)
    assert isinstance(result.exception, InputError), result.output
    assert result.stdout == ""
    return str(result.exception)


def test_the_group_shows_the_commands_own_help() -> None:
    assert COMMANDS["score"][1] in _run("--help").stdout


def test_numbers_give_a_table_with_every_item_and_the_range() -> None:
    result = _run(*FRENCH)
    assert result.exit_code == 0
    for words in ("Fixed Line", "Mapped Zone", "Penalty", "Final score", "88"):
        assert words in result.stdout
    assert "Against the rules" not in result.stdout


def test_penalties_name_their_circles() -> None:
    lines = _run(*FRENCH[:-1], "X").stdout.splitlines()
    penalties = [line for line in lines if line.startswith("Penalty")]
    assert "1 orphan, -3 each  circle 6" in penalties[0]
    assert "1 skull, -3 each  circle 19" in penalties[1]


def test_a_whole_line_in_quotes_works_like_words() -> None:
    line = " ".join([*FRENCH, *LINKS])
    assert _run(line, "--json").stdout == _run(*FRENCH, *LINKS, "--json").stdout


def test_json_leaves_nothing_but_the_data_on_standard_output() -> None:
    result = _run(*FRENCH, *LINKS, "player=Ann Lee", "--json")
    (data,) = json.loads(result.stdout)
    assert result.stderr == ""
    assert data["player"] == "Ann Lee"
    assert data["status"] == "sure"
    assert data["score"]["total"] == 88


def test_players_of_a_file_are_ranked(workplace: Path) -> None:
    Path("night.yaml").write_text(
        "sheet: kagkot\ngames:\n"
        f"  Ann: {' '.join(FRENCH[1:])}\n  Bo: {' '.join(['X'] * 19)}\n",
        encoding="utf-8",
    )
    result = _run("night.yaml")
    assert result.exit_code == 0
    ranking = result.stdout[result.stdout.index("Ranking") :].split()
    assert ranking.index("Ann") < ranking.index("Bo")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([*FRENCH, "5"], "20"),
        ([*FRENCH[:-1], "13"], "circle 19"),
        ([*FRENCH[:-1], "a"], "circle 19"),
        ([*FRENCH, "links", "1-19"], "circle 1 touches 2, 5"),
        (["kagkott", "1"], "did you mean kagkot?"),
        (["kagkot"], "give what stands in its 19 circles"),
        ([*FRENCH, "--json", "--csv"], "exclude each other"),
    ],
)
def test_wrong_input_is_one_sentence_with_the_place(
    words: list[str], sentence: str
) -> None:
    assert sentence in _refused(*words)


def test_a_missing_file_is_named_and_does_not_stop_the_others(workplace: Path) -> None:
    Path("a.txt").write_text(" ".join(FRENCH), encoding="utf-8")
    result = _run("a.txt", "none.jpg", "--json")
    assert result.exit_code == 1
    assert [entry["status"] for entry in json.loads(result.stdout)] == [
        "sure",
        "failed",
    ]
    assert "none.jpg" in result.stderr
    assert "2 files: 1 sheet sure, 1 could not be read" in result.stderr


def test_typing_circle_by_circle_with_undo_and_a_slip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """13 is refused, a wrong 9 is taken back, 15 becomes the skull it must be."""
    typed = iter(
        ["9", "u", "1", "13", "2", "15", *["-"] * 16, "1-2", "sum=3", "", "Ann Lee"]
    )
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(typed))
    game = enter_game(load_sheet("kagkot"))
    assert format_game(game) == (
        "kagkot 1 2 X" + " -" * 16 + ' links 1-2 ticks sum=3 player="Ann Lee"'
    )
    assert next(typed, None) is None


def test_csv_leaves_nothing_but_the_data_on_standard_output() -> None:
    result = _run(*FRENCH, "--csv")
    assert result.stdout.splitlines()[0].startswith("source,page,sheet,")
    assert len(result.stdout.splitlines()) == 2


def test_a_name_in_the_line_may_look_like_anything() -> None:
    for name in ("Dr. No", "a/b", "[/b]", "n" * 300):
        line = " ".join([*FRENCH, f'player="{name}"'])
        (data,) = json.loads(_run(line, "--json").stdout)
        assert data["player"] == name


def test_the_sheet_may_be_named_by_the_option() -> None:
    expected = _run(*FRENCH, "--json").stdout
    assert _run(*FRENCH[1:], "--sheet", "kagkot", "--json").stdout == expected
    assert _run(" ".join(FRENCH[1:]), "--sheet", "kagkot", "--json").stdout == expected


def test_a_folder_called_like_a_sheet_does_not_hide_the_numbers() -> None:
    Path("kagkot").mkdir()
    assert "88" in _run(*FRENCH).stdout
    Path("kagkot/night.txt").write_text(" ".join(FRENCH), encoding="utf-8")
    (data,) = json.loads(_run("kagkot", "--json").stdout)
    assert data["source"].endswith("night.txt")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "'' is no source"),
        ("photos", "there is no file 'photos', and no sheet is called 'photos'"),
        ("1", "there is no file '1', and no sheet"),
        ("a" * 5000, "there is no file"),
    ],
)
def test_sources_that_are_nothing_are_refused(source: str, sentence: str) -> None:
    assert sentence in _refused(source)


def test_an_empty_folder_does_not_stop_the_others() -> None:
    Path("empty").mkdir()
    Path("a.txt").write_text(" ".join(FRENCH), encoding="utf-8")
    result = _run("empty", "a.txt", "--json")
    assert result.exit_code == 1
    states = [entry["status"] for entry in json.loads(result.stdout)]
    assert states == ["failed", "sure"]


def test_typed_brackets_are_no_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in what is refused nor in a player's name."""
    typed = iter(["[/b]", *["-"] * 19, "[/b]", "", "", "", "[/b] x"])
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(typed))
    assert enter_game(load_sheet("kagkot")).player == "[/b] x"


def test_a_ranking_shows_names_as_they_are() -> None:
    rows = "".join(f"  '[/b] {n}': {' '.join(FRENCH[1:])}\n" for n in (1, 2))
    Path("n.yaml").write_text(f"sheet: kagkot\ngames:\n{rows}", encoding="utf-8")
    assert "[/b] 2" in _run("n.yaml").stdout.partition("Ranking")[2]


def test_csv_with_other_letters_opens_in_spreadsheets() -> None:
    """Excel takes UTF-8 for it only behind a mark; programs are spared it in ASCII."""
    plain = _run(*FRENCH, "player=Ann", "--csv").stdout_bytes
    other = _run(*FRENCH, "player=\u042f\u043d\u0430", "--csv").stdout_bytes
    assert plain.startswith(b"source,")
    assert other.startswith(b"\xef\xbb\xbfsource,")
    assert ",\u042f\u043d\u0430," in other.decode("utf-8-sig")


def test_json_lines_of_a_typed_game_are_one_line() -> None:
    (line,) = _run(*FRENCH, "--jsonl").stdout.splitlines()
    assert [json.loads(line)] == json.loads(_run(*FRENCH, "--json").stdout)
