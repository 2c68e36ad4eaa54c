"""What can go wrong with the stored file, each as a sentence for the table."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from trekprint.errors import ExitCode, TrekprintError

if TYPE_CHECKING:
    from pathlib import Path


class StoreError(TrekprintError):
    """The stored file could not be opened, read or written."""


class StaleError(StoreError):
    """Another process wrote to the record since the caller last saw it."""


class AbsentError(StoreError):
    """There is no such record, or it was deleted meanwhile."""


class NameTakenError(StoreError):
    """Another record of the same kind has this name."""

    exit_code = ExitCode.USAGE


_PRIMARY_CODE = 0xFF  # SQLite keeps details in the higher bits of an error code

_SENTENCES = {
    sqlite3.SQLITE_BUSY: "{path} is in use by another program, so nothing was "
    "changed. Close the other one, or wait a moment, and try again.",
    sqlite3.SQLITE_LOCKED: "{path} is in use by another program, so nothing was "
    "changed. Close the other one, or wait a moment, and try again.",
    sqlite3.SQLITE_FULL: "The disk with {path} is full, so nothing was changed. Free "
    "some space and do the last step again.",
    sqlite3.SQLITE_READONLY: "{path} may not be written to, so nothing was changed. "
    "Allow writing to the file and its folder, or name another with --file.",
    sqlite3.SQLITE_PERM: "{path} may not be opened. Allow reading and writing it, or "
    "name another with --file.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened or made. Check that its folder "
    "can be read and written, or name another file with --file.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged and was left as it is. Put a copy of "
    "it back (or one of the files {path}.before-step...), or name another with --file.",
    sqlite3.SQLITE_NOTADB: "{path} is not a file of trekprint (or it is damaged), and "
    "was left as it is. Name another file with --file.",
    sqlite3.SQLITE_IOERR: "{path} could not be read or written ({error}). Check the "
    "disk and try again.",
}


def as_store_error(error: sqlite3.Error, path: Path) -> StoreError:
    """The sentence for what SQLite reported about the file at `path`."""
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
    sentence = _SENTENCES.get(
        code, "{path} could not be used: SQLite says “{error}”. Nothing was changed."
    )
    return StoreError(sentence.format(path=path, error=error))
