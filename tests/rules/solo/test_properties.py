"""Random games: replay, undo, the plain form, and what always holds."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.builders import ascent
from tests.rules.solo.random_solo import AT, random_steps, setup_of
from trekprint.errors import InputError
from trekprint.rules.expedition.cards import Card
from trekprint.rules.legality import audit
from trekprint.rules.solo.max_climber import Dice, MaxReading
from trekprint.rules.solo.replay import advance, replay
from trekprint.rules.solo.setup import setup_data, setup_from
from trekprint.rules.solo.state import begin
from trekprint.rules.solo.steps import (
    Climber,
    MaxLink,
    Round,
    TakeCard,
    step_data,
    step_from,
)
from trekprint.sheet.model import CircleId, Link, Option

if TYPE_CHECKING:
    from trekprint.rules.solo.setup import SoloSetup
    from trekprint.rules.solo.steps import SoloStep
    from trekprint.sheet.model import Sheet

    Played = tuple[Sheet, SoloSetup, tuple[SoloStep, ...]]

SHEETS = tuple(ascent(name) for name in ("dunai", "kagkot", "dhaulagiri"))


@st.composite
def games(draw: st.DrawFn) -> Played:
    sheet = draw(st.sampled_from(SHEETS))
    expedition = draw(st.sampled_from(("", AT)))
    setup = setup_of(
        sheet,
        draw(st.sampled_from(MaxReading)),
        expedition=expedition,
        ascent=1,
        cards=bool(expedition),
    )
    random = Random(draw(st.integers(0, 2**32)))
    most = draw(st.integers(0, 60))
    return sheet, setup, random_steps(setup, sheet, random, most)


@settings(max_examples=40, deadline=None)
@given(games())
def test_undo_leads_back_through_every_state(played: Played) -> None:
    sheet, setup, steps = played
    states = [begin(setup, sheet)]
    for step in steps:
        states.append(advance(states[-1], step))
    for count in range(len(steps), max(-1, len(steps) - 4), -1):
        assert replay(setup, steps[:count], sheet) == states[count]


@settings(max_examples=40, deadline=None)
@given(games())
def test_both_mountains_are_lawful_at_every_moment(played: Played) -> None:
    sheet, setup, steps = played
    state = replay(setup, steps, sheet)
    assert state.you.entries.keys() == state.max.entries.keys()
    assert state.you.ticks is not None
    assert sum(state.you.ticks.values()) == len(state.you.entries)
    allowed = {"empty-circles"} | ({"missing-link"} if state.choices else set())
    assert {finding.code for finding in audit(state.you)} <= {"empty-circles"}
    assert {finding.code for finding in audit(state.max)} <= allowed


@settings(max_examples=60, deadline=None)
@given(games())
def test_the_plain_form_is_exact(played: Played) -> None:
    _, setup, steps = played
    assert setup_from(json.loads(json.dumps(setup_data(setup)))) == setup
    for step in steps:
        assert step_from(json.loads(json.dumps(step_data(step)))) == step


@pytest.mark.parametrize(
    ("step", "data"),
    [
        (
            Round(dice=Dice(4, 5), circle=CircleId(7), option=Option.SUM),
            {
                "step": "round",
                "dice": [4, 5],
                "circle": 7,
                "option": "sum",
                "links": [],
            },
        ),
        (
            Round(
                dice=Dice(4, 5),
                circle=CircleId(7),
                option=Option.SUM,
                links=(Link.of(7, 9), Link.of(5, 7)),
                compass=True,
                tent=True,
                rope=Link.of(3, 7),
                reroll=Dice(1, 0),
            ),
            {
                "step": "round",
                "dice": [4, 5],
                "circle": 7,
                "option": "sum",
                "links": ["7-9", "5-7"],
                "compass": True,
                "tent": True,
                "rope": "3-7",
                "reroll": [1, 0],
            },
        ),
        (MaxLink(link=Link.of(3, 9)), {"step": "max-link", "link": "3-9"}),
        (
            TakeCard(climber=Climber.YOU, card=Card.ROPE, back=Card.TENT),
            {"step": "take", "climber": "you", "card": "rope", "back": "tent"},
        ),
        (TakeCard(climber=Climber.MAX), {"step": "take", "climber": "max"}),
    ],
)
def test_every_step_as_plain_values(step: SoloStep, data: dict[str, object]) -> None:
    assert step_data(step) == data
    assert step_from(data) == step


ROUND = {"step": "round", "dice": [4, 5], "circle": 7, "option": "sum", "links": []}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"step": "jump"}, "no step 'jump'; there are round, max-link, take"),
        ({"circle": 7}, "'step' is missing"),
        (ROUND | {"dice": [4]}, "a roll is two numbers"),
        (ROUND | {"dice": [7, 7]}, "no roll shows red 7 and yellow 7"),
        (ROUND | {"option": "som"}, "'som' is no option; use lower"),
        (ROUND | {"links": ["7"]}, "'7' is no link; write its two circles as in 3-9"),
        (ROUND | {"links": ["7-7"]}, "'7-7' is no link"),
        (ROUND | {"circle": "7"}, "'circle' of this step must be a whole number"),
        (ROUND | {"hat": 1}, "'hat' is unknown"),
        ({"step": "take", "climber": "ann"}, "'ann' does not climb here"),
        ({"step": "take", "climber": "you", "card": "hat"}, "'hat' is no kind of card"),
    ],
)
def test_damaged_steps_are_refused(data: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence.replace("(", r"\(")):
        step_from(data)


def test_a_damaged_beginning_is_refused() -> None:
    data = setup_data(setup_of(SHEETS[0]))
    with pytest.raises(InputError, match="'luck' is no reading of what Max writes"):
        setup_from(data | {"max": "luck"})
    with pytest.raises(InputError, match="'sheet' is missing"):
        setup_from({key: value for key, value in data.items() if key != "sheet"})
