"""The command `score`: photos, typed game files, or a sheet's name and its numbers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trekprint.cli.sheets import count, defs_option
from trekprint.errors import ExitCode, InputError, UnwritableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trekprint.workflows.photos import PhotoResult
    from trekprint.workflows.results import SheetResult

OVERLAYS = Path("output")
"""Where overlays go on a terminal, unless told otherwise."""


@click.command()
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV and nothing else.")
@click.option("--no-input", is_flag=True, help="Ask nothing.")
@click.option(
    "--overlay",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write pictures of what was read to this folder.",
)
@click.option(
    "--sheet", metavar="NAME", help="The sheet, where its code cannot be read."
)
@defs_option
def score(
    sources: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    no_input: bool,
    overlay: Path | None,
    sheet: str | None,
    defs: Path | None,
) -> None:
    """Score photos, typed games, or numbers.

    SOURCE is a photo, a PDF, a folder of them, or a typed game file (.yaml, .csv,
    .txt). Or give a sheet's name and what stands in its circles, in order:

    trekprint score kagkot 1 2 3 3 6 7 6 12 11 12 6 5 11 7 4 3 1 2 0
    """
    if as_json and as_csv:
        raise InputError("--json and --csv exclude each other; choose one")
    for_people = not (as_json or as_csv)
    asks = for_people and not no_input and _on_terminal()
    unwritten: list[UnwritableError] = []
    if _is_typed(sources, defs):
        results = [_typed(sources, sheet, defs, asks=asks)]
        if for_people:
            _show(results)
    else:
        if overlay is None and for_people and sys.stdout.isatty():
            overlay = OVERLAYS
        results, unwritten = _score_files(
            sources, sheet, defs, overlay, for_people, asks
        )
    if as_json:
        from trekprint.workflows.results import result_data

        click.echo(json.dumps([result_data(r) for r in results]))
    if as_csv:
        from trekprint.workflows.table import csv_text

        click.echo(csv_text(results), nl=False)
    sys.exit(ExitCode.FAILED if unwritten else _exit_code(results))


def _on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _exit_code(results: Iterable[SheetResult]) -> ExitCode:
    """A failure weighs more than a doubt."""
    states = {result.status for result in results}
    if "failed" in states:
        return ExitCode.FAILED
    return ExitCode.DOUBTFUL if "doubtful" in states else ExitCode.DONE


# --- typed


def _is_typed(sources: Sequence[str], defs: Path | None) -> bool:
    """Whether the words are a sheet's name (and numbers) rather than files."""
    from trekprint.sheetfile.catalog import sheet_names

    first = sources[0]
    names_sheet = first.partition(" ")[0] in sheet_names(defs)
    if _exists(first):
        # A folder may be called like a sheet; numbers after it tell which is meant.
        return names_sheet and not any(_exists(s) for s in sources[1:] or sources)
    return names_sheet or not any(sign in first for sign in "./\\")


def _exists(source: str) -> bool:
    """Whether there is such a file; False also where no file can be called so."""
    try:
        return bool(source) and Path(source).exists()
    except OSError:
        return False


def _typed(
    sources: Sequence[str], named: str | None, defs: Path | None, *, asks: bool
) -> SheetResult:
    from trekprint.rules.notation import is_entry
    from trekprint.workflows.typed import score_game, score_typed

    words: str | Sequence[str] = sources[0] if len(sources) == 1 else sources
    if named and is_entry(sources[0].partition(" ")[0]):
        words = f"{named} {words}" if isinstance(words, str) else [named, *words]
    if isinstance(words, str) and " " not in words:
        from trekprint.sheetfile.catalog import load_sheet

        if not words:
            raise InputError("'' is no source; name a photo, a file or a sheet")
        try:
            sheet = load_sheet(words, defs)
        except InputError as error:
            raise InputError(f"there is no file {words!r}, and {error}") from error
        if not asks:
            raise InputError(
                f"{words}: give what stands in its {len(sheet.circles)} circles, in "
                f"order, e.g. trekprint score {words} 1 2 3 X ..."
            )
        from trekprint.cli.entry import enter_game

        return score_game(enter_game(sheet), "")
    return score_typed(words, "")


# --- files


def _score_files(
    sources: Sequence[str],
    sheet: str | None,
    defs: Path | None,
    overlay: Path | None,
    for_people: bool,
    asks: bool,
) -> tuple[list[SheetResult], list[UnwritableError]]:
    """The results, and which pictures could not be written."""
    from trekprint.workflows.sources import expand, stems

    paths = expand(sources)
    found = _read_all(paths, sheet, defs)
    results: list[SheetResult] = []
    unwritten: list[UnwritableError] = []
    for path, stem, photos in zip(paths, stems(paths), found, strict=True):
        answered = [photo.result for photo in photos]
        try:
            pictures = _write_overlays(path, photos, answered, overlay, stem)
        except UnwritableError as error:
            unwritten.append(error)
            pictures = []
        if asks and any(result.doubts for result in answered):
            for picture in pictures:
                click.echo(
                    f"What was read is drawn in {picture}; please look there, too"
                )
            answered = [_answered(photo) for photo in photos]
            if pictures:
                _write_overlays(path, photos, answered, overlay, stem)
        results += answered
        if for_people:
            _show(answered)
            for picture in pictures:
                click.echo(f"What was read is drawn in {picture}")
    if for_people:
        _show_ranking(results)
    _tell_failures(results, for_people=for_people)
    if len(paths) > 1:
        _summarise(found)
    for trouble in unwritten:
        click.echo(f"trekprint: {trouble}", err=True)
    return results, unwritten


def _read_all(
    paths: Sequence[Path], sheet: str | None, defs: Path | None
) -> list[list[PhotoResult]]:
    """What each file holds, with a progress bar where somebody waits for several."""
    from trekprint.workflows.sources import score_source

    if len(paths) < 2 or not sys.stderr.isatty():
        return [score_source(path, sheet, defs) for path in paths]
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Reading", total=len(paths))
        found = []
        for path in paths:
            progress.update(task, description=escape(path.name))
            found.append(score_source(path, sheet, defs))
            progress.advance(task)
    return found


def _answered(photo: PhotoResult) -> SheetResult:
    from rich.console import Console

    from trekprint.cli.ask import ask_about

    return ask_about(photo, Console())


def _write_overlays(
    path: Path,
    photos: Sequence[PhotoResult],
    results: Sequence[SheetResult],
    folder: Path | None,
    stem: str,
) -> list[Path]:
    if folder is None:
        return []
    from trekprint.workflows.overlays import write_overlays

    return write_overlays(path, photos, results, folder, stem)


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


def _summarise(found: Sequence[Sequence[PhotoResult]]) -> None:
    """One line on standard error in which the counts add up."""
    results = [photo.result for photos in found for photo in photos]
    bad = sum(all(p.result.error is not None for p in photos) for photos in found)
    text = f"{count(len(found), 'file')}: {len(found) - bad} read"
    text += f", {bad} not read" if bad else ""
    sheets = sum(result.error is None for result in results)
    click.echo(f"{text}; {count(sheets, 'sheet')} scored", err=True)


# --- for people


def _show(results: Sequence[SheetResult]) -> None:
    from rich.console import Console

    from trekprint.cli.show import show_result

    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    for result in results:
        if result.error is None or sys.stdout.isatty():
            console.print(show_result(result))


def _show_ranking(results: Sequence[SheetResult]) -> None:
    from rich.console import Console

    from trekprint.cli.show import show_ranking

    ranking = show_ranking(results)
    if ranking is not None:
        Console(highlight=False).print(ranking)
