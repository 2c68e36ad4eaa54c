"""Pools of made-up circles, kept on disk: the network's inputs and their classes."""

from __future__ import annotations

import hashlib
import multiprocessing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.digits import INPUT_SIZE, prepare
from trekprint.training.camera import VIEWS
from trekprint.training.cells import ANYTHING, STYLES, Order, Painter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trekprint.training.glyphs import Gray
    from trekprint.training.sources import Hand

CHUNK = 2000
"""Cells with one seed; so that the number of processes does not change the pool."""
FULL = 255
NAMES = tuple(VIEWS)
DRAWING = (
    "camera",
    "cells",
    "glyphs",
    "marks",
    "pool",
    "printed",
    "rims",
    "scanner",
    "shapes",
    "sources",
    "writing",
)
"""The modules on which the circles depend."""

_painter: Painter | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pool:
    """Circles as the network sees them.

    Attributes:
        cells: (n, 48, 48) uint8, ink 255.
        labels: (n,) columns of `CLASSES`.
        styles, views: (n,) places in `STYLES` and `VIEWS`.
    """

    cells: Gray
    labels: NDArray[np.int64]
    styles: Gray
    views: Gray


def drawing_code() -> str:
    """What tells the circles of this code from those that other code drew, in hex."""
    here = Path(__file__).parent
    texts = [(here / f"{name}.py").read_bytes() for name in DRAWING]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:8]


def build(
    hands: Sequence[Hand],
    count: int,
    *,
    seed: Sequence[int],
    processes: int,
    folder: Path,
    order: Order = ANYTHING,
) -> Pool:
    """Draw about `count` cells (whole chunks) with the hands given.

    What `folder` already holds is taken from there: a build that was broken off goes
    on, and a larger pool begins with a smaller one of the same seed.

    Args:
        hands: Who writes.
        count: How many cells; rounded up to whole chunks.
        seed: Numbers that determine the pool.
        processes: How many to draw with; the pool is the same for any number.
        folder: Where the chunks are kept, for this seed, order and code alone.
        order: What circles; anything in the mix of training by default.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{chunk:05}.npz" for chunk in range(-(-count // CHUNK))]
    jobs = [
        (path, (*seed, chunk), order)
        for chunk, path in enumerate(paths)
        if not path.is_file()
    ]
    if jobs:
        # Forking would copy OpenCV's threads in an unknown state
        context = multiprocessing.get_context("spawn")
        with context.Pool(processes, _begin, (tuple(hands),)) as workers:
            workers.starmap(_save_chunk, jobs, chunksize=1)
    return _joined(paths)


def _joined(paths: Sequence[Path]) -> Pool:
    """The chunks in one."""
    chunks = []
    for path in paths:
        with np.load(path) as file:
            chunks.append({name: file[name] for name in file.files})
    return Pool(
        **{
            name: np.concatenate([chunk[name] for chunk in chunks])
            for name in chunks[0]
        }
    )


def _begin(hands: Sequence[Hand]) -> None:
    """Make the painter of this process."""
    global _painter
    _painter = Painter(hands)
    cv2.setNumThreads(1)


def _save_chunk(path: Path, seed: Sequence[int], order: Order) -> None:
    """Draw a chunk and save it, whole or not at all."""
    made = _chunk(seed, order)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(
            file,
            cells=made.cells,
            labels=made.labels,
            styles=made.styles,
            views=made.views,
        )
    part.replace(path)


def _chunk(seed: Sequence[int], order: Order) -> Pool:
    """One chunk of circles."""
    assert _painter is not None  # set by `_begin`
    rng = np.random.default_rng(list(seed))
    labels = np.empty(CHUNK, np.int64)
    cells = np.empty((CHUNK, INPUT_SIZE, INPUT_SIZE), np.uint8)
    styles, views = np.empty((2, CHUNK), np.uint8)
    for index in range(CHUNK):
        label = order.labels[index % len(order.labels)] if order.labels else None
        one = _painter.decided(rng, order)
        assert one.style is not None
        assert one.view is not None
        styles[index], views[index] = STYLES.index(one.style), NAMES.index(one.view)
        crop, labels[index] = _painter.cell(rng, label, one)
        cells[index] = np.round(prepare([crop])[0, 0] * FULL)
    return Pool(cells=cells, labels=labels, styles=styles, views=views)


def where(pool: Pool, chosen: NDArray[np.bool_]) -> Pool:
    """The part of a pool for which `chosen`, (n,), is true."""
    return Pool(
        cells=pool.cells[chosen],
        labels=pool.labels[chosen],
        styles=pool.styles[chosen],
        views=pool.views[chosen],
    )
