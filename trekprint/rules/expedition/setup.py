"""What an Expedition begins with, and its exact form as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.expedition.cards import PACK, Pile
from trekprint.rules.expedition.plain import Fields, pile_data, refuse_names

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX = "Max"
"""The name of the seasoned alpinist in a solo Expedition."""

ASCENTS = 3
PLAYERS_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRecord:
    """A record that stood before anything was recorded here.

    `date` is as people write it; it is only shown.
    """

    sheet: str
    player: str
    score: int
    date: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """An Expedition before its first step.

    `players` sit clockwise in this order; `lead`, the oldest (rules 2), is one of them.
    `sheets` are names, the easiest first. With `deal` chance deals the cards; without
    `cards` nobody records them, and the sheets' own counts of cards handed in stand.
    With `solo` there are two players, the second of them Max. `records` and `opened`
    (numbers of envelopes, from 1) are what the box on the table knows already. `at` is
    when it was made, as an ISO time.
    """

    name: str
    players: tuple[str, ...]
    lead: str
    sheets: tuple[str, ...]
    at: str
    deal: bool = False
    cards: bool = True
    solo: bool = False
    pack: Pile = PACK
    records: tuple[KnownRecord, ...] = ()
    opened: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be played.

        Raises:
            InputError: with what is wrong and what to do.
        """
        refuse_names([self.name], "the Expedition", between="")
        refuse_names(self.players, "a player")
        if not 1 <= len(self.players) <= PLAYERS_MOST:
            raise InputError(
                f"{len(self.players)} players cannot climb together; name 1 to"
                f" {PLAYERS_MOST} of them"
            )
        _refuse_twice(self.players)
        if self.lead not in self.players:
            raise InputError(
                f"the first Lead Climber {self.lead!r} is none of the players; name"
                f" the oldest of {', '.join(self.players)}"
            )
        if len(self.sheets) != ASCENTS:
            raise InputError(
                f"an Expedition has {ASCENTS} Ascents, but {len(self.sheets)}"
                f" {'sheet is' if len(self.sheets) == 1 else 'sheets are'} named; name"
                f" {ASCENTS}, the easiest first"
            )
        self._refuse_solo()

    def _refuse_solo(self) -> None:
        if not self.solo:
            return
        if len(self.players) != 2 or self.players[1] != MAX or self.lead == MAX:
            raise InputError(
                "a solo Expedition has one player who leads, and Max; name only the"
                " one player"
            )

    def is_max(self, player: str) -> bool:
        """Whether `player` is Max, whom nobody plays."""
        return self.solo and player == MAX

    def clockwise(self, first: str) -> tuple[str, ...]:
        """All players, from `first` on."""
        place = self.players.index(first)
        return self.players[place:] + self.players[:place]


def _refuse_twice(players: tuple[str, ...]) -> None:
    seen: dict[str, str] = {}
    for player in players:
        other = seen.setdefault(player.casefold(), player)
        if other is not player:
            raise InputError(
                f"two players are called {player!r}; add a letter to one of them"
            )


def setup_data(setup: Setup) -> dict[str, object]:
    """`setup` as plain values; `setup_from` takes exactly these back."""
    data: dict[str, object] = {
        "name": setup.name,
        "players": list(setup.players),
        "lead": setup.lead,
        "sheets": list(setup.sheets),
        "at": setup.at,
        "deal": setup.deal,
        "cards": setup.cards,
        "solo": setup.solo,
        "pack": pile_data(setup.pack),
    }
    if setup.records:
        data["records"] = [
            {"sheet": r.sheet, "player": r.player, "score": r.score, "date": r.date}
            for r in setup.records
        ]
    if setup.opened:
        data["opened"] = list(setup.opened)
    return data


def setup_from(data: Mapping[str, object]) -> Setup:
    """The Setup of `data`.

    Raises:
        InputError: a key is missing, unknown, or holds something else than it should.
    """
    fields = Fields(data, "the Expedition's beginning")
    setup = Setup(
        name=fields.text("name"),
        players=fields.texts("players"),
        lead=fields.text("lead"),
        sheets=fields.texts("sheets"),
        at=fields.time("at"),
        deal=fields.switch("deal", default=False),
        cards=fields.switch("cards", default=True),
        solo=fields.switch("solo", default=False),
        pack=fields.pile("pack", PACK),
        records=tuple(_record(part) for part in fields.parts("records")),
        opened=fields.numbers("opened"),
    )
    fields.refuse_unknown()
    return setup


def _record(fields: Fields) -> KnownRecord:
    record = KnownRecord(
        sheet=fields.text("sheet"),
        player=fields.text("player"),
        score=fields.number("score"),
        date=fields.text("date", ""),
    )
    fields.refuse_unknown()
    return record
