"""Upgrading the file from each earlier step, with a backup before."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

import pytest

from tests.store.recorder import NOW
from trekprint.store import Store, StoreError
from trekprint.store.file import connect
from trekprint.store.migrations import SCHEMA_STEPS, SchemaStep

if TYPE_CHECKING:
    from pathlib import Path

NEXT = len(SCHEMA_STEPS) + 1


def add_notes(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE records ADD COLUMN note TEXT NOT NULL DEFAULT ''")


def fail_late(connection: sqlite3.Connection) -> None:
    add_notes(connection)
    connection.execute("DELETE FROM steps")
    connection.execute("INSERT INTO nowhere VALUES (1)")


PRETEND = (*SCHEMA_STEPS, SchemaStep(NEXT, "notes", add_notes))


def filled(path: Path, steps: tuple[SchemaStep, ...] = SCHEMA_STEPS) -> int:
    with Store(connect(path, steps=steps), path) as store:
        return store.create("solo", "Winter", "{}", ["1", "2"], now=NOW)


def columns(path: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return [row[1] for row in connection.execute("PRAGMA table_info(records)")]


def ran(path: Path) -> list[tuple[int, str]]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT number, name FROM schema_steps")
        return [(row[0], row[1]) for row in rows]


def test_steps_are_numbered_from_one_without_a_gap() -> None:
    assert [step.number for step in SCHEMA_STEPS] == list(range(1, NEXT))


@pytest.mark.parametrize("earlier", range(1, NEXT))
def test_each_earlier_file_is_upgraded_with_a_backup(
    tmp_path: Path, earlier: int
) -> None:
    path = tmp_path / "store.sqlite"
    number = filled(path, SCHEMA_STEPS[:earlier])
    before = path.read_bytes()
    with Store(connect(path, steps=PRETEND), path) as store:
        assert store.load(number).steps == ("1", "2")
    assert "note" in columns(path)
    assert ran(path) == [(step.number, step.name) for step in PRETEND]
    backup = path.with_name(f"store.sqlite.before-step{earlier + 1}")
    assert sorted(tmp_path.iterdir())[:2] == [path, backup]
    assert columns(backup) == [name for name in columns(path) if name != "note"]
    with Store(connect(backup, steps=SCHEMA_STEPS[:earlier]), backup) as kept:
        assert kept.load(number).steps == ("1", "2")
    assert len(before) == len(backup.read_bytes())


def test_a_new_file_needs_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    connect(path).close()
    assert list(tmp_path.iterdir()) == [path]
    assert ran(path) == [(step.number, step.name) for step in SCHEMA_STEPS]


def test_a_step_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    number = filled(path)
    failing = (*SCHEMA_STEPS, SchemaStep(NEXT, "fails", fail_late))
    with pytest.raises(StoreError, match="no such table: nowhere"):
        connect(path, steps=failing)
    assert "note" not in columns(path)
    with Store.open(path) as store:
        assert store.load(number).steps == ("1", "2")


def test_a_backup_never_replaces_another(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    filled(path)
    first = path.with_name(f"store.sqlite.before-step{NEXT}")
    first.write_text("kept")
    connect(path, steps=PRETEND).close()
    assert first.read_text() == "kept"
    assert "note" not in columns(first.with_name(f"{first.name}-2"))


def test_without_a_backup_no_step_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.sqlite"
    filled(path)

    def full(_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("trekprint.store.file._flush_to_disk", full)
    with pytest.raises(StoreError, match=r"backup .* cannot be written"):
        connect(path, steps=PRETEND)
    assert "note" not in columns(path)
    assert list(tmp_path.iterdir()) == [path]


def test_the_older_program_refuses_the_upgraded_file(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    filled(path, PRETEND)
    with pytest.raises(StoreError, match="newer trekprint"):
        Store.open(path)
