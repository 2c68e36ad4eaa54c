"""`trekprint expedition`, as a family at a table and programs call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.rules.expedition.test_script import (
    ANN_DUNAI,
    BO_DUNAI,
    CY_DUNAI,
    DI_DUNAI,
    EVENING_1,
    EVENING_2,
    EVENING_3,
    SETUP,
)
from trekprint.cli import COMMANDS, cli
from trekprint.errors import TrekprintError
from trekprint.workflows.expedition_file import write_expedition

PHOTOS = Path(__file__).parents[1] / "data" / "photos"


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, code: int = 0) -> str:
    """The standard output of a call that ends with `code`."""
    result = _call(*words)
    assert result.exit_code == code, (result.output, result.exception)
    return result.stdout


def refused(*words: str) -> str:
    """The sentence of a call that is refused."""
    result = _call(*words)
    assert isinstance(result.exception, TrekprintError), result.output
    return str(result.exception)


def _call(*words: str) -> Result:
    file = () if "--help" in words else ("--file", "trek.sqlite")
    return CliRunner().invoke(cli, ["expedition", *words, *file])


def status() -> dict[str, Any]:
    data = json.loads(run("status", "--json"))
    assert isinstance(data, dict)
    return data


def next_line(*words: str) -> str:
    last = run(*words).splitlines()[-1]
    assert last.startswith("Next: ")
    return last.removeprefix("Next: ")


def begin(*more: str) -> None:
    run("new", "Winter", "--players", "Ann,Bo,Cy,Di", "--lead", "cy", *more)


def scripted(evenings: int = 3) -> None:
    """Import the Expedition that the rules' test plays, up to an evening."""
    all_ = (EVENING_1, EVENING_2, EVENING_3)[:evenings]
    steps = tuple(step for evening in all_ for step in evening)
    write_expedition(Path("script.yaml"), SETUP, steps)
    run("import", "script.yaml")


def test_the_group_shows_the_commands_own_help() -> None:
    result = CliRunner().invoke(cli, ["expedition", "--help"])
    assert COMMANDS["expedition"][1] in result.stdout


@pytest.mark.parametrize(
    "command",
    "new status stars list undo opener rename delete export import cards score"
    " hand-in".split(),
)
def test_every_command_explains_itself(command: str) -> None:
    assert "Usage: " in run(command, "--help")


def test_a_first_evening_from_the_beginning_to_the_stars() -> None:
    begin()
    assert next_line("status").startswith("Lay 7 Assist cards from the deck open")
    run("cards", "reveal", "csrrttt")
    run("cards", "earn", "Di=rope")
    assert "Ann takes Tent.\nCy takes Tent.\n" in run("cards", "earn", "cy=te", "a=t")
    assert status()["lead_climber"] == "Cy"
    assert "draw a cross beside the row" in run("cards", "use", "Cy=tent")
    Path("sheets.txt").write_text(
        f"{ANN_DUNAI} player=Ann\n{BO_DUNAI} player=Bo\n{CY_DUNAI} player=cy\n"
    )
    run("score", "sheets.txt")
    told = run("score", "--player", "Di", *DI_DUNAI.split(), "assist=1")
    assert "Di hands in 1 Rope." in told
    # Di's only card is marked on the sheet; Ann, whose sheet says nothing, comes next.
    assert told.splitlines()[-1].startswith("Next: Ann decides which cards to hand in")
    told = run("hand-in", "Ann=tent")
    assert "Race: Ann and Bo, 1 star each." in told
    assert "Ann opens the envelope." in told
    assert status()["ascents"][0]["totals"] == {
        "Ann": 68,
        "Bo": 68,
        "Cy": 53,
        "Di": 46 + 3,
    }


