from __future__ import annotations

import pytest

from tests.rules.builders import ascent, game, row, sheet
from trekprint.errors import InputError
from trekprint.rules.game import SKULL, Game
from trekprint.rules.notation import ParsedGame, format_game, parse_game
from trekprint.sheet.model import Link, Option, Sheet

KAGKOT = "kagkot 1 2 3 3 6 7 6 12 11 12 6 5 11 7 4 3 1 2 0"


def sheet_of(name: str) -> Sheet:
    if name == "tiny":
        return sheet([(1, 2), (2, 3)], circles=4, dangerous=[3])
    if name == "kagkot":
        return ascent(name)
    raise InputError(f"no sheet is called {name!r}; there are tiny and kagkot")


def parsed(text: str) -> Game:
    return parse_game(text, sheet_of).game


def test_everything_at_once() -> None:
    text = (
        f"{KAGKOT} links 1-2 2-4 ropes 1-4 2-3 ticks lower=4 sum=3 tent=1 assist=2"
        ' player="Ann Lee" written final=88 line_1=14 skulls=-3'
    )
    read = parsed(text)
    assert read.links == frozenset({Link.of(1, 2), Link.of(2, 4)})
    assert read.ropes == frozenset({Link.of(1, 4), Link.of(2, 3)})
    assert read.ticks == {Option.LOWER: 4, Option.SUM: 3}
    assert (read.tent_crosses, read.assist_cards) == (1, 2)
    assert read.player == "Ann Lee"
    assert read.written == {"final": 88, "line_1": 14, "skulls": -3}
    assert format_game(read) == text


def test_what_is_left_out_is_not_known() -> None:
    read = parsed(KAGKOT)
    assert (read.links, read.ticks, read.player) == (None, None, None)
    assert format_game(read) == KAGKOT


def test_nothing_drawn_is_not_the_same_as_not_known() -> None:
    read = parsed("tiny 1 2 3 4 links none ticks none")
    assert (read.links, read.ticks) == (frozenset(), {})
    assert format_game(read) == "tiny 1 2 3 4 links none ticks none"


def test_skulls_and_empty_circles() -> None:
    read = parsed("tiny X x - 0")
    assert [read.entries.get(c.id) for c in read.sheet.circles][:3] == [
        SKULL,
        SKULL,
        None,
    ]
    assert format_game(read) == "tiny X X - 0"


def test_words_from_a_shell_need_no_quotes() -> None:
    words = ["tiny", "1", "2", "3", "4", "player=Ann Lee", "links", "2–1"]
    read = parse_game(words, sheet_of).game
    assert read.player == "Ann Lee"
    assert read.links == frozenset({Link.of(1, 2)})


