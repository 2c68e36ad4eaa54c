from __future__ import annotations

from tests.strategies import circle, make_sheet
from trekprint.cli.mountain import draw_mountain, plain
from trekprint.rules.game import SKULL, Entry
from trekprint.sheet.model import CircleId, Link
from trekprint.sheetfile.catalog import load_sheet


def test_a_small_mountain() -> None:
    sheet = make_sheet(
        circles=(circle(1, 0, 0), circle(2, 1, 0, dangerous=True), circle(3, 1, 1)),
        links=((1, 2), (2, 3)),
    )
    entries = {CircleId(1): Entry(12), CircleId(2): SKULL}
    assert plain(draw_mountain(sheet, entries, {Link.of(1, 2)})) == "\n".join(
        [
            "(12 )────[XX ]",
            "           ·",
            "           ·",
            "           ·",
            "         (#3 )",
        ]
    )


def test_a_rope_is_a_wave_past_the_circle_between() -> None:
    sheet = make_sheet(
        circles=(circle(1, 0, 0), circle(2, 1, 0), circle(3, 2, 0)),
        links=((1, 2), (2, 3)),
    )
    entries = {CircleId(n): Entry(v) for n, v in ((1, 4), (2, 9), (3, 5))}
    cells = draw_mountain(sheet, entries, ropes={Link.of(1, 3)})
    assert plain(cells) == "( 4 )~~~~( 9 )~~~~( 5 )"


def test_every_circle_of_every_sheet_shows_its_number() -> None:
    for name in ("dunai", "kagkot", "dhaulagiri"):
        sheet = load_sheet(name)
        text = plain(draw_mountain(sheet, {}))
        for place in sheet.circles:
            assert f"#{place.id:<2}" in text
        assert max(map(len, text.splitlines())) < 80


def test_current_and_doubtful_circles_stand_out() -> None:
    sheet = make_sheet(circles=(circle(1, 0, 0), circle(2, 1, 0)), links=((1, 2),))
    cells = draw_mountain(sheet, {}, current=CircleId(1), doubtful=[CircleId(2)])
    styles = {style for _, style in cells[0]}
    assert {"reverse bold", "dark_orange3 bold"} <= styles


def test_with_few_columns_circles_are_drawn_without_blanks() -> None:
    sheet = make_sheet(
        circles=(
            circle(1, 0, 0),
            circle(2, 1, 0, dangerous=True),
            circle(3, 2, 0),
            circle(4, 3, 0, dangerous=True),
            circle(5, 4, 0),
        ),
        links=((1, 2), (2, 3), (3, 4), (4, 5)),
    )
    entries = {CircleId(1): Entry(12), CircleId(2): Entry(6), CircleId(5): SKULL}
    cells = draw_mountain(sheet, entries, {Link.of(1, 2)}, columns_per_unit=6)
    assert plain(cells) == "(12)──[ 6]· ·#3 · ·!4 · (XX)"
