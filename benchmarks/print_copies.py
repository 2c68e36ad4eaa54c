"""What a hundred copies cost against one: whole-process time, and bytes per copy.

Run `python -m benchmarks.print_copies [ROUNDS]` from the project folder. Prints one and
a hundred copies of a sheet in turn by the command line, each in a fresh process, and
compares the medians. Bounds: 1.5 times the time, 3 KB more per copy.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

SHEET = "dhaulagiri"
COPIES = 100
ROUNDS = 9
TIME_BOUND = 1.5
BYTES_BOUND = 3 * 1024


def main(rounds: int) -> None:
    """Print the two figures, with their bounds."""
    with TemporaryDirectory() as folder:
        one, many = Path(folder, "one.pdf"), Path(folder, "many.pdf")
        print_sheets(1, one)  # the first run fills the disk cache
        times = [
            (print_sheets(1, one), print_sheets(COPIES, many)) for _ in range(rounds)
        ]
        bytes_more = (many.stat().st_size - one.stat().st_size) / (COPIES - 1)
        size_one = one.stat().st_size
    time_one, time_many = (median(column) for column in zip(*times, strict=True))
    print(f"1 copy:     {time_one * 1000:6.0f} ms  {size_one / 1024:6.1f} KB")
    print(f"{COPIES} copies: {time_many * 1000:6.0f} ms")
    print(f"time:  {time_many / time_one:.2f} times (at most {TIME_BOUND})")
    print(f"bytes: {bytes_more:.0f} more per copy (at most {BYTES_BOUND})")


def print_sheets(copies: int, file: Path) -> float:
    """Print `copies` sheets into `file`; seconds from start to end of the process."""
    command = [sys.executable, "-m", "trekprint", "sheet", SHEET, "-o", str(file)]
    start = perf_counter()
    subprocess.run([*command, "--copies", str(copies)], check=True, capture_output=True)
    return perf_counter() - start


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
