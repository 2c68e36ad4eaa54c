"""The steps of a solo game, and their exact form as plain data.

A step says what was done at the table, never what follows from it: Max's numbers and
every link that leaves no choice follow from the steps. Undo is leaving out the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from trekprint.errors import InputError
from trekprint.rules.expedition.cards import Card
from trekprint.rules.expedition.plain import Fields, without_defaults
from trekprint.rules.solo.max_climber import Dice
from trekprint.sheet.model import CircleId, Link, Option

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Climber(Enum):
    """The two on the mountain."""

    YOU = "you"
    MAX = "max"


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round: the roll, and what you made of it.

    `links` are those you chose where a number could be joined to several circles; what
    leaves no choice follows by itself. The rest is what Assist cards of an Expedition
    do: `compass` lets the circle lie away from the filled ones, `tent` makes a cross
    beside the sum row in place of a tick, `rope` is a link to a circle two apart, and
    `reroll` is your second roll by a Schnapps card; Max writes by `dice` (ours).
    """

    dice: Dice
    circle: CircleId
    option: Option
    links: tuple[Link, ...] = ()
    compass: bool = False
    tent: bool = False
    rope: Link | None = None
    reroll: Dice | None = None

    @property
    def your_dice(self) -> Dice:
        """The roll that you used."""
        return self.reroll or self.dice

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that you used, in the order in which they act."""
        used = {
            Card.SCHNAPPS: self.reroll is not None,
            Card.COMPASS: self.compass,
            Card.TENT: self.tent,
            Card.ROPE: self.rope is not None,
        }
        return tuple(card for card, is_used in used.items() if is_used)


@dataclass(frozen=True, slots=True, kw_only=True)
class MaxLink:
    """The line that Max's number continues, where you had the choice (rules 3)."""

    link: Link


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCard:
    """The card taken for a new zone, in an Expedition; perhaps one was put back.

    `card` is None where none was left, or where Max holds three already.
    """

    climber: Climber
    card: Card | None = None
    back: Card | None = None


SoloStep: TypeAlias = "Round | MaxLink | TakeCard"


def step_data(step: SoloStep) -> dict[str, object]:
    """`step` as plain values; `step_from` takes exactly these back."""
    name, form, _ = _FORMS[type(step)]
    return {"step": name, **form(step)}


def step_from(data: Mapping[str, object]) -> SoloStep:
    """The step of `data`.

    Raises:
        InputError: a key is missing, unknown, or holds something else than it should.
    """
    fields = Fields(data, "this step")
    name = fields.text("step")
    for known, _, parse in _FORMS.values():
        if known == name:
            step = parse(fields)
            fields.refuse_unknown()
            return step
    names = ", ".join(known for known, _, _ in _FORMS.values())
    raise InputError(f"there is no step {name!r}; there are {names}")


def link_from(text: str) -> Link:
    """`3-9` as a link; InputError where it is none."""
    a, dash, b = text.partition("-")
    numbers = [int(word) for word in (a, b) if word.isascii() and word.isdecimal()]
    if not dash or len(numbers) != 2 or numbers[0] == numbers[1]:
        raise InputError(f"{text!r} is no link; write its two circles as in 3-9")
    return Link.of(*numbers)


def option_named(name: str) -> Option:
    """The option called `name`; InputError, which names all, where there is none."""
    for option in Option:
        if option.value == name:
            return option
    names = ", ".join(option.value for option in Option)
    raise InputError(f"{name!r} is no option; use {names}")


def _round_data(step: Round) -> dict[str, object]:
    return without_defaults(
        {
            "dice": [step.dice.red, step.dice.yellow],
            "circle": step.circle,
            "option": step.option.value,
            "links": [str(link) for link in step.links],
            "compass": step.compass or None,
            "tent": step.tent or None,
            "rope": None if step.rope is None else str(step.rope),
            "reroll": step.reroll and [step.reroll.red, step.reroll.yellow],
        }
    )


def _round(fields: Fields) -> Round:
    reroll, rope = fields.numbers("reroll"), fields.text_or_none("rope")
    return Round(
        dice=_dice(fields.numbers("dice")),
        circle=CircleId(fields.number("circle")),
        option=option_named(fields.text("option")),
        links=tuple(map(link_from, fields.texts("links"))),
        compass=fields.switch("compass", default=False),
        tent=fields.switch("tent", default=False),
        rope=None if rope is None else link_from(rope),
        reroll=_dice(reroll) if reroll else None,
    )


def _dice(numbers: tuple[int, ...]) -> Dice:
    if len(numbers) != 2:
        raise InputError(
            f"a roll is two numbers, red and yellow, not {list(numbers)}; give both"
        )
    return Dice(*numbers)


def _climber(name: str) -> Climber:
    for climber in Climber:
        if climber.value == name:
            return climber
    raise InputError(f"{name!r} does not climb here; use you or max")


# The forms are typed loosely here, since each takes only steps of its own class.
_FORMS: Mapping[
    type, tuple[str, Callable[..., dict[str, object]], Callable[[Fields], SoloStep]]
] = {
    Round: ("round", _round_data, _round),
    MaxLink: (
        "max-link",
        lambda step: {"link": str(step.link)},
        lambda fields: MaxLink(link=link_from(fields.text("link"))),
    ),
    TakeCard: (
        "take",
        lambda step: without_defaults(
            {
                "climber": step.climber.value,
                "card": None if step.card is None else step.card.value,
                "back": None if step.back is None else step.back.value,
            }
        ),
        lambda fields: TakeCard(
            climber=_climber(fields.text("climber")),
            card=fields.card_or_none("card"),
            back=fields.card_or_none("back"),
        ),
    ),
}
