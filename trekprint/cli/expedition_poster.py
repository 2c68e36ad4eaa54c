"""The command `expedition poster`: the Hall of Fame to hang on a wall."""

from __future__ import annotations

from pathlib import Path

import click

from trekprint.cli.expedition_common import file_options, open_desk
from trekprint.cli.sheets import count, large_paper_option, look_options


@click.command()
@large_paper_option
@look_options("alpine")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("output") / "hall-of-fame.pdf",
    show_default=True,
    metavar="FILE",
    help="Where to write the PDF.",
)
@file_options
def poster(
    paper: str,
    theme: str,
    lang: str,
    output: Path,
    file: Path | None,
    defs: Path | None,
) -> None:
    """Print the Hall of Fame of all Expeditions as a poster."""
    from trekprint.files import write_whole
    from trekprint.workflows.aids import print_poster
    from trekprint.workflows.expeditions import SHEETS

    with open_desk(file, defs) as desk:
        hall = desk.shelf.chronicle.hall
    pdf = print_poster(hall, SHEETS, paper=paper, lang=lang, theme=theme, defs=defs)
    write_whole(output, pdf)
    click.echo(f"{output}: the Hall of Fame with {count(len(hall), 'record')}")
