"""The wheel, in a fresh environment with nothing but what it asks for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PHOTO = ROOT / "tests" / "data" / "photos" / "ordinary-02-kagkot.jpg"
SCRIPTS = "Scripts" if os.name == "nt" else "bin"

FINDS_NOTHING = ("No matching distribution found", "Could not find a version")
"""What pip says without a network. The same packages were found to run these tests."""


def _pip(python: str | Path, *arguments: str | Path) -> None:
    """Run pip as this machine has it set up."""
    command = [python, "-m", "pip", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if any(words in done.stderr for words in FINDS_NOTHING):
        pytest.skip("pip finds no packages; is this machine offline?")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _pip(sys.executable, "wheel", "--quiet", "--no-deps", "-w", folder, ROOT)
    (file,) = folder.glob("trekprint-*.whl")
    return file


@pytest.fixture(scope="module")
def trekprint(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, installed where there is nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    _pip(folder / SCRIPTS / "python", "install", "--quiet", wheel)
    return folder / SCRIPTS / "trekprint"


def _run(command: Path, folder: Path, *arguments: str | Path) -> str:
    done = subprocess.run(
        [command, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 3), done.stderr
    assert done.stderr == ""
    return done.stdout


def test_what_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"trekprint"}
    assert not [name for name in names if name.startswith("trekprint/training/")]
    for folder, data in (("sheet_defs", "*.yaml"), ("templates", "**/*.*")):
        for file in (ROOT / folder).glob(data):
            assert f"trekprint/_data/{file.relative_to(ROOT).as_posix()}" in names
    assert {"trekprint/scan/models/numbers.onnx", "trekprint/py.typed"} <= set(names)


def test_sheets_print_and_a_photo_is_read(trekprint: Path, tmp_path: Path) -> None:
    listed = _run(trekprint, tmp_path, "sheets").splitlines()
    assert [line.split("\t")[0] for line in listed] == ["dunai", "kagkot", "dhaulagiri"]
    assert "output" in _run(trekprint, tmp_path, "sheet", "kagkot")
    assert (tmp_path / "output" / "kagkot.pdf").read_bytes().startswith(b"%PDF-")
    (read,) = json.loads(_run(trekprint, tmp_path, "score", PHOTO, "--json"))
    assert (read["sheet"], len(read["circles"])) == ("kagkot", 19)
