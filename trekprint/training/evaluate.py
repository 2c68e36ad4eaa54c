"""How well the model reads writers that it has never seen, and how honest it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from trekprint.scan.digits import CLASSES, NUMBERS, SKULL, NetReader
from trekprint.training.camera import VIEWS
from trekprint.training.cells import STYLES
from trekprint.training.pool import FULL, Pool

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENDS = (0.99, 0.998, 0.999)
"""Confidences at whose upper end the errors are counted."""
BINS = 15
BATCH = 500
SURE = 0.998
"""From here on the program asks no more."""
ROUND = (0, 8)
"""Numbers that, written thick, look like a skull."""
THICK = "thick 0 and 8"
"""The pool of them that fill the disc."""


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


def report(model: bytes, pools: dict[str, Pool]) -> str:
    """All figures of a model as Markdown.

    Args:
        model: An ONNX file.
        pools: Circles of test writers: `all`, each source by its name, and `THICK`.
    """
    answers = {name: probabilities(model, pool) for name, pool in pools.items()}
    rows = {name: figures(answers[name], pool.labels) for name, pool in pools.items()}
    written = {name: row for name, row in rows.items() if name != THICK}
    everything = pools["all"]
    return "\n\n".join(
        [
            table(rows),
            "By way of writing (numbers only) and of taking the picture, of `all`:",
            table(_conditions(answers["all"], everything)),
            "Share right by class:",
            class_table(written),
            _confusions(answers, pools),
        ]
    )


def _conditions(answers: NDArray[np.float32], pool: Pool) -> dict[str, Figures]:
    """The figures of each style and each view of a pool."""
    numbers = pool.labels < NUMBERS
    chosen = {
        name: numbers & (pool.styles == index) for index, name in enumerate(STYLES)
    }
    chosen |= {name: pool.views == index for index, name in enumerate(VIEWS)}
    return {
        name: figures(answers[one], pool.labels[one])
        for name, one in chosen.items()
        if one.any()
    }


def _confusions(answers: dict[str, NDArray[np.float32]], pools: dict[str, Pool]) -> str:
    """How often thick round numbers pass for skulls, and skulls for numbers."""
    thick, drawn = answers[THICK], answers["all"][pools["all"].labels == SKULL]
    taken, surely = _taken(thick, (SKULL,))
    other, others_surely = _taken(drawn, tuple(range(NUMBERS)))
    return (
        f"Of {len(thick):,} thick 0s and 8s that fill the disc {taken} are taken for "
        f"skulls, {surely} with at least {SURE:.1%}; of {len(drawn):,} skulls, crosses "
        f"and struck-out numbers {other} for numbers, {others_surely} so surely."
    )


def _taken(answers: NDArray[np.float32], classes: tuple[int, ...]) -> tuple[int, int]:
    """How many are taken for one of the classes, and how many of them surely."""
    taken = np.isin(answers.argmax(1), classes)
    return int(taken.sum()), int((taken & (answers.max(1) >= SURE)).sum())


def table(rows: dict[str, Figures]) -> str:
    """The figures of several pools as a Markdown table."""
    head = "| | circles | right | among best two | calibration error |"
    rule = "|---|---|---|---|---|"
    for end in ENDS:
        head += f" wrong of those {end:.1%} sure |"
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
