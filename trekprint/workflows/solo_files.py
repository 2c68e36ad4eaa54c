"""A typed solo game: YAML -> both mountains, recomputed, and the slips in it.

    sheet: kagkot
    reading: highest_fitting          # may be left out
    player: Ann                       # may be left out
    rounds:
      - 4 5 7 sum                     # dice, circle, option
      - {dice: [5, 4], circle: 9, option: sum, max: 9, max_links: [7-9]}
    you: "1 2 3 X - ... links 1-2"    # what stands on your sheet; may be left out
    max: "1 2 3 X - ... links 1-2"    # what was written for Max; may be left out

What Max wrote is worked out from the dice; what the file says of it is compared. The
links that a file gives also tell which line was chosen where there was a choice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from trekprint.errors import InputError, UnreadableError
from trekprint.rules.findings import list_text
from trekprint.rules.game import Entry
from trekprint.rules.legality import audit
from trekprint.rules.notation import is_entry, parse_game
from trekprint.rules.solo.max_climber import Dice
from trekprint.rules.solo.replay import advance, check_round, your_choices
from trekprint.rules.solo.setup import SoloSetup, reading_named
from trekprint.rules.solo.state import begin
from trekprint.rules.solo.steps import Climber, MaxLink, Round, link_from, option_named
from trekprint.rules.solo.words import read_dice, read_move, split_line
from trekprint.sheet.model import CircleId
from trekprint.sheetfile.catalog import load_sheet, read_definition
from trekprint.sheetfile.document import quote, read_document
from trekprint.sheetfile.fields import Fields, Notes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from trekprint.rules.game import Game
    from trekprint.rules.solo.state import Choice, SoloState
    from trekprint.sheet.model import Link
    from trekprint.sheetfile.document import Document

_ROUNDS_MOST = 200
_OWNERS = {Climber.YOU: "your", Climber.MAX: "Max's"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloReport:
    """A typed game, played again.

    `slips` are sentences on what the file says otherwise; `open` are sentences on
    choices of lines that it does not tell, where the first possible line was taken.
    """

    source: str
    state: SoloState
    slips: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _TypedRound:
    """A round as typed; `wrote` is what the file says that each of the two wrote."""

    step: Round
    max_links: tuple[Link, ...] = ()
    wrote: Mapping[Climber, Entry]


def play_file(
    path: Path, reading: str | None = None, defs: Path | None = None
) -> SoloReport:
    """The typed game in `path`; `reading` of what Max writes goes before the file's.

    Raises:
        UnreadableError: the file cannot be read, or says what cannot be; with its line.
        InputError, SheetError: its sheet, as `load_sheet`.
    """
    document = read_document(read_definition(path), str(path))
    notes = Notes(document)
    fields = Fields(
        notes,
        document.data,
        "",
        required=("sheet", "rounds"),
        optional=("reading", "player", "you", "max"),
    )
    name, player = fields.text("sheet", 100), fields.text("player", 60)
    named = fields.text("reading", 60)
    rounds = fields.entries("rounds", 1, _ROUNDS_MOST)
    _stop_at_problem(notes)
    sheet = load_sheet(name or "", defs)
    try:
        told = reading_named(reading or named or "highest_fitting")
    except InputError as error:
        raise _error(document, "reading", str(error)) from error
    try:
        setup = SoloSetup(sheet=sheet.id, at="", reading=told, player=player or "You")
    except InputError as error:
        raise _error(document, "player", str(error)) from error
    table = _Table(document, begin(setup, sheet))
    for climber in Climber:
        if climber.value in fields:
            table.read_sheet(climber, fields.raw(climber.value))
    for number, (place, value) in enumerate(rounds, start=1):
        try:
            table.play(_typed_round(notes, place, value))
        except InputError as error:
            raise _error(document, place, f"round {number}: {error}") from error
        _stop_at_problem(notes)
    table.compare_sheets()
    return SoloReport(
        source=str(path),
        state=table.state,
        slips=tuple(table.slips),
        open=tuple(table.open),
    )


class _Table:
    """Plays the rounds of a file, and notes what the file says otherwise."""

    def __init__(self, document: Document, state: SoloState) -> None:
        self.state = state
        self.slips: list[str] = []
        self.open: list[str] = []
        self._document = document
        self._written: dict[Climber, Game] = {}

    def read_sheet(self, climber: Climber, line: object) -> None:
        """What stands on a mountain, as a line of notation without the sheet's name."""
        key = climber.value
        if not isinstance(line, str | int):
            raise _error(
                self._document,
                key,
                f"must be what stands in the circles, as in 1 2 3 X -, not"
                f" {quote(line)}",
            )
        sheet = self.state.game(climber).sheet
        words = str(line)
        if words.split() and is_entry(words.split()[0]):
            words = f"{sheet.id} {words}"
        try:
            self._written[climber] = parse_game(words, lambda _: sheet).game
        except InputError as error:
            raise _error(self._document, key, f"{key}: {error}") from error

    def play(self, typed: _TypedRound) -> None:
        """One round; raises InputError where it may not be played."""
        check_round(self.state, typed.step)
        links = tuple(
            self._chosen(Climber.YOU, choice, typed.step.links)
            for choice in your_choices(self.state, typed.step)
            if len(choice) > 1
        )
        given = tuple(link for link in typed.step.links if link not in links)
        step = replace(typed.step, links=(*links, *given))
        self.state = advance(self.state, step)
        while self.state.choices:
            link = self._chosen(Climber.MAX, self.state.choices[0], typed.max_links)
            self.state = advance(self.state, MaxLink(link=link))
        self._compare_round(typed)

    def _chosen(self, climber: Climber, choice: Choice, named: Sequence[Link]) -> Link:
        """The link of `choice` that the file tells; the first where it tells none."""
        written = self._written.get(climber)
        drawn = frozenset() if written is None else written.links or frozenset()
        for links in (named, drawn):
            told = [link for link in choice if link in links]
            if len(told) == 1:
                return told[0]
        key = "links" if climber is Climber.YOU else "max_links"
        number = len(self.state.played) + (climber is Climber.YOU)
        self.open.append(
            f"round {number}: {_OWNERS[climber]} number can be joined by"
            f" {list_text(choice[:-1])} or {choice[-1]}; {choice[0]} is taken (to tell"
            f" which, add {key}: [{choice[-1]}] to the round)"
        )
        return choice[0]

    # --- slips

    def _compare_round(self, typed: _TypedRound) -> None:
        played = self.state.played[-1]
        step, number = played.round, len(self.state.played)
        for climber, right in ((Climber.YOU, played.yours), (Climber.MAX, played.his)):
            wrote = typed.wrote.get(climber, right)
            if wrote != right:
                self.slips.append(
                    f"round {number}: {_who(climber)} {_what(right)} in circle"
                    f" {step.circle} ({step.dice}), not {_what(wrote)}"
                )
        for link in typed.max_links:
            if link not in played.his_links:
                self.slips.append(
                    f"round {number}: Max's number is not joined by {link}"
                )

    def compare_sheets(self) -> None:
        """Hold what stands on the sheets against what was played."""
        for climber, written in self._written.items():
            right = self.state.game(climber)
            self.slips += _entry_slips(climber, self.state, written)
            self.slips += _link_slips(climber, right, written)
            if climber is Climber.YOU and written.ticks is not None:
                self.slips += _tick_slips(right, written)
            said = replace(
                right, written=written.written, assist_cards=written.assist_cards
            )
            self.slips += [
                f"{_OWNERS[climber]} sheet: {finding.message}"
                for finding in audit(said)
                if finding not in audit(right)
            ]


