"""What goes wrong at the table: things on a marker, a flash's glare, a paper pressed.

Each is a small parameter of a `Shot` and a function that puts it into the scene.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from tests.helpers.simulator_camera import Camera, PaperPose
    from tests.helpers.simulator_paper import Form

    Image = NDArray[np.float32]
    Array = NDArray[np.float64]

OUTWARD = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
"""From a form's middle to its corners 0 to 3."""

FOLDS = ("fold", "valley")
"""Kinds of `Curl` that have a crease."""

_CREASE_MM = 0.35
_CREASE_LIGHT = 0.12


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """A thing (`finger`, `die` or `mug`) that hides marker `corner` of the first form.

    It hides hardly anything else: a mug stands so that its edge covers the marker.
    """

    corner: int
    thing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Glare:
    """The mirror image of a flash: `light` more (1 is white), gone at about `reach_mm`.

    It lies at `at` (table mm).
    """

    at: tuple[float, float]
    reach_mm: float
    light: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bump:
    """A part of the paper that is displaced by `move` (mm), fading out.

    `at` is its middle on the paper (mm), `reach_mm` where it has faded by 40 %.
    """

    at: tuple[float, float]
    move: tuple[float, float]
    reach_mm: float


def displaced(places: Array, bump: Bump) -> Array:
    """Paper places (n, 2) that show where `places` would show without the bump."""
    away = ((places - bump.at) ** 2).sum(axis=1, keepdims=True)
    return np.asarray(places - bump.move * np.exp(-away / (2 * bump.reach_mm**2)))


def crease(places: Array, pose: PaperPose) -> Array:
    """How much lighter the paper is along its crease at paper places (n, 2)."""
    if pose.curl is None:
        return np.zeros(len(places))
    angle = np.radians(pose.turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    flat = (places - (pose.width / 2, pose.height / 2)) @ turn.T
    return np.asarray(flat @ pose.curl.direction)


def worn(distance: Image) -> Image:
    """The light that a worn crease adds, by the distance from it (mm)."""
    return np.asarray(
        np.float32(_CREASE_LIGHT) * np.exp(-((distance / _CREASE_MM) ** 2)), np.float32
    )


def lay_glare(scene: Image, glare: Glare, camera: Camera) -> None:
    """Add `glare` to the scene in place."""
    x, y = camera.project(np.array([[*glare.at, 0.0]]))[0]
    reach = glare.reach_mm * _px_per_mm(np.array([[*glare.at, 0.0]]), camera)
    rows = np.exp(-(((np.arange(scene.shape[0]) - y) / reach) ** 2))
    cols = np.exp(-(((np.arange(scene.shape[1]) - x) / reach) ** 2))
    blob = np.outer(rows, cols).astype(np.float32)
    scene += np.float32(glare.light) * blob[..., None]


def lay_thing(
    scene: Image,
    hidden: Hidden,
    form: Form,
    pose: PaperPose,
    camera: Camera,
    rng: np.random.Generator,
) -> None:
    """Put a die or a mug on a marker, in place; a finger is `simulator_photo`'s."""
    marker = form.layout.fiducials[hidden.corner].box.centre
    at = np.array([marker.x, marker.y])
    outward = np.array(OUTWARD[hidden.corner]) / np.sqrt(2.0)
    outline = _OUTLINES[hidden.thing](at, outward, form.layout.scale, rng)
    space = pose.to_space(outline)
    seen = camera.project(space)
    colour = _COLOURS[hidden.thing][int(rng.integers(len(_COLOURS[hidden.thing])))]
    _fill(scene, seen, np.asarray(colour, np.float32))
    if hidden.thing == "mug":
        rim = seen.mean(0) + (seen - seen.mean(0)) * 0.86
        _fill(scene, rim, np.array([0.01, 0.02, 0.05], np.float32))
    else:
        size = float(np.hypot(*(seen[0] - seen[2])))
        mask = np.zeros(scene.shape[:2], np.uint8)
        centre = (round(float(seen[:, 0].mean())), round(float(seen[:, 1].mean())))
        cv2.circle(mask, centre, max(1, round(size / 14)), 255, -1, cv2.LINE_AA)
        scene += (mask[..., None] / np.float32(255)) * (np.float32(0.8) - scene)


def _die_outline(
    at: Array, outward: Array, scale: float, rng: np.random.Generator
) -> Array:
    angles = rng.uniform(0, np.pi) + np.arange(4) * np.pi / 2
    half = 8.2 * np.sqrt(2.0) * scale  # a die of 16 mm covers a marker at any angle
    return np.asarray(at + half * np.column_stack([np.cos(angles), np.sin(angles)]))


def _mug_outline(
    at: Array, outward: Array, scale: float, rng: np.random.Generator
) -> Array:
    radius = rng.uniform(38.0, 46.0)
    middle = at + outward * (radius - 9.0 * scale)
    angles = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    return np.asarray(
        middle + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    )


_OUTLINES: Mapping[str, Callable[[Array, Array, float, np.random.Generator], Array]] = {
    "die": _die_outline,
    "mug": _mug_outline,
}
_COLOURS: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "die": ((0.03, 0.03, 0.5), (0.03, 0.5, 0.7), (0.75, 0.78, 0.8)),
    "mug": ((0.75, 0.78, 0.8), (0.35, 0.15, 0.08), (0.05, 0.05, 0.06)),
}


def _fill(scene: Image, outline: Array, colour: Image) -> None:
    """Fill a convex outline (photo px), with a soft shadow below it."""
    mask = np.zeros(scene.shape[:2], np.uint8)
    fixed = np.round(outline * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, 4)
    size = float(np.ptp(outline, axis=0).max())
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, 0.05 * size))
    scene *= 1.0 - np.float32(0.4 / 255) * np.roll(soft, round(0.04 * size), (0, 1))[
        ..., None
    ].astype(np.float32)
    alpha = mask[..., None].astype(np.float32) / 255
    scene *= 1.0 - alpha
    scene += alpha * colour


def _px_per_mm(at: Array, camera: Camera) -> float:
    aside = np.array([1.0, 0.0, 0.0])
    near = camera.project(at + aside) - camera.project(at)
    return float(np.hypot(*near[0]))
