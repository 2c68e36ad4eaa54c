"""Which scoring items a definition may name, and which amounts each of them takes.

What the items do stands in `rules.items`; a test keeps the two tables' names equal.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from trekprint.sheet.model import Amount, ScoringItem
from trekprint.sheetfile.document import UNREAD, inside, quote
from trekprint.sheetfile.fields import Fields, Notes, hint, whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

POINTS_MOST = 100
"""The most points, gained or lost, that one amount may give."""

COUNT_MOST = 20
"""The most things an amount may count."""

SIZE_MOST = 60
"""The largest group that a table of points by size may name."""


class AmountKind(Enum):
    """What an amount of a scoring item may be."""

    POINTS = auto()
    """A whole number, negative for a penalty."""
    COUNT = auto()
    """How many of something."""
    SWITCH = auto()
    """true or false."""
    BY_SIZE = auto()
    """Points by size of a group; the sizes follow each other without a hole."""


_SIZE_BONUS: Final = {"table": AmountKind.BY_SIZE, "beyond": AmountKind.POINTS}

ITEMS: Mapping[str, Mapping[str, AmountKind]] = {
    "fixed_lines": {"merge_lines": AmountKind.SWITCH},
    "mapped_zones": {},
    "longest_line_bonus": _SIZE_BONUS,
    "largest_zone_bonus": _SIZE_BONUS,
    "orphans": {"points": AmountKind.POINTS},
    "skulls": {"points": AmountKind.POINTS},
    "assist_cards": {"points": AmountKind.POINTS, "most": AmountKind.COUNT},
}
"""Scoring item -> its amounts; a definition states all of them."""


def read_scoring(notes: Notes, fields: Fields) -> tuple[ScoringItem, ...] | None:
    """The scoring items, or None where one of them is not sound."""
    entries = fields.entries("scoring", 1, len(ITEMS) * 2)
    items = [_item(notes, value, path) for path, value in entries]
    sound = tuple(item for item in items if item)
    return sound if len(sound) == len(items) else None


def _item(notes: Notes, value: object, path: str) -> ScoringItem | None:
    """A name alone, or a name with its amounts: `orphans: {points: -3}`."""
    if value is UNREAD:
        return None
    if isinstance(value, str):
        value = {value: {}}
    if not isinstance(value, dict) or len(value) != 1:
        notes.add(path, "must be one item, such as 'orphans: {points: -3}'")
        return None
    name, amounts = next(iter(value.items()))
    if name not in ITEMS:
        sentence = f"unknown scoring item {quote(name)}; {hint(name, tuple(ITEMS))}"
        notes.add(path, sentence)
        return None
    schema = ITEMS[name]
    fields = Fields(notes, amounts, inside(path, name), required=tuple(schema))
    read = {key: _amount(notes, fields, key, kind) for key, kind in schema.items()}
    sound = {key: amount for key, amount in read.items() if amount is not None}
    return ScoringItem(name=name, amounts=sound) if len(sound) == len(read) else None


def _amount(notes: Notes, fields: Fields, key: str, kind: AmountKind) -> Amount | None:
    if kind is AmountKind.POINTS:
        return fields.whole(key, -POINTS_MOST, POINTS_MOST)
    if kind is AmountKind.COUNT:
        return fields.whole(key, 0, COUNT_MOST)
    if kind is AmountKind.SWITCH:
        return fields.switch(key)
    return _size_table(notes, fields, key)


def _size_table(notes: Notes, fields: Fields, key: str) -> Mapping[int, int] | None:
    """Points by size; the sizes from 2 on, without a hole."""
    value, path = fields.raw(key), fields.place(key)
    if value is UNREAD:
        return None
    if not isinstance(value, dict) or not value:
        notes.add(path, f"must be points by size, such as {{3: 1}}, not {quote(value)}")
        return None
    table: dict[int, int] = {}
    for size, points in value.items():
        place = inside(path, size)
        given = whole(notes, points, place, -POINTS_MOST, POINTS_MOST)
        if whole(notes, size, place, 2, SIZE_MOST) and given is not None:
            table[size] = given
    if len(table) < len(value):
        return None
    if missing := _holes(sorted(table)):
        notes.add(path, f"size {missing[0]} is missing")
        return None
    return table


def _holes(sizes: Sequence[int]) -> list[int]:
    return [size for size in range(sizes[0], sizes[-1]) if size not in sizes]
