"""Finds the corner markers in a photo and groups them into sheets.

Markers are looked for on a reduced photo, which is fast and blind to paper grain; only
their corners are refined at full resolution. Markers say their corner and the copy of
the sheet modulo `layout.FIDUCIAL_COPIES`; which of them belong together is decided by
that and by geometry, since a photo can show two sheets with the same copy number.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from trekprint.scan.marker_codes import MODULES, find_codes
from trekprint.sheet.layout import FIDUCIAL_CORNERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from trekprint.scan.arrays import GreyImage
    from trekprint.sheet.placed import Fiducial


@dataclass(frozen=True, slots=True, kw_only=True)
class FiducialParams:
    """How markers are searched and grouped.

    `long_sides`: photo sizes (px) of the search, in order; the next is tried only while
    a sheet lacks markers. `clahe`: contrast limit of the last try, which evens out
    deep shadow. `same_place`: two finds of one id nearer than this share of a marker's
    side are one marker. `refine`: half window of corner refinement, in modules.
    `pair_error`: how far, as a share of their distance, a marker may lie from where
    another one expects it. `sheet_error`: greatest distance (mm) of a marker corner
    from its printed place for a group to be a sheet; page curl needs the room.

    A missing marker is looked for within `look_around` sides of where two, or three,
    others expect it, in a part of the photo scaled so that it is `marker_px` large, at
    most `most_enlarged` times.
    """

    long_sides: tuple[int, ...] = (1600, 2600, 1000)
    clahe: float = 4.0
    same_place: float = 0.6
    refine: float = 0.7
    pair_error: float = 0.45
    sheet_error: float = 2.5
    look_around: tuple[float, float] = (5.0, 3.0)
    marker_px: float = 80.0
    most_enlarged: float = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Marker:
    """A marker found: its id and (4, 2) float32 corners in photo pixels, TL first."""

    id: int
    corners: NDArray[np.float32]

    @property
    def corner(self) -> int:
        """Which corner of a sheet it marks, 0 to 3."""
        return self.id % FIDUCIAL_CORNERS

    @property
    def copy_index(self) -> int:
        """Copy number - 1, modulo `FIDUCIAL_COPIES`."""
        return self.id // FIDUCIAL_CORNERS

    @property
    def centre(self) -> NDArray[np.float64]:
        """(2,) middle of the corners."""
        return np.asarray(self.corners.mean(axis=0), dtype=np.float64)

    @property
    def side(self) -> float:
        """Mean side length, px."""
        return float(
            np.linalg.norm(self.corners - np.roll(self.corners, 1, 0), axis=1).mean()
        )


@dataclass(frozen=True, slots=True, eq=False)
class MarkerGroup:
    """Markers of one sheet (four, or fewer where some are hidden), by corner."""

    markers: tuple[Marker, ...]

    @property
    def copy_index(self) -> int:
        """Copy number - 1, modulo `FIDUCIAL_COPIES`."""
        return self.markers[0].copy_index

    @property
    def corners(self) -> tuple[int, ...]:
        """The corners whose markers were found."""
        return tuple(marker.corner for marker in self.markers)

    @property
    def missing(self) -> tuple[int, ...]:
        """The corners whose markers were not found."""
        found = {marker.corner for marker in self.markers}
        return tuple(c for c in range(FIDUCIAL_CORNERS) if c not in found)

    @property
    def centre(self) -> NDArray[np.float64]:
        """(2,) mean of the markers' centres, photo px."""
        centres = [marker.centre for marker in self.markers]
        return np.asarray(np.mean(centres, axis=0), dtype=np.float64)


def find_groups(
    photo: GreyImage, places: Sequence[Fiducial], params: FiducialParams | None = None
) -> tuple[MarkerGroup, ...]:
    """The sheets in `photo` as groups of markers, in reading order.

    Groups of one or two markers are given too, so that somebody can be told what is
    hidden; single ones only where there is nothing else, for clutter can look like one.

    Args:
        photo: (height, width) uint8.
        places: The four markers of a form at their printed places, by corner.
        params: Tunables.
    """
    params = params or FiducialParams()
    markers: tuple[Marker, ...] = ()
    groups: tuple[MarkerGroup, ...] = ()
    for image, scale in _search_images(photo, params):
        markers = _merged((*markers, *_detected(image, scale)), params)
        groups = group_markers(markers, places, params)
        nearby = [
            m for group in groups for m in _looked_for(photo, group, places, params)
        ]
        if nearby:
            markers = _merged((*markers, *nearby), params)
            groups = group_markers(markers, places, params)
        if groups and not any(group.missing for group in groups):
            break
    refined = _refined(photo, markers, params)
    return group_markers(refined, places, params)


