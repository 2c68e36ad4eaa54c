"""Pools of made-up circles, kept on disk: the network's inputs and their classes."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.digits import INPUT_SIZE, prepare
from trekprint.training.cells import Painter

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from trekprint.training.glyphs import Gray
    from trekprint.training.sources import Hand

CHUNK = 2000
"""Cells with one seed; so that the number of processes does not change the pool."""
FULL = 255

_painter: Painter | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pool:
    """`cells` (n, 48, 48) uint8, ink 255; `labels` (n,) columns of `CLASSES`."""

    cells: Gray
    labels: NDArray[np.int64]


def build(
    hands: Sequence[Hand],
    count: int,
    *,
    seed: Sequence[int],
    processes: int,
    source: str | None = None,
) -> Pool:
    """Draw about `count` cells (whole chunks) with the hands given.

    Args:
        hands: Who writes.
        count: How many cells; rounded up to whole chunks.
        seed: Numbers that determine the pool.
        processes: How many to draw with; the pool is the same for any number.
        source: Only numbers by hands of this source, in equal parts.
    """
    chunks = -(-count // CHUNK)
    jobs = [(*seed, chunk) for chunk in range(chunks)]
    # Forking would copy OpenCV's threads in an unknown state
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _begin, (tuple(hands),)) as workers:
        parts = workers.starmap(_chunk, [(job, source) for job in jobs], chunksize=1)
    return Pool(
        cells=np.concatenate([cells for cells, _ in parts]),
        labels=np.concatenate([labels for _, labels in parts]),
    )


def _begin(hands: Sequence[Hand]) -> None:
    """Make the painter of this process."""
    global _painter
    _painter = Painter(hands)
    cv2.setNumThreads(1)


def _chunk(seed: Sequence[int], source: str | None) -> tuple[Gray, NDArray[np.int64]]:
    assert _painter is not None  # set by `_begin`
    rng = np.random.default_rng(list(seed))
    labels = np.empty(CHUNK, np.int64)
    cells = np.empty((CHUNK, INPUT_SIZE, INPUT_SIZE), np.uint8)
    for index in range(CHUNK):
        wanted = None if source is None else index % 13
        crop, labels[index] = _painter.cell(rng, wanted, source)
        cells[index] = np.round(prepare([crop])[0, 0] * FULL)
    return cells, labels


def cached(path: Path, make: object) -> Pool:
    """The pool in `path`; made by calling `make` and saved where there is none."""
    if path.is_file():
        with np.load(path) as file:
            return Pool(cells=file["cells"], labels=file["labels"])
    assert callable(make)
    pool = make()
    assert isinstance(pool, Pool)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, cells=pool.cells, labels=pool.labels)
    return pool
