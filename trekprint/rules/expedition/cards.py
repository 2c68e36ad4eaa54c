"""Assist cards and piles of them, of which only the kinds matter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from trekprint.rules.findings import list_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class Card(Enum):
    """The four kinds of Assist cards."""

    COMPASS = "compass"
    SCHNAPPS = "schnapps"
    ROPE = "rope"
    TENT = "tent"

    def __str__(self) -> str:
        """`Rope`."""
        return self.value.capitalize()


HAND_MOST = 3
"""Cards in a hand, at most."""

REVEALED = (3, 2, 1)
"""Cards laid open at the start of each Ascent, besides one for each player."""


@dataclass(frozen=True, slots=True)
class Pile:
    """How many cards of each kind, in the order of `Card`; never less than none."""

    counts: tuple[int, ...] = (0,) * len(Card)

    def __post_init__(self) -> None:
        """Refuse what cannot lie on a table."""
        if len(self.counts) != len(Card) or min(self.counts) < 0:
            raise ValueError(f"a pile has a count for each kind, not {self.counts}")

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Pile:
        """The pile of `cards`."""
        lying = list(cards)
        return cls(tuple(lying.count(card) for card in Card))

    @classmethod
    def counted(cls, counts: Mapping[Card, int]) -> Pile:
        """The pile with `counts`; kinds left out are not there."""
        return cls(tuple(counts.get(card, 0) for card in Card))

    def __getitem__(self, card: Card) -> int:
        """How many of `card` there are."""
        return self.counts[list(Card).index(card)]

    def __len__(self) -> int:
        """How many cards there are in all."""
        return sum(self.counts)

    def __iter__(self) -> Iterator[Card]:
        """Every card, kind by kind."""
        for card, count in zip(Card, self.counts, strict=True):
            yield from [card] * count

    def __add__(self, other: Pile) -> Pile:
        """Both piles together."""
        return Pile(
            tuple(a + b for a, b in zip(self.counts, other.counts, strict=True))
        )

    def __sub__(self, other: Pile) -> Pile:
        """What is left without `other`; ValueError where that is not there."""
        return Pile(
            tuple(a - b for a, b in zip(self.counts, other.counts, strict=True))
        )

    def holds(self, other: Pile) -> bool:
        """Whether all of `other` is among these."""
        return all(a >= b for a, b in zip(self.counts, other.counts, strict=True))

    def lacking(self, other: Pile) -> Card | None:
        """The first kind of which `other` has more than there are here."""
        kinds = zip(Card, self.counts, other.counts, strict=True)
        return next((card for card, here, asked in kinds if asked > here), None)

    def by_kind(self) -> dict[Card, int]:
        """The kinds that are there, with their counts."""
        return {card: self[card] for card in Card if self[card]}

    def __str__(self) -> str:
        """`2 Rope and 1 Tent`; `no cards`."""
        kinds = [f"{count} {card}" for card, count in self.by_kind().items()]
        return list_text(kinds) if kinds else "no cards"


EMPTY = Pile()

PACK = Pile((4, 4, 4, 4))
"""The 16 Assist cards; 4 of each kind is ours, no source says (see `Setup.pack`)."""
