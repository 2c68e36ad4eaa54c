"""Expeditions in the store: what is kept, refused, corrected, exported."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.expedition.random_expeditions import play_expedition, random_setup
from tests.rules.expedition.test_replay import earn, hand_in, pile, setup, use
from tests.rules.expedition.test_script import (
    ANN_DUNAI,
    BO_DUNAI,
    BO_KAGKOT,
    CY_DUNAI,
    CY_KAGKOT,
    DI_DUNAI,
    EVENING_1,
    EVENING_2,
    EVENING_3,
    SETUP,
)
from trekprint.errors import InputError, UnreadableError
from trekprint.rules.expedition.cards import Card
from trekprint.rules.expedition.steps import HandIn, Reveal, ScoreSheet, Step
from trekprint.store import NameTakenError, StaleError, Store
from trekprint.workflows.expedition_file import (
    expedition_text,
    read_expedition,
    write_expedition,
)
from trekprint.workflows.expedition_sheets import (
    claim,
    hand_in_by_sheets,
    remarks,
    score_steps,
    usable,
)
from trekprint.workflows.expedition_words import changes, next_step
from trekprint.workflows.expeditions import (
    Shelf,
    add_steps,
    begin_expedition,
    correct,
    delete,
    load_shelf,
    player_named,
    rename,
    undo_last,
)
from trekprint.workflows.typed import score_typed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trekprint.workflows.results import SheetResult

NOW = "2026-12-20T20:00"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "trek.sqlite") as opened:
        yield opened


def winter(store: Store, *evenings: list[Step]) -> Shelf:
    """The scripted Expedition after some evenings, alone on the shelf."""
    steps = [step for evening in evenings for step in evening]
    begun = begin_expedition(store, SETUP)
    add_steps(store, begun, steps, NOW)
    return load_shelf(store)


def sheet(player: str, line: str | None) -> ScoreSheet:
    return ScoreSheet(player=player, sheet=line, at=NOW)


# --- kept and taken up again


def test_what_is_stored_is_taken_up_again_as_it_stood(store: Store) -> None:
    begun = begin_expedition(store, SETUP)
    after = add_steps(store, begun, EVENING_1, NOW)
    assert load_shelf(store).named() == after
    assert load_shelf(store).named("wINTER") == after


def test_sheets_are_climbed_from_the_lowest_summit_to_the_highest(
    store: Store,
) -> None:
    begun = begin_expedition(store, setup(sheets=("dhaulagiri", "dunai", "kagkot")))
    assert begun.setup.sheets == ("dunai", "kagkot", "dhaulagiri")


def test_of_steps_one_of_which_is_not_allowed_none_is_stored(store: Store) -> None:
    begun = begin_expedition(store, setup())
    wrong = [Reveal(cards=pile("CCSRRT"), at=NOW), earn("Ann R"), use("Bo", Card.ROPE)]
    with pytest.raises(InputError, match="Bo cannot use 1 Rope"):
        add_steps(store, begun, wrong, NOW)
    assert load_shelf(store).named().steps == ()


def test_of_two_writers_the_later_is_told_and_nothing_is_lost(store: Store) -> None:
    begun = begin_expedition(store, setup())
    reveal = [Reveal(cards=pile("CCSRRT"), at=NOW)]
    add_steps(store, begun, reveal, NOW)
    with pytest.raises(StaleError):
        add_steps(store, begun, reveal, NOW)
    assert len(load_shelf(store).named().steps) == 1


def test_undo_takes_back_all_that_was_recorded_together(store: Store) -> None:
    shelf = winter(store, EVENING_1, EVENING_2)
    before, taken = undo_last(store, shelf.named(), NOW)
    assert taken == tuple(EVENING_2)
    assert before.steps == tuple(EVENING_1)
    assert load_shelf(store).named() == before
    before, _ = undo_last(store, before, NOW)
    with pytest.raises(InputError, match="nothing to take back"):
        undo_last(store, before, NOW)


def test_a_new_name_is_the_name_in_the_hall_of_fame_too(store: Store) -> None:
    shelf = winter(store, EVENING_1)
    renamed = rename(store, shelf.named(), "Snow: 2026", NOW)
    again = load_shelf(store)
    assert again.named() == renamed
    assert {record.expedition for record in again.chronicle.hall} == {"", "Snow: 2026"}


def test_names_are_there_once(store: Store) -> None:
    begin_expedition(store, setup())
    with pytest.raises(NameTakenError):
        begin_expedition(store, setup(name="WINTER"))


def test_an_expedition_whose_sheet_went_away_hurts_no_other(
    store: Store, tmp_path: Path
) -> None:
    own = tmp_path / "defs"
    own.mkdir()
    shipped = Path(__file__).parents[2] / "sheet_defs" / "dunai.yaml"
    mine = own / "mine.yaml"
    mine.write_text(shipped.read_text().replace("id: dunai", "id: mine"))
    begin_expedition(store, setup(name="Own", sheets=("mine",) * 3), defs=own)
    begin_expedition(store, setup(name="Winter"))
    mine.unlink()
    shelf = load_shelf(store)
    assert shelf.named().name == "Winter"
    with pytest.raises(InputError, match="Own: no sheet is called 'mine'"):
        shelf.named("own")
    assert delete(store, shelf, "own") == "Own"
    assert load_shelf(store).broken == ()


def test_unknown_names_come_with_a_remedy(store: Store) -> None:
    with pytest.raises(InputError, match="there is no Expedition yet; begin one"):
        load_shelf(store).named()
    begin_expedition(store, setup())
    with pytest.raises(InputError, match="did you mean 'Winter'"):
        load_shelf(store).named("Wintr")


def test_players_may_be_named_by_their_first_letters() -> None:
    four = setup("Ann Anton Bo Cy")
    assert player_named(four, "b") == "Bo"
    assert player_named(four, "ann") == "Ann"
    with pytest.raises(InputError, match="'an' may be Ann or Anton"):
        player_named(four, "an")
    with pytest.raises(InputError, match="nobody called 'Eva' climbs"):
        player_named(four, "Eva")


# --- corrections


def test_a_corrected_sheet_says_which_stars_and_records_change(store: Store) -> None:
    """Bo's 68 was 65: the race is Ann's alone, and so is the record."""
    before = winter(store, EVENING_1, EVENING_2)
    steps = [sheet("Bo", ANN_DUNAI)]
    after = before.with_changed(correct(store, before.named(), 1, steps, NOW))
    assert changes(before, after) == [
        "Winter, Ascent 1 (Dunai): Bo has 1 star instead of 2.",
        "Hall of Fame: no longer 68 on dunai by Ann and Bo.",
        "Hall of Fame: now 68 on dunai by Ann.",
    ]
    assert load_shelf(store).named() == after.named()


def test_a_corrected_sheet_says_which_envelopes_change(store: Store) -> None:
    """Without Ann's and Cy's zones of five, Bo's two 11s are met alone.

    Then the first envelope is still closed on the second evening, when Cy has a zone of
    five again.
    """
    before = winter(store, EVENING_1, EVENING_2)
    steps = [sheet("Ann", BO_DUNAI), sheet("Cy", DI_DUNAI)]
    after = before.with_changed(correct(store, before.named(), 1, steps, NOW))
    envelopes = [line for line in changes(before, after) if "envelope" in line]
    assert envelopes == [
        "Winter, Ascent 1 (Dunai): Ann opens envelope 5 instead of Ann opens envelope"
        " 1.",
        "Winter, Ascent 2 (Kagkot): Cy opens envelope 1 instead of Cy opens envelope"
        " 2.",
    ]


def test_a_correction_reaches_the_records_of_later_expeditions(store: Store) -> None:
    """Summer's 70 on Dunai beat Winter's 68; it does not beat 71."""
    winter(store, EVENING_1)
    summer = setup("Eve", name="Summer", at="2026-12-02T00:00", cards=False)
    begun = begin_expedition(store, summer)
    # Bo's 68 with four 5s for the four 4s is 69.
    line = BO_DUNAI.replace("10 4 4 4 4", "10 5 5 5 5")
    late = [ScoreSheet(player="Eve", sheet=line, at="2026-12-02T20:00")]
    add_steps(store, begun, late, NOW)
    before = load_shelf(store)
    assert before.chronicle.standing("dunai") is not None
    best = line.replace("10 5 5 5 5", "10 8 8 8 8")
    first = before.named("Winter")
    after = before.with_changed(correct(store, first, 1, [sheet("Bo", best)], NOW))
    said = changes(before, after)
    assert "Summer, Ascent 1 (Dunai): Eve has 2 stars instead of 3." in said
    assert "Hall of Fame: no longer 69 on dunai by Eve." in said


def test_cards_handed_in_can_be_put_right_where_all_later_steps_still_fit(
    store: Store,
) -> None:
    shelf = winter(store, EVENING_1, EVENING_2)
    some = [HandIn(player="Bo", cards=pile("T"), at=NOW)]
    after = correct(store, shelf.named(), 2, some, NOW)
    assert after.state.ascents[1].totals["Bo"] == 65 + 3
    assert after.state.hands["Bo"] == pile("S")
    more = [HandIn(player="Di", cards=pile("CR"), at=NOW)]
    three = add_steps(store, after, EVENING_3[:5], NOW)
    with pytest.raises(InputError, match="would not fit any more: Di cannot use"):
        correct(store, three, 2, more, NOW)
    assert load_shelf(store).named() == three


def test_only_what_is_recorded_can_be_put_right(store: Store) -> None:
    shelf = winter(store, EVENING_1)
    for ascent, sentence in ((2, "no sheet is recorded for Bo"), (4, "no Ascent 4")):
        with pytest.raises(InputError, match=sentence):
            correct(store, shelf.named(), ascent, [sheet("Bo", BO_KAGKOT)], NOW)


# --- whose a sheet is


def typed(line: str, copy: int | None = None, player: str = "") -> SheetResult:
    words = f"{line} player={player}" if player else line
    return replace(score_typed(words, f"{copy}.jpg"), copy=copy)


def test_a_sheet_is_whose_name_was_typed_or_told(store: Store) -> None:
    state = winter(store, EVENING_1[:1]).named().state
    two = [typed(ANN_DUNAI, player="ann"), typed(BO_DUNAI)]
    assert [c.player for c in claim(state, two)] == ["Ann", None]
    assert [c.player for c in claim(state, two, ["Cy", "Di"])] == ["Cy", "Di"]
    with pytest.raises(InputError, match="1 player named for 2 sheets"):
        claim(state, two, ["Cy"])
    with pytest.raises(InputError, match="two sheets are of Ann"):
        claim(state, two, ["Ann", "Ann"])


def test_the_only_sheet_left_is_of_the_only_player_left(store: Store) -> None:
    scored = [sheet("Ann", ANN_DUNAI), sheet("Bo", BO_DUNAI), sheet("Cy", CY_DUNAI)]
    state = winter(store, [*EVENING_1[:1], *scored]).named().state
    assert [c.player for c in claim(state, [typed(DI_DUNAI)])] == ["Di"]


def test_copies_go_by_the_order_in_which_the_players_sit(store: Store) -> None:
    state = winter(store, [*EVENING_1[:1], sheet("Bo", BO_DUNAI)]).named().state
    photos = [typed(DI_DUNAI, copy=4), typed(ANN_DUNAI, copy=1)]
    claims = claim(state, photos)
    assert [(c.player, c.guessed) for c in claims] == [("Di", True), ("Ann", True)]
    for copies in ((1, 1), (2, 3), (1, 5)):  # twice, Bo's own, nobody's
        strange = [typed(DI_DUNAI, copy=copy) for copy in copies]
        assert [c.player for c in claim(state, strange)] == [None, None]


def test_what_stands_on_the_form_of_max_is_recorded_for_his_mountain(
    store: Store,
) -> None:
    """His form has a strip of rounds, whose boxes no other sheet has."""
    alone = setup("Ann Max", solo=True)
    begun = begin_expedition(store, alone)
    laid = Reveal(cards=pile("CCSRT"), at=NOW)
    state = add_steps(store, begun, [laid], NOW).state
    read = score_typed(ANN_DUNAI, "")
    assert read.game is not None
    form = replace(
        read.game,
        sheet=replace(read.game.sheet, id="max-dunai"),
        written={"round_1_red": 3},
        ticks={},
    )
    found, left_out, failures = usable([replace(read, game=form)], state.ascents[0])
    assert (left_out, failures) == ([], [])
    (step,) = score_steps(claim(state, found), NOW)
    assert (step.player, step.sheet) == ("Max", ANN_DUNAI)
    after = add_steps(store, load_shelf(store).named(), [step], NOW)
    # His orphan wins 3 where it cost Ann 3: 65 + 6.
    assert after.state.ascents[0].totals == {"Max": 71}


def test_boxes_marked_on_a_sheet_hand_cards_in_where_they_leave_no_choice(
    store: Store,
) -> None:
    """One mark for cards of two kinds leaves one: then the player must say which."""
    cards: list[Step] = [Reveal(cards=pile("CSRRTTT"), at=NOW)]
    cards += [earn("Cy T"), earn("Cy T"), earn("Di R"), earn("Ann C"), earn("Ann S")]
    scored: list[Step] = [
        sheet("Ann", f"{ANN_DUNAI} assist=1"),
        sheet("Bo", BO_DUNAI),
        sheet("Cy", f"{CY_DUNAI} assist=1"),
        sheet("Di", f"{DI_DUNAI} assist=1"),
    ]
    # Ann leads: one of her two kinds is marked, so she must say which.
    state = winter(store, [*cards, *scored]).named().state
    assert hand_in_by_sheets(state, NOW) == []
    # After her, Cy's marks are one of two Tents, and Di's the only card.
    after = add_steps(store, load_shelf(store).named(), [hand_in("Ann", "C")], NOW)
    assert [(s.player, str(s.cards)) for s in hand_in_by_sheets(after.state, NOW)] == [
        ("Cy", "1 Tent"),
        ("Di", "1 Rope"),
    ]


def test_remarks_hold_a_sheet_against_the_cards_that_were_recorded(
    store: Store,
) -> None:
    """Cy's fifth sum without a Tent, and zones of 1s and 2s that earned nothing."""
    shelf = winter(store, EVENING_1, EVENING_2[:1])
    after = add_steps(store, shelf.named(), [sheet("Cy", CY_KAGKOT)], NOW)
    said = list(remarks(after.state, after.state.ascents[1], "Cy"))
    assert len(said) == 2
    assert said[0].startswith("Against the rules, Cy: ")
    assert "Tent" in said[0]
    assert said[1] == (
        "Cy's sheet has 2 zones of 0s, 1s or 2s, each of which earned a card, but none"
        " were recorded"
    )


