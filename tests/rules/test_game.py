from __future__ import annotations

import pytest

from tests.rules.builders import game, row
from trekprint.rules.game import SKULL, Entry
from trekprint.sheet.model import CircleId


@pytest.mark.parametrize("number", [-1, 13])
def test_an_entry_holds_0_to_12(number: int) -> None:
    with pytest.raises(ValueError, match="0 to 12 or a skull"):
        Entry(number)


def test_entries_print_as_players_write_them() -> None:
    assert [str(Entry(10)), str(SKULL)] == ["10", "X"]
    assert SKULL.is_skull
    assert not Entry(0).is_skull


def test_number_of_a_circle() -> None:
    played = game(row(3), [4, "X", "-"])
    assert [played.number(CircleId(n)) for n in (1, 2, 3)] == [4, None, None]
