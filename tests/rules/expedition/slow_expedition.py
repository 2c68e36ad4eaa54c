"""A second way to count an Expedition: plain lists of cards, one loop, no sharing.

Nothing here uses `trekprint.rules.expedition` but the steps themselves; totals come
from the slow scorer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tests.helpers.slow_scorer import slow_total
from trekprint.rules.expedition.steps import Earn, HandIn, Reveal, ScoreSheet, Use
from trekprint.rules.notation import parse_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trekprint.rules.expedition.setup import Setup
    from trekprint.rules.expedition.steps import Step
    from trekprint.rules.game import Game
    from trekprint.sheet.model import Sheet


@dataclass
class Table:
    """Where every card lies, as names of kinds; who leads; totals by Ascent."""

    deck: list[str]
    lying: list[str]
    played: list[str]
    hands: dict[str, list[str]]
    lead: str
    totals: list[dict[str, int]] = field(default_factory=list)


def slow_cards(setup: Setup, steps: Sequence[Step]) -> Table:
    """The table after `steps`, which must be legal."""
    kinds = ["compass", "schnapps", "rope", "tent"]
    table = Table(kinds * 4, [], [], {p: [] for p in setup.players}, setup.lead)
    for step in steps:
        if isinstance(step, Reveal):
            if len(step.cards) > len(table.deck):
                table.deck += table.played
                table.played = []
            for card in step.cards:
                table.deck.remove(card.value)
                table.lying.append(card.value)
        elif isinstance(step, Earn):
            players = list(setup.players)
            while players[0] != table.lead:
                players.append(players.pop(0))
            for player in players:
                for pick in step.picks:
                    if pick.player != player:
                        continue
                    table.lead = player
                    if pick.card is not None:
                        table.lying.remove(pick.card.value)
                        table.hands[player].append(pick.card.value)
                    if pick.back is not None:
                        table.hands[player].remove(pick.back.value)
                        table.lying.append(pick.back.value)
        elif isinstance(step, Use):
            table.hands[step.player].remove(step.card.value)
            table.played.append(step.card.value)
        elif isinstance(step, HandIn):
            for card in step.cards:
                table.hands[step.player].remove(card.value)
                table.played.append(card.value)
    return table


def slow_totals(
    setup: Setup, steps: Sequence[Step], sheets: Mapping[str, Sheet]
) -> list[tuple[str, dict[str, int]]]:
    """(sheet, total of each player who climbed) for every Ascent all are scored in.

    The logs of the tests record each Ascent's sheets and cards before the next begins.
    """
    found = []
    for place in range(3):
        name = setup.sheets[place]
        mine = _steps_of_ascent(setup, steps, place)
        scored = [step for step in mine if isinstance(step, ScoreSheet)]
        if len(scored) < len(setup.players) or _is_waiting(setup, steps, place):
            break
        totals = {}
        for step in scored:
            if step.sheet is None:
                continue
            game = parse_game(step.sheet, sheets.__getitem__).game
            handed = sum(
                len(other.cards)
                for other in mine
                if isinstance(other, HandIn) and other.player == step.player
            )
            totals[step.player] = _total(game, handed if setup.cards else None)
        found.append((name, totals))
    return found


def _is_waiting(setup: Setup, steps: Sequence[Step], place: int) -> bool:
    """Whether somebody who played still holds cards and did not hand any in."""
    if not setup.cards:
        return False
    mine = _steps_of_ascent(setup, steps, place)
    before = sum(len(_steps_of_ascent(setup, steps, n)) for n in range(place))
    hands = slow_cards(setup, steps[: before + len(mine)]).hands
    decided = {step.player for step in mine if isinstance(step, HandIn)}
    absent = {
        step.player
        for step in mine
        if isinstance(step, ScoreSheet) and step.sheet is None
    }
    return any(hands[player] for player in hands.keys() - decided - absent)


def _steps_of_ascent(setup: Setup, steps: Sequence[Step], place: int) -> list[Step]:
    if setup.cards:
        begins = [n for n, step in enumerate(steps) if isinstance(step, Reveal)]
        begins += [len(steps)] * (4 - len(begins))
        return list(steps[begins[place] : begins[place + 1]])
    scored = [step for step in steps if isinstance(step, ScoreSheet)]
    count = len(setup.players)
    return list(scored[place * count : (place + 1) * count])


def _total(game: Game, handed: int | None) -> int:
    joined = frozenset(
        (link.a, link.b)
        if (game.number(link.a) or 0) < (game.number(link.b) or 0)
        else (link.b, link.a)
        for link in game.links or ()
    )
    if handed is not None:
        game = replace(game, assist_cards=handed)
    return slow_total(game, joined)


def slow_stars(
    ascents: Sequence[tuple[str, str, dict[str, int]]], sheets: Mapping[str, Sheet]
) -> tuple[dict[tuple[str, str], int], dict[str, int]]:
    """Stars by (Expedition, player), and the records by sheet, after `ascents`.

    Each is (Expedition, sheet, totals), in the order in which they were finished.
    """
    stars: dict[tuple[str, str], int] = {}
    records: dict[str, int] = {}
    for expedition, name, totals in ascents:
        sheet, before = sheets[name], records.get(name)
        for player, total in totals.items():
            won = 0
            if total >= sheet.summit:
                won += sheet.stars.summit
            if all(total >= other for other in totals.values()):
                won += sheet.stars.race
            if before is not None and total > before:
                won += sheet.stars.record
            stars[expedition, player] = stars.get((expedition, player), 0) + won
        best = sorted(totals.values())[-1:]
        if best and (before is None or best[0] > before):
            records[name] = best[0]
    return stars, records
