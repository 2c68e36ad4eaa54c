from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from trekprint.cli import COMMANDS, cli
from trekprint.cli.sheets import PAPER_NAMES, forms_per_page
from trekprint.errors import ExitCode, InputError
from trekprint.resources import data_dir
from trekprint.sheet.paper import PAPERS

KAGKOT = (data_dir("sheet_defs") / "kagkot.yaml").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def _geometry(*arguments: str) -> Any:
    result = _run("geometry", *arguments)
    assert result.exit_code == ExitCode.DONE, result.output
    assert result.stderr == ""
    return json.loads(result.stdout)


def _define(folder: Path, name: str, old: str, new: str) -> None:
    folder.mkdir(exist_ok=True)
    text = KAGKOT.replace("id: kagkot", f"id: {name}").replace(old, new, 1)
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", ["sheets", "check", "geometry"])
def test_the_group_shows_the_commands_own_help(name: str) -> None:
    assert COMMANDS[name][1] in _run(name, "--help").stdout


def test_sheets_lists_the_easiest_first() -> None:
    result = _run("sheets")
    assert result.exit_code == ExitCode.DONE
    assert result.stdout.splitlines() == [
        "dunai\tDunai\t19 circles\tSummit 65",
        "kagkot\tKagkot\t19 circles\tSummit 70",
        "dhaulagiri\tDhaulagiri\t19 circles\tSummit 75",
    ]


def test_sheets_of_the_users_own(workplace: Path) -> None:
    _define(workplace / "mine", "hill", "summit: 70", "summit: 7")
    assert _run("sheets", "--defs", "mine").stdout.splitlines()[0] == (
        "hill\tKagkot\t19 circles\tSummit 7"
    )


def test_a_broken_definition_does_not_hide_the_others(workplace: Path) -> None:
    _define(workplace / "sheet_defs", "hill", "summit: 70", "summit: high")
    result = _run("sheets")
    assert result.exit_code == ExitCode.FAILED
    assert len(result.stdout.splitlines()) == 3
    assert result.stderr == (
        f"{Path('sheet_defs', 'hill.yaml')}:12: summit:"
        " must be a whole number, not 'high'\n"
    )


def test_sheets_as_a_table_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    cli.main(["sheets"], standalone_mode=False)
    rows = capsys.readouterr().out.splitlines()
    assert "Summit value" in rows[1]
    assert "kagkot Kagkot 19 70" in [" ".join(re.findall(r"\w+", row)) for row in rows]


def test_check_says_that_a_good_file_is_good(workplace: Path) -> None:
    (workplace / "kagkot.yaml").write_text(KAGKOT, encoding="utf-8")
    result = _run("check", "kagkot.yaml")
    assert result.exit_code == ExitCode.DONE
    assert result.stdout == "kagkot.yaml: no problems\n"
    assert result.stderr == ""


def test_check_tells_all_problems_of_all_files(workplace: Path) -> None:
    (workplace / "kagkot.yaml").write_text(KAGKOT, encoding="utf-8")
    _define(workplace, "hill", "terrain: dangerous", "terain: icy")
    _define(workplace, "berg", "revision: 1\n", "")
    result = _run("check", "hill.yaml", "kagkot.yaml", "berg.yaml", "lost.yaml", ".")
    assert result.exit_code == ExitCode.FAILED
    assert result.stdout.splitlines() == [
        "hill.yaml:20: circles[3].terain: unknown key; did you mean terrain?",
        "kagkot.yaml: no problems",
        "berg.yaml:4: 'revision' is missing",
        "lost.yaml: there is no such file",
        ".: is a folder; name the files in it",
    ]
    assert result.stderr == "4 problems in 4 files\n"


def test_check_counts_one_as_one(workplace: Path) -> None:
    assert _run("check", "lost.yaml").stderr == "1 problem in 1 file\n"


def test_check_ends_alike_whatever_keeps_a_file_from_being_read(
    workplace: Path,
) -> None:
    for name in ("none.yaml", "folder", "a" * 5000):
        Path("folder").mkdir(exist_ok=True)
        result = CliRunner().invoke(cli, ["check", name])
        assert result.exit_code == 1, result.output


def test_check_wants_a_file() -> None:
    assert _run("check").exit_code == ExitCode.USAGE


