"""The steps of an Expedition, and their exact form as plain data.

A step says what was done at the table, never what follows from it. Its `at` is the ISO
time at which it was recorded, of the place where it was; steps recorded together share
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from trekprint.errors import InputError
from trekprint.rules.expedition.plain import Fields, pile_data, without_defaults

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trekprint.rules.expedition.cards import Card, Pile


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """Cards were laid open, which begins the next Ascent."""

    cards: Pile
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """What one player did who earned a card: took one, perhaps put one back.

    `card` is None where none was left, or where the player wanted none.
    """

    player: str
    card: Card | None = None
    back: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Earn:
    """The players who made a new zone of 0s, 1s or 2s in one round, in any order."""

    picks: tuple[Pick, ...]
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A card was used during the Ascent."""

    player: str
    card: Card
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandIn:
    """Cards were handed in for points at the end of the Ascent; perhaps none."""

    player: str
    cards: Pile
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """A player's filled sheet, as a line of notation; None for one who did not play."""

    player: str
    sheet: str | None
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOpener:
    """Who opens the envelope of an Ascent, where several could."""

    ascent: int
    player: str
    at: str


Step: TypeAlias = "Reveal | Earn | Use | HandIn | ScoreSheet | ChooseOpener"


def step_data(step: Step) -> dict[str, object]:
    """`step` as plain values; `step_from` takes exactly these back."""
    name, form, _ = _FORMS[type(step)]
    return {"step": name, **form(step), "at": step.at}


def step_from(data: Mapping[str, object]) -> Step:
    """The step of `data`.

    Raises:
        InputError: a key is missing, unknown, or holds something else than it should.
    """
    fields = Fields(data, "this step")
    name = fields.text("step")
    for known, _, parse in _FORMS.values():
        if known == name:
            step = parse(fields, fields.time("at"))
            fields.refuse_unknown()
            return step
    names = ", ".join(known for known, _, _ in _FORMS.values())
    raise InputError(f"there is no step {name!r}; there are {names}")


def _pick_data(pick: Pick) -> dict[str, object]:
    return without_defaults(
        {
            "player": pick.player,
            "card": None if pick.card is None else pick.card.value,
            "back": None if pick.back is None else pick.back.value,
        }
    )


def _pick(fields: Fields) -> Pick:
    pick = Pick(
        player=fields.text("player"),
        card=fields.card_or_none("card"),
        back=fields.card_or_none("back"),
    )
    fields.refuse_unknown()
    return pick


# The forms are typed loosely here, since each takes only steps of its own class.
_FORMS: Mapping[
    type, tuple[str, Callable[..., dict[str, object]], Callable[[Fields, str], Step]]
] = {
    Reveal: (
        "reveal",
        lambda step: {"cards": pile_data(step.cards)},
        lambda fields, at: Reveal(cards=fields.pile("cards"), at=at),
    ),
    Earn: (
        "earn",
        lambda step: {"picks": [_pick_data(pick) for pick in step.picks]},
        lambda fields, at: Earn(
            picks=tuple(_pick(part) for part in fields.parts("picks")), at=at
        ),
    ),
    Use: (
        "use",
        lambda step: {"player": step.player, "card": step.card.value},
        lambda fields, at: Use(
            player=fields.text("player"), card=fields.card("card"), at=at
        ),
    ),
    HandIn: (
        "hand-in",
        lambda step: {"player": step.player, "cards": pile_data(step.cards)},
        lambda fields, at: HandIn(
            player=fields.text("player"), cards=fields.pile("cards"), at=at
        ),
    ),
    ScoreSheet: (
        "score",
        lambda step: without_defaults({"player": step.player, "sheet": step.sheet}),
        lambda fields, at: ScoreSheet(
            player=fields.text("player"), sheet=fields.text_or_none("sheet"), at=at
        ),
    ),
    ChooseOpener: (
        "opener",
        lambda step: {"ascent": step.ascent, "player": step.player},
        lambda fields, at: ChooseOpener(
            ascent=fields.number("ascent"), player=fields.text("player"), at=at
        ),
    ),
}


def without_last(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """`steps` without the last one and those that were recorded together with it."""
    if not steps:
        return ()
    last = steps[-1].at
    kept = len(steps)
    while kept and steps[kept - 1].at == last:
        kept -= 1
    return steps[:kept]
