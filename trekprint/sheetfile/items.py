"""Reads what a sheet scores; which items and amounts there are says `rules.items`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.rules.items import ITEMS, AmountKind
from trekprint.sheet.model import Amount, ScoringItem
from trekprint.sheetfile.document import UNREAD, inside, quote
from trekprint.sheetfile.fields import Fields, Notes, hint, whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

POINTS_MOST = 100
"""The most points, gained or lost, that one amount may give."""

SIZE_MOST = 60
"""The largest group that a table of points by size may name."""

COUNTS = frozenset({"most"})
"""Amounts that count something, and so are never below 0."""


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
    specs = ITEMS[name].amounts
    fields = Fields(
        notes,
        amounts,
        inside(path, name),
        required=[key for key, spec in specs.items() if spec.default is None],
        optional=[key for key, spec in specs.items() if spec.default is not None],
    )
    read = {key: _amount(notes, fields, key, s.kind) for key, s in specs.items()}
    sound = {key: amount for key, amount in read.items() if amount is not None}
    # An amount that is there but wrong is as bad as a needed one that is missing.
    if any(key in fields or specs[key].default is None for key in specs.keys() - sound):
        return None
    return ScoringItem(name=name, amounts=sound)


def _amount(notes: Notes, fields: Fields, key: str, kind: AmountKind) -> Amount | None:
    if kind is AmountKind.WHOLE:
        return fields.whole(key, 0 if key in COUNTS else -POINTS_MOST, POINTS_MOST)
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
