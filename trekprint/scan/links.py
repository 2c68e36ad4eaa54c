"""Is a link drawn? Looks for an unbroken dark way through the bridge's white channel.

A bridge is printed as a white channel from disc to disc. A drawn line crosses it from
end to end, wherever in its width, at whatever slant; patterns of the rim, tails of
numbers and the ends of other lines only dip into it. So the evidence is the best way
through the channel: how dark it is on the whole, and how long its palest stretch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from trekprint.scan.crops import moved, strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.scan.anchors import Shifts
    from trekprint.scan.arrays import Floats
    from trekprint.scan.ink import Ink
    from trekprint.sheet.layout import PlacedLink


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkParams:
    """How the channel is searched.

    Lengths in mm. `half_width`: the channel's, less a hair of its rails; `edge`: what
    is left out at either end, where the disc's printed edge crosses. `rows` and
    `columns`: samples across and along. `dark_share`: a pixel counts as ink above this
    share of the darkness of the player's pen; `least_dark`: and above this darkness in
    any case; `noise`: and above so many deviations of bare paper. `stretch`: share of
    the way over which the palest stretch is averaged.

    The probability is a logistic function of the share of the way that is ink and of
    the darkness of its palest stretch (relative to the threshold): `bias`,
    `per_share`, `per_palest`.
    """

    half_width: float = 1.0
    edge: float = 0.45
    rows: int = 17
    columns: int = 32
    dark_share: float = 0.35
    least_dark: float = 0.07
    noise: float = 3.5
    stretch: float = 0.2
    bias: float = -10.5
    per_share: float = 9.0
    per_palest: float = 4.5


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkEvidence:
    """What the best way through a channel looks like.

    `share`: part of the way that is ink. `palest`: mean darkness of its palest
    stretch, 1 being the least that counts as ink.
    """

    share: float
    palest: float


def link_probability(evidence: LinkEvidence, params: LinkParams | None = None) -> float:
    """The probability that a link is drawn."""
    params = params or LinkParams()
    score = (
        params.bias
        + params.per_share * evidence.share
        + params.per_palest * min(evidence.palest, 1.5)
    )
    return float(1 / (1 + np.exp(-score)))


def link_evidence(
    ink: Ink,
    links: Sequence[PlacedLink],
    shifts: Shifts,
    pen: float,
    params: LinkParams | None = None,
) -> list[LinkEvidence]:
    """The best way through the channel of each link.

    Args:
        ink: The darkness of the form.
        links: Links at their printed places.
        shifts: How far circles really lie from their printed places.
        pen: Darkness of the player's pen, as far as known; 0 if not.
        params: Tunables.
    """
    params = params or LinkParams()
    if not links:
        return []
    threshold = max(
        params.dark_share * pen, params.least_dark, params.noise * ink.noise
    )
    channels = np.stack([link_strip(ink, link, shifts, params) for link in links])
    ways = best_ways(np.minimum(channels / threshold, 2.0))
    stretch = max(1, round(params.stretch * params.columns))
    return [
        LinkEvidence(
            share=float((way > 1).mean()),
            palest=float(
                np.convolve(way, np.full(stretch, 1 / stretch), "valid").min()
            ),
        )
        for way in ways
    ]


def link_strip(
    ink: Ink, link: PlacedLink, shifts: Shifts, params: LinkParams
) -> Floats:
    """(rows, columns) darkness of the channel, without its ends and rails."""
    return strip(
        ink.darkness,
        ink.px_per_mm,
        moved(link.start, shifts.of_circle(link.link.a)),
        moved(link.end, shifts.of_circle(link.link.b)),
        half_width_mm=params.half_width,
        overhang_mm=-params.edge,
        shape=(params.rows, params.columns),
    )


def best_ways(darkness: Floats) -> Floats:
    """The darkness along the darkest way from the left to the right edge.

    A way moves by at most one row for each column.

    Args:
        darkness: (n, rows, columns).

    Returns:
        (n, columns) the darkness along each way.
    """
    count, rows, columns = darkness.shape
    each = np.arange(count)
    best = darkness[:, :, 0].astype(np.float64)
    back = np.empty((columns, count, rows), dtype=np.intp)
    for column in range(1, columns):
        padded = np.pad(best, ((0, 0), (1, 1)), constant_values=-np.inf)
        options = np.stack([padded[:, :-2], padded[:, 1:-1], padded[:, 2:]])
        back[column] = np.arange(rows) + options.argmax(axis=0) - 1
        best = options.max(axis=0) + darkness[:, :, column]
    row = best.argmax(axis=1)
    ways = np.empty((count, columns))
    for column in range(columns - 1, -1, -1):
        ways[:, column] = darkness[each, row, column]
        if column:
            row = back[column, each, row]
    return ways
