"""A whole Expedition of three evenings, to be read: every rule of it, by hand.

Ann, Bo, Cy and Di sit clockwise; Cy is the oldest. Their booklet knows a record of 72
on Kagkot, by Eva, and none on the other mountains. Cards: C Compass, S Schnapps,
R Rope, T Tent.

                 Dunai (65)     Kagkot (70)      Dhaulagiri (75)   stars   points
    Ann          65 + 3 =  68       88           41 + 6 =  47        8       203
    Bo                     68   65 + 6 =  71               65        8       204
    Cy                     53       45           53 + 9 =  62        0       160
    Di           46 + 3 =  49       75           46 + 3 =  49        4       173

    stars        1 / 1 / 1       3 / 2 / 1        5 / 3 / 1
    Ann          1 + 1 + 0       3 + 2 + 1        0 + 0 + 0    = 2 + 6 + 0 = 8
    Bo           1 + 1 + 0       3 + 0 + 0        0 + 3 + 0    = 2 + 3 + 3 = 8
    Cy           0               0                0            = 0
    Di           0               3 + 0 + 1        0            = 0 + 4 + 0 = 4

Ann and Bo have 8 stars each; Bo has more points, and wins.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tests.rules.expedition.random_expeditions import sheets
from tests.rules.expedition.test_replay import pile
from trekprint.rules.expedition.cards import EMPTY, Card
from trekprint.rules.expedition.challenges import met
from trekprint.rules.expedition.fame import Chronicle, Record, chronicle
from trekprint.rules.expedition.replay import replay
from trekprint.rules.expedition.setup import KnownRecord, Setup
from trekprint.rules.expedition.stars import EarnedStars, Place, ranking, stars_of
from trekprint.rules.expedition.steps import (
    Earn,
    HandIn,
    Pick,
    Reveal,
    ScoreSheet,
    Step,
    Use,
)
from trekprint.rules.legality import audit
from trekprint.rules.notation import parse_game
from trekprint.rules.scoring import score

if TYPE_CHECKING:
    from trekprint.rules.expedition.state import State

C, S, R, T = Card

SETUP = Setup(
    name="Winter",
    players=("Ann", "Bo", "Cy", "Di"),
    lead="Cy",
    sheets=("dunai", "kagkot", "dhaulagiri"),
    at="2026-12-01T17:00",
    records=(KnownRecord(sheet="kagkot", player="Eva", score=72, date="2 May 2024"),),
)
FIRST, SECOND, THIRD = "2026-12-01T20:00", "2026-12-08T20:00", "2026-12-15T20:00"

# --- the sheets, with what each line and zone is worth

# The line 3 to 10 is 10 + 7 = 17, its bonus (8 circles) 20. Zones: two 3s 4, five 2s 6,
# two 12s 13, two 1s 2; bonus (5 circles) 6. The 12 in circle 6 is alone: -3.
# 17 + 20 + 4 + 6 + 13 + 2 + 6 - 3 = 65
ANN_DUNAI = (
    "dunai 3 3 4 2 2 12 5 6 2 7 2 8 2 9 10 12 12 1 1"
    " links 1-3 3-7 7-8 8-10 10-12 12-14 14-15"
)
# The same line: 37. Zones: two 3s 4, two 11s 12, four 2s 5, four 4s 7; bonus 3.
# 37 + 4 + 12 + 5 + 7 + 3 = 68
BO_DUNAI = (
    "dunai 3 3 4 2 11 11 5 6 2 7 2 8 2 9 10 4 4 4 4"
    " links 1-3 3-7 7-8 8-10 10-12 12-14 14-15"
)
# Line 4 to 9: 9 + 5 = 14, bonus (6) 10. Zones: two 4s 5, five 3s 7, two 1s 2, two 8s 9,
# two 2s 3; bonus 6. The 10 is alone. 14 + 10 + 5 + 7 + 2 + 9 + 3 + 6 - 3 = 53
CY_DUNAI = "dunai 4 4 5 3 3 10 6 7 3 8 3 9 3 1 1 8 8 2 2 links 1-3 3-7 7-8 8-10 10-12"
# Line 0 to 4: 4 + 4 = 8, bonus (5) 6. Zones: two 0s 1, two 6s 7, two 1s 2, three 9s 11,
# two 12s 13, two 2s 3; bonus 1. Two skulls. 14 + 1 + 7 + 2 + 11 + 13 + 3 + 1 - 6 = 46
DI_DUNAI = "dunai 0 0 1 6 X X 2 3 6 4 1 9 1 9 9 12 12 2 2 links 1-3 3-7 7-8 8-10"

# The rulebook's example. Lines 5 + 13 + 13 + 14 = 45, bonus 20. Zones 4 + 8 + 13 = 25,
# bonus 1. One orphan. 45 + 20 + 25 + 1 - 3 = 88
ANN_KAGKOT = (
    "kagkot 1 2 3 3 6 7 6 12 11 12 6 5 11 7 4 3 1 2 0"
    " links 14-11 11-12 12-15 15-16 16-18 18-17 17-19 9-8 10-13 1-2 2-4"
)
# Line 3 to 11: 11 + 8 = 19, bonus (9) 25. Zones: three 2s 4, three 4s 6, four 5s 8;
# bonus 3. 19 + 25 + 4 + 6 + 8 + 3 = 65
BO_KAGKOT = (
    "kagkot 2 2 4 4 2 4 7 9 8 10 6 3 11 5 4 5 5 5 5"
    " links 10-13 8-10 8-9 7-9 7-11 11-14 14-15 12-15"
)
# Zones: three 1s 3, three 5s 7, three 4s 6, two 7s 8, five 2s 6, three 7s 9; bonus 6.
# Five 7s are five sums, the fifth by a Tent. 3 + 7 + 6 + 8 + 6 + 9 + 6 = 45
CY_KAGKOT = (
    "kagkot 1 1 5 5 1 5 4 4 4 7 2 2 7 2 2 2 7 7 7 links none"
    " ticks lower=4 higher=4 difference=3 sum=4 product=3 tent=1"
)
# Line 0 to 11: 11 + 11 = 22, bonus (12) 25 + 3 * 5 = 40. Zones: three 1s 3, three 6s 8,
# two 0s 1; bonus 1. 22 + 40 + 3 + 8 + 1 + 1 = 75
DI_KAGKOT = (
    "kagkot 1 1 6 6 1 6 7 9 8 10 6 3 11 5 4 2 1 0 0"
    " links 10-13 8-10 8-9 7-9 7-11 11-14 14-15 12-15 12-16 16-17 17-19"
)

# Line 4 to 8: 8 + 4 = 12, bonus (5) 6. Zones: two 2s 3, three 1s 3, four 3s 6,
# three 9s 11; bonus 3. A skull and an orphan. 12 + 6 + 3 + 3 + 6 + 11 + 3 - 6 = 38
# A Rope joins the 1 in circle 5 and the 2 in circle 4, over circle 2: 2 + 1 = 3, so 41.
ANN_DHAULAGIRI = (
    "dhaulagiri X 5 2 2 1 7 8 1 5 6 3 1 9 4 3 3 3 9 9 links 9-14 9-10 6-10 6-7"
    " ropes 4-5"
)
# Line 0 to 11: 22, bonus 40. Zones: two 6s 7, two 4s 5. Two skulls and an orphan.
# 22 + 40 + 7 + 5 - 9 = 65
BO_DHAULAGIRI = (
    "dhaulagiri 6 6 4 4 X 8 7 X 10 9 6 2 1 11 5 4 3 12 0"
    " links 9-14 9-10 6-10 6-7 7-11 11-15 15-16 16-17 12-17 12-13 13-19"
)
# Zones: two 3s 4, four 5s 8, two 6s 7, three 10s 12, four 2s 5, two 0s 1, two 12s 13;
# bonus 3. 4 + 8 + 7 + 12 + 5 + 1 + 13 + 3 = 53
CY_DHAULAGIRI = "dhaulagiri 3 3 5 5 6 5 5 6 10 10 2 0 0 10 2 2 2 12 12 links none"
# Zones: two 3s 4, four 5s 8, three 10s 12, four 3s 6, two 5s 6, two 12s 13; bonus 3.
# Two skulls. 4 + 8 + 12 + 6 + 6 + 13 + 3 - 6 = 46
DI_DHAULAGIRI = "dhaulagiri 3 3 5 5 X 5 5 X 10 10 3 5 5 10 3 3 3 12 12 links none"

ALONE = {
    ANN_DUNAI: 65,
    BO_DUNAI: 68,
    CY_DUNAI: 53,
    DI_DUNAI: 46,
    ANN_KAGKOT: 88,
    BO_KAGKOT: 65,
    CY_KAGKOT: 45,
    DI_KAGKOT: 75,
    ANN_DHAULAGIRI: 41,
    BO_DHAULAGIRI: 65,
    CY_DHAULAGIRI: 53,
    DI_DHAULAGIRI: 46,
}
"""Points of each sheet without cards."""

# --- the three evenings


def _earn(at: str, **took: Card | tuple[Card, Card] | None) -> Earn:
    """One round; a pair is the card taken and the one put back."""
    picks = []
    for player, cards in took.items():
        card, back = cards if isinstance(cards, tuple) else (cards, None)
        picks.append(Pick(player=player, card=card, back=back))
    return Earn(picks=tuple(picks), at=at)


def _scores(at: str, **lines: str) -> list[Step]:
    return [ScoreSheet(player=p, sheet=line, at=at) for p, line in lines.items()]


def _hand_in(at: str, **cards: str) -> list[Step]:
    return [HandIn(player=p, cards=pile(text), at=at) for p, text in cards.items()]


EVENING_1: list[Step] = [
    # 3 + 4 players = 7 cards; Cy leads.
    Reveal(cards=pile("CSRRTTT"), at=FIRST),
    _earn(FIRST, Di=R),  # two 0s. Di leads; there lie C S R T T T
    # One round, Ann's 2s and Cy's 1s: clockwise from Di comes Ann, then Cy, who leads.
    _earn(FIRST, Cy=T, Ann=T),  # there lie C S R T
    _earn(FIRST, Bo=T, Di=C),  # from Cy: Di, then Bo, who leads; there lie S R
    _earn(FIRST, Di=S),  # Di leads; there lies R
    # From Di: Ann takes the last card. Cy finds none, but leads now.
    _earn(FIRST, Ann=R, Cy=None),
    *_scores(FIRST, Ann=ANN_DUNAI, Bo=BO_DUNAI, Cy=CY_DUNAI, Di=DI_DUNAI),
    # From Cy clockwise. Hands were: Cy T, Di R C S, Ann T R, Bo T.
    *_hand_in(FIRST, Cy="", Di="S", Ann="T", Bo=""),
]
EVENING_2: list[Step] = [
    # 2 + 4 = 6 more; nothing had been left. In the deck are C S R now.
    Reveal(cards=pile("CCSSRT"), at=SECOND),
    _earn(SECOND, Di=R, Bo=S),  # from Cy: Di (R C R now), then Bo, who leads
    Use(player="Cy", card=T, at=SECOND),  # the fifth sum
    # From Bo: Cy takes C. Di takes a fourth card, S, and puts R back. Di leads.
    _earn(SECOND, Cy=C, Di=(S, R)),  # there lie C R T
    _earn(SECOND, Cy=R),  # just what Di put back; Cy leads; there lie C T
    Use(player="Di", card=S, at=SECOND),
    *_scores(SECOND, Di=DI_KAGKOT, Cy=CY_KAGKOT, Bo=BO_KAGKOT, Ann=ANN_KAGKOT),
    *_hand_in(SECOND, Cy="", Di="", Ann="", Bo="TS"),
]
EVENING_3: list[Step] = [
    # 1 + 4 = 5, but the deck has only C S R: the played T T T S S S are shuffled in.
    Reveal(cards=pile("CSSTT"), at=THIRD),  # with what was left there lie C C S S T T T
    _earn(THIRD, Cy=S),  # Cy has C R S
    # From Cy: a fourth card, T, and C goes back; Ann takes a C and leads.
    _earn(THIRD, Cy=(T, C), Ann=C),
    _earn(THIRD, Ann=T),
    Use(player="Di", card=C, at=THIRD),
    Use(player="Ann", card=R, at=THIRD),
    *_scores(THIRD, Ann=ANN_DHAULAGIRI, Bo=BO_DHAULAGIRI),
    *_scores(THIRD, Cy=CY_DHAULAGIRI, Di=DI_DHAULAGIRI),
    # From Ann; Bo has no card.
    *_hand_in(THIRD, Ann="CT", Cy="RST", Di="R"),
]


@cache
def _after(evenings: int) -> tuple[State, Chronicle]:
    steps = [step for e in (EVENING_1, EVENING_2, EVENING_3)[:evenings] for step in e]
    state = replay(SETUP, steps, sheets())
    return state, chronicle([state])


def _hands(state: State) -> dict[str, str]:
    return {
        player: "".join(card.name[0] for card in hand)
        for player, hand in state.hands.items()
    }


def test_every_sheet_is_worth_what_was_worked_out_by_hand_and_is_lawful() -> None:
    for line, points in ALONE.items():
        game = parse_game(line, sheets().__getitem__).game
        assert (line, score(game).total) == (line, points)
        assert audit(game) == ()


def test_the_sheets_show_exactly_the_cards_that_were_used() -> None:
    """Cy's fifth sum, Ann's Rope; Schnapps and Di's Compass leave no trace."""
    state, _ = _after(3)
    used = [
        (a.number, p, str(cards)) for a in state.ascents for p, cards in a.used.items()
    ]
    assert used == [
        (2, "Cy", "1 Tent"),
        (2, "Di", "1 Schnapps"),
        (3, "Di", "1 Compass"),
        (3, "Ann", "1 Rope"),
    ]
    for ascent in state.ascents:
        for player, filled in ascent.filled.items():
            assert filled.game is not None
            cards = ascent.cards_used(player)
            assert audit(filled.game, cards=cards.by_kind()) == ()
            if cards[T] or cards[R]:
                assert audit(filled.game, cards={}) != ()


