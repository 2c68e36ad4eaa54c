"""The solver against the slow scorer, and against every order of writing."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.helpers.slow_scorer import (
    ends_by_play,
    lawful_ends,
    pairs_of,
    rope_pairs_of,
    slow_range,
    slow_total,
)
from tests.rules.builders import ascent, game, row, sheet
from tests.rules.random_games import played_game, scattered_game, with_ropes
from trekprint.rules.scoring import infer_lines, score
from trekprint.rules.writing import play
from trekprint.sheet.model import CircleId, Link

if TYPE_CHECKING:
    from trekprint.rules.game import Game

SMALL, FULL = 3000, 400


def assert_agrees(played: Game) -> None:
    result = score(replace(played, links=None))
    assert (result.lowest, result.highest) == slow_range(played)
    assert result.total == result.highest
    pairs = [*pairs_of(played), *rope_pairs_of(played)]
    counted = result.links | result.ropes
    joined = frozenset(p for p in pairs if Link.of(*p) in counted)
    assert len(joined) == len(counted)
    assert joined in lawful_ends(played)
    assert slow_total(played, joined) == result.total


def test_slow_scorer_agrees_on_small_sheets() -> None:
    random = Random(12)
    for _ in range(SMALL):
        assert_agrees(scattered_game(random, circles=random.randrange(1, 12)))


def test_slow_scorer_agrees_where_ropes_are_drawn() -> None:
    random = Random(21)
    roped = 0
    for _ in range(SMALL // 2):
        scattered = scattered_game(random, circles=random.randrange(3, 12))
        played = with_ropes(scattered, random)
        roped += bool(played.ropes)
        assert_agrees(played)
    assert roped > SMALL // 4


@pytest.mark.parametrize("name", ["dunai", "kagkot", "dhaulagiri"])
def test_ropes_that_are_drawn_with_all_links_score_as_the_slow_scorer_says(
    name: str,
) -> None:
    random = Random(f"{name} ropes")
    for _ in range(FULL // 10):
        played = with_ropes(played_game(ascent(name), random), random)
        assert_agrees(played)
        for end in random.sample(ends := lawful_ends(played), min(5, len(ends))):
            links = frozenset(Link.of(*pair) for pair in end) - played.ropes
            result = score(replace(played, links=links))
            assert result.total == slow_total(played, end)
            assert (result.links, result.ropes) == (links, played.ropes)


def test_ropes_where_only_one_side_is_joined() -> None:
    random = Random(5)
    for _ in range(300):
        circles = random.randrange(3, 7)
        scattered = scattered_game(random, circles=circles, merge_lines=False)
        small = with_ropes(scattered, random, most=1)
        totals = [slow_total(small, end) for end in ends_by_play(small, merge=False)]
        result = score(small)
        assert (result.lowest, result.highest) == (min(totals), max(totals))


def test_a_rope_takes_the_side_that_a_link_would_have_taken() -> None:
    # 4-5-9-4: the rope from the last 4 to the 5 leaves the first 4 alone.
    played = game(row(4), [4, 5, 9, 4], ropes=frozenset({Link.of(2, 4)}))
    result = score(played)
    assert (result.lowest, result.highest) == (0, 0)
    assert (result.links, result.ropes) == (frozenset(), played.ropes)
    assert result.orphans == (1, 3)


def test_of_two_ropes_at_one_side_one_counts() -> None:
    forked = frozenset({Link.of(1, 3), Link.of(3, 5)})
    result = score(game(row(5), [4, 9, 5, 9, 4], ropes=forked))
    assert len(result.ropes) == 1
    assert result.lines[0].points == 6


@pytest.mark.parametrize("name", ["dunai", "kagkot", "dhaulagiri"])
def test_slow_scorer_agrees_on_played_sheets(name: str) -> None:
    random = Random(name)
    for _ in range(FULL // 3 + 1):
        on = ascent(name)
        played = played_game(on, random, turns=random.randrange(1, 20))
        assert_agrees(played)
        drawn = score(played)
        inferred = score(replace(played, links=None))
        assert inferred.lowest <= drawn.total <= inferred.highest
        joined = frozenset(
            p for p in pairs_of(played) if Link.of(*p) in (played.links or ())
        )
        assert drawn.total == slow_total(played, joined)


def test_lawful_ends_are_those_that_writing_in_some_order_gives() -> None:
    random = Random(3)
    for _ in range(500):
        small = scattered_game(random, circles=random.randrange(2, 8))
        assert set(lawful_ends(small)) == ends_by_play(small, merge=True)


def test_joining_one_side_only_gives_what_writing_in_some_order_gives() -> None:
    random = Random(4)
    for _ in range(500):
        circles = random.randrange(2, 7)
        small = scattered_game(random, circles=circles, merge_lines=False)
        totals = [slow_total(small, end) for end in ends_by_play(small, merge=False)]
        result = score(small)
        assert (result.lowest, result.highest) == (min(totals), max(totals))


def test_connected_writing_rules_out_a_few_ends() -> None:
    """Six-five-six, skull, six-five-six: not both outer pairs, as the solver says."""
    played = game(row(7), [6, 5, 6, "X", 6, 5, 6])
    outer = frozenset(p for p in pairs_of(played) if 1 in p or 7 in p)
    assert outer in ends_by_play(played, merge=True)
    connected = ends_by_play(played, merge=True, connected=True)
    assert outer not in connected
    assert connected < set(lawful_ends(played))


def test_where_only_one_side_is_joined_a_gap_may_stay_open() -> None:
    numbers = [1, 2, 3, 4, 5, 6, 7]
    merged = score(game(row(7), numbers))
    apart = game(row(7, merge_lines=False), numbers)
    single = score(apart)
    assert (merged.lowest, merged.highest) == (28, 28)
    # The fewest points: 1-2 and 4-5-6, with 3 and 7 alone.
    assert (single.lowest, single.highest) == (6, 28)
    fewest = frozenset(p for p in pairs_of(apart) if p[0] in (1, 4, 5))
    assert fewest in ends_by_play(apart, merge=False)


def test_a_sheet_without_steps_has_one_end() -> None:
    found = infer_lines(game(row(3), [1, 5, 9]))
    assert found.links == frozenset()
    assert (found.lowest, found.highest) == (-9, -9)


def test_play_joins_below_and_above() -> None:
    on = row(3)
    order = [(CircleId(1), 4), (CircleId(3), 6), (CircleId(2), 5)]
    assert play(on.touching, order) == {Link.of(1, 2), Link.of(2, 3)}
    assert play(on.touching, order, merge=False) == {Link.of(1, 2)}


def test_play_lets_the_player_pick_among_equals() -> None:
    on = sheet([(1, 3), (2, 3)])
    order = [(CircleId(1), 6), (CircleId(2), 6), (CircleId(3), 5)]
    links = play(on.touching, order, choose=lambda _, candidates: candidates[-1])
    assert links == {Link.of(2, 3)}


def test_play_passes_skulls_by() -> None:
    order = [(CircleId(1), 4), (CircleId(2), None), (CircleId(3), 5)]
    assert play(row(3).touching, order) == frozenset()
