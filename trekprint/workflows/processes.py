"""Processes that read files, a file each at a time.

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
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from trekprint.sheetfile.games import is_game_file
from trekprint.workflows.batch import FileResult, read_file
from trekprint.workflows.photos import failed

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from trekprint.workflows.batch import Job

_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from trekprint.workflows.worker import serve; serve()"
)
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""The processes share the cores; threads within each would only be in the way."""


def read_by_others(jobs: Sequence[Job], number: int) -> Generator[FileResult]:
    """The result of each job, in order, from `number` processes."""
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
    why = f"signal {-code}" if code is not None and code < 0 else f"code {code}"
    sentence = (
        f"{job.path}: the process that read it ended before it was done ({why}); "
        "perhaps memory ran out: try this file alone, or save it as JPEG"
    )
    return FileResult(photos=(failed(str(job.path), sentence),))
