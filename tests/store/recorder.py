"""A process that records steps and reports each as it is saved, until it is killed.

`python -m tests.store.recorder FILE NAME COUNT` prints `saved N STEP` for each.
"""

from __future__ import annotations

import sys
from pathlib import Path

from trekprint.store import StaleError, Store

NOW = "2026-01-01T12:00:00+00:00"


def record(path: Path, name: str, count: int) -> None:
    """Append `count` steps to the only record of the file, making it if necessary."""
    with Store.open(path) as store:
        records = store.records("solo")
        record_id = (
            records[0].id if records else store.create("solo", "Winter", "{}", now=NOW)
        )
        for number in range(count):
            step = f"{name}-{number}"
            after = append(store, record_id, step)
            print(f"saved {after} {step}", flush=True)  # noqa: T201


def append(store: Store, record_id: int, step: str) -> int:
    """Append a step, however often another process is faster; its number."""
    while True:
        after = store.load(record_id).record.steps
        try:
            store.append(record_id, (step,), after=after, now=NOW)
        except StaleError:
            continue
        return after + 1


if __name__ == "__main__":
    record(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
