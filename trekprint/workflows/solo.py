"""Solo games in the store: begun, played step by step, taken up again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.errors import InputError, TrekprintError, UnreadableError
from trekprint.rules.solo.replay import advance, replay
from trekprint.rules.solo.setup import setup_data, setup_from
from trekprint.rules.solo.steps import step_data, step_from
from trekprint.sheetfile.catalog import load_sheet
from trekprint.workflows.expeditions import time_now

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from trekprint.rules.solo.setup import SoloSetup
    from trekprint.rules.solo.state import SoloState
    from trekprint.rules.solo.steps import SoloStep
    from trekprint.sheet.model import Sheet
    from trekprint.store import Record, Store

KIND = "solo"
"""The kind of the store's records that are solo games."""


@dataclass
class Session:
    """A solo game that is being played; every step is in the store when it returns.

    A game is in the store from its first step on; before, `record_id` is None. `check`
    is asked before a step is saved, and raises InputError to refuse what it leads to.
    """

    store: Store
    record_id: int | None
    setup: SoloSetup
    sheet: Sheet
    steps: tuple[SoloStep, ...]
    state: SoloState
    check: Callable[[SoloState], object] | None = None

    def add(self, step: SoloStep) -> None:
        """Take one more step.

        Raises:
            InputError: it is not allowed now; nothing is changed.
            StoreError: it could not be saved; nothing is changed.
        """
        state = advance(self.state, step)
        if self.check is not None:
            self.check(state)
        if self.record_id is None:
            self.record_id = _create(self.store, self.setup, [_text(step)])
        else:
            self.store.append(
                self.record_id, [_text(step)], after=len(self.steps), now=time_now()
            )
        self.steps, self.state = (*self.steps, step), state

    def undo(self) -> SoloStep:
        """Take back the last step, and return it.

        Raises:
            InputError: there is none.
            StoreError: it could not be saved; nothing is changed.
        """
        if not self.steps or self.record_id is None:
            raise InputError("nothing is played yet, so there is nothing to take back")
        *kept, last = self.steps
        state = replay(self.setup, kept, self.sheet)
        self.store.rewrite(
            self.record_id,
            [_text(step) for step in kept],
            after=len(self.steps),
            now=time_now(),
        )
        self.steps, self.state = tuple(kept), state
        return last


def begin_game(store: Store, setup: SoloSetup, sheet: Sheet) -> Session:
    """A new game; nothing is saved of it before its first round."""
    return Session(store, None, setup, sheet, (), replay(setup, (), sheet))


def _create(store: Store, setup: SoloSetup, steps: Sequence[str]) -> int:
    """The id of a new record, called by its sheet and when it was begun."""
    taken = {record.name.casefold() for record in store.records(KIND)}
    name = base = f"{setup.sheet} {setup.at[:16].replace('T', ' ')}"
    number = 1
    while name.casefold() in taken:
        number += 1
        name = f"{base} ({number})"
    return store.create(
        KIND, name, json.dumps(setup_data(setup)), steps, now=time_now()
    )


def all_games(
    store: Store, defs: Path | None = None
) -> tuple[tuple[Session, ...], tuple[str, ...]]:
    """All games, the one played last first; and sentences on those that are broken.

    Raises StoreError where the store cannot be read.
    """
    sessions, broken = [], []
    for record in store.records(KIND):
        try:
            sessions.append(load_game(store, record, defs))
        except TrekprintError as error:
            broken.append("; ".join(str(error).splitlines()))
    return tuple(sessions), tuple(broken)


def load_game(store: Store, record: Record, defs: Path | None = None) -> Session:
    """The game of a record.

    Raises UnreadableError where this version cannot read it, and what `load_sheet`
    raises where its sheet is not there any more.
    """
    log = store.load(record.id)
    try:
        setup = setup_from(json.loads(log.record.setup))
        sheet = load_sheet(setup.sheet, defs)
        steps = tuple(step_from(json.loads(text)) for text in log.steps)
        state = replay(setup, steps, sheet)
    except (InputError, ValueError) as error:
        raise UnreadableError(
            f"the solo game {record.name!r} cannot be taken up: {error}"
        ) from error
    return Session(store, record.id, setup, sheet, steps, state)


def open_game(games: Iterable[Session], sheet: str | None = None) -> Session:
    """The first of `games` that is not finished, perhaps only among those on `sheet`.

    Raises InputError where there is none.
    """
    for session in games:
        if sheet in (None, session.setup.sheet) and not session.state.finished:
            return session
    where = f" on {sheet}" if sheet else ""
    raise InputError(
        f"there is no unfinished solo game{where}; begin one with: trekprint solo"
        f" {sheet or 'kagkot'}"
    )


def last_game(games: Iterable[Session], sheet: str | None = None) -> Session:
    """The first of `games`, perhaps only among those on `sheet`.

    Raises InputError where there is none.
    """
    for session in games:
        if sheet in (None, session.setup.sheet):
            return session
    raise InputError(
        f"no solo game was played{f' on {sheet}' if sheet else ''} yet; begin one with:"
        f" trekprint solo {sheet or 'kagkot'}"
    )


def _text(step: SoloStep) -> str:
    return json.dumps(step_data(step))
