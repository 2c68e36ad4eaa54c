"""A typed solo game at the command line: both scores, and the slips in it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from trekprint.cli.mountain import NOTICE
from trekprint.cli.solo_show import both_mountains, final_scores
from trekprint.errors import ExitCode
from trekprint.workflows.solo_data import solo_data
from trekprint.workflows.solo_files import play_file

if TYPE_CHECKING:
    from pathlib import Path

    from trekprint.workflows.solo_files import SoloReport


def score_solo_file(
    path: Path, reading: str | None, defs: Path | None, *, as_json: bool
) -> ExitCode:
    """Print both scores of a typed game; `DOUBTFUL` where the file leaves lines open.

    Raises what `play_file` raises.
    """
    report = play_file(path, reading, defs)
    if as_json:
        data = solo_data(report.state, report.source)
        said = {"slips": list(report.slips), "open": list(report.open)}
        click.echo(json.dumps(data | said))
    else:
        _show(report)
    return ExitCode.DOUBTFUL if report.open else ExitCode.DONE


def _show(report: SoloReport) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    state = report.state
    console.print(both_mountains(state, console.width))
    console.print(final_scores(state))
    for slip in report.slips:
        console.print(Text(f"Slip: {slip}."), style=NOTICE)
    for choice in report.open:
        console.print(Text(f"In doubt: {choice}."), style=f"{NOTICE} bold")
