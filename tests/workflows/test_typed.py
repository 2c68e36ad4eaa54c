"""Typed games, ranking and CSV: from words to results."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest

from trekprint.errors import InputError
from trekprint.workflows.ranking import rank
from trekprint.workflows.results import result_data
from trekprint.workflows.sources import BYTES_MOST, expand, score_source, stems
from trekprint.workflows.table import csv_text
from trekprint.workflows.typed import score_file, score_typed

FRENCH = (
    "kagkot 1 2 3 3 6 7 6 12 11 12 6 5 11 7 4 3 1 2 0 links 14-11 11-12 12-15 15-16"
    " 16-18 18-17 17-19 9-8 10-13 1-2 2-4"
)


def _skulls(player: str, numbers: str = "") -> str:
    cells = (numbers.split() + ["X"] * 19)[:19]
    return f"kagkot {' '.join(cells)} player={player}"


def test_the_french_example_is_worth_88_as_json() -> None:
    data = result_data(score_typed(FRENCH, ""))
    assert data["status"] == "sure"
    score = data["score"]
    assert isinstance(score, dict)
    assert score["total"] == 88
    assert (score["line_bonus"], score["zone_bonus"], score["penalty"]) == (20, 1, -3)
    assert sorted(line["points"] for line in score["lines"]) == [5, 13, 13, 14]
    assert sorted(zone["points"] for zone in score["zones"]) == [4, 8, 13]
    assert score["orphans"] == [6]
    assert data["links_from"] == "given"
    assert [1, 2] in data["links"]  # type: ignore[operator]


def test_ropes_are_in_the_json_beside_the_links() -> None:
    data = result_data(score_typed(f"{FRENCH} ropes 2-5", ""))
    assert data["ropes"] == [[2, 5]]
    assert [2, 5] not in data["links"]  # type: ignore[operator]
    assert result_data(score_typed(FRENCH, ""))["ropes"] == []
    audit = data["audit"]
    assert isinstance(audit, list)
    assert [finding["code"] for finding in audit] == ["illegal-rope"]


def test_an_impossible_number_becomes_a_skull_with_a_note() -> None:
    result = score_typed("kagkot 15" + " X" * 18, "")
    assert result.total == -57
    assert any("15" in note for note in result.notes)


def test_a_bad_line_of_a_file_does_not_stop_the_others(tmp_path: Path) -> None:
    path = tmp_path / "night.txt"
    path.write_text(f"{FRENCH}\nkagkot 1 2 3\n{_skulls('Bo')}\n", encoding="utf-8")
    results = score_file(path)
    assert [result.status for result in results] == ["sure", "failed", "sure"]
    assert (results[1].error or "").startswith("night.txt:2: ")


@pytest.mark.parametrize(
    ("circles", "sentence"),
    [
        ([*range(1, 19), 20], "there is no column for circle 19 of kagkot"),
        ([*range(1, 21)], "there is a column 20, but kagkot has no such circle"),
    ],
)
def test_columns_for_other_circles_are_refused(
    tmp_path: Path, circles: list[int], sentence: str
) -> None:
    """Also where their number is right: every value would go to a wrong circle."""
    path = tmp_path / "n.csv"
    header = ",".join(map(str, circles))
    path.write_text(f"{header}\n{','.join('1' * len(circles))}\n", encoding="utf-8")
    (result,) = score_file(path, "kagkot")
    assert result.error == f"n.csv:2: {sentence}"


def test_a_game_without_a_sheet_is_told_to_name_it(tmp_path: Path) -> None:
    path = tmp_path / "n.txt"
    path.write_text("1 2 3\n", encoding="utf-8")
    (result,) = score_file(path)
    assert "sheet's name is missing" in (result.error or "")
    assert "--sheet" in (result.error or "")


def test_an_unreadable_file_is_one_failed_result(tmp_path: Path) -> None:
    (result,) = score_file(tmp_path / "none.csv")
    assert result.status == "failed"


def test_ties_share_a_place_and_the_next_is_skipped() -> None:
    texts = [_skulls("Ann"), _skulls("Bo", "1 2"), _skulls("Cy"), _skulls("Di", "0 1")]
    results = [score_typed(text, "") for text in texts]
    ((title, rows),) = rank(results)
    assert title == "Kagkot"
    assert [(row.place, row.name, row.total) for row in rows] == [
        (1, "Bo", -48),
        (2, "Di", -49),
        (3, "Ann", -57),
        (3, "Cy", -57),
    ]


def test_one_result_is_no_ranking() -> None:
    assert rank([score_typed(FRENCH, "")]) == []


def test_an_empty_sheet_is_not_ranked() -> None:
    blank = "kagkot " + "- " * 19
    assert rank([score_typed(FRENCH, ""), score_typed(blank, "")]) == []


def test_csv_has_a_row_each_and_no_formulas() -> None:
    results = [score_typed(_skulls("=1+1"), ""), *score_file(Path("none.csv"))]
    rows = list(csv.DictReader(io.StringIO(csv_text(results))))
    assert [row["status"] for row in rows] == ["sure", "failed"]
    assert rows[0]["player"] == "'=1+1"
    assert rows[0]["total"] == "-57"
    assert rows[0]["game"].startswith("kagkot X X")


def test_a_folder_gives_its_files_in_the_order_people_expect(tmp_path: Path) -> None:
    for name in ("p10.jpg", "p2.jpg", ".hidden", "a.csv"):
        (tmp_path / name).touch()
    (tmp_path / "sub").mkdir()
    names = [path.name for path in expand([str(tmp_path), "other.png"])]
    assert names == ["a.csv", "p2.jpg", "p10.jpg", "other.png"]


def test_an_empty_folder_is_said_to_be_empty(tmp_path: Path) -> None:
    """As a result like any other, so that it does not stop the other sources."""
    (tmp_path / "sub").mkdir()
    assert expand([str(tmp_path), "a.txt"]) == [tmp_path, Path("a.txt")]
    (found,) = score_source(tmp_path)
    assert found.result.error == f"{tmp_path}: there are no files in this folder"


@pytest.mark.parametrize("name", ["a.jpg", "a.csv"])
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path, name: str) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(tmp_path / name)
    (found,) = score_source(tmp_path / name)
    assert "this is a pipe or a device" in (found.result.error or "")


def test_a_film_is_not_read_into_memory(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    with film.open("wb") as stream:
        stream.truncate(BYTES_MOST + 1)
    (found,) = score_source(film)
    assert "300 MB is more than a photo or scan can need" in (found.result.error or "")


def test_names_that_no_file_can_have_are_failures(tmp_path: Path) -> None:
    (path,) = expand(["a" * 5000 + ".jpg"])
    (found,) = score_source(path)
    assert found.result.status == "failed"


def test_stems_differ_where_files_do(tmp_path: Path) -> None:
    paths = [Path("a/p.jpg"), Path("b/p.jpg"), Path("a/p.JPG"), Path("a/../a/p.jpg")]
    assert stems(paths) == ["p-jpg", "p-jpg-2", "p-jpg-3", "p-jpg"]


def test_a_typed_file_is_a_source_like_a_photo(tmp_path: Path) -> None:
    path = tmp_path / "n.txt"
    path.write_text(FRENCH, encoding="utf-8")
    (found,) = score_source(path)
    assert found.result.total == 88


def test_an_unknown_sheet_is_an_input_error() -> None:
    with pytest.raises(InputError, match="did you mean kagkot"):
        score_typed("kagkott 1 2", "")
