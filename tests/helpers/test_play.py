"""The played games are lawful, and scored as a plain second look says."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.play import COMBINE, PlayedGame, PlayerParams, play, score
from trekprint.rules.game import SKULL, Entry, Game
from trekprint.sheet.model import CircleId, Link, Option, Sheet
from trekprint.sheetfile.catalog import load_sheet

NAMES = ("dunai", "kagkot", "dhaulagiri")
ATTENTIVE = PlayerParams(forget_link=0.0, forget_tick=0.0, unfinished=0.0)


def games(name: str, params: PlayerParams | None, count: int) -> list[PlayedGame]:
    sheet = load_sheet(name)
    return [play(sheet, np.random.default_rng(n), params) for n in range(count)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("params", [ATTENTIVE, PlayerParams()])
def test_every_round_is_lawful(name: str, params: PlayerParams) -> None:
    for played in games(name, params, 30):
        check_rounds(played)


def check_rounds(played: PlayedGame) -> None:
    """Replay: dice, options, connection, limits, joining; all from the bare rules."""
    sheet = played.game.sheet
    drawn = played.game.links or frozenset()
    filled: dict[CircleId, int | None] = {}
    links: set[Link] = set()
    for step in played.rounds:
        assert 1 <= step.red <= 6
        assert 0 <= step.yellow <= 5
        result = COMBINE[step.option](step.red, step.yellow)
        limit = sheet.circle_by_id[step.circle].limit
        assert step.entry == (Entry(result) if result <= limit else SKULL)
        assert step.circle not in filled
        assert not filled or sheet.touching[step.circle] & filled.keys()
        if step.entry.number is not None:
            check_joining(sheet, filled, links, step.circle, result, step.joined)
        filled[step.circle] = step.entry.number
        links |= set(step.joined) & drawn
    assert links == drawn
    assert {c: e.number for c, e in played.game.entries.items()} == filled


def check_joining(
    sheet: Sheet,
    filled: dict[CircleId, int | None],
    links: set[Link],
    circle: CircleId,
    number: int,
    joined: tuple[Link, ...],
) -> None:
    """One lower and one upper neighbour are joined wherever any is free."""
    for step in (-1, 1):
        free = {
            Link.of(circle, other)
            for other in sheet.touching[circle]
            if filled.get(other) == number + step
            and not any(
                filled[third] == number and Link.of(other, third) in links
                for third in sheet.touching[other] & filled.keys()
            )
        }
        assert len(free & set(joined)) == min(len(free), 1)
    assert len(joined) <= 2


@pytest.mark.parametrize("name", NAMES)
def test_options_are_used_as_often_as_they_have_boxes(name: str) -> None:
    for played in games(name, ATTENTIVE, 20):
        used = [step.option for step in played.rounds]
        assert played.game.ticks == {o: used.count(o) for o in Option}
        assert all(
            used.count(row.option) <= row.boxes for row in played.game.sheet.options
        )


def test_a_forgetful_player_draws_and_ticks_less() -> None:
    forgetful = PlayerParams(forget_link=0.5, forget_tick=0.5, unfinished=0.0)
    for played in games("kagkot", forgetful, 5):
        joined = {link for step in played.rounds for link in step.joined}
        assert (played.game.links or frozenset()) < joined
        assert sum((played.game.ticks or {}).values()) < len(played.rounds)


def test_the_same_seed_plays_the_same_game() -> None:
    one, two = (play(load_sheet("dunai"), np.random.default_rng(5)) for _ in range(2))
    assert one.rounds == two.rounds
    assert one.game.written == two.game.written


def test_games_differ_enough_to_be_worth_reading() -> None:
    """Every number and skulls occur, and scores spread as among real players."""
    played = [game for name in NAMES for game in games(name, None, 60)]
    seen = {e.number for game in played for e in game.game.entries.values()}
    assert seen == {None, *range(13)}
    totals = [p.tally.total for p in played if len(p.rounds) == 19]
    assert 40 < np.mean(totals) < 75
    assert any(p.crossed for p in played)
    assert any(len(p.rounds) < 19 for p in played)


def test_score_of_a_sheet_worked_by_hand() -> None:
    """Dunai: line 1-2-3 in 1, 3, 4 (3 + 2, bonus 1); zone 3-3 in 4, 5 (3 + 1).

    An orphan 9 in 7, a skull in 19, one card: 5 + 1 + 4 + 3 - 6.
    """
    numbers = {1: 1, 3: 2, 4: 3, 5: 3, 7: 9}
    game = Game(
        sheet=load_sheet("dunai"),
        entries={CircleId(c): Entry(n) for c, n in numbers.items()}
        | {CircleId(19): SKULL},
        links=frozenset({Link.of(1, 3), Link.of(3, 4)}),
        assist_cards=1,
    )
    tally = score(game)
    assert tally.line_points == (5,)
    assert tally.zone_points == (4,)
    assert (tally.line_bonus, tally.zone_bonus, tally.penalty) == (1, 0, -6)
    assert tally.total == 7


def test_written_figures_are_the_tally_unless_miscounted() -> None:
    exact = PlayerParams(
        unfinished=0.0, written_all=1.0, written_none=0.0, miscount=0.0
    )
    for played in games("dhaulagiri", exact, 10):
        written, tally = played.game.written, played.tally
        assert written["final"] == tally.total
        assert written["skulls"] * -3 == tally.penalty
        points = [n for box, n in written.items() if box[-1].isdigit()]
        assert sum(points) == sum(tally.line_points) + sum(tally.zone_points)
