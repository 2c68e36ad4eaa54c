"""Does a rim carry a pattern? Looks for ink all round the band about a disc.

Players mark the circles of a zone on their rims: hatched, dotted, waved, zigzagged or
filled. The band is printed white, save where rings bound it, so what is looked at is
its middle, less what the rims of the same terrain have in common there (the blur of
their rings). A pattern goes all round; the tail of a number, a skull drawn beside or a
stroke through an orphan is at one or two places only. So the evidence is the share of
the way round that has ink nearby, without the stretches in which lines are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.arrays import quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trekprint.scan.anchors import Shifts
    from trekprint.scan.arrays import Floats
    from trekprint.scan.ink import Ink
    from trekprint.sheet.placed import PlacedCircle, PlacedLink


@dataclass(frozen=True, slots=True, kw_only=True)
class RimParams:
    """Where a rim is looked at, what is ink there, and how the share of it weighs.

    `inner`, `outer`: shares of the band's width left out at the disc's edge and at the
    ring; `rows` and `angles`: samples across and around. `bridge_mm`: half width of
    what is left out where a bridge leaves.

    What rims of one terrain have in common is print, up to `most_print`:
    `paper_quantile` of the darkness at one distance from the middle is print all
    round; at most `uneven` times that and `uneven_more` is print where
    `print_quantile` of the rims have it in one direction, averaged over `smooth_deg`
    to either side, for photos blur fine lines more in one direction than in another.

    Darkness is taken relative to the player's pen (`unknown_pen` where no circle shows
    it), which counts as at least `least_pen` and at most `most_pen`, for patterns may
    be drawn with another, and as at least `noise` deviations of bare paper; from `pale`
    of it on it is ink. `reach_deg`: how far round ink counts to either side. A palely
    coloured rim is dark evenly; the darkness of its `tint_quantile` counts for a share
    of as much as it is of `tint`.

    The probability is a logistic function of the share, fitted on simulated photos
    (seeds from 100,000): one half at `half`, `steep` per unit. The odds are those of
    photos with `fair_px_per_mm` and of a pen of `fair_pen`; their logarithm shrinks
    below either, down to `least_trust` of it each, and with a paler pen the half comes
    sooner. None is above `surest`, or as near to 0: more was not measured.
    """

    inner: float = 0.33
    outer: float = 0.5
    rows: int = 3
    angles: int = 180
    bridge_mm: float = 1.45
    paper_quantile: float = 0.2
    most_print: float = 0.2
    print_quantile: float = 0.33
    uneven: float = 1.5
    uneven_more: float = 0.03
    smooth_deg: float = 12.0
    unknown_pen: float = 0.5
    least_pen: float = 0.1
    noise: float = 8.0
    most_pen: float = 0.2
    pale: float = 0.25
    tint: float = 0.12
    tint_quantile: float = 0.25
    reach_deg: float = 10.0
    half: float = 0.34
    steep: float = 30.0
    fair_px_per_mm: float = 2.3
    fair_pen: float = 0.12
    least_trust: float = 0.4
    surest: float = 0.999


def rim_probabilities(
    ink: Ink,
    circles: Sequence[PlacedCircle],
    links: Sequence[PlacedLink],
    shifts: Shifts,
    pen: float,
    px_per_mm: float,
    params: RimParams | None = None,
) -> list[float]:
    """For each circle the probability that its rim is patterned.

    Args:
        ink: The darkness of the form.
        circles: Circles at their printed places.
        links: All links of the sheet, drawn or not.
        shifts: How far circles really lie from their printed places.
        pen: Darkness of the player's pen, as far as known; 0 if not.
        px_per_mm: Resolution of the photo on the form.
        params: Tunables.
    """
    params = params or RimParams()
    if not circles:
        return []
    free = _free(circles, links, params)
    bands = _bands(ink, circles, shifts, params)
    bands = _without_print(bands, free, circles, params)
    pen = pen or params.unknown_pen
    full = min(max(pen, params.least_pen), params.most_pen)
    full = max(full, params.noise * ink.noise)
    shares = np.maximum(_inked(bands, free, full, params), _tint(bands, free, params))
    clear, fine = (
        min(max(have / fair, params.least_trust), 1.0)
        for have, fair in (
            (pen, params.fair_pen),
            (px_per_mm, params.fair_px_per_mm),
        )
    )
    # Less of a pale pattern stands out of the paper.
    half = params.half * np.sqrt(clear)
    odds = params.steep * clear * fine * (shares - half)
    probabilities = 1 / (1 + np.exp(-odds))
    return [float(p) for p in np.clip(probabilities, 1 - params.surest, params.surest)]


def _inked(
    bands: Floats, free: NDArray[np.bool_], full: float, params: RimParams
) -> Floats:
    """(N,) the share of the free way round each circle that has ink nearby, 0 to 1.

    Ink counts whole from the darkness `full` on.
    """
    least = params.pale * full
    peaks = np.clip((bands.max(axis=1) - least) / (full - least), 0, 1) * free
    near = _spread(peaks, round(params.reach_deg / 360 * params.angles))
    return np.asarray((near * free).sum(axis=1) / np.maximum(free.sum(axis=1), 1))


def _tint(bands: Floats, free: NDArray[np.bool_], params: RimParams) -> Floats:
    """(N,) how evenly dark each band is, 1 as a rim that is surely coloured."""
    level = _free_quantile(bands.min(axis=1), free, params.tint_quantile, axis=1)
    level = np.where(np.isfinite(level), level, 0)
    return np.asarray(np.clip(level / params.tint, 0, 1))


def _bands(
    ink: Ink, circles: Sequence[PlacedCircle], shifts: Shifts, params: RimParams
) -> Floats:
    """(N, rows, angles) the darkness in each band, from the inside out."""
    centres = [shifts.moved_circle(circle) for circle in circles]
    middle = np.array([(centre.x, centre.y) for centre in centres])
    sizes = np.array([(circle.radius_mm, circle.rim_mm) for circle in circles])
    across = np.linspace(params.inner, 1 - params.outer, params.rows)
    radii = (sizes[:, :1] + sizes[:, 1:] * across)[..., None]
    around = _around(params)
    xs = middle[:, 0, None, None] + radii * np.cos(around)
    ys = middle[:, 1, None, None] + radii * np.sin(around)
    where = np.stack([xs, ys], axis=-1) * ink.px_per_mm - 0.5
    sampled = cv2.remap(
        ink.darkness,
        where.reshape(-1, params.angles, 2).astype(np.float32),
        None,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(sampled.reshape(len(circles), params.rows, params.angles))


def _around(params: RimParams) -> Floats:
    """(angles,) the directions that are looked at, radians."""
    return np.linspace(0, 2 * np.pi, params.angles, endpoint=False)


def _free(
    circles: Sequence[PlacedCircle], links: Sequence[PlacedLink], params: RimParams
) -> NDArray[np.bool_]:
    """(N, angles) where no bridge leaves a circle."""
    index = {circle.id: number for number, circle in enumerate(circles)}
    around = _around(params)
    free = np.ones((len(circles), params.angles), dtype=np.bool_)
    for placed in links:
        for id_, here, there in (
            (placed.link.a, placed.start, placed.end),
            (placed.link.b, placed.end, placed.start),
        ):
            circle = circles[index[id_]]
            towards = np.arctan2(there.y - here.y, there.x - here.x)
            middle_of_band = circle.radius_mm + circle.rim_mm / 2
            half = np.arcsin(min(params.bridge_mm / middle_of_band, 1.0))
            free[index[id_]] &= np.cos(around - towards) < np.cos(half)
    return free


def _without_print(
    bands: Floats,
    free: NDArray[np.bool_],
    circles: Sequence[PlacedCircle],
    params: RimParams,
) -> Floats:
    """The bands less what the rims of one terrain have in common."""
    cleaned = bands.copy()
    terrains = [circle.terrain for circle in circles]
    for terrain in set(terrains):
        same = np.array([other is terrain for other in terrains])
        if free[same].any():
            cleaned[same] -= _print(bands[same], free[same], params)
    return cleaned


def _print(bands: Floats, free: NDArray[np.bool_], params: RimParams) -> Floats:
    """(rows, angles) the darkness of what is printed on the rims of one terrain."""
    rows = quantile(bands.transpose(0, 2, 1)[free], params.paper_quantile, axis=0)
    usual = np.minimum(rows, params.most_print)[:, None]
    common = _free_quantile(bands, free[:, None], params.print_quantile, axis=0)
    common = np.where(np.isfinite(common), common, usual)
    reach = round(params.smooth_deg / 360 * params.angles)
    even = np.mean([np.roll(common, k, 1) for k in range(-reach, reach + 1)], axis=0)
    most = np.minimum(params.uneven * usual + params.uneven_more, params.most_print)
    return np.asarray(np.clip(even, usual, most))


def _free_quantile(
    values: Floats, free: NDArray[np.bool_], share: float, axis: int
) -> Floats:
    """The quantile of the free values along `axis`; infinite where none is free."""
    counted = np.broadcast_to(free, values.shape)
    ranked = np.sort(np.where(counted, values, np.inf), axis=axis)
    count = np.maximum(counted.sum(axis=axis, keepdims=True), 1)
    rank = (share * (count - 1)).astype(np.intp)
    return np.take_along_axis(ranked, rank, axis=axis).squeeze(axis)


def _spread(peaks: Floats, reach: int) -> Floats:
    """The greatest of (N, angles) peaks within `reach` samples to either side."""
    brush = np.ones((1, 2 * reach + 1), np.uint8)
    wrapped = np.pad(peaks, ((0, 0), (reach, reach)), mode="wrap")
    spread = cv2.dilate(wrapped.astype(np.float32), brush)
    return np.asarray(spread[:, reach : reach + peaks.shape[1]])
