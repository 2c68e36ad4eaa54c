"""Makes the committed test photos: `python -m tests.helpers.make_photos [FOLDER]`.

Writes JPEGs and their truths (YAML) into tests/data/photos: ordinary photos of the
three sheets, then one of each special condition. The same program makes the same
photos. Run it again when the printed form changes, and commit what changed.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tests.helpers.photo_simulator import simulate
from tests.helpers.photo_truth import dump_truth
from tests.helpers.simulator_paper import Printing
from tests.helpers.simulator_photo import Cover, Shadow, Shot
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FOLDER = Path(__file__).parents[1] / "data" / "photos"
SHEETS = ("dunai", "kagkot", "dhaulagiri")
ORDINARY = 24
FIRST_SEED = 2000
FIRST_SPECIAL_SEED = 2100
MEGAPIXELS = 2.6
FILL_LEAST = 0.6  # small photos from afar are coarser than any phone's
JPEG_QUALITY_MOST = 82  # keeps all photos together below 12 MB


@dataclass(frozen=True, slots=True, kw_only=True)
class Special:
    """One photo with something special: arguments for `simulate`, a changed shot."""

    name: str
    sheet: str
    megapixels: float = MEGAPIXELS
    arguments: Mapping[str, Any] = field(default_factory=dict)
    change: Callable[[Shot], Shot] = lambda shot: shot


SPECIALS = (
    Special(
        name="sideways",
        sheet="kagkot",
        change=lambda shot: replace(shot, rotation_deg=90.0),
    ),
    Special(
        name="upside-down",
        sheet="dunai",
        change=lambda shot: replace(shot, rotation_deg=180.0),
    ),
    Special(
        name="marker-covered",
        sheet="dhaulagiri",
        arguments={"printing": Printing(paper="a5", per_page=1)},
        change=lambda shot: replace(
            shot, cover=Cover(x=133.0, y=195.0, size_mm=9.0, turn_deg=40.0), fill=0.8
        ),
    ),
    Special(
        name="strong-shadow",
        sheet="kagkot",
        change=lambda shot: replace(
            shot,
            fill=0.75,
            shadow=Shadow(
                kind="hand", left=0.35, soft_mm=2.5, at_mm=-30.0, towards_deg=60.0
            ),
        ),
    ),
    Special(
        name="two-sheets",
        sheet="dunai",
        megapixels=4.0,
        arguments={"copies": (1, 2), "apart": True},
        change=lambda shot: replace(shot, fill=0.9),
    ),
    Special(
        name="two-on-a-page",
        sheet="kagkot",
        megapixels=4.0,
        arguments={"copies": (3, 4)},
        change=lambda shot: replace(shot, fill=0.9),
    ),
    Special(name="blank", sheet="dhaulagiri", arguments={"blank": True}),
    Special(
        name="illustrated",
        sheet="dunai",
        arguments={"printing": Printing(theme="alpine")},
        change=lambda shot: replace(shot, fill=0.75),
    ),
    Special(
        name="letter",
        sheet="dhaulagiri",
        arguments={"printing": Printing(paper="letter")},
    ),
    Special(name="red-pen", sheet="kagkot", arguments={"pen": "red"}),
)


def make_photos(folder: Path) -> None:
    """Write all photos and truths into `folder`; others there are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("*.jpg"), *folder.glob("*.yaml")):
        old.unlink()
    for number in range(ORDINARY):
        sheet = SHEETS[number % len(SHEETS)]
        ordinary = Special(name=f"ordinary-{number + 1:02}", sheet=sheet)
        _write(folder, ordinary, FIRST_SEED + number)
    for number, special in enumerate(SPECIALS):
        _write(folder, special, FIRST_SPECIAL_SEED + number)


def _write(folder: Path, special: Special, seed: int) -> None:
    photo = simulate(
        seed,
        load_sheet(special.sheet),
        megapixels=special.megapixels,
        change_shot=lambda shot: replace(
            special.change(replace(shot, fill=max(shot.fill, FILL_LEAST))),
            jpeg_quality=min(shot.jpeg_quality, JPEG_QUALITY_MOST),
        ),
        **special.arguments,
    )
    stem = f"{special.name}-{special.sheet}"
    (folder / f"{stem}.jpg").write_bytes(photo.jpeg)
    truth = dump_truth(photo.truth)
    (folder / f"{stem}.yaml").write_text(truth, encoding="utf-8")
    click.echo(f"{stem}.jpg: {len(photo.jpeg) / 1024:.0f} KB", err=True)


if __name__ == "__main__":
    make_photos(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