def test_none_of_somebody_without_cards_is_no_decision() -> None:
    begin()
    run("cards", "reveal", "csrrttt")
    run("cards", "earn", "Ann=rope")
    Path("sheets.txt").write_text(
        f"{ANN_DUNAI} player=Ann\n{BO_DUNAI} player=Bo\n{CY_DUNAI} player=Cy\n"
        f"{DI_DUNAI} player=Di\n"
    )
    run("score", "sheets.txt")
    assert "none of these holds a card" in refused("hand-in", "Bo=none")
    told = run("hand-in", "Ann=rope", "Bo=none", "Cy=none")
    assert "Ann hands in 1 Rope." in told
    assert "Bo hands in" not in told


def test_kinds_are_written_in_many_ways_and_players_too() -> None:
    begin()
    run("cards", "reveal", "comp", "rope=2", "Tent,tent", "sc", "r")
    assert status()["cards"]["revealed"] == {
        "compass": 1,
        "schnapps": 1,
        "rope": 3,
        "tent": 2,
    }
    for words, sentence in (
        (("earn", "Ann=robe"), "'robe' is no kind of card; write compass, schnapps"),
        (("earn", "Eva=rope"), "nobody called 'Eva' climbs in 'Winter'"),
        (("earn", "Ann"), "which card does Ann take? write Ann=rope"),
        (("earn", "Ann=r", "ann=t"), "Ann picks twice, but one round earns at most"),
        (("use", "Ann"), "which card did Ann use? write Ann=rope"),
    ):
        assert sentence in refused("cards", *words)
    assert "which cards does Bo hand in?" in refused("hand-in", "Bo")
    assert "'rope=x' is no count of cards" in refused("cards", "reveal", "rope=x")


def test_a_fourth_card_needs_the_one_that_goes_back() -> None:
    begin()
    run("cards", "reveal", "csrrttt")
    for card in "csr":
        run("cards", "earn", f"Ann={card}")
    assert refused("cards", "earn", "Ann=tent") == (
        "Ann holds 1 Compass, 1 Schnapps and 1 Rope already, and three are the most;"
        " say which card goes back: --back Ann=compass"
    )
    told = run("cards", "earn", "Ann=tent", "--back", "ann=schnapps")
    assert "Ann takes Tent and puts Schnapps back." in told
    assert "In play: 1 Schnapps, 1 Rope and 2 Tent." in told


def test_cards_are_dealt_for_those_who_have_none() -> None:
    begin("--deal")
    assert "leave the kinds out" in refused("cards", "reveal", "csrrttt")
    run("cards", "reveal")
    cards = status()["cards"]
    assert (sum(cards["revealed"].values()), cards["deck"]) == (7, 9)
    assert "laid open already" in refused("cards", "reveal")


def test_without_a_terminal_the_kinds_must_be_named() -> None:
    begin()
    assert refused("cards", "reveal") == (
        "name the kinds of the 7 cards that lie open: compass, schnapps, rope or tent"
    )


def test_the_whole_script_shows_stars_fame_and_envelopes() -> None:
    scripted()
    told = run("stars")
    words = [" ".join(line.split()) for line in told.splitlines()]
    for line in (
        "Ann 88 3 2 1 6",
        "Bo 65 - 3 - 3",
        "1. Bo 8 204",
        "2. Ann 8 203",
        "kagkot 72 2 May 2024 Eva - broken",
        "kagkot 88 2026-12-08 Ann Winter",
        "dunai 68 2026-12-01 Ann and Bo Winter",
        "3: a Fixed Line of exactly 9 circles",
    ):
        assert line in words, told
    assert next_line("status").startswith("The Expedition is over: Bo has won with 8")
    data = json.loads(run("stars", "--json"))
    assert [row["player"] for row in data["ranking"]] == ["Bo", "Ann", "Di", "Cy"]
    assert [e["number"] for e in data["envelopes"] if e["opened"]] == [1, 2]
    assert [line["standing"] for line in data["hall_of_fame"]].count(False) == 1


def test_cards_alone_shows_where_they_lie() -> None:
    scripted(evenings=2)
    assert run("cards").splitlines() == [
        "Cy: 1 Compass and 1 Rope   (Lead Climber)",
        "Di: 1 Compass and 1 Rope",
        "Ann: 1 Rope",
        "Bo: no cards",
        "In play: 1 Compass and 1 Tent. Deck: 3. Played: 6.",
    ]
    assert "The played cards were shuffled" in run("cards", "reveal", "csstt")


