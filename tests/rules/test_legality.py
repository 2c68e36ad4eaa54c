"""The audit: each kind of fault, and nothing on a clean sheet."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.rules.builders import ascent, game, row, sheet
from tests.rules.random_games import played_game
from tests.rules.test_scoring import FRENCH, FRENCH_LINKS
from trekprint.rules.game import SKULL, Entry
from trekprint.rules.legality import audit
from trekprint.rules.scoring import score
from trekprint.sheet.model import CircleId, Option

if TYPE_CHECKING:
    from trekprint.rules.game import Game


def findings(played: Game) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for finding in audit(played):
        found.setdefault(finding.code, []).append(finding.message)
    return found


def ticks(**counts: int) -> dict[Option, int]:
    return {Option(name): count for name, count in counts.items()}


@pytest.mark.parametrize("name", ["dunai", "kagkot", "dhaulagiri"])
@pytest.mark.parametrize("merge", [True, False])
def test_a_game_played_by_the_rules_is_clean(name: str, merge: bool) -> None:
    random = Random(name)
    on = ascent(name, merge_lines=merge)
    for _ in range(40):
        played = played_game(on, random, merge=merge)
        result = score(played)
        written = {"final": result.total, "skulls": -result.penalty}
        written |= {f"line_{n}": g.points for n, g in enumerate(result.lines, start=1)}
        written |= {f"zone_{n}": g.points for n, g in enumerate(result.zones, start=1)}
        written |= {"line_bonus": result.line_bonus, "zone_bonus": result.zone_bonus}
        assert findings(replace(played, written=written)) == {}


def test_the_french_example_has_nothing_against_it() -> None:
    assert audit(game(ascent("kagkot"), FRENCH, links=FRENCH_LINKS)) == ()


def test_empty_circles() -> None:
    assert findings(game(row(3), [4, "-", "-"])) == {
        "empty-circles": [
            "circles 2 and 3 are empty; the sheet is finished when every circle holds"
            " a number or a skull"
        ]
    }
    assert "circle 3 is empty" in findings(game(row(3), "12-"))["empty-circles"][0]


def test_nothing_but_empty_circles() -> None:
    assert list(findings(game(row(3), "---"))) == ["empty-circles"]


def test_over_the_limit() -> None:
    risky = sheet([(1, 2)], dangerous=[1])
    played = replace(game(risky, "66"), entries={CircleId(1): Entry(9)})
    assert findings(played)["over-limit"] == [
        "circle 1 takes at most 6, so its 9 counts as a skull"
    ]


def test_a_link_at_a_number_over_the_limit_does_not_count() -> None:
    risky = sheet([(1, 2)], dangerous=[1])
    played = replace(
        game(risky, "66", links=[(1, 2)]),
        entries={CircleId(1): Entry(7), CircleId(2): Entry(6)},
    )
    assert findings(played)["illegal-link"] == [
        "the link 1-2 does not count: circle 1 cannot hold its 7"
    ]


def test_filled_circles_that_fall_apart() -> None:
    found = audit(game(row(5), "12-45"))
    apart = next(finding for finding in found if finding.code == "not-connected")
    assert apart.circles == (4, 5)
    assert "circles 4 and 5 cannot be reached from circle 1" in apart.message


@pytest.mark.parametrize(
    ("numbers", "link", "reason"),
    [
        ([4, 7, 5], (1, 3), "the two do not touch"),
        ([4, 6, 5], (1, 2), "4 and 6 are not consecutive numbers"),
        ([4, "X", 6], (1, 2), "circle 2 holds a skull"),
        (["-", 5, 6], (1, 2), "circle 1 is empty"),
    ],
)
def test_illegal_links(
    numbers: list[int | str], link: tuple[int, int], reason: str
) -> None:
    found = findings(game(row(3), numbers, links=[link]))
    a, b = link
    assert found["illegal-link"] == [f"the link {a}-{b} does not count: {reason}"]


def test_a_number_twice_in_a_line() -> None:
    up = findings(game(row(3), [6, 5, 6], links=[(1, 2), (2, 3)]))
    assert up == {
        "number-twice-in-line": [
            "the 5 in circle 2 has 2 links upward, to the 6 in circles 1 and 3; a line"
            " holds every number once, so only one of them counts"
        ]
    }
    down = findings(game(row(3), [5, 6, 5], links=[(1, 2), (2, 3)]))
    assert "2 links downward" in down["number-twice-in-line"][0]


def test_a_missing_link() -> None:
    found = audit(game(row(3), [7, 6, 5], links=[(2, 3)]))
    assert [(f.code, f.circles) for f in found] == [("missing-link", (1, 2))]
    assert found[0].message == (
        "circles 1 and 2 hold 7 and 6, touch, and are both still free, so a link"
        " between them is missing"
    )


def test_no_link_is_missing_where_the_side_is_taken() -> None:
    assert findings(game(row(3), [7, 6, 7], links=[(1, 2)])) == {}


def test_links_that_nobody_recorded_are_not_missing() -> None:
    assert findings(game(row(2), [5, 6])) == {}


def test_one_side_only_leaves_gaps_that_are_not_missing_links() -> None:
    single = row(3, merge_lines=False)
    assert findings(game(single, [1, 2, 3], links=[(1, 2)])) == {}
    assert len(findings(game(single, [1, 2, 3], links=[]))["missing-link"]) == 2


def test_more_ticks_than_boxes() -> None:
    played = game(row(5), [7, 7, 11, 11, 9], ticks=ticks(sum=5))
    assert findings(played) == {
        "row-over-boxes": [
            "sum has 5 ticks, but the row has 4 boxes unless Tent crosses stand"
            " beside the row"
        ]
    }
    assert findings(replace(played, tent_crosses=1)) == {}
    crossed = replace(played, ticks=ticks(sum=4), tent_crosses=1)
    assert findings(crossed) == {}
    lower = game(row(5), [1, 1, 1, 1, 1], ticks=ticks(lower=5))
    assert findings(lower)["row-over-boxes"] == [
        "lower has 5 ticks, but the row has 4 boxes"
    ]


def test_a_forgotten_tick() -> None:
    played = game(ascent("kagkot"), FRENCH, ticks=ticks(**dict.fromkeys(TICKED, 4)))
    fewer = ticks(lower=4, higher=4, difference=3, sum=3, product=4)
    assert (
        "20 ticks for 19 filled circles: 1 tick is too many"
        in (findings(played)["ticks-total"][0])
    )
    assert findings(replace(played, ticks=fewer)) == {
        "ticks-total": [
            "18 ticks for 19 filled circles: 1 tick is missing; every circle filled is"
            " one tick"
        ]
    }


TICKED = ("lower", "higher", "difference", "sum", "product")


def test_numbers_that_the_ticks_cannot_have_given() -> None:
    played = game(row(3), [7, 1, 11], ticks=ticks(sum=1, lower=2))
    found = audit(played)
    assert [(f.code, f.circles) for f in found] == [("ticks-impossible", (1, 3))]
    assert found[0].message == (
        "circles 1 and 3 (7, 11) can only come from sum, which has 1 tick for 2 circles"
    )


def test_skulls_need_an_option_that_can_exceed_the_limit() -> None:
    played = game(row(2), ["X", 5], ticks=ticks(higher=2))
    assert findings(played)["ticks-impossible"] == [
        "circle 1 (X) can only come from product, which has no ticks for 1 circle"
    ]
    risky = game(sheet([(1, 2)], dangerous=[1]), ["X", 5], ticks=ticks(higher=1, sum=1))
    assert findings(risky) == {}


def test_ticks_that_no_number_can_have_come_from() -> None:
    """Fewer ticks than circles: every tick needs a circle of its own."""
    played = game(row(4), [7, 7, 11, 5], ticks=ticks(product=2, lower=1))
    assert findings(played)["ticks-impossible"] == [
        "product has 2 ticks, but only 1 circle can have come from there"
    ]
    both = game(row(4), [11, 7, 11, 5], ticks=ticks(product=1, lower=1))
    assert findings(both)["ticks-impossible"] == [
        "lower and product have 2 ticks, but only 1 circle can have come from there"
    ]


def test_circles_over_the_limit_take_any_tick() -> None:
    risky = sheet([(1, 2)], dangerous=[1])
    played = replace(
        game(risky, "-7", ticks=ticks(lower=1)),
        entries={CircleId(1): Entry(9), CircleId(2): Entry(7)},
    )
    assert set(findings(played)) == {"over-limit", "ticks-total"}


def test_too_many_assist_cards() -> None:
    assert findings(game(row(2), [4, 5], assist_cards=4)) == {
        "too-many-assist-cards": ["4 Assist cards handed in, but at most 3 count"]
    }


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({"final": 87}, "the final score says 87, but it comes to 88"),
        ({"line_bonus": 15}, "the bonus for the longest line says 15, but it comes"),
        ({"zone_bonus": 3}, "the bonus for the largest zone says 3, but it comes to 1"),
        ({"line_total": 45}, "the total of lines with bonus says 45, but it comes to"),
        ({"zone_total": 25}, "the total of zones with bonus says 25, but it comes to"),
        ({"skulls": -6}, "the skulls box says -6, but skulls and orphans are 1"),
        (
            {"line_1": 14, "line_2": 13, "line_3": 6, "line_4": 13},
            "the line boxes say 14, 13, 6 and 13, but no line is worth 6 and"
            " no box says 5",
        ),
        (
            {"zone_1": 4, "zone_2": 8},
            "the zone boxes say 4 and 8, but no box says 13",
        ),
        (
            {"zone_1": 4, "zone_2": 8, "zone_3": 13, "zone_4": 2},
            "the zone boxes say 4, 8, 13 and 2, but no zone is worth 2",
        ),
    ],
)
def test_written_figures_that_differ(written: dict[str, int], message: str) -> None:
    played = game(ascent("kagkot"), FRENCH, links=FRENCH_LINKS, written=written)
    (found,) = audit(played)
    assert found.code == "written-differs"
    assert found.message.startswith(message)


@pytest.mark.parametrize(
    "written",
    [
        {"final": 88, "line_total": 65, "zone_total": 26, "line_bonus": 20},
        {"line_1": 13, "line_2": 14, "line_3": 13, "line_4": 5, "line_5": 0},
        {"skulls": 1},
        {"skulls": 3},
        {"skulls": -3},
    ],
)
def test_written_figures_that_are_right(written: dict[str, int]) -> None:
    played = game(ascent("kagkot"), FRENCH, links=FRENCH_LINKS, written=written)
    assert audit(played) == ()


def test_a_final_score_within_the_range_is_not_doubted_without_links() -> None:
    played = game(row(4), [6, 5, 6, 7], written={"final": 7, "line_1": 9})
    assert findings(played) == {}
    assert findings(replace(played, written={"final": 16}))["written-differs"] == [
        "the final score says 16, but it comes to 7 to 15 depending on the lines drawn"
    ]
    one = game(row(2), [5, 6], written={"final": 8})
    assert findings(one)["written-differs"] == [
        "the final score says 8, but it comes to 7"
    ]


def test_a_score_that_the_caller_has_is_used() -> None:
    played = game(row(2), [5, 6], links=[(1, 2)], written={"final": 7})
    assert audit(played, score(played)) == ()


def test_a_skull_on_a_sheet_without_cards() -> None:
    bare = replace(row(1), scoring=())
    played = replace(game(bare, "1"), entries={CircleId(1): SKULL}, assist_cards=1)
    assert list(findings(played)) == ["too-many-assist-cards"]
