"""Records and their logs: what goes in comes out, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from trekprint.store import (
    AbsentError,
    NameTakenError,
    StaleError,
    Store,
    StoreError,
    default_path,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MON, TUE, WED = ("2026-01-05T20:00", "2026-01-06T20:00", "2026-01-07T20:00")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "store.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as opened:
        yield opened


def steps_of(path: Path, record_id: int) -> tuple[str, ...]:
    with Store.open(path) as other:
        return other.load(record_id).steps


def test_a_record_comes_back_as_it_was_given(store: Store, path: Path) -> None:
    number = store.create("solo", "Été à Гора", '{"max": 1}', ['"a"', '"b"'], now=MON)
    with Store.open(path) as other:
        log = other.load(number)
    assert log.steps == ('"a"', '"b"')
    assert (log.record.kind, log.record.name) == ("solo", "Été à Гора")
    assert (log.record.setup, log.record.steps) == ('{"max": 1}', 2)
    assert (log.record.created, log.record.changed) == (MON, MON)


def test_records_are_of_one_kind_and_the_last_changed_comes_first(store: Store) -> None:
    old = store.create("solo", "old", "{}", now=MON)
    store.create("solo", "new", "{}", now=TUE)
    store.create("expedition", "other", "{}", now=WED)
    assert [record.name for record in store.records("solo")] == ["new", "old"]
    store.append(old, ["1"], after=0, now=WED)
    assert [record.name for record in store.records("solo")] == ["old", "new"]
    assert store.records("expedition")[0].name == "other"


def test_appending_adds_behind_what_is_there(store: Store, path: Path) -> None:
    number = store.create("solo", "a", "{}", ["1"], now=MON)
    store.append(number, ["2", "3"], after=1, now=TUE)
    store.append(number, ["4"], after=3, now=WED)
    assert steps_of(path, number) == ("1", "2", "3", "4")
    assert store.load(number).record.changed == WED


def test_a_correction_replaces_steps_and_keeps_the_replaced_ones(store: Store) -> None:
    number = store.create("solo", "a", "{}", ["1", "2", "3"], now=MON)
    store.rewrite(number, ["1", "5"], after=3, now=TUE)
    assert store.load(number).steps == ("1", "5")
    kept = store._connection.execute("SELECT number, step FROM replaced_steps")
    assert kept.fetchall() == [(2, "2"), (3, "3")]


@pytest.mark.parametrize("taken", ["winter", "WINTER ", "  Winter"])
def test_a_name_is_unique_within_its_kind_in_any_case(store: Store, taken: str) -> None:
    store.create("solo", "Winter", "{}", now=MON)
    store.create("expedition", "Winter", "{}", now=MON)
    other = store.create("solo", "Summer", "{}", now=MON)
    with pytest.raises(NameTakenError, match="“Winter”"):
        store.create("solo", taken, "{}", now=TUE)
    with pytest.raises(NameTakenError, match="“Winter”"):
        store.rename(other, taken, now=TUE)
    assert [record.name for record in store.records("solo")] == ["Summer", "Winter"]


def test_names_are_compared_in_other_letters_too(store: Store) -> None:
    store.create("solo", "Зима", "{}", now=MON)
    with pytest.raises(NameTakenError):
        store.create("solo", "зИМА", "{}", now=MON)
    store.create("solo", "E\u0301te\u0301", "{}", now=MON)
    with pytest.raises(NameTakenError):
        store.create("solo", "été", "{}", now=MON)


def test_a_record_can_take_its_own_name_in_other_case(store: Store) -> None:
    number = store.create("solo", "winter", "{}", now=MON)
    store.rename(number, "Winter", now=TUE)
    assert store.load(number).record.name == "Winter"
    assert store.load(number).record.changed == TUE


@pytest.mark.parametrize("name", ["", "  ", "caf\udce9"])
def test_a_name_that_cannot_be_kept_is_refused(store: Store, name: str) -> None:
    with pytest.raises(StoreError, match="name"):
        store.create("solo", name, "{}", now=MON)
    assert store.records("solo") == ()


def test_a_deleted_record_is_gone_with_all_that_belongs_to_it(store: Store) -> None:
    number = store.create("solo", "a", "{}", ["1", "2"], now=MON)
    store.rewrite(number, ["1"], after=2, now=TUE)
    store.delete(number)
    for table in ("records", "steps", "replaced_steps"):
        rows = store._connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        assert rows == (0,), table
    assert store.create("solo", "a", "{}", now=MON) != number
    for call in (
        lambda: store.load(number),
        lambda: store.append(number, ["1"], after=0, now=MON),
        lambda: store.rewrite(number, ["1"], after=0, now=MON),
        lambda: store.rename(number, "b", now=MON),
        lambda: store.delete(number),
    ):
        with pytest.raises(AbsentError, match="was deleted"):
            call()


def test_a_step_based_on_an_older_log_is_refused(store: Store, path: Path) -> None:
    number = store.create("solo", "a", "{}", ["1"], now=MON)
    with Store.open(path) as other:
        other.append(number, ["2"], after=1, now=TUE)
    for change in (store.append, store.rewrite):
        with pytest.raises(StaleError, match=r"“a” was changed .* 2 steps"):
            change(number, ["x"], after=1, now=WED)
    assert steps_of(path, number) == ("1", "2")
    store.load(number)
    store.append(number, ["3"], after=2, now=WED)
    assert steps_of(path, number) == ("1", "2", "3")


def test_a_correction_of_the_same_length_is_noticed(store: Store, path: Path) -> None:
    number = store.create("solo", "a", "{}", ["1"], now=MON)
    with Store.open(path) as other:
        other.rewrite(number, ["2"], after=1, now=TUE)
    with pytest.raises(StaleError):
        store.append(number, ["x"], after=1, now=WED)
    assert steps_of(path, number) == ("2",)


def test_one_caller_may_change_a_log_again_and_again(store: Store) -> None:
    number = store.create("solo", "a", "{}", now=MON)
    store.append(number, ["1"], after=0, now=MON)
    store.rewrite(number, ["2"], after=1, now=MON)
    store.rename(number, "b", now=MON)
    store.append(number, ["3"], after=1, now=MON)
    assert store.load(number).steps == ("2", "3")


def test_the_file_is_in_the_users_data_folder() -> None:
    assert default_path().name == "trekprint.sqlite"
    assert default_path().parent.name == "trekprint"
