"""What can befall the file: a sentence comes out, and nothing is half-written."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from tests.store.recorder import NOW
from trekprint.store import Store, StoreError
from trekprint.store.file import connect
from trekprint.store.store import Store as StoreOfConnection


def filled(path: Path) -> int:
    with Store.open(path) as store:
        return store.create("solo", "Winter", "{}", ["1", "2"], now=NOW)


def refused(path: Path) -> str:
    """The sentence with which `path` is refused; its bytes must stay."""
    before = path.read_bytes()
    with pytest.raises(StoreError) as refusal:
        Store.open(path)
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == [path]
    return str(refusal.value)


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite"
    path.touch()
    with Store.open(path) as store:
        assert store.records("solo") == ()


def test_another_file_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Max,\n" * 500)
    assert "letter.txt is not a file of trekprint" in refused(path)


def test_the_file_of_another_program_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE records (id)")
    assert "photos.db belongs to another program" in refused(path)


def test_a_damaged_file_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    filled(path)
    content = bytearray(path.read_bytes())
    content[4096:8192] = b"\xaa" * 4096
    path.write_bytes(content)
    assert "is damaged" in refused(path)


@pytest.mark.parametrize("kept", [50, 2_000, 5_000, 20_000])
def test_a_cut_file_is_refused_untouched(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "store.sqlite"
    filled(path)
    path.write_bytes(path.read_bytes()[:kept])
    assert "damaged" in refused(path)


def test_a_file_of_a_newer_version_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    filled(path)
    with contextlib.closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 999")
    sentence = refused(path)
    assert "newer trekprint (schema step 999; this version knows" in sentence
    assert "pip install --upgrade" in sentence


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"is a folder. Name a file in it"):
        Store.open(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"The folder .*file/deeper cannot be made"):
        Store.open(tmp_path / "file" / "deeper" / "store.sqlite")


def test_a_file_that_cannot_be_made_is_named() -> None:
    with pytest.raises(StoreError, match="cannot be opened or made"):
        Store.open(Path("/proc/store.sqlite"))


def test_a_read_only_file_can_be_read_but_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    number = filled(path)
    # As root, file modes forbid nothing; SQLite's own read-only mode does.
    read_only = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    with StoreOfConnection(read_only, path) as store:
        assert store.load(number).steps == ("1", "2")
        with pytest.raises(StoreError, match="may not be written to"):
            store.append(number, ["3"], after=2, now=NOW)
        assert store.load(number).steps == ("1", "2")


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    number = filled(path)
    with Store.open(path) as store:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="is full, so nothing was changed"):
            store.append(number, ["3", "x" * 100_000], after=2, now=NOW)
        with pytest.raises(StoreError, match="is full"):
            store.rewrite(number, ["x" * 100_000], after=2, now=NOW)
        with pytest.raises(StoreError, match="is full"):
            store.create("solo", "Big", "x" * 100_000, now=NOW)
        assert store.load(number).steps == ("1", "2")
        store.append(number, ["3"], after=2, now=NOW)
    with Store.open(path) as store:
        assert store.load(number).steps == ("1", "2", "3")
        assert len(store.records("solo")) == 1


def test_a_locked_file_is_waited_for_and_then_named(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    number = filled(path)
    with (
        contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other,
        StoreOfConnection(connect(path, busy_seconds=0.05), path) as store,
    ):
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="in use by another program"):
            store.append(number, ["3"], after=2, now=NOW)
        with pytest.raises(StoreError, match="in use by another program"):
            connect(path, busy_seconds=0.05)
        other.execute("ROLLBACK")
        store.append(number, ["3"], after=2, now=NOW)
        assert store.load(number).steps == ("1", "2", "3")


def test_an_interruption_inside_a_change_leaves_nothing_of_it(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    number = filled(path)
    with Store.open(path) as store:
        steps = ["3", object()]  # the second cannot be stored
        with pytest.raises(StoreError, match="Nothing was changed"):
            store.append(number, steps, after=2, now=NOW)  # type: ignore[arg-type]
        assert store.load(number).steps == ("1", "2")