def test_status_and_list_are_tables_that_pipes_can_read() -> None:
    begin("--record", "dunai=82:Eva")
    run("cards", "reveal", "csrrttt")
    run("cards", "earn", "Bo=rope")
    run("score", "--player", "Ann", ANN_DUNAI, "--absent", "Di")
    words = [" ".join(line.split()) for line in run("status").splitlines()]
    for line in (
        "Winter Ascent 1 of 3: Dunai (Summit 65)",
        "Ann 65 * - - 0 0 -",
        "Bo - - - 0 0 1 Rope Lead Climber",
        "Di did not play - - 0 0 -",
        "Record on Dunai: 82, Eva.",
        "* not yet final",
    ):
        assert line in words, words
    assert "Winter Ann, Bo, Cy, Di Ascent 1 of 3, Dunai" in " ".join(
        run("list").split()
    )


def test_undo_tells_every_kind_of_step() -> None:
    write_expedition(Path("short.yaml"), SETUP, (*EVENING_1, *EVENING_2))
    run("import", "short.yaml")
    told = run("undo")
    for line in (
        "  Cards laid open: 2 Compass, 2 Schnapps, 1 Rope and 1 Tent.",
        "  Cards earned: Cy took Compass and Di took Schnapps and put Rope back.",
        "  Cy used Tent.",
        "  Bo handed in 1 Schnapps and 1 Tent.",
    ):
        assert line in told.splitlines()
    assert "  The sheet of Bo: kagkot 2 2 4 4" in told
    assert "Cy took none" in run("undo")


def test_a_record_that_stands_and_one_that_is_beaten_are_told() -> None:
    run("new", "W", "--players", "Ann,Bo", "--no-cards", "--record", "dunai=67:Eva")
    run("score", "--player", "Ann", ANN_DUNAI)
    told = run("score", "--player", "Bo", BO_DUNAI)
    assert "Record: Bo beat the 67 of Eva, 1 star. Write into the Hall of Fame" in told
    run("undo")
    told = run("score", "--player", "Bo", CY_DUNAI)
    assert "Record: the 67 of Eva still stands." in told
    run("undo")
    told = run("score", "--absent", "Bo")
    assert "Race: Ann, 1 star." in told
    run("undo")
    run("undo")
    told = run("score", "--absent", "Bo", "--absent", "Ann")
    assert "Race:" not in told
    assert "nobody reached it" in told


def test_details_show_every_line_and_zone() -> None:
    begin("--no-cards")
    told = run("score", "--player", "Ann", ANN_DUNAI, "--details")
    assert "Fixed Line" in told
    assert "Mapped Zone" in told


def test_a_sheet_that_is_empty_is_left_out() -> None:
    begin("--no-cards")
    blank = "dunai " + " ".join("-" * 19)
    told = run("score", "--player", "Ann", blank)
    assert "nothing is written on it; left out" in told
    Path("two.txt").write_text(f"{blank}\n{ANN_DUNAI}\n")
    run("score", "two.txt", "--player", "Ann", "--player", "Bo")
    assert status()["ascents"][0]["totals"] == {"Bo": 65}


def test_a_sheet_that_is_scored_again_says_what_changes() -> None:
    scripted()
    again = ("score", "--player", "bo", *ANN_DUNAI.split())
    assert "all 3 Ascents are finished" in refused(*again)
    told = run(*again, "--ascent", "1")
    assert f"Instead of: The sheet of Bo: {BO_DUNAI}\n" in told
    assert "Winter, Ascent 1 (Dunai): Bo has 1 star instead of 2." in told
    assert "Hall of Fame: now 68 on dunai by Ann." in told
    assert "Ann has won with 8 stars" in told.splitlines()[-1]
    assert "there is no Ascent 7" in refused(*again, "--ascent", "7")


