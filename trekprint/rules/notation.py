r"""Game <-> one line of text.

    kagkot 1 2 3 3 6 7 X 12 - ... links 14-11 11-12 ropes 3-9 ticks lower=4 sum=3
    tent=1 assist=2 player="Ann Lee" written final=88 line_1=14

First the sheet, then what stands in its circles in the order of their ids: a number,
`X` for a skull, `-` for an empty circle. All the rest may be left out: `links` (`none`
where nothing was drawn; left out where nobody recorded them), `ropes` (the links of
Rope cards, between circles with one circle between them), `ticks` (as `links`),
`written` with score boxes, the settings `tent` (crosses beside the sum row), `assist`
(cards handed in), `player`. Quotes keep a name with spaces together; inside them `\"`,
`\\` and `\{2028}` (a code point in hexadecimal) stand for single characters.

`parse_game` and `format_game` are inverse to each other. The notation takes whatever
can stand on a sheet, lawful or not; the audit judges that. It refuses what cannot.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.dice import POSSIBLE, entry_of
from trekprint.rules.game import Entry, Game
from trekprint.rules.items import ASSIST_CARDS, amounts_of
from trekprint.rules.pairs import read_link, read_rope
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import Option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from trekprint.sheet.model import Circle, CircleId, Link, Sheet

_SKULLS = ("X", "x")
_EMPTY = "-"
_NONE = "none"
_OPTIONS = {option.value: option for option in Option}


@dataclass(frozen=True, kw_only=True)
class ParsedGame:
    """A game from text, and sentences on what was not taken literally."""

    game: Game
    notes: tuple[str, ...] = ()


def format_game(game: Game) -> str:
    """`game` as one line of text."""
    words = [game.sheet.id]
    for circle in game.sheet.circles:
        entry = game.entries.get(circle.id)
        words.append(_EMPTY if entry is None else str(entry))
    if game.links is not None:
        words += ["links", *(map(str, sorted(game.links)) if game.links else [_NONE])]
    if game.ropes:
        words += ["ropes", *map(str, sorted(game.ropes))]
    if game.ticks is not None:
        ticks = [f"{o.value}={game.ticks[o]}" for o in Option if o in game.ticks]
        words += ["ticks", *(ticks or [_NONE])]
    if game.tent_crosses:
        words.append(f"tent={game.tent_crosses}")
    if game.assist_cards:
        words.append(f"assist={game.assist_cards}")
    if game.player is not None:
        words.append(f"player={quoted(game.player)}")
    if game.written:
        boxes = sorted(game.written.items())
        words += ["written", *(f"{name}={value}" for name, value in boxes)]
    return " ".join(words)


def parse_game(
    text: str | Sequence[str], sheet_of: Callable[[str], Sheet]
) -> ParsedGame:
    """Read a game from a line of text, or from words already split (a shell's).

    A number over what its circle takes that dice can make becomes the skull it must
    be, with a note.

    Args:
        text: The line, or its words without quotes.
        sheet_of: Gives the sheet of a name, or raises an InputError that says which
            names there are.

    Raises:
        InputError: For anything that does not fit; names the circle or the word, and
            what would be right.
    """
    words = split_words(text) if isinstance(text, str) else list(text)
    if not words:
        raise InputError("nothing to score: give the name of a sheet and its numbers")
    if is_entry(words[0]):
        raise InputError(
            f"the sheet's name is missing before {words[0]}; begin the line with it,"
            " give 'sheet' as a key or column of the file, or --sheet NAME"
        )
    sheet = sheet_of(words[0])
    reader = _Reader(sheet)
    count = 1
    while count < len(words) and not _opens_section(words[count]):
        count += 1
    reader.read_circles(words[1:count])
    reader.read_sections(words[count:])
    return reader.parsed()


def is_entry(word: str) -> bool:
    """Whether `word` is what stands in a circle, and so no sheet's name."""
    return word in (*_SKULLS, _EMPTY) or (word.isascii() and word.isdigit())


def split_words(text: str) -> list[str]:
    """The words of a line; quotes keep spaces, and are taken off.

    Raises InputError where a quote does not end or an escape is unknown.
    """
    words: list[str] = []
    word: str | None = None
    quoted = False
    rest = iter(text)
    for letter in rest:
        if letter == '"':
            quoted, word = not quoted, word or ""
        elif quoted and letter == "\\":
            word = (word or "") + _escaped(rest)
        elif letter.isspace() and not quoted:
            words += [] if word is None else [word]
            word = None
        else:
            word = (word or "") + letter
    if quoted:
        raise InputError(f'a quote is not closed: end the name with " in {text!r}')
    return words if word is None else [*words, word]


def _escaped(rest: Iterable[str]) -> str:
    """The character after a backslash, taken from `rest`."""
    letters = iter(rest)
    letter = next(letters, "")
    if letter in ('"', "\\"):
        return letter
    code = ""
    if letter == "{":
        for letter in letters:
            if letter == "}":
                break
            code += letter
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        raise InputError(
            r'after \ inside quotes comes ", \ or a code such as {e9}'
        ) from None


def quoted(name: str) -> str:
    """`name` as one word of notation, in quotes where it needs them."""
    plain = name and all(c.isprintable() and not c.isspace() and c != '"' for c in name)
    if plain:
        return name
    return '"' + "".join(map(_escape, name)) + '"'


def _escape(letter: str) -> str:
    if letter in ('"', "\\"):
        return f"\\{letter}"
    return letter if letter.isprintable() else f"\\{{{ord(letter):x}}}"


_SECTIONS = ("links", "ropes", "ticks", "written")
_SETTINGS = ("tent", "assist", "player")


def _opens_section(word: str) -> bool:
    return word in _SECTIONS or word.partition("=")[0] in _SETTINGS


@dataclass
class _Reader:
    """Collects the parts of one game while its words are read."""

    sheet: Sheet
    entries: dict[CircleId, Entry] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    links: set[Link] = field(default_factory=set)
    ropes: set[Link] = field(default_factory=set)
    ticks: dict[Option, int] = field(default_factory=dict)
    written: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    player: str | None = None
    notes: list[str] = field(default_factory=list)

    def parsed(self) -> ParsedGame:
        """The game read so far."""
        return ParsedGame(
            game=Game(
                sheet=self.sheet,
                entries=self.entries,
                links=frozenset(self.links) if "links" in self.opened else None,
                ropes=frozenset(self.ropes),
                ticks=self.ticks if "ticks" in self.opened else None,
                tent_crosses=self.counts.get("tent", 0),
                assist_cards=self.counts.get("assist", 0),
                player=self.player,
                written=self.written,
            ),
            notes=tuple(self.notes),
        )

    def read_circles(self, words: Sequence[str]) -> None:
        """One word per circle."""
        circles = self.sheet.circles
        for circle, word in zip(circles, words, strict=False):
            if word != _EMPTY:
                self.entries[circle.id] = self._entry(circle, word)
        further = words[len(circles) : len(circles) + 1]
        for word in further:
            if not (word.isdecimal() or word in (*_SKULLS, _EMPTY)):
                raise _not_understood(word)
        if len(words) != len(circles):
            raise InputError(
                f"{self.sheet.id} has {len(circles)} circles, but {len(words)}"
                f" {'number is' if len(words) == 1 else 'numbers are'} given; write one"
                " for each, X for a skull and - for an empty circle"
            )

    def _entry(self, circle: Circle, word: str) -> Entry:
        entry, note = read_entry(circle, word)
        if note:
            self.notes.append(note)
        return entry

    def read_sections(self, words: Sequence[str]) -> None:
        """Everything after the circles."""
        section = ""
        for word in words:
            name, _, value = word.partition("=")
            if word in _SECTIONS:
                section = word
                self.opened.add(section)
            elif name in _SETTINGS and "=" in word:
                self._set(name, value)
            elif section == "links":
                self._add_pair(word, read_link, self.links)
            elif section == "ropes":
                self._add_pair(word, read_rope, self.ropes)
            elif section == "ticks":
                self._add_ticks(word)
            elif section == "written":
                self._add_box(word)
            else:
                raise _not_understood(word)

    def _set(self, name: str, value: str) -> None:
        if name in self.counts or (name == "player" and self.player is not None):
            raise _given_twice(name)
        if name == "player":
            self.player = value
            return
        most = len(self.sheet.circles) if name == "tent" else self._most_cards()
        self.counts[name] = _whole(f"{name}={value}", value, most)

    def _most_cards(self) -> int:
        item = self.sheet.item(ASSIST_CARDS)
        most = amounts_of(item)["most"] if item else 0
        return most if isinstance(most, int) else 0

    def _add_pair(
        self, word: str, read: Callable[[Sheet, str], Link], pairs: set[Link]
    ) -> None:
        if "=" in word:
            raise _not_understood(word)
        if word != _NONE:
            pairs.add(read(self.sheet, word))

    def _add_ticks(self, word: str) -> None:
        if word == _NONE:
            return
        name, equals, value = word.partition("=")
        if not equals or name not in _OPTIONS:
            raise InputError(
                f"{word!r} is no count of ticks; write an option"
                f" ({', '.join(_OPTIONS)}) and how often it is ticked, as in sum=4"
            )
        if _OPTIONS[name] in self.ticks:
            raise _given_twice(name)
        self.ticks[_OPTIONS[name]] = _whole(word, value, len(self.sheet.circles))

    def _add_box(self, word: str) -> None:
        name, equals, value = word.partition("=")
        number = _digits(value.removeprefix("-"))
        if not equals or not name or number is None:
            raise InputError(
                f"{word!r} is no score box; write its name and number, as in final=88"
            )
        if name in self.written:
            raise _given_twice(name)
        boxes = [box.name for box in form_layout(self.sheet).score_boxes]
        if name not in boxes:
            raise InputError(
                f"no score box is called {name!r}; there are {', '.join(boxes)}"
            )
        self.written[name] = -number if value.startswith("-") else number


def _given_twice(name: str) -> InputError:
    return InputError(f"{name} is given twice; leave one out")


def _not_understood(word: str) -> InputError:
    name, equals, _ = word.partition("=")
    if equals and name in _OPTIONS:
        return InputError(f"{word!r} needs the word 'ticks' before it: ticks {word}")
    if equals and (name == "final" or "_" in name):
        return InputError(
            f"{word!r} needs the word 'written' before it: written {word}"
        )
    return InputError(
        f"{word!r} is not understood; after the circles come links, ropes, ticks,"
        " written, tent=, assist= or player="
    )


def read_entry(circle: Circle, word: str) -> tuple[Entry, str]:
    """What `word` puts in `circle`, and a note where that is not what it says.

    Raises InputError, naming the circle, for what cannot stand there.
    """
    if word in _SKULLS:
        return Entry(None), ""
    right = "write 0 to 12, X for a skull, or - for an empty circle"
    number = _digits(word)
    if number is None:
        raise InputError(f"circle {circle.id}: {word!r} is no number; {right}")
    if number not in POSSIBLE:
        raise InputError(f"circle {circle.id}: no roll gives {number}; {right}")
    entry = entry_of(circle, number)
    if not entry.is_skull:
        return entry, ""
    terrain = f"{circle.terrain.value} terrain takes at most {circle.limit}"
    return entry, (f"circle {circle.id}: {number} counts as a skull, since {terrain}")


def _whole(word: str, value: str, most: int) -> int:
    """`value` as a whole number from 0 to `most`."""
    number = _digits(value)
    if number is None or number > most:
        raise InputError(f"{word!r} does not fit; the count goes from 0 to {most}")
    return number


_LONGEST_NUMBER = 9
"""Digits; nothing on a sheet is longer, and huge numbers cost time."""


def _digits(word: str) -> int | None:
    """`word` as a number, if it is a few plain digits."""
    if word.isascii() and word.isdigit() and len(word) <= _LONGEST_NUMBER:
        return int(word)
    return None
