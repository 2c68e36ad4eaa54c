"""Files to results, one or many at once; each file has its result."""

from __future__ import annotations

import os
import sys
import traceback
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from trekprint.errors import TrekprintError, UnwritableError
from trekprint.sheetfile.games import is_game_file
from trekprint.workflows.sources import score_source

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from trekprint.workflows.photos import PhotoResult

WORKER_BYTES = 700_000_000
"""What reading the largest photos takes, at most."""
MEMORY_SHARE = 0.5
"""Of the machine's memory, which other programs need too."""
WORKERS_UNMEASURED = 4
"""At most, where the system does not tell how much memory there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A file to read.

    `sheet` and `defs` are as for `sources.score_source`. Where there is a folder
    `overlays`, a picture of what was read goes there, called after `stem`. Readings are
    returned only if `keep_readings`: they are large, and only questions need them.
    """

    path: Path
    stem: str = ""
    sheet: str | None = None
    defs: Path | None = None
    overlays: Path | None = None
    keep_readings: bool = True


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FileResult:
    """What a file holds, the pictures of it, and why none could be written."""

    photos: tuple[PhotoResult, ...]
    pictures: tuple[Path, ...] = ()
    unwritten: str | None = None


def read_files(
    jobs: Sequence[Job], workers: int | None = None
) -> Generator[FileResult]:
    """The result of each job, in the order of the jobs, as soon as it is there.

    A single photo is read by this process; several by as many others as there are
    cores and memory for, or by `workers`. Close the iterator to end them early.

    Raises:
        InputError: a job names an unknown sheet.
        SheetError: a job names a sheet whose definition is broken.
    """
    photos = [job for job in jobs if not is_game_file(job.path)]
    if len(photos) <= 1 or not sys.executable:
        yield from map(read_file, jobs)
        return
    _check_sheets(photos)
    # A single photo does not wait for what only many need.
    from trekprint.workflows.processes import read_by_others

    yield from read_by_others(jobs, min(workers or worker_count(), len(photos)))


def read_file(job: Job) -> FileResult:
    """Read one file here and now. What goes wrong with it is a failed result.

    Raises:
        InputError: the job names an unknown sheet.
        SheetError: it names a sheet whose definition is broken.
    """
    from trekprint.workflows.photos import failed

    try:
        photos = score_source(job.path, job.sheet, job.defs)
        pictures, unwritten = _draw(job, photos)
    except TrekprintError:
        raise
    except Exception as error:  # a fault of ours must not cost the other files
        return FileResult(photos=(failed(str(job.path), _fault(job.path, error)),))
    if not job.keep_readings:
        photos = [replace(photo, reading=None, sheet=None) for photo in photos]
    return FileResult(photos=tuple(photos), pictures=pictures, unwritten=unwritten)


def worker_count() -> int:
    """How many photos may be read at once, by cores and memory; at least 1."""
    return max(1, min(_cores(), _fitting_memory()))


def _cores() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _fitting_memory() -> int:
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return WORKERS_UNMEASURED
    return int(memory * MEMORY_SHARE) // WORKER_BYTES


def _check_sheets(jobs: Sequence[Job]) -> None:
    """Raise here what otherwise every process would have to tell."""
    from trekprint.sheetfile.catalog import load_sheet

    for sheet, defs in {(job.sheet, job.defs) for job in jobs}:
        if sheet is not None:
            load_sheet(sheet, defs)


def _draw(
    job: Job, photos: Sequence[PhotoResult]
) -> tuple[tuple[Path, ...], str | None]:
    """The pictures that were written, and why one could not be."""
    if job.overlays is None:
        return (), None
    from trekprint.workflows.overlays import write_overlays

    results = [photo.result for photo in photos]
    try:
        drawn = write_overlays(job.path, photos, results, job.overlays, job.stem)
    except UnwritableError as error:
        return (), str(error)
    return tuple(drawn), None


def _fault(path: Path, error: Exception) -> str:
    """A sentence that lets us find what went wrong."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    kind = type(error).__name__
    return (
        f"{path}: a fault of this program kept it from being read ({kind} in "
        f"{Path(where.filename).name}, line {where.lineno}); please report it"
    )
