"""What can go wrong, as exceptions (errors) and as values (problems).

An error stops what was asked for; its text is one sentence with the value, the
place and the remedy, and its exit code is part of the public contract. A problem
is a sentence with a place; whoever looks for problems returns all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable


class ExitCode(IntEnum):
    """Exit codes of the command line."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    DOUBTFUL = 3


class TrekprintError(Exception):
    """Base of all errors that a user can cause and mend; its text is a sentence."""

    exit_code: ClassVar[ExitCode] = ExitCode.FAILED


class InputError(TrekprintError):
    """Something the user typed does not fit: a number, a circle, a name."""

    exit_code = ExitCode.USAGE


class UnreadableError(TrekprintError):
    """A file or photo could not be read or found."""


class UnwritableError(TrekprintError):
    """A file could not be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One sentence about one place of a sheet definition.

    `path` names the place inside the data (`circles[3].terrain`); `line` counts from
    1, and is 0 where the problem belongs to the file as a whole.
    """

    path: str
    sentence: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        """`file:line: path: sentence`, without the parts that are empty."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(part for part in (place, self.path, self.sentence) if part)


class SheetError(TrekprintError):
    """A sheet definition has problems; the text lists all of them, a line each."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep `problems` and make the text from them."""
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))
