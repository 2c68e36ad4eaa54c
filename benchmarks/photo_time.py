"""How long `trekprint score PHOTO --json` takes, against decoding the photo at all.

    python -m benchmarks.photo_time [--megapixels 12] [--runs 5] [--photo FILE]

Whole processes are timed, alternating, and the best of each is compared (another
program's load slows single runs, never speeds them up). Prints seconds, their ratio
and the peak memory of the child.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--megapixels", type=float, default=12.0)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--photo", type=Path)
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.make:
        simulate_to(options.make, options.megapixels)
        return
    with tempfile.TemporaryDirectory() as folder:
        photo = options.photo or simulated(Path(folder), options.megapixels)
        decode = [sys.executable, "-c", f"import cv2; cv2.imread({str(photo)!r})"]
        score = [sys.executable, "-m", "trekprint", "score", str(photo), "--json"]
        decoding, scoring = [], []
        for _ in range(options.runs):
            decoding.append(seconds(decode))
            scoring.append(seconds(score))
        peak = peak_mb(score)
    print(f"decoding alone  {min(decoding):6.2f} s")
    print(f"trekprint score {min(scoring):6.2f} s")
    print(f"ratio           {min(scoring) / min(decoding):6.2f}")
    print(f"peak memory     {peak:6.0f} MB")


def simulated(folder: Path, megapixels: float) -> Path:
    """An ordinary simulated photo of that size.

    Made by another process: a child's peak memory counts that of its parent's fork.
    """
    file = folder / "photo.jpg"
    make = ["--make", str(file), "--megapixels", str(megapixels)]
    subprocess.run([sys.executable, "-m", "benchmarks.photo_time", *make], check=True)
    return file


def simulate_to(file: Path, megapixels: float) -> None:
    from tests.helpers.photo_simulator import simulate
    from trekprint.sheetfile.catalog import load_sheet

    photo = simulate(7, load_sheet("kagkot"), megapixels=megapixels)
    cv2.imwrite(str(file), photo.image, [cv2.IMWRITE_JPEG_QUALITY, 92])


def peak_mb(command: list[str]) -> float:
    """Peak memory of a process, told by a parent that has no other child."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], "
        "capture_output=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command], capture_output=True, check=True
    )
    return float(done.stdout)


def seconds(command: list[str]) -> float:
    """Wall time of a whole process; 3 is its code for a doubtful result."""
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode not in (0, 3):
        raise SystemExit(done.stderr.decode())
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
