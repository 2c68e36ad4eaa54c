from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from tests.cli.solo_typing import typed
from tests.rules.solo.random_solo import random_steps, setup_of
from trekprint.cli import COMMANDS, cli
from trekprint.cli.solo import READINGS
from trekprint.cli.solo_show import both_mountains
from trekprint.errors import InputError, UnreadableError
from trekprint.rules.solo.max_climber import MaxReading
from trekprint.rules.solo.replay import replay
from trekprint.rules.solo.steps import Climber, MaxLink, Round
from trekprint.sheet.model import CircleId
from trekprint.sheetfile.catalog import load_sheet
from trekprint.store import Store
from trekprint.workflows.solo import all_games, last_game

if TYPE_CHECKING:
    from trekprint.rules.solo.setup import SoloSetup
    from trekprint.rules.solo.state import SoloState
    from trekprint.rules.solo.steps import SoloStep

KAGKOT = load_sheet("kagkot")
RESUME = "Go on with: trekprint solo --resume"


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def solo(*arguments: str, lines: list[str] | None = None) -> Result:
    words = ["solo", *arguments, "--file", "games.sqlite"]
    text = None if lines is None else "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(cli, words, input=text)


def refused(*arguments: str) -> str:
    result = solo(*arguments)
    assert isinstance(result.exception, InputError | UnreadableError), result.output
    assert result.stdout == ""
    return str(result.exception)


def stored() -> SoloState:
    with Store.open(Path("games.sqlite")) as store:
        return last_game(all_games(store)[0]).state


# --- a whole game


@pytest.mark.parametrize("reading", MaxReading)
def test_a_whole_game_ends_with_both_scores_and_who_won(reading: MaxReading) -> None:
    setup = setup_of(KAGKOT, reading)
    steps = random_steps(setup, KAGKOT, Random(f"game {reading.value}"))
    state = replay(setup, steps, KAGKOT)
    lines = [*typed(setup, steps, KAGKOT), ""]
    result = solo("kagkot", "--max", reading.value, lines=lines)
    assert result.exit_code == 0, result.output
    end = result.stdout[result.stdout.rindex("Final score") - 1500 :]
    for climber in Climber:
        assert str(state.scores[climber].total) in end
    yours, his = (state.scores[climber].total for climber in Climber)
    winner = {
        Climber.YOU: f"You win against Max, {yours} to {his}.",
        Climber.MAX: f"Max wins, {his} to {yours}.",
        None: f"{yours} to {his}: a tie, which both win.",
    }
    assert winner[state.winner] in end
    assert stored().you == state.you
    assert stored().max == state.max


def test_no_line_is_wider_than_80_columns() -> None:
    for name in ("dunai", "kagkot", "dhaulagiri"):
        sheet = load_sheet(name)
        setup = setup_of(sheet)
        steps = random_steps(setup, sheet, Random(name), most=8)
        result = solo(name, lines=[*typed(setup, steps, sheet), "q"])
        assert result.exit_code == 0, result.output
        # Where input is not typed, a question and what follows it share a line.
        shown = [line for line in result.stdout.splitlines() if ": " not in line]
        assert max(map(len, shown)) <= 80


def test_the_readings_on_the_command_line_are_those_of_the_rules() -> None:
    assert tuple(reading.value for reading in MaxReading) == READINGS
    assert COMMANDS["solo"][1] in CliRunner().invoke(cli, ["--help"]).stdout


def test_where_there_is_little_room_the_mountains_stand_above_each_other() -> None:
    state = replay(setup_of(KAGKOT), [], KAGKOT)
    for width in (50, 200):
        rows = both_mountains(state, width).plain.splitlines()
        assert max(map(len, rows)) < width
        assert sum("You: 0" in row and "Max: 0" in row for row in rows) == (width > 50)


# --- stopping, and going on


def test_quitting_keeps_everything_and_says_how_to_go_on() -> None:
    first = solo("kagkot", lines=["4 5", "7 sum", "quit"])
    assert first.exit_code == 0
    assert f"Everything is saved (1 round). {RESUME}" in first.stdout
    second = solo(lines=["5 4", "9 sum", "q"])
    assert second.exit_code == 0
    assert "1 round of 19 played" in second.stdout
    assert "Everything is saved (2 rounds)." in second.stdout
    assert [str(p.his) for p in stored().played] == ["9", "9"]


