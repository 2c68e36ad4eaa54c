"""Expeditions in the store: begun, carried on, corrected; always replayed from the log.

Each change is one transaction: what a step leads to is worked out before anything is
written, so that a step which is not allowed leaves everything as it was.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING

from trekprint.errors import InputError, TrekprintError
from trekprint.rules.expedition.fame import Chronicle, chronicle
from trekprint.rules.expedition.replay import advance, begin, replay
from trekprint.rules.expedition.setup import setup_data, setup_from
from trekprint.rules.expedition.steps import (
    HandIn,
    ScoreSheet,
    step_data,
    step_from,
    without_last,
)
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from trekprint.rules.expedition.setup import Setup
    from trekprint.rules.expedition.state import State
    from trekprint.rules.expedition.steps import Step
    from trekprint.sheet.model import Sheet
    from trekprint.store import Log, Store

KIND = "expedition"
"""The kind of the store's records that are Expeditions."""

SHEETS = ("dunai", "kagkot", "dhaulagiri")
"""The mountains of an Expedition, unless others are named."""

NONE_YET = (
    'there is no Expedition yet; begin one: trekprint expedition new "Winter" --players'
    " ANN,BEN,CY (clockwise, as you sit)"
)


def time_now() -> str:
    """The time here and now, with its zone, as an ISO text."""
    return datetime.now().astimezone().isoformat(timespec="microseconds")


@dataclass(frozen=True, kw_only=True)
class Expedition:
    """An Expedition as it is stored, and how it stands."""

    record_id: int
    setup: Setup
    steps: tuple[Step, ...]
    state: State

    @property
    def name(self) -> str:
        """Its name."""
        return self.setup.name


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """All Expeditions of a file, the one changed last first.

    `broken` are the names of those that cannot be replayed, each with a sentence that
    says why; nothing else suffers from them.
    """

    expeditions: tuple[Expedition, ...]
    broken: tuple[tuple[str, str], ...] = ()

    @property
    def chronicle(self) -> Chronicle:
        """Records and envelopes, over all Expeditions."""
        # From the oldest on, which decides where two were finished at the same moment.
        oldest = sorted(self.expeditions, key=lambda expedition: expedition.record_id)
        return chronicle(expedition.state for expedition in oldest)

    def named(self, name: str | None = None) -> Expedition:
        """The Expedition called `name`, in whatever case; without it the first.

        Raises:
            InputError: there is none, or it cannot be replayed.
        """
        if not self.expeditions and not self.broken:
            raise InputError(NONE_YET)
        if name is None:
            if not self.expeditions:
                raise InputError(f"{self.broken[0][0]}: {self.broken[0][1]}")
            return self.expeditions[0]
        for expedition in self.expeditions:
            if _same(expedition.name, name):
                return expedition
        for broken, sentence in self.broken:
            if _same(broken, name):
                raise InputError(f"{broken}: {sentence}")
        names = [expedition.name for expedition in self.expeditions]
        near = get_close_matches(name, names, n=1)
        remedy = f"did you mean {near[0]!r}?" if near else f"there is {_list(names)}"
        raise InputError(f"no Expedition is called {name!r}; {remedy}")

    def with_changed(self, expedition: Expedition) -> Shelf:
        """The shelf after `expedition` was changed or added."""
        others = (e for e in self.expeditions if e.record_id != expedition.record_id)
        return replace(self, expeditions=(expedition, *others))


def load_shelf(store: Store, defs: Path | None = None) -> Shelf:
    """All Expeditions in the store, replayed.

    Args:
        store: the open store.
        defs: folder of sheet definitions to look in first.

    Raises:
        StoreError: the file cannot be read.
    """
    expeditions: list[Expedition] = []
    broken: list[tuple[str, str]] = []
    sheets: dict[str, Sheet] = {}
    for record in store.records(KIND):
        log = store.load(record.id)
        try:
            expeditions.append(_replayed(log, sheets, defs))
        except (TrekprintError, ValueError) as error:
            broken.append((record.name, "; ".join(str(error).splitlines())))
    return Shelf(expeditions=tuple(expeditions), broken=tuple(broken))


