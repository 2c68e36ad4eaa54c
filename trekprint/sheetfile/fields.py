"""Plain data taken apart with care: every value is checked, every misfit noted."""

from __future__ import annotations

import math
from difflib import get_close_matches
from typing import TYPE_CHECKING

from trekprint.sheetfile.document import UNREAD, inside, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from trekprint.errors import Problem
    from trekprint.sheetfile.document import Document


class Notes:
    """The problems of a document found so far."""

    def __init__(self, document: Document) -> None:
        """Begin with the problems that reading the document gave."""
        self._document = document
        self.problems: list[Problem] = list(document.problems)

    def add(self, path: str, sentence: str) -> None:
        """Note that `sentence` is true of the place `path`."""
        self.problems.append(self._document.problem(path, sentence))

    def add_all(self, problems: Iterable[Problem]) -> None:
        """Note problems that know their path but neither file nor line."""
        for problem in problems:
            self.add(problem.path, problem.sentence)


class Fields:
    """The mapping at `path`, key by key.

    Each reader gives None, with a note, for a value that does not fit; for a key that
    is not there it gives None without a word, since that was noted at the start.
    """

    def __init__(
        self,
        notes: Notes,
        value: object,
        path: str,
        *,
        required: Sequence[str] = (),
        optional: Sequence[str] = (),
    ) -> None:
        """Note what is no mapping, unknown keys, and required keys that are missing."""
        self.path = path
        self._notes = notes
        self._values: Mapping[object, object] = {}
        known = (*required, *optional)
        if not isinstance(value, dict):
            if value is not UNREAD:
                notes.add(path, f"must hold {', '.join(known)}, not {quote(value)}")
            return
        self._values = value
        for key in value:
            if key not in known:
                notes.add(inside(path, key), f"unknown key; {hint(key, known)}")
        for key in required:
            if key not in value:
                notes.add(path, f"'{key}' is missing")

    def __contains__(self, key: str) -> bool:
        """Whether there is a value at `key`."""
        return key in self._values

    def place(self, key: str) -> str:
        """The path of `key`."""
        return inside(self.path, key)

    def raw(self, key: str) -> object:
        """The value at `key` as it stands; UNREAD where there is none."""
        return self._values.get(key, UNREAD)

    def whole(self, key: str, least: int, most: int) -> int | None:
        """A whole number from `least` to `most`."""
        return whole(self._notes, self.raw(key), self.place(key), least, most)

    def number(self, key: str, most: float) -> float | None:
        """A finite number, at most `most` away from 0."""
        value = self.raw(key)
        if value is UNREAD:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._notes.add(self.place(key), f"must be a number, not {quote(value)}")
            return None
        if not math.isfinite(value) or abs(value) > most:
            sentence = f"must be from -{most:.9g} to {most:.9g}, not {quote(value)}"
            self._notes.add(self.place(key), sentence)
            return None
        return float(value)

    def switch(self, key: str) -> bool | None:
        """A true or a false."""
        value = self.raw(key)
        if value is UNREAD or isinstance(value, bool):
            return value if isinstance(value, bool) else None
        self._notes.add(self.place(key), f"must be true or false, not {quote(value)}")
        return None

    def text(self, key: str, most: int) -> str | None:
        """A printable text of 1 to `most` characters, its white space made single."""
        value = self.raw(key)
        if value is UNREAD:
            return None
        if not isinstance(value, str) or not value.strip():
            self._notes.add(self.place(key), f"must be a text, not {quote(value)}")
            return None
        text = " ".join(value.split())
        if not text.isprintable():
            self._notes.add(self.place(key), f"cannot be printed: {quote(text)}")
            return None
        if len(text) > most:
            sentence = f"must be at most {most} characters, not {len(text)}"
            self._notes.add(self.place(key), sentence)
            return None
        return text

    def choice(self, key: str, names: Sequence[str]) -> str | None:
        """One of `names`."""
        value = self.raw(key)
        if value is UNREAD:
            return None
        if not isinstance(value, str) or value not in names:
            sentence = f"unknown {key} {quote(value)}; {hint(value, names)}"
            self._notes.add(self.place(key), sentence)
            return None
        return value

    def entries(self, key: str, least: int, most: int) -> list[tuple[str, object]]:
        """The list at `key` with `least` to `most` entries, each with its path."""
        value = self.raw(key)
        if value is UNREAD:
            return []
        if not isinstance(value, list):
            self._notes.add(self.place(key), f"must be a list, not {quote(value)}")
            return []
        if not least <= len(value) <= most:
            sentence = f"must have {least} to {most} entries, not {len(value)}"
            self._notes.add(self.place(key), sentence)
            return []
        return [(f"{self.place(key)}[{n}]", entry) for n, entry in enumerate(value)]

    def named(self, key: str) -> dict[str, object]:
        """The mapping at `key`, whose keys are free words; other keys are noted."""
        value = self.raw(key)
        if value is UNREAD:
            return {}
        if not isinstance(value, dict):
            self._notes.add(self.place(key), f"must hold keys, not {quote(value)}")
            return {}
        found = {}
        for name, entry in value.items():
            if isinstance(name, str) and name.isascii() and name.isidentifier():
                found[name] = entry
            else:
                place = inside(self.place(key), name)
                self._notes.add(place, "a key must be a word of a to z, 0 to 9 and _")
        return found


def whole(notes: Notes, value: object, path: str, least: int, most: int) -> int | None:
    """`value` if it is a whole number from `least` to `most`, else None and a note."""
    if value is UNREAD:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        notes.add(path, f"must be a whole number, not {quote(value)}")
        return None
    if not least <= value <= most:
        notes.add(path, f"must be {least} to {most}, not {quote(value)}")
        return None
    return value


def hint(word: object, known: Sequence[str]) -> str:
    """What to write instead of `word`: the nearest of `known`, or all of them."""
    nearest = get_close_matches(str(word), known, n=1)
    if nearest:
        return f"did you mean {nearest[0]}?"
    if not known:
        return "there is nothing to set here"
    if len(known) == 1:
        return f"use {known[0]}"
    return f"use {', '.join(known[:-1])} or {known[-1]}"
