"""Scoring files at the command line: progress, pictures, questions, the summary."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trekprint.cli.output import show, show_ranking_of, write_line, write_results
from trekprint.cli.sheets import count
from trekprint.errors import UnwritableError
from trekprint.workflows.batch import Job, read_files
from trekprint.workflows.sources import expand, stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trekprint.workflows.batch import FileResult
    from trekprint.workflows.results import SheetResult


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOrder:
    """Which files to score, and how; `overlay` is the folder for pictures."""

    sources: tuple[str, ...]
    sheet: str | None = None
    defs: Path | None = None
    overlay: Path | None = None
    asks: bool = False


def score_files(order: FileOrder, form: str | None) -> tuple[list[SheetResult], bool]:
    """Score files and tell the results; those, and whether all pictures were written.

    People (`form` is None) are shown tables and asked; `json`, `jsonl` and `csv` leave
    nothing but the data on standard output.

    Raises:
        InputError: the named sheet is unknown.
    """
    jobs = _jobs(order)
    results: list[SheetResult] = []
    troubles: list[str] = []
    with contextlib.closing(read_files(jobs)) as reading:
        for job, file in zip(jobs, _watched(reading, jobs, form), strict=True):
            answered = _answered(job, file) if order.asks else _as_read(file)
            results += answered
            if file.unwritten is not None:
                troubles.append(file.unwritten)
            _tell(answered, file, form)
    if form is None:
        show_ranking_of(results)
    elif form != "jsonl":
        write_results(results, form)
    _tell_failures(results, for_people=form is None)
    if len(jobs) > 1:
        click.echo(summary(len(jobs), results), err=True)
    for trouble in troubles:
        click.echo(f"trekprint: {trouble}", err=True)
    return results, not troubles


def read_all(order: FileOrder) -> list[SheetResult]:
    """Read files and ask about them; tells where pictures are, and nothing else.

    Raises:
        InputError: the named sheet is unknown.
    """
    jobs = _jobs(order)
    results: list[SheetResult] = []
    with contextlib.closing(read_files(jobs)) as reading:
        for job, file in zip(jobs, _watched(reading, jobs, None), strict=True):
            results += _answered(job, file) if order.asks else _as_read(file)
            for picture in file.pictures:
                click.echo(f"What was read is drawn in {picture}")
            if file.unwritten is not None:
                click.echo(f"trekprint: {file.unwritten}", err=True)
    return results


def summary(files: int, results: Sequence[SheetResult]) -> str:
    """One line in which the counts add up to the number of results.

    A page on which no sheet was found counts as not read, as a broken file does.
    """
    states = [result.status for result in results]
    sure, open_, failed = map(states.count, ("sure", "doubtful", "failed"))
    parts = [f"{count(sure, 'sheet')} sure"]
    if open_:
        parts.append(f"{open_} with open questions")
    if failed:
        parts.append(f"{failed} could not be read")
    return f"{count(files, 'file')}: {', '.join(parts)}"


def _jobs(order: FileOrder) -> list[Job]:
    paths = expand(order.sources)
    return [
        Job(
            path=path,
            stem=stem,
            sheet=order.sheet,
            defs=order.defs,
            overlays=order.overlay,
            keep_readings=order.asks,
        )
        for path, stem in zip(paths, stems(paths), strict=True)
    ]


def _watched(
    reading: Iterator[FileResult], jobs: Sequence[Job], form: str | None
) -> Iterable[FileResult]:
    """`reading`, with a progress bar where somebody waits for several files.

    Lines of JSON come while the bar is still there, so that on a terminal that shows
    both there is none. All else is told when everything is read, below the bar.
    """
    streams = form == "jsonl"
    shown = len(jobs) > 1 and sys.stderr.isatty()
    if not shown or (streams and sys.stdout.isatty()):
        return reading
    watched = _with_bar(reading, jobs)
    return watched if streams else list(watched)


def _with_bar(
    reading: Iterator[FileResult], jobs: Sequence[Job]
) -> Iterator[FileResult]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    progress = Progress(
        TextColumn("Reading"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
        # Else lines for standard output would go where the bar is.
        redirect_stdout=False,
    )
    with progress:
        task = progress.add_task("", total=len(jobs))
        for job, file in zip(jobs, reading, strict=True):
            progress.update(task, advance=1, description=job.path.name)
            yield file


def _as_read(file: FileResult) -> list[SheetResult]:
    return [photo.result for photo in file.photos]


def _answered(job: Job, file: FileResult) -> list[SheetResult]:
    """The results after the person's answers, which the pictures then show."""
    results = _as_read(file)
    if not any(result.doubts for result in results):
        return results
    from rich.console import Console

    from trekprint.cli.ask import ask_about

    for picture in file.pictures:
        click.echo(f"What was read is drawn in {picture}; please look there, too")
    results = [ask_about(photo, Console(highlight=False)) for photo in file.photos]
    if job.overlays is not None and file.pictures:
        from trekprint.workflows.overlays import write_overlays

        # They could be written a moment ago; if not now, the first ones stay.
        with contextlib.suppress(UnwritableError):
            write_overlays(job.path, file.photos, results, job.overlays, job.stem)
    return results


def _tell(results: Sequence[SheetResult], file: FileResult, form: str | None) -> None:
    """What is told of a file before the next one."""
    if form == "jsonl":
        for result in results:
            write_line(result)
    elif form is None:
        show(results)
        for picture in file.pictures:
            click.echo(f"What was read is drawn in {picture}")


def _tell_failures(results: Iterable[SheetResult], *, for_people: bool) -> None:
    """Name on standard error what could not be read; people saw it with the rest."""
    if for_people and sys.stdout.isatty():
        return
    for result in results:
        if result.error is not None:
            click.echo(f"trekprint: {_failure(result)}", err=True)


def _failure(result: SheetResult) -> str:
    """The sentence, with the file's name before it unless it begins with that."""
    sentence = result.error or ""
    name = Path(result.source).name
    return sentence if name in sentence else f"{result.source}: {sentence}"
