"""Which values of a reading must be asked, so that no total is silently wrong.

A value must be asked where what else it may be would change the total. The score that
the player wrote is evidence too: if it is what the reading adds up to, the values are
hardly wrong; if it is what another reading of a circle adds up to, that one gains. A
single circle may be taken otherwise for that, but is asked then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from trekprint.rules.game import SKULL, Entry, Game
from trekprint.rules.scoring import score
from trekprint.sheet.placed import ASSIST_BOX
from trekprint.workflows.results import CONTENT_NAMES, Doubt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from trekprint.scan.reading import BoxReading, SheetReading
    from trekprint.sheet.model import CircleId
    from trekprint.workflows.decode import Decoded
    from trekprint.workflows.results import DoubtKey, GreyImage

    Floats = npt.NDArray[np.float64]

YES, NO = "yes", "no"
LEAST_CHOICE = 2
"""A question names at least so many contents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtParams:
    """Confidences from which a value counts as sure.

    `circle`, `link` and `box` are set on simulated photos, so that no total was wrong
    while sure. A line seen with `plain_line` is asked even where the numbers forbid it.
    A skull with more than `skull_trace` of a round number is sure by `skull_most` at
    most (200 skulls that were drawn as such had less, 6 of 7 numbers taken for skulls
    more).
    `unreadable` is the confidence below which a circle is not even guessed.
    A number in a score box is told from `written` on; it is held against the computed
    one from `held` on, the boxes of a row only together. The final score is always held
    against the computed one: a doubt too much is better than a wrong total.

    Where a single circle is something else with `switch` in the light of the written
    score, it is taken so, and asked.

    `miscount` is the share of players who add up wrongly, `spread` the chance that a
    wrong sum, or a misread one, is any certain number.
    """

    circle: float = 0.998
    link: float = 0.98
    plain_line: float = 0.9
    skull_trace: float = 0.0005
    skull_most: float = 0.98
    box: float = 0.95
    unreadable: float = 0.2
    written: float = 0.5
    held: float = 0.9
    alternatives: int = 4
    miscount: float = 0.15
    spread: float = 0.02
    switch: float = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """What one value may be, likeliest first, in the light of the written score.

    `settled` is the probability that the total is what the reading adds up to, as far
    as this value goes; `stake` the points by which it may change, weighted likewise.
    """

    candidates: tuple[tuple[str, float], ...]
    settled: float
    stake: float

    def share(self, content: str) -> float:
        """The probability of `content`."""
        return dict(self.candidates).get(content, 0.0)


def weigh_circles(
    reading: SheetReading, decoded: Decoded, game: Game, params: DoubtParams
) -> dict[CircleId, Weighed]:
    """Every circle's contents, in the light of the written score."""
    total, fits = score(game).total, _fit(reading, params)
    weighed = {}
    for circle, row in zip(reading.circles, decoded.circles, strict=True):
        best = _ranked(row, params)
        # A change of what is all but certain cannot be told from a miscount.
        totals = (
            [score(with_content(game, circle.id, content)).total for content, _ in best]
            if best[0][1] < params.circle
            else [total] * len(best)
        )
        weighed[circle.id] = _weighed(best, totals, total, fits)
    return weighed


def _ranked(row: Floats, params: DoubtParams) -> tuple[tuple[str, float], ...]:
    order = np.argsort(-row, kind="stable")[: params.alternatives]
    return tuple((CONTENT_NAMES[state], float(row[state])) for state in order)


def with_content(game: Game, circle: CircleId, content: str) -> Game:
    """`game` with other `content` in a circle."""
    entries = dict(game.entries)
    entries.pop(circle, None)
    if content != "empty":
        entries[circle] = SKULL if content == "skull" else Entry(int(content))
    return replace(game, entries=entries)


def _fit(reading: SheetReading, params: DoubtParams) -> Callable[[int], float]:
    """How well a total fits what stands in the box of the final score."""
    values: Mapping[int, float] = {}
    for box in reading.boxes:
        if box.name == "final":
            values = dict(box.values)
    unread = max(0.0, 1 - sum(values.values()))

    def fit(total: int) -> float:
        # The minus before a total below 0 is easily overlooked.
        right = values.get(total, 0.0) + (values.get(-total, 0.0) if total < 0 else 0)
        wrong = sum(values.values()) - right
        return (
            right * (1 - params.miscount)
            + wrong * params.miscount * params.spread
            + unread * params.spread
        )

    return fit


def _weighed(
    candidates: Sequence[tuple[str, float]],
    totals: Sequence[int],
    total: int,
    fit: Callable[[int], float],
) -> Weighed:
    weights = [
        probability * fit(other)
        for (_, probability), other in zip(candidates, totals, strict=True)
    ]
    rest = max(0.0, 1 - sum(probability for _, probability in candidates))
    everything = sum(weights) + rest * min(map(fit, totals))
    shares = [weight / everything for weight in weights]
    ranked = sorted(
        ((c, share) for (c, _), share in zip(candidates, shares, strict=True)),
        key=lambda pair: -pair[1],
    )
    pairs = list(zip(shares, totals, strict=True))
    return Weighed(
        candidates=tuple(ranked),
        settled=sum(share for share, other in pairs if other == total),
        stake=sum(share * abs(other - total) for share, other in pairs),
    )


