"""Score boxes -> the numbers written in them, by the network that reads the circles.

A box holds one to three digits, perhaps after a minus. Its ink is split into pieces;
each run of neighbouring pieces that may be a digit is shown to the network alone, and
all ways of putting the runs together compete.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.digits import CROP_MARGIN, Floats, Gray, NumberReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

DIGITS = 10
MOST_DIGITS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class NumeralParams:
    """How a box is read.

    Ink (lengths in box heights where nothing else is said):

    Attributes:
        work: Height to which the box is scaled, pixels.
        background: Side of the closing that wipes the ink off the paper.
        paper_share, ink_share: Shares of the box whose level is paper's, and ink's.
        least_contrast: Paler ink than this share of the light is no ink.
        weak, strong: A piece is over `weak` all over, over `strong` somewhere.
        speck: Side of the square that a piece must fill at least.
        frame: Ink within so much of the edge, and nowhere else, is the frame's.

    Pieces and runs (in heights of the number):

        overlap: Share of its width by which a piece must lie over another to join it.
        wide: A piece wider than this may be two digits that touch; it is cut.
        cuts: At most so many cuts of one piece.
        widest: No digit is wider.
        flat: A first piece lower than this, and long, is a minus.
        joint: Gap over which the odds that two pieces are one digit fall by e.
        cut_odds: Odds of a cut that meets no ink; less by e for each `cut_ink`.
        cut_ink: See there.

    Reading:

        tall: Height of a digit in the circle shown to the network, disc diameters.
        broad: Greatest width there.
        leading_zero, hundreds: Odds of "07", and of a third digit before which is no 1.
        least: Values less likely are left out.
        most: At most so many values.
    """

    work: int = 96
    background: int = 45
    paper_share: float = 0.4
    ink_share: float = 0.015
    least_contrast: float = 0.06
    weak: float = 0.3
    strong: float = 0.6
    speck: float = 0.07
    frame: float = 0.05
    overlap: float = 0.55
    wide: float = 0.7
    cuts: int = 3
    widest: float = 1.5
    flat: float = 0.35
    joint: float = 0.06
    cut_odds: float = 0.6
    cut_ink: float = 0.15
    tall: float = 0.56
    broad: float = 0.66
    leading_zero: float = 0.02
    hundreds: float = 0.05
    least: float = 0.001
    most: int = 6


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Piece:
    """Some ink of a box that is not split further.

    `mask` (height, width) bool; `left` to `right` its columns; `cut` the odds that it
    is apart from the piece to its left, if they were one.
    """

    mask: NDArray[np.bool_]
    left: int
    right: int
    cut: float | None = None


_PARAMS = NumeralParams()


def read_number(
    box: Gray, reader: NumberReader, params: NumeralParams = _PARAMS
) -> list[tuple[int, float]]:
    """The likeliest values in a score box, with their probabilities.

    Args:
        box: The inside of the box, grey, dark on light, (height, width) uint8.
        reader: Reads circle crops.
        params: Tunables.

    Returns:
        Values and probabilities, likeliest first. They sum to less than 1: the rest is
        for what is no number. Empty where nothing is written.
    """
    ink = _ink(box, params)
    pieces = _components(ink, params)
    if not pieces:
        return []
    rows = np.flatnonzero(np.any([piece.mask.any(1) for piece in pieces], axis=0))
    tall = int(rows[-1] - rows[0] + 1)
    negative = _is_minus(pieces, tall, params)
    pieces = _parted(pieces[negative:], ink, tall, params)
    runs = _runs(pieces, tall, params)
    crops = [_as_circle(ink, pieces[a:b], tall, params) for a, b in runs]
    answers = reader(crops)[:, :DIGITS]
    digits = dict(zip(runs, answers, strict=True))
    weights, unread = _values(pieces, digits, params, tall)
    total = sum(weights.values()) + unread
    sign = -1 if negative else 1
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    return [
        (sign * value, weight / total)
        for value, weight in ranked[: params.most]
        if weight > params.least * total
    ]


def _ink(box: Gray, params: NumeralParams) -> Floats:
    """Ink of the box at working height, 0 to 1."""
    scale = params.work / box.shape[0]
    size = (max(1, round(box.shape[1] * scale)), params.work)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    light = cv2.resize(box, size, interpolation=how).astype(np.float32)
    light = cv2.GaussianBlur(light, (0, 0), 1.0)
    brush = np.ones((params.background, params.background), np.uint8)
    paper = cv2.morphologyEx(light, cv2.MORPH_CLOSE, brush)
    ink = 1 - light / np.maximum(paper, 1)
    levels = np.sort(ink, axis=None)
    zero = float(levels[int(levels.size * params.paper_share)])
    darkest = levels[-max(1, int(levels.size * params.ink_share)) :]
    contrast = max(float(darkest.mean()) - zero, params.least_contrast)
    return np.asarray(np.clip((ink - zero) / contrast, 0, 1), np.float32)


def _components(ink: Floats, params: NumeralParams) -> list[_Piece]:
    """Connected ink from left to right; what lies one over the other is one piece."""
    height, width = ink.shape
    weak = (ink > params.weak).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(weak)
    margin = params.frame * height
    pieces: list[_Piece] = []
    for label in range(1, count):
        left, top, wide, tall, area = (int(value) for value in stats[label])
        mask = labels == label
        if area < (params.speck * height) ** 2 or ink[mask].max() < params.strong:
            continue
        right, bottom = left + wide, top + tall
        at_edge = right <= margin or bottom <= margin
        if at_edge or left >= width - margin or top >= height - margin:
            continue
        pieces.append(_Piece(mask=mask, left=left, right=right))
    pieces.sort(key=lambda piece: piece.left)
    merged: list[_Piece] = []
    for piece in pieces:
        if merged and _overlap(merged[-1], piece) > params.overlap:
            piece = _join(merged.pop(), piece)
        merged.append(piece)
    return merged


def _overlap(a: _Piece, b: _Piece) -> float:
    """Shared columns, as a share of the narrower piece."""
    shared = min(a.right, b.right) - max(a.left, b.left)
    return shared / max(1, min(a.right - a.left, b.right - b.left))


def _join(a: _Piece, b: _Piece) -> _Piece:
    return _Piece(
        mask=a.mask | b.mask, left=min(a.left, b.left), right=max(a.right, b.right)
    )


def _is_minus(pieces: Sequence[_Piece], tall: int, params: NumeralParams) -> bool:
    """Whether the first of several pieces is a dash."""
    rows = np.flatnonzero(pieces[0].mask.any(1))
    high = rows[-1] - rows[0] + 1
    wide = pieces[0].right - pieces[0].left
    return len(pieces) > 1 and bool(high < params.flat * tall and wide > 1.2 * high)


def _parted(
    pieces: Sequence[_Piece], ink: Floats, tall: int, params: NumeralParams
) -> list[_Piece]:
    """The pieces, wide ones cut where little ink stands in the way."""
    parted: list[_Piece] = []
    for piece in pieces:
        columns = (ink * piece.mask).sum(0)[piece.left : piece.right] / tall
        cuts = _cuts(columns, tall, params) if len(columns) > params.wide * tall else []
        edges = [0, *cuts, len(columns)]
        for place, (start, end) in enumerate(itertools.pairwise(edges)):
            mask = np.zeros_like(piece.mask)
            span = slice(piece.left + start, piece.left + end)
            mask[:, span] = piece.mask[:, span]
            odds = None
            if place:
                odds = params.cut_odds * float(np.exp(-columns[start] / params.cut_ink))
            parted.append(_Piece(mask=mask, left=span.start, right=span.stop, cut=odds))
    return parted


def _cuts(columns: Floats, tall: int, params: NumeralParams) -> list[int]:
    """Columns with little ink, well apart and away from the ends."""
    apart = max(3, int(0.2 * tall))
    free = columns.copy()
    free[:apart] = free[len(free) - apart :] = np.inf
    found: list[int] = []
    while len(found) < params.cuts and np.isfinite(free).any():
        place = int(np.argmin(free))
        found.append(place)
        free[max(0, place - apart) : place + apart] = np.inf
    return sorted(found)


def _runs(
    pieces: Sequence[_Piece], tall: int, params: NumeralParams
) -> list[tuple[int, int]]:
    """Neighbouring pieces, `start` to `end`, that are not too wide for a digit."""
    return [
        (start, end)
        for start in range(len(pieces))
        for end in range(start + 1, len(pieces) + 1)
        if end == start + 1
        or pieces[end - 1].right - pieces[start].left < params.widest * tall
    ]


def _as_circle(
    ink: Floats, pieces: Sequence[_Piece], tall: int, params: NumeralParams
) -> Gray:
    """A run of pieces in the middle of a blank circle, for the network."""
    mask = np.any([piece.mask for piece in pieces], axis=0)
    # the soft edge of the strokes belongs to them
    near = cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    rows, columns = np.flatnonzero(near.any(1)), np.flatnonzero(near.any(0))
    shown = (ink * near)[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    diameter = max(tall / params.tall, shown.shape[1] / params.broad)
    side = int(np.ceil(diameter * CROP_MARGIN)) + 2
    circle = np.zeros(
        (max(side, shown.shape[0]), max(side, shown.shape[1])), np.float32
    )
    top = (circle.shape[0] - shown.shape[0]) // 2
    left = (circle.shape[1] - shown.shape[1]) // 2
    circle[top : top + shown.shape[0], left : left + shown.shape[1]] = shown
    return np.round(230 * (1 - 0.85 * circle)).astype(np.uint8)


def _values(
    pieces: Sequence[_Piece],
    digits: dict[tuple[int, int], Floats],
    params: NumeralParams,
    tall: int,
) -> tuple[dict[int, float], float]:
    """Weight of each value over all ways to split the pieces, and of no number."""
    weights: dict[int, float] = {}
    unread = 0.0
    for count in range(1, min(MOST_DIGITS, len(pieces)) + 1):
        for inner in itertools.combinations(range(1, len(pieces)), count - 1):
            runs = list(itertools.pairwise((0, *inner, len(pieces))))
            if any(run not in digits for run in runs):
                continue
            odds = _odds(pieces, inner, params, tall)
            chances = np.ones(1)
            for run in runs:
                chances = np.outer(chances, digits[run]).ravel()
            unread = max(unread, odds * float(1 - chances.sum()))
            for value in np.argsort(-chances)[: 4 * params.most]:
                weight = (
                    odds * float(chances[value]) * _usual(int(value), count, params)
                )
                weights[int(value)] = weights.get(int(value), 0.0) + weight
    if not weights:
        return {}, 1.0
    return weights, unread


def _odds(
    pieces: Sequence[_Piece], inner: Sequence[int], params: NumeralParams, tall: int
) -> float:
    """How plausible it is to split at `inner` and nowhere else, by the gaps."""
    odds = 1.0
    for place in range(1, len(pieces)):
        cut = pieces[place].cut
        if place in inner:
            odds *= 1.0 if cut is None else cut
        elif cut is None:
            gap = max(0, pieces[place].left - pieces[place - 1].right) / tall
            odds *= float(np.exp(-gap / params.joint)) / 2
    return odds


def _usual(value: int, count: int, params: NumeralParams) -> float:
    """How usual a score is that is written so, against others."""
    if count > 1 and value < DIGITS ** (count - 1):
        return params.leading_zero
    if count == MOST_DIGITS and value >= 2 * DIGITS**2:
        return params.hundreds
    return 1.0
