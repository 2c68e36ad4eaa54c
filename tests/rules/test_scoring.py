from __future__ import annotations

import json
from dataclasses import replace

from tests.rules.builders import ascent, game, row, sheet
from trekprint.rules.scoring import MERGING_READING, SINGLE_READING, score, score_data

FRENCH = [1, 2, 3, 3, 6, 7, 6, 12, 11, 12, 6, 5, 11, 7, 4, 3, 1, 2, 0]
FRENCH_LINKS = [
    *[(14, 11), (11, 12), (12, 15), (15, 16), (16, 18), (18, 17), (17, 19)],
    *[(9, 8), (10, 13), (1, 2), (2, 4)],
]


def test_the_french_example_item_by_item() -> None:
    result = score(game(ascent("kagkot"), FRENCH, links=FRENCH_LINKS))
    assert [(item.circles, item.points) for item in result.lines] == [
        ((1, 2, 4), 5),
        ((9, 8), 13),
        ((13, 10), 13),
        ((19, 17, 18, 16, 15, 12, 11, 14), 14),
    ]
    assert [(item.circles, item.points) for item in result.zones] == [
        ((3, 4), 4),
        ((5, 7, 11), 8),
        ((8, 10), 13),
    ]
    assert (result.line_bonus, result.zone_bonus) == (20, 1)
    assert (result.orphans, result.skulls, result.penalty) == ((6,), (), -3)
    assert result.total == 88
    assert result.links_from == "given"
    assert result.readings == ()
    assert (result.lowest, result.highest, result.range_text) == (88, 88, "")


def test_a_number_over_the_limit_counts_as_the_skull_it_must_be() -> None:
    """As a photo may show it; typed in, it becomes a skull at once."""
    risky = sheet([(1, 2), (2, 3)], dangerous=[1, 2])
    written = score(game(risky, [7, 7, 8], links=[(2, 3)]))
    meant = score(game(risky, ["X", "X", 8], links=[]))
    assert written.skulls == (1, 2)
    assert written.orphans == (3,)
    assert written.items == meant.items
    assert score(game(risky, [7, 7, 8])).items == meant.items


def test_the_french_example_without_its_links_is_found_again() -> None:
    result = score(game(ascent("kagkot"), FRENCH))
    assert result.total == 88
    assert result.links_from == "inferred"
    assert result.readings == (MERGING_READING,)


def test_the_range_says_what_other_lines_would_have_given() -> None:
    # 7-6-5: the six goes with the lower or the higher neighbour only if drawn so.
    played = game(row(3), [5, 6, 5])
    assert score(played).range_text == ""
    # 6-5-6-7: the five with the first six, or with the second and the seven.
    result = score(game(row(4), [6, 5, 6, 7]))
    assert result.range_text == "7 to 15 depending on the lines drawn"
    assert result.total == 15


def test_the_reading_is_named_where_one_side_only_is_joined() -> None:
    result = score(game(row(3, merge_lines=False), [1, 2, 3]))
    assert result.readings == (SINGLE_READING,)


def test_extras_hold_the_cards_handed_in() -> None:
    played = game(row(2), [4, 5], assist_cards=2)
    assert score(played).extras == {"assist_cards": 6}
    assert score(replace(played, assist_cards=7)).extras == {"assist_cards": 9}
    assert score(replace(played, assist_cards=0)).extras == {}


def test_an_empty_sheet_is_worth_nothing() -> None:
    result = score(game(row(3), "---"))
    assert result.total == 0
    assert result.items == ()


def test_data_is_ready_for_json() -> None:
    played = game(row(4), [4, 5, "X", 9], links=[(1, 2)], assist_cards=1)
    data = json.loads(json.dumps(score_data(score(played))))
    items = data.pop("items")
    assert [item["name"] for item in items] == [
        "fixed_lines",
        "assist_cards",
        "orphans",
        "skulls",
    ]
    assert data == {
        "lines": [{"circles": [1, 2], "numbers": [4, 5], "points": 6}],
        "zones": [],
        "line_bonus": 0,
        "zone_bonus": 0,
        "extras": {"assist_cards": 3},
        "orphans": [4],
        "skulls": [3],
        "penalty": -6,
        "total": 3,
    }


def test_data_tells_the_range_of_inferred_links() -> None:
    data = score_data(score(game(row(4), [6, 5, 6, 7])))
    assert data["range"] == [7, 15]
    assert data["readings"] == [MERGING_READING]