# --- what is next

LAID = [Reveal(cards=pile("CSRRTTT"), at=NOW)]
SCORED = [sheet("Ann", ANN_DUNAI), sheet("Bo", BO_DUNAI), sheet("Cy", CY_DUNAI)]


@pytest.mark.parametrize(
    ("steps", "begins"),
    [
        ([], "Lay 7 Assist cards from the deck open for Ascent 1, and record their"),
        (LAID, "Climb Dunai; Cy is Lead Climber. Record cards as they are earned"),
        ([*LAID, *SCORED], "Score the sheet of Di: trekprint expedition score PHOTO"),
        (EVENING_1[:-4], "Cy decides which cards to hand in for 3 points each (the"),
        (EVENING_1, "Ann opens envelope 1 (a Mapped Zone of exactly 5 circles). Lay 6"),
        (
            [*EVENING_1, *EVENING_2],
            "Cy opens envelope 2 (a Mapped Zone of exactly three 7s). Shuffle the 6"
            " cards already played into the deck. Lay 5 Assist cards",
        ),
        (
            [*EVENING_1, *EVENING_2, *EVENING_3],
            "The Expedition is over: Bo has won with 8 stars and 204 points in all.",
        ),
    ],
)
def test_the_next_step_is_always_told(
    store: Store, steps: list[Step], begins: str
) -> None:
    shelf = winter(store, steps)
    said = next_step(shelf.named().state, shelf.chronicle)
    assert said[: len(begins)] == begins


