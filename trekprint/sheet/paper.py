"""Paper sizes, and where A5 forms lie on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.sheet.geometry import Box

if TYPE_CHECKING:
    from collections.abc import Mapping

FORM = Box(0, 0, 148.0, 210.0)
"""One sheet's form: A5 portrait. Layouts are made for it, then scaled to their slot."""

MARKER_INSET = 10.0
"""How far the corner markers lie inside the form, and at least inside the page, mm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper format, upright, in mm."""

    name: str
    width: float
    height: float


PAPERS: Mapping[str, Paper] = {
    "a4": Paper(name="a4", width=210.0, height=297.0),
    "letter": Paper(name="letter", width=215.9, height=279.4),
    "a5": Paper(name="a5", width=148.0, height=210.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """A page and the boxes in which forms are placed, in reading order."""

    width: float
    height: float
    boxes: tuple[Box, ...]


def slots(paper: Paper, per_page: int) -> Slots:
    """The page for `per_page` forms (1 or 2): two share a landscape page.

    Raises ValueError for another number, or two on A5.
    """
    if per_page == 1:
        page = Box(0, 0, paper.width, paper.height)
        return Slots(width=page.width, height=page.height, boxes=(page,))
    if per_page != 2 or paper.name == "a5":
        raise ValueError(f"{per_page} forms on {paper.name}")
    half = paper.height / 2
    return Slots(
        width=paper.height,
        height=paper.width,
        boxes=(Box(0, 0, half, paper.width), Box(half, 0, half, paper.width)),
    )


def fit(slot: Box) -> tuple[float, float, float]:
    """Scale and x, y offset (mm) that centre the form in `slot` as large as it fits.

    On a slot smaller than the form the markers stay `MARKER_INSET` from its edges.
    """
    inset = 2 * MARKER_INSET
    scale = min(
        slot.width / FORM.width,
        slot.height / FORM.height,
        (slot.width - inset) / (FORM.width - inset),
        (slot.height - inset) / (FORM.height - inset),
    )
    # A slot that is a hair wider than the form (half an A4 page) keeps true size.
    if 1.0 <= scale < 1.01:
        scale = 1.0
    x = slot.x + (slot.width - FORM.width * scale) / 2
    y = slot.y + (slot.height - FORM.height * scale) / 2
    return scale, x, y
