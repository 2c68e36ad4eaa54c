"""Is a link drawn? Looks for an unbroken dark way across the bridge.

A bridge is printed as a white channel from disc to disc, between rails and rings that
lie mirrored on its two sides. A drawn line crosses it from end to end, wherever in its
width, at whatever slant; patterns of the rim, tails of numbers and skulls drawn nearby
only dip into it. So the evidence is the darkest way across: how dark its palest stretch
is between the rims, how well it goes on over both rims, and that it is a line and no
blot. Outside the channel only what has no mirror image, and is not on most other
bridges too, counts: that takes the print away without knowing it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.arrays import median
from trekprint.scan.crops import moved, strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trekprint.scan.anchors import Shifts
    from trekprint.scan.arrays import Floats
    from trekprint.scan.ink import Ink
    from trekprint.sheet.placed import PlacedLink


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkParams:
    """How the bridge is searched, and how much each kind of evidence weighs.

    Lengths in mm. `half_width`: how far to either side a line may run; `channel`: half
    width of what surely is white; `edge`: what is left out at either end, where the
    disc's printed edge crosses; `ring`: longest break that a ring makes in a line
    beside the channel. `beyond`: how much darkness outside the channel counts, where
    print that is not quite where it is thought to be has no mirror image. `rows` and
    `columns`: samples across and along. `stretch`: length over which the palest
    stretch is averaged.

    Darkness is taken relative to the player's pen (`unknown_pen` where no circle shows
    it), which counts as at least `least_pen` and `noise` deviations of bare paper; up
    to `most`.

    The probability is a logistic function of the evidence, fitted on simulated photos
    (seeds from 100,000): `bias`, `per_gap`, `per_rims`, and `per_blot` of what a blot
    has above `blot_from`. The odds are those of photos with `fair_px_per_mm`; their
    logarithm shrinks and grows in proportion to the resolution, within `trust`. It
    shrinks further where a rail, `rail_band` from the axis, is paler than
    `clear_rails`, down to `blind`. Ink across the whole gap, from `plain_gap` on, is at
    least `plain_least` likely a line, also where it stops short of a rim.
    """

    half_width: float = 1.9
    channel: float = 0.8
    edge: float = 0.4
    ring: float = 1.1
    beyond: float = 0.9
    rows: int = 31
    columns: int = 40
    stretch: float = 0.8
    unknown_pen: float = 0.5
    least_pen: float = 0.12
    noise: float = 5.0
    most: float = 1.2
    bias: float = -11.9
    per_gap: float = 12.7
    per_rims: float = 6.0
    per_blot: float = -6.9
    blot_from: float = 0.6
    fair_px_per_mm: float = 2.3
    trust: tuple[float, float] = (0.45, 1.4)
    rail_band: tuple[float, float] = (0.9, 1.6)
    clear_rails: float = 0.6
    blind: float = 0.15
    plain_gap: float = 0.7
    plain_least: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkEvidence:
    """What the darkest way across a bridge looks like; 1 is as dark as the pen.

    `gap`: the palest stretch between the rims. `rims`: the mean over the paler rim.
    `blot`: mean darkness of the whole channel between the rims. `rails`: how dark the
    bridge's paler rail is, 1 being usual on the sheet: where glare or the edge of a
    shadow hides a rail, it would hide a line as well.
    """

    gap: float
    rims: float
    blot: float
    rails: float = 1.0


def link_probability(
    evidence: LinkEvidence, px_per_mm: float, params: LinkParams | None = None
) -> float:
    """The probability that a link is drawn, seen at so many photo pixels per mm."""
    params = params or LinkParams()
    score = (
        params.bias
        + params.per_gap * min(evidence.gap, 1.0)
        + params.per_rims * min(evidence.rims, 1.0)
        + params.per_blot * max(evidence.blot - params.blot_from, 0.0)
    )
    least, most = params.trust
    trust = min(max(px_per_mm / params.fair_px_per_mm, least), most)
    trust *= min(max(evidence.rails / params.clear_rails, params.blind), 1.0)
    probability = float(1 / (1 + np.exp(-score * trust)))
    if evidence.gap >= params.plain_gap:
        return max(probability, params.plain_least)
    return probability


def link_evidence(
    ink: Ink,
    links: Sequence[PlacedLink],
    shifts: Shifts,
    pen: float,
    params: LinkParams | None = None,
) -> list[LinkEvidence]:
    """The darkest way across each bridge.

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
    strips = np.stack([_bridge_strip(ink, link, shifts, params) for link in links])
    full = max(pen or params.unknown_pen, params.least_pen, params.noise * ink.noise)
    relative = np.minimum(strips / full, params.most)
    across = np.linspace(-1, 1, params.rows) * params.half_width
    inside = np.abs(across) <= params.channel
    ways = best_ways(_without_print(relative, inside, links, params))
    rails = _rails(strips, across, params)
    return [
        replace(_evidence(way, channel[inside], link, params), rails=rail)
        for way, channel, link, rail in zip(ways, relative, links, rails, strict=True)
    ]


