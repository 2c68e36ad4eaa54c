"""The steps of a solo game as a person would type them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.rules.solo.replay import advance, your_choices
from trekprint.rules.solo.state import begin
from trekprint.rules.solo.steps import MaxLink, Round

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trekprint.rules.solo.setup import SoloSetup
    from trekprint.rules.solo.steps import SoloStep
    from trekprint.sheet.model import Sheet


def typed(setup: SoloSetup, steps: Iterable[SoloStep], sheet: Sheet) -> list[str]:
    """The lines that lead through `steps`: dice, circle and option, chosen circles."""
    lines: list[str] = []
    state = begin(setup, sheet)
    for step in steps:
        if isinstance(step, Round):
            lines.append(f"{step.dice.red} {step.dice.yellow}")
            lines.append(f"{step.circle} {step.option.value}")
            for choice in your_choices(state, step):
                if len(choice) > 1:
                    link = next(link for link in step.links if link in choice)
                    lines.append(str(link.b if link.a == step.circle else link.a))
        elif isinstance(step, MaxLink):
            circle = state.played[-1].round.circle
            link = step.link
            lines.append(str(link.b if link.a == circle else link.a))
        state = advance(state, step)
    return lines
