"""Two processes at once, and processes that are killed."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from benchmarks.kill_store import kill_often
from trekprint.store import Store

if TYPE_CHECKING:
    from pathlib import Path

STEPS = 25


def test_two_processes_append_to_one_log_and_none_loses_a_step(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store.open(path) as store:
        number = store.create("solo", "Winter", "{}", now="2026-01-01")
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.store.recorder", path, name, str(STEPS)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("a", "b")
    ]
    outputs = [process.communicate(timeout=60)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    with Store.open(path) as store:
        steps = store.load(number).steps
    for name, output in zip(("a", "b"), outputs, strict=True):
        own = [f"{name}-{number}" for number in range(STEPS)]
        assert [step for step in steps if step.startswith(name)] == own
        for line in output.splitlines():
            _, place, step = line.split()
            assert steps[int(place) - 1] == step
    assert len(steps) == 2 * STEPS


def test_a_killed_process_loses_no_step_that_it_reported(tmp_path: Path) -> None:
    lost, saved, _ = kill_often(tmp_path, kills=8, seed=1)
    assert lost == []
    assert saved > 0
