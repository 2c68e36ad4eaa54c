"""Results on standard output: for people, and as JSON, JSON lines or CSV."""

from __future__ import annotations

import codecs
import json
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trekprint.workflows.results import SheetResult


def show(results: Iterable[SheetResult]) -> None:
    """Print tables; failures only on a terminal (else they go to standard error)."""
    from rich.console import Console

    from trekprint.cli.show import show_result

    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    pictures = console.is_terminal and console.color_system is not None
    for result in results:
        if result.error is None or sys.stdout.isatty():
            console.print(show_result(result, pictures=pictures))


def show_ranking_of(results: Sequence[SheetResult]) -> None:
    """Print who won, where there were several."""
    from rich.console import Console

    from trekprint.cli.show import show_ranking

    ranking = show_ranking(results)
    if ranking is not None:
        Console(highlight=False).print(ranking)


def write_results(results: Sequence[SheetResult], form: str) -> None:
    """Print all results as data: `json`, `jsonl` or `csv`."""
    if form == "csv":
        _write_csv(results)
    elif form == "jsonl":
        for result in results:
            write_line(result)
    else:
        from trekprint.workflows.results import result_data

        click.echo(json.dumps([result_data(result) for result in results]))


def write_line(result: SheetResult) -> None:
    """Print one result as a line of JSON, at once."""
    from trekprint.workflows.results import result_data

    click.echo(json.dumps(result_data(result)))
    sys.stdout.flush()


def _write_csv(results: Sequence[SheetResult]) -> None:
    """Print CSV that spreadsheets open by a double click.

    In a file, letters beyond ASCII are UTF-8 behind a byte order mark, without which
    Excel takes them for others. Where there are none, none is needed, and programs that
    expect no mark are spared it.
    """
    from trekprint.workflows.table import csv_text

    text = csv_text(results)
    if sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    mark = b"" if text.isascii() else codecs.BOM_UTF8
    click.echo(mark + text.encode(), nl=False)
