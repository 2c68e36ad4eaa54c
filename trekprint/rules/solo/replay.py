"""Setup and steps -> SoloState: what may be done in a round, and what follows.

A step that is not allowed raises an InputError that says what, why, and what to do
instead; nothing changes then. What is ours, since the rules are silent, is marked so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.dice import entry_of
from trekprint.rules.findings import circles_text, list_text
from trekprint.rules.solo.max_climber import max_value
from trekprint.rules.solo.state import (
    EARNING,
    Played,
    SoloState,
    begin,
    link_choices,
    new_zone,
    rope_choices,
)
from trekprint.rules.solo.steps import Climber, MaxLink, Round, TakeCard
from trekprint.sheet.model import Link, Option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from trekprint.rules.game import Entry, Game
    from trekprint.rules.solo.setup import SoloSetup
    from trekprint.rules.solo.state import Choice
    from trekprint.rules.solo.steps import SoloStep
    from trekprint.sheet.model import CircleId, Sheet


def replay(setup: SoloSetup, steps: Iterable[SoloStep], sheet: Sheet) -> SoloState:
    """The state after all `steps`. Pure; the same log gives the same state.

    Raises:
        InputError: for the first step that is not allowed.
    """
    state = begin(setup, sheet)
    for step in steps:
        state = advance(state, step)
    return state


def advance(state: SoloState, step: SoloStep) -> SoloState:
    """The state after one more step.

    Raises:
        InputError: the step is not allowed now; says what, why, and what to do.
    """
    return replace(_RULES[type(step)](state, step), steps=state.steps + 1)


# --- rounds


def _round(state: SoloState, step: Round) -> SoloState:
    check_round(state, step)
    you, your_links = _your_mountain(state, step)
    written = max_value(
        step.dice,
        state.sheet.circle_by_id[step.circle],
        state.setup.reading,
        state.boxes_left,
    )
    his = _with_entry(state.max, step.circle, written)
    choices = link_choices(his, step.circle)
    certain = tuple(choice[0] for choice in choices if len(choice) == 1)
    played = Played(
        round=step,
        yours=you.entries[step.circle],
        his=written,
        your_links=your_links,
        his_links=certain,
    )
    after = replace(
        state,
        you=you,
        max=_with_links(his, certain),
        played=(*state.played, played),
        choices=tuple(choice for choice in choices if len(choice) > 1),
    )
    return replace(after, takers=_earners(after, step.circle))


def check_round(state: SoloState, step: Round) -> None:
    """Raise InputError where `step` may not be played now, whatever links it draws."""
    _need_a_round(state)
    if step.cards and not state.has_cards:
        raise InputError(
            f"{step.cards[0]} is an Assist card, and a game by itself has none; play"
            " without it, or climb in an Expedition"
        )
    _check_circle(state, step.circle, compass=step.compass)
    _check_option(state, step.option, tent=step.tent)


def your_choices(state: SoloState, step: Round) -> tuple[Choice, ...]:
    """The links that your number gets by `step`, exactly one of each.

    `step.links` is not looked at; its `rope` takes the place of one of the links. Ask
    `check_round` first.
    """
    return link_choices(with_your_entry(state, step), step.circle)


def ropes_of(state: SoloState, step: Round) -> Choice:
    """The Rope links that your number by `step` could get; see `your_choices`."""
    written = _with_entry(state.you, step.circle, your_entry(state, step))
    return rope_choices(written, step.circle)


def with_your_entry(state: SoloState, step: Round) -> Game:
    """Your mountain with the number written, its links not yet drawn but for a Rope."""
    return _roped(_with_entry(state.you, step.circle, your_entry(state, step)), step)


def your_entry(state: SoloState, step: Round) -> Entry:
    """What you write by `step`: the number, or a skull over the circle's limit."""
    result = step.your_dice.result(step.option)
    return entry_of(state.sheet.circle_by_id[step.circle], result)


def _your_mountain(state: SoloState, step: Round) -> tuple[Game, tuple[Link, ...]]:
    """Your mountain after the round, and the links drawn on it."""
    if step.rope is not None and step.rope not in ropes_of(state, step):
        raise InputError(
            f"no Rope joins {step.rope} now: it goes from the number just written to a"
            " consecutive one with one circle between them; choose another, or play"
            " without the Rope"
        )
    choices = your_choices(state, step)
    for link in step.links:
        if not any(link in choice for choice in choices):
            raise InputError(
                f"the link {link} cannot be drawn now; {_possible(choices)}"
            )
    drawn: list[Link] = []
    for choice in choices:
        chosen = [link for link in choice if link in step.links]
        if len(choice) > 1 and len(chosen) != 1:
            raise InputError(
                f"your number in circle {step.circle} can be joined to"
                f" {_others(choice, step.circle)}, but only to one of them; add the"
                f" link you draw, {list_text(choice[:-1])} or {choice[-1]}"
            )
        drawn += chosen or choice
    ticks = dict(state.you.ticks or {})
    if not step.tent:
        ticks[step.option] = ticks.get(step.option, 0) + 1
    written = with_your_entry(state, step)
    crosses = written.tent_crosses + step.tent
    return (
        replace(_with_links(written, drawn), ticks=ticks, tent_crosses=crosses),
        tuple(drawn),
    )


