"""Sentences about an Expedition: what to do next, what was done, what it brought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.rules.expedition.cards import Card
from trekprint.rules.expedition.challenges import CHALLENGES
from trekprint.rules.expedition.stars import ranking, stars_of
from trekprint.rules.expedition.steps import (
    ChooseOpener,
    Earn,
    HandIn,
    Reveal,
    ScoreSheet,
    Use,
)
from trekprint.rules.findings import count_text, list_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trekprint.rules.expedition.fame import Chronicle, Record
    from trekprint.rules.expedition.setup import Setup
    from trekprint.rules.expedition.state import Ascent, State
    from trekprint.rules.expedition.steps import Pick, Step
    from trekprint.workflows.expeditions import Shelf

COMMAND = "trekprint expedition"
SOLO_COMMAND = "trekprint solo --expedition"


def title_of(ascent: Ascent) -> str:
    """`Kagkot`."""
    return ascent.sheet.title["en"]


def stars_text(count: int) -> str:
    """`no stars`, `1 star`, `2 stars`."""
    return count_text(count, "star")


# --- what to do next


def next_step(state: State, told: Chronicle) -> str:
    """One sentence on what to do now."""
    return _envelope_first(state, told) + _then(state, told)


def _then(state: State, told: Chronicle) -> str:
    ascent = state.current
    if ascent is None:
        return _at_the_end(state, told)
    sentence = _climbing(state, ascent) if ascent.begun else _to_reveal(state, ascent)
    if state.setup.solo and not ascent.filled:
        against = (
            f"Climb {title_of(ascent)} against Max, round by round: {SOLO_COMMAND}"
        )
        return f"{against}. Or on paper: {sentence[0].lower()}{sentence[1:]}"
    return sentence


def _envelope_first(state: State, told: Chronicle) -> str:
    """About an envelope that is to be opened now; empty where there is none.

    One that several could open is told of until they have agreed.
    """
    for ascent in reversed(state.finished):
        opened = told.outcome(state.setup, ascent).opening
        if opened is None:
            continue
        envelope = f"envelope {opened.challenge.number} ({opened.challenge.text})"
        if opened.opener is None:
            return (
                f"{list_text(opened.best)} met {envelope} with equal scores: agree who"
                f" opens it, and record that: {COMMAND} opener"
                f" {quoted(opened.best[0])}. "
            )
        if ascent is state.finished[-1] and not _goes_on(state):
            return f"{opened.opener} opens {envelope}. "
    return ""


def _goes_on(state: State) -> bool:
    """Whether something of the Ascent after the last finished one is recorded."""
    ascent = state.current
    if ascent is None:
        return False
    return bool(ascent.filled) or (ascent.begun and state.setup.cards)


def _to_reveal(state: State, ascent: Ascent) -> str:
    count = state.to_reveal
    cards = count_text(count, "Assist card")
    if state.setup.deal:
        return f"Begin Ascent {ascent.number}: {COMMAND} cards reveal deals {cards}."
    shuffle = ""
    if state.reshuffles:
        played = count_text(len(state.played), "card")
        shuffle = f"Shuffle the {played} already played into the deck. "
    return (
        f"{shuffle}Lay {cards} from the deck open for Ascent {ascent.number}, and"
        f" record their kinds: {COMMAND} cards reveal {_example(state)}"
    )


def _example(state: State) -> str:
    """Words for as many cards as are laid open, as an example."""
    kinds = list(Card)
    words = [kinds[place % len(kinds)].value for place in range(state.to_reveal)]
    return " ".join(words[:3]) + (" ..." if len(words) > 3 else "")


def _climbing(state: State, ascent: Ascent) -> str:
    lacking = state.without_sheet
    if lacking and not ascent.filled:
        return _to_climb(state, ascent)
    if lacking:
        return f"Score the {_sheets(lacking)}: {COMMAND} score {_source(lacking)}"
    return _to_decide(state, ascent)


def _to_decide(state: State, ascent: Ascent) -> str:
    first, *others = state.to_hand_in
    after = f", after that {list_text(others)}" if others else ""
    last = ascent.number == len(state.ascents)
    kept = "cards are of no use later" if last else "the rest is kept"
    return (
        f"{first} decides which cards to hand in for 3 points each ({kept}){after}:"
        f" {COMMAND} hand-in {quoted(f'{first}={_hand_words(state, first)}')}"
    )


def _to_climb(state: State, ascent: Ascent) -> str:
    climb = f"Climb {title_of(ascent)}; {state.lead} is Lead Climber."
    cards = ""
    if state.setup.cards:
        one = state.setup.players[0]
        cards = (
            f" Record cards as they are earned ({COMMAND} cards earn {one}=rope) and"
            f" used ({COMMAND} cards use {one}=rope)."
        )
    return f"{climb}{cards} Then score the sheets: {COMMAND} score PHOTO..."


def _sheets(players: Sequence[str]) -> str:
    return f"sheet{'' if len(players) == 1 else 's'} of {list_text(players)}"


def _source(players: Sequence[str]) -> str:
    if len(players) > 1:
        return "PHOTO..."
    return f"PHOTO --player {quoted(players[0])} (or --absent {quoted(players[0])})"


def _hand_words(state: State, player: str) -> str:
    return ",".join(card.value for card in state.hands[player])


def quoted(name: str) -> str:
    """`name` as a word for the shell."""
    return f'"{name}"' if " " in name else name


def _at_the_end(state: State, told: Chronicle) -> str:
    places = ranking(state, told)
    winners = [row.player for row in places if row.place == 1]
    stars, points = places[0].stars, places[0].points
    has = "has" if len(winners) == 1 else "have"
    tied = len(places) > len(winners) and places[len(winners)].stars == stars
    by = f" and {points} points in all" if tied or len(winners) > 1 else ""
    return (
        f"The Expedition is over: {list_text(winners)} {has} won with"
        f" {stars_text(stars)}{by}. Begin another one: {COMMAND} new NAME --players"
        f" {','.join(p for p in state.setup.players if not state.setup.is_max(p))}"
    )


# --- what an Ascent brought


def outcome_sentences(state: State, ascent: Ascent, told: Chronicle) -> Iterator[str]:
    """What a finished Ascent brought: Summit, race, record, envelope."""
    outcome = told.outcome(state.setup, ascent)
    stars = stars_of(ascent, outcome)
    worth = ascent.sheet.stars
    reached = [p for p, earned in stars.items() if earned.summit]
    if reached:
        yield (
            f"Summit ({ascent.sheet.summit} points):"
            f" {list_text(reached)}, {stars_text(worth.summit)}{_each(reached)}."
        )
    else:
        yield f"Summit ({ascent.sheet.summit} points): nobody reached it."
    winners = [p for p, earned in stars.items() if earned.race]
    if winners:
        yield f"Race: {list_text(winners)}, {stars_text(worth.race)}{_each(winners)}."
    if outcome.beaten_by and outcome.standing and outcome.record:
        beaten = outcome.beaten_by
        yield (
            f"Record: {list_text(beaten)} beat the {outcome.standing.score} of"
            f" {list_text(outcome.standing.players)}, {stars_text(worth.record)}"
            f"{_each(beaten)}. {_hall(outcome.record)}"
        )
    elif outcome.record:
        yield (
            f"Record: the first on {title_of(ascent)}, which brings no star yet."
            f" {_hall(outcome.record)}"
        )
    elif outcome.standing:
        yield (
            f"Record: the {outcome.standing.score} of"
            f" {list_text(outcome.standing.players)} still stands."
        )
    yield from _envelope(ascent, told, state.setup)


def _each(players: Sequence[str]) -> str:
    return " each" if len(players) > 1 else ""


def _hall(record: Record) -> str:
    return (
        f"Write into the Hall of Fame: {record.date}, {list_text(record.players)},"
        f" {record.score}."
    )


def _envelope(ascent: Ascent, told: Chronicle, setup: Setup) -> Iterator[str]:
    opened = told.outcome(setup, ascent).opening
    if opened is None:
        yield "Challenges: none that is still closed was met."
        return
    what = f"Challenge {opened.challenge.number} ({opened.challenge.text})"
    met = f"{list_text(opened.met_by)} met {what}"
    if opened.opener is None:
        yield (
            f"{met}; agree who of {list_text(opened.best)} opens the envelope, and"
            f" record that: {COMMAND} opener NAME."
        )
    else:
        yield f"{met}; {opened.opener} opens the envelope."


# --- what changed


def changes(before: Shelf, after: Shelf) -> list[str]:
    """What a correction changed in stars, records and envelopes of all Expeditions."""
    one, other = before.chronicle, after.chronicle
    sentences: list[str] = []
    states = {e.record_id: e.state for e in before.expeditions}
    for expedition in after.expeditions:
        old = states.get(expedition.record_id)
        if old is not None:
            sentences += _changed_stars(old, one, expedition.state, other)
            sentences += _changed_envelopes(old, one, expedition.state, other)
    sentences += [f"Hall of Fame: no longer {_line(r)}." for r in _lost(one, other)]
    sentences += [f"Hall of Fame: now {_line(r)}." for r in _lost(other, one)]
    return sentences


def _changed_stars(
    old: State, told_old: Chronicle, new: State, told_new: Chronicle
) -> Iterator[str]:
    for before, after in zip(old.ascents, new.ascents, strict=True):
        had = _stars(old, before, told_old)
        has = _stars(new, after, told_new)
        for player in new.setup.players:
            one, other = had.get(player, 0), has.get(player, 0)
            if one != other:
                yield (
                    f"{_where(new, after)}: {player} has {stars_text(other)} instead"
                    f" of {one}."
                )


def _stars(state: State, ascent: Ascent, told: Chronicle) -> Mapping[str, int]:
    if not ascent.finished:
        return {}
    earned = stars_of(ascent, told.outcome(state.setup, ascent))
    return {player: stars.total for player, stars in earned.items()}


def _changed_envelopes(
    old: State, told_old: Chronicle, new: State, told_new: Chronicle
) -> Iterator[str]:
    for before, after in zip(old.ascents, new.ascents, strict=True):
        one = _opened(old, before, told_old)
        other = _opened(new, after, told_new)
        if one != other:
            yield f"{_where(new, after)}: {other} instead of {one}."


def _opened(state: State, ascent: Ascent, told: Chronicle) -> str:
    opened = told.outcome(state.setup, ascent).opening if ascent.finished else None
    if opened is None:
        return "no envelope is opened"
    who = opened.opener or f"one of {list_text(opened.best)}"
    return f"{who} opens envelope {opened.challenge.number}"


def _where(state: State, ascent: Ascent) -> str:
    return f"{state.setup.name}, Ascent {ascent.number} ({title_of(ascent)})"


def _lost(one: Chronicle, other: Chronicle) -> list[Record]:
    return [record for record in one.hall if record not in other.hall]


def _line(record: Record) -> str:
    return f"{record.score} on {record.sheet} by {list_text(record.players)}"


# --- what was done


def step_sentence(step: Step) -> str:
    """`step` as a sentence, as in a log."""
    return _SENTENCES[type(step)](step)


def _earned(step: Earn) -> str:
    return f"Cards earned: {list_text(map(_picked, step.picks))}."


def _picked(pick: Pick) -> str:
    if pick.card is None:
        return f"{pick.player} took none"
    back = f" and put {pick.back} back" if pick.back else ""
    return f"{pick.player} took {pick.card}{back}"


def _scored(step: ScoreSheet) -> str:
    if step.sheet is None:
        return f"{step.player} did not play."
    # What was written in the score boxes is long, and follows from the rest.
    return f"The sheet of {step.player}: {step.sheet.partition(' written ')[0]}"


# Each takes only steps of its own class.
_SENTENCES: Mapping[type, Callable[..., str]] = {
    Reveal: lambda step: f"Cards laid open: {step.cards}.",
    Earn: _earned,
    Use: lambda step: f"{step.player} used {step.card}.",
    HandIn: lambda step: f"{step.player} handed in {step.cards}.",
    ScoreSheet: _scored,
    ChooseOpener: lambda step: (
        f"{step.player} opens the envelope of Ascent {step.ascent}."
    ),
}


def envelopes_closed(told: Chronicle) -> list[str]:
    """The Challenges whose envelopes are still closed, from the left."""
    return [
        f"{challenge.number}: {challenge.text}"
        for challenge in CHALLENGES
        if challenge.number not in told.opened
    ]
