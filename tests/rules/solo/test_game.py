"""A solo game round by round: what is written, drawn, refused, and won."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.rules.builders import row, sheet
from tests.rules.solo.random_solo import AT, setup_of
from trekprint.errors import InputError
from trekprint.rules.scoring import score
from trekprint.rules.solo.max_climber import Dice, MaxReading
from trekprint.rules.solo.replay import advance, replay, your_choices
from trekprint.rules.solo.state import SoloState, begin
from trekprint.rules.solo.steps import Climber, MaxLink, Round, TakeCard
from trekprint.sheet.model import CircleId, Link, Option

if TYPE_CHECKING:
    from trekprint.rules.solo.steps import SoloStep
    from trekprint.sheet.model import Sheet

LOWER, HIGHER, DIFFERENCE, SUM, PRODUCT = Option
YOU, MAX = Climber
RIDGE = sheet([(1, 2), (2, 3), (3, 4), (4, 5)], dangerous=[5])
FORK = sheet([(1, 2), (1, 3), (2, 3), (1, 4)])
"""Circle 1 touches all; 2 and 3 touch each other."""


def turn(red: int, yellow: int, circle: int, option: Option, **more: object) -> Round:
    dice, place = Dice(red, yellow), CircleId(circle)
    return Round(dice=dice, circle=place, option=option, **more)  # type: ignore[arg-type]


def after(
    on: Sheet,
    *steps: SoloStep,
    reading: MaxReading = MaxReading.HIGHEST_FITTING,
    **settings: object,
) -> SoloState:
    return replay(setup_of(on, reading, **settings), steps, on)


WORKED = (
    turn(3, 2, 3, SUM),  # you 5; Max 3 x 2 = 6
    turn(4, 0, 2, HIGHER),  # you 4, joined to the 5; Max 4
    turn(6, 1, 4, DIFFERENCE),  # you 5, a zone; Max 6 + 1 = 7, joined to his 6
    turn(5, 4, 5, SUM),  # you 9 in a dangerous circle: a skull; Max 5
    turn(2, 3, 1, PRODUCT),  # you 6, alone; Max 6, alone
)


def test_a_small_game_worked_by_hand() -> None:
    state = after(RIDGE, *WORKED)
    assert [str(state.you.entries[CircleId(c)]) for c in range(1, 6)] == [
        "6",
        "4",
        "5",
        "5",
        "X",
    ]
    assert [str(state.max.entries[CircleId(c)]) for c in range(1, 6)] == [
        "6",
        "4",
        "6",
        "7",
        "5",
    ]
    assert state.you.links == frozenset({Link.of(2, 3)})
    assert state.max.links == frozenset({Link.of(3, 4)})
    # You: line 4-5 is 5 + 1; zone 5, 5 is 5 + 1; one orphan and one skull, -3 each.
    assert state.scores[YOU].total == 6 + 6 - 3 - 3 == 6
    # Max: line 6-7 is 7 + 1; three orphans (6, 4 and 5), +3 each.
    assert state.scores[MAX].total == 8 + 3 * 3 == 17
    assert state.finished
    assert state.winner is MAX
    assert state.you.ticks == {LOWER: 0, HIGHER: 1, DIFFERENCE: 1, SUM: 2, PRODUCT: 1}


def test_the_same_game_by_the_other_readings() -> None:
    results = after(RIDGE, *WORKED, reading=MaxReading.HIGHEST_RESULT)
    # 5 x 4 = 20 is a skull now.
    assert [str(results.max.entries[CircleId(c)]) for c in range(1, 6)] == [*"6467X"]
    assert results.scores[MAX].total == 8 + 2 * 3 - 3
    dice = after(RIDGE, *WORKED, reading=MaxReading.HIGHER_DIE)
    # 3 4 3 6 5: the 3 is joined to the first 4 it touches, 6 to the 5.
    assert [str(dice.max.entries[CircleId(c)]) for c in range(1, 6)] == [
        "3",
        "4",
        "3",
        "6",
        "5",
    ]
    assert dice.max.links == frozenset({Link.of(2, 3), Link.of(4, 5)})
    assert dice.scores[MAX].total == (4 + 1) + (6 + 1) + 3


def test_a_log_of_fewer_steps_is_the_game_before_them() -> None:
    state = after(RIDGE, *WORKED[:3])
    assert advance(state, WORKED[3]) == after(RIDGE, *WORKED[:4])


def test_what_was_played_tells_every_round() -> None:
    third = after(RIDGE, *WORKED).played[2]
    assert (str(third.yours), str(third.his)) == ("5", "7")
    assert (third.your_links, third.his_links) == ((), (Link.of(3, 4),))


def test_nobody_wins_a_tie_alone() -> None:
    state = after(row(2), turn(1, 0, 1, HIGHER), turn(2, 0, 2, HIGHER))
    assert state.scores[YOU].total == state.scores[MAX].total == 3
    assert state.finished
    assert state.winner is None


# --- lines that leave a choice

EQUAL_NUMBERS = (turn(5, 0, 2, SUM), turn(5, 0, 3, HIGHER))
"""You and Max hold 5 in circles 2 and 3."""


def test_where_several_lines_go_on_you_choose_for_max() -> None:
    # You write 0; Max writes 6, which fits both of his 5s.
    waiting = after(FORK, *EQUAL_NUMBERS, turn(6, 0, 1, LOWER))
    assert waiting.max.number(CircleId(1)) == 6
    assert waiting.choices == ((Link.of(1, 2), Link.of(1, 3)),)
    assert waiting.max.links == frozenset()
    assert not waiting.finished
    with pytest.raises(InputError, match="first say which of his lines"):
        advance(waiting, turn(1, 0, 4, SUM))
    with pytest.raises(InputError, match="possible are 1-2 and 1-3"):
        advance(waiting, MaxLink(link=Link.of(2, 3)))
    chosen = advance(waiting, MaxLink(link=Link.of(1, 3)))
    assert chosen.max.links == frozenset({Link.of(1, 3)})
    assert chosen.played[-1].his_links == (Link.of(1, 3),)
    assert chosen.choices == ()
    with pytest.raises(InputError, match="no line goes on here"):
        advance(chosen, MaxLink(link=Link.of(1, 2)))


def test_where_your_number_could_be_joined_twice_you_say_so() -> None:
    state = after(FORK, *EQUAL_NUMBERS)
    six = turn(6, 0, 1, SUM)
    assert your_choices(state, six) == ((Link.of(1, 2), Link.of(1, 3)),)
    with pytest.raises(InputError, match="add the link you draw, 1-2 or 1-3"):
        advance(state, six)
    drawn = advance(state, replace(six, links=(Link.of(1, 2),)))
    assert drawn.you.links == frozenset({Link.of(1, 2)})
    with pytest.raises(InputError, match="only to one of them"):
        advance(state, replace(six, links=(Link.of(1, 2), Link.of(1, 3))))
    with pytest.raises(InputError, match="the link 1-4 cannot be drawn now"):
        advance(state, replace(six, links=(Link.of(1, 4),)))


def test_a_number_between_two_lines_joins_both() -> None:
    steps = (turn(4, 0, 1, SUM), turn(5, 0, 2, SUM), turn(6, 0, 3, SUM))
    assert after(row(3), *steps).you.links == frozenset({Link.of(1, 2), Link.of(2, 3)})


def test_without_merging_one_of_both_sides_is_chosen() -> None:
    on = sheet([(1, 2), (2, 3), (1, 3)], merge_lines=False)
    # 4 in circle 1 and 6 in circle 2 do not go together; 5 fits both.
    state = after(on, turn(4, 0, 1, SUM), turn(6, 0, 2, SUM))
    five = turn(5, 0, 3, SUM)
    assert your_choices(state, five) == ((Link.of(1, 3), Link.of(2, 3)),)
    waiting = advance(state, replace(five, links=(Link.of(1, 3),)))
    assert waiting.choices == ((Link.of(1, 3), Link.of(2, 3)),)
    assert waiting.you.links == frozenset({Link.of(1, 3)})


# --- what may not be done


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (turn(1, 0, 9, SUM), "no circle 9; tiny has circles 1 to 5"),
        (turn(1, 0, 3, SUM), "circle 3 holds a 5 already; write in one of circles 2"),
        (turn(1, 0, 1, SUM), "circle 1 touches no filled circle; write in one of"),
        (turn(1, 0, 2, SUM, compass=True), "Compass is an Assist card, and a game by"),
    ],
)
def test_where_you_may_not_write(step: Round, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        advance(after(RIDGE, WORKED[0]), step)


def test_a_skull_counts_as_filled() -> None:
    state = after(RIDGE, turn(5, 4, 5, SUM))
    assert str(state.you.entries[CircleId(5)]) == "X"
    assert state.reachable == (4,)


def test_no_more_ticks_than_boxes() -> None:
    state = after(row(6), *(turn(1, 0, n, SUM) for n in range(1, 5)))
    assert state.boxes_left[SUM] == 0
    with pytest.raises(InputError, match="all boxes of sum are ticked; left are lower"):
        advance(state, turn(1, 0, 5, SUM))
    assert advance(state, turn(1, 0, 5, HIGHER)).you.number(CircleId(5)) == 1


def test_a_full_mountain_takes_no_round() -> None:
    with pytest.raises(InputError, match="the mountain is full"):
        advance(after(RIDGE, *WORKED), turn(1, 0, 1, LOWER))


# --- Assist cards, in an Expedition

CLIMBING: dict[str, Any] = {"expedition": AT, "ascent": 1, "cards": True}


def test_new_zones_of_low_numbers_earn_cards() -> None:
    """Yours of 0s, 1s and 2s; Max's of 1s and 2s."""
    state = after(row(4), turn(1, 0, 1, LOWER), **CLIMBING)
    both = advance(state, turn(1, 0, 2, LOWER))
    assert (both.you.number(CircleId(2)), both.max.number(CircleId(2))) == (0, 1)
    assert both.takers == (YOU, MAX)
    with pytest.raises(InputError, match="which Assist card is taken"):
        advance(both, turn(1, 0, 3, LOWER))
    one = advance(both, TakeCard(climber=MAX))
    assert one.takers == (YOU,)
    with pytest.raises(InputError, match="Max earned no card"):
        advance(one, TakeCard(climber=MAX))
    none = advance(one, TakeCard(climber=YOU))
    # A third 0 and a third 1 only make the zones grow.
    assert advance(none, turn(1, 0, 3, LOWER)).takers == ()
    assert none.taken == ((2, TakeCard(climber=MAX)), (2, TakeCard(climber=YOU)))


