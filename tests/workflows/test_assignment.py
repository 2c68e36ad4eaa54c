"""The best assignment, against trying all."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from trekprint.workflows.assignment import best_assignment


@pytest.mark.parametrize("seed", range(30))
def test_it_is_as_good_as_the_best_of_all(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = sorted(rng.integers(1, 6, 2))
    worth = rng.normal(size=(rows, columns)).round(1)
    found = best_assignment(worth)
    assert len(set(found)) == rows
    best = max(
        sum(worth[row, column] for row, column in enumerate(chosen))
        for chosen in permutations(range(columns), int(rows))
    )
    assert sum(worth[r, c] for r, c in enumerate(found)) == pytest.approx(best)


def test_more_rows_than_columns_cannot_be() -> None:
    with pytest.raises(ValueError, match="2 rows do not fit 1 columns"):
        best_assignment(np.zeros((2, 1)))


def test_no_rows_need_no_columns() -> None:
    assert best_assignment(np.zeros((0, 3))) == []
