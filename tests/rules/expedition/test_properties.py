"""What holds in every legal Expedition."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.expedition.random_expeditions import (
    play_expedition,
    random_setup,
    sheets,
)
from tests.rules.expedition.slow_expedition import slow_cards, slow_stars, slow_totals
from trekprint.rules.expedition.cards import HAND_MOST, PACK
from trekprint.rules.expedition.challenges import met
from trekprint.rules.expedition.fame import chronicle
from trekprint.rules.expedition.replay import advance, begin, replay
from trekprint.rules.expedition.setup import MAX, Setup, setup_data, setup_from
from trekprint.rules.expedition.stars import ranking, stars_of
from trekprint.rules.expedition.steps import (
    Earn,
    Reveal,
    Step,
    step_data,
    step_from,
    without_last,
)

Log = tuple[Setup, tuple[Step, ...]]


@st.composite
def logs(draw: st.DrawFn, name: str = "Winter") -> Log:
    random = Random(draw(st.integers(0, 1 << 32)))
    setup = random_setup(random, name)
    return setup, play_expedition(random, setup)


@given(logs())
@settings(max_examples=60)
def test_no_card_is_ever_lost_or_invented_and_no_hand_holds_over_three(
    log: Log,
) -> None:
    setup, steps = log
    state = begin(setup, sheets())
    for step in steps:
        state = advance(state, step)
        assert state.cards == PACK
        assert len(state.cards) == 16
        assert all(len(hand) <= HAND_MOST for hand in state.hands.values())


@given(logs())
@settings(max_examples=60)
def test_cards_lie_where_a_slow_second_count_finds_them(log: Log) -> None:
    setup, steps = log
    state, slow = replay(setup, steps, sheets()), slow_cards(setup, steps)
    if setup.solo and state.current is None:
        # Max's cards are handed in by themselves at the very end.
        slow.played += slow.hands[MAX]
        slow.hands[MAX] = []
    assert state.lead == slow.lead
    for pile, names in (
        (state.deck, slow.deck),
        (state.revealed, slow.lying),
        (state.played, slow.played),
        *((state.hands[player], slow.hands[player]) for player in setup.players),
    ):
        assert sorted(card.value for card in pile) == sorted(names)


@given(logs("Winter"), logs("Summer"))
@settings(max_examples=40)
def test_stars_and_records_equal_a_slow_second_count(one: Log, other: Log) -> None:
    """Two Expeditions mixed in time; not Max, whom the slow scorer does not know."""
    both = [log for log in (one, other) if not log[0].solo]
    states = [replay(setup, steps, sheets()) for setup, steps in both]
    told = chronicle(states)
    ascents = []
    for (setup, steps), state in zip(both, states, strict=True):
        totals = slow_totals(setup, steps, sheets())
        assert [dict(a.totals) for a in state.finished] == [t for _, t in totals]
        for (name, of), ascent in zip(totals, state.finished, strict=True):
            ascents.append((ascent.finished, setup.name, name, of))
    ascents.sort(key=lambda row: row[0])
    stars, records = slow_stars([row[1:] for row in ascents], sheets())
    for state in states:
        for place in ranking(state, told):
            key = (state.setup.name, place.player)
            assert place.stars == stars.get(key, 0)
            mine = [row[3] for row in ascents if row[1] == state.setup.name]
            assert place.points == sum(of.get(place.player, 0) for of in mine)
    for name, score in records.items():
        standing = told.standing(name)
        assert standing is not None
        assert standing.score == score


@given(logs())
@settings(max_examples=40)
def test_replaying_a_log_gives_the_same_state_and_the_stars_add_up(log: Log) -> None:
    setup, steps = log
    state = replay(setup, steps, sheets())
    again = replay(setup, steps, sheets())
    assert state == again
    told = chronicle([state])
    assert told == chronicle([again])
    for place in ranking(state, told):
        earned = (
            stars_of(ascent, told.outcome(setup, ascent)).get(place.player)
            for ascent in state.finished
        )
        assert place.stars == sum(stars.total for stars in earned if stars)


@given(logs())
@settings(max_examples=40)
def test_steps_and_beginnings_come_back_exactly_from_json(log: Log) -> None:
    setup, steps = log
    assert setup_from(json.loads(json.dumps(setup_data(setup)))) == setup
    for step in steps:
        assert step_from(json.loads(json.dumps(step_data(step)))) == step


@given(logs())
@settings(max_examples=30)
def test_every_log_can_be_undone_step_by_step_to_its_beginning(log: Log) -> None:
    setup, steps = log
    while steps:
        shorter = without_last(steps)
        assert len(shorter) < len(steps)
        replay(setup, shorter, sheets())
        steps = shorter


def test_the_random_expeditions_meet_the_rare_cases() -> None:
    """Else the properties would say little."""
    seen = set()
    for seed in range(60):
        random = Random(seed)
        setup = random_setup(random)
        steps = play_expedition(random, setup)
        state = begin(setup, sheets())
        for step in steps:
            if isinstance(step, Reveal) and state.reshuffles:
                seen.add("short deck")
            if isinstance(step, Earn):
                seen |= {"put back" for pick in step.picks if pick.back}
                seen |= {"none left" for _ in step.picks if not len(state.revealed)}
            state = advance(state, step)
        told = chronicle([state])
        seen |= {"finished" for _ in state.ascents if state.current is None}
        for ascent in state.finished:
            outcome = told.outcome(setup, ascent)
            race = [s.race for s in stars_of(ascent, outcome).values() if s.race]
            seen |= {"tied race" for _ in race[1:]}
            seen |= {"two met" for _ in list(met(setup, ascent))[1:]}
            seen |= {"absent" for f in ascent.filled.values() if f.game is None}
            seen |= {"Max" for player in ascent.handed if setup.is_max(player)}
    assert seen == {
        *("short deck", "put back", "none left", "finished"),
        *("tied race", "two met", "absent", "Max"),
    }


@given(logs())
@settings(max_examples=40)
def test_records_only_rise_and_no_envelope_is_opened_twice(log: Log) -> None:
    setup, steps = log
    told = chronicle([replay(setup, steps, sheets())])
    opened = [o.opening.challenge.number for o in told.outcomes.values() if o.opening]
    assert len(opened) == len(set(opened)) == len(told.opened)
    for name in setup.sheets:
        scores = [line.score for line in told.hall if line.sheet == name]
        assert scores == sorted(set(scores))
