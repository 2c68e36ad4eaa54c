"""Names for the arrays that the reader passes about."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

GreyImage: TypeAlias = NDArray[np.uint8]
"""(height, width), 0 is black."""

ColourImage: TypeAlias = NDArray[np.uint8]
"""(height, width, 3): red, green, blue."""

Floats: TypeAlias = NDArray[np.floating[Any]]
"""Anything of floating point; the docstring says the shape."""

MEDIAN = 0.5
"""The quantile; `np.median` would load all of `numpy.ma`, 20 ms of a photo's second."""
