"""What score boxes, ticks and rims say of a reading."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING

import pytest

from tests.helpers.readings import SHEET
from trekprint.rules.dice import RESULT
from trekprint.rules.game import SKULL, Entry, Game
from trekprint.rules.scoring import score
from trekprint.sheet.model import CircleId, Link, Option
from trekprint.workflows.evidence import (
    EvidenceParams,
    Fits,
    Seen,
    find_fits,
    tick_counts,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PARAMS = EvidenceParams()


def _game(*numbers: int | None) -> Game:
    """Numbers in the row 1 - 2 - 3 - 4, consecutive ones linked; None is a skull."""
    entries = {
        CircleId(n): SKULL if number is None else Entry(number)
        for n, number in enumerate(numbers, 1)
    }
    links = frozenset(
        Link.of(n, n + 1)
        for n, (a, b) in enumerate(pairwise(numbers), 1)
        if a is not None and b is not None and abs(a - b) == 1
    )
    return Game(sheet=SHEET, entries=entries, links=links)


def _found(games: Sequence[Game], seen: Seen) -> Fits:
    return find_fits(games, [score(game) for game in games], seen, PARAMS)


def _fits(games: Sequence[Game], seen: Seen) -> list[float]:
    return list(_found(games, seen).of_each)


def test_nothing_seen_tells_nothing() -> None:
    assert _fits([_game(4, 5, 5, 0), _game(1, 1, 1, 1)], Seen(written={})) == [1, 1]


def test_the_final_score_speaks_for_the_reading_that_makes_it() -> None:
    """4 5 5 0 is worth 9, 4 5 5 9 too, 4 5 5 5 is worth 6 + 7 + 1."""
    same, other = _game(4, 5, 5, 0), _game(4, 5, 5, 5)
    agreeing, differing = _fits([same, other], Seen(written={"final": {9: 0.97}}))
    assert agreeing == pytest.approx(1)
    assert differing < 0.02
    assert differing > PARAMS.other_view


def test_no_written_number_outweighs_what_stands_there_by_more_than_allowed() -> None:
    """A player who overlooked a line wrote nine numbers that all forget it."""
    line, none = _game(4, 5, 5, 0), _game(4, 6, 6, 0)
    written = {
        "final": {1: 1.0},
        "line_1": {3: 1.0},
        "line_total": {0: 1.0},
        "line_bonus": {7: 1.0},
        "zone_total": {3: 1.0},
        "skulls": {12: 1.0},
    }
    for fit in _fits([line, none], Seen(written=written)):
        assert fit >= PARAMS.other_view


def test_line_boxes_may_be_filled_in_in_any_order() -> None:
    game = _game(1, 2, 7, 8)
    forth = Seen(written={"line_1": {3: 0.9}, "line_2": {9: 0.9}})
    back = Seen(written={"line_1": {9: 0.9}, "line_2": {3: 0.9}})
    assert _fits([game], forth) == _fits([game], back) == pytest.approx([1])


def test_more_boxes_than_groups_speak_against_a_reading() -> None:
    written = Seen(written={"zone_1": {6: 1.0}, "zone_2": {3: 1.0}})
    two, one = _fits([_game(5, 5, 2, 2), _game(5, 5, 2, 3)], written)
    assert two > 10 * one


def test_an_overlooked_minus_does_not_count() -> None:
    skulls = _game(None, None, None, None)
    assert score(skulls).total == -12
    assert _fits([skulls], Seen(written={"final": {12: 0.97}})) == pytest.approx([1])


def _ticks(**counts: int) -> dict[Option, list[float]]:
    return tick_counts(
        {
            option: [float(n < counts.get(option.value, 0)) for n in range(4)]
            for option in Option
        }
    )


def _chance_one_by_one(game: Game, ticks: Mapping[str, int]) -> float:
    """As `evidence`, over every way in which circles may have ticked."""
    options: list[Option | None] = [*Option, None]
    whole = 0.0
    for chosen in product(options, repeat=len(game.entries)):
        counts = {o.value: chosen.count(o) for o in Option}
        if any(counts[name] != ticks.get(name, 0) for name in counts):
            continue
        chance = 1.0
        for entry, option in zip(game.entries.values(), chosen, strict=True):
            made = {
                o: sum(
                    RESULT[o](red, yellow) == entry.number
                    for red in range(1, 7)
                    for yellow in range(6)
                )
                for o in Option
            }
            chance *= (
                PARAMS.forget_tick
                if option is None
                else (1 - PARAMS.forget_tick) * made[option] / sum(made.values())
            )
        whole += chance
    return whole


def test_ticks_weigh_readings_by_all_their_assignments() -> None:
    games = [_game(7, 5, 5, 0), _game(1, 5, 5, 0)]
    marked = {"lower": 1, "higher": 1, "sum": 2}
    plain = [_chance_one_by_one(game, marked) for game in games]
    floor = PARAMS.ticks_floor
    expected = [floor + (1 - floor) * chance / max(plain) for chance in plain]
    seen = Seen(written={}, ticks=_ticks(**marked))
    assert _fits(games, seen) == pytest.approx(expected)


def test_a_seven_without_a_tick_for_sums_is_unlikely() -> None:
    seen = Seen(written={}, ticks=_ticks(lower=2, higher=2))
    seven, one = _fits([_game(7, 3, 3, 0), _game(1, 3, 3, 0)], seen)
    assert seven < one / 4


def test_counts_of_ticks_follow_from_their_boxes() -> None:
    counts = tick_counts({Option.SUM: [1.0, 0.5, 0.0]})
    assert counts == {Option.SUM: [0.0, 0.5, 0.5, 0.0]}


def test_patterned_rims_speak_for_equal_numbers() -> None:
    """Two marked rims side by side: a zone, unless the player marks at random."""
    zone, none = _game(4, 5, 5, 0), _game(4, 5, 6, 0)
    rims = {1: 0.01, 2: 0.99, 3: 0.99, 4: 0.01}
    with_zone, without = _fits([zone, none], Seen(written={}, rims=rims))
    assert with_zone > 20 * without


def test_plain_rims_tell_little_for_many_players_mark_none() -> None:
    zone, none = _game(4, 5, 5, 0), _game(4, 5, 6, 0)
    rims = dict.fromkeys(range(1, 5), 0.01)
    with_zone, without = _fits([zone, none], Seen(written={}, rims=rims))
    assert with_zone > without / 3


def test_unknown_readings_agree_with_a_written_score_by_chance_only() -> None:
    written = Seen(written={"final": {9: 0.97}})
    assert _found([_game(4, 5, 5, 0)], written).of_others < 0.05
    assert _found([_game(4, 5, 5, 0)], Seen(written={})).of_others == 1.0


def test_unknown_readings_fit_the_other_boxes_as_well_as_any_known_one() -> None:
    """The player slipped at a line: that says nothing for readings not looked at."""
    slipped = Seen(written={"line_1": {7: 0.97}})
    found = _found([_game(4, 5, 5, 0), _game(4, 5, 5, 9)], slipped)
    assert found.of_others == pytest.approx(found.of_each.max())
    assert found.of_others < 0.1


def test_a_final_score_that_no_known_reading_makes_speaks_for_unknown_ones() -> None:
    found = _found([_game(4, 5, 5, 0)], Seen(written={"final": {30: 0.97}}))
    assert found.of_others > found.of_each.max() / 2


def test_kinds_can_be_left_out() -> None:
    seen = Seen(
        written={"final": {9: 1.0}, "line_1": {6: 1.0}}, ticks={}, rims={1: 0.5}
    )
    assert dict(seen.only("final").written) == {"final": {9: 1.0}}
    assert dict(seen.only("boxes").written) == {"line_1": {6: 1.0}}
    assert seen.only("final").ticks is None
    assert seen.only("rims").rims == {1: 0.5}
