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
        return np.asarray(self.planes_at(place[None], sigma_mm)[0])

    def planes_at(self, places: Floats, sigma_mm: float) -> Floats:
        """(M, 2) the moves at (M, 2) places."""
        return _local_fits(places, self.places, self.moves, self.matches, sigma_mm)

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
        planes = self.planes_at(places, sigma_mm)
        left = self.moves - self.planes_at(self.places, sigma_mm)
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


def _local_fits(
    at: Floats,
    places: Floats,
    moves: Floats,
    matches: Floats,
    sigma_mm: float,
) -> Floats:
    """(M, 2) the moves at (M, 2) places: planes through the moves around each.

    Far from all outlines a plane levels off to their mean.
    """
    offsets = places[None] - at[:, None]
    near = np.exp(-np.sum(offsets**2, axis=2) / (2 * sigma_mm**2))
    weights = (near + 1e-4) * np.maximum(matches, 1e-3) ** 2
    ones = np.ones((*offsets.shape[:2], 1))
    terms = np.concatenate([ones, offsets / sigma_mm], axis=2)
    weighted = np.swapaxes(terms * weights[:, :, None], 1, 2)
    # Ridge on the slopes: few neighbours must not tilt the plane.
    ridge = np.diag([0.0, 0.3, 0.3]) * np.maximum(near.max(axis=1), 0.1)[:, None, None]
    planes = np.linalg.solve(weighted @ terms + ridge, weighted @ moves)
    return np.asarray(planes[:, 0], dtype=np.float64)
