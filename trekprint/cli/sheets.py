"""Commands about sheets as such: list, check, tell places."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from trekprint.errors import ExitCode, InputError, SheetError, UnreadableError
from trekprint.sheet.model import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.table import Table

    from trekprint.errors import TrekprintError
    from trekprint.sheet.model import Sheet

    Command = TypeVar("Command", bound=Callable[..., Any])

PAPER_NAMES = ("a4", "letter", "a5")
"""Names of `sheet.paper.PAPERS`, here too so that `--help` need not import it."""

COPIES_MOST = 1000


def defs_option(command: Command) -> Command:
    """Give `command` the option `--defs DIR`, as `defs: Path | None`."""
    return click.option(
        "--defs",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Folder with sheet definitions of your own, looked in first.",
    )(command)


def page_options(command: Command) -> Command:
    """Give `command` the options that decide what lies where on which page.

    They arrive as `copies: int`, `paper: str` and `per_page: int | None`; see
    `forms_per_page` for the last.
    """
    per_page = click.option(
        "--per-page",
        type=click.Choice(["1", "2"]),
        callback=lambda _context, _option, value: value and int(value),
        help="Sheets on a page: 2 (the default, except on A5) or 1 large one.",
    )
    paper = click.option(
        "--paper",
        type=click.Choice(PAPER_NAMES, case_sensitive=False),
        default="a4",
        show_default=True,
        help="Paper to print on.",
    )
    copies = click.option(
        "--copies",
        type=click.IntRange(1, COPIES_MOST),
        default=1,
        show_default=True,
        help="How many of each sheet.",
    )
    return copies(paper(per_page(command)))


LARGE_PAPER = ("a4", "letter")
"""As `aids.FORMATS`: what cards, the log and the poster need."""


def look_options(theme: str = "plain") -> Callable[[Command], Command]:
    """Give a command the options `--theme` and `--lang`, `theme` being the default."""

    def give(command: Command) -> Command:
        language = click.option(
            "--lang",
            type=click.Choice(LANGUAGES),
            default="en",
            show_default=True,
            help="Language of the words.",
        )
        look = click.option(
            "--theme",
            default=theme,
            show_default=True,
            metavar="NAME",
            help="How it looks: plain saves ink, alpine is a picture in colour.",
        )
        return look(language(command))

    return give


def large_paper_option(command: Command) -> Command:
    """Give `command` the option `--paper` for what A5 is too small for."""
    return click.option(
        "--paper",
        type=click.Choice(LARGE_PAPER, case_sensitive=False),
        default="a4",
        show_default=True,
        help="Paper to print on.",
    )(command)


def forms_per_page(paper: str, per_page: int | None) -> int:
    """How many forms to put on a page of `paper`; None takes what suits it.

    Raises InputError for two on A5, which is the size of one.
    """
    if paper != "a5":
        return per_page or 2
    if per_page == 2:
        raise InputError("--per-page 2: A5 paper holds one sheet; leave --per-page out")
    return 1


@click.command()
@defs_option
def sheets(defs: Path | None) -> None:
    """List what can be printed."""
    from trekprint.sheetfile.catalog import load_sheet, sheet_names

    found, errors = [], []
    for name in sheet_names(defs):
        try:
            found.append(load_sheet(name, defs))
        except (SheetError, UnreadableError) as error:
            errors.append(error)
    found.sort(key=lambda sheet: (sheet.summit, sheet.id))
    if sys.stdout.isatty():
        from rich.console import Console

        Console().print(sheets_table(found))
    else:
        for sheet in found:
            click.echo(_line(sheet))
    _fail_on(errors)


def sheets_table(found: Sequence[Sheet]) -> Table:
    """The list of `found` for a terminal."""
    from rich.table import Table
    from rich.text import Text

    table = Table("Name", "Title", "Circles", "Summit value")
    for sheet in found:
        numbers = (str(len(sheet.circles)), str(sheet.summit))
        table.add_row(sheet.id, Text(sheet.title["en"]), *numbers)
    return table


def _line(sheet: Sheet) -> str:
    """The list's line for files and pipes, its parts set off by tabs."""
    circles = f"{len(sheet.circles)} circles"
    return f"{sheet.id}\t{sheet.title['en']}\t{circles}\tSummit {sheet.summit}"


def _fail_on(errors: Sequence[TrekprintError]) -> None:
    """Tell `errors`, if any, and end with the exit code for a failure."""
    for error in errors:
        click.echo(f"{error}", err=True)
    if errors:
        sys.exit(ExitCode.FAILED)


@click.command()
@click.argument(
    "files",
    metavar="FILE.yaml...",
    nargs=-1,
    required=True,
    type=click.Path(readable=False),
)
def check(files: tuple[str, ...]) -> None:
    """Report every problem of sheet definitions."""
    found = {file: _problems(file) for file in files}
    for file, problems in found.items():
        shown = click.format_filename(file)
        click.echo("\n".join(problems) if problems else f"{shown}: no problems")
    bad = [len(problems) for problems in found.values() if problems]
    if bad:
        click.echo(
            f"{count(sum(bad), 'problem')} in {count(len(bad), 'file')}", err=True
        )
        sys.exit(ExitCode.FAILED)


def _problems(file: str) -> list[str]:
    """The problems of the definition in `file`, a line each."""
    from trekprint.sheetfile.catalog import read_definition
    from trekprint.sheetfile.loader import check_sheet

    try:
        content = read_definition(Path(file))
    except UnreadableError as error:
        return [str(error)]
    name = click.format_filename(file)
    return [str(problem) for problem in check_sheet(content, name).problems]


def count(number: int, thing: str) -> str:
    """`1 sheet`, `3 sheets`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


@click.command()
@click.argument("name")
@page_options
@defs_option
def geometry(
    name: str, copies: int, paper: str, per_page: int | None, defs: Path | None
) -> None:
    """Tell where everything is printed, as JSON."""
    from trekprint.sheet.layout import place
    from trekprint.sheet.layout_json import pages_json
    from trekprint.sheet.paper import PAPERS
    from trekprint.sheetfile.catalog import load_sheet

    forms = forms_per_page(paper, per_page)
    sheet = load_sheet(name, defs)
    pages = place(
        [(sheet, copy) for copy in range(1, copies + 1)], PAPERS[paper], forms
    )
    click.echo(json.dumps(pages_json(sheet, pages)))
