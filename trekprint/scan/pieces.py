"""A score box's ink, split into pieces: digits, or parts of digits.

Ink that hangs together is one piece; wide pieces, which may be digits that touch, are
cut along ways that cross little ink.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trekprint.scan.digits import Floats, Gray


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceParams:
    """How the ink of a box is found and split.

    Ink (lengths in box heights where nothing else is said):

    Attributes:
        work: Height to which the box is scaled, pixels.
        background: Side of the closing that wipes the ink off the paper, pixels.
        border: What is nearer to the edge has no say about paper and contrast.
        paper_share, ink_share: Shares of the box whose level is paper's, and ink's.
        least_contrast: Paler ink than this share of the light is no ink.
        weak, strong: A piece is over `weak` all over, over `strong` somewhere.
        speck: Side of the square that a piece must fill at least.
        frame, inside: A piece that touches the edge, with no more than `inside` of its
            ink farther from the edge than `frame`, is the box's frame.

    Pieces (in heights of the number):

        overlap, low: A piece that lies over another by this share of its width, when
            one of them is no higher than `low`, belongs to it.
        dust: A piece that is no higher is none, unless it is a minus.
        flat, long, level: A first piece lower than `flat`, `long` times as wide as high
            and between these heights (from the top) is a minus.
        wide: A piece wider than this may be two digits that touch; it is cut.
        cuts, apart: At most so many cuts of one piece, so far apart.
        through: No cut crosses more ink, soft strokes counted by their darkness.
        leaning: What a cut pays in each row in which it moves aside.
    """

    work: int = 96
    background: int = 45
    border: float = 0.1
    paper_share: float = 0.4
    ink_share: float = 0.02
    least_contrast: float = 0.05
    weak: float = 0.35
    strong: float = 0.5
    speck: float = 0.07
    frame: float = 0.12
    inside: float = 0.1
    overlap: float = 0.55
    low: float = 0.6
    dust: float = 0.3
    flat: float = 0.35
    long: float = 1.2
    level: tuple[float, float] = (0.3, 0.8)
    wide: float = 0.7
    cuts: int = 3
    apart: float = 0.2
    through: float = 0.25
    leaning: float = 0.05


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Piece:
    """Some ink of a box that is not split further.

    `mask` (height, width) of the box; `left` to `right` its columns, `top` to `bottom`
    its rows; `crossed` the ink that the cut to its left goes through, in heights of the
    number, if there is one.
    """

    mask: NDArray[np.bool_]
    left: int
    right: int
    top: int
    bottom: int
    crossed: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pieces:
    """All pieces of a box, left to right; `ink` 0 to 1; `tall` the number's height.

    `overlooked` is the height, in heights of the number, of the highest ink that was
    taken for a speck or the frame and might have been a digit.
    """

    ink: Floats
    tall: int
    negative: bool
    overlooked: float
    pieces: tuple[Piece, ...]


def find_pieces(box: Gray, params: PieceParams) -> Pieces:
    """The pieces of a box, (height, width), grey; none where nothing is written."""
    ink = _ink(box, params)
    found, doubtful = _components(ink, params)
    if not found:
        return Pieces(ink=ink, tall=0, negative=False, overlooked=0.0, pieces=())
    top = min(piece.top for piece in found)
    tall = max(piece.bottom for piece in found) - top
    negative = _is_minus(found, top, tall, params)
    whole = _whole(found[negative:], tall, params)
    return Pieces(
        ink=ink,
        tall=tall,
        negative=negative,
        overlooked=doubtful / tall,
        pieces=tuple(_parted(whole, ink, tall, params)),
    )


def _ink(box: Gray, params: PieceParams) -> Floats:
    """Ink of the box at working height, 0 to 1."""
    scale = params.work / box.shape[0]
    size = (max(1, round(box.shape[1] * scale)), params.work)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    light = cv2.resize(box, size, interpolation=how).astype(np.float32)
    light = cv2.GaussianBlur(light, (0, 0), 1.0)
    brush = np.ones((params.background, params.background), np.uint8)
    paper = cv2.morphologyEx(light, cv2.MORPH_CLOSE, brush)
    ink = 1 - light / np.maximum(paper, 1)
    rim = int(params.border * params.work)
    levels = np.sort(ink[rim:-rim, rim:-rim], axis=None)
    zero = float(levels[int(levels.size * params.paper_share)])
    darkest = levels[-max(1, int(levels.size * params.ink_share)) :]
    contrast = max(float(darkest.mean()) - zero, params.least_contrast)
    return np.asarray(np.clip((ink - zero) / contrast, 0, 1), np.float32)


def _components(ink: Floats, params: PieceParams) -> tuple[list[Piece], int]:
    """Connected ink from left to right, without specks and the box's frame.

    And the height of the highest that was left out and is no line across the box.
    """
    height, width = ink.shape
    weak = (ink > params.weak).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(weak)
    edge = max(1, int(params.frame * height))
    inner = (slice(edge, height - edge), slice(edge, width - edge))
    pieces: list[Piece] = []
    doubtful = 0
    for label in range(1, count):
        left, top, wide, tall, area = (int(value) for value in stats[label])
        mask = labels == label
        if area < (params.speck * height) ** 2:
            continue
        at_edge = left == 0 or top == 0 or left + wide == width or top + tall == height
        framed = at_edge and mask[inner].sum() <= params.inside * area
        if not framed and ink[mask].max() >= params.strong:
            pieces.append(
                Piece(
                    mask=mask,
                    left=left,
                    right=left + wide,
                    top=top,
                    bottom=top + tall,
                )
            )
        elif wide < width:
            doubtful = max(doubtful, tall)
    return sorted(pieces, key=lambda piece: piece.left + piece.right), doubtful


def _whole(pieces: Sequence[Piece], tall: int, params: PieceParams) -> list[Piece]:
    """The pieces; what lies over another one is joined to it, dust is left out."""
    merged: list[Piece] = []
    for piece in pieces:
        last = merged[-1] if merged else piece
        low = min(_height(last), _height(piece)) < params.low * tall
        if merged and low and _overlap(last, piece) > params.overlap:
            piece = _join(merged.pop(), piece)
        merged.append(piece)
    return [piece for piece in merged if _height(piece) > params.dust * tall]


def _height(piece: Piece) -> int:
    return piece.bottom - piece.top


def _overlap(a: Piece, b: Piece) -> float:
    """Shared columns, as a share of the narrower piece."""
    shared = min(a.right, b.right) - max(a.left, b.left)
    return shared / max(1, min(a.right - a.left, b.right - b.left))


def _join(a: Piece, b: Piece) -> Piece:
    return Piece(
        mask=a.mask | b.mask,
        left=min(a.left, b.left),
        right=max(a.right, b.right),
        top=min(a.top, b.top),
        bottom=max(a.bottom, b.bottom),
    )


def _is_minus(
    pieces: Sequence[Piece], top: int, tall: int, params: PieceParams
) -> bool:
    """Whether the first of several pieces is a dash, before the others and half up."""
    if len(pieces) < 2 or pieces[0].right > pieces[1].left:
        return False
    high, wide = _height(pieces[0]), pieces[0].right - pieces[0].left
    level = ((pieces[0].top + pieces[0].bottom - 1) / 2 - top) / tall
    flat = high < params.flat * tall and wide > params.long * high
    return bool(flat and params.level[0] < level < params.level[1])


def _parted(
    pieces: Sequence[Piece], ink: Floats, tall: int, params: PieceParams
) -> list[Piece]:
    """The pieces, wide ones cut where little ink stands in the way."""
    parted: list[Piece] = []
    for piece in pieces:
        if piece.right - piece.left <= params.wide * tall:
            parted.append(piece)
            continue
        last: float | None = None
        rest = piece
        for path, crossed in _cuts(ink * piece.mask, piece, tall, params):
            before = np.arange(ink.shape[1]) < path[:, None]
            part = _masked(rest.mask & before, last)
            if part is None:
                continue
            remaining = _masked(rest.mask & ~before, None)
            if remaining is None:
                break
            parted.append(part)
            rest = remaining
            last = crossed / tall
        parted.append(replace(rest, crossed=last))
    return parted


def _masked(mask: NDArray[np.bool_], crossed: float | None) -> Piece | None:
    """A piece from its ink; None where there is none."""
    columns = np.flatnonzero(mask.any(0))
    if columns.size == 0:
        return None
    rows = np.flatnonzero(mask.any(1))
    return Piece(
        mask=mask,
        left=int(columns[0]),
        right=int(columns[-1]) + 1,
        top=int(rows[0]),
        bottom=int(rows[-1]) + 1,
        crossed=crossed,
    )


def _cuts(
    ink: Floats, piece: Piece, tall: int, params: PieceParams
) -> list[tuple[NDArray[np.intp], float]]:
    """Ways down through a piece that cross little ink, from left to right.

    Each is the column of the cut in every row, and how much ink it crosses. Ways may
    lean, as digits do, and are well apart.
    """
    band = ink[piece.top : piece.bottom, piece.left : piece.right]
    # least ink on the way from the top to each pixel, one column aside a row at most
    padded = np.full((len(band), band.shape[1] + 2), np.inf, np.float32)
    cost = padded[:, 1:-1]
    cost[0] = band[0]
    for row in range(1, len(band)):
        above = padded[row - 1]
        aside = np.minimum(above[:-2], above[2:]) + params.leaning
        cost[row] = band[row] + np.minimum(above[1:-1], aside)
    apart = max(3, int(params.apart * tall))
    ends = np.where(cost[-1] <= params.through * tall, cost[-1], np.inf)
    ends[:apart] = ends[len(ends) - apart :] = np.inf
    found: list[tuple[NDArray[np.intp], float]] = []
    while len(found) < params.cuts and np.isfinite(ends).any():
        end = int(np.argmin(ends))
        found.append((_traced(cost, end), float(cost[-1, end])))
        ends[max(0, end - apart) : end + apart] = np.inf
    whole = []
    for path, crossed in sorted(found, key=lambda cut: float(cut[0].mean())):
        columns = np.empty(ink.shape[0], np.intp)
        columns[: piece.top], columns[piece.bottom :] = path[0], path[-1]
        columns[piece.top : piece.bottom] = path
        whole.append((columns + piece.left, crossed))
    return whole


def _traced(cost: Floats, end: int) -> NDArray[np.intp]:
    """The cheapest way that ends in the lowest row's column `end`."""
    path = [end]
    # a list: numpy takes far longer over three numbers than over a row
    for row in reversed(cost[:-1].tolist()):
        near = row[max(0, end - 1) : end + 2]
        end = max(0, end - 1) + near.index(min(near))
        path.append(end)
    return np.array(path[::-1], np.intp)