def _replayed(log: Log, sheets: dict[str, Sheet], defs: Path | None) -> Expedition:
    # The store knows the name, since it can be changed.
    setup = replace(setup_from(json.loads(log.record.setup)), name=log.record.name)
    steps = tuple(step_from(json.loads(text)) for text in log.steps)
    for name in setup.sheets:
        if name not in sheets:
            sheets[name] = load_sheet(name, defs)
    return Expedition(
        record_id=log.record.id,
        setup=setup,
        steps=steps,
        state=replay(setup, steps, sheets),
    )


# --- changes, each one transaction


def begin_expedition(
    store: Store, setup: Setup, steps: Sequence[Step] = (), defs: Path | None = None
) -> Expedition:
    """Store a new Expedition, perhaps with steps already (an imported one).

    The sheets are put in the order of their Summit values, the easiest first.

    Raises:
        InputError: it cannot be played so; nothing is stored.
        StoreError: it cannot be written, or the name is taken.
    """
    sheets = {name: load_sheet(name, defs) for name in setup.sheets}
    if not steps:
        in_order = sorted(setup.sheets, key=lambda name: sheets[name].summit)
        setup = replace(setup, sheets=tuple(in_order))
    state = begin(setup, sheets)
    for number, step in enumerate(steps, start=1):
        try:
            state = advance(state, step)
        except InputError as error:
            raise InputError(f"step {number}: {error}") from error
    record_id = store.create(
        KIND,
        setup.name,
        json.dumps(setup_data(setup), ensure_ascii=False),
        _texts(steps),
        now=time_now(),
    )
    return Expedition(record_id=record_id, setup=setup, steps=tuple(steps), state=state)


def add_steps(
    store: Store, expedition: Expedition, steps: Sequence[Step], now: str
) -> Expedition:
    """Store further steps of an Expedition, all or none.

    Raises:
        InputError: one of them is not allowed; nothing is stored.
        StoreError: they cannot be written, or another process wrote meanwhile.
    """
    state = expedition.state
    for step in steps:
        state = advance(state, step)
    store.append(
        expedition.record_id, _texts(steps), after=len(expedition.steps), now=now
    )
    return replace(expedition, steps=(*expedition.steps, *steps), state=state)


def undo_last(
    store: Store, expedition: Expedition, now: str
) -> tuple[Expedition, tuple[Step, ...]]:
    """Take back what was recorded last; the Expedition then, and the steps taken back.

    Raises:
        InputError: there is nothing to take back.
        StoreError: it cannot be written, or another process wrote meanwhile.
    """
    if not expedition.steps:
        raise InputError(
            f"nothing is recorded of {expedition.name!r} yet, so there is nothing to"
            " take back"
        )
    kept = without_last(expedition.steps)
    return _rewritten(store, expedition, kept, now), expedition.steps[len(kept) :]


def correct(
    store: Store,
    expedition: Expedition,
    ascent: int,
    steps: Sequence[ScoreSheet | HandIn],
    now: str,
    further: Sequence[Step] = (),
) -> Expedition:
    """Put sheets or cards handed in of an Ascent right, in their old places.

    Each step takes the place and time of the one that it corrects; `further` steps come
    after all that is recorded.

    Raises:
        InputError: there is nothing yet to correct, or what was recorded later is not
            allowed any more; nothing is stored.
        StoreError: it cannot be written, or another process wrote meanwhile.
    """
    corrected = list(expedition.steps)
    for step in steps:
        place = _place_of(expedition, ascent, step)
        corrected[place] = replace(step, at=corrected[place].at)
    return _rewritten(store, expedition, (*corrected, *further), now)


