"""How well the model reads writers that it has never seen, and how honest it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from trekprint.scan.digits import CLASSES, NetReader
from trekprint.training.pool import FULL, Pool

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENDS = (0.99, 0.999)
"""Confidences at whose upper end the errors are counted."""
BINS = 15
BATCH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The circles read with at least `confidence`: how many, and how many wrong."""

    confidence: float
    sure: int
    wrong: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What came out on one pool of `count` circles.

    Attributes:
        count: How many circles.
        right: Share whose likeliest class is right.
        in_two: Share whose class is among the two likeliest.
        gap: Mean distance of confidence and share right (expected calibration error).
        ends: Errors among the surest.
        by_class: Share right of each class that occurs.
    """

    count: int
    right: float
    in_two: float
    gap: float
    ends: tuple[End, ...]
    by_class: dict[str, float]


def probabilities(model: bytes, pool: Pool) -> NDArray[np.float32]:
    """What the shipped reader says of a pool, (n, classes)."""
    reader = NetReader(model)
    cells = pool.cells[:, None].astype(np.float32) / np.float32(FULL)
    parts = [
        reader.probabilities(cells[start : start + BATCH])
        for start in range(0, len(cells), BATCH)
    ]
    return np.concatenate(parts)


def figures(answers: NDArray[np.float32], labels: NDArray[np.int64]) -> Figures:
    """Judge answers, (n, classes), by their labels."""
    ranked = np.argsort(-answers, axis=1)
    right = ranked[:, 0] == labels
    confidence = answers.max(1)
    ends = [
        End(
            confidence=end,
            sure=int((confidence >= end).sum()),
            wrong=int((~right[confidence >= end]).sum()),
        )
        for end in ENDS
    ]
    return Figures(
        count=len(labels),
        right=float(right.mean()),
        in_two=float((ranked[:, :2] == labels[:, None]).any(1).mean()),
        gap=_gap(confidence, right),
        ends=tuple(ends),
        by_class={
            CLASSES[label]: float(right[labels == label].mean())
            for label in np.unique(labels)
        },
    )


def _gap(confidence: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    """Expected calibration error over bins of equal width."""
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = [
        abs(float(right[bins == one].mean() - confidence[bins == one].mean()))
        * float((bins == one).mean())
        for one in np.unique(bins)
    ]
    return float(sum(gaps))


def table(rows: dict[str, Figures]) -> str:
    """The figures of several pools as a Markdown table."""
    head = "| test writers of | circles | right | among best two | calibration error |"
    rule = "|---|---|---|---|---|"
    for end in ENDS:
        head += f" wrong of those at least {end:.1%} sure |"
        rule += "---|"
    lines = [head, rule]
    for name, one in rows.items():
        line = f"| {name} | {one.count:,} | {one.right:.2%} | {one.in_two:.2%} "
        line += f"| {one.gap:.4f} |"
        for counts in one.ends:
            share = counts.sure / one.count
            line += f" {counts.wrong} of {counts.sure:,} ({share:.1%}) |"
        lines.append(line)
    return "\n".join(lines)


def class_table(rows: dict[str, Figures]) -> str:
    """The share right of each class and pool as a Markdown table."""
    lines = ["| | " + " | ".join(rows) + " |", "|---|" + "---|" * len(rows)]
    for name in CLASSES:
        cells = [
            f"{one.by_class[name]:.1%}" if name in one.by_class else ""
            for one in rows.values()
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
