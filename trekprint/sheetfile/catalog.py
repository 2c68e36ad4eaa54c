"""Which sheets there are: the user's definitions first, then the shipped ones.

Looked through in this order: the folder given (`--defs`), `sheet_defs/` in the working
directory, the shipped definitions. A name found earlier hides the later one.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from trekprint.errors import InputError, UnreadableError
from trekprint.resources import data_dir
from trekprint.sheet.solo_form import MAX_PREFIX, SOLO_PREFIX
from trekprint.sheetfile.document import SIZE_MOST
from trekprint.sheetfile.loader import parse_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from trekprint.sheet.model import Sheet

DEFS_FOLDER = "sheet_defs"
"""The folder of definitions, in the working directory and in the program."""

_SUFFIX = ".yaml"
_NAME = re.compile(r"[a-z0-9-]{1,100}")


def load_sheet(name: str, defs: Path | None = None) -> Sheet:
    """The sheet called `name`; `defs` is a folder of definitions to look in first.

    `max-NAME` is Max's form of the sheet NAME (`sheet.solo_form`), where no definition
    is called so.

    Raises InputError for a name that no definition has, UnreadableError where the file
    cannot be read, SheetError where it has problems.
    """
    for folder in _folders(defs):
        file = folder / f"{name}{_SUFFIX}"
        try:
            found = bool(_NAME.fullmatch(name)) and file.is_file()
        except OSError as error:
            raise UnreadableError(f"{file}: {error.strerror}") from error
        if found:
            return parse_sheet(read_definition(file), str(file))
    if name.startswith(MAX_PREFIX):
        from trekprint.rules.solo.paper import form_of_max

        return form_of_max(load_sheet(name.removeprefix(MAX_PREFIX), defs))
    raise InputError(_unknown(name, sheet_names(defs)))


def form_names(name: str, defs: Path | None = None) -> tuple[str, ...]:
    """The sheets that `name` stands for: `solo-NAME` for yours and Max's, else one."""
    if name.startswith(SOLO_PREFIX) and name not in sheet_names(defs):
        sheet = name.removeprefix(SOLO_PREFIX)
        return sheet, f"{MAX_PREFIX}{sheet}"
    return (name,)


def sheet_names(defs: Path | None = None) -> tuple[str, ...]:
    """The names of all sheets in alphabetical order; the files are not looked into.

    Raises UnreadableError where a folder may not be looked into.
    """
    try:
        names = {
            file.name.removesuffix(_SUFFIX)
            for folder in _folders(defs)
            for file in folder.iterdir()
            if file.name.endswith(_SUFFIX)
        }
    except OSError as error:
        raise UnreadableError(f"{error.filename}: {error.strerror}") from error
    return tuple(sorted(name for name in names if _NAME.fullmatch(name)))


def read_definition(file: Path | Traversable) -> bytes:
    """The content of `file`, cut off where it is larger than any definition may be.

    Raises UnreadableError with a sentence.
    """
    try:
        if file.is_dir():
            raise UnreadableError(f"{file}: is a folder; name the files in it")
        if isinstance(file, Path) and file.exists() and not file.is_file():
            raise UnreadableError(f"{file}: is a pipe or a device, not a file")
        with file.open("rb") as stream:
            return stream.read(SIZE_MOST + 1)
    except FileNotFoundError as error:
        raise UnreadableError(f"{file}: there is no such file") from error
    except OSError as error:
        raise UnreadableError(f"{file}: {error.strerror or error}") from error


def _folders(defs: Path | None) -> Iterator[Path | Traversable]:
    if defs is not None:
        if not defs.is_dir():
            raise InputError(f"there is no folder {defs} with sheet definitions")
        yield defs
    local = Path(DEFS_FOLDER)
    if local.is_dir():
        yield local
    yield data_dir(DEFS_FOLDER)


def _unknown(name: str, names: tuple[str, ...]) -> str:
    nearest = get_close_matches(name.lower(), names, n=1)
    remedy = (
        f"did you mean {nearest[0]}?" if nearest else f"there are {', '.join(names)}"
    )
    return f"no sheet is called {name!r}; {remedy}"