def test_when_the_input_ends_everything_is_saved() -> None:
    result = solo("kagkot", lines=["4 5", "7 sum", "5 4"])
    assert result.exit_code == 1
    assert RESUME in result.stderr
    assert len(stored().played) == 1


def test_an_input_that_ends_after_the_last_round_is_no_failure() -> None:
    setup = setup_of(KAGKOT)
    steps = random_steps(setup, KAGKOT, Random(5))
    result = solo("kagkot", lines=typed(setup, steps, KAGKOT))
    assert result.exit_code == 0
    assert "The game is finished and saved, all 19 rounds." in result.stderr


def test_a_question_about_max_waits_until_the_game_is_taken_up() -> None:
    setup, steps = game_with_a_choice()
    before = [*steps[:-1]]
    lines = typed(setup, before, KAGKOT)
    assert solo("kagkot", lines=[*lines, "quit"]).exit_code == 0
    assert stored().choices
    chosen = steps[-1]
    assert isinstance(chosen, MaxLink)
    link = chosen.link
    circle = stored().played[-1].round.circle
    end = link.b if link.a == circle else link.a
    result = solo("--resume", lines=["77", str(end), "quit"])
    assert f"Max's number in circle {circle} can go on with the" in result.stdout
    assert "'77' is none of them" in " ".join(result.stdout.split())
    assert link in (stored().max.links or ())
    assert not stored().choices


def game_with_a_choice() -> tuple[SoloSetup, tuple[SoloStep, ...]]:
    """A game that ends with a line chosen for Max."""
    setup = setup_of(KAGKOT)
    for seed in range(50):
        steps = random_steps(setup, KAGKOT, Random(seed))
        for count, step in enumerate(steps, start=1):
            if isinstance(step, MaxLink):
                return setup, steps[:count]
    raise AssertionError("no random game leaves a choice")


def test_a_game_without_a_round_is_not_kept() -> None:
    result = solo("kagkot", lines=["4 5", "q"])
    assert "Nothing was played, so nothing is kept." in result.stdout
    assert "there is no unfinished solo game" in refused()


def test_several_games_wait_side_by_side() -> None:
    solo("kagkot", lines=["4 5 7 sum", "q"])
    other = solo("dunai", lines=["1 2 3 sum", "q"])
    assert "An unfinished game on kagkot is kept" in other.stderr
    again = solo("kagkot", "--resume", lines=["q"])
    assert "Free Solo on Kagkot" in again.stdout


# --- undo and typing


def test_undo_takes_back_round_after_round() -> None:
    lines = ["4 5", "7 sum", "5 4", "9 sum", "undo", "u", "u", "q"]
    result = solo("kagkot", lines=lines)
    assert result.stdout.count("Taken back: the last round.") == 2
    assert "Nothing is played yet, so there is nothing to take back." in result.stdout
    assert stored().played == ()


def test_undo_of_a_roll_asks_for_the_roll_again() -> None:
    result = solo("kagkot", lines=["4 5", "undo", "3 2", "7 sum", "q"])
    assert "The roll is taken back." in result.stdout
    assert str(stored().you.number(CircleId(7))) == "5"


def test_undo_of_a_choice_for_max_asks_again() -> None:
    setup, steps = game_with_a_choice()
    lines = typed(setup, steps, KAGKOT)
    result = solo("kagkot", lines=[*lines, "undo", lines[-1], "q"])
    assert "Taken back: the line chosen for Max." in result.stdout
    assert stored().max == replay(setup, steps, KAGKOT).max


