"""Solo games in the store: begun, played step by step, taken up again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from trekprint.errors import InputError, UnreadableError
from trekprint.rules.solo.replay import advance, replay
from trekprint.rules.solo.setup import setup_data, setup_from
from trekprint.rules.solo.steps import step_data, step_from
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from pathlib import Path

    from trekprint.rules.solo.setup import SoloSetup
    from trekprint.rules.solo.state import SoloState
    from trekprint.rules.solo.steps import SoloStep
    from trekprint.sheet.model import Sheet
    from trekprint.store import Record, Store

KIND = "solo"
"""The kind of the store's records that are solo games."""


def time_now() -> str:
    """The time in UTC, to the second, as an ISO text."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass
class Session:
    """A solo game that is being played; every step is in the store when it returns."""

    store: Store
    record_id: int
    setup: SoloSetup
    sheet: Sheet
    steps: tuple[SoloStep, ...]
    state: SoloState

    def add(self, step: SoloStep) -> None:
        """Take one more step.

        Raises:
            InputError: it is not allowed now; nothing is changed.
            StoreError: it could not be saved; nothing is changed.
        """
        state = advance(self.state, step)
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
        if not self.steps:
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
    """A new game, saved before its first round.

    Raises StoreError where it cannot be saved.
    """
    taken = {record.name.casefold() for record in store.records(KIND)}
    name = base = f"{setup.sheet} {setup.at[:16].replace('T', ' ')}"
    number = 1
    while name.casefold() in taken:
        number += 1
        name = f"{base} ({number})"
    record_id = store.create(KIND, name, json.dumps(setup_data(setup)), now=setup.at)
    return Session(store, record_id, setup, sheet, (), replay(setup, (), sheet))


def open_games(store: Store, defs: Path | None = None) -> tuple[Session, ...]:
    """The games that are not finished, the one played last first.

    Raises UnreadableError for one that this version cannot read, and what `load_sheet`
    raises where its sheet is not there any more.
    """
    sessions = (load_game(store, record, defs) for record in store.records(KIND))
    return tuple(session for session in sessions if not session.state.finished)


def load_game(store: Store, record: Record, defs: Path | None = None) -> Session:
    """The game of a record; raises as `open_games`."""
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


def take_up(
    store: Store, sheet: str | None = None, defs: Path | None = None
) -> Session:
    """The open game played last, perhaps only among those on `sheet`.

    Raises InputError where there is none, else as `open_games`.
    """
    for session in open_games(store, defs):
        if sheet in (None, session.setup.sheet):
            return session
    where = f" on {sheet}" if sheet else ""
    raise InputError(
        f"there is no unfinished solo game{where}; begin one with: trekprint solo"
        f" {sheet or 'kagkot'}"
    )


def last_game(
    store: Store, sheet: str | None = None, defs: Path | None = None
) -> Session:
    """The game played last, finished or not, perhaps only among those on `sheet`.

    Raises InputError where there is none, else as `open_games`.
    """
    for record in store.records(KIND):
        session = load_game(store, record, defs)
        if sheet in (None, session.setup.sheet):
            return session
    raise InputError(
        f"no solo game was played{f' on {sheet}' if sheet else ''} yet; begin one with:"
        f" trekprint solo {sheet or 'kagkot'}"
    )


def _text(step: SoloStep) -> str:
    return json.dumps(step_data(step))
