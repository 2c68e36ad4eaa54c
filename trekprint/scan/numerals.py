"""Score boxes -> the numbers written in them, by the network that reads the circles.

A box holds one to three digits, perhaps after a minus. Each run of neighbouring pieces
of ink that may be a digit (or a 10, 11 or 12, which the network knows as a whole) is
shown to the network alone, and all ways of putting the runs together compete.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.digits import CROP_MARGIN, NUMBERS, Floats, Gray
from trekprint.scan.pieces import PieceParams, Pieces, find_pieces

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trekprint.scan.digits import NumberReader

DIGITS = 10
MOST_DIGITS = 3

Run = tuple[int, int]
"""Neighbouring pieces, from the first to before the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumeralParams:
    """How pieces are put together. Lengths are in heights of the number.

    Attributes:
        pieces: How the pieces are found.
        tall: Height of a digit in the circle shown to the network, disc diameters.
        breadth: Greatest width there.
        widest: No run is wider.
        broad, broad_odds: Over `broad`, the odds that a run is one digit fall by e for
            each `broad_odds` of width.
        low, low_odds: Under `low`, the odds that a run is a digit fall likewise: digits
            of one hand are about equally high.
        narrow: No run that is less wide is 10, 11 or 12.
        near, near_odds: Two pieces are as likely one run as two at the gap `near`
            (less than 0: they overlap), by e less so for each `near_odds` more.
        cut_odds, cut_ink: Odds of a cut that meets no ink; less by e for each `cut_ink`
            that it crosses.
        leading_zero, hundreds: Odds of "07", and of 200 and more.
        reject: Odds that a box is no number where no split gives digits.
        slip: Share of boxes that are misread however sure the network is.
        missed: Odds that a digit was overlooked, where ink as high as one was left out.
        least: Values less likely are left out; as likely is no number at best.
        most: At most so many values.
    """

    pieces: PieceParams = field(default_factory=PieceParams)
    tall: float = 0.56
    breadth: float = 0.72
    widest: float = 2.2
    broad: float = 1.05
    broad_odds: float = 0.5
    low: float = 0.75
    low_odds: float = 0.1
    narrow: float = 0.5
    near: float = -0.2
    near_odds: float = 0.15
    cut_odds: float = 1.0
    cut_ink: float = 0.05
    leading_zero: float = 0.02
    hundreds: float = 0.01
    reject: float = 0.03
    slip: float = 0.006
    missed: float = 0.15
    least: float = 0.001
    most: int = 6


_PARAMS = NumeralParams()


def read_number(
    box: Gray, reader: NumberReader, params: NumeralParams = _PARAMS
) -> list[tuple[int, float]]:
    """The likeliest values in one score box; see `read_numbers`."""
    return read_numbers([box], reader, params)[0]


def read_numbers(
    boxes: Sequence[Gray], reader: NumberReader, params: NumeralParams = _PARAMS
) -> list[list[tuple[int, float]]]:
    """The likeliest values in score boxes, with their probabilities.

    The network is asked once for all boxes, which takes far less time than box by box.

    Args:
        boxes: The insides of boxes, each grey, dark on light, (height, width) uint8.
        reader: Reads circle crops.
        params: Tunables.

    Returns:
        For each box values and probabilities, likeliest first. They sum to less than 1:
        the rest is for what is no number. Empty where nothing is written.
    """
    found = [find_pieces(box, params.pieces) for box in boxes]
    runs = [_runs(pieces, params) for pieces in found]
    answers = iter(
        reader(
            [
                _as_circle(pieces, run, params)
                for pieces, own in zip(found, runs, strict=True)
                for run in own
            ]
        )
    )
    return [
        _ranked(pieces, {run: next(answers) for run in own}, params)
        for pieces, own in zip(found, runs, strict=True)
    ]


def _ranked(
    found: Pieces, answers: Mapping[Run, Floats], params: NumeralParams
) -> list[tuple[int, float]]:
    """The values of one box from what the network says of its runs."""
    numbers = {
        run: _likely(answer[:NUMBERS], _size(found, run), params)
        for run, answer in answers.items()
    }
    weights, unread = _values(found, numbers, params)
    total = (sum(weights.values()) + unread) / (1 - params.slip)
    sign = -1 if found.negative else 1
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    return [
        (sign * value, weight / total)
        for value, weight in ranked[: params.most]
        if weight > params.least * total
    ]


