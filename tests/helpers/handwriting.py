"""Digits of the test writers, as pen strokes or as scans, one writer at a time.

The samples lie in `tests/data/handwriting`; no writer among them is ever seen in
training or validation. A number is composed of one writer's own digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

FOLDER = Path(__file__).parents[1] / "data" / "handwriting"

# Samples with a wrong label at the source, broken up, or which nobody could read, as
# indices into the file (found by looking at all of them).
UNFIT: Mapping[str, frozenset[int]] = {
    "unipen": frozenset(
        {183, 304, 305, 395, 402, 603, 707, 713, 714, 778, 780, 782, 844, 848}
        | {860, 864, 869, 882, 884, 905}
    ),
    "swiss": frozenset({244, 346, 384, 457, 475, 478}),
}

INK_LEVELS = (0.15, 0.6)
"""Shares of the way from paper to darkest ink at which a scan counts as 0 and 1."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PenDigit:
    """One digit as strokes: (n, 2) arrays, x and y down, the digit's height is 1."""

    strokes: tuple[NDArray[np.float32], ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScanDigit:
    """One digit as a scan: (h, w) ink coverage 0 to 1, cropped to the ink.

    `stroke` is the width of its pen as a share of the digit's height.
    """

    ink: NDArray[np.float32]
    stroke: float


Sample = PenDigit | ScanDigit


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Writer:
    """All samples of one hand by digit; every digit has at least one."""

    name: str
    samples: Mapping[int, tuple[Sample, ...]]

    @property
    def stroke(self) -> float | None:
        """Median pen width as a share of the digits' height, if scanned."""
        widths = [
            s.stroke
            for ss in self.samples.values()
            for s in ss
            if isinstance(s, ScanDigit)
        ]
        return float(np.median(widths)) if widths else None


@lru_cache(maxsize=1)
def writers() -> tuple[Writer, ...]:
    """All test writers who have written every digit: the scanned ones first."""
    return _complete("swiss", _scans()) + _complete("unipen", _pens())


def _complete(
    source: str, samples: list[tuple[int, int, Sample]]
) -> tuple[Writer, ...]:
    """Writers with all ten digits, from (writer, digit, sample) in file order."""
    by_writer: dict[int, dict[int, list[Sample]]] = {}
    for index, (writer, digit, sample) in enumerate(samples):
        if index not in UNFIT[source]:
            by_writer.setdefault(writer, {}).setdefault(digit, []).append(sample)
    return tuple(
        Writer(
            name=f"{source}-{writer}",
            samples={digit: tuple(found) for digit, found in sorted(digits.items())},
        )
        for writer, digits in sorted(by_writer.items())
        if len(digits) == 10
    )


def _pens() -> list[tuple[int, int, Sample]]:
    data = np.load(FOLDER / "unipen-test.npz")
    strokes = np.split(data["points"].astype(np.float32), data["stroke_end"][:-1])
    starts = [0, *data["sample_end"][:-1].tolist()]
    return [
        (int(writer), int(digit), PenDigit(strokes=tuple(strokes[start:end])))
        for writer, digit, start, end in zip(
            data["writer"], data["digit"], starts, data["sample_end"], strict=True
        )
    ]


def _scans() -> list[tuple[int, int, Sample]]:
    data = np.load(FOLDER / "swiss-test.npz")
    sizes = data["shape"].astype(int)
    ends = np.cumsum(sizes.prod(axis=1))
    return [
        (int(writer), int(digit), _scan(pixels.reshape(tuple(size))))
        for writer, digit, size, pixels in zip(
            data["writer"],
            data["digit"],
            sizes,
            np.split(data["pixels"], ends[:-1]),
            strict=True,
        )
    ]


def _scan(pixels: NDArray[np.uint8]) -> ScanDigit:
    """Ink coverage of a grey scan, cropped to the components that are the digit."""
    grey = cv2.GaussianBlur(pixels, (0, 0), 0.8).astype(np.float32)
    paper, ink = np.percentile(grey, 80), np.percentile(grey, 1)
    low, high = INK_LEVELS
    dark = (paper - grey) / max(paper - ink, 1.0)
    coverage = np.clip((dark - low) / (high - low), 0.0, 1.0)
    coverage *= _main_parts(coverage > 0.4)
    ys, xs = np.nonzero(coverage > 0.5)
    coverage = np.pad(
        coverage[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1], 2
    ).astype(np.float32)
    height = float(ys.max() - ys.min() + 1)
    return ScanDigit(ink=coverage, stroke=_stroke_width(coverage) / height)


def _main_parts(mask: NDArray[np.bool_]) -> NDArray[np.float32]:
    """1 near components that are at least a twelfth of the largest; 0 elsewhere."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    areas = stats[:, cv2.CC_STAT_AREA]
    kept = [n for n in range(1, count) if areas[n] * 12 >= areas[1:].max()]
    near = cv2.dilate(np.isin(labels, kept).astype(np.uint8), np.ones((5, 5), np.uint8))
    return np.asarray(near, np.float32)


def _stroke_width(coverage: NDArray[np.float32]) -> float:
    """Typical pen width in pixels: ink area over the length of its middle line."""
    inside = (coverage > 0.5).astype(np.uint8)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    ridge = (depth >= cv2.dilate(depth, np.ones((3, 3), np.uint8))) & (inside > 0)
    return float(2.0 * np.median(depth[ridge]))