def test_equal_players_are_asked_to_agree_who_opens(store: Store) -> None:
    two = setup("Ann Bo", cards=False)
    begun = begin_expedition(store, two)
    add_steps(store, begun, [sheet("Ann", ANN_DUNAI), sheet("Bo", ANN_DUNAI)], NOW)
    shelf = load_shelf(store)
    assert next_step(shelf.named().state, shelf.chronicle).startswith(
        "Ann and Bo met envelope 1 (a Mapped Zone of exactly 5 circles) with equal"
        " scores: agree who opens it, and record that: trekprint expedition opener Ann."
    )


# --- files


@given(st.integers(0, 1 << 32))
@settings(max_examples=25)
def test_export_and_import_give_back_exactly_the_same(seed: int) -> None:
    random = Random(seed)
    begun = random_setup(random)
    steps = play_expedition(random, begun)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "winter.yaml"
        write_expedition(path, begun, steps)
        assert read_expedition(path) == (begun, steps)


def test_names_and_records_of_all_kinds_survive_a_file(tmp_path: Path) -> None:
    odd = replace(SETUP, players=("Null", "Łu", "3", "yes"), lead="3", deal=True)
    odd = replace(odd, name="№ 1: 'yes' # no", opened=(1, 4))
    path = tmp_path / "odd.yaml"
    write_expedition(path, odd, ())
    assert read_expedition(path) == (odd, ())


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("kind: expedition", "kind: ascent", "this is no exported Expedition"),
        ("step: earn", "step: steal", "there is no step 'steal'; there are reveal"),
        ("card: rope", "card: rop", "'rop' is no kind of card"),
        ("lead: Cy", "lead: Eve", "the first Lead Climber 'Eve' is none of"),
        ("deal: false", "deal: maybe", "'deal' of the Expedition's beginning must be"),
        ("solo: false", "alone: false", "'alone' is unknown in the Expedition's"),
        ("  lead: Cy\n", "", "'lead' is missing in the Expedition's beginning"),
        ("    tent: 3", "    tent: x", "'cards' of this step must be cards, as in"),
        ("at: 2026-12-01T20:00", "at: noon", "'at' of this step must be a time"),
        ("\nsteps:", "\nstep:", "steps: must be a list"),
    ],
)
def test_files_that_were_changed_by_hand_are_refused_with_their_line(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    text = expedition_text(SETUP, tuple(EVENING_1)).replace("'", "")
    assert old in text
    path = tmp_path / "winter.yaml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(UnreadableError) as caught:
        read_expedition(path)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("winter.yaml:")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="could not be read"):
        read_expedition(tmp_path / "none.yaml")
