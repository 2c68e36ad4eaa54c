"""Steps, beginnings and piles as plain data, and what is said about other data."""

from __future__ import annotations

import pytest

from tests.rules.expedition.test_replay import AT, setup
from trekprint.errors import InputError
from trekprint.rules.expedition.cards import EMPTY, Card, Pile
from trekprint.rules.expedition.setup import setup_data, setup_from
from trekprint.rules.expedition.steps import (
    Earn,
    Pick,
    Reveal,
    step_data,
    step_from,
    without_last,
)


def test_a_step_reads_like_what_was_done() -> None:
    picks = (Pick(player="Ann", card=Card.ROPE, back=Card.TENT), Pick(player="Bo"))
    assert step_data(Earn(picks=picks, at=AT)) == {
        "step": "earn",
        "picks": [{"player": "Ann", "card": "rope", "back": "tent"}, {"player": "Bo"}],
        "at": AT,
    }
    cards = Pile.of([Card.ROPE, Card.TENT, Card.ROPE])
    assert step_data(Reveal(cards=cards, at=AT))["cards"] == {"rope": 2, "tent": 1}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("earn", "this step must be a mapping of names to values"),
        ({"at": AT}, "'step' is missing in this step; add it"),
        ({"step": 3, "at": AT}, "'step' of this step must be a text"),
        ({"step": "use", "at": AT, "player": "Ann"}, "'card' is missing"),
        ({"step": "use", "at": AT, "player": "Ann", "card": "axe"}, "no kind of card"),
        ({"step": "earn", "at": AT, "picks": 3}, "'picks' of this step must be a list"),
        ({"step": "earn", "at": AT, "picks": [3]}, "picks of this step must be a map"),
        ({"step": "reveal", "at": AT, "cards": 3}, "must be cards, as in"),
        ({"step": "reveal", "at": AT, "cards": {"rope": -1}}, "must be cards, as in"),
        ({"step": "reveal", "at": AT, "cards": {}, "x": 1}, "'x' is unknown in this"),
        ({"step": "reveal", "at": "noon", "cards": {}}, "'at' of this step must be a"),
        ({"step": "opener", "at": AT, "ascent": True}, "must be a whole number"),
    ],
)
def test_other_data_is_refused(data: object, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        step_from(data)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": "Ann"}, "'players' of the Expedition's beginning must be a list"),
        ({"opened": ["1"]}, "must be a list of whole numbers"),
        ({"deal": "yes"}, "must be true or false"),
        ({"records": [{"sheet": "dunai", "player": "Eva"}]}, "'score' is missing"),
    ],
)
def test_other_beginnings_are_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        setup_from({**setup_data(setup()), **change})


def test_a_pack_of_other_cards_is_kept_and_four_of_each_are_the_default() -> None:
    """Four of each kind is our reading."""
    other = setup(pack=Pile((5, 5, 3, 3)))
    assert setup_from(setup_data(other)) == other
    data = setup_data(setup())
    del data["pack"]
    assert setup_from(data).pack == Pile((4, 4, 4, 4))


def test_a_pile_counts_and_never_holds_less_than_none() -> None:
    pile = Pile.counted({Card.ROPE: 2, Card.TENT: 1})
    assert (len(pile), pile[Card.ROPE], str(pile)) == (3, 2, "2 Rope and 1 Tent")
    assert str(EMPTY) == "no cards"
    assert pile - pile == EMPTY
    for wrong in ((1, 2, 3), (0, 0, 0, -1)):
        with pytest.raises(ValueError, match="a pile has a count for each kind"):
            Pile(wrong)
    with pytest.raises(ValueError, match="a pile has"):
        EMPTY - pile


def test_nothing_is_left_to_undo_at_the_beginning() -> None:
    assert without_last(()) == ()


def test_what_was_recorded_together_is_taken_back_together() -> None:
    first, *second = (
        Reveal(cards=EMPTY, at=at) for at in ("2026-12-01", "2026-12-02", "2026-12-02")
    )
    assert without_last((first, *second)) == (first,)
