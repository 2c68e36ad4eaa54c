"""The command `sheet`: print."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from trekprint.cli.sheets import count, defs_option, forms_per_page, page_options
from trekprint.errors import InputError
from trekprint.sheet.model import LANGUAGES

OUTPUT = Path("output")


@click.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@page_options
@click.option(
    "--theme",
    default="plain",
    show_default=True,
    metavar="NAME",
    help="How it looks: plain saves ink, alpine is a picture in colour.",
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the words.",
)
@click.option("--players", metavar="NAME,NAME", help="Names to print, a copy each.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to write the PDF.  [default: output/NAME.pdf]",
)
@defs_option
@click.pass_context
def sheet(
    context: click.Context,
    names: tuple[str, ...],
    copies: int,
    paper: str,
    per_page: int | None,
    theme: str,
    lang: str,
    players: str | None,
    output: Path | None,
    defs: Path | None,
) -> None:
    """Print sheets to a PDF.

    NAME is a sheet that `trekprint sheets` lists.
    """
    from trekprint.files import write_whole
    from trekprint.workflows.prints import PrintOrder, print_sheets

    named = _names(players)
    given = context.get_parameter_source("copies") is not ParameterSource.DEFAULT
    order = PrintOrder(
        names=names,
        copies=copies if given or not named else len(named),
        paper=paper,
        per_page=forms_per_page(paper, per_page),
        theme=theme,
        lang=lang,
        players=named,
    )
    printed = print_sheets(order, defs)
    path = output or OUTPUT / f"{'-'.join(dict.fromkeys(names))}.pdf"
    write_whole(path, printed.pdf)
    for note in printed.notes:
        click.echo(f"trekprint: {note}", err=True)
    click.echo(
        f"{path}: {count(printed.sheets, 'sheet')} on "
        f"{count(printed.pages, f'{_paper_name(paper)} page')}; print at 100 %"
    )


def _names(players: str | None) -> tuple[str, ...]:
    if players is None:
        return ()
    names = tuple(name.strip() for name in players.split(","))
    if not all(names):
        raise InputError(f"--players {players!r}: a name is missing between commas")
    return names


def _paper_name(paper: str) -> str:
    return paper.upper() if paper.startswith("a") else paper.capitalize()