def better_content(
    weighed: Mapping[CircleId, Weighed], game: Game, params: DoubtParams
) -> tuple[CircleId, str] | None:
    """The one circle that the written score shows to be another, and its content.

    None where no circle, or more than one, is likelier something else by `switch`.
    """
    others = [
        (circle, seen.candidates[0][0])
        for circle, seen in weighed.items()
        if seen.candidates[0][1] >= params.switch
        and seen.candidates[0][0] != content_of(game, circle)
    ]
    return others[0] if len(others) == 1 else None


def content_of(game: Game, circle: CircleId) -> str:
    """What `game` has in `circle`, as a content's name."""
    entry = game.entries.get(circle)
    if entry is None:
        return "empty"
    return "skull" if entry.is_skull else str(entry.number)


def circle_doubts(
    reading: SheetReading,
    weighed: Mapping[CircleId, Weighed],
    switched: CircleId | None,
    params: DoubtParams,
) -> list[Doubt]:
    """A question for each circle that may change the total, or was `switched`."""
    doubts = []
    for circle in reading.circles:
        seen = weighed[circle.id]
        if seen.settled >= params.circle and circle.id != switched:
            continue
        likely = [
            content
            for place, (content, share) in enumerate(seen.candidates)
            if place < LEAST_CHOICE or share > 1 - params.circle
        ]
        doubts.append(
            Doubt(
                key=circle.id,
                sentence=f"circle {circle.id}: {' or '.join(likely)}?",
                candidates=seen.candidates,
                stake=seen.stake,
                crop=circle.crop,
            )
        )
    return doubts


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Mark:
    """A mark that may or may not be there, with the probability that it is: `yes`.

    It was `taken` for there or not; `otherwise` is the game if wrongly. It is sure from
    `least` on, but is asked `always` where its picture and the rules contradict.
    """

    key: DoubtKey
    sentence: str
    yes: float
    taken: bool
    otherwise: Game
    least: float
    always: bool = False
    crop: GreyImage | None = None


def mark_doubts(
    reading: SheetReading,
    decoded: Decoded,
    game: Game,
    answers: Mapping[DoubtKey, str],
    params: DoubtParams,
) -> list[Doubt]:
    """A question for each link and each +3 box that may change the total."""
    doubts = []
    total, fits = score(game).total, _fit(reading, params)
    marks = chain(
        _links(reading, decoded, game, params), _assist_boxes(reading, game, params)
    )
    for mark in marks:
        unsure = mark.always or max(mark.yes, 1 - mark.yes) < mark.least
        if mark.key in answers or not unsure:
            continue
        other = score(mark.otherwise).total
        totals = (total, other) if mark.taken else (other, total)
        candidates = ((YES, mark.yes), (NO, 1 - mark.yes))
        seen = _weighed(candidates, totals, total, fits)
        if mark.always or seen.settled < mark.least:
            doubts.append(
                Doubt(
                    key=mark.key,
                    sentence=mark.sentence,
                    candidates=seen.candidates,
                    stake=seen.stake,
                    crop=mark.crop,
                )
            )
    return doubts


def _links(
    reading: SheetReading, decoded: Decoded, game: Game, params: DoubtParams
) -> Iterator[_Mark]:
    links = game.links or frozenset()
    for link, probability in zip(reading.links, decoded.links, strict=True):
        drawn, ends = float(probability), link.link
        yield _Mark(
            key=ends,
            sentence=f"is a line drawn between circles {ends.a} and {ends.b}?",
            yes=drawn,
            taken=ends in links,
            otherwise=replace(game, links=links ^ {ends}),
            least=params.link,
            # A plain line that the rules forbid may mean a misread number, too.
            always=drawn < 0.5 and link.drawn >= params.plain_line,
        )


def _assist_boxes(
    reading: SheetReading, game: Game, params: DoubtParams
) -> Iterator[_Mark]:
    for box in filter(is_assist, reading.boxes):
        marked = box.ink > 0.5
        cards = max(0, game.assist_cards + (-1 if marked else 1))
        yield _Mark(
            key=box.name,
            sentence=f"is the +3 box {box.name[len(ASSIST_BOX) :]} marked?",
            yes=box.ink,
            taken=marked,
            otherwise=replace(game, assist_cards=cards),
            least=params.box,
            crop=box.crop,
        )


def is_assist(box: BoxReading) -> bool:
    """Whether `box` is one of the +3 boxes."""
    return box.name.startswith(ASSIST_BOX)