def test_a_zone_of_noughts_earns_max_nothing() -> None:
    zero = turn(1, 1, 1, DIFFERENCE)
    state = after(row(3), zero, reading=MaxReading.HIGHER_DIE, **CLIMBING)
    again = advance(state, turn(2, 2, 2, DIFFERENCE))
    assert again.takers == (YOU,)
    assert after(row(3), zero, turn(2, 2, 2, DIFFERENCE)).takers == ()


def test_a_compass_leads_away_from_the_filled_circles() -> None:
    state = after(row(4), turn(5, 0, 1, SUM), **CLIMBING)
    far = advance(state, turn(5, 0, 4, SUM, compass=True))
    assert far.you.number(CircleId(4)) == 5
    with pytest.raises(InputError, match="it needs no Compass"):
        advance(state, turn(5, 0, 2, SUM, compass=True))


def test_a_tent_is_a_fifth_sum() -> None:
    steps = [turn(1, 0, n, SUM) for n in range(1, 5)]
    camp = turn(1, 2, 5, SUM, tent=True)
    state = after(row(6), *steps[:2], **CLIMBING)
    with pytest.raises(InputError, match="sum has boxes left"):
        advance(_all_taken(state), replace(camp, circle=CircleId(3)))
    for step in steps[2:]:
        state = advance(_all_taken(state), step)
    state = advance(_all_taken(state), camp)
    assert state.you.ticks is not None
    assert (state.you.ticks[SUM], state.you.tent_crosses) == (4, 1)
    with pytest.raises(InputError, match="beside sum, not beside lower"):
        advance(state, turn(1, 2, 6, LOWER, tent=True))


