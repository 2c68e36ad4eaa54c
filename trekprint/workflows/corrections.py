"""What a person said against what was read: taken in, and the first reading kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from trekprint.sheet.model import Link, Option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.scan.reading import SheetReading
    from trekprint.workflows.results import DoubtKey, SheetResult


def with_ticks(reading: SheetReading, answers: Mapping[DoubtKey, str]) -> SheetReading:
    """`reading` with as many ticks of an option as the answers say (`"sum": "4"`).

    Which boxes of the row they stand in does not matter to any rule.
    """
    counts = {option: answers.get(option.value) for option in Option}
    ticks = tuple(
        tick
        if (count := counts[tick.option]) is None
        else replace(tick, ticked=float(tick.index <= int(count)))
        for tick in reading.ticks
    )
    return replace(reading, ticks=ticks)


def with_first_reading(
    result: SheetResult, first: SheetResult, answers: Mapping[DoubtKey, str]
) -> SheetResult:
    """`result`, which the answers led to, with what was read `first`.

    Circles that were answered tell what was read in them; `corrections` are sentences
    about all that is otherwise now.
    """
    read = {circle.id: circle.content for circle in first.circles}
    circles = tuple(
        replace(circle, read=read[circle.id]) if circle.id in answers else circle
        for circle in result.circles
    )
    sentences = [
        f"circle {circle.id} is {circle.content}, and was read as {circle.read}"
        for circle in circles
        if circle.read not in (None, circle.content)
    ]
    sentences += _marks_corrected(result, first, answers)
    return replace(
        result, circles=circles, corrections=tuple(sentences), name=first.name
    )


def _marks_corrected(
    result: SheetResult, first: SheetResult, answers: Mapping[DoubtKey, str]
) -> list[str]:
    """Sentences about links and ticks that were answered otherwise than read."""
    now, before = result.game, first.game
    if now is None or before is None:
        return []
    sentences = []
    for key in answers:
        if isinstance(key, Link):
            drawn, seen = (
                key in (*(game.links or ()), *game.ropes) for game in (now, before)
            )
            if drawn != seen:
                what = "Rope link" if key in now.sheet.two_apart else "line"
                words = "is drawn, and was not seen" if drawn else "is not drawn"
                sentences.append(f"{what} {key.a}-{key.b} {words}")
        elif key in {option.value for option in Option}:
            option = Option(key)
            counts = [(game.ticks or {}).get(option, 0) for game in (now, before)]
            if counts[0] != counts[1]:
                sentences.append(
                    f"{option.value} has ticks: {counts[0]}, and {counts[1]} were read"
                )
    return sentences
