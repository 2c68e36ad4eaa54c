"""What people name on the command line -> files, and each file -> results."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from trekprint.sheetfile.games import is_game_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.workflows.photos import PhotoResult


BYTES_MOST = 300_000_000
"""Of a photo or scan; a film that lies in the folder is not read into memory."""


def expand(sources: Sequence[str]) -> list[Path]:
    """The files that `sources` name; of a folder all its files but the hidden ones.

    A folder's files come in the order people expect (`p2` before `p10`). Names that do
    not exist and folders without files stay in the list, so that reading them says so.
    """
    paths: list[Path] = []
    for source in sources:
        path = Path(source)
        try:
            paths += _files_in(path) if path.is_dir() else [path]
        except OSError:
            paths.append(path)
    return paths


def _files_in(folder: Path) -> list[Path]:
    """The folder's files, or the folder itself where it has none."""
    files = [
        path
        for path in folder.iterdir()
        if path.is_file() and not path.name.startswith(".")
    ]
    return sorted(files, key=_natural) or [folder]


def _natural(path: Path) -> list[tuple[int, str]]:
    """Sorts runs of digits by value, all else as text."""
    parts = re.findall(r"\d+|\D+", path.name.lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def stems(paths: Sequence[Path]) -> list[str]:
    """For each file a name to call what is made from it; others for other files.

    `evening/p1.jpg` gives `p1-jpg`, and `later/p1.jpg` beside it `p1-jpg-2`.
    """
    owners: dict[str, str] = {}
    found = []
    for path in paths:
        plain = f"{path.stem}-{path.suffix.lower().lstrip('.')}"
        file, name, number = os.path.realpath(path), plain, 1
        while owners.setdefault(name, file) != file:
            number += 1
            name = f"{plain}-{number}"
        found.append(name)
    return found


def score_source(
    path: Path, sheet: str | None = None, defs: Path | None = None
) -> list[PhotoResult]:
    """The results of one file, photo or typed; failures are results too.

    Raises InputError where `sheet` is unknown.
    """
    from trekprint.workflows.photos import PhotoResult, failed, read_photo

    if unusable := _unusable(path):
        return [failed(str(path), f"{path}: {unusable}")]
    if is_game_file(path):
        from trekprint.workflows.typed import score_file

        return [PhotoResult(result=r) for r in score_file(path, sheet, defs)]
    return read_photo(path, sheet=sheet, defs=defs)


def _unusable(path: Path) -> str | None:
    """Why `path` is nothing to read from; None for files, and where there is none."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            return _unusable_folder(path)
    except OSError:
        # Opening it will fail alike, and whoever opens it says so.
        return None
    if not stat.S_ISREG(status.st_mode):
        return "this is a pipe or a device; save the photo to a file"
    if status.st_size > BYTES_MOST:
        return (
            f"{status.st_size // 1_000_000} MB is more than a photo or scan can need"
            f" ({BYTES_MOST // 1_000_000} MB)"
        )
    return None


def _unusable_folder(path: Path) -> str:
    try:
        next(path.iterdir(), None)
    except OSError as error:
        return f"this folder may not be looked into ({error.strerror})"
    return "there are no files in this folder"
