"""Plain values (of JSON, YAML) <-> steps and beginnings; errors name the key."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.expedition.cards import Card, Pile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NAME_MOST = 60
_MISSING = object()
BETWEEN = "=,:"
"""Signs that stand between players and cards where people type."""


def instant(at: str) -> datetime:
    """The moment of an ISO time, in UTC where it names no zone; else ValueError."""
    moment = datetime.fromisoformat(at)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def pile_data(pile: Pile) -> dict[str, int]:
    """`{"rope": 2, "tent": 1}`."""
    return {card.value: count for card, count in pile.by_kind().items()}


def refuse_names(names: Iterable[str], what: str, between: str = BETWEEN) -> None:
    """Raise InputError for the first name that nobody could type or read.

    `between` are signs that people type between such names and other things.
    """
    for name in names:
        if not name.strip() or name != name.strip():
            raise InputError(
                f"{name!r} is no name for {what}; give one without blanks around it"
            )
        if len(name) > NAME_MOST:
            raise InputError(
                f"the name {name[:20]!r}... for {what} is too long; {NAME_MOST}"
                " characters fit"
            )
        if not name.isprintable() or any(sign in name for sign in between):
            signs = f" and the signs {' '.join(between)}" if between else ""
            raise InputError(
                f"{name!r} is no name for {what}: leave out control characters{signs}"
            )


class Fields:
    """The values of one mapping, each taken once by its key.

    Every method raises an InputError that names `place` and the key where the value is
    missing or of another kind.
    """

    def __init__(self, data: object, place: str) -> None:
        """Take values from `data`."""
        if not isinstance(data, dict):
            raise InputError(f"{place} must be a mapping of names to values")
        self._left = dict(data)
        self._place = place

    def text(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self._take(key, default)
        if not isinstance(value, str):
            raise self._other(key, "a text")
        return value

    def text_or_none(self, key: str) -> str | None:
        """A text; None where it is left out."""
        return self.text(key) if key in self._left else None

    def time(self, key: str) -> str:
        """An ISO time, as text."""
        value = self.text(key)
        try:
            instant(value)
        except ValueError:
            raise self._other(key, "a time, as in 2026-12-03T20:15:00+00:00") from None
        return value

    def number(self, key: str) -> int:
        """A whole number."""
        value = self._take(key, None)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._other(key, "a whole number")
        return value

    def switch(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self._take(key, default)
        if not isinstance(value, bool):
            raise self._other(key, "true or false")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._take(key, None)
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self._other(key, "a list of texts")
        return tuple(value)

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers; none where it is left out."""
        value = self._take(key, [])
        if not isinstance(value, list) or any(type(v) is not int for v in value):
            raise self._other(key, "a list of whole numbers")
        return tuple(value)

    def card_or_none(self, key: str) -> Card | None:
        """A kind of card; None where it is left out."""
        name = self.text_or_none(key)
        return None if name is None else self._card(key, name)

    def card(self, key: str) -> Card:
        """A kind of card."""
        return self._card(key, self.text(key))

    def pile(self, key: str, default: Pile | None = None) -> Pile:
        """Cards by kind; `default` where it is left out."""
        if default is not None and key not in self._left:
            return default
        value = self._take(key, None)
        if not isinstance(value, dict):
            raise self._other(key, "cards, as in {rope: 2, tent: 1}")
        counts = {self._card(key, name): count for name, count in value.items()}
        if any(type(count) is not int or count < 0 for count in counts.values()):
            raise self._other(key, "cards, as in {rope: 2, tent: 1}")
        return Pile.counted(counts)

    def parts(self, key: str) -> tuple[Fields, ...]:
        """A list of mappings; none where it is left out."""
        value = self._take(key, [])
        if not isinstance(value, list):
            raise self._other(key, "a list")
        return tuple(Fields(part, f"{key} of {self._place}") for part in value)

    def refuse_unknown(self) -> None:
        """Raise InputError where a key is left that nobody took."""
        for key in self._left:
            raise InputError(f"{key!r} is unknown in {self._place}; leave it out")

    def _card(self, key: str, name: object) -> Card:
        for card in Card:
            if card.value == name:
                return card
        kinds = ", ".join(card.value for card in Card)
        raise InputError(
            f"{key!r} of {self._place}: {name!r} is no kind of card; use {kinds}"
        )

    def _take(self, key: str, default: object) -> object:
        value = self._left.pop(key, _MISSING)
        if value is not _MISSING:
            return value
        if default is None:
            raise InputError(f"{key!r} is missing in {self._place}; add it")
        return default

    def _other(self, key: str, wanted: str) -> InputError:
        return InputError(f"{key!r} of {self._place} must be {wanted}")


def without_defaults(data: Mapping[str, object | None]) -> dict[str, object]:
    """`data` without what is None."""
    return {key: value for key, value in data.items() if value is not None}