def _search_images(
    photo: GreyImage, params: FiducialParams
) -> Iterable[tuple[GreyImage, float]]:
    """Images to search, each with its scale relative to the photo, best first."""
    longest = max(photo.shape)
    tried: set[float] = set()
    for long_side in params.long_sides:
        scale = min(1.0, long_side / longest)
        if scale not in tried:
            tried.add(scale)
            yield _reduced(photo, scale), scale
    scale = min(1.0, params.long_sides[0] / longest)
    clahe = cv2.createCLAHE(clipLimit=params.clahe, tileGridSize=(8, 8))
    yield clahe.apply(_reduced(photo, scale)), scale


def _reduced(photo: GreyImage, scale: float) -> GreyImage:
    if scale == 1.0:
        return photo
    reduced: GreyImage = cv2.resize(
        photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
    )
    return reduced


def _detected(image: GreyImage, scale: float) -> tuple[Marker, ...]:
    """Markers of `image`, in pixels of the photo that it was scaled from."""
    return tuple(
        # pixel centres: (x + 0.5) / scale - 0.5
        Marker(marker_id, ((corners + 0.5) / scale - 0.5).astype(np.float32))
        for marker_id, corners in find_codes(image)
    )


def _looked_for(
    photo: GreyImage,
    group: MarkerGroup,
    places: Sequence[Fiducial],
    params: FiducialParams,
) -> Iterable[Marker]:
    """The missing markers of a sheet, searched closely where they must be."""
    if len(group.markers) < 2:
        return
    form = np.concatenate([form_corners(places[m.corner]) for m in group.markers])
    seen = np.concatenate([marker.corners for marker in group.markers])
    form_to_photo, _ = cv2.findHomography(form, seen)
    if form_to_photo is None:
        return
    for corner in group.missing:
        quad = cv2.perspectiveTransform(
            form_corners(places[corner])[None], form_to_photo
        )
        expected = Marker(group.copy_index * FIDUCIAL_CORNERS + corner, quad[0])
        yield from _found_around(photo, expected, len(group.markers), params)


def _found_around(
    photo: GreyImage, expected: Marker, known: int, params: FiducialParams
) -> Iterable[Marker]:
    """A marker near where it is expected by so many `known` ones."""
    height, width = photo.shape
    reach = params.look_around[known - 2] * expected.side
    if not np.isfinite(expected.corners).all() or reach > max(height, width):
        return
    low = np.clip(expected.centre - reach, 0, (width, height)).astype(int)
    high = np.clip(expected.centre + reach, 0, (width, height)).astype(int)
    if (high - low < 2).any():
        return
    part = photo[low[1] : high[1], low[0] : high[0]]
    scale = min(params.most_enlarged, params.marker_px / expected.side)
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=how)
    clahe = cv2.createCLAHE(clipLimit=params.clahe, tileGridSize=(4, 4))
    for image in (part, clahe.apply(part)):
        for marker in _detected(image, scale):
            if marker.id == expected.id:
                yield Marker(marker.id, marker.corners + low.astype(np.float32))
                return


def _merged(markers: Iterable[Marker], params: FiducialParams) -> tuple[Marker, ...]:
    """`markers` without second finds of the same one."""
    kept: list[Marker] = []
    for marker in markers:
        if not any(_same(marker, other, params) for other in kept):
            kept.append(marker)
    return tuple(kept)


def _same(one: Marker, other: Marker, params: FiducialParams) -> bool:
    distance = float(np.linalg.norm(one.centre - other.centre))
    return one.id == other.id and distance < params.same_place * one.side


def _refined(
    photo: GreyImage, markers: tuple[Marker, ...], params: FiducialParams
) -> tuple[Marker, ...]:
    """The markers with their corners found again at full resolution."""
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
    refined = []
    for marker in markers:
        half = max(2, round(params.refine * marker.side / MODULES))
        corners = marker.corners.reshape(-1, 1, 2).copy()
        cv2.cornerSubPix(photo, corners, (half, half), (-1, -1), criteria)
        moved = np.linalg.norm(corners.reshape(4, 2) - marker.corners, axis=1)
        # A corner that runs off was caught by something else; keep the coarse one.
        good = (moved < half)[:, None]
        refined.append(
            Marker(marker.id, np.where(good, corners.reshape(4, 2), marker.corners))
        )
    return tuple(refined)


