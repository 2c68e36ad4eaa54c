from __future__ import annotations

from tests.rules.builders import game, row, sheet
from trekprint.rules.groups import find_groups, find_steps, numbers_of
from trekprint.rules.scoring import counted_links, score
from trekprint.sheet.model import Link


def links(*pairs: tuple[int, int]) -> frozenset[Link]:
    return frozenset(Link.of(*pair) for pair in pairs)


def test_lines_zones_and_orphans() -> None:
    #  1:4 - 2:5 - 3:5 - 4:9 - 5:X - 6:(empty)
    played = game(row(6), [4, 5, 5, 9, "X", "-"])
    groups = find_groups(played, links((1, 2)))
    assert groups.lines == ((1, 2),)
    assert groups.zones == ((2, 3),)
    assert groups.orphans == (4,)


def test_lines_run_from_the_lowest_number_up() -> None:
    played = game(row(4), [7, 6, 5, 4])
    groups = find_groups(played, links((1, 2), (2, 3), (3, 4)))
    assert groups.lines == ((4, 3, 2, 1),)


def test_zones_need_no_links_and_take_all_equal_neighbours() -> None:
    ring = sheet([(1, 2), (2, 3), (3, 4), (1, 4)])
    assert find_groups(game(ring, [3, 3, 3, 3]), ()).zones == ((1, 2, 3, 4),)


def test_steps_leave_out_what_joins_no_consecutive_numbers() -> None:
    played = game(row(5), [4, 5, 7, "X", "-"])
    steps = find_steps(numbers_of(played), played.sheet.links)
    assert steps == ((1, 2),)


def test_links_that_join_nothing_are_not_counted() -> None:
    """Not touching, not consecutive, at a skull, at an empty circle."""
    drawn = [(1, 3), (2, 3), (3, 4), (4, 5)]
    played = game(row(5), [4, 5, 5, "X", "-"], links=drawn)
    assert counted_links(played) == frozenset()
    assert score(played).lines == ()


def test_of_two_links_up_the_one_that_leaves_more_points_counts() -> None:
    """A 5 with links to two sixes: 5-6 and 6-7 are worth more than 5-6-7."""
    fork = sheet([(1, 2), (2, 3), (3, 4)])
    played = game(fork, [6, 5, 6, 7], links=[(1, 2), (2, 3), (3, 4)])
    assert counted_links(played) == links((1, 2), (3, 4))
    assert score(played).total == 7 + 8


def test_of_two_links_down_one_counts() -> None:
    played = game(row(3), [5, 6, 5], links=[(1, 2), (2, 3)])
    assert len(counted_links(played)) == 1
    assert score(played).total == 7 - 3


def test_links_that_were_not_drawn_are_not_added() -> None:
    played = game(row(3), [5, 6, 7], links=[(1, 2)])
    assert score(played).total == 7 - 3
    assert not score(played).inferred