def test_the_first_evening_ends_in_a_tied_race_and_sets_a_record() -> None:
    state, told = _after(1)
    ascent = state.ascents[0]
    assert ascent.totals == {"Ann": 68, "Bo": 68, "Cy": 53, "Di": 49}
    outcome = told.outcome(SETUP, ascent)
    assert stars_of(ascent, outcome) == {
        "Ann": EarnedStars(summit=1, race=1),
        "Bo": EarnedStars(summit=1, race=1),
        "Cy": EarnedStars(),
        "Di": EarnedStars(),
    }
    # The first record on Dunai brings no star; Ann and Bo share the line.
    assert outcome.beaten_by == ()
    assert told.standing("dunai") == Record(
        sheet="dunai",
        players=("Ann", "Bo"),
        score=68,
        date="2026-12-01",
        expedition="Winter",
    )
    assert state.lead == "Cy"
    assert _hands(state) == {"Ann": "R", "Bo": "T", "Cy": "T", "Di": "CR"}
    assert state.revealed == EMPTY
    assert state.played == pile("ST")
    assert state.deck == pile("CCCSSSRRT")


def test_of_two_challenges_met_at_once_the_leftmost_is_opened_by_the_best() -> None:
    """Ann and Cy have a zone of five, Bo two 11s: the first envelope, for Ann."""
    state, told = _after(1)
    assert met(SETUP, state.ascents[0]) == {1: ("Ann", "Cy"), 5: ("Bo",)}
    opened = told.outcome(SETUP, state.ascents[0]).opening
    assert opened is not None
    assert (opened.challenge.number, opened.opener) == (1, "Ann")
    assert told.opened == {1}