def _all_taken(state: SoloState) -> SoloState:
    for climber in state.takers:
        state = advance(state, TakeCard(climber=climber))
    return state


def test_a_rope_joins_over_one_circle() -> None:
    # 5 and 8 in circles 1 and 2; 6 in circle 3 is two apart from the 5.
    state = after(row(4), turn(5, 0, 1, SUM), turn(4, 4, 2, SUM), **CLIMBING)
    roped = advance(state, turn(6, 0, 3, SUM, rope=Link.of(1, 3)))
    assert roped.you.ropes == {Link.of(1, 3)}
    assert roped.you.links == frozenset()
    assert [line.circles for line in score(roped.you).lines] == [(1, 3)]
    with pytest.raises(InputError, match="no Rope joins 1-4 now"):
        advance(state, turn(6, 0, 3, SUM, rope=Link.of(1, 4)))


def test_with_schnapps_you_take_the_second_roll_and_max_the_first() -> None:
    step = turn(1, 0, 1, SUM, reroll=Dice(6, 5))
    state = after(row(3), step, **CLIMBING)
    assert (state.you.number(CircleId(1)), state.max.number(CircleId(1))) == (11, 1)


def test_without_steps_nothing_is_written() -> None:
    state = begin(setup_of(RIDGE), RIDGE)
    assert state.reachable == (1, 2, 3, 4, 5)
    assert state.scores[YOU].total == state.scores[MAX].total == 0
