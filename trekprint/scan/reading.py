"""What was read, as probabilities, each with the crop it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from trekprint.scan.digits import CLASSES

if TYPE_CHECKING:
    from trekprint.scan.anchors import Shifts
    from trekprint.scan.arrays import GreyImage
    from trekprint.scan.registration import Registration
    from trekprint.sheet.model import CircleId, Link, Option
    from trekprint.sheet.placed import Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearParams:
    """From which probability of its likeliest value a reading passes for clear."""

    circle: float = 0.98
    link: float = 0.97
    tick: float = 0.9
    written: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CircleReading:
    """A circle; `probabilities` are in the order of `digits.CLASSES` and sum to 1.

    `rim` is the probability that its rim is patterned.
    """

    id: CircleId
    probabilities: tuple[float, ...]
    crop: GreyImage
    rim: float = 0.0

    @property
    def likeliest(self) -> str:
        """The class with the highest probability: `0` to `12`, `skull`, `blank`, ..."""
        return CLASSES[int(np.argmax(self.probabilities))]

    @property
    def confidence(self) -> float:
        """The probability of the likeliest class."""
        return max(self.probabilities)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkReading:
    """A link, the probability that it is drawn, and a crop of its two circles.

    A Rope link is one, too.
    """

    link: Link
    drawn: float
    crop: GreyImage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TickReading:
    """A tick box and the probability that it is marked."""

    option: Option
    index: int
    ticked: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoxReading:
    """A score box: the probability of `ink`, and candidate numbers, likeliest first.

    `values` is empty where nothing is written or nobody reads numbers.
    """

    name: str
    ink: float
    values: tuple[tuple[int, float], ...]
    crop: GreyImage


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SheetReading:
    """One sheet of a photo.

    `layout` is the sheet's at form size, `registration` and `shifts` tell where it lies
    in the photo. `run` is None where the code could not be read; then `copy` is only
    known modulo `layout.FIDUCIAL_COPIES`. `name` is the picture of the name's line.
    `tent_cross` is the probability of a cross beside the sum row; `ropes` are the Rope
    links for which there is anything at all to see, mostly none. `other_revision`
    tells that another revision of the sheet was printed than `layout` is of.
    `warnings` are sentences for people.
    """

    layout: Layout
    copy: int
    run: str | None
    registration: Registration
    shifts: Shifts
    circles: tuple[CircleReading, ...]
    links: tuple[LinkReading, ...]
    ticks: tuple[TickReading, ...]
    tent_cross: float
    boxes: tuple[BoxReading, ...]
    name: GreyImage
    ropes: tuple[LinkReading, ...] = ()
    other_revision: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether nothing is written in any circle."""
        return all(circle.likeliest == "blank" for circle in self.circles)

    def box(self, name: str) -> BoxReading:
        """The score box called `name`. Raises KeyError where there is none."""
        for box in self.boxes:
            if box.name == name:
                return box
        raise KeyError(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A sheet, or a photo, that could not be read, and what to do about it.

    `outline` are the (x, y) photo px of what was found, for a picture.
    """

    sentence: str
    outline: tuple[tuple[float, float], ...] = ()
