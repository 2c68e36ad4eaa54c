"""Points and boxes. Millimetres; origin top-left, x to the right, y down."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A place in mm."""

    x: float
    y: float

    def distance(self, other: Point) -> float:
        """Distance to `other` in mm."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def towards(self, other: Point, mm: float) -> Point:
        """The point `mm` from here on the way to `other`, which lies elsewhere."""
        share = mm / self.distance(other)
        return Point(
            self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share
        )

    def placed(self, scale: float, x: float, y: float) -> Point:
        """This point scaled about the origin, then moved by (`x`, `y`) mm."""
        return Point(self.x * scale + x, self.y * scale + y)


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle in mm: top-left corner, width, height."""

    x: float
    y: float
    width: float
    height: float

    def __post_init__(self) -> None:
        """Refuse a box without extent."""
        if self.width <= 0 or self.height <= 0:
            raise ValueError(f"a box needs a positive size, not {self}")

    @property
    def right(self) -> float:
        """Where the box ends on the right (x)."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Where the box ends below (y)."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """The middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Top-left, top-right, bottom-right, bottom-left."""
        return (
            Point(self.x, self.y),
            Point(self.right, self.y),
            Point(self.right, self.bottom),
            Point(self.x, self.bottom),
        )

    def placed(self, scale: float, x: float, y: float) -> Box:
        """This box scaled about the origin, then moved by (`x`, `y`) mm."""
        return Box(
            self.x * scale + x,
            self.y * scale + y,
            self.width * scale,
            self.height * scale,
        )

    def shrunk(self, mm: float) -> Box:
        """This box with `mm` taken off on every side."""
        return Box(self.x + mm, self.y + mm, self.width - 2 * mm, self.height - 2 * mm)

    def contains(self, other: Box) -> bool:
        """Whether `other` lies wholly inside (a common edge counts as inside)."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def overlaps(self, other: Box) -> bool:
        """Whether the two share an area (a common edge does not)."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )
