"""`trekprint score` on photo files, as people and programs call it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from tests.helpers.photo_truth import load_truth
from trekprint.cli import cli

PHOTOS = sorted((Path(__file__).parents[1] / "data" / "photos").glob("*.jpg"))
ONE = next(photo for photo in PHOTOS if photo.stem == "ordinary-02-kagkot")


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(cli, ["score", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def _data(result: Result) -> list[dict[str, Any]]:
    data = json.loads(result.stdout)
    assert isinstance(data, list)
    return data


def _cat(path: Path) -> None:
    """Not a sheet: soft blobs of fur colours."""
    noise = np.random.default_rng(1).integers(0, 255, (12, 16, 3), dtype=np.uint8)
    Image.fromarray(noise).resize((800, 600), Image.Resampling.BICUBIC).save(path)


def _truncated(path: Path) -> None:
    path.write_bytes(ONE.read_bytes()[:60_000])


def _zero(path: Path) -> None:
    path.touch()


def test_json_of_a_photo_is_as_the_contract_says() -> None:
    result = _run(ONE, "--json", "--no-input")
    assert result.exit_code in (0, 3)
    (data,) = _data(result)
    truth = load_truth(ONE.with_suffix(".yaml")).sheets[0]
    assert (data["sheet"], data["copy"], data["page"]) == (truth.sheet, truth.copy, 1)
    assert data["links_from"] == "drawn"
    assert len(data["circles"]) == 19
    assert set(data["circles"][0]) == {
        "id",
        "state",
        "value",
        "confidence",
        "doubtful",
        "alternatives",
    }
    assert result.exit_code == (0 if data["status"] == "sure" else 3)
    assert data["source"] == str(ONE)


def test_people_get_the_table_and_the_overlay_where_they_want_it() -> None:
    result = _run(ONE, "--overlay", "pictures")
    (picture,) = Path("pictures").iterdir()
    assert str(picture) in result.stdout
    assert "Final score" in result.stdout
    with Image.open(picture) as image:
        assert max(image.size) <= 1600


@pytest.mark.parametrize(
    ("name", "make", "sentence"),
    [
        ("cat.png", _cat, "all four corner markers"),
        ("half.jpg", _truncated, "half.jpg"),
        ("zero.jpg", _zero, "zero.jpg"),
    ],
)
def test_what_is_no_sheet_is_one_failed_result(
    name: str, make: Any, sentence: str
) -> None:
    make(Path(name))
    result = _run(name, "--json")
    (data,) = _data(result)
    assert (result.exit_code, data["status"]) == (1, "failed")
    assert sentence in data["error"]
    assert name in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_sheet_may_be_named(workplace: Path) -> None:
    assert _run(ONE, "--json", "--sheet", "kagkot").exit_code in (0, 3)
    result = CliRunner().invoke(cli, ["score", str(ONE), "--sheet", "kagkott"])
    assert "did you mean kagkot?" in str(result.exception)


def test_broken_definitions_beside_disturb_no_photo_of_other_sheets() -> None:
    Path("sheet_defs").mkdir()
    for name in ("aaa", "zzz"):
        Path(f"sheet_defs/{name}.yaml").write_text("kind: [broken", encoding="utf-8")
    (data,) = _data(_run(ONE, "--json"))
    assert (data["sheet"], data["error"]) == ("kagkot", None)


def test_a_photo_of_a_sheet_whose_definition_is_broken_says_so() -> None:
    Path("sheet_defs").mkdir()
    Path("sheet_defs/kagkot.yaml").write_text("kind: [broken", encoding="utf-8")
    result = _run(ONE, "--json")
    (data,) = _data(result)
    assert (result.exit_code, data["page"]) == (1, 1)
    assert "kagkot.yaml:1: the YAML ends too early" in data["error"]


@pytest.mark.parametrize("size", [(1, 1), (5000, 1), (99, 3000)])
def test_pictures_too_thin_for_a_sheet_show_none(size: tuple[int, int]) -> None:
    Image.new("L", size).save("thin.png")
    (data,) = _data(_run("thin.png", "--json"))
    assert "No sheet was found" in data["error"]


def test_pictures_of_namesakes_do_not_overwrite_each_other() -> None:
    for folder in ("a", "b"):
        Path(folder).mkdir()
        shutil.copy(ONE, f"{folder}/p.jpg")
    _run("a/p.jpg", "b/p.jpg", "--json", "--overlay", "pictures")
    names = sorted(path.name for path in Path("pictures").iterdir())
    assert names == ["p-jpg-2-read.jpg", "p-jpg-read.jpg"]


def test_a_picture_that_cannot_be_written_does_not_cost_the_result() -> None:
    Path("file").touch()
    result = _run(ONE, "--json", "--overlay", "file/pictures")
    (data,) = _data(result)
    assert (result.exit_code, data["error"]) == (1, None)
    assert "could not be written" in result.stderr


def test_a_code_that_can_be_read_outweighs_the_named_sheet() -> None:
    """Else a wrong name would make of a filled sheet another one's nonsense."""
    (named,) = _data(_run(ONE, "--json", "--sheet", "dunai"))
    (plain,) = _data(_run(ONE, "--json"))
    assert (named["sheet"], named["score"]) == ("kagkot", plain["score"])
    assert any("The code says" in warning for warning in named["warnings"])


def test_json_lines_are_the_objects_of_json() -> None:
    shutil.copy(ONE, "a.jpg")
    _cat(Path("b.png"))
    (one, two) = _data(_run("a.jpg", "b.png", "--json"))
    result = _run("a.jpg", "b.png", "--jsonl")
    assert [json.loads(line) for line in result.stdout.splitlines()] == [one, two]
    assert result.exit_code == 1


@pytest.mark.skipif(os.name == "nt", reason="sends a signal of Unix")
def test_ctrl_c_ends_a_batch_without_a_traceback(workplace: Path) -> None:
    """And leaves no process behind: their standard error would stay open.

    The first line comes while the other photos are still being read.
    """
    for number in range(24):
        shutil.copy(ONE, f"p{number}.jpg")
    program = "from trekprint.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "score", str(workplace), "--jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # whoever runs the tests may ignore interrupts, which children inherit
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        text=True,
    ) as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        os.killpg(process.pid, signal.SIGINT)
        rest, told = process.communicate(timeout=60)
    assert first["source"].endswith("p0.jpg")
    assert len(rest.splitlines()) < 23
    assert (process.returncode, told.strip()) == (1, "Aborted!")
