"""Kill a recording process at random moments and look whether its file kept all.

`python -m benchmarks.kill_store --kills 200` starts as many processes that append
steps to one file, kills each with SIGKILL at a random moment, and checks after each
that the file opens and holds every step that was reported (printed) as saved.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from trekprint.store import Store

LONGEST_SECONDS = 0.6
"""Starting Python takes the first part of it, so that opening is hit as well."""


def main() -> None:
    """Parse the command line, run, and print the figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lost, saved, moments = kill_often(Path(folder), options.kills, options.seed)
    print(
        f"{options.kills} kills ({moments} before the first step of a process, "
        f"the others while it recorded), {saved} steps reported as saved, "
        f"{len(lost)} of them lost"
    )
    for step in lost:
        print("  lost:", step)
    sys.exit(bool(lost))


def kill_often(folder: Path, kills: int, seed: int) -> tuple[list[str], int, int]:
    """The steps lost, the number reported, and the kills before any was reported.

    A new file is begun every tenth time, so that making one is killed as well.
    """
    chance = random.Random(seed)
    lost: list[str] = []
    saved = early = 0
    reported: list[str] = []
    for number in range(kills):
        path = folder / f"{number // 10}.sqlite"
        if number % 10 == 0:
            reported = []
        new = kill_once(path, f"p{number}", chance.uniform(0, LONGEST_SECONDS))
        early += not new
        saved += len(new)
        reported += new
        lost += [step for step in reported if step not in stored(path)]
    return lost, saved, early


def kill_once(path: Path, name: str, seconds: float) -> list[str]:
    """Kill a recorder after `seconds`; the steps that it reported as saved."""
    command = [sys.executable, "-m", "tests.store.recorder", path, name, "1000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        time.sleep(seconds)
        process.kill()
        output, _ = process.communicate()
    whole = [line for line in output.splitlines(keepends=True) if line.endswith("\n")]
    return [line.split()[2] for line in whole]


def stored(path: Path) -> set[str]:
    """The steps of the only record in the file, which must open."""
    with Store.open(path) as store:
        records = store.records("solo")
        return set(store.load(records[0].id).steps) if records else set()


if __name__ == "__main__":
    main()