def recorded_step(
    expedition: Expedition, ascent: int, step: ScoreSheet | HandIn
) -> Step:
    """The step of an Ascent that `step` would correct; errors as `correct`."""
    return expedition.steps[_place_of(expedition, ascent, step)]


def _place_of(expedition: Expedition, ascent: int, step: ScoreSheet | HandIn) -> int:
    """Where in the log the step stands that `step` corrects."""
    if not 1 <= ascent <= len(expedition.state.ascents):
        raise InputError(f"there is no Ascent {ascent}; there are 1, 2 and 3")
    mine = expedition.state.ascents[ascent - 1]
    if isinstance(step, ScoreSheet):
        filled = mine.filled.get(step.player)
        place, what = filled.step if filled else None, "no sheet is recorded"
    else:
        handed = mine.handed.get(step.player)
        place, what = handed.step if handed else None, "no cards were handed in"
    if place is None:
        raise InputError(
            f"{what} for {step.player} in Ascent {ascent}, so nothing can be put right"
            " there; record it without --ascent"
        )
    return place


def _rewritten(
    store: Store, expedition: Expedition, steps: tuple[Step, ...], now: str
) -> Expedition:
    sheets = {ascent.sheet.id: ascent.sheet for ascent in expedition.state.ascents}
    try:
        state = replay(expedition.setup, steps, sheets)
    except InputError as error:
        raise InputError(
            f"then what was recorded after it would not fit any more: {error}; take the"
            " later steps back with undo first"
        ) from error
    store.rewrite(
        expedition.record_id, _texts(steps), after=len(expedition.steps), now=now
    )
    return replace(expedition, steps=steps, state=state)


def rename(store: Store, expedition: Expedition, name: str, now: str) -> Expedition:
    """Give an Expedition another name; in the Hall of Fame, too.

    Raises:
        InputError: that is no name.
        StoreError: it cannot be written, or the name is taken.
    """
    setup = replace(expedition.setup, name=name)
    store.rename(expedition.record_id, name, now=now)
    state = replace(expedition.state, setup=setup)
    return replace(expedition, setup=setup, state=state)


def delete(store: Store, shelf: Shelf, name: str) -> str:
    """Delete an Expedition, also one that cannot be replayed; its name as it was.

    Raises:
        InputError: none is called so.
        StoreError: it cannot be written.
    """
    record_id, stored = find_stored(store, shelf, name)
    store.delete(record_id)
    return stored


def find_stored(store: Store, shelf: Shelf, name: str) -> tuple[int, str]:
    """(id in the store, name) of an Expedition, also one that cannot be replayed.

    Raises:
        InputError: none is called so.
    """
    for record in store.records(KIND):
        if _same(record.name, name):
            return record.id, record.name
    expedition = shelf.named(name)
    return expedition.record_id, expedition.name


# --- names


def player_named(setup: Setup, typed: str) -> str:
    """The player whom `typed` means: the name in any case, or how only one begins.

    Raises:
        InputError: nobody or several are meant.
    """
    wanted = typed.strip().casefold()
    names = [name for name in setup.players if name.casefold() == wanted]
    names = names or [n for n in setup.players if wanted and _begins(n, wanted)]
    if len(names) == 1:
        return names[0]
    if names:
        raise InputError(f"{typed!r} may be {_list(names, 'or')}; write more letters")
    raise InputError(
        f"nobody called {typed!r} climbs in {setup.name!r}; there are"
        f" {_list(setup.players)}"
    )


def _begins(name: str, wanted: str) -> bool:
    return name.casefold().startswith(wanted)


def _same(name: str, other: str) -> bool:
    return " ".join(name.casefold().split()) == " ".join(other.casefold().split())


def _list(names: Sequence[str], word: str = "and") -> str:
    *rest, last = names or ("none",)
    return f"{', '.join(rest)} {word} {last}" if rest else last


def _texts(steps: Sequence[Step]) -> list[str]:
    return [json.dumps(step_data(step), ensure_ascii=False) for step in steps]