def test_cards_handed_in_can_be_put_right() -> None:
    scripted(evenings=2)
    told = run("hand-in", "--ascent", "2", "Bo=tent")
    assert "Instead of: Bo handed in 1 Schnapps and 1 Tent." in told
    assert "Winter, Ascent 2 (Kagkot): Bo has no stars instead of 3." in told
    assert "no cards were handed in for Bo in Ascent 3" in refused(
        "hand-in", "--ascent", "3", "Bo=tent"
    )


def test_a_sheet_of_the_running_ascent_can_be_put_right_too() -> None:
    begin("--no-cards")
    run("score", "--player", "Ann", ANN_DUNAI)
    assert "score it again with --ascent 1" in refused(
        "score", "--player=Ann", BO_DUNAI
    )
    told = run("score", "--player", "Ann", BO_DUNAI, "--ascent", "1")
    assert "No stars, records or envelopes change." in told
    assert status()["ascents"][0]["totals"] == {"Ann": 68}


def test_sheets_whose_player_is_unknown_are_not_guessed() -> None:
    begin("--no-cards")
    assert refused("score", ANN_DUNAI) == (
        "whose is the sheet that was typed? add --player NAME, once for each sheet, in"
        " their order"
    )
    assert "'Eva' climbs" in refused("score", f"{ANN_DUNAI} player=Eva")
    assert status()["ascents"][0]["totals"] == {}


def test_numbers_alone_are_taken_for_the_mountain_that_is_climbed() -> None:
    begin("--no-cards")
    run("score", "--player", "Ann", *ANN_DUNAI.split()[1:])
    assert status()["ascents"][0]["totals"] == {"Ann": 65}


def test_a_file_that_names_no_sheet_is_for_the_mountain_that_is_climbed() -> None:
    begin("--no-cards")
    numbers = ANN_DUNAI.removeprefix("dunai ")
    Path("sheets.yaml").write_text(f"games:\n  Ann: {numbers}\n")
    run("score", "sheets.yaml")
    assert status()["ascents"][0]["totals"] == {"Ann": 65}


def test_one_bad_sheet_does_not_keep_the_others_out(workplace: Path) -> None:
    begin("--no-cards")
    kagkot = ANN_DUNAI.replace("dunai", "kagkot").partition(" links")[0]
    Path("sheets.txt").write_text(
        f"{ANN_DUNAI} player=Ann\n{kagkot} player=Bo\ndunai 1 2 player=Cy\n"
    )
    result = _call("score", "sheets.txt", "none.jpg")
    assert result.exit_code == 1
    assert (
        "this is a sheet of kagkot, but Ascent 1 is climbed on dunai" in result.stderr
    )
    assert "dunai has 19 circles, but 2 numbers are given" in result.stderr
    assert "none.jpg" in result.stderr
    assert status()["ascents"][0]["totals"] == {"Ann": 65}


def test_a_photo_of_two_sheets_is_scored_for_the_two_players() -> None:
    run("new", "Photo", "--players", "Ann,Bo", "--no-cards")
    told = run("score", str(PHOTOS / "two-sheets-dunai.jpg"))
    assert "copy 2 of two-sheets-dunai.jpg is taken for the sheet of Bo" in told
    assert status()["ascents"][0]["totals"] == {"Ann": 72, "Bo": 59}


def test_who_did_not_play_is_left_out() -> None:
    run("new", "Winter", "--players", "Ann,Bo", "--no-cards")
    run("score", "--player", "Ann", ANN_DUNAI, "--absent", "Bo")
    first = status()["ascents"][0]
    assert (first["totals"], first["absent"]) == ({"Ann": 65}, ["Bo"])
    assert "name photos or typed files" in refused("score")


def test_the_opener_is_asked_for_and_must_have_met_it() -> None:
    run("new", "Winter", "--players", "Ann,Bo,Cy", "--no-cards")
    for player, line in (("Ann", ANN_DUNAI), ("Bo", ANN_DUNAI), ("Cy", BO_DUNAI)):
        told = run("score", "--player", player, line)
    assert "agree who of Ann and Bo opens the envelope" in told
    assert refused("opener", "Cy") == (
        "Cy does not open envelope 1, since Ann and Bo met a Mapped Zone of exactly 5"
        " circles with the best score"
    )
    assert next_line("opener", "bo").startswith("Bo opens envelope 1")


