"""The Ascents of a solo Expedition, played as solo games and recorded there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.solo.ascent import during, recorded, refuse_other_ascent
from trekprint.rules.solo.setup import SoloSetup
from trekprint.workflows.expeditions import add_steps, load_shelf, time_now
from trekprint.workflows.solo import begin_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from trekprint.rules.expedition.cards import Pile
    from trekprint.rules.expedition.state import State
    from trekprint.rules.solo.max_climber import MaxReading
    from trekprint.rules.solo.state import SoloState
    from trekprint.rules.solo.steps import Climber
    from trekprint.store import Store
    from trekprint.workflows.expeditions import Expedition
    from trekprint.workflows.solo import Session

NONE_YET = (
    "there is no solo Expedition to climb in; begin one: trekprint expedition new"
    ' "Alone" --players ANN --max'
)


class Climb:
    """The Ascent of a solo Expedition that is being climbed, and its game."""

    def __init__(self, store: Store, expedition: Expedition) -> None:
        """Climb the current Ascent of `expedition`."""
        self.store = store
        self.expedition = expedition

    @property
    def stored(self) -> State:
        """The Expedition as it is stored, without the game that is being played."""
        return self.expedition.state

    @property
    def sheet(self) -> str:
        """The name of the sheet that is climbed."""
        ascent = self.stored.current
        assert ascent is not None  # `climb_in` gives only such
        return ascent.sheet.id

    def at(self, state: SoloState) -> State:
        """The Expedition as it stands on the table at this moment of the game.

        Raises InputError where a card was used or taken that is not there.
        """
        return during(self.stored, state)

    def game(self, games: Iterable[Session]) -> Session | None:
        """The first of `games` that is one of this Ascent, finished or not."""
        for session in games:
            if self.is_of(session):
                return self.watched(session)
        return None

    def is_of(self, session: Session) -> bool:
        """Whether `session` is a game of this Ascent, which is not recorded yet."""
        ascent = self.stored.current
        return (
            ascent is not None
            and not ascent.filled
            and session.setup.expedition == self.expedition.setup.at
            and session.setup.ascent == ascent.number
        )

    def begin(self, reading: MaxReading) -> Session:
        """A new game for this Ascent, whose cards must be laid open already."""
        ascent, setup = self.stored.current, self.expedition.setup
        assert ascent is not None  # `climb_in` gives only such
        game = SoloSetup(
            sheet=ascent.sheet.id,
            at=time_now(),
            reading=reading,
            player=setup.players[0],
            expedition=setup.at,
            ascent=ascent.number,
            cards=setup.cards,
        )
        return self.watched(begin_game(self.store, game, ascent.sheet))

    def watched(self, session: Session) -> Session:
        """`session`, which from now on refuses cards that are not there."""
        refuse_other_ascent(self.stored, session.state)
        session.check = self.at
        return session

    def record(
        self,
        state: SoloState,
        handed: Pile | None = None,
        assist: Mapping[Climber, int] | None = None,
    ) -> None:
        """Record the finished game in its Expedition, cards and both sheets, at once.

        Raises:
            InputError: it does not fit there; nothing is recorded.
            StoreError: it cannot be written, or another process wrote meanwhile.
        """
        now = time_now()
        steps = recorded(self.stored, state, now, handed=handed, assist=assist)
        self.expedition = add_steps(self.store, self.expedition, steps, now)


def climb_in(store: Store, name: str | None = None, defs: Path | None = None) -> Climb:
    """The current Ascent of the solo Expedition called `name`, else of the newest.

    Raises InputError where there is none that is not finished.
    """
    if name is not None:
        expedition = load_shelf(store, defs).named(name)
        if not expedition.setup.solo:
            raise InputError(
                f"{expedition.name!r} is climbed by {len(expedition.setup.players)}"
                " players without Max; record it with trekprint expedition score"
            )
        if expedition.state.current is None:
            raise InputError(
                f"all Ascents of {expedition.name!r} are finished; look at it with"
                " trekprint expedition stars"
            )
        return Climb(store, expedition)
    current = climbs(store, defs)
    if not current:
        raise InputError(NONE_YET)
    return current[0]


def climbs(store: Store, defs: Path | None = None) -> tuple[Climb, ...]:
    """The current Ascents of all solo Expeditions that are not finished."""
    return tuple(
        Climb(store, expedition)
        for expedition in load_shelf(store, defs).expeditions
        if expedition.setup.solo and expedition.state.current is not None
    )


def can_go_on(session: Session, current: Iterable[Climb]) -> bool:
    """Whether `session` is a game by itself, or of one of the `current` Ascents."""
    return not session.setup.expedition or any(c.is_of(session) for c in current)


def climb_of(session: Session, current: Iterable[Climb]) -> Climb:
    """The one of the `current` Ascents that `session` is a game of.

    Raises InputError where it is recorded already, or not there any more.
    """
    for climb in current:
        if climb.is_of(session):
            climb.watched(session)
            return climb
    raise InputError(
        f"the Ascent of this game on {session.setup.sheet} is recorded already, or its"
        " Expedition is gone; take the Ascent back with trekprint expedition undo, or"
        f" begin a game by itself: trekprint solo {session.setup.sheet}"
    )