@pytest.mark.parametrize(
    "lines",
    [
        ["4 5", "7 sum"],
        ["5 4", "sum 7"],
        ["45", "7 s"],
        ["4,5", "7 +"],
        ["4 5 7 sum"],
        ["4 5", "7", "sum"],
        ["4 5", "s", "7"],
        ["4 5", "7 su"],
        ["", "4 5", "7 sum"],
    ],
)
def test_a_round_may_be_typed_as_is_convenient(lines: list[str]) -> None:
    result = solo("kagkot", lines=[*lines, "q"])
    assert result.exit_code == 0, result.output
    assert stored().you.number(CircleId(7)) == 9


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["6 6"], "No roll shows red 6 and yellow 6"),
        (["four"], "'four' is no roll; type the red and the yellow die, as in 4 5."),
        (["4 5", "77 sum"], "There is no circle 77; kagkot has circles 1 to 19."),
        (["4 5", "7 sam"], "'sam' is no option; there are lower, higher,"),
        (["4 5", "7 8 sum"], "'7 8 sum' is more than one circle and one option"),
        (["4 5 7 sum", "4 5 7 sum"], "Circle 7 holds a 9 already; write in one of"),
        (["4 5 7 sum", "4 5 19 sum"], "Circle 19 touches no filled circle; write in"),
        (
            ["4 5", "7 sum tent"],
            "Tent is an Assist card, and a game by itself has none",
        ),
    ],
)
def test_what_does_not_fit_is_said_and_asked_again(
    lines: list[str], sentence: str
) -> None:
    result = solo("kagkot", lines=[*lines, "q"])
    assert result.exit_code == 0
    assert sentence in " ".join(result.stdout.split())


def test_help_and_hints_are_at_hand_at_every_question() -> None:
    lines = ["?", "hint", "4 5", "?", "7 sum", "5 4", "hint", "show", "q"]
    shown = solo("kagkot", lines=lines).stdout
    assert shown.count("take back the last thing") == 2
    assert "Type the dice first, then ask for hints." in shown
    assert "circle 9: 9 (sum) makes a zone with 7" in shown


# --- what is refused


def test_without_a_game_nothing_goes_on() -> None:
    assert "there is no unfinished solo game; begin one with" in refused()
    assert "no unfinished solo game on dunai" in refused("dunai", "--resume")
    assert "no solo game was played yet" in refused("--json")
    assert "no sheet is called 'kagkott'" in refused("kagkott")


def test_settings_belong_to_the_beginning_of_a_game() -> None:
    solo("kagkot", lines=["4 5 7 sum", "q"])
    assert "--max is chosen when a game begins" in refused("--max", "higher_die")
    assert "--player is chosen when a game begins" in refused("--player", "Ann")


def test_a_name_stands_where_you_would() -> None:
    result = solo("kagkot", "--player", "Ann", lines=["4 5 7 sum", "q"])
    assert "Ann against Max" in result.stdout
    assert "Ann: -3" in result.stdout


# --- data


def test_json_tells_the_game_as_it_stands() -> None:
    solo("kagkot", lines=["4 5 7 sum", "5 4 9 sum", "q"])
    data = json.loads(solo("--json").stdout)
    assert data["sheet"] == "kagkot"
    assert (data["finished"], data["winner"]) == (False, None)
    assert [(r["dice"], r["circle"], r["you"], r["max"]) for r in data["rounds"]] == [
        ([4, 5], 7, 9, 9),
        ([5, 4], 9, 9, 9),
    ]
    assert data["you"]["score"]["total"] == data["max"]["score"]["total"] == 10
    assert data["you"]["ticks"]["sum"] == 2


# --- typed files

FILE = """\
sheet: kagkot
player: Ann
rounds:
  - 4 5 7 sum
  - {dice: [5, 4], circle: 9, option: sum, max: 8}
  - 3 2 11 product
  - 6 2 12 sum
"""


def written(text: str) -> str:
    Path("game.yaml").write_text(text)
    return "game.yaml"


def test_a_typed_game_gives_both_scores_and_the_slips() -> None:
    result = solo(written(FILE))
    assert result.exit_code == 0
    # You: zone 9-9 is 10, the 6 and the 8 are orphans. Max: zone 10, 6 and 12.
    assert "So far Ann 4, Max 16; 15 circles left" in result.stdout
    assert "Slip: round 2: Max writes 9 in circle 9 (5 and 4), not 8." in result.stdout


def test_what_was_written_for_max_is_compared_circle_by_circle() -> None:
    numbers = "1 - - - - - 9 - 9 - 6 8 - - - - - - - links 7-9 written final=20"
    result = solo(written(f'{FILE}max: "{numbers}"\n'), "--json")
    assert json.loads(result.stdout)["slips"] == [
        "round 2: Max writes 9 in circle 9 (5 and 4), not 8",
        "circle 12: Max writes 12 (round 4, 6 and 2), but 8 stands there",
        "Max's sheet: no round was typed for circle 1",
        "Max's sheet: the link 7-9 is drawn, but no round made it",
        "Max's sheet: the final score says 20, but it comes to 16",
    ]


