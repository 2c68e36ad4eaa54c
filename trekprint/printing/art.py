"""Paints the landscape behind the circles in a theme's tones."""

from __future__ import annotations

import math
import zlib
from itertools import pairwise
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.printing.landscape import compose
from trekprint.sheet.geometry import Box, Point

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.printing.canvas import Canvas
    from trekprint.printing.landscape import Landscape
    from trekprint.printing.ranges import Range
    from trekprint.printing.theme import Theme
    from trekprint.sheet.model import Sheet
    from trekprint.sheet.placed import Layout

STYLES = ("ridge", "none")
"""What a definition may say under `art: {style: ...}`: a mountain, or no picture."""

DEFAULT_STYLE = STYLES[0]

_CORNER = 3.0
_OBSTACLES = ("title", "summit", "stars", "name", "date")
_RANGE_TONES = ("far", "range", "rock")
_THIN, _LINE = 0.13, 0.22


def draw_art(canvas: Canvas, layout: Layout, sheet: Sheet, theme: Theme) -> None:
    """Paint the picture of `sheet` in the panel `art`.

    Raises InputError where the definition names a style that nobody can paint.
    """
    style = sheet.art.get("style", DEFAULT_STYLE)
    if style not in STYLES:
        known = ", ".join(STYLES)
        raise InputError(f"{sheet.id}: unknown art style '{style}'; there are {known}")
    if style == DEFAULT_STYLE:
        _draw_ridge(canvas, layout, sheet, theme)


def _draw_ridge(canvas: Canvas, layout: Layout, sheet: Sheet, theme: Theme) -> None:
    area = layout.panel("art")
    seed = sheet.art.get("seed")
    obstacles = [layout.panel(name) for name in _OBSTACLES]
    obstacles += [fiducial.box for fiducial in layout.fiducials]
    landscape = compose(
        layout.circles,
        area,
        obstacles,
        seed if isinstance(seed, int) else zlib.crc32(sheet.id.encode()),
    )
    painter = _Painter(canvas, theme, area)
    with canvas.clipped(area, _CORNER):
        painter.sky(landscape)
        for depth, mountains in enumerate(landscape.ranges):
            painter.range(mountains, depth)
        painter.foreground(landscape)