# --- grouping ------------------------------------------------------------------


def group_markers(
    markers: Sequence[Marker],
    places: Sequence[Fiducial],
    params: FiducialParams | None = None,
) -> tuple[MarkerGroup, ...]:
    """Group markers into sheets, in reading order: row by row from the top."""
    params = params or FiducialParams()
    groups: list[MarkerGroup] = []
    for index in sorted({marker.copy_index for marker in markers}):
        same = [marker for marker in markers if marker.copy_index == index]
        groups += _sheets_of_copy(same, places, params)
    whole = [group for group in groups if len(group.markers) > 1]
    return _reading_order(whole or groups)


def _sheets_of_copy(
    markers: Sequence[Marker], places: Sequence[Fiducial], params: FiducialParams
) -> list[MarkerGroup]:
    """Sheets among markers of one copy number: the best fitting groups first."""
    fitting = {
        (id(one), id(other))
        for one, other in itertools.permutations(markers, 2)
        if _expects(one, other, places, params)
    }
    by_corner: list[list[Marker | None]] = [
        [*(m for m in markers if m.corner == corner), None]
        for corner in range(FIDUCIAL_CORNERS)
    ]
    ranked = []
    for choice in itertools.product(*by_corner):
        group = tuple(marker for marker in choice if marker is not None)
        pairs = itertools.permutations(map(id, group), 2)
        if group and fitting.issuperset(pairs):
            error = fit_error(group, places) if len(group) > 1 else 0.0
            if error <= params.sheet_error or len(group) < 3:
                ranked.append((-len(group), error, group))
    ranked.sort(key=lambda item: item[:2])
    taken: set[int] = set()
    sheets = []
    for _, _, group in ranked:
        if not taken & {id(marker) for marker in group}:
            taken |= {id(marker) for marker in group}
            sheets.append(MarkerGroup(group))
    return sheets


def _expects(
    one: Marker, other: Marker, places: Sequence[Fiducial], params: FiducialParams
) -> bool:
    """Whether `other` lies about where `one` alone would place it.

    The mean of the two markers' sizes bounds what perspective does on the way.
    """
    form = form_corners(places[one.corner])
    to_photo = cv2.getAffineTransform(form[:3], one.corners[:3])
    target = form_corners(places[other.corner]).mean(axis=0)
    start = form.mean(axis=0)
    step = to_photo[:, :2] @ (target - start)
    growth = (1 + other.side / one.side) / 2
    expected = one.centre + step * growth
    miss = float(np.linalg.norm(expected - other.centre))
    return miss < params.pair_error * float(np.linalg.norm(step)) * growth


def form_corners(fiducial: Fiducial) -> NDArray[np.float32]:
    """(4, 2) printed corners of a marker in form mm, top-left first."""
    return np.array([(p.x, p.y) for p in fiducial.box.corners], dtype=np.float32)


def fit_error(group: Sequence[Marker], places: Sequence[Fiducial]) -> float:
    """Greatest distance (mm) of a corner from its printed place, at the best fit."""
    form = np.concatenate([form_corners(places[m.corner]) for m in group])
    photo = np.concatenate([m.corners for m in group])
    photo_to_form, _ = cv2.findHomography(photo, form)
    if photo_to_form is None:
        return float("inf")
    found = cv2.perspectiveTransform(photo[None], photo_to_form)[0]
    return float(np.linalg.norm(found - form, axis=1).max())


def _reading_order(groups: Sequence[MarkerGroup]) -> tuple[MarkerGroup, ...]:
    """Rows from the top; a row is what starts within half a sheet of its first."""
    left = sorted(groups, key=lambda group: (group.centre[1], group.centre[0]))
    ordered: list[MarkerGroup] = []
    while left:
        first = left[0]
        reach = first.centre[1] + _height(first) / 2
        row = [group for group in left if group.centre[1] <= reach]
        ordered += sorted(row, key=lambda group: float(group.centre[0]))
        left = [group for group in left if group.centre[1] > reach]
    return tuple(ordered)


def _height(group: MarkerGroup) -> float:
    """Extent in y of the markers, px."""
    ys = np.concatenate([marker.corners[:, 1] for marker in group.markers])
    return float(ys.max() - ys.min())