def test_geometry_has_the_public_shape() -> None:
    found = _geometry("kagkot")
    assert list(found) == ["sheet", "revision", "page_mm", "placements"]
    assert (found["sheet"], found["revision"]) == ("kagkot", 1)
    assert found["page_mm"] == [297.0, 210.0]
    (placement,) = found["placements"]
    assert list(placement) == [
        *("page", "copy", "box_mm", "circles", "links"),
        *("tick_boxes", "score_boxes", "fiducials"),
    ]
    assert (placement["page"], placement["copy"]) == (1, 1)
    assert placement["box_mm"] == [0.25, 0.0, 148.0, 210.0]
    assert [circle["id"] for circle in placement["circles"]] == [*range(1, 20)]
    assert {*placement["circles"][0]} == {"id", "centre_mm", "radius_mm", "limit"}
    assert [c["id"] for c in placement["circles"] if c["limit"] == 6] == [4, 5, 11, 16]
    assert placement["links"][0]["circles"] == [1, 2]
    assert {*placement["links"][0]} == {"circles", "from_mm", "to_mm"}
    assert {*placement["tick_boxes"][0]} == {"option", "index", "box_mm"}
    assert len(placement["tick_boxes"]) == 20
    assert "final" in [box["name"] for box in placement["score_boxes"]]
    assert [marker["id"] for marker in placement["fiducials"]] == [0, 1, 2, 3]
    assert {len(marker["corners_mm"]) for marker in placement["fiducials"]} == {4}


def _lengths(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [mm for inner in value.values() for mm in _lengths(inner)]
    if isinstance(value, list):
        return [mm for inner in value for mm in _lengths(inner)]
    return [value] if isinstance(value, float) else []


def test_lengths_are_rounded_to_a_thousandth_of_a_mm() -> None:
    lengths = _lengths(_geometry("dunai", "--paper", "letter"))
    assert len(lengths) > 300
    assert all(mm == round(mm, 3) for mm in lengths)


@pytest.mark.parametrize(
    ("arguments", "page_mm", "pages"),
    [
        ([], [297.0, 210.0], [1, 1, 2]),
        (["--per-page", "1"], [210.0, 297.0], [1, 2, 3]),
        (["--paper", "letter"], [279.4, 215.9], [1, 1, 2]),
        (["--paper", "LETTER", "--per-page", "1"], [215.9, 279.4], [1, 2, 3]),
        (["--paper", "a5"], [148.0, 210.0], [1, 2, 3]),
        (["--paper", "a5", "--per-page", "1"], [148.0, 210.0], [1, 2, 3]),
    ],
)
def test_copies_go_on_as_many_pages_as_they_need(
    arguments: list[str], page_mm: list[float], pages: list[int]
) -> None:
    found = _geometry("dunai", "--copies", "3", *arguments)
    assert found["page_mm"] == page_mm
    assert [placement["page"] for placement in found["placements"]] == pages
    assert [placement["copy"] for placement in found["placements"]] == [1, 2, 3]


def test_geometry_of_a_users_sheet(workplace: Path) -> None:
    _define(workplace / "mine", "hill", "revision: 1", "revision: 5")
    assert _geometry("hill", "--defs", "mine")["revision"] == 5


@pytest.mark.parametrize(
    "arguments",
    [
        ("kagkot", "--copies", "0"),
        ("kagkot", "--copies", "1001"),
        ("kagkot", "--paper", "a3"),
        ("kagkot", "--per-page", "3"),
        (),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    result = _run("geometry", *arguments)
    assert result.exit_code == ExitCode.USAGE
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("kagkto",), "no sheet is called 'kagkto'; did you mean kagkot?"),
        (
            ("kagkot", "--paper", "a5", "--per-page", "2"),
            "--per-page 2: A5 paper holds one sheet; leave --per-page out",
        ),
        (
            ("kagkot", "--defs", "mine"),
            "there is no folder mine with sheet definitions",
        ),
    ],
)
def test_input_that_does_not_fit(arguments: tuple[str, ...], sentence: str) -> None:
    """The error reaches the handler of the group, `cli.main`."""
    result = _run("geometry", *arguments)
    assert isinstance(result.exception, InputError)
    assert str(result.exception) == sentence


def test_the_papers_offered_are_those_there_are() -> None:
    assert tuple(PAPERS) == PAPER_NAMES
    assert [forms_per_page(paper, None) for paper in PAPER_NAMES] == [2, 2, 1]
