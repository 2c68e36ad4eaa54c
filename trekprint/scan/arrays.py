"""Names for the arrays that the reader passes about."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

GreyImage: TypeAlias = NDArray[np.uint8]
"""(height, width), 0 is black."""

ColourImage: TypeAlias = NDArray[np.uint8]
"""(height, width, 3): red, green, blue."""

Floats: TypeAlias = NDArray[np.floating[Any]]
"""Anything of floating point; the docstring says the shape."""


def quantile(values: npt.ArrayLike, share: float, axis: int | None = None) -> Floats:
    """The quantile `share` (0 to 1) of `values`, interpolated; along `axis` or of all.

    As `np.quantile`, which however loads all of `numpy.ma` (20 ms of a photo's second).
    """
    array = np.asarray(values, dtype=float)
    ranked = np.sort(array.ravel() if axis is None else array, axis=axis or 0)
    count = ranked.shape[axis or 0]
    place = share * (count - 1)
    low = int(place)
    below = ranked.take(low, axis=axis or 0)
    above = ranked.take(min(low + 1, count - 1), axis=axis or 0)
    return np.asarray(below + (above - below) * (place - low))


def median(values: npt.ArrayLike, axis: int | None = None) -> Floats:
    """The middle of `values`, along `axis` or of all."""
    return quantile(values, 0.5, axis)
