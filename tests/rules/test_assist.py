"""What Assist cards did to a sheet: Rope links, Tent crosses, a Compass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rules.builders import game, row, sheet
from trekprint.rules.expedition.cards import Card
from trekprint.rules.legality import audit
from trekprint.sheet.model import Link, Option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.rules.game import Game


def findings(
    played: Game, cards: Mapping[Card, int] | None = None
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for finding in audit(played, cards=cards):
        found.setdefault(finding.code, []).append(finding.message)
    return found


def ropes(*pairs: tuple[int, int]) -> frozenset[Link]:
    return frozenset(Link.of(a, b) for a, b in pairs)


def test_two_apart_is_one_circle_between() -> None:
    fork = sheet([(1, 2), (2, 3), (3, 4), (2, 5), (3, 5)])
    pairs = [(1, 3), (1, 5), (2, 4), (4, 5)]
    assert fork.two_apart == tuple(Link.of(a, b) for a, b in pairs)


def test_a_rope_outside_an_expedition_is_taken_as_it_stands() -> None:
    assert findings(game(row(3), [4, "X", 5], links=[], ropes=ropes((1, 3)))) == {}


@pytest.mark.parametrize(
    ("numbers", "rope", "reason"),
    [
        ("4569", (1, 2), "the two touch, so they are joined without a card"),
        ("4X95", (1, 4), "no circle that touches both lies between the two"),
        ("4X69", (1, 3), "4 and 6 are not consecutive numbers"),
        ("4XX9", (1, 3), "circle 3 holds a skull"),
        ("4X-9", (1, 3), "circle 3 is empty"),
    ],
)
def test_ropes_that_do_not_count(
    numbers: str, rope: tuple[int, int], reason: str
) -> None:
    found = findings(game(row(4), numbers, ropes=ropes(rope)))
    a, b = rope
    assert found["illegal-rope"] == [f"the Rope link {a}-{b} does not count: {reason}"]


def test_a_rope_beside_a_link_at_the_same_side() -> None:
    played = game(row(4), [4, 5, 9, 4], links=[(1, 2)], ropes=ropes((2, 4)))
    assert findings(played)["number-twice-in-line"] == [
        "the 5 in circle 2 has 2 links downward, to the 4 in circles 1 and 4; a line"
        " holds every number once, so only one of them counts"
    ]


def test_no_link_is_missing_where_a_rope_takes_the_side() -> None:
    assert findings(game(row(4), [4, 5, 9, 4], links=[], ropes=ropes((2, 4)))) == {}
    assert "missing-link" in findings(game(row(4), [4, 5, 9, 4], links=[]))


def test_ropes_as_many_as_rope_cards() -> None:
    played = game(row(5), [4, "X", 5, "X", 6], links=[], ropes=ropes((1, 3), (3, 5)))
    assert findings(played, {Card.ROPE: 2}) == {}
    assert findings(played, {Card.ROPE: 1}) == {
        "rope-without-card": [
            "2 Rope links are drawn (1 to 3 and 3 to 5), but 1 Rope card was used;"
            " record the card, or take the link away"
        ]
    }
    assert findings(played, {Card.ROPE: 3}) == {
        "card-not-seen": [
            "3 Rope cards were used, but 2 Rope links are drawn; add the link, or take"
            " the card back"
        ]
    }
    assert "but no Rope card was used" in findings(played, {})["rope-without-card"][0]


def test_crosses_as_many_as_tents() -> None:
    played = game(row(5), [7, 7, 11, 11, 9], ticks={Option.SUM: 4}, tent_crosses=1)
    assert findings(played) == {}
    assert findings(played, {Card.TENT: 1}) == {}
    assert findings(played, {}) == {
        "tent-without-card": [
            "1 Tent cross stands beside the sum row, but no Tent card was used; record"
            " the card, or take the cross away"
        ]
    }
    assert findings(played, {Card.TENT: 2}) == {
        "card-not-seen": [
            "2 Tent cards were used, but 1 Tent cross stands beside the sum row; add"
            " the cross, or take the card back"
        ]
    }


def test_groups_of_circles_as_many_as_compasses() -> None:
    played = game(row(5), "1-3-5")
    assert "without a Compass card" in findings(played)["not-connected"][0]
    assert findings(played, {Card.COMPASS: 1})["not-connected"] == [
        "the filled circles fall apart: circles 3 and 5 cannot be reached from circle"
        " 1; that takes 2 Compass cards, and 1 was used"
    ]
    assert "and none was used" in findings(played, {})["not-connected"][0]
    assert "not-connected" not in findings(played, {Card.COMPASS: 2})


def test_a_compass_or_a_schnapps_need_not_show() -> None:
    """The circles between may be filled later, and rolled dice leave no trace."""
    used = {Card.COMPASS: 3, Card.SCHNAPPS: 2}
    assert findings(game(row(2), [4, 5], links=[(1, 2)]), used) == {}
