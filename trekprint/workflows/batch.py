"""Many files at once, each photo read by a process of its own making.

Processes rather than threads: much of reading is Python, which threads would do one at
a time, and a picture that ends the process that decodes it ends no other. They are
started as plain programs that take jobs on standard input (`workflows.worker`), which
needs neither a fork nor anything of the caller's `__main__`, on any system.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import queue
import subprocess
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
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

_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from trekprint.workflows.worker import serve; serve()"
)
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""The processes share the cores; threads within each would only be in the way."""


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
    yield from _read_by_others(jobs, min(workers or worker_count(), len(photos)))


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


# --- the processes


def _read_by_others(jobs: Sequence[Job], number: int) -> Generator[FileResult]:
    workers = [_Worker() for _ in range(number)]
    idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def read(job: Job) -> FileResult:
        if is_game_file(job.path):
            return read_file(job)
        worker = idle.get()
        try:
            return worker.read(job)
        finally:
            idle.put(worker)

    # Each thread does nothing but wait for a process.
    threads = ThreadPoolExecutor(number)
    try:
        yield from threads.map(read, jobs)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.stop()
        threads.shutdown()
        for worker in workers:
            worker.close()


class _Worker:
    """A process that reads one file after another; a new one where it died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._stopped = False

    def read(self, job: Job) -> FileResult:
        """What the process says of `job`; that it died is a failed result."""
        process = self._running()
        if process is None:
            return _ended(job, None)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump(job, process.stdin)
            process.stdin.flush()
            answer = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            process.kill()
            code = process.wait()
            _close_pipes(process)
            return _ended(job, code)
        assert isinstance(answer, FileResult)
        return answer

    def stop(self) -> None:
        """End the process, whatever it does; `read` returns soon."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()

    def close(self) -> None:
        """Let go of a process that was stopped and that nobody reads from."""
        if self._process is not None:
            _close_pipes(self._process)

    def _running(self) -> subprocess.Popen[bytes] | None:
        """The process, started where it is not there; None once it was stopped."""
        with self._lock:
            if self._stopped:
                return None
            if self._process is None or self._process.poll() is not None:
                self._process = _start()
            return self._process


def _start() -> subprocess.Popen[bytes]:
    """A process that Ctrl-C does not reach: whoever started it ends it."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM, json.dumps(sys.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **_ONE_THREAD},
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            # What could not be sent to a dead process is lost anyway.
            with contextlib.suppress(OSError):
                pipe.close()


def _ended(job: Job, code: int | None) -> FileResult:
    """The result of a file whose process died, with its exit code."""
    from trekprint.workflows.photos import failed

    why = f"signal {-code}" if code is not None and code < 0 else f"code {code}"
    sentence = (
        f"{job.path}: the process that read it ended before it was done ({why}); "
        "perhaps memory ran out: try this file alone, or save it as JPEG"
    )
    return FileResult(photos=(failed(str(job.path), sentence),))
