"""What people name on the command line -> files, and each file -> results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from trekprint.errors import UnreadableError
from trekprint.sheetfile.games import is_game_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.workflows.photos import PhotoResult


def expand(sources: Sequence[str]) -> list[Path]:
    """The files that `sources` name; of a folder all its files but the hidden ones.

    A folder's files come in the order people expect (`p2` before `p10`). Names that do
    not exist stay in the list, so that reading them says so.

    Raises:
        UnreadableError: a folder has no files in it, or may not be looked into.
    """
    paths: list[Path] = []
    for source in sources:
        path = Path(source)
        paths += _files_in(path) if path.is_dir() else [path]
    return paths


def _files_in(folder: Path) -> list[Path]:
    try:
        files = [
            path
            for path in folder.iterdir()
            if path.is_file() and not path.name.startswith(".")
        ]
    except OSError as error:
        raise UnreadableError(f"{folder}: {error.strerror}") from error
    if not files:
        raise UnreadableError(f"{folder}: there are no files in this folder")
    return sorted(files, key=_natural)


def _natural(path: Path) -> list[tuple[int, str]]:
    """Sorts runs of digits by value, all else as text."""
    parts = re.findall(r"\d+|\D+", path.name.lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def score_source(
    path: Path, sheet: str | None = None, defs: Path | None = None
) -> list[PhotoResult]:
    """The results of one file, photo or typed; failures are results too.

    Raises InputError where `sheet` is unknown.
    """
    from trekprint.workflows.photos import PhotoResult, read_photo

    if is_game_file(path):
        from trekprint.workflows.typed import score_file

        return [PhotoResult(result=r) for r in score_file(path, sheet, defs)]
    return read_photo(path, sheet=sheet, defs=defs)
