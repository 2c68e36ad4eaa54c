"""Figures of a model: what is counted where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from trekprint.scan.digits import CLASSES, SKULL
from trekprint.training import evaluate
from trekprint.training.pool import CHUNK, Pool, build, where

if TYPE_CHECKING:
    from pathlib import Path


def answers(*rows: tuple[int, float]) -> np.ndarray:
    """Rows that give a class a confidence and share out the rest."""
    table = np.empty((len(rows), len(CLASSES)), np.float32)
    for row, (label, confidence) in zip(table, rows, strict=True):
        row[:] = (1 - confidence) / (len(CLASSES) - 1)
        row[label] = confidence
    return table


def pool_of(*labels: int) -> Pool:
    count = len(labels)
    return Pool(
        cells=np.zeros((count, 48, 48), np.uint8),
        labels=np.array(labels, np.int64),
        styles=np.arange(count, dtype=np.uint8),
        views=np.zeros(count, np.uint8),
    )


def test_errors_are_counted_at_the_sure_end() -> None:
    found = evaluate.figures(
        answers((1, 0.9995), (2, 0.9995), (3, 0.6)), np.array([1, 3, 3])
    )
    assert found.right == pytest.approx(2 / 3)
    ends = {end.confidence: (end.sure, end.wrong) for end in found.ends}
    assert ends == {0.99: (2, 1), 0.998: (2, 1), 0.999: (2, 1)}


def test_confusions_name_thick_numbers_and_skulls() -> None:
    pools = {evaluate.THICK: pool_of(0, 8, 0), "all": pool_of(SKULL, SKULL, 4)}
    given = {
        evaluate.THICK: answers((SKULL, 0.9991), (8, 0.99), (SKULL, 0.7)),
        "all": answers((SKULL, 0.9), (8, 0.9), (4, 0.9)),
    }
    text = evaluate._confusions(given, pools)
    assert "2 are taken for skulls, 1 with at least 99.8%" in text
    assert "of 2 skulls, crosses and struck-out numbers 1 for numbers, 0 so" in text


def test_conditions_are_judged_by_themselves() -> None:
    rows = evaluate._conditions(answers((1, 0.9), (3, 0.9)), pool_of(1, 2))
    assert (rows["usual"].right, rows["filling"].right) == (1.0, 0.0)
    assert rows["photo"].count == 2


def test_a_part_of_a_pool_keeps_its_columns_together() -> None:
    part = where(pool_of(5, 6, 7), np.array([False, True, True]))
    assert part.labels.tolist() == [6, 7]
    assert part.styles.tolist() == [1, 2]


def test_chunks_that_are_there_are_not_drawn_again(tmp_path: Path) -> None:
    for chunk in range(2):
        part = pool_of(chunk, chunk)
        np.savez(
            tmp_path / f"{chunk:05}.npz",
            cells=part.cells,
            labels=part.labels,
            styles=part.styles,
            views=part.views,
        )
    found = build([], 2 * CHUNK, seed=(1,), processes=1, folder=tmp_path)
    assert found.labels.tolist() == [0, 0, 1, 1]
