"""Scored sheets -> whose they are, and the steps that record them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.rules.expedition.cards import EMPTY, Pile
from trekprint.rules.expedition.replay import advance
from trekprint.rules.expedition.setup import MAX
from trekprint.rules.expedition.steps import HandIn, ScoreSheet
from trekprint.rules.findings import count_text, list_text
from trekprint.rules.legality import audit
from trekprint.rules.notation import format_game
from trekprint.workflows.expeditions import player_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trekprint.rules.expedition.state import Ascent, State
    from trekprint.workflows.results import SheetResult

MAX_FORM = "max-"
"""Before the name of a mountain: the form on which Max climbs it."""

EARNING = (0, 1, 2)
"""Numbers of which a new zone earns an Assist card."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A sheet and whose it is.

    `player` is None where nothing tells; with `guessed` it is only taken from the
    number of the copy, in the order in which the players sit.
    """

    result: SheetResult
    player: str | None
    guessed: bool = False


def usable(
    results: Sequence[SheetResult], ascent: Ascent
) -> tuple[list[SheetResult], list[str], list[str]]:
    """The filled sheets of `ascent`; sentences on those left out, and on failures."""
    found: list[SheetResult] = []
    left_out: list[str] = []
    failures: list[str] = []
    for result in (_without_form(result, ascent) for result in results):
        if result.error is not None or result.game is None:
            failures.append(_with_source(result, result.error or "nothing was read"))
        elif not result.game.entries:
            left_out.append(_with_source(result, "nothing is written on it; left out"))
        elif result.game.sheet.id != ascent.sheet.id:
            failures.append(
                _with_source(
                    result,
                    f"this is a sheet of {result.game.sheet.id}, but Ascent"
                    f" {ascent.number} is climbed on {ascent.sheet.id}; give a sheet"
                    " of that",
                )
            )
        else:
            found.append(result)
    return found, left_out, failures


def _without_form(result: SheetResult, ascent: Ascent) -> SheetResult:
    """`result`; where it is Max's form of the mountain, what he wrote on that.

    The strip of rounds, which takes the place of the ticks, does not belong to it.
    """
    game = result.game
    if game is None or game.sheet.id != MAX_FORM + ascent.sheet.id:
        return result
    climbed = replace(game, sheet=ascent.sheet, ticks=None, written={}, player=MAX)
    return replace(result, game=climbed)


def _with_source(result: SheetResult, sentence: str) -> str:
    source = result.source.rpartition("/")[2]
    page = f", page {result.page}" if result.page > 1 else ""
    return sentence if source in sentence else f"{source}{page}: {sentence}"


def claim(
    state: State,
    results: Sequence[SheetResult],
    named: Sequence[str] = (),
    *,
    corrects: Ascent | None = None,
) -> list[Claim]:
    """Whose each sheet is, as far as can be told.

    Args:
        state: how the Expedition stands.
        results: filled sheets of one Ascent.
        named: players in the order of the sheets, where the user told them.
        corrects: the Ascent whose sheets are put right; then all players may be meant.

    Raises:
        InputError: a name is unknown, or two sheets are of one player.
    """
    if named and len(named) != len(results):
        raise InputError(
            f"{count_text(len(named), 'player')} named for"
            f" {count_text(len(results), 'sheet')}; name one for each, in their order"
        )
    typed: list[str | None] = [r.game.player if r.game else None for r in results]
    typed = [*named] or typed
    players = [player_named(state.setup, name) if name else None for name in typed]
    claims = [
        Claim(result=result, player=player)
        for result, player in zip(results, players, strict=True)
    ]
    known = {claimed.player for claimed in claims}
    free = state.setup.players if corrects else state.without_sheet
    claims = _guessed(state, claims, [p for p in free if p not in known])
    refuse_twice(claims)
    return claims


def _guessed(state: State, claims: list[Claim], free: Sequence[str]) -> list[Claim]:
    """`claims`, those without a player filled in: the only one left, or by copy."""
    open_ = [c for c in claims if c.player is None]
    if len(open_) == 1 and len(free) == 1:
        return [replace(c, player=c.player or free[0]) for c in claims]
    by_copy = {place: p for place, p in enumerate(state.setup.players, 1) if p in free}
    copies = [c.result.copy for c in open_]
    if len(set(copies)) < len(copies) or not all(copy in by_copy for copy in copies):
        return claims
    return [
        replace(c, player=by_copy[c.result.copy], guessed=True)
        if c.player is None and c.result.copy is not None
        else c
        for c in claims
    ]


def refuse_twice(claims: Sequence[Claim]) -> None:
    """Raise InputError where two sheets are of one player."""
    seen: dict[str, Claim] = {}
    for claimed in claims:
        if claimed.player is None:
            continue
        if claimed.player in seen:
            sources = [seen[claimed.player].result, claimed.result]
            named = list_text(result.source or "a typed one" for result in sources)
            raise InputError(
                f"two sheets are of {claimed.player} ({named}); leave one out, or tell"
                " whose they are with --player, once for each sheet"
            )
        seen[claimed.player] = claimed


def score_steps(claims: Sequence[Claim], at: str) -> list[ScoreSheet]:
    """The steps that record the sheets; the player's name stands in the step."""
    return [
        ScoreSheet(
            player=claimed.player,
            sheet=format_game(replace(claimed.result.game, player=None)),
            at=at,
        )
        for claimed in claims
        if claimed.player is not None and claimed.result.game is not None
    ]