def test_on_the_second_evening_two_players_break_the_record() -> None:
    state, told = _after(2)
    ascent = state.ascents[1]
    assert ascent.totals == {"Ann": 88, "Bo": 71, "Cy": 45, "Di": 75}
    outcome = told.outcome(SETUP, ascent)
    assert outcome.beaten_by == ("Ann", "Di")
    assert stars_of(ascent, outcome) == {
        "Ann": EarnedStars(summit=3, race=2, record=1),
        "Bo": EarnedStars(summit=3),  # 65 with two cards: 71
        "Cy": EarnedStars(),
        "Di": EarnedStars(summit=3, record=1),
    }
    kagkot = [line for line in told.hall if line.sheet == "kagkot"]
    assert [(line.players, line.score, line.date) for line in kagkot] == [
        (("Eva",), 72, "2 May 2024"),
        (("Ann",), 88, "2026-12-08"),
    ]


def test_an_open_envelope_is_not_opened_again_and_one_is_opened_an_evening() -> None:
    """Cy: five 2s, but that one is open, and three 7s. Bo: a line of nine."""
    state, told = _after(2)
    assert met(SETUP, state.ascents[1]) == {1: ("Cy",), 2: ("Cy",), 3: ("Bo",)}
    opened = told.outcome(SETUP, state.ascents[1]).opening
    assert opened is not None
    assert (opened.challenge.number, opened.opener) == (2, "Cy")
    assert told.opened == {1, 2}