class _Painter:
    """Paints in one theme; what the theme gives no tone is left out."""

    def __init__(self, canvas: Canvas, theme: Theme, area: Box) -> None:
        self._canvas = canvas
        self._tones = theme.tones
        self._area = area

    def _fill(self, tone: str, shape: Sequence[Point]) -> None:
        if tone in self._tones and len(shape) > 2:
            self._canvas.polygon(shape, fill=self._tones[tone])

    def _draw(
        self, tone: str, lines: Sequence[Sequence[Point]], width: float = _THIN
    ) -> None:
        if tone in self._tones and lines:
            self._canvas.lines(lines, ink=self._tones[tone], width=width)

    def _ground(self, outline: Sequence[Point]) -> tuple[Point, ...]:
        """All that lies below an outline."""
        bottom = self._area.bottom
        right, left = Point(self._area.right, bottom), Point(self._area.x, bottom)
        return (*outline, right, left)

    def sky(self, landscape: Landscape) -> None:
        """Sky, sun, clouds, birds."""
        top = self._area.y
        first = (Point(self._area.x, top), Point(self._area.right, top))
        for band, edge in enumerate((first, *landscape.sky)):
            self._fill(f"sky_{band}", self._ground(edge))
        self._sun(*landscape.sun)
        for centre, size in landscape.clouds:
            self._cloud(centre, size)
        for place, size in landscape.birds:
            self._bird(place, size)

    def _sun(self, centre: Point, size: float) -> None:
        if "sun" in self._tones:
            self._canvas.circle(centre, size * 0.72, fill=self._tones["sun"])
        if "sun_line" in self._tones:
            ink = self._tones["sun_line"]
            self._canvas.circle(centre, size * 0.5, ink=ink, width=_LINE)
        rays = []
        for ray in range(16):
            angle = math.tau * ray / 16
            reach = size * (0.98 if ray % 2 else 0.86)
            rays.append(
                tuple(
                    Point(
                        centre.x + part * math.cos(angle),
                        centre.y + part * math.sin(angle),
                    )
                    for part in (size * 0.66, reach)
                )
            )
        self._draw("sun_line", rays, _LINE)

    def _cloud(self, centre: Point, size: float) -> None:
        """Three humps on a flat base."""
        width, base = size * 2.2, centre.y + size * 0.35
        left = centre.x - width / 2
        humps = ((0.24, 0.2), (0.5, 0.32), (0.78, 0.22))
        if "cloud" in self._tones:
            tone = self._tones["cloud"]
            foot = Box(
                left + width * 0.06, base - size * 0.34, width * 0.9, size * 0.34
            )
            self._canvas.box(foot, fill=tone, radius=size * 0.17)
            for across, radius in humps:
                middle = Point(left + width * across, base - radius * size * 1.05)
                self._canvas.circle(middle, radius * size * 1.15, fill=tone)
        if "cloud_line" in self._tones:
            self._canvas.curve(
                _cloud_curve(left, base, width, size),
                ink=self._tones["cloud_line"],
                width=_LINE,
            )

    def _bird(self, place: Point, size: float) -> None:
        if "bird_line" not in self._tones:
            return
        wing = size * 0.9
        self._canvas.curve(
            (
                Point(place.x - size, place.y - wing * 0.3),
                Point(place.x - size * 0.5, place.y - wing * 0.8),
                Point(place.x - size * 0.2, place.y - wing * 0.3),
                place,
                Point(place.x + size * 0.2, place.y - wing * 0.3),
                Point(place.x + size * 0.5, place.y - wing * 0.8),
                Point(place.x + size, place.y - wing * 0.3),
            ),
            ink=self._tones["bird_line"],
            width=_LINE,
        )

    def range(self, mountains: Range, depth: int) -> None:
        """One mountain range."""
        self._fill(_RANGE_TONES[depth], self._ground(mountains.outline))
        for shade in mountains.shades:
            self._fill(f"{_RANGE_TONES[depth]}_shade", shade)
        for cap in mountains.snow:
            self._fill("snow", cap)
        self._draw("slope_line", mountains.hatches)
        self._draw("slope_line", mountains.spines)
        line = "ridge_line" if depth == 0 else "range_line"
        self._draw(line, (mountains.outline,), _LINE)

    def foreground(self, landscape: Landscape) -> None:
        """Hills, firs and the camp."""
        for index, hill in enumerate(landscape.hills):
            self._fill(f"hill_{index}", self._ground(hill))
            self._draw("hill_line", (hill,), _LINE)
        for foot, height in landscape.trees:
            self._tree(foot, height)
        if landscape.camp:
            self._camp(*landscape.camp)

    def _tree(self, foot: Point, height: float) -> None:
        """A fir of three tiers."""
        half = height * 0.27
        shape = [Point(foot.x, foot.y - height)]
        for tier in (1, 2, 3):
            y = foot.y - height * (1 - tier / 3.4)
            shape.append(Point(foot.x + half * tier / 3, y))
            if tier < 3:
                shape.append(Point(foot.x + half * tier / 6, y - height * 0.03))
        mirrored = [Point(2 * foot.x - p.x, p.y) for p in reversed(shape[1:])]
        self._fill("tree", (*shape, *mirrored))
        self._draw("tree_line", ((*shape, *mirrored, shape[0]),))

    def _camp(self, foot: Point, size: float) -> None:
        """A tent with an open flap, and a flag."""
        top = Point(foot.x, foot.y - size * 0.62)
        left = Point(foot.x - size * 0.55, foot.y)
        right = Point(foot.x + size * 0.55, foot.y)
        flap = (
            Point(foot.x - size * 0.14, foot.y),
            Point(foot.x + size * 0.04, top.y + size * 0.12),
            Point(foot.x + size * 0.2, foot.y),
        )
        self._fill("tent", (left, top, right))
        self._fill("tent_flap", flap)
        mast = Point(top.x, top.y - size * 0.3)
        pennant = (
            mast,
            Point(mast.x + size * 0.26, mast.y + size * 0.08),
            Point(mast.x, mast.y + size * 0.16),
        )
        self._fill("flag", pennant)
        outline = (left, top, right, left)
        self._draw("tent_line", (outline, flap, (top, mast), (*pennant, mast)), _LINE)


def _cloud_curve(
    left: float, base: float, width: float, size: float
) -> tuple[Point, ...]:
    """The outline of a cloud: three humps from left to right."""
    stops = (0.0, 0.3, 0.72, 1.0)
    heights = (0.5, 0.85, 0.5)
    points = [Point(left, base)]
    for (start, stop), high in zip(pairwise(stops), heights, strict=True):
        for across, up in ((start, high), (stop, high), (stop, 0.12)):
            points.append(Point(left + width * across, base - size * up))
    points[-1] = Point(left + width, base)
    return tuple(points)
