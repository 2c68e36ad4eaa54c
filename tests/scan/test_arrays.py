from __future__ import annotations

import numpy as np
import pytest

from trekprint.scan.arrays import median, quantile


@pytest.mark.parametrize("count", [1, 2, 5, 8])
@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.7, 1.0])
def test_quantiles_are_numpys(count: int, share: float) -> None:
    values = np.random.default_rng(count).normal(size=(count, 3))
    assert quantile(values, share) == pytest.approx(np.quantile(values, share))
    assert quantile(values, share, axis=0) == pytest.approx(
        np.quantile(values, share, axis=0)
    )
    assert quantile(values, share, axis=1) == pytest.approx(
        np.quantile(values, share, axis=1)
    )


def test_the_median_of_a_list() -> None:
    assert float(median([3.0, 1.0, 2.0])) == 2.0
