"""How well photos are read: simulates them, reads them, prints the figures.

    python -m benchmarks.read_photos [--count 60] [--seed0 0] [--level ordinary]
                                     [--megapixels M]
    python -m benchmarks.read_photos --all [--count-per-condition 15] [-j 2]
    python -m benchmarks.read_photos --condition messenger --condition curl
    python -m benchmarks.read_photos --empty

The first takes photos of one level; the second all conditions in which sheets are
photographed, scanned and written on (`tests/helpers/simulator_conditions`) and scenes
without a sheet (`tests/helpers/simulator_empty`). Each photo is played, written and
taken anew from its own seed, by writers whom the number reader never saw in training.
Questions are answered truthfully, the first one first, until nothing is asked.

Seeds below 1,000 are for the quoted figures alone; whoever tunes the reader uses seeds
from 100,000 on.
"""

from __future__ import annotations

import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from benchmarks.figures import figures_table, legend
from benchmarks.measured import measure
from tests.helpers.simulator_conditions import CONDITIONS
from tests.helpers.simulator_empty import SCENES
from tests.helpers.simulator_levels import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.measured import PhotoFigures

TABLE_WIDTH = 190


@dataclass(frozen=True, slots=True)
class Job:
    """One photo to take and read."""

    condition: str
    seed: int
    save: Path | None
    level: str | None = None
    megapixels: float | None = None

    def run(self) -> PhotoFigures:
        """The photo's figures."""
        return measure(
            self.condition, self.seed, self.save, self.level, self.megapixels
        )


@click.command()
@click.option("--all", "everything", is_flag=True, help="All conditions and scenes.")
@click.option("--empty", is_flag=True, help="Only scenes without a sheet.")
@click.option(
    "--condition",
    "named",
    multiple=True,
    type=click.Choice([*CONDITIONS, *SCENES]),
    help="Only this condition; may be given again.",
)
@click.option("--count-per-condition", default=15, show_default=True)
@click.option("--count", default=60, show_default=True, help="Photos of one level.")
@click.option("--seed0", default=0, show_default=True, help="Seed of the first.")
@click.option("--level", type=click.Choice(list(LEVELS)), default="ordinary")
@click.option("--megapixels", type=float, help="Size of all photos (else as usual).")
@click.option("-j", "--jobs", default=1, show_default=True, help="Processes.")
@click.option("--dump", type=click.Path(path_type=Path), help="All details, as JSON.")
@click.option("--save", type=click.Path(path_type=Path), help="Keep what went wrong.")
def main(
    everything: bool,
    empty: bool,
    named: tuple[str, ...],
    count_per_condition: int,
    count: int,
    seed0: int,
    level: str,
    megapixels: float | None,
    jobs: int,
    dump: Path | None,
    save: Path | None,
) -> None:
    """Simulate and read photos, and print how many readings are right."""
    names = named or (tuple(SCENES) if empty else ())
    if everything:
        names = (*CONDITIONS, *SCENES)
    if names:
        todo = _of_conditions(names, count_per_condition, seed0, save)
    else:
        seeds = range(seed0, seed0 + count)
        todo = [Job(level, seed, save, level, megapixels) for seed in seeds]
    photos: list[PhotoFigures] = []
    try:
        for photo in _measured(todo, jobs):
            photos.append(photo)
            click.echo(_line(photo), err=True)
    except KeyboardInterrupt:
        click.echo("stopped; these are the figures so far", err=True)
    photos.sort(key=lambda photo: photo.seed)
    if dump:
        data = [photo.data() for photo in photos]
        dump.write_text(json.dumps(data, indent=1), encoding="utf-8")
    _print(photos, f"{len(photos)} photos, seeds from {seed0}")


def _of_conditions(
    names: Sequence[str], count: int, seed0: int, save: Path | None
) -> list[Job]:
    """`count` photos of each condition, no seed twice, the conditions in turns.

    A condition's seeds are the same whichever others are asked for.
    """
    places = {name: place for place, name in enumerate((*CONDITIONS, *SCENES))}
    return [
        Job(name, seed0 + places[name] * count + number, save)
        for number in range(count)
        for name in names
    ]


def _measured(todo: Sequence[Job], jobs: int) -> Iterator[PhotoFigures]:
    """The figures of all jobs as they come."""
    if jobs <= 1:
        yield from (job.run() for job in todo)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn) as pool:
        running = [pool.submit(job.run) for job in todo]
        try:
            for done in as_completed(running):
                yield done.result()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _line(photo: PhotoFigures) -> str:
    """What happened with a photo, in a line for each sheet."""
    head = f"{photo.condition} {photo.seed} {photo.seconds:.2f} s"
    told = [f"{name} IS NOT THERE" for name in photo.strangers]
    for one in photo.sheets:
        if not one.found:
            told.append(f"{one.sheet} not found: {' '.join(photo.sentences)}")
            continue
        total = "right" if one.total_read == one.total else "wrong"
        alarm = "WRONG " if one.wrong_while_sure or one.wrong_after_asking else ""
        told.append(
            f"{alarm}{one.sheet} {one.status}, total {total}, {one.questions} asked"
            f" ({', '.join(one.asked_about)}); {'; '.join(one.wrong)}"
            + (f" | after: {'; '.join(one.wrong_after)}" if one.wrong_after else "")
        )
    return f"{head}: " + " / ".join(told or ["nothing there, nothing found"])


def _print(photos: Sequence[PhotoFigures], title: str) -> None:
    console = Console(width=TABLE_WIDTH)
    seen = [photo for photo in photos if photo.sheets]
    if seen:
        console.print(figures_table(seen, title))
        console.print(legend(), markup=False, highlight=False)
    others = [photo for photo in photos if not photo.sheets]
    if others:
        false = sum(len(photo.strangers) for photo in others)
        console.print(
            f"{len(others)} photos without a sheet: {false} sheets found in them",
            markup=False,
        )


if __name__ == "__main__":
    main()
