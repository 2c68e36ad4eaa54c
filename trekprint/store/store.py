"""Records with logs in one SQLite file; each public method is one transaction."""

from __future__ import annotations

import contextlib
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import platformdirs

from trekprint.store.errors import AbsentError, NameTakenError, StaleError, StoreError
from trekprint.store.file import connect, sentences_about, transaction

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

_RECORDS = (
    "SELECT id, kind, name, setup, created, changed,"
    " (SELECT count(*) FROM steps WHERE record_id = records.id), version FROM records"
)


@dataclass(frozen=True, slots=True)
class Record:
    """One played thing; `steps` is their number, times are ISO texts."""

    id: int
    kind: str
    name: str
    setup: str
    created: str
    changed: str
    steps: int


@dataclass(frozen=True, slots=True)
class Log:
    """A record with its steps, oldest first, each as the text that was given."""

    record: Record
    steps: tuple[str, ...]


def default_path() -> Path:
    """Where the file is unless another is named: in the user's data folder."""
    return platformdirs.user_data_path("trekprint", appauthor=False) / (
        "trekprint.sqlite"
    )


class Store:
    """The stored file, open. Use it as a context manager.

    Every method raises `StoreError` where the file cannot be read or written, and
    `AbsentError` where the record is not there; then nothing has changed.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Use an open connection; `Store.open` makes one."""
        self.path = path
        self._connection = connection
        self._seen: dict[int, int] = {}

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open the file at `path`, made with its folder where there is none.

        Raises:
            StoreError: a file that is damaged, foreign, newer, locked, or may not be
                used; it is left as it was.
        """
        return cls(connect(path), path)

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file; everything reported as saved is in it already."""
        self._connection.close()

    def records(self, kind: str) -> tuple[Record, ...]:
        """All records of a kind, the one changed last first."""
        with self._transaction("BEGIN"):
            rows = self._connection.execute(
                f"{_RECORDS} WHERE kind = ? ORDER BY changed DESC, id DESC", (kind,)
            ).fetchall()
        return tuple(Record(*row[:-1]) for row in rows)

    def load(self, record_id: int) -> Log:
        """A record and its steps."""
        with self._transaction("BEGIN"):
            record, version = self._record(record_id)
            steps = self._steps(record_id)
        self._seen[record_id] = version
        return Log(record, steps)

    def create(
        self, kind: str, name: str, setup: str, steps: Sequence[str] = (), *, now: str
    ) -> int:
        """Add a record and return its id.

        Raises:
            NameTakenError: one of this kind has the name, be it in other case.
            StoreError: the name is empty or cannot be written.
        """
        _check(name)
        with self._transaction():
            self._refuse_taken(kind, name, but=0)
            cursor = self._connection.execute(
                "INSERT INTO records (kind, name, name_key, setup, created, changed)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (kind, name, _key(name), setup, now, now),
            )
            record_id = int(cursor.lastrowid or 0)
            self._insert(record_id, 0, steps)
        self._seen[record_id] = 1
        return record_id

    def append(
        self, record_id: int, steps: Sequence[str], *, after: int, now: str
    ) -> None:
        """Add steps behind the `after` steps that the caller saw.

        Raises:
            StaleError: the log was changed meanwhile; load it and decide again.
        """
        with self._transaction():
            version = self._fresh(record_id, after)
            self._insert(record_id, after, steps)
            self._touch(record_id, now)
        self._seen[record_id] = version + 1

    def rewrite(
        self, record_id: int, steps: Sequence[str], *, after: int, now: str
    ) -> None:
        """Put `steps` in place of the `after` steps the caller saw (undo, correction).

        Steps that are no longer there are kept aside in the file.

        Raises:
            StaleError: the log was changed meanwhile; load it and decide again.
        """
        with self._transaction():
            version = self._fresh(record_id, after)
            kept = _common(self._steps(record_id), steps)
            self._connection.execute(
                "INSERT INTO replaced_steps"
                " (record_id, version, number, step, replaced)"
                " SELECT record_id, ?, number, step, ? FROM steps"
                " WHERE record_id = ? AND number > ? ORDER BY number",
                (version, now, record_id, kept),
            )
            self._connection.execute(
                "DELETE FROM steps WHERE record_id = ? AND number > ?",
                (record_id, kept),
            )
            self._insert(record_id, kept, steps[kept:])
            self._touch(record_id, now)
        self._seen[record_id] = version + 1

    def rename(self, record_id: int, name: str, *, now: str) -> None:
        """Give a record another name.

        Raises:
            NameTakenError: another of this kind has the name, be it in other case.
            StoreError: the name is empty or cannot be written.
        """
        _check(name)
        with self._transaction():
            record, _ = self._record(record_id)
            self._refuse_taken(record.kind, name, but=record_id)
            self._connection.execute(
                "UPDATE records SET name = ?, name_key = ?, changed = ? WHERE id = ?",
                (name, _key(name), now, record_id),
            )

    def delete(self, record_id: int) -> None:
        """Remove a record, its steps, and those that corrections replaced."""
        with self._transaction():
            self._record(record_id)
            self._connection.execute("DELETE FROM records WHERE id = ?", (record_id,))

    @contextlib.contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
        with sentences_about(self.path), transaction(self._connection, begin):
            yield

    def _record(self, record_id: int) -> tuple[Record, int]:
        """The record and its version."""
        row = self._connection.execute(
            f"{_RECORDS} WHERE id = ?", (record_id,)
        ).fetchone()
        if row is None:
            raise AbsentError(
                f"Number {record_id} is not in {self.path}: it was deleted. List what "
                "there is, and choose another."
            )
        return Record(*row[:-1]), int(row[-1])

    def _steps(self, record_id: int) -> tuple[str, ...]:
        rows = self._connection.execute(
            "SELECT step FROM steps WHERE record_id = ? ORDER BY number", (record_id,)
        )
        return tuple(row[0] for row in rows)

    def _fresh(self, record_id: int, after: int) -> int:
        """The record's version, if its log is still as the caller saw it."""
        record, version = self._record(record_id)
        seen = self._seen.get(record_id, version)
        if record.steps != after or version != seen:
            raise StaleError(
                f"“{record.name}” was changed by another program meanwhile (it now has "
                f"{record.steps} steps), so this step was not saved. Look at it again, "
                "then repeat the step if it is still missing."
            )
        return version

    def _insert(self, record_id: int, after: int, steps: Sequence[str]) -> None:
        self._connection.executemany(
            "INSERT INTO steps VALUES (?, ?, ?)",
            [(record_id, number, step) for number, step in enumerate(steps, after + 1)],
        )

    def _touch(self, record_id: int, now: str) -> None:
        self._connection.execute(
            "UPDATE records SET changed = ?, version = version + 1 WHERE id = ?",
            (now, record_id),
        )

    def _refuse_taken(self, kind: str, name: str, *, but: int) -> None:
        row = self._connection.execute(
            "SELECT name FROM records WHERE kind = ? AND name_key = ? AND id != ?",
            (kind, _key(name), but),
        ).fetchone()
        if row is not None:
            raise NameTakenError(
                f"There is already one named “{row[0]}”. Choose another name, or "
                "rename that one first."
            )


def _check(name: str) -> None:
    if not name.strip():
        raise StoreError("The name is empty; give it one to find it again.")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise StoreError(
            f"The name {name!r} holds signs that cannot be stored; use another name."
        ) from None


def _key(name: str) -> str:
    """The name as names are compared: without case, accents in one spelling."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _common(before: Sequence[str], after: Sequence[str]) -> int:
    """How many steps at the start are the same."""
    same = 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        same += 1
    return same
