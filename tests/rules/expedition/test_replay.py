"""What an Expedition allows, and the sentences about what it does not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.rules.expedition.random_expeditions import sheets
from trekprint.errors import InputError
from trekprint.rules.expedition.cards import EMPTY, Card, Pile
from trekprint.rules.expedition.replay import advance, begin, replay
from trekprint.rules.expedition.setup import MAX, Setup
from trekprint.rules.expedition.state import deal
from trekprint.rules.expedition.steps import (
    ChooseOpener,
    Earn,
    HandIn,
    Pick,
    Reveal,
    ScoreSheet,
    Step,
    Use,
)

if TYPE_CHECKING:
    from trekprint.rules.expedition.state import State

COMPASS, SCHNAPPS, ROPE, TENT = Card
AT = "2026-12-01T20:00"
BARE = "1 - - - - - - - - - - - - - - - - - -"
"""One orphan: -3 points."""


def pile(text: str) -> Pile:
    """`pile("CRRT")`: a letter for each card."""
    kinds = dict(zip("CSRT", Card, strict=True))
    return Pile.of(kinds[letter] for letter in text)


def setup(players: str = "Ann Bo Cy", **settings: object) -> Setup:
    names = tuple(players.split())
    given: dict[str, object] = {"name": "Winter", "lead": names[0], "at": "2026-01-01"}
    given |= {"players": names, "sheets": ("dunai", "kagkot", "dhaulagiri")}
    return Setup(**{**given, **settings})  # type: ignore[arg-type]


def reveal(cards: str) -> Step:
    return Reveal(cards=pile(cards), at=AT)


def earn(*picks: str) -> Step:
    """`earn("Ann R", "Bo T>C")`: Bo takes a Tent and puts a Compass back."""
    kinds = {**dict(zip("CSRT", Card, strict=True)), "": None, "-": None}
    made = []
    for pick in picks:
        player, _, cards = pick.partition(" ")
        card, _, back = cards.partition(">")
        made.append(Pick(player=player, card=kinds[card], back=kinds[back]))
    return Earn(picks=tuple(made), at=AT)


def use(player: str, card: Card) -> Step:
    return Use(player=player, card=card, at=AT)


def hand_in(player: str, cards: str = "") -> Step:
    return HandIn(player=player, cards=pile(cards), at=AT)


def score(player: str, line: str | None = f"dunai {BARE}") -> Step:
    return ScoreSheet(player=player, sheet=line, at=AT)


def played(*steps: Step, on: Setup | None = None) -> State:
    return replay(on or setup(), steps, sheets())


def refused(*steps: Step, on: Setup | None = None) -> str:
    """The sentence about the last step; those before it are allowed."""
    state = played(*steps[:-1], on=on)
    with pytest.raises(InputError) as caught:
        advance(state, steps[-1])
    return str(caught.value)


FIRST = reveal("CCSRRT")


# --- laying cards open


def test_each_ascent_lays_open_fewer_cards_and_adds_them_to_what_is_left() -> None:
    """Three players: 3 + 3, then 2 + 3, then 1 + 3."""
    state = played()
    assert state.to_reveal == 6
    state = played(FIRST, *map(score, ("Ann", "Bo", "Cy")))
    assert state.to_reveal == 5
    second = [score(p, f"kagkot {BARE}") for p in ("Ann", "Bo", "Cy")]
    state = played(FIRST, *map(score, ("Ann", "Bo", "Cy")), reveal("CSSTT"), *second)
    assert state.revealed == pile("CCCSSSRRTTT")
    assert state.to_reveal == 4


def test_a_short_deck_takes_the_played_cards_in_before_cards_are_laid_open() -> None:
    """Six players: 9 and 8 cards are 17, but there are only 16."""
    six = setup("Ann Bo Cy Di Ed Flo")
    first = [reveal("CCCCSSSSR"), earn("Bo R", "Ann S"), use("Ann", SCHNAPPS)]
    scored = [*map(score, six.players)]
    state = played(*first, hand_in("Bo", "R"), *scored, on=six)
    assert (len(state.deck), state.played) == (7, pile("SR"))
    assert state.reshuffles
    state = played(*first, hand_in("Bo", "R"), *scored, reveal("SRRRRTTT"), on=six)
    assert (state.deck, state.played) == (pile("T"), EMPTY)


def test_where_even_the_played_cards_are_too_few_all_are_laid_open() -> None:
    six = setup("Ann Bo Cy Di Ed Flo")
    first = [reveal("CCCCSSSSR"), *map(score, six.players)]
    assert played(*first, on=six).to_reveal == 7


def test_dealt_cards_come_from_the_deck() -> None:
    state = played(on=setup(deal=True))
    assert deal(state, lambda cards, count: cards[:count]) == pile("CCCCSS")


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        (
            [reveal("CCR")],
            "3 cards are laid open, but at the start of Ascent 1 it must be 6; name"
            " these",
        ),
        (
            [reveal("CCCCCR")],
            "5 Compass cannot be laid open, since only 4 can be in the deck; look at"
            " the cards again",
        ),
        (
            [FIRST, FIRST],
            "the cards of Ascent 1 are laid open already; score all sheets first, or"
            " undo to lay out others",
        ),
    ],
)
def test_cards_that_cannot_be_laid_open(steps: list[Step], sentence: str) -> None:
    assert refused(*steps) == sentence


# --- earning


def test_picks_go_clockwise_from_the_lead_climber_whatever_the_order_told() -> None:
    """Bo leads: Bo takes the only Schnapps, then Cy, then Ann, who leads from now."""
    state = played(FIRST, earn("Bo C"), earn("Ann R", "Cy T", "Bo S"))
    assert state.lead == "Ann"
    assert state.hands == {"Ann": pile("R"), "Bo": pile("CS"), "Cy": pile("T")}
    assert "no Schnapps for Ann" in refused(FIRST, earn("Bo C"), earn("Ann S", "Bo S"))


def test_the_last_one_involved_leads_also_where_no_card_was_left() -> None:
    taken = [earn("Ann C", "Bo C", "Cy S"), earn("Ann R", "Bo R", "Cy T")]
    # Bo leads after these, since the second round began with Cy.
    state = played(FIRST, *taken, earn("Ann", "Bo"))
    assert (state.revealed, state.lead) == (EMPTY, "Ann")
    assert refused(FIRST, *taken, earn("Ann T")) == (
        "there is no Tent for Ann to take; no card lies open any more"
    )


def test_a_fourth_card_puts_one_back_which_the_next_player_may_take() -> None:
    three = [earn("Ann C"), earn("Ann C"), earn("Ann S"), earn("Cy R")]
    # Clockwise from Cy: Ann takes Rope and puts Schnapps back, Bo takes that.
    state = played(FIRST, *three, earn("Bo S", "Ann R>S"))
    assert state.hands["Ann"] == pile("CCR")
    assert state.hands["Bo"] == pile("S")
    assert state.lead == "Bo"
    assert state.revealed == pile("T")


@pytest.mark.parametrize(
    ("pick", "sentence"),
    [
        (
            "Ann R",
            "Ann holds 2 Compass and 1 Schnapps already, and 3 are the most; say which"
            " card goes back into play",
        ),
        (
            "Ann R>T",
            "Ann has no Tent to put back; Ann holds 2 Compass, 1 Schnapps and 1 Rope",
        ),
        ("Bo R>R", "Bo holds no cards, so none goes back; leave that out"),
        ("Bo ->R", "Bo takes no card, and so puts none back"),
        ("Bob R", "'Bob' does not climb in this Expedition; there are Ann, Bo and Cy"),
    ],
)
def test_picks_that_are_not_allowed(pick: str, sentence: str) -> None:
    three = [earn("Ann C"), earn("Ann C"), earn("Ann S")]
    assert refused(FIRST, *three, earn(pick)) == sentence


def test_one_round_is_one_zone_for_each_player() -> None:
    assert "named twice" in refused(FIRST, earn("Ann C", "Ann R"))
    assert "at least one player" in refused(FIRST, earn())


# --- using and handing in


def test_a_used_card_is_played() -> None:
    state = played(FIRST, earn("Ann R"), use("Ann", ROPE))
    assert (state.hands["Ann"], state.played) == (EMPTY, pile("R"))
    assert state.ascents[0].cards_used("Ann") == pile("R")


def test_only_what_is_in_the_hand_is_used_or_handed_in() -> None:
    assert refused(FIRST, earn("Ann R"), use("Ann", TENT)) == (
        "Ann cannot use 1 Tent: Ann holds 1 Rope; name other cards, or record first how"
        " they were earned"
    )
    assert "Ann cannot hand in 2 Rope" in refused(
        FIRST, earn("Ann R"), hand_in("Ann", "RR")
    )


def test_cards_handed_in_count_three_points_and_the_rest_is_carried_over() -> None:
    """The sheet itself says one card; what was really handed in counts."""
    steps = [FIRST, earn("Ann R"), earn("Ann T"), earn("Ann C"), hand_in("Ann", "RT")]
    line = f"dunai {BARE} assist=1"
    state = played(*steps, score("Ann", line), score("Bo"), score("Cy"))
    assert state.ascents[0].totals == {"Ann": -3 + 2 * 3, "Bo": -3, "Cy": -3}
    assert state.hands["Ann"] == pile("C")
    assert state.played == pile("RT")


def test_an_ascent_waits_for_those_who_hold_cards_and_goes_on_by_their_decision() -> (
    None
):
    steps = [FIRST, earn("Bo R"), *map(score, ("Ann", "Bo", "Cy"))]
    waiting = played(*steps)
    assert (waiting.finished, waiting.to_hand_in) == ((), ("Bo",))
    state = advance(waiting, hand_in("Bo"))
    assert [ascent.number for ascent in state.finished] == [1]
    assert state.ascents[0].totals["Bo"] == -3


def test_the_lead_climber_decides_first() -> None:
    steps = [FIRST, earn("Ann R", "Bo T")]
    assert played(*steps).to_hand_in == ("Bo", "Ann")
    assert refused(*steps, hand_in("Ann", "R")) == (
        "Bo decides before Ann (from the Lead Climber Bo clockwise); record Bo first,"
        " or both together"
    )
    played(*steps, hand_in("Bo", "T"), hand_in("Ann", "R"))


def test_after_handing_in_nobody_earns_and_who_did_uses_none() -> None:
    steps = [FIRST, earn("Ann R", "Bo T"), hand_in("Bo")]
    assert "none can be earned after that" in refused(*steps, earn("Ann C"))
    assert "Bo has handed in cards already" in refused(*steps, use("Bo", TENT))
    assert "Bo has handed in no cards already" in refused(*steps, hand_in("Bo", "T"))
    played(*steps, use("Ann", ROPE))


# --- sheets


def test_the_sheet_must_be_that_of_the_ascent() -> None:
    assert refused(FIRST, score("Ann", f"kagkot {BARE}")) == (
        "Ascent 1 is climbed on dunai, but the sheet of Ann is kagkot; give a sheet of"
        " dunai"
    )


def test_nothing_is_recorded_before_the_cards_lie_there() -> None:
    sentence = "Ascent 1 has not begun; first lay 6 Assist cards open and record them"
    for step in (score("Ann"), earn("Ann R"), use("Ann", ROPE), hand_in("Ann")):
        assert refused(step) == sentence


def test_a_second_sheet_needs_the_word_that_it_replaces_the_first() -> None:
    assert refused(FIRST, score("Ann"), score("Ann")) == (
        "Ann has a sheet for Ascent 1 already; to replace it, score it again with"
        " --ascent 1 --player Ann"
    )


def test_who_did_not_play_wins_nothing_and_keeps_the_cards() -> None:
    steps = [FIRST, earn("Ann R"), score("Ann", None), score("Bo"), score("Cy")]
    state = played(*steps)
    assert state.ascents[0].totals == {"Bo": -3, "Cy": -3}
    assert state.hands["Ann"] == pile("R")
    assert "did not play this Ascent" in refused(
        FIRST, earn("Ann R"), score("Ann", None), hand_in("Ann", "R")
    )


def test_after_three_ascents_all_is_over() -> None:
    alone = setup("Ann")
    steps: list[Step] = []
    for cards, name in (("CCCC", "dunai"), ("SSS", "kagkot"), ("RR", "dhaulagiri")):
        steps += [reveal(cards), score("Ann", f"{name} {BARE}")]
    state = played(*steps, on=alone)
    assert state.current is None
    assert "all 3 Ascents are finished" in refused(*steps, reveal("T"), on=alone)
    assert "all 3 Ascents are finished" in refused(*steps, score("Ann"), on=alone)


def test_without_cards_each_ascent_begins_by_itself_and_sheets_tell_the_cards() -> None:
    plain = setup("Ann", cards=False)
    line = f"dunai {BARE} assist=2"
    state = played(score("Ann", line), on=plain)
    assert state.ascents[0].totals == {"Ann": -3 + 6}
    assert state.current is not None
    assert state.current.begun
    assert "without recording cards" in refused(earn("Ann R"), on=plain)
    assert "without recording cards" in refused(FIRST, on=plain)


# --- Max

SOLO = setup(f"Ann {MAX}", solo=True)


def test_max_takes_no_fourth_card_uses_none_and_hands_in_all_at_the_end() -> None:
    first = [reveal("CCSRT"), earn("Max C"), earn("Max C"), earn("Max S")]
    assert refused(*first, earn("Max R"), on=SOLO) == (
        "Max holds 3 cards already and takes no fourth; record Max=none"
    )
    assert "never uses" in refused(*first, use("Max", COMPASS), on=SOLO)
    assert "by himself" in refused(*first, hand_in("Max", "C"), on=SOLO)
    steps: list[Step] = [*first, earn("Max")]
    for name in ("dunai", "kagkot", "dhaulagiri"):
        steps += [score(player, f"{name} {BARE}") for player in ("Ann", MAX)]
        steps += [reveal("RRTT")] if name == "dunai" else []
        steps += [reveal("CCS")] if name == "kagkot" else []
    state = played(*steps, on=SOLO)
    assert state.lead == MAX
    # His orphan wins 3 where Ann's loses 3; in the end his three cards win 9.
    assert [a.totals[MAX] for a in state.ascents] == [3, 3, 3 + 9]
    assert [a.totals["Ann"] for a in state.ascents] == [-3, -3, -3]
    assert state.hands[MAX] == EMPTY


# --- envelopes and beginnings


def test_an_opener_is_chosen_for_finished_ascents_only() -> None:
    choice = ChooseOpener(ascent=1, player="Bo", at=AT)
    assert "Ascent 1 is not finished" in refused(choice)
    state = played(FIRST, *map(score, ("Ann", "Bo", "Cy")), choice)
    assert state.ascents[0].opener == "Bo"
    solo = [reveal("CCSRT"), score("Ann"), score(MAX)]
    assert "opens no envelopes" in refused(
        *solo, ChooseOpener(ascent=1, player=MAX, at=AT), on=SOLO
    )


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"players": ()}, "0 players cannot climb together"),
        ({"players": ("Ann", "ann")}, "two players are called 'ann'"),
        ({"players": ("Ann", " ")}, "' ' is no name for a player"),
        ({"players": ("Ann", "B=C")}, "leave out control characters and the signs"),
        ({"players": ("Ann", "B" * 61)}, "is too long; 60 characters fit"),
        ({"name": ""}, "'' is no name for the Expedition"),
        ({"lead": "Di"}, "the first Lead Climber 'Di' is none of the players"),
        ({"sheets": ("dunai",)}, "3 Ascents, but 1 sheet is named"),
        ({"solo": True}, "a solo Expedition has one player who leads, and Max"),
    ],
)
def test_beginnings_that_cannot_be(settings: dict[str, object], sentence: str) -> None:
    given: dict[str, object] = {"players": ("Ann", "Bo"), "lead": "Ann"}
    with pytest.raises(InputError, match=sentence):
        replace(setup(), **{**given, **settings})  # type: ignore[arg-type]


def test_a_sheet_that_went_away_is_named() -> None:
    with pytest.raises(InputError, match="'mine' of this Expedition is not there"):
        begin(setup(sheets=("dunai", "kagkot", "mine")), sheets())
