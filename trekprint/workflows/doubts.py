"""What must be asked of a reading, so that no total is silently wrong.

A sheet is settled when its total is likely enough, whatever single values are. Until
then the values whose answers tell most about the total are asked, the best first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.sheet.model import Link
from trekprint.sheet.placed import ASSIST_BOX
from trekprint.workflows.results import CONTENT_NAMES, Doubt

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from trekprint.rules.game import Game
    from trekprint.scan.reading import BoxReading, SheetReading
    from trekprint.sheet.model import CircleId
    from trekprint.workflows.posterior import Posterior
    from trekprint.workflows.results import DoubtKey, GreyImage

YES, NO = "yes", "no"
LEAST_CHOICE = 2
"""A question names at least so many contents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtParams:
    """Probabilities from which something counts as sure.

    A sheet is `sure` when its total has the probability `total`. Until then up to
    `at_once` values are asked, each of which tells at least `least_gain` bits about the
    total; their answers settle most others. A circle with less than `circle` is marked
    as doubtful even where the total does not depend on it. A line seen with
    `plain_line` is asked even where the numbers forbid it.

    A skull with more than `skull_trace` of a round number is sure by `skull_most` at
    most (200 skulls that were drawn as such had less, 6 of 7 numbers taken for skulls
    more). `unreadable` is the confidence below which a circle is not even
    guessed.

    A number in a score box is told from `written` on; the audit holds it against the
    computed one from `held` on, the boxes of a row only together, and the final score
    always: a doubt too much is better than a wrong total.
    """

    total: float = 0.97
    at_once: int = 2
    circle: float = 0.95
    least_gain: float = 0.01
    plain_line: float = 0.9
    skull_trace: float = 0.0005
    skull_most: float = 0.98
    unreadable: float = 0.2
    written: float = 0.5
    held: float = 0.9
    alternatives: int = 4


def find_doubts(
    reading: SheetReading,
    posterior: Posterior,
    game: Game,
    answered: Collection[DoubtKey],
    params: DoubtParams,
) -> tuple[Doubt, ...]:
    """The questions about a reading that is taken for `game`, the best first.

    None where the total is settled, but for plain lines that the rules forbid: they may
    mean a misread number, too.
    """
    counted = (*(game.links or ()), *game.ropes)
    forbidden = [
        pair.link
        for pair in (*reading.links, *reading.ropes)
        if pair.drawn >= params.plain_line
        and pair.link not in counted
        and pair.link not in answered
        and pair.link in posterior.values
    ]
    gains: dict[DoubtKey, float] = {key: posterior.gain(key) for key in forbidden}
    if posterior.settled < params.total:
        gains |= _telling(posterior, answered, params)
    crops = _crops(reading)
    ordered = sorted(gains.items(), key=lambda pair: -pair[1])
    return tuple(_doubt(key, posterior, gain, crops, params) for key, gain in ordered)


def _telling(
    posterior: Posterior, answered: Collection[DoubtKey], params: DoubtParams
) -> dict[DoubtKey, float]:
    """The values that tell most about the total, with what they tell in bits."""
    open_keys = (key for key in posterior.values if key not in answered)
    gains = sorted(
        ((posterior.gain(key), place, key) for place, key in enumerate(open_keys)),
        key=lambda triple: (-triple[0], triple[1]),
    )
    return {
        key: gain
        for gain, _, key in gains[: params.at_once]
        if gain >= params.least_gain
    }


def _crops(reading: SheetReading) -> dict[DoubtKey, GreyImage]:
    crops: dict[DoubtKey, GreyImage] = {c.id: c.crop for c in reading.circles}
    pairs = (*reading.links, *reading.ropes)
    crops |= {pair.link: pair.crop for pair in pairs if pair.crop is not None}
    return crops | {box.name: box.crop for box in reading.boxes}


def _doubt(
    key: DoubtKey,
    posterior: Posterior,
    gain: float,
    crops: dict[DoubtKey, GreyImage],
    params: DoubtParams,
) -> Doubt:
    shares = posterior.shares(key)
    if isinstance(key, Link) and key in posterior.games[0].sheet.two_apart:
        sentence = f"is a Rope link drawn between circles {key.a} and {key.b}?"
    elif isinstance(key, Link):
        sentence = f"is a line drawn between circles {key.a} and {key.b}?"
    elif isinstance(key, str):
        sentence = f"is the +3 box {key[len(ASSIST_BOX) :]} marked?"
    else:
        candidates = contents(posterior, key, params)
        likely = " or ".join(_worth_naming(candidates, params))
        return Doubt(
            key=key,
            sentence=f"circle {key}: {likely}?",
            candidates=candidates,
            gain=gain,
            crop=crops[key],
        )
    return Doubt(
        key=key,
        sentence=sentence,
        candidates=tuple((YES if v else NO, p) for v, p in shares.items()),
        gain=gain,
        crop=crops.get(key),
    )


def contents(
    posterior: Posterior, circle: CircleId, params: DoubtParams
) -> tuple[tuple[str, float], ...]:
    """What may stand in a circle, with probabilities, likeliest first."""
    ranked = list(posterior.shares(circle).items())[: params.alternatives]
    return tuple((CONTENT_NAMES[int(state)], share) for state, share in ranked)


def _worth_naming(
    candidates: tuple[tuple[str, float], ...], params: DoubtParams
) -> Iterator[str]:
    for place, (content, share) in enumerate(candidates):
        if place < LEAST_CHOICE or share > 1 - params.circle:
            yield content


def content_of(game: Game, circle: CircleId) -> str:
    """What `game` has in `circle`, as a content's name."""
    entry = game.entries.get(circle)
    if entry is None:
        return "empty"
    return "skull" if entry.is_skull else str(entry.number)


def is_assist(box: BoxReading) -> bool:
    """Whether `box` is one of the +3 boxes."""
    return box.name.startswith(ASSIST_BOX)
