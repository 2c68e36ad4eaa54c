"""The stored file itself: opening, recognising and upgrading it.

Settings, and why:

* Rollback journal instead of a write-ahead log: everything is in one file that can be
  copied, and it also works in folders of a network or a cloud drive.
* `synchronous = EXTRA`: a transaction is committed by deleting the journal. FULL does
  not wait until the folder itself has reached the disk, so that after a power cut the
  journal could be back and undo a step that was reported as saved. EXTRA waits.
* `fullfsync`: on macOS the ordinary call leaves data in the drive's own memory.
* A killed process needs neither: what was handed to the system survives, and a
  half-written transaction is undone from the journal by whoever opens the file next.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING

from trekprint.store.errors import StoreError, as_store_error
from trekprint.store.migrations import SCHEMA_STEPS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from trekprint.store.migrations import SchemaStep

APPLICATION_ID = 0x54524B50  # "TRKP": tells our files from other SQLite files
BUSY_SECONDS = 5.0
_CHECKED_BYTES = 8_000_000
"""Files up to this size are checked throughout when opened: that takes milliseconds."""


def connect(
    path: Path,
    *,
    steps: Sequence[SchemaStep] = SCHEMA_STEPS,
    busy_seconds: float = BUSY_SECONDS,
) -> sqlite3.Connection:
    """An open connection to the file at `path`, made and upgraded where necessary.

    Raises:
        StoreError: the file is damaged, foreign, newer, locked or not accessible; it is
            left as it was.
    """
    _make_folder(path)
    with sentences_about(path):
        connection = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None)
    try:
        with sentences_about(path):
            _recognise(connection, path, steps)
            for setting in (
                "foreign_keys = ON",
                "journal_mode = DELETE",
                "synchronous = EXTRA",
                "fullfsync = ON",
            ):
                connection.execute(f"PRAGMA {setting}").fetchall()
            _upgrade(connection, path, steps)
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def sentences_about(path: Path) -> Iterator[None]:
    """Turn what SQLite reports inside into a `StoreError` about `path`."""
    try:
        yield
    except sqlite3.Error as error:
        raise as_store_error(error, path) from error


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    """Everything inside happens, or nothing; `begin` is how SQLite starts it."""
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    finally:
        # SQLite has already undone everything after some errors (a full disk).
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _make_folder(path: Path) -> None:
    if path.is_dir():
        raise StoreError(
            f"{path} is a folder. Name a file in it with --file, for example "
            f"{path / 'trekprint.sqlite'}."
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The folder {path.parent} cannot be made ({error.strerror}). Name a file "
            "in another folder with --file."
        ) from error


def _recognise(
    connection: sqlite3.Connection, path: Path, steps: Sequence[SchemaStep]
) -> None:
    """Refuse what is not ours, from the future or damaged, before anything is set."""
    if _is_new(connection):
        return
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise StoreError(
            f"{path} belongs to another program, and was left as it is. Name another "
            "file with --file."
        )
    found = _pragma(connection, "user_version")
    if found > len(steps):
        raise StoreError(
            f"{path} was written by a newer trekprint (schema step {found}; this "
            f"version knows {len(steps)}), and was left as it is. Upgrade trekprint "
            "with: pip install --upgrade trekprint"
        )
    size = _pragma(connection, "page_count") * _pragma(connection, "page_size")
    if size <= _CHECKED_BYTES:
        answers = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
        if answers != ["ok"]:
            error = sqlite3.DatabaseError(str(answers[0]))
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error


def _is_new(connection: sqlite3.Connection) -> bool:
    """Whether the file is empty: made just now, or by hand."""
    return not _pragma(connection, "page_count")


def _upgrade(
    connection: sqlite3.Connection, path: Path, steps: Sequence[SchemaStep]
) -> None:
    """Run the steps that the file has not seen, each in its own transaction."""
    while _pragma(connection, "user_version") < len(steps):
        with transaction(connection, "BEGIN IMMEDIATE"):
            # Another process may have run it while this one waited for the lock.
            done = _pragma(connection, "user_version")
            if done < len(steps):
                _run(connection, path, steps[done])


def _run(connection: sqlite3.Connection, path: Path, step: SchemaStep) -> None:
    """One step with the record that it ran, and a backup first where there is data."""
    if step.number == 1:
        connection.execute(
            "CREATE TABLE schema_steps ("
            "number INTEGER PRIMARY KEY, name TEXT NOT NULL, ran TEXT NOT NULL)"
        )
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    else:
        _back_up(path, step)
    step.run(connection)
    connection.execute(
        "INSERT INTO schema_steps VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
        (step.number, step.name),
    )
    connection.execute(f"PRAGMA user_version = {step.number}")


def _back_up(path: Path, step: SchemaStep) -> None:
    """Copy the file as it is before `step`; the caller holds the write lock.

    The copy appears under its name only when it is whole, and never replaces one.
    """
    backup = _free_name(path.with_name(f"{path.name}.before-step{step.number}"))
    unfinished = backup.with_name(f"{backup.name}.{os.getpid()}.tmp")
    try:
        with (
            contextlib.closing(sqlite3.connect(path)) as source,
            contextlib.closing(sqlite3.connect(unfinished)) as copy,
        ):
            source.backup(copy)
        _flush_to_disk(unfinished)
        unfinished.rename(backup)
    except OSError as error:
        raise StoreError(
            f"The backup {backup} cannot be written ({error.strerror}), so {path} was "
            "not upgraded and is as it was. Make room or allow writing, and try again."
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _free_name(path: Path) -> Path:
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def _flush_to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