def _runs(found: Pieces, params: NumeralParams) -> list[Run]:
    """All runs that are not too wide."""
    count = len(found.pieces)
    runs = itertools.combinations(range(count + 1), 2)
    return [
        run
        for run in runs
        if run[1] == run[0] + 1 or _size(found, run)[0] < params.widest
    ]


def _size(found: Pieces, run: Run) -> tuple[float, float]:
    """Width and height of a run, in heights of the number."""
    pieces = found.pieces[slice(*run)]
    width = pieces[-1].right - pieces[0].left
    top, bottom = min(p.top for p in pieces), max(p.bottom for p in pieces)
    return width / found.tall, (bottom - top) / found.tall


def _as_circle(found: Pieces, run: Run, params: NumeralParams) -> Gray:
    """A run of pieces in the middle of a blank circle, for the network."""
    mask = np.any([piece.mask for piece in found.pieces[slice(*run)]], axis=0)
    # the soft edge of the strokes belongs to them
    near = cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    rows, columns = np.flatnonzero(near.any(1)), np.flatnonzero(near.any(0))
    shown = (found.ink * near)[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    diameter = max(found.tall / params.tall, shown.shape[1] / params.breadth)
    side = max(int(np.ceil(diameter * CROP_MARGIN)), *shown.shape)
    circle = np.zeros((side, side), np.float32)
    top, left = (side - shown.shape[0]) // 2, (side - shown.shape[1]) // 2
    circle[top : top + shown.shape[0], left : left + shown.shape[1]] = shown
    return np.round(230 * (1 - 0.85 * circle)).astype(np.uint8)


def _likely(
    answer: Floats, size: tuple[float, float], params: NumeralParams
) -> dict[str, float]:
    """What a run may say, with the odds of its size."""
    width, height = size
    too_broad = max(0.0, width - params.broad) / params.broad_odds
    too_low = max(0.0, params.low - height) / params.low_odds
    one, any_number = float(np.exp(-too_broad)), float(np.exp(-too_low))
    return {
        str(number): float(chance) * any_number * (one if number < DIGITS else 1.0)
        for number, chance in enumerate(answer)
        if number < DIGITS or width > params.narrow
    }


def _values(
    found: Pieces, numbers: dict[Run, dict[str, float]], params: NumeralParams
) -> tuple[dict[int, float], float]:
    """Weight of each value over all ways to split the pieces, and of no number."""
    weights: dict[int, float] = {}
    surest = 0.0
    count = len(found.pieces)
    for splits in range(min(MOST_DIGITS, count)):
        for inner in itertools.combinations(range(1, count), splits):
            runs = list(itertools.pairwise((0, *inner, count)))
            if any(run not in numbers for run in runs):
                continue
            odds = _odds(found, inner, params)
            chances = _texts([numbers[run] for run in runs], params)
            surest = max(surest, sum(chances.values()))
            for text, chance in chances.items():
                weight = odds * chance * _usual(text, params)
                weights[int(text)] = weights.get(int(text), 0.0) + weight
    unread = params.reject * (1 - min(surest, 1.0)) + params.least
    if found.overlooked > params.low:
        unread += params.missed
    return weights, unread


def _texts(numbers: list[dict[str, float]], params: NumeralParams) -> dict[str, float]:
    """What runs may say together, with their chances; the unlikeliest are left out."""
    texts = {"": 1.0}
    for options in numbers:
        texts = {
            text + option: chance * odds
            for text, chance in texts.items()
            for option, odds in options.items()
            if chance * odds > params.least**2
        }
    return {text: odds for text, odds in texts.items() if len(text) <= MOST_DIGITS}


def _odds(found: Pieces, inner: tuple[int, ...], params: NumeralParams) -> float:
    """How plausible it is to split at `inner` and nowhere else, by gaps and cuts."""
    odds = 1.0
    for place in range(1, len(found.pieces)):
        piece = found.pieces[place]
        if piece.crossed is not None:
            if place in inner:
                crossed = piece.crossed / params.cut_ink
                odds *= params.cut_odds * float(np.exp(-crossed))
            continue
        gap = (piece.left - found.pieces[place - 1].right) / found.tall
        one = 1 / (1 + np.exp((gap - params.near) / params.near_odds))
        odds *= float(1 - one if place in inner else one)
    return odds


def _usual(text: str, params: NumeralParams) -> float:
    """How usual a score is that is written so, against others."""
    if len(text) > 1 and text[0] == "0":
        return params.leading_zero
    return params.hundreds if int(text) >= 2 * DIGITS**2 else 1.0
