"""What holds for every filled sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.builders import ascent
from tests.rules.strategies import base_sheets, games, renamed, small_sheets
from trekprint.rules.groups import find_groups, numbers_of
from trekprint.rules.legality import audit
from trekprint.rules.notation import format_game, parse_game
from trekprint.rules.scoring import counted_links, score

if TYPE_CHECKING:
    from trekprint.rules.game import Game

steady = settings(deadline=None)


@steady
@given(game=games() | games(base_sheets()))
def test_notation_parses_back_exactly(game: Game) -> None:
    text = format_game(game)
    assert len(text.splitlines()) == 1
    parsed = parse_game(text, {game.sheet.id: game.sheet}.__getitem__)
    assert parsed.game == game
    assert parsed.notes == ()
    assert format_game(parsed.game) == text


@steady
@given(game=games())
def test_total_is_the_sum_of_its_parts(game: Game) -> None:
    result = score(game)
    groups = sum(item.points for item in (*result.lines, *result.zones))
    bonuses = result.line_bonus + result.zone_bonus
    extras = sum(result.extras.values())
    assert result.total == groups + bonuses + extras + result.penalty
    assert result.lowest <= result.total == result.highest


@steady
@given(game=games())
def test_groups_hold_together(game: Game) -> None:
    result = score(game)
    groups = find_groups(game, result.links | result.ropes)
    numbers = numbers_of(game)
    lined = [circle for line in groups.lines for circle in line]
    zoned = [circle for zone in groups.zones for circle in zone]
    assert len(lined) == len(set(lined))
    assert len(zoned) == len(set(zoned))
    assert set(groups.orphans) == numbers.keys() - set(lined) - set(zoned)
    for line in groups.lines:
        values = [numbers[circle] for circle in line]
        assert values == list(range(values[0], values[0] + len(line)))
    for zone in groups.zones:
        assert len({numbers[circle] for circle in zone}) == 1


@steady
@given(data=st.data())
def test_scoring_does_not_know_the_circles_names(data: st.DataObject) -> None:
    game = data.draw(games(small_sheets()))
    count = len(game.sheet.circles)
    order = data.draw(st.permutations(range(1, count + 1)))
    one, other = score(game), score(renamed(game, list(order)))
    assert (one.lowest, one.total) == (other.lowest, other.total)


@steady
@given(game=games())
def test_scoring_does_not_know_where_circles_lie(game: Game) -> None:
    mirrored = replace(
        game.sheet,
        circles=tuple(replace(c, x=-c.x, y=c.y + 1) for c in game.sheet.circles),
    )
    one, other = score(game), score(replace(game, sheet=mirrored))
    assert one == other


@steady
@given(game=games())
def test_counted_links_are_drawn_ones_and_count_again(game: Game) -> None:
    counted = counted_links(game)
    assert counted <= (game.links or frozenset()) | game.ropes
    again = replace(game, links=counted - game.ropes, ropes=counted & game.ropes)
    assert counted_links(again) == counted


@steady
@given(game=games())
def test_the_best_lines_are_lawful(game: Game) -> None:
    """The audit finds nothing against links that the solver inferred."""
    inferred = score(replace(game, links=None))
    found = audit(replace(game, links=inferred.links, ropes=inferred.ropes))
    codes = {finding.code for finding in found}
    assert not codes & {"missing-link", "illegal-link", "number-twice-in-line"}


@steady
@given(game=games() | games(base_sheets()))
def test_the_audit_is_made_of_sentences(game: Game) -> None:
    for finding in audit(game):
        assert finding.message
        assert finding.code == finding.code.lower().replace(" ", "-")
        assert set(finding.circles) <= game.sheet.circle_by_id.keys()


def test_zones_do_not_depend_on_links() -> None:
    kagkot = ascent("kagkot")
    text = "kagkot 3 3 3 3" + " 1" * 15
    game = parse_game(text, {"kagkot": kagkot}.__getitem__).game
    drawn = replace(game, links=frozenset(kagkot.links[:3]))
    assert score(game).zones == score(drawn).zones
