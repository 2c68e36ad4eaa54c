"""The command line: parse, call one workflow, print. Holds the only error handler."""

from __future__ import annotations

import importlib
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from trekprint import __version__
from trekprint.errors import ExitCode, TrekprintError

if TYPE_CHECKING:
    from collections.abc import Mapping

# Name -> (module, one-line help). The help stands here too, so that `--help` need not
# import the commands; a test keeps it equal to the commands' own.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "sheets": ("trekprint.cli.sheets", "List what can be printed."),
    "sheet": ("trekprint.cli.prints", "Print sheets to a PDF."),
    "check": ("trekprint.cli.sheets", "Report every problem of sheet definitions."),
    "geometry": ("trekprint.cli.sheets", "Tell where everything is printed, as JSON."),
    "cards": ("trekprint.cli.cards", "Print the cards of an Expedition to a PDF."),
    "score": ("trekprint.cli.score", "Score photos, typed games, or numbers."),
    "expedition": (
        "trekprint.cli.expedition",
        "Play an Expedition over several evenings.",
    ),
    "solo": ("trekprint.cli.solo", "Climb alone against Max."),
}


class LazyGroup(click.Group):
    """A group that imports a command only when it is called, so that it starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name][0])
        return cast("click.Command", getattr(module, cmd_name))

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the list of commands from the table, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="trekprint")
def cli() -> None:
    """Print Trek 12 Ascent sheets and score them from a photo.

    An unofficial fan tool for owners of the game.
    """


def main() -> None:
    """Run the command line; errors that users can mend become one sentence."""
    prepare_streams()
    try:
        cli()
    except TrekprintError as error:
        click.echo(f"trekprint: {error}", err=True)
        sys.exit(error.exit_code)
    except OSError as error:
        # Whoever opens a file words its errors; what comes here is a full disk below
        # standard output, a folder that was deleted while in use, and the like.
        _discard_output()
        reason = (error.strerror or str(error)).lower()
        place = f" ({error.filename})" if error.filename else ""
        click.echo(f"trekprint: stopped by the system: {reason}{place}", err=True)
        sys.exit(ExitCode.FAILED)


def prepare_streams() -> None:
    """Make standard streams that always can be used.

    One that was closed becomes the null device. What a stream's encoding lacks is
    written and read as `?`, so that no name of a player ends the program.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, null)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Drop what standard output still holds, so that nothing fails at the exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
