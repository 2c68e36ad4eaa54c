"""Max's form on paper: what sheet it is, and whether its strip fits it (rules 3).

The strip's numbers come as score boxes of a game (`sheet.solo_form.round_box`), typed
or read, so that Max's mountain is scored and audited like any other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.findings import Finding, list_text
from trekprint.rules.game import SKULL
from trekprint.rules.solo.max_climber import Dice, MaxReading, max_value, sheet_of_max
from trekprint.sheet.model import CircleId
from trekprint.sheet.solo_form import (
    CIRCLE,
    MAX_PREFIX,
    RED,
    ROUNDS_MOST,
    YELLOW,
    round_box,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trekprint.rules.game import Entry, Game
    from trekprint.sheet.model import Sheet

MAX_NAME = "Max"


def form_of_max(sheet: Sheet) -> Sheet:
    """Max's form of `sheet`: same mountain, his scoring, a strip in place of ticks.

    Its id is `max-` and that of `sheet`. The options stay known, without boxes: he has
    no tick limits.

    Raises:
        InputError: there are more circles than the strip has room for.
    """
    if len(sheet.circles) > ROUNDS_MOST:
        raise InputError(
            f"{sheet.id} has {len(sheet.circles)} circles, but the strip for Max's"
            f" rounds has room for {ROUNDS_MOST}; play it with trekprint solo"
            f" {sheet.id} instead"
        )
    return replace(
        sheet_of_max(sheet),
        id=f"{MAX_PREFIX}{sheet.id}",
        title={lang: f"{MAX_NAME} · {title}" for lang, title in sheet.title.items()},
        options=tuple(replace(row, boxes=0) for row in sheet.options),
        strip=True,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOnPaper:
    """One round of the strip; None for what is not written."""

    number: int
    red: int | None = None
    yellow: int | None = None
    circle: int | None = None

    @property
    def complete(self) -> bool:
        """Whether all three boxes are filled."""
        return None not in (self.red, self.yellow, self.circle)

    @property
    def empty(self) -> bool:
        """Whether none is."""
        return self.red is None and self.yellow is None and self.circle is None

    @property
    def dice(self) -> Dice | None:
        """The roll; None where a die is missing, or where no roll shows these."""
        if self.red is None or self.yellow is None:
            return None
        try:
            return Dice.of(self.red, self.yellow)
        except InputError:
            return None


def rounds_on_paper(written: Mapping[str, int], rounds: int) -> list[RoundOnPaper]:
    """The strip's rounds, from what stands in its boxes."""
    return [
        RoundOnPaper(
            number=number,
            red=written.get(round_box(number, RED)),
            yellow=written.get(round_box(number, YELLOW)),
            circle=written.get(round_box(number, CIRCLE)),
        )
        for number in range(1, rounds + 1)
    ]


def strip_findings(game: Game) -> Iterator[Finding]:
    """Where Max's mountain and the strip of rounds do not fit each other.

    Nothing where the strip was left empty, or where the sheet has none. Of the three
    readings of what Max writes, the players are taken to use the one that fits most.
    """
    if not game.sheet.strip:
        return
    rounds = rounds_on_paper(game.written, len(game.sheet.circles))
    if all(one.empty for one in rounds):
        return
    yield from _impossible(game, rounds)
    twice = list(_twice(rounds))
    yield from twice
    unclear = {circle for finding in twice for circle in finding.circles}
    readable = [
        one for one in rounds if _entry_place(game, one) not in {None, *unclear}
    ]
    reading = _reading_used(game, readable)
    for one in readable:
        yield from _slip(game, one, reading)
    gaps = [one.number for one in rounds if not one.complete]
    if gaps:
        word = "round" if len(gaps) == 1 else "rounds"
        yield Finding(
            code="strip-gaps",
            message=f"{word} {list_text(gaps)} of the strip could not be checked: a die"
            " or the circle is missing there, or unclear",
        )


def strip_note(game: Game) -> tuple[str, ...]:
    """A sentence where a whole strip was checked and fits Max's mountain."""
    if not game.sheet.strip:
        return ()
    rounds = rounds_on_paper(game.written, len(game.sheet.circles))
    if not all(one.complete for one in rounds) or any(strip_findings(game)):
        return ()
    return (f"all {len(rounds)} rounds of the strip fit Max's mountain.",)


def _impossible(game: Game, rounds: Sequence[RoundOnPaper]) -> Iterator[Finding]:
    for one in rounds:
        if one.red is not None and one.yellow is not None and one.dice is None:
            yield Finding(
                code="strip-dice",
                message=f"Max's round {one.number}: no roll shows {one.red} and"
                f" {one.yellow} (the red die has 1 to 6, the yellow one 0 to 5)",
            )
        if one.circle is not None and one.circle not in game.sheet.circle_by_id:
            yield Finding(
                code="strip-circle",
                message=f"Max's round {one.number}: there is no circle {one.circle}",
            )


def _twice(rounds: Sequence[RoundOnPaper]) -> Iterator[Finding]:
    places: dict[int, list[int]] = defaultdict(list)
    for one in rounds:
        if one.circle is not None:
            places[one.circle].append(one.number)
    for circle, numbers in places.items():
        if len(numbers) > 1:
            yield Finding(
                code="strip-twice",
                message=f"circle {circle} stands in rounds {list_text(numbers)} of the"
                " strip, but a circle is filled once",
                circles=(CircleId(circle),),
            )


def _entry_place(game: Game, one: RoundOnPaper) -> CircleId | None:
    """The circle of a round that can be checked."""
    circle = None if one.circle is None else CircleId(one.circle)
    if one.dice is None or circle not in game.sheet.circle_by_id:
        return None
    return circle


def _reading_used(game: Game, rounds: Sequence[RoundOnPaper]) -> MaxReading:
    """The reading that fits most rounds, ours before the others."""

    def fits(reading: MaxReading) -> int:
        return sum(not list(_slip(game, one, reading)) for one in rounds)

    return max(MaxReading, key=fits)


def _slip(game: Game, one: RoundOnPaper, reading: MaxReading) -> Iterator[Finding]:
    """A finding where something else stands in the round's circle than Max writes."""
    place, dice = _entry_place(game, one), one.dice
    if place is None or dice is None:
        return
    circle = game.sheet.circle_by_id[place]
    options = tuple(row.option for row in game.sheet.options)
    right = max_value(dice, circle, reading, options)
    stands = game.entries.get(place)
    if stands == right or (right == SKULL and game.counts_as_skull(place)):
        return
    yield Finding(
        code="max-slip",
        message=f"Max's round {one.number}: for the dice {dice} he writes"
        f" {_what(right)} in circle {place}, which takes at most {circle.limit}, but"
        f" {'nothing' if stands is None else _what(stands)} stands there",
        circles=(place,),
    )


def _what(entry: Entry) -> str:
    return "a skull" if entry.is_skull else f"{entry}"
