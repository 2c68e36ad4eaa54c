"""The command line: parse, call one workflow, print. Holds the only error handler."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, cast

import click

from trekprint import __version__
from trekprint.errors import TrekprintError

if TYPE_CHECKING:
    from collections.abc import Mapping

# Name -> (module, one-line help). The help stands here too, so that `--help` need not
# import the commands; a test keeps it equal to the commands' own.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "sheets": ("trekprint.cli.sheets", "List what can be printed."),
    "sheet": ("trekprint.cli.prints", "Print sheets to a PDF."),
    "check": ("trekprint.cli.sheets", "Report every problem of sheet definitions."),
    "geometry": ("trekprint.cli.sheets", "Tell where everything is printed, as JSON."),
    "score": ("trekprint.cli.score", "Score photos, typed games, or numbers."),
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
    try:
        cli()
    except TrekprintError as error:
        click.echo(f"trekprint: {error}", err=True)
        sys.exit(error.exit_code)
