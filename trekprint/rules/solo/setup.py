"""What a solo game begins with, and its exact form as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.expedition.plain import Fields, refuse_names
from trekprint.rules.solo.max_climber import MaxReading

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloSetup:
    """A solo game before its first round.

    `expedition` tells the solo Expedition whose `ascent` (1 to 3) this is, by the time
    at which it was made, since its name may change; empty for a game by itself. Only in
    an Expedition there are Assist cards, which are recorded with `cards`. `at` is when
    the game was begun, as an ISO time.
    """

    sheet: str
    at: str
    reading: MaxReading = MaxReading.HIGHEST_FITTING
    player: str = "You"
    expedition: str = ""
    ascent: int = 0
    cards: bool = False

    def __post_init__(self) -> None:
        """Raise InputError for a name that nobody could type or read."""
        refuse_names([self.player], "a player")


def setup_data(setup: SoloSetup) -> dict[str, object]:
    """`setup` as plain values; `setup_from` takes exactly these back."""
    return {
        "sheet": setup.sheet,
        "at": setup.at,
        "max": setup.reading.value,
        "player": setup.player,
        "expedition": setup.expedition,
        "ascent": setup.ascent,
        "cards": setup.cards,
    }


def setup_from(data: Mapping[str, object]) -> SoloSetup:
    """The setup of `data`.

    Raises:
        InputError: a key is missing, unknown, or holds something else than it should.
    """
    fields = Fields(data, "the beginning of a solo game")
    setup = SoloSetup(
        sheet=fields.text("sheet"),
        at=fields.text("at"),
        reading=reading_named(fields.text("max")),
        player=fields.text("player"),
        expedition=fields.text("expedition"),
        ascent=fields.number("ascent"),
        cards=fields.switch("cards", default=False),
    )
    fields.refuse_unknown()
    return setup


def reading_named(name: str) -> MaxReading:
    """The reading called `name`, as in `highest_fitting`.

    Raises InputError, which names those there are.
    """
    for reading in MaxReading:
        if reading.value == name:
            return reading
    names = ", ".join(reading.value for reading in MaxReading)
    raise InputError(f"{name!r} is no reading of what Max writes; use {names}")
