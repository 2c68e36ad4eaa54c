"""Questions about a reading, at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trekprint.cli.show import crop_text
from trekprint.sheet.model import Link
from trekprint.workflows.interpret import CONFIRM, NO, YES, interpret

if TYPE_CHECKING:
    from rich.console import Console

    from trekprint.workflows.photos import PhotoResult
    from trekprint.workflows.results import Doubt, DoubtKey, SheetResult

_YES_WORDS = {"y": YES, "yes": YES, "n": NO, "no": NO}
_CONTENT_WORDS = {"x": "skull", "skull": "skull", "-": "empty", "empty": "empty"}


def ask_about(photo: PhotoResult, console: Console) -> SheetResult:
    """Ask until nothing is in doubt or the person skips; the result with the answers.

    Each answer is taken into account at once, so that later questions may vanish.
    """
    from trekprint.scan.reading import SheetReading

    result = photo.result
    if not isinstance(photo.reading, SheetReading) or photo.sheet is None:
        return result
    answers: dict[DoubtKey, str] = {}
    skipped: set[DoubtKey] = set()
    while True:
        open_doubts = [doubt for doubt in result.doubts if doubt.key not in skipped]
        if not open_doubts:
            return result
        doubt = open_doubts[0]
        answer = _ask(doubt, len(open_doubts), console)
        if answer is None or (doubt.key == CONFIRM and answer == NO):
            skipped.add(doubt.key)
            continue
        answers[doubt.key] = answer
        result = interpret(
            photo.reading, photo.sheet, result.source, result.page, answers=answers
        )


def _ask(doubt: Doubt, count: int, console: Console) -> str | None:
    """The answer to one question; None where it was skipped."""
    if doubt.crop is not None:
        console.print(crop_text(doubt.crop))
    likeliest = doubt.candidates[0][0]
    words, hint = _words(doubt)
    question = f"{doubt.sentence}  ({count} to ask; {hint}, s to skip)"
    console.print(question, markup=False)
    while True:
        default = None if doubt.key == CONFIRM else _short(likeliest)
        typed = click.prompt("  answer", default=default, err=True).strip().lower()
        if typed == "s":
            return None
        if typed in words:
            return words[typed]
        console.print(f"  {typed!r} is no answer: {hint}", markup=False)


def _words(doubt: Doubt) -> tuple[dict[str, str], str]:
    """What may be typed and what it means, and that in words."""
    if isinstance(doubt.key, str | Link):
        return _YES_WORDS, "y or n"
    numbers = {str(number): str(number) for number in range(13)}
    return {**numbers, **_CONTENT_WORDS}, "0 to 12, x for a skull, - for empty"


def _short(content: str) -> str:
    return {"skull": "x", "empty": "-", YES: "y", NO: "n"}.get(content, content)