def test_undo_says_what_it_took_back() -> None:
    begin()
    run("cards", "reveal", "csrrttt")
    run("cards", "earn", "Ann=rope", "Bo=tent")
    told = run("undo")
    assert "Taken back:\n  Cards earned: Ann took Rope and Bo took Tent.\n" in told
    assert status()["cards"]["hands"]["Ann"] == {}
    run("undo")
    assert "nothing is recorded of 'Winter' yet" in refused("undo")


def test_export_and_import_lose_nothing(workplace: Path) -> None:
    scripted()
    before = run("stars", "--json")
    run("export", "winter.yaml")
    assert (workplace / "winter.yaml").read_text() == Path("script.yaml").read_text()
    assert "already one named" in refused("import", "winter.yaml")
    run("delete", "winter", "--yes")
    run("import", "winter.yaml")
    assert run("stars", "--json") == before
    run("import", "winter.yaml", "--name", "Other")
    assert {line["name"] for line in json.loads(run("list", "--json"))} == {
        "Winter",
        "Other",
    }


def test_a_log_that_breaks_the_rules_is_not_imported() -> None:
    write_expedition(Path("bad.yaml"), SETUP, (*EVENING_1[1:],))
    assert refused("import", "bad.yaml") == (
        "step 1: Ascent 1 has not begun; first lay 7 Assist cards open and record them"
    )
    assert json.loads(run("list", "--json")) == []


def test_the_expedition_changed_last_is_meant_unless_one_is_named() -> None:
    begin()
    run("new", "Summer", "--players", "Eva,Flo")
    assert status()["name"] == "Summer"
    run("cards", "reveal", "csrrttt", "--expedition", "winter")
    assert status()["name"] == "Winter"
    cards = ("cards", "--expedition", "summer", "reveal", "cccc", "s")
    assert "Laid open: 4 Compass and 1 Schnapps." in run(*cards)
    assert status()["name"] == "Summer"
    assert "did you mean 'Summer'" in refused("status", "--expedition", "Sumer")
    run("rename", "Autumn", "--expedition", "summer")
    first, _ = json.loads(run("list", "--json"))
    assert first["name"] == "Autumn"


def test_what_is_deleted_is_named_and_meant() -> None:
    assert "there is none" in refused("delete")
    begin()
    assert refused("delete", "winter") == (
        "'Winter' would be gone for good; add --yes to delete it"
    )
    assert run("delete", "winter", "--yes") == "Winter is deleted.\n"
    assert run("list").startswith("There is no Expedition yet; begin one: ")


def test_the_first_record_may_be_known_already() -> None:
    begin("--record", "kagkot=82:Eva:2 May 2024", "--opened", "1,3")
    data = json.loads(run("stars", "--json"))
    (record,) = data["hall_of_fame"]
    assert (record["players"], record["score"], record["date"]) == (
        ["Eva"],
        82,
        "2 May 2024",
    )
    assert [e["number"] for e in data["envelopes"] if e["opened"]] == [1, 3]
    new = ("new", "Other", "--players", "Ann")
    assert "is no record; write sheet=score:name" in refused(*new, "--record", "82")
    assert "'7' is no envelope" in refused(*new, "--opened", "7")
    assert "exclude each other" in refused(*new, "--deal", "--no-cards")
    assert "no sheet is called 'dunay'" in refused(*new, "--sheets", "dunay,a,b")


def test_max_climbs_with_one_player() -> None:
    run("new", "Alone", "--players", "Ann", "--max")
    assert status()["players"] == ["Ann", "Max"]
    run("cards", "reveal", "csrtt")
    run("cards", "earn", "max=rope")
    assert "never uses his cards" in refused("cards", "use", "Max=rope")
    assert "limb Dunai; Max is Lead Climber." in next_line("status")
