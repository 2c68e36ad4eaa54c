"""Challenges, stars and the Hall of Fame, on sheets made for one question each."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.rules.builders import game, row
from tests.rules.expedition.random_expeditions import sheets
from tests.rules.expedition.test_replay import BARE, reveal, setup
from tests.rules.expedition.test_script import ANN_DUNAI as SIXTY_FIVE
from trekprint.rules.expedition.challenges import CHALLENGES, met
from trekprint.rules.expedition.fame import Chronicle, chronicle
from trekprint.rules.expedition.replay import replay
from trekprint.rules.expedition.setup import MAX, KnownRecord
from trekprint.rules.expedition.stars import EarnedStars, ranking, stars_of
from trekprint.rules.expedition.steps import ChooseOpener, ScoreSheet
from trekprint.rules.scoring import score

if TYPE_CHECKING:
    from trekprint.rules.expedition.state import State
    from trekprint.rules.expedition.steps import Step

FIVE = "5 5 5 5 5 - - - - - - - - - - - - - - links none"
"""On Dunai a zone of five 5s: 5 + 4, and its bonus of 6: 15 points."""


def _met(numbers: list[int]) -> list[int]:
    """The Challenges that a row of touching circles with `numbers` meets."""
    on = row(len(numbers))
    links = [
        (place, place + 1)
        for place, (a, b) in enumerate(pairwise(numbers), 1)
        if b == a + 1
    ]
    scored = score(game(on, numbers, links=links))
    return [challenge.number for challenge in CHALLENGES if challenge.is_met(scored)]


@pytest.mark.parametrize(
    ("numbers", "challenges"),
    [
        ([3] * 4, []),
        ([3] * 5, [1]),
        ([3] * 6, []),
        ([3] * 7, [4]),
        ([3] * 8, []),
        ([7] * 2, []),
        ([7] * 3, [2]),
        ([7] * 4, []),
        ([7] * 5, [1]),
        ([8] * 3, []),
        ([11] * 2, [5]),
        ([11] * 3, []),
        ([10] * 2, []),
        ([11, 11, 0, 7, 7, 7, 0, 2, 2, 2, 2, 2], [1, 2, 5]),
        ([*range(8)], []),
        ([*range(9)], [3]),
        ([*range(10)], []),
        ([*range(12)], []),
        ([*range(13)], [6]),
    ],
)
def test_challenges_are_met_by_exact_sizes_only(
    numbers: list[int], challenges: list[int]
) -> None:
    assert _met(numbers) == challenges


def _two(first: str, second: str, at: str = "2026-12-01T20:00") -> list[Step]:
    return [
        ScoreSheet(player=player, sheet=f"dunai {line}", at=at)
        for player, line in (("Ann", first), ("Bo", second))
    ]


def _state(steps: list[Step], **settings: object) -> State:
    begun = setup("Ann Bo", **{"cards": False, **settings})
    return replay(begun, steps, sheets())


def _first(state: State, told: Chronicle | None = None) -> dict[str, EarnedStars]:
    told = told or chronicle([state])
    ascent = state.ascents[0]
    return dict(stars_of(ascent, told.outcome(state.setup, ascent)))


def test_an_envelope_is_opened_by_the_best_of_those_who_met_it() -> None:
    state = _state(_two(FIVE, f"{FIVE} assist=1"))
    opened = chronicle([state]).outcome(state.setup, state.ascents[0]).opening
    assert opened is not None
    assert (opened.met_by, opened.best) == (("Ann", "Bo"), ("Bo",))
    assert opened.opener == "Bo"


def test_equal_ones_choose_who_opens_and_a_choice_of_another_counts_nothing() -> None:
    for chosen, opener in ((None, None), ("Bo", "Bo"), ("Ann", "Ann")):
        steps = _two(FIVE, FIVE)
        if chosen:
            steps.append(ChooseOpener(ascent=1, player=chosen, at="2026-12-02"))
        state = _state(steps)
        opened = chronicle([state]).outcome(state.setup, state.ascents[0]).opening
        assert opened is not None
        assert opened.opener == opener
    wrong = [*_two(FIVE, BARE), ChooseOpener(ascent=1, player="Bo", at="2026-12-02")]
    state = _state(wrong)
    opened = chronicle([state]).outcome(state.setup, state.ascents[0]).opening
    assert opened is not None
    assert opened.opener == "Ann"


def test_an_envelope_that_was_open_before_is_not_opened() -> None:
    state = _state(_two(FIVE, BARE), opened=(1,))
    told = chronicle([state])
    assert met(state.setup, state.ascents[0]) == {1: ("Ann",)}
    assert told.outcome(state.setup, state.ascents[0]).opening is None
    assert told.opened == {1}


def test_max_meets_no_challenge_but_wins_stars_and_records() -> None:
    solo = setup(f"Ann {MAX}", solo=True)
    steps = [
        reveal("CCSRT"),
        ScoreSheet(player="Ann", sheet=f"dunai {BARE}", at="2026-12-01T20:00"),
        ScoreSheet(player=MAX, sheet=f"dunai {FIVE}", at="2026-12-01T20:00"),
    ]
    state = replay(solo, steps, sheets())
    told = chronicle([state])
    assert met(solo, state.ascents[0]) == {}
    assert _first(state) == {"Ann": EarnedStars(), MAX: EarnedStars(race=1)}
    (record,) = told.hall
    assert (record.players, record.score) == ((MAX,), 15)


def _known(points: int) -> dict[str, object]:
    record = KnownRecord(sheet="dunai", player="Eva", score=points)
    return {"records": (record,)}


def test_exactly_the_summit_value_reaches_the_summit() -> None:
    """On Dunai 65: the lines, zones and bonuses of `SIXTY_FIVE` are in the script."""
    line = SIXTY_FIVE.removeprefix("dunai ")
    # One orphan more: the last 1 is a skull, and the other 1 alone: -2 - 3 - 3.
    state = _state(_two(line, line.replace("12 1 1", "12 1 X")))
    assert state.ascents[0].totals == {"Ann": 65, "Bo": 57}
    assert _first(state)["Ann"] == EarnedStars(summit=1, race=1)
    assert _first(state)["Bo"] == EarnedStars()


def test_a_known_record_that_is_lower_than_what_stands_is_no_news() -> None:
    first = _state(_two(FIVE, BARE))
    for points, lines in ((14, [15]), (15, [15]), (16, [15, 16])):
        later = _state([], name="Later", at="2026-12-05", **_known(points))
        assert [line.score for line in chronicle([first, later]).hall] == lines


def test_who_equals_a_record_has_not_beaten_it() -> None:
    for points, beaten in ((14, 1), (15, 0), (16, 0)):
        state = _state(_two(FIVE, BARE), **_known(points))
        assert _first(state)["Ann"] == EarnedStars(race=1, record=beaten)
        standing = chronicle([state]).standing("dunai")
        assert standing is not None
        assert standing.players == (("Ann",) if beaten else ("Eva",))


def test_equal_ones_who_beat_a_record_share_its_line() -> None:
    state = _state(_two(FIVE, FIVE), **_known(3))
    told = chronicle([state])
    standing = told.standing("dunai")
    assert standing is not None
    assert (standing.players, standing.score) == (("Ann", "Bo"), 15)
    assert [line.players for line in told.hall] == [("Eva",), ("Ann", "Bo")]


def test_expeditions_meet_records_in_the_order_of_moments_not_of_texts() -> None:
    """Tokyo's 01:00 of the next day is before London's 20:00."""
    late = _state(_two(FIVE, BARE, at="2026-12-01T20:00+00:00"), name="London")
    early = _state(_two(BARE, BARE, at="2026-12-02T01:00+09:00"), name="Tokyo")
    told = chronicle([late, early])
    assert [(line.expedition, line.score) for line in told.hall] == [
        ("Tokyo", -3),
        ("London", 15),
    ]
    assert _first(late, told)["Ann"] == EarnedStars(race=1, record=1)
    assert _first(early, told)["Ann"] == EarnedStars(race=1)


def test_an_ascent_that_is_not_finished_sets_nothing() -> None:
    state = _state(_two(FIVE, BARE)[:1])
    told = chronicle([state])
    assert (told.hall, told.opened, dict(told.outcomes)) == ((), frozenset(), {})
    assert {row.stars for row in ranking(state, told)} == {0}


def test_places_are_shared_where_stars_and_points_are_equal() -> None:
    state = _state(_two(FIVE, FIVE))
    assert [row.place for row in ranking(state, chronicle([state]))] == [1, 1]


def test_an_ascent_nobody_climbed_has_no_winner() -> None:
    nobody: list[Step] = [
        ScoreSheet(player=player, sheet=None, at="2026-12-01T20:00")
        for player in ("Ann", "Bo")
    ]
    state = _state(nobody)
    assert (len(state.finished), _first(state)) == (1, {})
    assert chronicle([state]).hall == ()
