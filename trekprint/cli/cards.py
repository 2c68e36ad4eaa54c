"""The command `cards`: print the cards of an Expedition."""

from __future__ import annotations

from pathlib import Path

import click

from trekprint.cli.sheets import count, large_paper_option, look_options

OUTPUT = Path("output")
GROUPS = ("assist", "lead", "challenge", "turns")
"""Names of `card_faces.GROUPS`, here too so that `--help` need not import them."""


@click.command()
@click.option(
    "--only",
    "groups",
    multiple=True,
    type=click.Choice(GROUPS),
    help="Only these; may be given again.  [default: all]",
)
@click.option(
    "--backs/--no-backs", default=True, help="Print backs, too.  [default: backs]"
)
@large_paper_option
@look_options()
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=OUTPUT / "cards.pdf",
    show_default=True,
    metavar="FILE",
    help="Where to write the PDF.",
)
def cards(
    groups: tuple[str, ...],
    backs: bool,
    paper: str,
    theme: str,
    lang: str,
    output: Path,
) -> None:
    """Print the cards of an Expedition to a PDF.

    16 Assist cards, the Lead Climber, the fronts of six Challenge envelopes, and four
    cards that tell what is done in a round; 63 x 88 mm, as playing cards are.
    """
    from trekprint.files import write_whole
    from trekprint.workflows.aids import print_cards

    printed = print_cards(
        paper=paper, lang=lang, theme=theme, groups=groups, backs=backs
    )
    write_whole(output, printed.pdf)
    how = "on both sides, flip on the long edge, " if backs else ""
    click.echo(
        f"{output}: {count(printed.cards, 'card')} on {count(printed.pages, 'page')};"
        f" print {how}at 100 %"
    )
