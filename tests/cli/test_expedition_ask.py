"""`trekprint expedition` where somebody sits at a terminal and is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from tests.cli.test_expedition import PHOTOS, begin, run, status
from trekprint.cli import cli

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("workplace", "terminal")


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody sat there: what they type comes as `asked`'s first argument."""
    for module in ("expedition", "expedition_cards", "expedition_score"):
        monkeypatch.setattr(f"trekprint.cli.{module}.on_terminal", lambda: True)


def asked(typed: str, *words: str) -> str:
    """The output of a call in which the lines of `typed` are answered."""
    lines = "".join(f"{line}\n" for line in typed.split("/"))
    result = CliRunner().invoke(
        cli, ["expedition", *words, "--file", "trek.sqlite"], input=lines
    )
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def test_the_oldest_is_asked_for() -> None:
    told = asked("eva/bo", "new", "Winter", "--players", "Ann,Bo")
    assert "'eva' is none of them." in told
    assert "Bo is Lead Climber." in told


def test_cards_are_asked_for_until_they_fit() -> None:
    begin()
    told = asked("x/cc/csrrttt", "cards", "reveal")
    assert "'x' is no kind of card" in told
    assert "these are 2 cards; there must be 7" in told
    for card in "csr":
        run("cards", "earn", f"Ann={card}")
    told = asked("no/sch/sch", "cards", "earn", "Bo", "Ann=t")
    # Ann leads and is asked first which card goes back; `no` is none there.
    assert "'no' is no kind of card" in told
    assert "Bo takes (1 Schnapps, 1 Rope and 2 Tent lie there)" in told
    assert status()["cards"]["hands"] == {
        "Ann": {"compass": 1, "rope": 1, "tent": 1},
        "Bo": {"schnapps": 1},
        "Cy": {},
        "Di": {},
    }


def test_whose_a_photo_is_and_what_is_handed_in_is_asked() -> None:
    run("new", "Photo", "--players", "Ann,Bo", "--lead", "Ann")
    run("cards", "reveal", "csrrt")
    run("cards", "earn", "Bo=rope", "Ann=tent")
    photo = str(PHOTOS / "two-sheets-dunai.jpg")
    # The copy 2 comes first and would be Bo's; it is said to be Ann's.
    told = asked("eva/ann/ann/bo/rope,rope/none/t", "score", photo)
    assert "nobody called 'eva' climbs" in told
    assert "Ann has another sheet already" in told
    assert "Bo holds only 1 Rope" in told
    totals = status()["ascents"][0]["totals"]
    # Bo's sheet is worth 66 without cards (its two marks count none), Ann's 59.
    assert totals == {"Ann": 59 + 3, "Bo": 66}


def test_a_sheet_can_be_left_out_and_typed_in_circle_by_circle() -> None:
    run("new", "Photo", "--players", "Ann,Bo", "--lead", "Ann", "--no-cards")
    photo = str(PHOTOS / "two-sheets-dunai.jpg")
    told = asked("-/bo", "score", photo)
    assert "Score the sheet of Ann" in told
    circles = "/".join("3 3 4 2 2 12 5 6 2 7 2 8 2 9 10 12 12 1 1".split())
    links = "1-3 3-7 7-8 8-10 10-12 12-14 14-15"
    asked(f"{circles}/{links}////", "score", "--player", "Ann")
    assert status()["ascents"][0]["totals"] == {"Ann": 65, "Bo": 72}


def test_deleting_is_asked_about() -> None:
    begin()
    assert asked("n", "delete", "winter").endswith("Nothing was deleted.\n")
    assert asked("y", "delete", "winter").endswith("Winter is deleted.\n")


def test_only_those_are_offered_who_lack_a_sheet() -> None:
    run("new", "Photo", "--players", "Ann,Bo,Cy", "--lead", "Ann", "--no-cards")
    photo = str(PHOTOS / "two-sheets-dunai.jpg")
    asked("-/bo", "score", photo)
    told = asked("bo/cy/-", "score", photo)
    assert "(Ann, Cy; - to leave it out)" in told
    assert "Bo has another sheet already" in told
    assert status()["ascents"][0]["totals"] == {"Bo": 72, "Cy": 59}
