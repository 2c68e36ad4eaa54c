"""Random legal Expeditions, played step by step with a seeded chance."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from tests.rules.random_games import played_game
from trekprint.rules.expedition.cards import Card, Pile
from trekprint.rules.expedition.replay import advance, begin
from trekprint.rules.expedition.setup import MAX, Setup
from trekprint.rules.expedition.state import deal
from trekprint.rules.expedition.steps import (
    ChooseOpener,
    Earn,
    HandIn,
    Pick,
    Reveal,
    ScoreSheet,
    Step,
    Use,
)
from trekprint.rules.notation import format_game
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from trekprint.rules.expedition.state import State
    from trekprint.sheet.model import Sheet

NAMES = ("dunai", "kagkot", "dhaulagiri")
POOL = 12
"""Played sheets of each mountain; few, so that totals are often equal."""

NINE_IN_A_LINE = (
    "dunai 0 - 1 - - - 2 3 - 4 5 6 7 - 8 - - - - links"
    " 1-3 3-7 7-8 8-10 10-11 11-12 12-13 13-15"
)
FIVE_AND_TWO = "dunai 5 5 5 5 5 - - - - - - - - - - - - 11 11 links none"
"""Sheets of which played ones have none: they meet Challenges 3, and 1 and 5."""


@cache
def sheets() -> Mapping[str, Sheet]:
    """The three base sheets by name."""
    return {name: load_sheet(name) for name in NAMES}


@cache
def pool(name: str) -> tuple[str, ...]:
    """Filled sheets, as lines of notation."""
    random = Random(name)
    lines = [
        format_game(played_game(sheets()[name], random, turns=random.choice((12, 19))))
        for _ in range(POOL)
    ]
    return (*lines, *((NINE_IN_A_LINE, FIVE_AND_TWO) if name == "dunai" else ()))


def random_setup(random: Random, name: str = "Winter") -> Setup:
    """One to six players, or one and Max."""
    solo = random.random() < 0.2
    many = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")[: random.randint(1, 6)]
    players = ("Ann", MAX) if solo else many
    return Setup(
        name=name,
        players=players,
        lead=players[0] if solo else random.choice(players),
        sheets=NAMES,
        at=f"2026-01-{random.randint(1, 9):02}",
        cards=random.random() < 0.9,
        solo=solo,
    )


def play_expedition(random: Random, setup: Setup) -> tuple[Step, ...]:
    """The steps of a legal Expedition, finished or left off on the way."""
    steps: list[Step] = []
    states = [begin(setup, sheets())]
    ends_early = random.random() < 0.2
    for step in _steps(random, lambda: states[-1]):
        steps.append(step)
        states.append(advance(states[-1], step))
        if ends_early and random.random() < 0.02:
            break
    return tuple(steps)


def _steps(random: Random, now: Callable[[], State]) -> Iterator[Step]:
    clock = _clock(random)
    for number in (1, 2, 3):
        if now().setup.cards:
            yield Reveal(cards=deal(now(), random.sample), at=next(clock))
            for _ in range(random.randint(0, 14)):
                yield from _round(random, now, next(clock))
        players = list(now().setup.players)
        random.shuffle(players)
        early = random.randint(0, len(players))
        for place, player in enumerate(players):
            if place == early:
                yield from _handing_in(random, now, clock)
            absent = random.random() < 0.05
            line = random.choice(pool(now().setup.sheets[number - 1]))
            yield ScoreSheet(
                player=player, sheet=None if absent else line, at=next(clock)
            )
        yield from _handing_in(random, now, clock)
        if random.random() < 0.5:
            mine = now().setup.players[0]
            yield ChooseOpener(ascent=number, player=mine, at=next(clock))


def _round(random: Random, now: Callable[[], State], at: str) -> Iterator[Step]:
    """One number written by everybody: some earn a card, some use one."""
    state = now()
    users = [p for p, hand in state.hands.items() if len(hand)]
    users = [p for p in users if not state.setup.is_max(p)]
    if users and random.random() < 0.4:
        user = random.choice(users)
        yield Use(player=user, card=random.choice(list(state.hands[user])), at=at)
    earners = [p for p in state.setup.players if random.random() < 0.3]
    if earners:
        yield Earn(picks=_picks(random, now(), earners), at=at)


def _picks(random: Random, state: State, earners: list[str]) -> tuple[Pick, ...]:
    """What each earner takes of what the ones before left; told in another order."""
    lying = list(state.revealed)
    picks = []
    for player in (p for p in state.order if p in earners):
        full = state.must_put_back(player)
        if not lying or (full and state.setup.is_max(player)) or random.random() < 0.1:
            picks.append(Pick(player=player))
            continue
        card = random.choice(lying)
        lying.remove(card)
        back: Card | None = None
        if full:
            back = random.choice([*state.hands[player], card])
            lying.append(back)
        picks.append(Pick(player=player, card=card, back=back))
    random.shuffle(picks)
    return tuple(picks)


def _handing_in(
    random: Random, now: Callable[[], State], clock: Iterator[str]
) -> Iterator[Step]:
    while waiting := now().to_hand_in:
        hand = list(now().hands[waiting[0]])
        cards = Pile.of(random.sample(hand, random.randint(0, len(hand))))
        yield HandIn(player=waiting[0], cards=cards, at=next(clock))


def _clock(random: Random) -> Iterator[str]:
    """Times that go on, sometimes not at all."""
    minute = random.randint(0, 600)
    while True:
        yield f"2026-01-10T{minute // 60:02}:{minute % 60:02}"
        minute = min(1439, minute + random.randint(0, 9))
