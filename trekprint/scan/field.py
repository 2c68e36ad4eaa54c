"""Moves found at a few places, told for every place between them.

Paper bends smoothly: what moved here moved much the same a finger's width away. A
plane through the moves around a place, near ones counting most, follows curl and folds
and forgives single bad finds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from trekprint.scan.arrays import Floats

NEAR_SHARE = 0.4
"""How far a single find bends the paper, in neighbourhoods."""
NEAR_DOUBT = 0.3
"""Weight of the plane against the finds nearby."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Field:
    """Moves (mm) found at places (form mm), both (N, 2), and (N,) how well each was.

    `matches` are shares of the median of the same kind.
    """

    places: Floats
    moves: Floats
    matches: Floats

    def at(self, place: Floats, sigma_mm: float) -> Floats:
        """(2,) the move at any place: a plane through the moves around it."""
        return _local_fit(place, self.places, self.moves, self.matches, sigma_mm)

    def match_at(self, place: Floats, sigma_mm: float) -> float:
        """How well outlines around a place were found; less where the photo is soft."""
        if not len(self.places):
            return 1.0
        away = np.sum((self.places - place) ** 2, axis=1)
        near = np.exp(-away / (2 * sigma_mm**2)) + 1e-9
        return float(near @ self.matches / near.sum())

    def smooth(self, places: Floats, sigma_mm: float) -> Floats:
        """(N, 2) moves at (N, 2) places, which near a find come close to it.

        Planes alone would cut the corners of strong curves.
        """
        planes = np.array([self.at(place, sigma_mm) for place in places])
        left = self.moves - np.array([self.at(p, sigma_mm) for p in self.places])
        away = np.linalg.norm(places[:, None] - self.places[None], axis=2)
        near = np.exp(-(away**2) / (2 * (sigma_mm * NEAR_SHARE) ** 2)) * self.matches
        near_moves = near @ left / (near.sum(axis=1, keepdims=True) + NEAR_DOUBT)
        return np.asarray(planes + near_moves)

    def without(self, index: int) -> Field:
        """The field that the others make."""
        others = np.arange(len(self.places)) != index
        return Field(
            places=self.places[others],
            moves=self.moves[others],
            matches=self.matches[others],
        )

    def joined(self, other: Field) -> Field:
        """Both fields in one."""
        return Field(
            places=np.concatenate([self.places, other.places]),
            moves=np.concatenate([self.moves, other.moves]),
            matches=np.concatenate([self.matches, other.matches]),
        )


def _local_fit(
    place: Floats,
    places: Floats,
    moves: Floats,
    matches: Floats,
    sigma_mm: float,
) -> Floats:
    """(2,) the move at `place`: a plane through the moves around it.

    Far from all outlines the plane levels off to their mean.
    """
    offsets = places - place
    near = np.exp(-np.sum(offsets**2, axis=1) / (2 * sigma_mm**2))
    weights = (near + 1e-4) * np.maximum(matches, 1e-3) ** 2
    terms = np.column_stack([np.ones(len(places)), offsets / sigma_mm])
    # Ridge on the slopes: few neighbours must not tilt the plane.
    ridge = np.diag([0.0, 0.3, 0.3]) * max(float(near.max()), 0.1)
    left = terms.T @ (terms * weights[:, None]) + ridge
    right = terms.T @ (moves * weights[:, None])
    return np.asarray(np.linalg.solve(left, right)[0], dtype=np.float64)
