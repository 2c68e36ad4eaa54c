"""What Assist cards did to a sheet, from the photo to the audit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.helpers.simulator_conditions import take
from trekprint.rules.expedition.cards import Card
from trekprint.rules.legality import audit
from trekprint.rules.notation import format_game
from trekprint.workflows.photos import read_photo

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from trekprint.rules.game import Game


def game_of(condition: str, seed: int, folder: Path) -> Game:
    taken = take(condition, seed)
    path = folder / f"photo{taken.picture.suffix}"
    path.write_bytes(taken.picture.data)
    (found,) = read_photo(path)
    assert found.result.game is not None
    return found.result.game


def card_codes(game: Game, cards: Mapping[Card, int]) -> set[str]:
    codes = {finding.code for finding in audit(game, cards=cards)}
    return codes & {"tent-without-card", "rope-without-card", "card-not-seen"}


def test_a_tent_cross_is_read_told_and_held_against_the_cards(tmp_path: Path) -> None:
    game = game_of("Tent crosses", 100_001, tmp_path)
    assert game.tent_crosses == 1
    assert " tent=1" in format_game(game)
    assert card_codes(game, {Card.TENT: 1}) == set()
    assert card_codes(game, {}) == {"tent-without-card"}
    assert card_codes(game, {Card.TENT: 2}) == {"card-not-seen"}


def test_a_rope_is_read_told_and_held_against_the_cards(tmp_path: Path) -> None:
    game = game_of("Rope links", 100_002, tmp_path)
    assert " ropes 7-10 " in format_game(game)
    assert card_codes(game, {Card.ROPE: 1}) == set()
    assert card_codes(game, {Card.TENT: 1}) == {"rope-without-card", "card-not-seen"}