def _rails(strips: Floats, across: Floats, params: LinkParams) -> list[float]:
    """How dark the paler rail of each bridge is, relative to the usual."""
    middle = slice(round(params.columns * 0.35), round(params.columns * 0.65))
    near, far = params.rail_band
    sides = [
        strips[:, (near < side) & (side < far), middle].max(axis=1).mean(axis=1)
        for side in (across, -across)
    ]
    usual = float(median(sides))
    if usual <= 0:
        return [1.0] * len(strips)
    return [float(rail) for rail in np.minimum(*sides) / usual]


def _without_print(
    strips: Floats,
    inside: NDArray[np.bool_],
    links: Sequence[PlacedLink],
    params: LinkParams,
) -> Floats:
    """The strips, outside the channel less what is printed there.

    That is what lies mirrored on the other side, or on most other bridges. A line
    beside the channel crosses printed rings, where it cannot be seen; such short
    breaks are closed.
    """
    cleaned = strips.copy()
    usual = median(strips, axis=0)
    usual = np.maximum(usual, usual[::-1])
    for strip_, link in zip(cleaned, links, strict=True):
        print_ = np.maximum(strip_[::-1], usual)
        beyond = np.maximum(strip_ - print_, 0)[~inside]
        length = link.start.distance(link.end) - 2 * params.edge
        columns = max(1, round(params.ring / length * params.columns))
        brush = np.ones((1, columns), np.uint8)
        closed = cv2.morphologyEx(beyond, cv2.MORPH_CLOSE, brush)
        strip_[~inside] = params.beyond * closed
    return cleaned


def _bridge_strip(
    ink: Ink, link: PlacedLink, shifts: Shifts, params: LinkParams
) -> Floats:
    """(rows, columns) darkness from disc to disc, without the discs' edges."""
    return strip(
        ink.darkness,
        ink.px_per_mm,
        moved(link.start, shifts.circles[link.link.a]),
        moved(link.end, shifts.circles[link.link.b]),
        half_width_mm=params.half_width,
        overhang_mm=-params.edge,
        shape=(params.rows, params.columns),
    )


def _evidence(
    way: Floats, channel: Floats, link: PlacedLink, params: LinkParams
) -> LinkEvidence:
    """Sums up a way, (columns,), and its channel, (rows, columns)."""
    length = link.start.distance(link.end) - 2 * params.edge
    column_mm = length / params.columns
    first = round((link.start.distance(link.bridge_start) - params.edge) / column_mm)
    last = params.columns - round(
        (link.end.distance(link.bridge_end) - params.edge) / column_mm
    )
    gap = way[first:last]
    stretch = min(len(gap), max(1, round(params.stretch / column_mm)))
    smooth = np.convolve(gap, np.full(stretch, 1 / stretch), "valid")
    return LinkEvidence(
        gap=float(smooth.min()),
        rims=float(min(way[:first].mean(), way[last:].mean())),
        blot=float(channel[:, first:last].mean()),
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
