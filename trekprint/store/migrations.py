"""The schema of the stored file, as steps that only ever grow in number.

A step that was released is never changed, since files exist that have run it; what
should be different is a further step. Each runs in one transaction together with
the record that it ran, so that a file is always at exactly one step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class SchemaStep:
    """One step of the schema; `run` changes the file inside a transaction."""

    number: int
    name: str
    run: Callable[[sqlite3.Connection], None]


def m001_records_with_logs(connection: sqlite3.Connection) -> None:
    """Records, their numbered steps, and the steps that corrections replaced.

    `name_key` is the name as names are compared (SQLite by itself knows upper and
    lower case only in English). `version` grows with each change of the record, so
    that a correction which leaves the number of steps as it was is noticed as well.
    """
    for statement in (
        "CREATE TABLE records ("
        " id INTEGER PRIMARY KEY AUTOINCREMENT,"
        " kind TEXT NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL,"
        " setup TEXT NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL,"
        " version INTEGER NOT NULL DEFAULT 1,"
        " UNIQUE (kind, name_key))",
        "CREATE TABLE steps ("
        " record_id INTEGER NOT NULL REFERENCES records (id) ON DELETE CASCADE,"
        " number INTEGER NOT NULL, step TEXT NOT NULL,"
        " PRIMARY KEY (record_id, number)) WITHOUT ROWID",
        "CREATE TABLE replaced_steps ("
        " id INTEGER PRIMARY KEY,"
        " record_id INTEGER NOT NULL REFERENCES records (id) ON DELETE CASCADE,"
        " version INTEGER NOT NULL, number INTEGER NOT NULL, step TEXT NOT NULL,"
        " replaced TEXT NOT NULL)",
        "CREATE INDEX replaced_steps_of_record ON replaced_steps (record_id)",
    ):
        connection.execute(statement)


SCHEMA_STEPS = (SchemaStep(1, "records with logs", m001_records_with_logs),)
