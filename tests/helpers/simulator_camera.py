"""Where a camera sees a sheet of paper: poses, curl, and the maps between the spaces.

Three spaces. Paper: mm on the sheet, origin at its top-left corner, y down. Table: mm,
x right, y down, z into the table (height is -z), origin below the middle of what is
photographed. Photo: pixels; pixel (0, 0)'s middle is (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_FRAME_MARGIN = 0.015
"""Share of the photo's sides that stays free round the form."""

_PLACING_ROUNDS = 6
_CURL_ROUNDS = 4
_CURL_STEPS = 1500


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curl:
    """A paper bent to a cylinder: its height (mm) over the table along one direction.

    `along_deg` is that direction on the table; `at`, `height` and `length` are tables:
    place along it (mm, from the paper's middle), height, and length along the paper.
    """

    along_deg: float
    at: Array
    height: Array
    length: Array

    @property
    def direction(self) -> Array:
        """Unit vector of the bend on the table."""
        angle = np.radians(self.along_deg)
        return np.array([np.cos(angle), np.sin(angle)])


def make_curl(rise_mm: float, along_deg: float, reach_mm: float, kind: str) -> Curl:
    """A bend of `kind` that rises `rise_mm`; `reach_mm` is half the paper's extent.

    Kinds: `arch` (raised in the middle), `edge` (one side lifts), `wave` (both);
    `fold` and `valley` are two planes with a crease on top or on the table.
    """
    at = np.linspace(-1.6 * reach_mm, 1.6 * reach_mm, _CURL_STEPS)
    share = at / reach_mm
    shapes = {
        "arch": np.cos(np.clip(share, -1, 1) * np.pi / 2) ** 2,
        "edge": np.clip(share, 0, None) ** 2,
        "wave": 0.5 + 0.5 * np.sin(share * np.pi),
        "fold": np.clip(1.0 - np.abs(share), 0, None),
        "valley": np.clip(np.abs(share), None, 1.0),
    }
    height = rise_mm * shapes[kind]
    steps = np.hypot(np.diff(at), np.diff(height))
    length = np.concatenate([[0.0], np.cumsum(steps)])
    length -= np.interp(0.0, at, length)
    return Curl(along_deg=along_deg, at=at, height=height, length=length)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PaperPose:
    """How a paper of `width` x `height` mm lies on the table.

    Its middle lies at `middle` (table mm), turned clockwise by `turn_deg`.
    """

    width: float
    height: float
    middle: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0
    curl: Curl | None = None

    def _turn(self) -> Array:
        angle = np.radians(self.turn_deg)
        return np.array(
            [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
        )

    def to_space(self, paper: Array) -> Array:
        """Paper (n, 2) to table (n, 3)."""
        flat = (paper - (self.width / 2, self.height / 2)) @ self._turn().T
        z = np.zeros(len(flat))
        if self.curl is not None:
            along = flat @ self.curl.direction
            at = np.interp(along, self.curl.length, self.curl.at)
            flat = flat + (at - along)[:, None] * self.curl.direction
            z = -np.interp(at, self.curl.at, self.curl.height)
        return np.column_stack([flat + self.middle, z])

    def from_table(self, table: Array, camera: Camera) -> tuple[Array, Array]:
        """What a camera sees at table places (n, 2): paper places, the slopes there."""
        local = table - self.middle
        slope = np.zeros(len(local))
        if self.curl is not None:
            eye = camera.eye
            sight = local
            for _ in range(_CURL_ROUNDS):
                along = local @ self.curl.direction
                height = np.interp(along, self.curl.at, self.curl.height)
                share = (height / -eye[2])[:, None]
                local = sight + share * (eye[:2] - self.middle - sight)
            along = local @ self.curl.direction
            slopes = np.gradient(self.curl.height, self.curl.at)
            slope = np.interp(along, self.curl.at, slopes)
            length = np.interp(along, self.curl.at, self.curl.length)
            local = local + (length - along)[:, None] * self.curl.direction
        return local @ self._turn() + (self.width / 2, self.height / 2), slope


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Camera:
    """A pinhole camera: `turn` takes table axes to its own; `focal` is in pixels."""

    width: int
    height: int
    focal: float
    eye: Array
    turn: Array

    def project(self, space: Array) -> Array:
        """Table (n, 3) to photo (n, 2)."""
        seen = (space - self.eye) @ self.turn.T
        middle = ((self.width - 1) / 2, (self.height - 1) / 2)
        return np.asarray(self.focal * seen[:, :2] / seen[:, 2:] + middle)

    @property
    def table_to_photo(self) -> Array:
        """The 3 x 3 homography of the table's plane."""
        lens = np.array(
            [
                [self.focal, 0.0, (self.width - 1) / 2],
                [0.0, self.focal, (self.height - 1) / 2],
                [0.0, 0.0, 1.0],
            ]
        )
        pose = np.column_stack([self.turn[:, :2], -self.turn @ self.eye])
        return np.asarray(lens @ pose)

    def to_table(self, photo: Array) -> Array:
        """Photo (n, 2) to the table's plane (n, 2)."""
        seen = np.column_stack([photo, np.ones(len(photo))])
        table = seen @ np.linalg.inv(self.table_to_photo).T
        return np.asarray(table[:, :2] / table[:, 2:])


def place_camera(
    space: Array,
    *,
    width: int,
    height: int,
    focal_equiv_mm: float,
    tilt_deg: float,
    tilt_towards_deg: float,
    rotation_deg: float,
    fill: float,
    off_centre: tuple[float, float],
) -> Camera:
    """A camera that sees the points `space` (table (n, 3)) as asked.

    Args:
        space: what must be in the frame, such as the corners of a form.
        width: of the photo, pixels.
        height: of the photo, pixels.
        focal_equiv_mm: focal length for a 36 x 24 mm frame; phones have 24 to 28.
        tilt_deg: angle between the line of sight and the table's normal.
        tilt_towards_deg: direction on the table from which the camera looks.
        rotation_deg: how far the table appears turned, clockwise.
        fill: larger share of the photo's width or height that the points take up.
        off_centre: -1 to 1 each: where in the free space the points lie.
    """
    diagonal = float(np.hypot(width, height))
    focal = focal_equiv_mm / np.hypot(36.0, 24.0) * diagonal
    turn = _turn(tilt_deg, tilt_towards_deg, rotation_deg)
    target = np.append(space[:, :2].mean(0), 0.0)
    camera = _camera(width, height, focal, turn, target, distance=600.0)
    distance = 600.0
    for _ in range(_PLACING_ROUNDS):
        distance = _distance(space, width, height, focal, turn, target, fill)
        camera = _camera(width, height, focal, turn, target, distance)
        seen = camera.project(space)
        low, high = seen.min(0), seen.max(0)
        frame = np.array([width, height], np.float64)
        free = np.maximum(frame * (1 - 2 * _FRAME_MARGIN) - (high - low), 0.0)
        wanted = frame / 2 + np.asarray(off_centre) * free / 2
        at, to = camera.to_table(np.stack([(low + high) / 2, wanted]))
        target[:2] += at - to
    return camera


def _turn(tilt_deg: float, towards_deg: float, rotation_deg: float) -> Array:
    """Table axes to camera axes for a camera that looks down, tilted, then turned."""
    towards, tilt = np.radians(towards_deg), np.radians(tilt_deg)
    # Tilting about the in-plane axis across `towards` moves the eye that way.
    x, y = -np.sin(towards), np.cos(towards)
    cross = np.array([[0.0, 0.0, y], [0.0, 0.0, -x], [-y, x, 0.0]])
    tilted = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross
    roll = np.radians(rotation_deg)
    turned = np.array(
        [
            [np.cos(roll), -np.sin(roll), 0.0],
            [np.sin(roll), np.cos(roll), 0.0],
            [0.0, 0.0, 1.0],
        ]
    )
    return np.asarray(turned @ tilted)


def _camera(
    width: int, height: int, focal: float, turn: Array, target: Array, distance: float
) -> Camera:
    eye = target - distance * turn[2]  # the camera's third axis is its line of sight
    return Camera(width=width, height=height, focal=focal, eye=eye, turn=turn)


def _distance(
    space: Array,
    width: int,
    height: int,
    focal: float,
    turn: Array,
    target: Array,
    fill: float,
) -> float:
    """The distance (mm) at which the points fill the photo as asked, by halving."""
    near, far = 60.0, 20000.0
    for _ in range(50):
        middle = float(np.sqrt(near * far))
        camera = _camera(width, height, focal, turn, target, middle)
        depth = (space - camera.eye) @ turn[2]
        seen = camera.project(space)
        share = (np.ptp(seen, axis=0) / (width, height)).max()
        if depth.min() < 20.0 or share > fill:
            near = middle
        else:
            far = middle
    return far