def test_cards_are_carried_over_put_back_and_shuffled_in() -> None:
    state, _ = _after(2)
    assert _hands(state) == {"Ann": "R", "Bo": "", "Cy": "CR", "Di": "CR"}
    assert (state.revealed, state.played) == (pile("CT"), pile("SSSTTT"))
    assert (state.deck, state.reshuffles) == (pile("CSR"), True)
    state, _ = _after(3)
    assert _hands(state) == {"Ann": "", "Bo": "", "Cy": "", "Di": ""}
    assert (state.revealed, state.played) == (pile("CCST"), pile("CCSRRRTT"))
    assert state.deck == pile("SSRT")
    assert state.lead == "Ann"


def test_the_third_race_is_won_below_the_summit() -> None:
    state, told = _after(3)
    ascent = state.ascents[2]
    assert ascent.totals == {"Ann": 47, "Bo": 65, "Cy": 62, "Di": 49}
    stars = stars_of(ascent, told.outcome(SETUP, ascent))
    assert stars["Bo"] == EarnedStars(race=3)
    assert {stars[player].total for player in ("Ann", "Cy", "Di")} == {0}
    assert told.outcome(SETUP, ascent).opening is None


def test_equal_stars_are_decided_by_points() -> None:
    state, told = _after(3)
    assert ranking(state, told) == (
        Place(place=1, player="Bo", stars=8, points=204),
        Place(place=2, player="Ann", stars=8, points=203),
        Place(place=3, player="Di", stars=4, points=173),
        Place(place=4, player="Cy", stars=0, points=160),
    )