@pytest.mark.parametrize(
    "name", ["", "Ann", "Ann Lee", 'A "B" C', "a\\b", "x=y", "links", "a\nb", "Zoë"]
)
def test_names_of_every_kind(name: str) -> None:
    text = format_game(game(row(2), [1, 2], player=name))
    assert len(text.splitlines()) == 1
    assert parse_game(text, lambda _: row(2)).game.player == name


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (
            "tiny 15 1 1 1",
            "circle 1: 15 counts as a skull, since normal terrain takes at most 12",
        ),
        (
            "tiny 1 1 9 1",
            "circle 3: 9 counts as a skull, since dangerous terrain takes at most 6",
        ),
    ],
)
def test_a_number_over_the_limit_is_the_skull_it_must_be(text: str, note: str) -> None:
    assert parse_game(text, sheet_of) == ParsedGame(
        game=parsed(text.replace("15", "X").replace("9", "X")), notes=(note,)
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "nothing to score: give the name of a sheet and its numbers"),
        ("everest 1", "no sheet is called 'everest'; there are tiny and kagkot"),
        (KAGKOT + " 5", "kagkot has 19 circles, but 20 numbers are given"),
        ("tiny 1", "tiny has 4 circles, but 1 number is given; write one for each"),
        ("tiny 13 1 1 1", "circle 1: no roll gives 13; write 0 to 12, X for a skull"),
        ("tiny 1 14 1 1", "circle 2: no roll gives 14"),
        ("tiny 1 1 a 1", "circle 3: 'a' is no number; write 0 to 12"),
        ("tiny 1 1 -1 1", "circle 3: '-1' is no number"),
        ("tiny 1 1 9999999999 1", "circle 3: '9999999999' is no number"),
        ("1 2 3", "the sheet's name is missing before 1; begin the line with it"),
        ("X - 3", "the sheet's name is missing before X"),
        ("tiny 1 1 1 1 lower=4", "needs the word 'ticks' before it: ticks lower=4"),
        ("tiny 1 1 1 1 final=8", "needs the word 'written' before it"),
        ("tiny 1 1 1 1 links none asist=1", "'asist=1' is not understood"),
        ("tiny 1 1 1 1 ticks sum=4 lower=1 sum=3", "sum is given twice"),
        ("tiny 1 1 1 1 player=A player=B", "player is given twice"),
        ("tiny 1 1 1 1 tent=1 tent=0", "tent is given twice"),
        ("tiny 1 1 1 1 written final=8 final=9", "final is given twice"),
        ("tiny 1 1 1 1 foo", "'foo' is not understood; after the circles come links"),
        ("tiny 1 1 1 1 tent", "'tent' is not understood"),
        ("tiny 1 1 1 1 player=A 3-4", "'3-4' is not understood"),
        ("tiny 1 1 1 1 links 1-3", "if one was used, write: ropes 1-3"),
        ("tiny 1 1 1 1 links 4-2", "circles 4 and 2 do not touch, so no link joins"),
        ("tiny 1 1 1 1 ropes 2-1", "circles 2 and 1 touch, so they are joined without"),
        ("tiny 1 1 1 1 ropes 4-1", "are not two apart, so no Rope card joins them"),
        ("tiny 1 1 1 1 ropes 1-4", "from circle 1 a Rope reaches 3"),
        ("tiny 1 1 1 1 ropes 1-1", "circles 1 and 1 are not two apart"),
        ("tiny 1 1 1 1 ropes 3-9", "the Rope link 3-9 names circle 9, but tiny has"),
        ("tiny 1 1 1 1 ropes 3", "'3' is no Rope link; write two circles, as in 4-11"),
        ("tiny 1 1 1 1 ropes asist=1", "'asist=1' is not understood"),
        ("tiny 1 1 1 1 links 4-1", "circle 4 touches none"),
        ("tiny 1 1 1 1 links 1-1", "circles 1 and 1 do not touch"),
        ("tiny 1 1 1 1 links 3-9", "the link 3-9 names circle 9, but tiny has circles"),
        ("tiny 1 1 1 1 links 3", "'3' is no link; write two circles, as in 4-11"),
        ("tiny 1 1 1 1 links 1-2-3", "'1-2-3' is no link"),
        ("tiny 1 1 1 1 ticks sum=5", "'sum=5' does not fit; the count goes from 0 to"),
        ("tiny 1 1 1 1 ticks sum=x", "'sum=x' does not fit"),
        ("tiny 1 1 1 1 ticks plus=2", "'plus=2' is no count of ticks; write an option"),
        ("tiny 1 1 1 1 ticks sum", "'sum' is no count of ticks"),
        ("tiny 1 1 1 1 tent=5", "'tent=5' does not fit; the count goes from 0 to 4"),
        ("tiny 1 1 1 1 assist=4", "'assist=4' does not fit; the count goes from 0 to"),
        ("tiny 1 1 1 1 written final", "'final' is no score box; write its name"),
        ("tiny 1 1 1 1 written final=x", "'final=x' is no score box"),
        ("tiny 1 1 1 1 written =3", "'=3' is no score box"),
        ('tiny 1 1 1 1 player="Ann', "a quote is not closed"),
        (r'tiny 1 1 1 1 player="\n"', "after \\ inside quotes comes"),
        (r'tiny 1 1 1 1 player="\{zz}"', "after \\ inside quotes comes"),
        ('tiny 1 1 1 1 player="\\{41', "a quote is not closed"),
        ('tiny 1 1 1 1 player="\\', "after \\ inside quotes comes"),
    ],
)
def test_wrong_input_says_what_would_be_right(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_game(text, sheet_of)
    assert sentence in str(caught.value)


def test_no_cards_can_be_handed_in_where_none_are_scored() -> None:
    plain = row(1)
    bare = Sheet(**{**vars(plain), "scoring": ()})
    with pytest.raises(InputError, match="from 0 to 0"):
        parse_game("tiny 1 assist=1", lambda _: bare)
