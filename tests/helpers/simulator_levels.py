"""How hard the simulated photos are: the ranges from which conditions are drawn.

`ordinary`: a careful person at a table, ordinary light, one sheet, up to 30 degrees of
tilt. `hard`: what also happens in a living room: tilt to 45 degrees, hard shadows,
curl, shaking, small and much compressed pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tests.helpers.simulator_paper import Printing
from tests.helpers.simulator_photo import Shadow, Shot
from tests.helpers.simulator_table import TABLES

if TYPE_CHECKING:
    from collections.abc import Mapping

    Range = tuple[float, float]

ASPECT = 4 / 3
"""Long to short side of the photos."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Ranges of a level. Blur is in pixels of a 3-megapixel photo and grows with size.

    `turned` is the share of photos at any angle; the others are within `off_square`
    degrees of upright, sideways or upside down.
    """

    tilt_deg: float
    megapixels: Range
    fill: Range
    turned: float
    off_square: float
    curl_share: float
    curl_mm: Range
    clutter: int
    warmth: Range
    exposure: Range
    uneven: Range
    shadow_share: float
    shadow_left: Range
    shadow_soft_mm: Range
    blur_px: Range
    defocus_px: Range
    motion_px: Range
    sharpen: Range
    noise: Range
    jpeg_quality: tuple[int, int]


LEVELS: Mapping[str, Level] = {
    "ordinary": Level(
        tilt_deg=30.0,
        megapixels=(2.0, 12.0),
        fill=(0.45, 0.9),
        turned=0.3,
        off_square=12.0,
        curl_share=0.4,
        curl_mm=(0.5, 4.0),
        clutter=8,
        warmth=(-0.1, 0.45),
        exposure=(0.75, 1.1),
        uneven=(0.02, 0.25),
        shadow_share=0.4,
        shadow_left=(0.5, 0.85),
        shadow_soft_mm=(3.0, 60.0),
        blur_px=(0.45, 0.8),
        defocus_px=(0.0, 0.9),
        motion_px=(0.0, 1.5),
        sharpen=(0.0, 0.8),
        noise=(0.004, 0.02),
        jpeg_quality=(60, 95),
    ),
    "hard": Level(
        tilt_deg=45.0,
        megapixels=(1.0, 16.0),
        fill=(0.4, 0.97),
        turned=0.6,
        off_square=30.0,
        curl_share=0.7,
        curl_mm=(2.0, 10.0),
        clutter=14,
        warmth=(-0.2, 0.8),
        exposure=(0.45, 1.3),
        uneven=(0.1, 0.5),
        shadow_share=0.7,
        shadow_left=(0.3, 0.7),
        shadow_soft_mm=(0.5, 30.0),
        blur_px=(0.5, 1.1),
        defocus_px=(0.0, 1.8),
        motion_px=(0.0, 3.5),
        sharpen=(0.0, 1.2),
        noise=(0.008, 0.04),
        jpeg_quality=(35, 90),
    ),
}

_REFERENCE_MEGAPIXELS = 3.0


def draw_shot(
    rng: np.random.Generator, level: str, megapixels: float | None = None
) -> Shot:
    """Conditions of one photo at `level`."""
    ranges = LEVELS[level]
    low, high = np.log(ranges.megapixels)
    drawn = float(np.exp(rng.uniform(low, high)))
    width, height = _size(megapixels or drawn, rng)
    # Large photos are no sharper in pixels than their lenses.
    grow = float((width * height / 1e6 / _REFERENCE_MEGAPIXELS) ** 0.3)
    warm = rng.uniform(*ranges.warmth)
    return Shot(
        width=width,
        height=height,
        tilt_deg=float(ranges.tilt_deg * np.sqrt(rng.random())),
        tilt_towards_deg=rng.uniform(0.0, 360.0),
        rotation_deg=_rotation(ranges, rng),
        fill=rng.uniform(*ranges.fill),
        off_centre=(rng.uniform(-0.7, 0.7), rng.uniform(-0.7, 0.7)),
        focal_equiv_mm=rng.uniform(24.0, 32.0),
        curl_mm=_maybe(ranges.curl_share, ranges.curl_mm, rng),
        curl_along_deg=float(rng.choice((0.0, 90.0)) + rng.normal(0.0, 12.0)),
        curl_kind=str(rng.choice(("arch", "edge", "wave"))),
        table=str(rng.choice(TABLES)),
        clutter=int(rng.integers(0, ranges.clutter + 1)),
        light=(1.0 - 0.75 * warm, 1.0 - 0.15 * warm, 1.0 + 0.1 * warm),
        exposure=rng.uniform(*ranges.exposure),
        uneven=rng.uniform(*ranges.uneven),
        uneven_towards_deg=rng.uniform(0.0, 360.0),
        shadow=_shadow(ranges, rng),
        blur_px=grow * rng.uniform(*ranges.blur_px),
        defocus_px=grow * rng.uniform(*ranges.defocus_px),
        motion_px=grow * rng.uniform(*ranges.motion_px),
        motion_deg=rng.uniform(0.0, 180.0),
        sharpen=rng.uniform(*ranges.sharpen),
        noise=rng.uniform(*ranges.noise),
        jpeg_quality=int(
            rng.integers(ranges.jpeg_quality[0], ranges.jpeg_quality[1] + 1)
        ),
    )


def _size(megapixels: float, rng: np.random.Generator) -> tuple[int, int]:
    """Width and height; two photos in three are upright."""
    short = np.sqrt(megapixels * 1e6 / ASPECT)
    sides = (round(short / 4) * 4, round(short * ASPECT / 4) * 4)
    upright = rng.random() < 0.67
    return sides if upright else (sides[1], sides[0])


def _rotation(ranges: Level, rng: np.random.Generator) -> float:
    any_angle = rng.uniform(0.0, 360.0)
    square = float(rng.choice((0.0, 90.0, 180.0, 270.0), p=(0.7, 0.1, 0.1, 0.1)))
    square += rng.uniform(-ranges.off_square, ranges.off_square)
    return float(any_angle if rng.random() < ranges.turned else square % 360.0)


def _maybe(share: float, amounts: Range, rng: np.random.Generator) -> float:
    amount = rng.uniform(*amounts)
    return float(amount if rng.random() < share else 0.0)


def _shadow(ranges: Level, rng: np.random.Generator) -> Shadow | None:
    shadow = Shadow(
        kind=str(rng.choice(("edge", "hand", "phone"))),
        left=rng.uniform(*ranges.shadow_left),
        soft_mm=float(np.exp(rng.uniform(*np.log(ranges.shadow_soft_mm)))),
        at_mm=rng.uniform(-70.0, 70.0),
        towards_deg=rng.uniform(0.0, 360.0),
    )
    return shadow if rng.random() < ranges.shadow_share else None


def draw_printing(rng: np.random.Generator) -> Printing:
    """Mostly half an A4 page, cut; sometimes a whole page, A5 or Letter."""
    kinds = (
        Printing(),
        Printing(per_page=1),
        Printing(paper="a5", per_page=1),
        Printing(paper="letter"),
    )
    return kinds[int(rng.choice(len(kinds), p=(0.65, 0.1, 0.15, 0.1)))]
