"""A paper with one or two filled forms on it, as pixels with their truth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.helpers.rasterize import rasterize
from tests.helpers.simulator_ink import InkLayer, blend
from tests.helpers.simulator_writing import write_game
from trekprint.printing.document import render
from trekprint.sheet.geometry import Box
from trekprint.sheet.layout import place
from trekprint.sheet.paper import PAPERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.helpers.play import PlayedGame
    from tests.helpers.simulator_hand import Hand
    from trekprint.sheet.model import Sheet
    from trekprint.sheet.placed import Layout

PAPER_WHITE = (0.80, 0.83, 0.84)
"""Linear reflectance of office paper, blue green red; toner on it keeps TONER."""
TONER = 0.035

_CUT_OFF_MM = 0.8
"""How far the cut between two forms strays to either side at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """How the forms were printed and cut; `whole` keeps an uncut page of two forms.

    `scale` is the driver's; `onto` the paper that lay in the printer, if not `paper`:
    the page is printed in its middle, and what is beyond its edges is lost.
    """

    paper: str = "a4"
    per_page: int = 2
    theme: str = "plain"
    lang: str = "en"
    whole: bool = False
    scale: float = 1.0
    onto: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Form:
    """One form on a paper: its layout in the paper's mm, and the game on it, if any."""

    sheet: Sheet
    layout: Layout
    played: PlayedGame | None
    hand: Hand


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Paper:
    """A paper of `width` x `height` mm with the forms on it."""

    width: float
    height: float
    forms: tuple[Form, ...]
    image: NDArray[np.float32]
    px_per_mm: float


def make_paper(
    sheet: Sheet,
    games: tuple[tuple[int, PlayedGame | None, Hand], ...],
    printing: Printing,
    px_per_mm: float,
    rng: np.random.Generator,
) -> Paper:
    """Print the copies named in `games` (copy, game, hand), cut, and write on them.

    All copies must lie on one page; unless `printing.whole`, there is one copy.
    """
    copies = tuple(copy for copy, _, _ in games)
    pdf, layouts, page = _printed(sheet, copies, printing)
    if printing.scale == 1.0 and printing.onto is None:
        area = page if printing.whole else _cut(layouts[0], page, rng)
        print_ = rasterize(pdf, px_per_mm=px_per_mm, area=area)
    else:
        moved = _misprinted(layouts, page, printing)
        layouts, page = moved.layouts, moved.paper
        area = page if printing.whole else _cut(layouts[0], page, rng)
        print_ = moved.image(pdf, area, px_per_mm)
    image = print_on_paper(print_, px_per_mm, rng)
    forms = tuple(
        Form(
            sheet=sheet,
            layout=layout.placed(1.0, -area.x, -area.y),
            played=played,
            hand=hand,
        )
        for layout, (_, played, hand) in zip(layouts, games, strict=True)
    )
    for form in forms:
        if form.played is not None:
            layer = InkLayer(area.width, area.height, px_per_mm)
            write_game(form.played, form.layout, form.hand, layer, rng)
            blend(image, layer, form.hand.pen, rng)
    return Paper(
        width=area.width,
        height=area.height,
        forms=forms,
        image=image,
        px_per_mm=px_per_mm,
    )


def _printed(
    sheet: Sheet, copies: tuple[int, ...], printing: Printing
) -> tuple[bytes, tuple[Layout, ...], Box]:
    pages = place(
        [(sheet, copy) for copy in copies], PAPERS[printing.paper], printing.per_page
    )
    pdf = _pdf(sheet.id, _Kept(sheet), copies, replace(printing, scale=1.0, onto=None))
    layouts = tuple(p.layout for p in pages.placements)
    return pdf, layouts, Box(0, 0, pages.width, pages.height)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Misprint:
    """A page printed smaller, or on other paper: it begins at (`x`, `y`) mm."""

    layouts: tuple[Layout, ...]
    paper: Box
    scale: float
    x: float
    y: float

    def image(self, pdf: bytes, area: Box, px_per_mm: float) -> NDArray[np.uint8]:
        """The pixels of `area` of the paper."""
        page = rasterize(pdf, px_per_mm=px_per_mm * self.scale)
        size = (round(area.width * px_per_mm), round(area.height * px_per_mm))
        x, y = (self.x - area.x) * px_per_mm, (self.y - area.y) * px_per_mm
        move = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
        white = (255, 255, 255)
        moved = cv2.warpAffine(page, move, size, borderValue=white)
        return np.asarray(moved, np.uint8)


def _misprinted(
    layouts: tuple[Layout, ...], page: Box, printing: Printing
) -> _Misprint:
    paper = page
    if printing.onto is not None:
        sides = sorted((PAPERS[printing.onto].width, PAPERS[printing.onto].height))
        wide, high = sides if page.width < page.height else sides[::-1]
        paper = Box(0, 0, wide, high)
    x = (paper.width - page.width * printing.scale) / 2
    y = (paper.height - page.height * printing.scale) / 2
    return _Misprint(
        layouts=tuple(layout.placed(printing.scale, x, y) for layout in layouts),
        paper=paper,
        scale=printing.scale,
        x=x,
        y=y,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """Carries a sheet past the cache, which goes by the sheet's name."""

    sheet: Sheet

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=256)
def _pdf(
    sheet_id: str, kept: _Kept, copies: tuple[int, ...], printing: Printing
) -> bytes:
    sheet = kept.sheet
    pages = place(
        [(sheet, copy) for copy in copies], PAPERS[printing.paper], printing.per_page
    )
    return render(
        pages, {sheet_id: sheet}, theme=printing.theme, lang=printing.lang, run="S1M0"
    )


def _cut(layout: Layout, page: Box, rng: np.random.Generator) -> Box:
    """The paper that carries one form: the page, or its half, cut by hand."""
    if layout.scale * 2 * layout.box.width > page.width + 60:
        return page
    half = page.width / 2
    left = layout.box.centre.x < half
    cut = half + float(np.clip(rng.normal(0.0, 0.4), -_CUT_OFF_MM, _CUT_OFF_MM))
    if left:
        return Box(0, 0, cut, page.height)
    return Box(cut, 0, page.width - cut, page.height)


def print_on_paper(
    page: NDArray[np.uint8], px_per_mm: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """What a printer makes of a page: paper white, toner that is not quite black."""
    print_ = cv2.LUT(page, np.power(np.arange(256, dtype=np.float32) / 255, 2.2))
    print_ = cv2.GaussianBlur(print_, (0, 0), max(0.3, 0.03 * px_per_mm))
    toner = TONER * rng.uniform(0.7, 2.0)
    print_ *= np.float32(1.0 - toner)
    print_ += np.float32(toner)
    fibres = rng.standard_normal(print_.shape[:2], np.float32)
    fibres = cv2.GaussianBlur(fibres, (0, 0), max(0.5, 0.12 * px_per_mm))
    fibres *= 0.008 / max(float(fibres[::5, ::5].std()), 1e-6)
    white = np.array(PAPER_WHITE, np.float32) * rng.uniform(0.93, 1.04)
    print_ *= white
    fibres += np.float32(1.0)
    print_ *= fibres[..., None]
    return np.asarray(print_, np.float32)
