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

MISLABELLED = frozenset({707, 714, 778, 782, 860, 864, 869})
"""Samples of `unipen-test.npz` that plainly show something else, as found by eye."""


@functools.cache
def hands(source: str) -> tuple[Hand, ...]:
    """The test writers of `swiss` or `unipen`, without samples labelled wrongly."""
    folder = DATA / "handwriting"
    if source == SWISS:
        return tuple(load_swiss(folder / "swiss-test.npz", None))
    return tuple(load_unipen(folder / "unipen-test.npz", None, MISLABELLED))


@functools.cache
def circle_painter(source: str) -> Painter:
    """Draws circles with the hands of one source."""
    return Painter(hands(source))
