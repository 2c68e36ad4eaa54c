"""An Expedition as a readable YAML file, which can be taken back without loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from trekprint.errors import InputError, UnreadableError
from trekprint.files import write_whole
from trekprint.rules.expedition.setup import setup_data, setup_from
from trekprint.rules.expedition.steps import step_data, step_from
from trekprint.sheetfile.document import read_document

if TYPE_CHECKING:
    from pathlib import Path

    from trekprint.rules.expedition.setup import Setup
    from trekprint.rules.expedition.steps import Step

KIND = "expedition"
_HEAD = (
    "# An Expedition of Trek 12, step by step. To take it back:\n"
    "# trekprint expedition import FILE\n"
)
LINE_WIDTH = 10_000
"""A sheet stays on one line, where it can be read and found."""


def expedition_text(setup: Setup, steps: tuple[Step, ...]) -> str:
    """The Expedition as YAML; `read_expedition` gives exactly the same back."""
    data = {
        "kind": KIND,
        "expedition": setup_data(setup),
        "steps": [step_data(step) for step in steps],
    }
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=LINE_WIDTH)
    return _HEAD + text


def write_expedition(path: Path, setup: Setup, steps: tuple[Step, ...]) -> None:
    """Write the Expedition to `path`, all of it or nothing.

    Raises:
        UnwritableError: it cannot be written.
    """
    write_whole(path, expedition_text(setup, steps).encode())


def read_expedition(path: Path) -> tuple[Setup, tuple[Step, ...]]:
    """The Expedition in a file; whether its steps are allowed is not looked at.

    Raises:
        UnreadableError: the file cannot be read, or holds no Expedition; the sentence
            names the line.
    """
    document = read_document(_content(path), path.name)
    if document.problems:
        raise UnreadableError(str(document.problems[0]))
    data = document.data
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise UnreadableError(
            f"{path.name}: this is no exported Expedition; its first key must be"
            f" 'kind: {KIND}'"
        )
    listed = data.get("steps")
    if not isinstance(listed, list):
        raise UnreadableError(str(document.problem("steps", "must be a list")))
    where = "expedition"
    try:
        setup = setup_from(data.get("expedition"))  # type: ignore[arg-type]
        steps = []
        for number, step in enumerate(listed):
            where = f"steps[{number}]"
            steps.append(step_from(step))
    except InputError as error:
        raise UnreadableError(str(document.problem(where, str(error)))) from error
    return setup, tuple(steps)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UnreadableError(
            f"{path} could not be read ({reason}); name a file that export wrote"
        ) from error