def test_your_own_sheet_is_compared_with_its_ticks() -> None:
    numbers = "- - - - - - 9 - 8 - 6 8 - - - - - - - ticks sum=2 product=1"
    result = solo(written(f'{FILE}you: "{numbers}"\n'), "--json")
    slips = json.loads(result.stdout)["slips"]
    assert "circle 9: you write 9 (round 2, 5 and 4), but 8 stands there" in slips
    assert "your sheet: sum was used 3x, but has 2 ticks" in slips


CHOICE = """\
sheet: kagkot
rounds:
  - 5 0 11 sum
  - 5 0 12 higher
  - 6 0 15 lower
"""


def test_a_line_that_the_file_does_not_tell_is_in_doubt() -> None:
    result = solo(written(CHOICE), "--json")
    assert result.exit_code == 3
    (choice,) = json.loads(result.stdout)["open"]
    assert choice == (
        "round 3: Max's number can be joined by 11-15 or 12-15; 11-15 is taken (to tell"
        " which, add max_links: [12-15] to the round)"
    )


@pytest.mark.parametrize(
    "told",
    [
        CHOICE.replace(
            "6 0 15 lower",
            "{dice: [6, 0], circle: 15, option: lower, max_links: [12-15]}",
        ),
        f'{CHOICE}max: "- - - - - - - - - - 5 5 - - 6 - - - - links 12-15"\n',
    ],
)
def test_the_file_can_tell_which_line_was_chosen(told: str) -> None:
    result = solo(written(told), "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["open"] == []
    assert data["max"]["links"] == [[12, 15]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rounds: [4 5 7 sum]", "game.yaml:1: 'sheet' is missing"),
        (
            "sheet: kagkot\nrounds:\n  - 4 9 7 sum",
            "game.yaml:3: round 1: no roll shows",
        ),
        ("sheet: kagkot\nrounds:\n  - 4 5 7", "round 1: '4 5 7' is no round"),
        (
            "sheet: kagkot\nrounds:\n  - 4 5 7 sum\n  - 4 5 19 sum",
            "game.yaml:4: round 2: circle 19 touches no filled circle",
        ),
        (
            "sheet: kagkot\nreading: luck\nrounds: [4 5 7 sum]",
            "game.yaml:2: 'luck' is no reading of what Max writes",
        ),
        (
            "sheet: kagkot\nrounds: [4 5 7 sum]\nmax: 1 2 3",
            "game.yaml:3: max: ",
        ),
        ("sheet: kagkot\nrounds: [4 5 7 sum", "the YAML ends too early"),
    ],
)
def test_a_file_that_cannot_be_is_refused_with_its_line(
    text: str, sentence: str
) -> None:
    assert sentence in refused(written(text))


def test_a_file_that_is_not_there() -> None:
    assert refused("nowhere.yaml") == "nowhere.yaml: there is no such file"


def test_rounds_of_the_typed_file_are_those_of_the_rules() -> None:
    """The same game typed at the table and in a file."""
    setup = setup_of(KAGKOT)
    steps = random_steps(setup, KAGKOT, Random(8))
    rounds: list[dict[str, Any]] = [
        {
            "dice": [step.dice.red, step.dice.yellow],
            "circle": step.circle,
            "option": step.option.value,
            "links": [str(link) for link in step.links],
        }
        for step in steps
        if isinstance(step, Round)
    ]
    for place, step in enumerate(steps):
        if isinstance(step, MaxLink):
            number = sum(isinstance(other, Round) for other in steps[:place])
            rounds[number - 1].setdefault("max_links", []).append(str(step.link))
    text = json.dumps({"sheet": "kagkot", "rounds": rounds})
    data = json.loads(solo(written(text), "--json").stdout)
    state = replay(setup, steps, KAGKOT)
    for climber in Climber:
        total = state.scores[climber].total
        assert data[climber.value]["score"]["total"] == total
    assert data["finished"]
    assert data["slips"] == data["open"] == []
