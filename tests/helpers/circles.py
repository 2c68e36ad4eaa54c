"""Made-up circles of the test writers, drawn as the training draws its own."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from trekprint.training.cells import Painter
from trekprint.training.sources import SWISS, load_swiss, load_unipen

if TYPE_CHECKING:
    from trekprint.training.sources import Hand

DATA = Path(__file__).resolve().parent.parent / "data"


@functools.cache
def hands(source: str) -> tuple[Hand, ...]:
    """The test writers of `swiss` or `unipen`, without samples labelled wrongly."""
    folder = DATA / "handwriting"
    if source == SWISS:
        return tuple(load_swiss(folder / "swiss-test.npz", None))
    return tuple(load_unipen(folder / "unipen-test.npz", None))


@functools.cache
def circle_painter(source: str) -> Painter:
    """Draws circles with the hands of one source."""
    return Painter(hands(source))
