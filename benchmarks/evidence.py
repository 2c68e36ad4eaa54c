"""What each kind of evidence brings: reads simulated photos, then leaves evidence out.

    python -m benchmarks.evidence [--count 60] [--seed0 0] [--level ordinary]

Every photo is read once; then the sheet is decoded from the circles' pictures alone,
with the terrain limits and links, and with ticks, rims and written numbers on top.
"Asked" are the circles of which the answer still tells something about the total until
it is settled, asked one by one and answered truthfully.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from tests.helpers.photo_simulator import simulate
from tests.helpers.simulator_conditions import SHEETS
from tests.helpers.simulator_levels import LEVELS
from trekprint.scan.reading import SheetReading
from trekprint.sheet.model import Link
from trekprint.sheetfile.catalog import load_sheet
from trekprint.workflows.decode import DecodeParams
from trekprint.workflows.doubts import NO, YES, DoubtParams, content_of
from trekprint.workflows.interpret import seen_on, weigh_reading
from trekprint.workflows.photos import read_photo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.helpers.photo_truth import SheetTruth
    from trekprint.rules.game import Game
    from trekprint.sheet.model import Sheet
    from trekprint.workflows.posterior import Posterior
    from trekprint.workflows.results import DoubtKey

UNTIED = DecodeParams(
    link_if_consecutive=DecodeParams().link_prior,
    link_if_not=DecodeParams().link_prior,
    over_limit=1.0,
)
"""Circles and links that know nothing of each other."""

RUNGS: tuple[tuple[str, DecodeParams, tuple[str, ...]], ...] = (
    ("pictures alone", UNTIED, ()),
    ("+ terrain limits and links", DecodeParams(), ()),
    ("+ ticks", DecodeParams(), ("ticks",)),
    ("+ rims of zones", DecodeParams(), ("ticks", "rims")),
    ("+ written final score", DecodeParams(), ("ticks", "rims", "final")),
    ("+ other written points", DecodeParams(), ("ticks", "rims", "final", "boxes")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A sheet as it was read, and what is really there."""

    reading: SheetReading
    sheet: Sheet
    truth: SheetTruth


@dataclass(slots=True, kw_only=True)
class Tally:
    """Figures over all sheets."""

    circles: int = 0
    right: int = 0
    totals: int = 0
    sure: int = 0
    wrong_sure: int = 0
    asked: int = 0


@click.command()
@click.option("--count", default=60, show_default=True, help="How many photos.")
@click.option("--seed0", default=0, show_default=True, help="Seed of the first.")
@click.option("--level", type=click.Choice(list(LEVELS)), default="ordinary")
def main(count: int, seed0: int, level: str) -> None:
    """Print what each kind of evidence brings."""
    cases = _read(range(seed0, seed0 + count), level)
    table = Table(title=f"{len(cases)} sheets, {level}, seeds from {seed0}")
    for head in ("evidence", "circles", "totals", "sure", "wrong, sure", "asked"):
        table.add_column(head, justify="left" if head == "evidence" else "right")
    for name, local, kinds in RUNGS:
        tally = Tally()
        for case in cases:
            _count(tally, case, local, kinds)
        table.add_row(
            name,
            f"{tally.right / tally.circles:.2%}",
            f"{tally.totals / len(cases):.1%}",
            f"{tally.sure / len(cases):.0%}",
            str(tally.wrong_sure),
            f"{tally.asked / tally.circles:.2%}",
        )
    Console().print(table)


def _read(seeds: Sequence[int], level: str) -> list[Case]:
    cases = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        for seed in seeds:
            sheet = load_sheet(SHEETS[seed % len(SHEETS)])
            photo = simulate(seed, sheet, level=level)
            path.write_bytes(photo.jpeg)
            for found in read_photo(path):
                if isinstance(found.reading, SheetReading):
                    truth = photo.truth.sheets[0]
                    cases.append(Case(reading=found.reading, sheet=sheet, truth=truth))
    return cases


def _count(
    tally: Tally, case: Case, local: DecodeParams, kinds: tuple[str, ...]
) -> None:
    answers: dict[DoubtKey, str] = {}
    posterior = _weigh(case, answers, local, kinds)
    game, params = posterior.games[posterior.best], DoubtParams()
    tally.circles += len(case.sheet.circles)
    tally.right += _right(case, game)
    right = posterior.scores[posterior.best].total == case.truth.total
    tally.totals += right
    if posterior.settled >= params.total:
        tally.sure += 1
        tally.wrong_sure += not right
    while posterior.settled < params.total:
        key = max(
            (key for key in posterior.values if key not in answers),
            key=posterior.gain,
            default=None,
        )
        if key is None or posterior.gain(key) < params.least_gain:
            break
        answers[key] = _answer(case.truth, key)
        tally.asked += isinstance(key, int)
        posterior = _weigh(case, answers, local, kinds)


def _weigh(
    case: Case,
    answers: dict[DoubtKey, str],
    local: DecodeParams,
    kinds: tuple[str, ...],
) -> Posterior:
    return weigh_reading(
        case.reading,
        case.sheet,
        answers,
        DoubtParams(),
        local=local,
        seen=seen_on(case.reading).only(*kinds),
    )


def _right(case: Case, game: Game) -> int:
    contents = {circle.id: content_of(game, circle.id) for circle in case.sheet.circles}
    return sum(
        case.truth.accepts(circle, "number", int(content))
        if content.isdigit()
        else case.truth.accepts(circle, content, None)
        for circle, content in contents.items()
    )


def _answer(truth: SheetTruth, key: DoubtKey) -> str:
    if isinstance(key, Link):
        return YES if (key.a, key.b) in truth.links else NO
    if isinstance(key, str):
        return YES if int(key.rpartition("_")[2]) <= truth.assist else NO
    content = truth.circles.get(key)
    return "empty" if content is None else str(content)


if __name__ == "__main__":
    main()
