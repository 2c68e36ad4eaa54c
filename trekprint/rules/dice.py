"""What the two dice can make: every result, and the options that give it.

Nothing here is written down twice: all of it comes from the 36 rolls of a red die
(1 to 6) and a yellow die (0 to 5).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from trekprint.rules.game import SKULL, Entry
from trekprint.sheet.model import Circle, Option

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

RED = range(1, 7)
YELLOW = range(6)

RESULT: Mapping[Option, Callable[[int, int], int]] = {
    Option.LOWER: min,
    Option.HIGHER: max,
    Option.DIFFERENCE: lambda red, yellow: abs(red - yellow),
    Option.SUM: lambda red, yellow: red + yellow,
    Option.PRODUCT: lambda red, yellow: red * yellow,
}
"""What each option makes of the red and the yellow die."""

RESULTS: Mapping[Option, frozenset[int]] = {
    option: frozenset(result(red, yellow) for red, yellow in product(RED, YELLOW))
    for option, result in RESULT.items()
}
"""The results that each option can have."""

POSSIBLE = frozenset().union(*RESULTS.values())
"""Every result that some option can have: 0 to 12, and a few products above."""


@lru_cache(maxsize=256)
def options_for(entry: Entry, limit: int) -> frozenset[Option]:
    """The options that can lead to `entry` in a circle that takes up to `limit`.

    A skull comes from any option that can exceed the limit.
    """
    return frozenset(
        option
        for option, results in RESULTS.items()
        if (max(results) > limit if entry.number is None else entry.number in results)
    )


def entry_of(circle: Circle, result: int) -> Entry:
    """What `result` becomes in `circle`: its number, or a skull over the limit.

    Raises ValueError for a result that no roll gives.
    """
    if result not in POSSIBLE:
        raise ValueError(f"no roll gives {result}")
    return SKULL if result > circle.limit else Entry(result)
