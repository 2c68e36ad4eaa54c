"""How well pages for Free Solo are read: both mountains, and the strip of rounds.

    python -m benchmarks.solo_strip [--count 20] [--seed0 0] [--level ordinary]

Each photo shows your form and Max's, filled in by one hand; in 3 of 100 rounds Max got
something else than he should. Seeds as for `read_photos`: below 1,000 for figures.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tests.helpers.simulator_levels import LEVELS
from tests.helpers.solo_photos import simulate_solo
from trekprint.scan.reading import SheetReading
from trekprint.sheet.solo_form import is_round_box
from trekprint.sheetfile.catalog import load_sheet
from trekprint.workflows.photos import read_photo

if TYPE_CHECKING:
    from tests.helpers.photo_truth import SheetTruth
    from trekprint.workflows.photos import PhotoResult

SHEETS = ("dunai", "kagkot", "dhaulagiri")


@click.command()
@click.option("--count", default=20, show_default=True)
@click.option("--seed0", default=0, show_default=True)
@click.option("--level", type=click.Choice(list(LEVELS)), default="ordinary")
@click.option("--megapixels", type=float, help="Size of all photos (else as usual).")
@click.option("--save", type=click.Path(path_type=Path), help="Keep the photos.")
def main(
    count: int, seed0: int, level: str, megapixels: float | None, save: Path | None
) -> None:
    """Simulate and read pages, and print the figures."""
    figures: Counter[str] = Counter()
    for seed in range(seed0, seed0 + count):
        told = measure(seed, level, megapixels, save)
        click.echo(f"{seed}: {dict(told)}", err=True)
        figures += told
    for name, right, whole in (
        ("forms found", "found", "forms"),
        ("your circles right", "your circles", "your circles in all"),
        ("Max's circles right", "max circles", "max circles in all"),
        ("totals right", "totals", "forms"),
        ("sure", "sure", "forms"),
        ("wrong while sure", "wrong while sure", "forms"),
        ("strip boxes right as read alone", "boxes alone", "boxes"),
        ("strip boxes right, all read together", "boxes together", "boxes"),
        ("strip boxes wrong, all read together", "boxes wrong", "boxes"),
        ("slips found", "slips found", "slips"),
        ("rounds called slips that are none", "false slips", "rounds"),
    ):
        share = figures[right] / max(1, figures[whole])
        click.echo(f"{name:40} {figures[right]:5} of {figures[whole]:5}  {share:6.1%}")


def measure(
    seed: int, level: str, megapixels: float | None = None, save: Path | None = None
) -> Counter[str]:
    """The figures of one photo."""
    sheet = load_sheet(SHEETS[seed % len(SHEETS)])
    photo = simulate_solo(seed, sheet, level=level, megapixels=megapixels)
    with tempfile.TemporaryDirectory() as folder:
        path = (save or Path(folder)) / f"solo-{seed}.jpg"
        path.write_bytes(photo.jpeg)
        results = read_photo(path)
    found = {
        one.result.game.sheet.id: one for one in results if one.result.game is not None
    }
    figures: Counter[str] = Counter()
    for truth in photo.truth.sheets:
        figures["forms"] += 1
        if truth.sheet in found:
            figures += _form(truth, found[truth.sheet])
    return figures


def _form(truth: SheetTruth, found: PhotoResult) -> Counter[str]:
    result, figures = found.result, Counter[str](found=1)
    who = "max" if truth.sheet.startswith("max-") else "your"
    figures[f"{who} circles in all"] = len(result.circles)
    figures[f"{who} circles"] = sum(
        truth.accepts(circle.id, *_state(circle.content)) for circle in result.circles
    )
    right = result.total == truth.total
    figures["totals"] = right
    figures["sure"] = result.status == "sure"
    figures["wrong while sure"] = result.status == "sure" and not right
    if who == "max":
        figures += _strip(truth, found)
    return figures


def _state(content: str) -> tuple[str, int | None]:
    return ("number", int(content)) if content.isdigit() else (content, None)


def _strip(truth: SheetTruth, found: PhotoResult) -> Counter[str]:
    reading, result = found.reading, found.result
    assert isinstance(reading, SheetReading)
    alone = {box.name: box.values[0][0] for box in reading.boxes if box.values}
    wanted = {name: v for name, v in truth.written.items() if is_round_box(name)}
    figures: Counter[str] = Counter(boxes=len(wanted))
    for name, value in wanted.items():
        figures["boxes alone"] += alone.get(name) == value
        figures["boxes together"] += result.written.get(name) == value
        figures["boxes wrong"] += result.written.get(name, value) != value
    slips = {
        circle
        for finding in result.findings
        if finding.code == "max-slip"
        for circle in finding.circles
    }
    figures["rounds"] = len(wanted) // 3
    figures["slips"] = len(truth.slips)
    figures["slips found"] = len(slips & set(truth.slips))
    figures["false slips"] = len(slips - set(truth.slips))
    return figures


if __name__ == "__main__":
    main()
