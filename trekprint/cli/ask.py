"""Questions about a reading, at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.text import Text

from trekprint.cli.show import crop_text
from trekprint.sheet.model import Link
from trekprint.workflows.corrections import with_first_reading, with_ticks
from trekprint.workflows.doubts import NO, YES
from trekprint.workflows.interpret import CONFIRM, interpret

if TYPE_CHECKING:
    from rich.console import Console

    from trekprint.sheet.model import Sheet
    from trekprint.workflows.photos import PhotoResult
    from trekprint.workflows.results import Doubt, DoubtKey, SheetResult

SKIP, UNDO = "s", "u"
_YES_WORDS = {"y": YES, "yes": YES, "n": NO, "no": NO}
_CONTENTS = {
    **{str(number): str(number) for number in range(13)},
    "x": "skull",
    "skull": "skull",
    "-": "empty",
    "empty": "empty",
}


def ask_about(photo: PhotoResult, console: Console) -> SheetResult:
    """Ask until nothing is in doubt or the person skips; the result with the answers.

    Each answer is taken into account at once, so that later questions may vanish; `u`
    takes back the last answer.
    """
    from trekprint.scan.reading import SheetReading

    source, page = photo.result.source, photo.result.page
    if not isinstance(photo.reading, SheetReading) or photo.sheet is None:
        return photo.result
    rounds: list[dict[DoubtKey, str]] = []
    while True:
        said = {key: answer for given in rounds for key, answer in given.items()}
        answers = {key: answer for key, answer in said.items() if answer != SKIP}
        reading = with_ticks(photo.reading, answers)
        result = interpret(reading, photo.sheet, source, page, answers=answers)
        left = [doubt for doubt in result.doubts if said.get(doubt.key) != SKIP]
        if not left:
            return with_first_reading(result, photo.result, answers)
        doubt = left[0]
        number = len(rounds) + 1
        answer = _ask(doubt, f"question {number} of {number - 1 + len(left)}", console)
        if answer == UNDO:
            if rounds:
                rounds.pop()
            continue
        given = {doubt.key: answer}
        if doubt.key == CONFIRM and answer == NO:
            given = _ask_for_corrections(photo.sheet, console) or {CONFIRM: SKIP}
        rounds.append(given)


def _ask(doubt: Doubt, number: str, console: Console) -> str:
    """The answer to one question, or `SKIP` or `UNDO`."""
    if doubt.crop is not None:
        coloured = not (console.no_color or console.color_system is None)
        console.print(crop_text(doubt.crop, coloured=coloured), markup=False)
    else:
        console.print()
    likeliest = doubt.candidates[0][0]
    words, hint = _words(doubt)
    console.print(Text.assemble((f"{number}: ", "dim"), (doubt.sentence, "bold")))
    console.print(Text(f"  {hint}; s to skip, u to undo", style="dim"))
    while True:
        default = None if doubt.key == CONFIRM else _short(likeliest)
        typed = click.prompt("  answer", default=default, err=True).strip().lower()
        if typed in (SKIP, UNDO):
            return typed
        if typed in words:
            return words[typed]
        console.print(f"  {typed!r} is no answer: {hint}", markup=False)


_CORRECTIONS = (
    "8=7 for a circle, 3-4=y or 3-4=n for a line, sum=3 for ticks, nothing to leave it"
)


def _ask_for_corrections(sheet: Sheet, console: Console) -> dict[DoubtKey, str]:
    """What stands otherwise than it was read; nothing where the person gives up."""
    console.print(f"What stands there? {_CORRECTIONS}", markup=False)
    while True:
        typed = click.prompt("  right", default="", show_default=False, err=True)
        pairs = [_correction(sheet, word) for word in typed.lower().split()]
        corrections = {pair[0]: pair[1] for pair in pairs if pair is not None}
        if len(corrections) == len(pairs):
            return corrections
        console.print(f"  {typed!r} is not understood: {_CORRECTIONS}", markup=False)


def _correction(sheet: Sheet, word: str) -> tuple[DoubtKey, str] | None:
    """`8=7`, `3-4=y` or `sum=3` as a key and its answer; None if it is none."""
    what, _, answer = word.partition("=")
    keys: dict[str, DoubtKey] = {str(circle.id): circle.id for circle in sheet.circles}
    if what in keys:
        content = _CONTENTS.get(answer)
        return None if content is None else (keys[what], content)
    boxes = {row.option.value: row.boxes for row in sheet.options}
    if what in boxes:
        fits = answer.isdecimal() and int(answer) <= boxes[what]
        return (what, answer) if fits else None
    for link in (*sheet.links, *sheet.two_apart):
        if what in {f"{link.a}-{link.b}", f"{link.b}-{link.a}"}:
            drawn = _YES_WORDS.get(answer)
            return None if drawn is None else (link, drawn)
    return None


def _words(doubt: Doubt) -> tuple[dict[str, str], str]:
    """What may be typed and what it means, and that in words."""
    if isinstance(doubt.key, str | Link):
        return _YES_WORDS, "y or n"
    return _CONTENTS, "0 to 12, x for a skull, - for empty"


def _short(content: str) -> str:
    return {"skull": "x", "empty": "-", YES: "y", NO: "n"}.get(content, content)
