"""An Expedition against Max, climbed at the terminal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from tests.cli.solo_typing import typed
from tests.rules.solo.random_ascents import (
    expedition,
    played_ascent,
    revealed,
)
from trekprint.cli import cli
from trekprint.errors import InputError
from trekprint.rules.expedition.cards import Card
from trekprint.rules.solo.ascent import cards_of, during
from trekprint.rules.solo.steps import Climber
from trekprint.store import Store
from trekprint.workflows.expeditions import begin_expedition, load_shelf, undo_last

if TYPE_CHECKING:
    from trekprint.rules.expedition.setup import Setup
    from trekprint.rules.expedition.state import State
    from trekprint.rules.solo.state import SoloState
    from trekprint.workflows.expeditions import Shelf

OPEN = (Card.ROPE, Card.ROPE, Card.COMPASS, Card.TENT, Card.SCHNAPPS)
YOU, MAX = Climber


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def begun(**settings: object) -> Setup:
    """A solo Expedition of Ann in the store."""
    setup = replace(expedition(**settings).setup)
    with Store.open(Path("games.sqlite")) as store:
        begin_expedition(store, setup)
    return setup


def solo(*arguments: str, lines: list[str]) -> Result:
    words = ["solo", *arguments, "--file", "games.sqlite"]
    text = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(cli, words, input=text)


def refused(*arguments: str) -> str:
    result = solo(*arguments, lines=[])
    assert isinstance(result.exception, InputError), result.output
    return str(result.exception)


def shelf() -> Shelf:
    with Store.open(Path("games.sqlite")) as store:
        return load_shelf(store)


def ascent_lines(seed: int, parts: int = 1) -> tuple[SoloState, State, Any]:
    """A random first Ascent: the finished game, what it holds then, what is typed.

    The lines come in as many parts, each of whole steps.
    """
    table = revealed(expedition(), *OPEN)
    game, steps = played_ascent(table, Random(seed))
    cuts = [len(steps) * part // parts for part in range(1, parts + 1)]
    whole = ["rope rope compass tent schnapps"]
    lines = [whole + typed(game.setup, steps[:cut], game.sheet, table) for cut in cuts]
    for earlier, later in zip(lines[-2::-1], lines[:0:-1], strict=True):
        del later[: len(earlier)]
    return game, during(table, game), lines[0] if parts == 1 else lines


@pytest.mark.parametrize("seed", [20, 22])
def test_a_whole_ascent_is_recorded_with_stars_and_hall_of_fame(seed: int) -> None:
    begun()
    game, table, lines = ascent_lines(seed)
    assert game.taken
    assert game.cards_used
    held = len(cards_of(table, YOU))
    end = "all" if held else ""
    result = solo("--expedition", lines=[*lines, end])
    assert result.exit_code == 0, result.output
    state = shelf().expeditions[0].state
    ascent = state.ascents[0]
    assert ascent.totals == {
        "Ann": game.scores[YOU].total + 3 * held,
        "Max": game.scores[MAX].total,
    }
    assert state.hands["Max"] == cards_of(table, MAX)
    assert ascent.cards_used("Ann").by_kind() == dict(game.cards_used)
    best = max(ascent.totals, key=lambda player: ascent.totals[player])
    assert f"Race: {best}, 1 star." in result.stdout
    assert "Record: the first on Dunai" in result.stdout
    assert shelf().chronicle.hall[0].players == (best,)
    following = " ".join(result.stdout.split("Next:")[1].split())
    assert "lay 4 Assist cards from the deck open for Ascent 2" in following


def test_max_can_stand_in_the_hall_of_fame() -> None:
    begun()
    for seed in range(1, 20):
        game, table, lines = ascent_lines(seed)
        if game.scores[MAX].total > game.scores[YOU].total + 9:
            break
    end = "none" if len(cards_of(table, YOU)) else ""
    solo("--expedition", lines=[*lines, end])
    (record,) = shelf().chronicle.hall
    assert (record.players, record.score) == (("Max",), game.scores[MAX].total)


def test_stopping_in_an_ascent_records_nothing_and_loses_nothing() -> None:
    begun()
    _, _, (begin, rest_of_it) = ascent_lines(29, parts=2)
    first = solo("--expedition", lines=[*begin, "q"])
    assert first.exit_code == 0
    assert "Go on with: trekprint solo --expedition" in first.stdout
    assert len(shelf().expeditions[0].steps) == 1  # the cards that lie open
    rest = solo(lines=rest_of_it)  # without --expedition it goes on, too
    assert "Ann against Max" in rest.stdout
    assert rest.exit_code == 1  # the input ends before the cards are handed in
    assert "Go on with: trekprint solo --expedition" in rest.stderr
    assert not shelf().expeditions[0].state.ascents[0].finished
    done = solo("--expedition", lines=["none"])
    assert done.exit_code == 0, done.output
    assert shelf().expeditions[0].state.ascents[0].finished


def test_an_ascent_taken_back_can_be_recorded_again() -> None:
    begun()
    game, table, lines = ascent_lines(22)
    end = "none" if len(cards_of(table, YOU)) else ""
    solo("--expedition", lines=[*lines, end])
    before = shelf().expeditions[0]
    with Store.open(Path("games.sqlite")) as store:
        undone, _ = undo_last(store, load_shelf(store).expeditions[0], "2027-01-01")
    assert len(undone.steps) == 1
    again = solo("--expedition", lines=[end])
    assert again.exit_code == 0, again.output
    after = shelf().expeditions[0]
    assert after.state.ascents[0].totals == before.state.ascents[0].totals
    assert game.finished


def test_undo_of_a_card_that_nobody_could_take_takes_its_round_back() -> None:
    """0 and 0 with no card open: asking again would lead to the same at once."""
    begun()
    open_cards = "rope rope compass tent schnapps"
    zone = ["1 0 1 low", "1 0 2 low"]  # a zone of 0s for Ann, of 1s for Max
    lines = [open_cards, *zone, "rope", "none", "undo", "undo", "q"]
    result = solo("--expedition", lines=lines)
    assert "Ann: a new zone of 0s earns an Assist card." in result.stdout
    assert "Max: a new zone of 1s earns an Assist card." in result.stdout
    assert result.stdout.count("Taken back:") == 2
    data = json.loads(solo("--json", lines=[]).stdout)
    assert len(data["rounds"]) == 1


def test_a_fourth_card_means_putting_one_back() -> None:
    """Four zones of 0s, each apart from the others."""
    begun()
    lines = ["rope rope compass tent schnapps"]
    # On Dunai 1-2, 7-8, 11-12 and 16-18 hold 0s; 3s in between keep them apart. The
    # higher dice of Max make no zone of 1s or 2s.
    for round_and_card in """\
        1 1 1 diff, 2 2 2 diff, rope
        3 0 3 high, 3 3 7 diff, 5 0 8 low, rope
        3 0 9 high, 4 0 11 low, 2 0 12 low, tent
        3 0 13 high, 3 0 15 high, 4 4 16 diff, 5 0 18 low, compass, rope
        """.split(","):
        lines += round_and_card.strip().split("\n")
    result = solo("--expedition", "--max", "higher_die", lines=[*lines, "q"])
    assert result.exit_code == 0
    assert "Which card goes back into play" in result.stdout
    hand = result.stdout.rsplit("Assist cards: Ann: ", 1)[1].split(";")[0]
    assert " ".join(hand.split()) == "1 Compass, 1 Rope and 1 Tent"


def test_cards_can_be_dealt_by_chance() -> None:
    begun(deal=True)
    result = solo("--expedition", lines=["q"])
    assert "Assist cards for this Ascent, dealt by chance:" in result.stdout
    assert len(shelf().expeditions[0].state.revealed) == 5


def test_without_recorded_cards_their_number_is_asked_at_the_end() -> None:
    begun(cards=False)
    table = expedition(cards=False)
    game, steps = played_ascent(table, Random(3))
    lines = typed(game.setup, steps, game.sheet, table)
    result = solo("dunai", "--expedition", lines=[*lines, "4", "2"])
    assert result.exit_code == 0, result.output
    assert "'4' is no number of cards" in result.stdout
    totals = shelf().expeditions[0].state.ascents[0].totals
    assert totals["Ann"] == game.scores[YOU].total + 6


# --- what is refused


def test_wrong_cards_are_refused_and_asked_again() -> None:
    begun()
    result = solo("--expedition", lines=["rope", "rope hat", "q"])
    shown = " ".join(result.stdout.split())
    assert "1 card is laid open, but at the start of Ascent 1 it must be 5" in shown
    assert "'hat' is no kind of card" in shown
    assert "Nothing is recorded of this Ascent yet." in shown
    assert shelf().expeditions[0].steps == ()


def test_a_card_that_is_not_in_the_hand_is_refused_before_anything_is_saved() -> None:
    begun()
    lines = ["rope rope compass tent schnapps", "1 0 1 low", "1 0", "19 low compass"]
    result = solo("--expedition", lines=[*lines, "2 low", "none", "none", "q"])
    assert "Ann cannot use 1 Compass: Ann holds no cards" in " ".join(
        result.stdout.split()
    )
    assert result.exit_code == 0
    data = json.loads(solo("--json", lines=[]).stdout)
    assert [played["circle"] for played in data["rounds"]] == [1, 2]


def test_what_the_expedition_has_decided_is_not_chosen_again() -> None:
    begun()
    assert "is on dunai, not on kagkot" in refused("kagkot", "--expedition")
    assert "you are called Ann" in refused("--expedition", "--player", "Bo")
    assert "add --expedition" in refused("--name", "Alone")
    assert "no Expedition is called 'Winter'" in refused(
        "--expedition", "--name", "Winter"
    )


def test_without_a_solo_expedition_one_is_to_be_begun() -> None:
    assert "begin one: trekprint expedition new" in refused("--expedition")
