"""Placed things: what a layout consists of, in mm. No decisions about places."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trekprint.sheet.geometry import Box, Point
    from trekprint.sheet.model import CircleId, Link, Option, Terrain


ASSIST_BOX = "assist_"
"""How the names of the +3 boxes begin; their number follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedCircle:
    """A circle: free disc of `radius_mm`, then the rim band out to `outer_mm`."""

    id: CircleId
    centre: Point
    radius_mm: float
    rim_mm: float
    terrain: Terrain
    limit: int

    @property
    def outer_mm(self) -> float:
        """Radius of the outer edge of the rim band."""
        return self.radius_mm + self.rim_mm

    def placed(self, scale: float, x: float, y: float) -> PlacedCircle:
        """This circle scaled about the origin, then moved."""
        return replace(
            self,
            centre=self.centre.placed(scale, x, y),
            radius_mm=self.radius_mm * scale,
            rim_mm=self.rim_mm * scale,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedLink:
    """The stretch over which a link is drawn: disc edge to disc edge.

    The printed bridge spans `bridge_start` to `bridge_end`, rim to rim.
    """

    link: Link
    start: Point
    end: Point
    bridge_start: Point
    bridge_end: Point

    def placed(self, scale: float, x: float, y: float) -> PlacedLink:
        """This link scaled about the origin, then moved."""
        return replace(
            self,
            start=self.start.placed(scale, x, y),
            end=self.end.placed(scale, x, y),
            bridge_start=self.bridge_start.placed(scale, x, y),
            bridge_end=self.bridge_end.placed(scale, x, y),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TickBox:
    """One box of an option's row; `index` counts from 1."""

    option: Option
    index: int
    box: Box

    def placed(self, scale: float, x: float, y: float) -> TickBox:
        """This box scaled about the origin, then moved."""
        return replace(self, box=self.box.placed(scale, x, y))


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedBox:
    """A box with a name: a score box, a writing line, a place for something."""

    name: str
    box: Box

    @property
    def takes_mark(self) -> bool:
        """Whether a mark goes in it (a +3 box), not a number."""
        return self.name.startswith(ASSIST_BOX)

    def placed(self, scale: float, x: float, y: float) -> NamedBox:
        """This box scaled about the origin, then moved."""
        return replace(self, box=self.box.placed(scale, x, y))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fiducial:
    """A corner marker. `corner` counts 0 to 3: top-left, then clockwise."""

    id: int
    corner: int
    box: Box

    def placed(self, scale: float, x: float, y: float) -> Fiducial:
        """This marker scaled about the origin, then moved."""
        return replace(self, box=self.box.placed(scale, x, y))


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Everything placed on one form.

    `panels` are the boxes of things that are only looked at or written in by hand:
    `art` (the picture behind the circles), `climbing_area`, `title`, `summit`, `stars`,
    `name`, `date`, `hint`, `options`, `sum_extra` (where a Tent cross is drawn; only
    where there is a sum), `bonus_table`, `code` (the identity code, without its quiet
    zone), `code_text`, `ruler` (holds a bar that is 50 mm on paper), `fan`. Max's form
    has `strip`, `max_counts` and `max_rule` in place of options and bonus table.
    """

    sheet: str
    revision: int
    copy: int
    box: Box
    scale: float
    circles: tuple[PlacedCircle, ...]
    links: tuple[PlacedLink, ...]
    tick_boxes: tuple[TickBox, ...]
    score_boxes: tuple[NamedBox, ...]
    fiducials: tuple[Fiducial, ...]
    panels: tuple[NamedBox, ...]

    def placed(self, scale: float, x: float, y: float) -> Layout:
        """This layout scaled about the origin, then moved by (`x`, `y`) mm."""
        return replace(
            self,
            box=self.box.placed(scale, x, y),
            scale=self.scale * scale,
            circles=tuple(c.placed(scale, x, y) for c in self.circles),
            links=tuple(link.placed(scale, x, y) for link in self.links),
            tick_boxes=tuple(t.placed(scale, x, y) for t in self.tick_boxes),
            score_boxes=tuple(s.placed(scale, x, y) for s in self.score_boxes),
            fiducials=tuple(f.placed(scale, x, y) for f in self.fiducials),
            panels=tuple(p.placed(scale, x, y) for p in self.panels),
        )

    def panel(self, name: str) -> Box:
        """The box of the panel called `name`. Raises KeyError where there is none."""
        for panel in self.panels:
            if panel.name == name:
                return panel.box
        raise KeyError(name)

    def has_panel(self, name: str) -> bool:
        """Whether there is a panel called `name`."""
        return any(panel.name == name for panel in self.panels)

    def score_box(self, name: str) -> Box:
        """The score box called `name`. Raises KeyError where there is none."""
        for score_box in self.score_boxes:
            if score_box.name == name:
                return score_box.box
        raise KeyError(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """One sheet on a page; its layout is in the page's mm. Pages count from 1."""

    page: int
    layout: Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """Pages of one size with the sheets on them."""

    width: float
    height: float
    per_page: int
    placements: tuple[Placement, ...]