def _entry_slips(climber: Climber, state: SoloState, written: Game) -> list[str]:
    slips = []
    for number, played in enumerate(state.played, start=1):
        circle = played.round.circle
        right = state.game(climber).entries[circle]
        wrote = written.entries.get(circle)
        if wrote != right:
            stands = "nothing" if wrote is None else _what(wrote)
            slips.append(
                f"circle {circle}: {_who(climber)} {_what(right)} (round {number},"
                f" {played.round.dice}), but {stands} stands there"
            )
    extra = [c for c in written.entries if c not in state.game(climber).entries]
    if extra:
        slips.append(
            f"{_OWNERS[climber]} sheet: no round was typed for circle"
            f"{'s' if len(extra) > 1 else ''} {list_text(extra)}"
        )
    return slips


def _link_slips(climber: Climber, right: Game, written: Game) -> list[str]:
    if written.links is None:
        return []
    drawn, lawful = written.links, right.links or frozenset()
    return [
        *(
            f"{_OWNERS[climber]} sheet: the link {link} is missing"
            for link in sorted(lawful - drawn)
        ),
        *(
            f"{_OWNERS[climber]} sheet: the link {link} is drawn, but no round made it"
            for link in sorted(drawn - lawful)
        ),
    ]


def _tick_slips(right: Game, written: Game) -> list[str]:
    used, ticks = right.ticks or {}, written.ticks or {}
    return [
        f"your sheet: {option.value} was used {count}x, but has"
        f" {ticks.get(option, 0)} ticks"
        for option, count in used.items()
        if ticks.get(option, 0) != count
    ]


