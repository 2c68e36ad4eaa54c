"""Each row its own column, so that the sum of what they are worth is largest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


def best_assignment(worth: npt.NDArray[np.float64]) -> list[int]:
    """For each row of `worth` (rows, columns) its column; no column is taken twice.

    Shortest augmenting paths (Kuhn 1955; Jonker, Volgenant 1987), a row at a time.
    Raises ValueError where there are more rows than columns.
    """
    rows, columns = worth.shape
    if rows > columns:
        raise ValueError(f"{rows} rows do not fit {columns} columns")
    cost = worth.max(initial=0.0) - worth
    row_price, column_price = np.zeros(rows), np.zeros(columns)
    owner = np.full(columns, -1)
    for row in range(rows):
        _add_row(row, cost, row_price, column_price, owner)
    columns_of = {int(r): c for c, r in enumerate(owner) if r >= 0}
    return [columns_of[row] for row in range(rows)]


def _add_row(
    row: int,
    cost: npt.NDArray[np.float64],
    row_price: npt.NDArray[np.float64],
    column_price: npt.NDArray[np.float64],
    owner: npt.NDArray[np.intp],
) -> None:
    """Give `row` a column, moving others along the cheapest path to a free one."""
    columns = cost.shape[1]
    away = np.full(columns, np.inf)
    came_from = np.full(columns, -1)
    done = np.zeros(columns, bool)
    at, reached, column = row, 0.0, -1
    while True:
        steps = reached + cost[at] - row_price[at] - column_price
        nearer = ~done & (steps < away)
        away[nearer], came_from[nearer] = steps[nearer], column
        column = int(np.argmin(np.where(done, np.inf, away)))
        reached = float(away[column])
        if owner[column] < 0:
            break
        done[column] = True
        at = int(owner[column])
    row_price[row] += reached
    for other in np.flatnonzero(done):
        row_price[owner[other]] += reached - away[other]
        column_price[other] -= reached - away[other]
    while column >= 0:
        before = int(came_from[column])
        owner[column] = row if before < 0 else owner[before]
        column = before
