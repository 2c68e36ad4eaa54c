"""The handwritten name, cut from the picture of its line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from trekprint.workflows.results import GreyImage


@dataclass(frozen=True, slots=True, kw_only=True)
class NameParams:
    """Where a name is looked for.

    Off the line's picture come `border` of its height all around, and the printed word
    at the top left, `word` (width, height) of the whole. Ink is what is darker than the
    paper by `contrast` grey levels and `share` of the darkest; a name has `least_ink`
    px of it. `margin` of the height stays around it.
    """

    border: float = 0.14
    word: tuple[float, float] = (0.11, 0.45)
    contrast: float = 18.0
    share: float = 0.4
    least_ink: int = 25
    margin: float = 0.08


def name_crop(line: GreyImage, params: NameParams | None = None) -> GreyImage | None:
    """The name that is written in the picture of its line; None where none is."""
    params = params or NameParams()
    height, width = line.shape
    border, margin = round(params.border * height), round(params.margin * height)
    dark = np.median(line) - line.astype(float)
    dark[: round(params.word[1] * height), : round(params.word[0] * width)] = 0
    for edge in (dark, dark[::-1], dark.T, dark.T[::-1]):
        edge[:border] = 0
    ink = dark > max(params.contrast, params.share * float(dark.max()))
    if ink.sum() < params.least_ink:
        return None
    (top, bottom), (left, right) = (
        (max(0, found[0] - margin), found[-1] + 1 + margin)
        for found in (np.flatnonzero(ink.any(axis)) for axis in (1, 0))
    )
    return line[top:bottom, left:right]
