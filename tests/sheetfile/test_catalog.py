from __future__ import annotations

import os
from pathlib import Path

import pytest

from trekprint.errors import InputError, SheetError, UnreadableError
from trekprint.resources import data_dir
from trekprint.sheetfile.catalog import load_sheet, read_definition, sheet_names
from trekprint.sheetfile.document import SIZE_MOST

KAGKOT = (data_dir("sheet_defs") / "kagkot.yaml").read_text(encoding="utf-8")


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _define(folder: Path, name: str, summit: int) -> None:
    folder.mkdir(exist_ok=True)
    text = KAGKOT.replace("id: kagkot", f"id: {name}")
    text = text.replace("summit: 70", f"summit: {summit}", 1)
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def test_shipped_sheets_are_found_from_anywhere(workplace: Path) -> None:
    assert not [*workplace.iterdir()]
    assert load_sheet("kagkot").summit == 70
    assert "kagkot" in sheet_names()


def test_the_users_folder_comes_first_and_the_named_one_before_it(
    workplace: Path,
) -> None:
    _define(workplace / "sheet_defs", "kagkot", 71)
    _define(workplace / "sheet_defs", "my-hill", 11)
    assert load_sheet("kagkot").summit == 71
    _define(workplace / "mine", "kagkot", 72)
    assert load_sheet("kagkot", Path("mine")).summit == 72
    assert load_sheet("my-hill", Path("mine")).summit == 11
    assert load_sheet("dunai", Path("mine")).summit == 65
    assert sheet_names(Path("mine")) == ("dhaulagiri", "dunai", "kagkot", "my-hill")


def test_other_files_in_the_folder_are_no_sheets(workplace: Path) -> None:
    _define(workplace / "mine", "hill", 11)
    for name in ("notes.txt", "My Hill.yaml", "hill.yaml.bak", ".yaml"):
        (workplace / "mine" / name).touch()
    assert set(sheet_names(Path("mine"))) - set(sheet_names()) == {"hill"}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("kagkto", "no sheet is called 'kagkto'; did you mean kagkot?"),
        ("Dunai", "no sheet is called 'Dunai'; did you mean dunai?"),
        (
            "everest",
            "no sheet is called 'everest'; there are dhaulagiri, dunai, kagkot",
        ),
        ("../secret", "no sheet is called '../secret'; there are "),
        ("", "no sheet is called ''; there are "),
    ],
)
def test_unknown_names(name: str, sentence: str, workplace: Path) -> None:
    (workplace / "secret.yaml").write_text(KAGKOT, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        load_sheet(name)
    assert str(raised.value).startswith(sentence)


def test_a_folder_that_is_not_there(workplace: Path) -> None:
    with pytest.raises(InputError, match=r"^there is no folder mine with sheet def"):
        load_sheet("kagkot", Path("mine"))
    with pytest.raises(InputError, match="there is no folder"):
        sheet_names(workplace / "mine")


def test_a_broken_definition_hides_no_problem(workplace: Path) -> None:
    _define(workplace / "sheet_defs", "kagkot", 0)
    with pytest.raises(SheetError) as raised:
        load_sheet("kagkot")
    file = Path("sheet_defs") / "kagkot.yaml"
    assert str(raised.value) == f"{file}:12: summit: must be 1 to 999, not 0"


def test_files_that_cannot_be_read(workplace: Path) -> None:
    with pytest.raises(UnreadableError, match=r"^hill.yaml: there is no such file$"):
        read_definition(Path("hill.yaml"))
    with pytest.raises(UnreadableError, match=r": is a folder; name the files in it$"):
        read_definition(workplace)
    loop = workplace / "loop.yaml"
    loop.symlink_to(loop)
    with pytest.raises(UnreadableError, match=r"loop\.yaml: \w+"):
        read_definition(loop)


def test_a_pipe_is_refused_and_not_waited_for(workplace: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(workplace / "pipe.yaml")
    with pytest.raises(UnreadableError, match="is a pipe or a device"):
        read_definition(workplace / "pipe.yaml")


def test_names_that_no_file_can_have(workplace: Path) -> None:
    with pytest.raises(InputError, match="no sheet is called"):
        load_sheet("a" * 5000)
    with pytest.raises(UnreadableError, match="too long"):
        read_definition(workplace / ("a" * 5000))


def test_a_huge_file_is_not_read_to_its_end(workplace: Path) -> None:
    with (workplace / "huge.yaml").open("wb") as stream:
        stream.truncate(10**9)
    assert len(read_definition(Path("huge.yaml"))) == SIZE_MOST + 1