def _check_circle(state: SoloState, circle: CircleId, *, compass: bool) -> None:
    """Rules 1: beside a filled circle; rules 2: or anywhere else by a Compass."""
    if circle not in state.sheet.circle_by_id:
        first, *_, last = (c.id for c in state.sheet.circles)
        raise InputError(
            f"there is no circle {circle}; {state.sheet.id} has circles {first} to"
            f" {last}"
        )
    if circle in state.you.entries:
        raise InputError(
            f"circle {circle} holds {_what(state.you.entries[circle])} already; write"
            f" in {_one_of(state.reachable)}"
        )
    if circle in state.reachable:
        if compass:
            raise InputError(
                f"circle {circle} touches a filled one, so it needs no Compass; keep"
                " the card"
            )
    elif not compass:
        raise InputError(
            f"circle {circle} touches no filled circle; write in"
            f" {_one_of(state.reachable)}"
        )


def _check_option(state: SoloState, option: Option, *, tent: bool) -> None:
    """Rules 1: as often as it has boxes; rules 2: a fifth sum by a Tent."""
    left = state.boxes_left
    if option not in left:
        raise InputError(
            f"{state.sheet.id} has no option {option.value}; use"
            f" {list_text(_open(left))}"
        )
    if tent:
        if option is not Option.SUM:
            raise InputError(
                f"a Tent is a cross beside sum, not beside {option.value}; play sum, or"
                " keep the card"
            )
        if left[option]:
            raise InputError(
                "sum has boxes left, so it needs no Tent yet; keep the card"
            )
    elif not left[option]:
        raise InputError(
            f"all boxes of {option.value} are ticked; left are {list_text(_open(left))}"
        )


def _need_a_round(state: SoloState) -> None:
    if state.choices:
        raise InputError(
            "first say which of his lines Max's number continues:"
            f" {list_text(state.choices[0])}"
        )
    if state.takers:
        raise InputError("first say which Assist card is taken for the new zone")
    if state.all_played:
        raise InputError(
            "no round is left: the mountain is full; undo, or look at the scores"
        )


# --- what you choose for Max, and cards


def _max_link(state: SoloState, step: MaxLink) -> SoloState:
    for choice in state.choices:
        if step.link in choice:
            break
    else:
        raise InputError(
            f"Max's number cannot be joined along {step.link};"
            f" {_possible(state.choices)}"
        )
    *before, last = state.played
    last = replace(last, his_links=(*last.his_links, step.link))
    return replace(
        state,
        max=_with_links(state.max, [step.link]),
        played=(*before, last),
        choices=tuple(other for other in state.choices if other is not choice),
    )


def _take(state: SoloState, step: TakeCard) -> SoloState:
    if step.climber not in state.takers:
        raise InputError(
            f"{NAMES[step.climber]} earned no card with this round; leave that out"
        )
    if step.climber is Climber.MAX and step.back is not None:
        raise InputError("Max puts no card back; with three cards he takes no fourth")
    return replace(
        state,
        takers=tuple(other for other in state.takers if other is not step.climber),
        taken=(*state.taken, (len(state.played), step)),
    )


def _earners(state: SoloState, circle: CircleId) -> tuple[Climber, ...]:
    """Who began a zone of numbers that earn a card, where cards are recorded."""
    if not state.setup.cards:
        return ()
    return tuple(
        climber
        for climber, numbers in EARNING.items()
        if new_zone(state.game(climber), circle) in numbers
    )


# --- what many need


def _with_entry(game: Game, circle: CircleId, entry: Entry) -> Game:
    return replace(game, entries={**game.entries, circle: entry})


def _with_links(game: Game, links: Iterable[Link]) -> Game:
    return replace(game, links=(game.links or frozenset()).union(links))


def _roped(game: Game, step: Round) -> Game:
    if step.rope is None:
        return game
    return replace(game, ropes=game.ropes | {step.rope})


def _what(entry: Entry) -> str:
    return "a skull" if entry.is_skull else f"a {entry}"


def _one_of(circles: tuple[CircleId, ...]) -> str:
    if len(circles) == 1:
        return f"circle {circles[0]}"
    return f"one of {circles_text(circles)}"


def _others(choice: Choice, circle: CircleId) -> str:
    return circles_text([link.b if link.a == circle else link.a for link in choice])


def _open(left: Mapping[Option, int]) -> list[str]:
    return [option.value for option, boxes in left.items() if boxes]


def _possible(choices: Iterable[Choice]) -> str:
    links = [str(link) for choice in choices for link in choice]
    return f"possible are {list_text(links)}" if links else "no line goes on here"


NAMES: Mapping[Climber, str] = {Climber.YOU: "you", Climber.MAX: "Max"}
"""How sentences call the two."""

# Each rule takes only steps of its own class.
_RULES: Mapping[type, Callable[..., SoloState]] = {
    Round: _round,
    MaxLink: _max_link,
    TakeCard: _take,
}
