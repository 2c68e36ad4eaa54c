"""How long `trekprint score PHOTO --json` takes, against decoding the photo at all.

    python -m benchmarks.photo_time [--megapixels 12] [--runs 5] [--photo FILE]
                                    [--batch N]
                                    [--memory-megapixels 50]

Whole processes run in turn. Wall time is compared by the best of each (another
program's load slows single runs, never speeds them up), processor time, which a load
changes less, by the medians. All have their modules compiled beforehand, as an
installation has. Prints seconds, their ratios and the peak memory, which
`--memory-megapixels` measures on a photo of another size. With `--batch` instead: what
each further photo of N in one call takes.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import cv2

DOUBTFUL = 3
"""Exit code of a result that has open doubts: it was read all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Seconds of one whole process: on the clock, and of all processors."""

    wall: float
    cpu: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--megapixels", type=float, default=12.0)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--photo", type=Path)
    parser.add_argument("--memory-megapixels", type=float)
    parser.add_argument("--batch", type=int, metavar="N", default=0)
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.make:
        simulate_to(options.make, options.megapixels)
        return
    with tempfile.TemporaryDirectory() as folder:
        compiled = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}
        compiled.pop("PYTHONDONTWRITEBYTECODE", None)
        photo = options.photo or simulated(Path(folder), options.megapixels)
        if options.batch:
            measure_batch(photo, options.batch, Path(folder) / "batch", compiled)
            return
        compare(photo, options.runs, compiled)
        measured = photo
        if options.memory_megapixels:
            measured = simulated(Path(folder), options.memory_megapixels)
        peak = peak_mb(scoring(measured), compiled)
    print(f"peak memory     {peak:6.0f} MB")


def compare(photo: Path, runs: int, env: dict[str, str]) -> None:
    """Time both programs in turn, and print what they spent."""
    decode = [sys.executable, "-c", f"import cv2; cv2.imread({str(photo)!r})"]
    score = scoring(photo)
    for command in (decode, score):
        spent(command, env)  # compiles the modules
    decoded, scored = [], []
    for _ in range(runs):
        decoded.append(spent(decode, env))
        scored.append(spent(score, env))
    for name, of in (("wall, best", best_wall), ("cpu, median", median_cpu)):
        alone, whole = of(decoded), of(scored)
        print(
            f"{name:12} decoding alone {alone:6.2f} s, trekprint score {whole:6.2f} s"
        )
        print(f"{'':12} ratio          {whole / alone:6.2f}")


def best_wall(runs: list[Spent]) -> float:
    return min(run.wall for run in runs)


def median_cpu(runs: list[Spent]) -> float:
    return statistics.median(run.cpu for run in runs)


def scoring(photo: Path) -> list[str]:
    return [sys.executable, "-m", "trekprint", "score", str(photo), "--json"]


def measure_batch(photo: Path, count: int, folder: Path, env: dict[str, str]) -> None:
    """Print what a further photo costs: N at once less a single one, over N - 1."""
    folder.mkdir()
    for number in range(count):
        shutil.copy(photo, folder / f"{number}{photo.suffix}")
    spent(scoring(photo), env)  # compiles the modules
    one, many = spent(scoring(photo), env), spent(scoring(folder), env)
    further = Spent(
        wall=(many.wall - one.wall) / (count - 1),
        cpu=(many.cpu - one.cpu) / (count - 1),
    )
    for name, of in (("one", one), (f"{count}", many), ("each further", further)):
        print(f"{name:14} {of.wall:6.2f} s wall, {of.cpu:6.2f} s cpu")


def simulated(folder: Path, megapixels: float) -> Path:
    """An ordinary simulated photo of that size.

    Made by another process: a child's peak memory counts that of its parent's fork.
    """
    file = folder / f"photo-{megapixels:g}.jpg"
    make = ["--make", str(file), "--megapixels", str(megapixels)]
    subprocess.run([sys.executable, "-m", "benchmarks.photo_time", *make], check=True)
    return file


def simulate_to(file: Path, megapixels: float) -> None:
    from tests.helpers.photo_simulator import simulate
    from trekprint.sheetfile.catalog import load_sheet

    photo = simulate(7, load_sheet("kagkot"), megapixels=megapixels)
    cv2.imwrite(str(file), photo.image, [cv2.IMWRITE_JPEG_QUALITY, 92])


def peak_mb(command: list[str], env: dict[str, str]) -> float:
    """Peak memory of a process, told by a parent that has no other child."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], "
        "capture_output=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command],
        capture_output=True,
        check=True,
        env=env,
    )
    return float(done.stdout)


def spent(command: list[str], env: dict[str, str]) -> Spent:
    """What a whole process takes."""
    before, start = children_cpu(), time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False, env=env)
    if done.returncode not in (0, DOUBTFUL):
        raise SystemExit(done.stderr.decode())
    return Spent(
        wall=time.perf_counter() - start,
        cpu=children_cpu() - before,
    )


def children_cpu() -> float:
    """Processor seconds of all processes that ended so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
