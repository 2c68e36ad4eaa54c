"""Many files: each has its result, in order, whatever becomes of who reads it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from trekprint.errors import InputError
from trekprint.workflows import batch, processes
from trekprint.workflows.batch import Job, read_file, read_files, worker_count
from trekprint.workflows.results import result_data

FOLDER = Path(__file__).parents[1] / "data" / "photos"
PHOTOS = [FOLDER / f"ordinary-{name}.jpg" for name in ("02-kagkot", "04-dunai")]
DIES_OF_BAD_FILES = """
import json, os, sys
sys.path[:] = json.loads(sys.argv[1])
from trekprint.workflows import worker
read = worker.read_file
worker.read_file = lambda job: os._exit(7) if "bad" in job.path.name else read(job)
worker.serve()
"""


def _sentences(jobs: list[Job], workers: int | None = None) -> list[str | None]:
    return [file.photos[0].result.error for file in read_files(jobs, workers)]


def test_others_read_as_this_process_does_and_keep_the_order(tmp_path: Path) -> None:
    typed = tmp_path / "a.txt"
    typed.write_text("kagkot" + " 1" * 19, encoding="utf-8")
    pictures = tmp_path / "pictures"
    files = (PHOTOS[1], typed, PHOTOS[0])
    jobs = [Job(path=path, stem=path.stem, overlays=pictures) for path in files]
    for job, file in zip(jobs, read_files(jobs), strict=True):
        assert all(picture.exists() for picture in file.pictures)
        here, there = read_file(job).photos[0], file.photos[0]
        assert result_data(there.result) == result_data(here.result)
        assert (there.reading is None) == (here.reading is None)
    drawn = sorted(picture.name for picture in pictures.iterdir())
    assert drawn == [f"{path.stem}-read.jpg" for path in PHOTOS]


def test_readings_are_returned_only_where_they_are_wanted() -> None:
    (photo,) = read_file(Job(path=PHOTOS[0], keep_readings=False)).photos
    assert (photo.reading, photo.sheet) == (None, None)
    assert photo.result.total is not None


def test_a_photo_that_ends_its_reader_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_PROGRAM", DIES_OF_BAD_FILES)
    names = ("a.png", "bad1.png", "b.png", "bad2.png", "c.png")
    for name in names:
        (tmp_path / name).touch()
    told = _sentences([Job(path=tmp_path / name) for name in names], workers=1)
    for name, sentence in zip(names, told, strict=True):
        assert name in str(sentence)
        assert ("(code 7)" in str(sentence)) == ("bad" in name)


def test_a_fault_of_ours_is_named_and_costs_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("circle")

    monkeypatch.setattr(batch, "score_source", broken)
    (photo,) = read_file(Job(path=PHOTOS[0])).photos
    assert "KeyError in test_batch.py, line" in str(photo.result.error)
    assert PHOTOS[0].name in str(photo.result.error)


@pytest.mark.parametrize("count", [1, 2])
def test_an_unknown_sheet_is_refused_once(count: int) -> None:
    jobs = [Job(path=path, sheet="kagkott") for path in PHOTOS[:count]]
    with pytest.raises(InputError, match="did you mean kagkot"):
        list(read_files(jobs))


def test_ending_early_ends_the_readers(tmp_path: Path) -> None:
    for number in range(20):
        shutil.copy(PHOTOS[0], tmp_path / f"{number}.jpg")
    reading = read_files([Job(path=path) for path in tmp_path.iterdir()], workers=2)
    assert next(reading).photos[0].result.error is None
    reading.close()
    assert list(reading) == []


@pytest.mark.parametrize(
    ("cores", "memory_gb", "workers"),
    [(16, 64, 16), (16, 7, 5), (2, 64, 2), (4, 1, 1)],
)
def test_as_many_readers_as_cores_and_memory_allow(
    cores: int, memory_gb: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {"SC_PHYS_PAGES": memory_gb * 1_000_000, "SC_PAGE_SIZE": 1000}
    monkeypatch.setattr("os.sysconf", pages.__getitem__, raising=False)
    monkeypatch.setattr(batch, "_cores", lambda: cores)
    assert worker_count() == workers


def test_without_a_word_about_memory_there_are_a_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(name: str) -> int:
        raise ValueError(name)

    monkeypatch.setattr("os.sysconf", unknown, raising=False)
    monkeypatch.setattr(batch, "_cores", lambda: 64)
    assert worker_count() == batch.WORKERS_UNMEASURED
