"""What an Ascent sheet is: circles, links, options, what it scores. No paper, no dice.

The words are the English rulebook's. Other editions say: Fixed Line - Seilroute,
Chemin de corde, Цепочка; Mapped Zone - Kletterzone, Zone, Область; skull - the box
"penalty" of the German and French prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import NewType

CircleId = NewType("CircleId", int)

LANGUAGES = ("en", "de", "fr", "ru")

LocalText = Mapping[str, str]
"""Text by language; `en` is always there and stands in for a missing language."""

Amount = int | float | bool | str | Mapping[int, int]
"""One setting of a scoring item: a number, a switch, a name or a table by size."""


def local(text: LocalText, lang: str) -> str:
    """The wording of `text` in `lang`, or the English one where there is none."""
    return text.get(lang) or text["en"]


class Terrain(Enum):
    """How hard a circle is; decides the highest number it takes."""

    NORMAL = "normal"
    DANGEROUS = "dangerous"


LIMITS: Mapping[Terrain, int] = {Terrain.NORMAL: 12, Terrain.DANGEROUS: 6}


class Option(Enum):
    """The five ways to combine the dice, in the order of the options table."""

    LOWER = "lower"
    HIGHER = "higher"
    DIFFERENCE = "difference"
    SUM = "sum"
    PRODUCT = "product"


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """A place that takes one number or a skull.

    `x` and `y` are in units of the distance of two touching circles' centres, x right,
    y down, from any origin; the layout scales them to the paper.
    """

    id: CircleId
    x: float
    y: float
    terrain: Terrain = Terrain.NORMAL

    @property
    def limit(self) -> int:
        """The highest number this circle takes."""
        return LIMITS[self.terrain]


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """Two circles that touch, the lower id first."""

    a: CircleId
    b: CircleId

    def __post_init__(self) -> None:
        """Refuse a link that is not between two circles, lower id first."""
        if self.a >= self.b:
            raise ValueError(f"a link joins two circles, lower id first, not {self}")

    @classmethod
    def of(cls, one: int, other: int) -> Link:
        """The link of two circles given in any order."""
        return cls(CircleId(min(one, other)), CircleId(max(one, other)))

    def __str__(self) -> str:
        """`4-11`."""
        return f"{self.a}-{self.b}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionRow:
    """One row of the options table: how often an option may be used."""

    option: Option
    boxes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringItem:
    """One thing a sheet scores: a name in the table of `rules.items`, its amounts."""

    name: str
    amounts: Mapping[str, Amount] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stars:
    """Reputation stars for reaching the Summit, winning the race, a record."""

    summit: int
    race: int
    record: int


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """One Ascent sheet as defined. Built only from definitions without problems.

    `art` names how the mountain behind the circles is drawn; printing knows the names.
    `strip` is set where the form has a strip for the rounds of Free Solo in place of
    options (`solo_form`): it is Max's.
    """

    id: str
    revision: int
    title: LocalText
    circles: tuple[Circle, ...]
    links: tuple[Link, ...]
    options: tuple[OptionRow, ...]
    scoring: tuple[ScoringItem, ...]
    summit: int
    stars: Stars
    labels: Mapping[str, LocalText] = field(default_factory=dict)
    art: Mapping[str, Amount] = field(default_factory=dict)
    credits: str = ""
    strip: bool = False

    @cached_property
    def circle_by_id(self) -> Mapping[CircleId, Circle]:
        """Every circle by its id."""
        return {circle.id: circle for circle in self.circles}

    @cached_property
    def touching(self) -> Mapping[CircleId, frozenset[CircleId]]:
        """For every circle the circles it touches."""
        neighbours: dict[CircleId, set[CircleId]] = {c.id: set() for c in self.circles}
        for link in self.links:
            neighbours[link.a].add(link.b)
            neighbours[link.b].add(link.a)
        return {circle: frozenset(others) for circle, others in neighbours.items()}

    @cached_property
    def two_apart(self) -> tuple[Link, ...]:
        """The pairs that do not touch but have a circle between them, lowest first."""
        pairs = {
            Link.of(one, other)
            for near in self.touching.values()
            for one in near
            for other in near
            if one < other and other not in self.touching[one]
        }
        return tuple(sorted(pairs))

    def item(self, name: str) -> ScoringItem | None:
        """The scoring item called `name`, if this sheet scores it."""
        return next((item for item in self.scoring if item.name == name), None)