def _who(climber: Climber) -> str:
    return "you write" if climber is Climber.YOU else "Max writes"


def _what(entry: Entry) -> str:
    return "a skull" if entry.is_skull else f"{entry}"


# --- reading rounds


def _typed_round(notes: Notes, place: str, value: object) -> _TypedRound:
    """A round; raises InputError, or notes a problem, where it is none."""
    if isinstance(value, str):
        words = split_line(value)
        move = read_move(words[2:])
        if move.circle is None or move.option is None or move.cards:
            raise InputError(
                f"{quote(value)} is no round; write dice, circle and option, as in"
                " 4 5 7 sum"
            )
        step = Round(dice=read_dice(words[:2]), circle=move.circle, option=move.option)
        return _TypedRound(step=step, wrote={})
    fields = Fields(
        notes,
        value,
        place,
        required=("dice", "circle", "option"),
        optional=("links", "max_links", "you", "max"),
    )
    dice, circle = fields.raw("dice"), fields.whole("circle", 1, 999)
    option = fields.text("option", 20)
    _stop_at_problem(notes)
    wrote = {
        climber: _entry(fields.raw(climber.value))
        for climber in Climber
        if climber.value in fields
    }
    return _TypedRound(
        step=Round(
            dice=_dice(dice),
            circle=CircleId(circle or 0),
            option=option_named(option or ""),
            links=_links(fields, "links"),
        ),
        max_links=_links(fields, "max_links"),
        wrote=wrote,
    )


def _dice(value: object) -> Dice:
    if not isinstance(value, list) or [type(die) for die in value] != [int, int]:
        raise InputError(
            f"dice are the red and the yellow one, as in [4, 5], not {quote(value)}"
        )
    return Dice.of(*value)


def _links(fields: Fields, key: str) -> tuple[Link, ...]:
    if key not in fields:
        return ()
    value = fields.raw(key)
    links = value if isinstance(value, list) else [value]
    return tuple(link_from(str(link)) for link in links)


def _entry(value: object) -> Entry:
    if isinstance(value, str) and value in ("X", "x"):
        return Entry(None)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 12:
        raise InputError(
            f"what was written is 0 to 12, or X for a skull, not {quote(value)}"
        )
    return Entry(value)


def _stop_at_problem(notes: Notes) -> None:
    if notes.problems:
        raise UnreadableError(str(notes.problems[0]))


def _error(document: Document, path: str, sentence: str) -> UnreadableError:
    return UnreadableError(f"{document.file}:{document.line(path)}: {sentence}")
