from __future__ import annotations

from pathlib import Path

import pytest

from trekprint.errors import UnreadableError
from trekprint.rules.notation import split_words
from trekprint.sheetfile.games import TypedLine, is_game_file, load_lines


def _file(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_text_gives_a_line_a_game(tmp_path: Path) -> None:
    path = _file(tmp_path, "night.txt", "# Friday\nkagkot 1 2 3\n\n4 5 X  # Bo\n")
    assert load_lines(path, "dunai") == (
        TypedLine("kagkot 1 2 3", "night.txt:2"),
        TypedLine("dunai 4 5 X", "night.txt:4"),
    )


def test_yaml_names_the_sheet_once_and_the_players(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        "night.yaml",
        "sheet: kagkot\ngames:\n  Ann Lee: 1 2 3 links 1-2\n  Bo: [4, 5, X]\n",
    )
    assert load_lines(path) == (
        TypedLine('kagkot 1 2 3 links 1-2 player="Ann Lee"', "night.yaml:3"),
        TypedLine("kagkot 4 5 X player=Bo", "night.yaml:4"),
    )


def test_yaml_takes_a_list_of_whole_lines(tmp_path: Path) -> None:
    path = _file(tmp_path, "n.yml", "games:\n- kagkot 1 2\n- dunai 3 4\n")
    assert [line.text for line in load_lines(path)] == ["kagkot 1 2", "dunai 3 4"]


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_csv_gives_a_row_a_player(tmp_path: Path, delimiter: str) -> None:
    rows = [
        "player,sheet,1,2,3,links,lower,sum,assist,final",
        "Ann,kagkot,1,2,X,1-2,2,1,1,14",
        ",dunai,4,,5,,,,,",
    ]
    path = _file(tmp_path, "n.csv", "\n".join(rows).replace(",", delimiter))
    assert [line.text for line in load_lines(path)] == [
        "kagkot 1 2 X links 1-2 ticks lower=2 sum=1 assist=1 player=Ann"
        " written final=14",
        "dunai 4 - 5",
    ]


def test_ropes_in_every_form(tmp_path: Path) -> None:
    line = "kagkot 1 2 3 links none ropes 1-3 4-9 player=Ann"
    csv = _file(
        tmp_path,
        "n.csv",
        'player,sheet,1,2,3,links,ropes\nAnn,kagkot,1,2,3,none,"1-3, 4-9"\n',
    )
    yaml = _file(
        tmp_path,
        "n.yaml",
        "sheet: kagkot\ngames: {Ann: 1 2 3 links none ropes 1-3 4-9}\n",
    )
    assert [load_lines(path)[0].text for path in (csv, yaml)] == [line, line]


def test_csv_from_a_spreadsheet_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "n.csv"
    path.write_text("1,2\n3,4\n", encoding="utf-8-sig")
    assert load_lines(path, "dunai") == (TypedLine("dunai 3 4", "n.csv:2", (1, 2)),)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("n.txt", "# nothing\n", "there is no game in this file"),
        ("n.yaml", "sheet: [", "n.yaml:1: the YAML ends too early"),
        ("n.yaml", "- 1\n", "expected 'sheet:' and 'games:'"),
        ("n.yaml", "sheets: kagkot\n", "n.yaml:1: sheets: unknown key"),
        ("n.yaml", "sheet: kagkot\n", "'games:' must name the players"),
        (
            "n.yaml",
            "games: {Ann: {a: 1}}\n",
            "n.yaml:1: games.Ann: expected the numbers",
        ),
        (
            "n.yaml",
            "games:\n  Ann:\n",
            "n.yaml:2: games.Ann: there are no numbers here",
        ),
        ("n.csv", "player,points\nAnn,3\n", "the first row must name the columns"),
        pytest.param("n.yaml", "[" * 5000, "n.yaml:1: ", id="nested too deeply"),
        ("n.yaml", "games: {Ann: [1, [2]]}", "expected the numbers"),
        ("n.yaml", "games: {Ann: 1, Ann: 2}", "games.Ann: is there already"),
        ("n.yaml", "sheet: [1]\ngames: {Ann: 1}", "sheet: must be a name"),
        ("n.yaml", "? [1]\n: 2", "a key must be a word"),
        ("n.csv", "1,2\n3,4,5\n", "n.csv:2: this row has more values than columns"),
        ("n.csv", "1,2,3\n3,4\n", "n.csv:2: this row ends before its circles do"),
        ("n.csv", "1,2,2\n3,4,5\n", "n.csv:1: the column '2' is there twice"),
        ("n.csv", '\u00b2,2\n\u00b2,"4', "n.csv:2: unexpected end of data"),
        ("n.csv", "01,2\n3,4\n", "the first row must name the columns"),
        ("n.csv", f"1,2\n{'3' * 200_000},4\n", "n.csv:2: field larger than"),
        ("n.csv", f"1,{'3' * 200_000}\n", "n.csv:1: field larger than"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    tmp_path: Path, name: str, text: str, sentence: str
) -> None:
    with pytest.raises(UnreadableError) as caught:
        load_lines(_file(tmp_path, name, text))
    assert sentence in str(caught.value)


def test_other_encodings_large_and_missing_files(tmp_path: Path) -> None:
    latin = tmp_path / "latin.txt"
    latin.write_bytes("kagkot 1 player=J\xfcrg".encode("latin-1"))
    large = tmp_path / "large.csv"
    large.write_bytes(b"1," * 600_000)
    for path, sentence in [
        (latin, "save it as UTF-8"),
        (large, "1.2 MB is more than a game file can need"),
        (tmp_path / "none.csv", "No such file"),
    ]:
        with pytest.raises(UnreadableError, match=sentence):
            load_lines(path)


@pytest.mark.parametrize(
    "player", ["Ann Lee", "O'Neil", 'A "B"', "K\\\u00e4the", "No #1"]
)
def test_names_come_out_as_they_were_written(tmp_path: Path, player: str) -> None:
    """In every form; a test of the notation's quotes shows that it takes all names."""
    written = player.replace("\\", "\\\\").replace('"', '\\"')
    cell = player.replace('"', '""')
    files = {
        "n.yaml": f'sheet: kagkot\ngames:\n  "{written}": 1 2\n',
        "n.csv": f'player,1,2\n"{cell}",1,2\n',
        "n.txt": f'kagkot 1 2 player="{written}"  # "last\n',
    }
    for name, text in files.items():
        (line,) = load_lines(_file(tmp_path, name, text), "kagkot")
        assert split_words(line.text) == ["kagkot", "1", "2", f"player={player}"]


def test_a_cell_is_one_entry_whatever_stands_in_it(tmp_path: Path) -> None:
    (line,) = load_lines(_file(tmp_path, "n.csv", "2,1,note\n3 4,,x y\n"), "kagkot")
    words = ["kagkot", "-", "3 4", "written", "note=x y"]
    assert split_words(line.text) == words


def test_only_known_endings_are_game_files() -> None:
    assert is_game_file(Path("a.YAML"))
    assert not is_game_file(Path("a.jpg"))
