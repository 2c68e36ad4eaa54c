"""A reading and the person's answers -> a scored sheet with its doubts.

Readings stay probabilities up to here: the circles and links are put together
(`hypotheses`) and weighed by all that stands on the sheet (`posterior`); the likeliest
game is scored and audited as if it had been typed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from trekprint.rules.game import Entry, Game
from trekprint.rules.legality import audit
from trekprint.rules.scoring import score
from trekprint.rules.solo.paper import MAX_NAME, strip_note
from trekprint.scan.digits import BLANK, OTHER
from trekprint.scan.digits import SKULL as SKULL_CLASS
from trekprint.sheet.solo_form import is_round_box
from trekprint.workflows.decode import (
    EMPTY_STATE,
    NUMBERS,
    SKULL_STATE,
    STATES,
    DecodeParams,
)
from trekprint.workflows.doubts import (
    NO,
    YES,
    DoubtParams,
    content_of,
    contents,
    find_doubts,
    is_assist,
)
from trekprint.workflows.evidence import (
    EvidenceParams,
    Seen,
    patterned_rims,
    tick_counts,
    written_numbers,
)
from trekprint.workflows.hypotheses import find_hypotheses
from trekprint.workflows.posterior import Posterior, weigh
from trekprint.workflows.results import (
    CONTENT_NAMES,
    SUSPICIOUS,
    CircleResult,
    Doubt,
    SheetResult,
)
from trekprint.workflows.solo_strip import only_strip, weighed_by_strip, with_strip

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from trekprint.rules.findings import Finding
    from trekprint.scan.reading import SheetReading
    from trekprint.sheet.model import CircleId, Link, Option, Sheet
    from trekprint.workflows.posterior import GameMaker
    from trekprint.workflows.results import DoubtKey

    Floats = npt.NDArray[np.float64]

NOTHING = "nothing is written on this sheet"
NOT_CERTAIN = "much of it is faint or unclear, though no single place stands out"
ROUND_NUMBERS = (0, 6, 8, 9)
ANSWERED = {YES: 1.0, NO: 0.0}
CONFIRM: DoubtKey = ""
"""The key of the question whether the sheet really says what was read."""


def interpret(
    reading: SheetReading,
    sheet: Sheet,
    source: str,
    page: int = 1,
    *,
    answers: Mapping[DoubtKey, str] | None = None,
    params: DoubtParams | None = None,
) -> SheetResult:
    """Score what was read. Pure; called again with each further answer.

    Args:
        reading: what the scanner saw.
        sheet: the definition of the sheet it saw.
        source: the photo's name.
        page: its page, from 1.
        answers: what the person said: contents of circles, `yes` or `no` for links
            and boxes; under `CONFIRM` `yes` where the sheet says what was read.
        params: when a value is a doubt.
    """
    answers, params = answers or {}, params or DoubtParams()
    posterior = weigh_reading(reading, sheet, answers, params)
    game, scored = posterior.games[posterior.best], posterior.scores[posterior.best]
    game = with_strip(_with_minus(game, scored.total), reading)
    untouched = _is_untouched(reading, game)
    findings = () if untouched else audit(game, scored)
    doubts: tuple[Doubt, ...] = ()
    if answers.get(CONFIRM) != YES:
        doubts = find_doubts(reading, posterior, game, answers.keys(), params)
        if not doubts and not (untouched and posterior.settled >= params.total):
            doubts = _confirmations(reading, game, findings, posterior, params)
    return SheetResult(
        source=source,
        page=page,
        copy=reading.copy,
        game=game,
        score=scored,
        findings=findings,
        circles=_circle_results(reading, game, posterior, doubts, params),
        links_from="drawn" if game.links is not None else scored.links_from,
        written=_written(reading, params.written) | only_strip(game.written),
        doubts=doubts,
        confidence=posterior.settled,
        notes=strip_note(game),
        warnings=(*reading.warnings, *([NOTHING] if untouched else [])),
    )


# --- what stands there


def weigh_reading(
    reading: SheetReading,
    sheet: Sheet,
    answers: Mapping[DoubtKey, str],
    params: DoubtParams,
    *,
    local: DecodeParams | None = None,
    seen: Seen | None = None,
) -> Posterior:
    """Every likely reading of a sheet with its probability. Pure.

    `local` is how far the rules of terrain and links are trusted, `seen` the evidence
    beside circles and links; by default all that the reading has.
    """
    index = {circle.id: place for place, circle in enumerate(reading.circles)}
    pictures = np.array([c.probabilities for c in reading.circles], dtype=float)
    circles = _states(pictures, params)
    for place, circle in enumerate(reading.circles):
        if circle.id in answers:
            circles[place] = _certain(answers[circle.id])
    circles = weighed_by_strip(circles, reading, sheet)
    links = [link.link for link in reading.links]
    drawn = [
        ANSWERED.get(answers.get(link.link, ""), link.drawn) for link in reading.links
    ]
    found = find_hypotheses(
        circles,
        [sheet.circle_by_id[circle.id].limit for circle in reading.circles],
        [(index[link.a], index[link.b]) for link in links],
        np.array(drawn),
        local,
    )
    ropes = {rope.link: rope.drawn for rope in reading.ropes}
    ropes |= {
        link: ANSWERED[answers[link]] for link in sheet.two_apart if link in answers
    }
    boxes = {
        box.name: ANSWERED.get(answers.get(box.name, ""), box.ink)
        for box in reading.boxes
        if is_assist(box)
    }
    return weigh(
        found,
        [circle.id for circle in reading.circles],
        links,
        ropes,
        boxes,
        _game_maker(reading, sheet, params),
        seen_on(reading) if seen is None else seen,
        EvidenceParams(),
    )


def seen_on(reading: SheetReading) -> Seen:
    """The evidence of a reading beside its circles and links."""
    marks: dict[Option, list[float]] = {}
    for tick in reading.ticks:
        marks.setdefault(tick.option, []).append(tick.ticked)
    return Seen(
        written=written_numbers(
            box
            for box in reading.boxes
            if not (is_assist(box) or is_round_box(box.name))
        ),
        ticks=tick_counts(marks) if marks else None,
        rims=patterned_rims(reading.circles),
    )


def _states(pictures: Floats, params: DoubtParams) -> Floats:
    """(n, classes) of the network -> (n, STATES).

    Ink that is neither number nor skull says only that something stands there: its
    probability is shared out evenly. A skull in which the network sees but a trace of
    a round number may be that, thick and as large as the disc.
    """
    states = np.zeros((len(pictures), STATES))
    states[:, :NUMBERS] = pictures[:, :NUMBERS]
    states[:, SKULL_STATE] = pictures[:, SKULL_CLASS]
    states[:, EMPTY_STATE] = pictures[:, BLANK]
    for row in states:
        trace = row[list(ROUND_NUMBERS)].sum()
        too_sure = row[SKULL_STATE] - params.skull_most
        if trace > params.skull_trace and too_sure > 0:
            row[SKULL_STATE] -= too_sure
            row[max(ROUND_NUMBERS, key=lambda number: row[number])] += too_sure
    something = [*range(NUMBERS), SKULL_STATE]
    states[:, something] += pictures[:, [OTHER]] / len(something)
    return states


def _certain(content: str) -> Floats:
    row = np.zeros(STATES)
    row[CONTENT_NAMES.index(content)] = 1.0
    return row


def _game_maker(reading: SheetReading, sheet: Sheet, params: DoubtParams) -> GameMaker:
    """What makes a game of entries, links, ropes and the number of marked +3 boxes."""
    ticks = {row.option: 0 for row in sheet.options}
    for tick in reading.ticks:
        ticks[tick.option] += tick.ticked > 0.5
    tent_crosses, held = int(reading.tent_cross > 0.5), _held(reading, params)

    def make(
        entries: Mapping[CircleId, Entry],
        links: frozenset[Link],
        ropes: frozenset[Link],
        cards: int,
    ) -> Game:
        game = Game(
            sheet=sheet,
            entries=entries,
            links=links,
            ropes=ropes,
            ticks=ticks if reading.ticks else None,
            player=MAX_NAME if sheet.strip else None,
            tent_crosses=tent_crosses,
            assist_cards=cards,
            written=held,
        )
        return game if links or ropes else _with_lines_left_out(game)

    return make


def _with_lines_left_out(game: Game) -> Game:
    """`game` without drawn lines: as one that records none, where numbers would join.

    A whole sheet without a line was played by people who keep the lines in their heads;
    then the best lawful ones count, and it is asked.
    """
    unknown = replace(game, links=None)
    return unknown if score(unknown).lines else game


def _with_minus(game: Game, total: int) -> Game:
    """`game`, its final score negative where only the minus seems overlooked."""
    if total < 0 and game.written.get("final") == -total:
        return replace(game, written={**game.written, "final": total})
    return game


def _written(reading: SheetReading, least: float) -> dict[str, int]:
    """What stands in the score boxes that were read with a probability from `least`."""
    return {
        box.name: box.values[0][0]
        for box in reading.boxes
        if not (is_assist(box) or is_round_box(box.name))
        and box.values
        and box.values[0][1] >= least
    }


def _held(reading: SheetReading, params: DoubtParams) -> dict[str, int]:
    """The written numbers that the audit may hold against the computed ones."""
    sure = _written(reading, params.held)
    inked = [box.name for box in reading.boxes if box.ink > 0.5]
    for row in ("line_", "zone_"):
        boxes = [name for name in inked if name.removeprefix(row).isdigit()]
        if not all(name in sure for name in boxes):
            sure = {name: value for name, value in sure.items() if name not in boxes}
    final = _written(reading, params.written).get("final")
    return sure if final is None else sure | {"final": final}


def _is_untouched(reading: SheetReading, game: Game) -> bool:
    """Whether nothing at all is written on the sheet."""
    return (
        reading.is_blank
        and not game.links
        and not game.ropes
        and not any((game.ticks or {}).values())
        and not game.written
    )


def _circle_results(
    reading: SheetReading,
    game: Game,
    posterior: Posterior,
    doubts: tuple[Doubt, ...],
    params: DoubtParams,
) -> tuple[CircleResult, ...]:
    asked = {doubt.key for doubt in doubts}
    results = []
    for circle in reading.circles:
        content = content_of(game, circle.id)
        candidates = contents(posterior, circle.id, params)
        confidence = dict(candidates).get(content, 0.0)
        readable = candidates[0][1] >= params.unreadable
        results.append(
            CircleResult(
                id=circle.id,
                content=content if readable else "unreadable",
                confidence=confidence,
                doubtful=circle.id in asked
                or not readable
                or confidence < params.circle,
                alternatives=candidates,
            )
        )
    return tuple(results)


# --- what must be confirmed


def _confirmations(
    reading: SheetReading,
    game: Game,
    findings: tuple[Finding, ...],
    posterior: Posterior,
    params: DoubtParams,
) -> tuple[Doubt, ...]:
    """One question, where there is a hint at a misreading.

    Such is what the audit found and a misreading would also cause, a sheet that was
    printed from another revision of its definition, and a total that is not likely
    enough, though no single value stands out.
    """
    hints = [finding.message for finding in findings if finding.code in SUSPICIOUS]
    if posterior.settled < params.total:
        hints.append(NOT_CERTAIN)
    if game.links is None:
        hints.insert(0, "no line is drawn, so the best lawful lines were counted")
    if reading.other_revision:
        hints.insert(0, "it was printed from another revision of its definition")
    if not hints:
        return ()
    return (
        Doubt(
            key=CONFIRM,
            sentence=f"is the sheet read right? {hints[0]}",
            candidates=((YES, 0.5), (NO, 0.5)),
        ),
    )
