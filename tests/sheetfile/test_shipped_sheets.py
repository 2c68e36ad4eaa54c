"""The sheets that ship with the program, against the facts known of the mountains."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

from trekprint.resources import data_dir
from trekprint.sheet.checks import sheet_problems
from trekprint.sheet.model import LANGUAGES, Option, Sheet, Stars
from trekprint.sheetfile.catalog import load_sheet, sheet_names
from trekprint.sheetfile.loader import check_sheet

NAMES = ("dhaulagiri", "dunai", "kagkot")
BONUS = {3: 1, 4: 3, 5: 6, 6: 10, 7: 15, 8: 20, 9: 25}


@pytest.fixture(params=NAMES)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return load_sheet(request.param)


def test_the_three_mountains_ship() -> None:
    assert set(sheet_names()) >= set(NAMES)


@pytest.mark.parametrize("name", [*sheet_names()])
def test_every_shipped_definition_is_without_problems(name: str) -> None:
    content = (data_dir("sheet_defs") / f"{name}.yaml").read_bytes()
    loaded = check_sheet(content, f"{name}.yaml")
    assert loaded.problems == ()
    assert loaded.sheet is not None
    assert sheet_problems(loaded.sheet) == []


@pytest.mark.parametrize(
    ("name", "summit", "stars", "dangerous", "links"),
    [
        ("dunai", 65, (1, 1, 1), [], 32),
        ("kagkot", 70, (3, 2, 1), [4, 5, 11, 16], 27),
        ("dhaulagiri", 75, (5, 3, 1), [1, 5, 8, 11, 12, 17], 23),
    ],
)
def test_summit_stars_and_terrain(
    name: str,
    summit: int,
    stars: tuple[int, int, int],
    dangerous: list[int],
    links: int,
) -> None:
    sheet = load_sheet(name)
    assert sheet.summit == summit
    assert sheet.stars == Stars(summit=stars[0], race=stars[1], record=stars[2])
    assert [circle.id for circle in sheet.circles if circle.limit == 6] == dangerous
    assert len(sheet.links) == links


def test_nineteen_circles_numbered_in_order(sheet: Sheet) -> None:
    assert [circle.id for circle in sheet.circles] == [*range(1, 20)]


def test_four_boxes_for_each_option_in_the_usual_order(sheet: Sheet) -> None:
    assert [(row.option, row.boxes) for row in sheet.options] == [
        (option, 4) for option in Option
    ]


def test_links_are_exactly_the_pairs_that_touch(sheet: Sheet) -> None:
    touching = {
        (a.id, b.id)
        for a in sheet.circles
        for b in sheet.circles
        if a.id < b.id and hypot(a.x - b.x, a.y - b.y) < 1.1
    }
    assert {(link.a, link.b) for link in sheet.links} == touching


def test_what_the_base_sheets_score(sheet: Sheet) -> None:
    assert {item.name: dict(item.amounts) for item in sheet.scoring} == {
        "fixed_lines": {"merge_lines": True},
        "mapped_zones": {},
        "longest_line_bonus": {"table": BONUS, "beyond": 5},
        "largest_zone_bonus": {"table": BONUS, "beyond": 5},
        "orphans": {"points": -3},
        "skulls": {"points": -3},
        "assist_cards": {"points": 3, "most": 3},
    }


def test_titles_in_every_language_and_credits(sheet: Sheet) -> None:
    assert set(sheet.title) == set(LANGUAGES)
    assert "fan" in sheet.credits.lower()


def test_places_are_written_one_circle_a_line(sheet: Sheet) -> None:
    file = data_dir("sheet_defs") / f"{sheet.id}.yaml"
    lines = Path(str(file)).read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith("  - {id:") for line in lines) == len(sheet.circles)
