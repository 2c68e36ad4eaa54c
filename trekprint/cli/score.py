"""The command `score`: photos, typed game files, or a sheet's name and its numbers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trekprint.cli.sheets import defs_option
from trekprint.errors import ExitCode, InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trekprint.workflows.results import SheetResult

OVERLAYS = Path("output")
"""Where overlays go on a terminal, unless told otherwise."""


@click.command()
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option(
    "--jsonl",
    "as_jsonl",
    is_flag=True,
    help="Print a line of JSON for each result as it comes, and nothing else.",
)
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
    as_jsonl: bool,
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
    form = _form(json=as_json, jsonl=as_jsonl, csv=as_csv)
    asks = form is None and not no_input and _on_terminal()
    if _is_typed(sources, defs):
        from trekprint.cli.output import show, write_results

        results = [_typed(sources, sheet, defs, asks=asks)]
        if form is None:
            show(results)
        else:
            write_results(results, form)
        sys.exit(_exit_code(results))
    from trekprint.cli.files import FileOrder, score_files

    if overlay is None and form is None and sys.stdout.isatty():
        overlay = OVERLAYS
    order = FileOrder(
        sources=sources, sheet=sheet, defs=defs, overlay=overlay, asks=asks
    )
    results, all_written = score_files(order, form)
    sys.exit(_exit_code(results) if all_written else ExitCode.FAILED)


def _form(**wanted: bool) -> str | None:
    """The one form of data that is wanted, or None for people."""
    forms = [form for form, is_wanted in wanted.items() if is_wanted]
    if len(forms) > 1:
        words = " and ".join(f"--{form}" for form in forms)
        raise InputError(f"{words} exclude each other; choose one")
    return forms[0] if forms else None


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