def hand_in_by_sheets(state: State, at: str) -> list[HandIn]:
    """What players hand in whose sheets say so plainly, from the first in order on.

    That is where as many +3 boxes are marked as the player holds cards, or where all
    of them are of one kind. It ends with the first player whose sheet leaves it open.
    """
    steps: list[HandIn] = []
    while state.to_hand_in:
        player = state.to_hand_in[0]
        cards = marked_cards(state, player)
        if cards is None or not len(cards):
            break
        steps.append(HandIn(player=player, cards=cards, at=at))
        state = advance(state, steps[-1])
    return steps


def marked_cards(state: State, player: str) -> Pile | None:
    """The cards that `player` handed in by the sheet; None where it does not tell."""
    ascent, hand = state.current, state.hands[player]
    filled = ascent and ascent.filled.get(player)
    if not filled or filled.game is None:
        return None
    count, kinds = filled.game.assist_cards, hand.by_kind()
    if count == 0:
        return EMPTY
    if count == len(hand):
        return hand
    if len(kinds) == 1 and count < len(hand):
        return Pile.of(list(hand)[:count])
    return None


def remarks(state: State, ascent: Ascent, player: str) -> Iterator[str]:
    """What is to be said about a sheet: against the rules, or cards that do not fit."""
    filled = ascent.filled.get(player)
    if filled is None or filled.game is None:
        return
    # Who still decides about cards may have written the score with them already.
    waits = player in state.to_hand_in
    game = filled.game if waits else ascent.game(player, filled.game)
    used = ascent.cards_used(player).by_kind() if ascent.records_cards else None
    for finding in audit(game, cards=used):
        yield f"Against the rules, {player}: {finding.message}"
    if not ascent.records_cards:
        return
    yield from _cards_marked(ascent, player, filled.game.assist_cards)
    yield from _cards_earned(state, ascent, player)


def _cards_marked(ascent: Ascent, player: str, marked: int) -> Iterator[str]:
    handed = ascent.handed.get(player)
    count = len(handed.cards) if handed else 0
    # Boxes may be left unmarked; only marks for more or other cards say something.
    if marked not in (0, count) and (handed or ascent.finished):
        yield (
            f"{player}'s sheet says {count_text(marked, 'card')} handed in, but"
            f" {count} {'is' if count == 1 else 'are'} recorded, and counted"
        )


def _cards_earned(state: State, ascent: Ascent, player: str) -> Iterator[str]:
    """Zones may have grown together, so more cards than zones are no fault."""
    is_max = state.setup.is_max(player)
    numbers = EARNING[1:] if is_max else EARNING
    kinds = "1s or 2s" if is_max else "0s, 1s or 2s"
    zones = [z for z in ascent.scores[player].zones if z.numbers[0] in numbers]
    earned = ascent.earned.get(player, 0)
    if len(zones) > earned:
        yield (
            f"{player}'s sheet has {count_text(len(zones), 'zone')} of {kinds}, each of"
            f" which earned a card, but {earned or 'none'}"
            f" {'was' if earned == 1 else 'were'} recorded"
        )
