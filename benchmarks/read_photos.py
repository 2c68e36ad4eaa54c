"""How well photos are read: simulates them, reads them, prints the figures.

    python -m benchmarks.read_photos [--count 60] [--seed0 0] [--level ordinary]
                                     [--megapixels M] [--dump DIR]

The three sheets in turn, each photo played, written and taken anew from its seed, by
writers whom the number reader never saw in training. Seeds below 1,000 are for these
figures alone; whoever tunes the reader uses others (see tests/helpers/photo_simulator).
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2
from rich.console import Console
from rich.table import Table

from tests.helpers.photo_compare import Comparison, compare, strangers
from tests.helpers.photo_simulator import SimulatedPhoto, simulate
from tests.helpers.simulator_levels import LEVELS
from trekprint.sheetfile.catalog import load_sheet
from trekprint.workflows.photos import PhotoResult, read_photo
from trekprint.workflows.results import result_data

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SHEETS = ("dunai", "kagkot", "dhaulagiri")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One photo as it was read."""

    seed: int
    seconds: float
    compared: tuple[Comparison, ...]
    strangers: tuple[str, ...]
    sentences: tuple[str, ...]


@click.command()
@click.option("--count", default=60, show_default=True, help="How many photos.")
@click.option("--seed0", default=0, show_default=True, help="Seed of the first.")
@click.option("--level", type=click.Choice(list(LEVELS)), default="ordinary")
@click.option("--megapixels", type=float, help="Size of all photos (else as usual).")
@click.option("--dump", type=click.Path(path_type=Path), help="Keep what went wrong.")
def main(
    count: int, seed0: int, level: str, megapixels: float | None, dump: Path | None
) -> None:
    """Simulate and read photos, and print how many readings are right."""
    readings = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(seed0, seed0 + count):
            sheet = load_sheet(SHEETS[seed % len(SHEETS)])
            photo = simulate(seed, sheet, level=level, megapixels=megapixels)
            path = Path(folder) / "photo.jpg"
            path.write_bytes(photo.jpeg)
            start = time.perf_counter()
            results = read_photo(path)
            seconds = time.perf_counter() - start
            reading = _reading(seed, seconds, photo, results)
            readings.append(reading)
            _tell(reading)
            if dump:
                _dump(dump, reading, photo, results)
    Console().print(_table(readings, level))


def _reading(
    seed: int, seconds: float, photo: SimulatedPhoto, results: Sequence[PhotoResult]
) -> Reading:
    data = [result_data(found.result) for found in results]
    return Reading(
        seed=seed,
        seconds=seconds,
        compared=compare(photo.truth, data),
        strangers=strangers(photo.truth, data),
        sentences=tuple(str(one["error"]) for one in data if one["error"]),
    )


def _tell(reading: Reading) -> None:
    """One line of a photo on standard error."""
    for one in reading.compared:
        if one.result is None:
            told = f"not found: {' '.join(reading.sentences)}"
        else:
            wrong = [
                f"{c.id}:{c.truth}>{c.read}{'' if c.doubtful else '!'}"
                for c in one.wrong_circles
            ]
            wrong += [f"{a}-{b}" for a, b in one.wrong_links]
            wrong += [f"{one.wrong_ticks} ticks"] if one.wrong_ticks else []
            total = "right" if one.total_right else "wrong"
            told = f"{one.result['status']}, total {total}; {' '.join(wrong)}"
        sheet = one.truth.sheet
        click.echo(f"{reading.seed} {sheet} {reading.seconds:.2f} s: {told}", err=True)


def _dump(
    folder: Path,
    reading: Reading,
    photo: SimulatedPhoto,
    results: Sequence[PhotoResult],
) -> None:
    """Keep the photo and the crops of wrongly read circles."""
    folder.mkdir(parents=True, exist_ok=True)
    wrong = any(
        one.result is None or one.wrong_circles or one.wrong_links or one.wrong_ticks
        for one in reading.compared
    )
    if wrong:
        (folder / f"{reading.seed}.jpg").write_bytes(photo.jpeg)
    crops = {
        (found.result.copy, circle.id): circle.crop
        for found in results
        for circle in getattr(found.reading, "circles", ())
    }
    for one in reading.compared:
        for circle in one.wrong_circles:
            crop = crops[one.truth.copy, circle.id]
            asked = "asked" if circle.doubtful else "sure"
            name = f"{reading.seed}-{circle.id}-is-{circle.truth}-read-{circle.read}"
            cv2.imwrite(str(folder / f"{name}-{asked}.png"), crop)


def _table(readings: Sequence[Reading], level: str) -> Table:
    """The figures of all photos."""
    sheets = [one for reading in readings for one in reading.compared]
    found = [one for one in sheets if one.result is not None]
    photos = f"{len(readings)} photos, {level}, seeds from {readings[0].seed}"
    table = Table("", "right", "of", "share", title=photos)

    def row(name: str, right: int, of: int) -> None:
        table.add_row(name, str(right), str(of), f"{right / of:.2%}" if of else "-")

    circles = sum(len(load_sheet(one.truth.sheet).circles) for one in found)
    row("sheets found", len(found), len(sheets))
    row("circles", circles - _count(found, lambda one: len(one.wrong_circles)), circles)
    links = sum(len(load_sheet(one.truth.sheet).links) for one in found)
    row("links", links - _count(found, lambda one: len(one.wrong_links)), links)
    drawn = _count(found, lambda one: len(one.truth.links))
    row("links drawn", drawn - _count(found, _missed_links), drawn)
    ticks = sum(
        line.boxes for one in found for line in load_sheet(one.truth.sheet).options
    )
    row("tick boxes", ticks - _count(found, lambda one: one.wrong_ticks), ticks)
    row("+3 boxes", _count(found, lambda one: one.assist_right), len(found))
    finals = [one for one in found if one.final_right is not None]
    row("final scores read", _count(finals, lambda o: bool(o.final_right)), len(finals))
    row("totals", _count(found, lambda one: one.total_right), len(found))
    sure = [one for one in found if one.sure]
    row("totals while sure", _count(sure, lambda one: one.total_right), len(sure))
    table.add_section()
    asked = _count(found, _asked)
    table.add_row("circles asked", str(asked), str(circles), f"{asked / circles:.2%}")
    row("sheets sure", len(sure), len(found))
    wrong = _count(found, lambda one: one.sure and not one.total_right)
    row("TOTALS WRONG WHILE SURE", wrong, len(found))
    row("sheets with a value wrong, unasked", _count(found, _faulty), len(found))
    row("sheets that are not there", sum(len(r.strangers) for r in readings), 0)
    table.add_section()
    seconds = sorted(reading.seconds for reading in readings)
    table.add_row("seconds a photo", f"{seconds[len(seconds) // 2]:.2f}", "median", "")
    table.add_row("seconds a photo", f"{seconds[-1]:.2f}", "most", "")
    return table


def _count(sheets: Sequence[Comparison], value: Callable[[Comparison], int]) -> int:
    return sum(value(one) for one in sheets)


def _missed_links(one: Comparison) -> int:
    return sum(link in one.truth.links for link in one.wrong_links)


def _asked(one: Comparison) -> int:
    return sum(circle["doubtful"] for circle in (one.result or {})["circles"])


def _faulty(one: Comparison) -> bool:
    return bool(one.faults)


if __name__ == "__main__":
    main()
