"""The steps of a solo game as a person would type them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.rules.expedition.cards import Card
from trekprint.rules.solo.ascent import cannot_take, during
from trekprint.rules.solo.replay import advance, ropes_of, your_choices
from trekprint.rules.solo.state import begin
from trekprint.rules.solo.steps import MaxLink, Round

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trekprint.rules.expedition.state import State
    from trekprint.rules.solo.setup import SoloSetup
    from trekprint.rules.solo.steps import SoloStep
    from trekprint.sheet.model import CircleId, Link, Sheet

SCHNAPPS = Card.SCHNAPPS


def typed(
    setup: SoloSetup,
    steps: Iterable[SoloStep],
    sheet: Sheet,
    table: State | None = None,
) -> list[str]:
    """The lines that lead through `steps`: dice, circle and option, chosen circles.

    In an Ascent of the Expedition `table`, also cards.
    """
    lines: list[str] = []
    state = begin(setup, sheet)
    for step in steps:
        if isinstance(step, Round):
            lines.append(f"{step.dice.red} {step.dice.yellow}")
            if step.reroll is not None:
                lines.append(f"schnapps {step.reroll.red} {step.reroll.yellow}")
            words = [str(card).lower() for card in step.cards if card is not SCHNAPPS]
            lines.append(" ".join([f"{step.circle} {step.option.value}", *words]))
            ropes = () if step.rope is None else ropes_of(state, step)
            if step.rope is not None and len(ropes) > 1:
                lines.append(_other_end(step.rope, step.circle))
            for choice in your_choices(state, step):
                if len(choice) > 1:
                    link = next(link for link in step.links if link in choice)
                    lines.append(_other_end(link, step.circle))
        elif isinstance(step, MaxLink):
            lines.append(_other_end(step.link, state.played[-1].round.circle))
        elif table is not None and not cannot_take(during(table, state), step.climber):
            lines += [card.value for card in (step.card, step.back) if card]
        state = advance(state, step)
    return lines


def _other_end(link: Link, circle: CircleId) -> str:
    return str(link.b if link.a == circle else link.a)
