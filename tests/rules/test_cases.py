"""The worked cases, as they stand in `tests/data/cases.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.rules.builders import DATA, ascent, game, sheet
from trekprint.rules.dice import entry_of
from trekprint.rules.game import SKULL, Game
from trekprint.rules.scoring import Score, score
from trekprint.rules.writing import play
from trekprint.sheet.model import CircleId

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.rules.game import Entry

CASES: list[dict[str, Any]] = yaml.safe_load((DATA / "cases.yaml").read_text())


@dataclass(frozen=True, kw_only=True)
class Played:
    """A case as a game; `named` gives the circle of each name in the file."""

    game: Game
    named: Mapping[str, CircleId]


def on_shipped_sheet(case: dict[str, Any]) -> Played:
    pairs = [link.split("-") for link in case["links"]] if "links" in case else []
    on = ascent(case["sheet"])
    return Played(
        game=game(on, case["numbers"], links=[(int(a), int(b)) for a, b in pairs]),
        named={str(circle.id): circle.id for circle in on.circles},
    )


def on_own_sheet(case: dict[str, Any]) -> Played:
    pairs = [pair.split("-") for pair in case["touching"]]
    names = sorted({name for pair in pairs for name in pair})
    named = {name: CircleId(number) for number, name in enumerate(names, start=1)}
    on = sheet(
        [(named[a], named[b]) for a, b in pairs],
        dangerous=[named[name] for name in case.get("dangerous", ())],
    )
    entries: dict[CircleId, Entry] = {}
    for word in case["written"]:
        name, _, result = word.partition("=")
        circle = on.circle_by_id[named[name]]
        entries[circle.id] = SKULL if result == "X" else entry_of(circle, int(result))
    # The dict keeps the order of writing.
    links = play(on.touching, [(c, entry.number) for c, entry in entries.items()])
    return Played(game=Game(sheet=on, entries=entries, links=links), named=named)


def points(rows: Any) -> list[int]:
    return sorted(row.points for row in rows)


def circles(names: Any, played: Played) -> list[set[CircleId]]:
    """For each circle in the file those it may be: `A or C` is either."""
    if names == "all":
        names = list(played.named)
    return [{played.named[n] for n in str(name).split(" or ")} for name in names]


def assert_circles(found: tuple[CircleId, ...], names: Any, played: Played) -> None:
    expected = circles(names, played)
    assert len(found) == len(expected)
    for circle in found:
        assert any(circle in choice for choice in expected)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    played = on_shipped_sheet(case) if "sheet" in case else on_own_sheet(case)
    result = score(played.game)
    assert points(result.lines) == case.get("lines", [])
    assert points(result.zones) == case.get("zones", [])
    assert result.line_bonus == case.get("line_bonus", 0)
    assert result.zone_bonus == case.get("zone_bonus", 0)
    assert_circles(result.orphans, case.get("orphans", []), played)
    assert_circles(result.skulls, case.get("skulls", []), played)
    assert result.total == case["total"]
    assert_best_lines_are_no_worse(played.game, result)


def assert_best_lines_are_no_worse(played: Game, result: Score) -> None:
    """The same numbers without their links: the total lies in the range."""
    forgotten = score(Game(sheet=played.sheet, entries=played.entries, assist_cards=0))
    assert forgotten.lowest <= result.total <= forgotten.highest
