"""The command `sheet`: print."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from trekprint.cli.sheets import (
    count,
    defs_option,
    forms_per_page,
    look_options,
    page_options,
)
from trekprint.errors import InputError

OUTPUT = Path("output")
LOG = "expedition-log"


@click.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@page_options
@look_options()
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

    NAME is a sheet that `trekprint sheets` lists. `expedition-log` is a page on which
    a group keeps the scores, stars and cards of an Expedition.
    """
    if LOG in names:
        _print_log(context, names, paper, theme, lang, players, output, defs)
        return
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


def _print_log(
    context: click.Context,
    names: tuple[str, ...],
    paper: str,
    theme: str,
    lang: str,
    players: str | None,
    output: Path | None,
    defs: Path | None,
) -> None:
    """Print the log; the names beside it are the Expedition's sheets."""
    from trekprint.files import write_whole
    from trekprint.workflows.aids import FORMATS, print_log
    from trekprint.workflows.expeditions import SHEETS

    for option in ("copies", "per_page"):
        if context.get_parameter_source(option) is not ParameterSource.DEFAULT:
            raise InputError(
                f"{LOG} is one page for a group; leave --{option.replace('_', '-')} out"
            )
    if paper not in FORMATS:
        raise InputError(f"{LOG} needs larger paper than {_paper_name(paper)}: use A4")
    sheets = tuple(name for name in names if name != LOG) or SHEETS
    if len(sheets) != len(SHEETS):
        raise InputError(
            f"{LOG} is for three Ascents, not {len(sheets)}; name three sheets beside"
            " it, or none for the usual ones"
        )
    pdf = print_log(
        sheets,
        paper=paper,
        lang=lang,
        theme=theme,
        players=_names(players),
        defs=defs,
    )
    path = output or OUTPUT / f"{LOG}.pdf"
    write_whole(path, pdf)
    click.echo(f"{path}: a log on 1 {_paper_name(paper)} page, sideways")


def _names(players: str | None) -> tuple[str, ...]:
    if players is None:
        return ()
    names = tuple(name.strip() for name in players.split(","))
    if not all(names):
        raise InputError(f"--players {players!r}: a name is missing between commas")
    return names


def _paper_name(paper: str) -> str:
    return paper.upper() if paper.startswith("a") else paper.capitalize()
