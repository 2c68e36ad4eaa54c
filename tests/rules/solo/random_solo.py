"""Random solo games, played through the rules' own questions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from trekprint.rules.solo.max_climber import Dice, MaxReading
from trekprint.rules.solo.replay import advance, your_choices
from trekprint.rules.solo.setup import SoloSetup
from trekprint.rules.solo.state import SoloState, begin
from trekprint.rules.solo.steps import MaxLink, Round, TakeCard

if TYPE_CHECKING:
    from random import Random

    from trekprint.rules.solo.steps import SoloStep
    from trekprint.sheet.model import Sheet

AT = "2026-12-03T19:30:00+00:00"


def setup_of(
    sheet: Sheet,
    reading: MaxReading = MaxReading.HIGHEST_FITTING,
    **settings: object,
) -> SoloSetup:
    return SoloSetup(sheet=sheet.id, at=AT, reading=reading, **settings)  # type: ignore[arg-type]


def random_round(state: SoloState, random: Random) -> Round:
    """Any lawful round without cards, with links where there is a choice."""
    dice = Dice(random.randint(1, 6), random.randint(0, 5))
    options = [option for option, boxes in state.boxes_left.items() if boxes]
    step = Round(
        dice=dice, circle=random.choice(state.reachable), option=random.choice(options)
    )
    links = tuple(random.choice(choice) for choice in your_choices(state, step))
    return replace(step, links=links)


def random_step(state: SoloState, random: Random) -> SoloStep:
    """Any lawful next step of a game that is not finished."""
    if state.choices:
        return MaxLink(link=random.choice(random.choice(state.choices)))
    if state.takers:
        return TakeCard(climber=random.choice(state.takers))
    return random_round(state, random)


def random_steps(
    setup: SoloSetup, sheet: Sheet, random: Random, most: int = 200
) -> tuple[SoloStep, ...]:
    """The steps of a random game, to its end or to `most` steps."""
    state = begin(setup, sheet)
    steps: list[SoloStep] = []
    while not state.finished and len(steps) < most:
        steps.append(random_step(state, random))
        state = advance(state, steps[-1])
    return tuple(steps)
