"""Random Ascents against Max, in which cards are taken and used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.rules.solo.random_solo import AT, random_round, setup_of
from trekprint.errors import InputError
from trekprint.rules.expedition.cards import PACK, Card, Pile
from trekprint.rules.expedition.replay import advance as advance_expedition
from trekprint.rules.expedition.replay import begin as begin_expedition
from trekprint.rules.expedition.setup import Setup
from trekprint.rules.expedition.steps import Reveal
from trekprint.rules.solo.ascent import (
    cannot_take,
    cards_of,
    during,
    player_of,
    taking_order,
)
from trekprint.rules.solo.max_climber import Dice
from trekprint.rules.solo.replay import advance, check_round, ropes_of, your_choices
from trekprint.rules.solo.state import SoloState, begin
from trekprint.rules.solo.steps import Climber, MaxLink, Round, TakeCard
from trekprint.sheet.model import Option
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from random import Random

    from trekprint.rules.expedition.state import State
    from trekprint.rules.solo.steps import SoloStep

NAMES = ("dunai", "kagkot", "dhaulagiri")
SHEETS = {name: load_sheet(name) for name in NAMES}
YOU, MAX = Climber


def expedition(**settings: object) -> State:
    setup = Setup(
        name="Alone",
        players=("Ann", "Max"),
        lead="Ann",
        sheets=NAMES,
        at=AT,
        solo=True,
        **settings,  # type: ignore[arg-type]
    )
    return begin_expedition(setup, SHEETS)


def revealed(state: State, *cards: Card) -> State:
    return advance_expedition(state, Reveal(cards=Pile.of(cards), at=AT))


def game_of(state: State, **settings: object) -> SoloState:
    ascent = state.current
    assert ascent is not None
    setup = setup_of(
        ascent.sheet,
        player="Ann",
        expedition=AT,
        ascent=ascent.number,
        cards=state.setup.cards,
        **settings,  # type: ignore[arg-type]
    )
    return begin(setup, ascent.sheet)


def random_ascent(on_table: State, random: Random) -> SoloState:
    """A random game in which cards are taken, and used wherever they can be."""
    return played_ascent(on_table, random)[0]


def played_ascent(
    on_table: State, random: Random
) -> tuple[SoloState, tuple[SoloStep, ...]]:
    """As `random_ascent`, with the steps that lead there."""
    state = game_of(on_table)
    steps: list[SoloStep] = []
    while not state.finished:
        now = during(on_table, state)
        assert now.cards == PACK
        step: SoloStep
        if state.choices:
            step = MaxLink(link=random.choice(state.choices[0]))
        elif state.takers:
            step = random_take(now, state, random)
        else:
            step = with_cards(state, now, random_round(state, random), random)
        steps.append(step)
        state = advance(state, step)
    return state, tuple(steps)


def random_take(now: State, state: SoloState, random: Random) -> TakeCard:
    climber = taking_order(now, state)[0]
    if cannot_take(now, climber):
        return TakeCard(climber=climber)
    card = random.choice(list(now.revealed))
    full = now.must_put_back(player_of(now.setup, climber))
    held = [*cards_of(now, climber), card]
    back = random.choice(held) if full else None
    return TakeCard(climber=climber, card=card, back=back)


def with_cards(state: SoloState, now: State, step: Round, random: Random) -> Round:
    """`step`, or one in its place with a card of the hand, where that is allowed."""
    hand = cards_of(now, YOU)
    tries = []
    if hand[Card.SCHNAPPS]:
        tries.append(replace(step, reroll=Dice(random.randint(1, 6), 0)))
    if hand[Card.COMPASS]:
        far = [c for c in state.empty if c not in state.reachable]
        tries += [replace(step, circle=c, compass=True) for c in far[:1]]
    if hand[Card.TENT]:
        tries.append(replace(step, option=Option.SUM, tent=True))
    if hand[Card.ROPE]:
        tries += [replace(step, rope=rope) for rope in ropes_of(state, step)[:1]]
    for other in tries:
        try:
            check_round(state, other)
        except InputError:
            continue
        links = [random.choice(choice) for choice in your_choices(state, other)]
        return replace(other, links=tuple(links))
    return step
