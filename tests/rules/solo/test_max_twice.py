"""Max agrees with a second implementation, `slow_max`, in 1,000 random games."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.rules.builders import ascent
from tests.rules.solo.random_solo import random_step, setup_of
from tests.rules.solo.slow_max import SlowMax
from trekprint.rules.solo.max_climber import MaxReading
from trekprint.rules.solo.replay import advance
from trekprint.rules.solo.state import begin
from trekprint.rules.solo.steps import Climber, MaxLink
from trekprint.sheet.model import Link

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES = 1000
SHEETS = ("dunai", "kagkot", "dhaulagiri")


@pytest.mark.parametrize("reading", MaxReading)
def test_max_agrees_with_the_second_implementation(reading: MaxReading) -> None:
    random = Random(f"max {reading.value}")
    chosen: set[Link] = set()

    def pick(circle: int, candidates: Sequence[int]) -> int:
        return next(o for o in candidates if Link.of(circle, o) in chosen)

    for number in range(GAMES):
        sheet = ascent(SHEETS[number % len(SHEETS)])
        state = begin(setup_of(sheet, reading), sheet)
        slow = SlowMax(
            [(link.a, link.b) for link in sheet.links],
            {circle.id: circle.limit for circle in sheet.circles},
            reading.value,
            pick,
        )
        while not state.finished:
            step = random_step(state, random)
            state = advance(state, step)
            chosen |= {step.link} if isinstance(step, MaxLink) else set()
            if not state.choices:
                last = state.played[-1].round
                slow.write(last.dice.red, last.dice.yellow, last.circle)
                assert len(chosen) == slow.picked
        numbers = {c: e.number for c, e in state.max.entries.items() if not e.is_skull}
        assert numbers == slow.numbers
        assert {(link.a, link.b) for link in state.max.links or ()} == slow.links()
        assert {c for c, e in state.max.entries.items() if e.is_skull} == slow.skulls
        assert state.scores[Climber.MAX].total == slow.total()
        chosen.clear()
