"""A solo game as an Ascent: cards on the table, and what is recorded at the end."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.rules.solo.random_ascents import (
    expedition,
    game_of,
    random_ascent,
    revealed,
)
from tests.rules.solo.random_solo import AT, random_round
from trekprint.errors import InputError
from trekprint.rules.expedition.cards import PACK, Card, Pile
from trekprint.rules.expedition.replay import advance as advance_expedition
from trekprint.rules.expedition.state import deal
from trekprint.rules.expedition.steps import Earn, HandIn, Pick, Reveal, Use
from trekprint.rules.legality import audit
from trekprint.rules.solo.ascent import (
    cannot_take,
    card_steps,
    cards_of,
    during,
    recorded,
    taking_order,
)
from trekprint.rules.solo.max_climber import Dice
from trekprint.rules.solo.replay import advance
from trekprint.rules.solo.steps import Climber, MaxLink, Round, TakeCard
from trekprint.sheet.model import CircleId, Option

if TYPE_CHECKING:
    from trekprint.rules.expedition.state import State
    from trekprint.rules.solo.state import SoloState

YOU, MAX = Climber
LATER = "2026-12-03T22:00:00+00:00"


def test_a_whole_random_expedition_against_max() -> None:
    used = set()
    for seed in range(12):
        random = Random(seed)
        table = expedition()
        for number in (1, 2, 3):
            cards = deal(table, random.sample)
            table = advance_expedition(table, Reveal(cards=cards, at=AT))
            game = random_ascent(table, random)
            used |= set(game.cards_used)
            assert audit(game.you, cards=game.cards_used) == ()
            held = cards_of(during(table, game), YOU)
            steps = recorded(table, game, LATER, handed=held if len(held) else None)
            for step in steps:
                table = advance_expedition(table, step)
            assert table.cards == PACK
            ascent = table.ascents[number - 1]
            assert ascent.finished == LATER
            worth = 3 * len(held)
            assert ascent.totals["Ann"] == game.scores[YOU].total + worth
            his = 3 * len(ascent.handed["Max"].cards) if "Max" in ascent.handed else 0
            assert ascent.totals["Max"] == game.scores[MAX].total + his
        assert table.current is None
        assert not len(table.hands["Max"])
    assert used == set(Card)


# --- one round after the other

ROPES = (Card.ROPE,) * 4


def zones_of_noughts_and_ones(table: State) -> SoloState:
    """On Dunai: 0 and 0 for you, 1 and 1 for Max; both earn a card."""
    state = game_of(table)
    for circle in (1, 2):
        step = Round(dice=Dice(1, 0), circle=CircleId(circle), option=Option.LOWER)
        state = advance(state, step)
    return state


def test_cards_are_taken_from_the_lead_climber_on() -> None:
    table = revealed(expedition(), *ROPES, Card.TENT)
    state = zones_of_noughts_and_ones(table)
    assert taking_order(during(table, state), state) == (YOU, MAX)
    one = advance(state, TakeCard(climber=YOU, card=Card.TENT))
    assert taking_order(during(table, one), one) == (MAX,)
    both = advance(one, TakeCard(climber=MAX, card=Card.ROPE))
    now = during(table, both)
    assert (str(cards_of(now, YOU)), str(cards_of(now, MAX))) == ("1 Tent", "1 Rope")
    # The last one involved leads from now on.
    assert now.lead == "Max"
    assert card_steps(table.setup, both, LATER) == (
        Earn(
            picks=(
                Pick(player="Ann", card=Card.TENT),
                Pick(player="Max", card=Card.ROPE),
            ),
            at=LATER,
        ),
    )


def test_what_does_not_lie_there_cannot_be_taken() -> None:
    table = revealed(expedition(), *ROPES, Card.TENT)
    state = zones_of_noughts_and_ones(table)
    with pytest.raises(InputError, match="there is no Compass for Ann to take"):
        during(table, advance(state, TakeCard(climber=YOU, card=Card.COMPASS)))


def test_a_card_is_used_only_from_the_hand() -> None:
    table = revealed(expedition(), *ROPES, Card.COMPASS)
    far = Round(dice=Dice(3, 0), circle=CircleId(19), option=Option.SUM, compass=True)
    state = zones_of_noughts_and_ones(table)
    state = advance(state, TakeCard(climber=YOU, card=Card.COMPASS))
    taken = advance(state, TakeCard(climber=MAX))
    now = during(table, advance(taken, far))
    assert now.played == Pile.of([Card.COMPASS])
    state = advance(zones_of_noughts_and_ones(table), TakeCard(climber=YOU))
    without = advance(advance(state, TakeCard(climber=MAX)), far)
    with pytest.raises(InputError, match="Ann cannot use 1 Compass"):
        during(table, without)


def test_nobody_takes_where_nothing_lies_and_max_takes_no_fourth() -> None:
    table = revealed(expedition(), *ROPES, Card.TENT)
    assert not cannot_take(table, YOU)
    full = replace(table, hands={**table.hands, "Max": Pile.of([Card.ROPE] * 3)})
    assert cannot_take(full, MAX)
    assert not cannot_take(full, YOU)
    assert cannot_take(replace(table, revealed=Pile()), YOU)


def test_an_ascent_is_recorded_once_with_cards_and_both_sheets() -> None:
    table = revealed(expedition(), *ROPES, Card.TENT)
    game = random_ascent(table, Random(1))
    held = cards_of(during(table, game), YOU)
    steps = recorded(table, game, LATER, handed=held)
    assert [type(step) for step in steps if isinstance(step, Use | HandIn)][
        -1
    ] is HandIn
    assert {step.at for step in steps} == {LATER}
    for step in steps:
        table = advance_expedition(table, step)
    with pytest.raises(InputError, match="Ascent 1 of 'Alone' is recorded already"):
        recorded(table, game, LATER)


def test_an_unfinished_mountain_is_not_recorded() -> None:
    table = revealed(expedition(), *ROPES, Card.TENT)
    with pytest.raises(InputError, match="not finished"):
        recorded(table, zones_of_noughts_and_ones(table), LATER)


def test_where_nobody_records_cards_the_sheets_tell_how_many() -> None:
    table = expedition(cards=False)
    state = game_of(table)
    random = Random(4)
    while not state.finished:
        assert state.takers == ()
        if state.choices:
            state = advance(state, MaxLink(link=state.choices[0][0]))
        else:
            state = advance(state, random_round(state, random))
    for step in recorded(table, state, LATER, assist={YOU: 2}):
        table = advance_expedition(table, step)
    assert table.ascents[0].totals == {
        "Ann": state.scores[YOU].total + 6,
        "Max": state.scores[MAX].total,
    }
