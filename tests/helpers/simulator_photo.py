"""Photographs papers on a table: light, shadow, lens, sensor, and the phone's JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.helpers.simulator_camera import place_camera
from tests.helpers.simulator_mishaps import (
    FOLDS,
    OUTWARD,
    Bump,
    Glare,
    Hidden,
    crease,
    displaced,
    lay_glare,
    lay_thing,
    worn,
)
from tests.helpers.simulator_table import Table, make_table, smooth_noise

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.helpers.simulator_camera import Camera, PaperPose
    from tests.helpers.simulator_paper import Form, Paper

    Image = NDArray[np.float32]

_GRID_PX = 8
"""Spacing at which the maps from photo to paper are worked out, then interpolated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shadow:
    """A shadow on the scene: `left` of the light stays in it, over a `soft_mm` edge.

    `kind`: `edge` (all beyond a line), `hand` (a rounded bar reaching in), `phone` (a
    rectangle). `at_mm` is where its border or middle lies from the scene's middle, in
    the direction `towards_deg`.
    """

    kind: str
    left: float
    soft_mm: float
    at_mm: float
    towards_deg: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """A thumb that hides a place of the first paper (its mm)."""

    x: float
    y: float
    size_mm: float
    turn_deg: float = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """Everything about one photo but what is on the paper. See `levels.draw_shot`.

    Angles in degrees, clockwise in the photo; lengths mm; blur in photo pixels.
    `light` is the colour of the light, blue green red; `uneven` how much it falls off
    across the scene; `noise` the spread in the darks, as a share of white. `framed` is
    what must be in the frame, `form` or only its `markers`. Several papers lie with
    `gap_mm` between them (they overlap below 0), `per_row` side by side (0: all).
    """

    width: int
    height: int
    tilt_deg: float
    tilt_towards_deg: float
    rotation_deg: float
    fill: float
    off_centre: tuple[float, float]
    focal_equiv_mm: float
    curl_mm: float
    curl_along_deg: float
    curl_kind: str
    table: str
    clutter: int
    light: tuple[float, float, float]
    exposure: float
    uneven: float
    uneven_towards_deg: float
    shadow: Shadow | None
    blur_px: float
    defocus_px: float
    motion_px: float
    motion_deg: float
    sharpen: float
    noise: float
    jpeg_quality: int
    cover: Cover | None = None
    hidden: tuple[Hidden, ...] = ()
    glares: tuple[Glare, ...] = ()
    bump: Bump | None = None
    framed: str = "form"
    gap_mm: float = 6.0
    per_row: int = 0


def camera_of(shot: Shot, space: NDArray[np.float64]) -> Camera:
    """The camera of `shot` that has `space`, (n, 3) mm, in its frame."""
    return place_camera(
        space,
        width=shot.width,
        height=shot.height,
        focal_equiv_mm=shot.focal_equiv_mm,
        tilt_deg=shot.tilt_deg,
        tilt_towards_deg=shot.tilt_towards_deg,
        rotation_deg=shot.rotation_deg,
        fill=shot.fill,
        off_centre=shot.off_centre,
    )


def photograph(
    papers: list[tuple[Paper, PaperPose]],
    camera: Camera,
    shot: Shot,
    rng: np.random.Generator,
) -> bytes:
    """The photo as the JPEG that the phone stores."""
    grid, table_grid = _table_grid(camera)
    span = float(np.abs(table_grid).max())
    table = make_table(shot.table, shot.clutter, *_table_size(span), rng)
    light = _light(shot, table_grid, grid, rng)
    scene = _sample_table(table, camera)
    for paper, pose in papers:
        _lay_paper(scene, paper, pose, camera, table_grid, shot)
    if shot.cover is not None:
        _lay_thumb(scene, shot.cover, papers[0][1], camera, rng)
    for hidden in shot.hidden:
        _hide(scene, hidden, papers[0][0].forms[0], papers[0][1], camera, rng)
    scene *= light
    for glare in shot.glares:
        lay_glare(scene, glare, camera)
    scene = _lens(scene, shot)
    scene = _sensor(scene, shot, rng)
    return _develop(scene, shot)


_TABLE_PX = 2200
_TABLE_SCALE_MOST = 3.0


def _table_size(span_mm: float) -> tuple[float, float]:
    """Side (mm) and scale of the table image; beyond it the table repeats mirrored."""
    side = min(2 * span_mm + 20, 1500.0)
    return side, min(_TABLE_SCALE_MOST, _TABLE_PX / side)


def _table_grid(camera: Camera) -> tuple[tuple[int, int], NDArray[np.float64]]:
    """Rows and columns of a coarse grid over the photo, and its places on the table."""
    rows = camera.height // _GRID_PX + 2
    cols = camera.width // _GRID_PX + 2
    x, y = np.meshgrid(np.arange(cols) * _GRID_PX, np.arange(rows) * _GRID_PX)
    table = camera.to_table(np.column_stack([x.ravel(), y.ravel()]).astype(np.float64))
    return (rows, cols), table


def _upsampled(values: NDArray[np.float64], camera: Camera) -> Image:
    """Values on the coarse grid (rows * cols,) to every pixel of the photo."""
    rows, cols = camera.height // _GRID_PX + 2, camera.width // _GRID_PX + 2
    coarse = values.reshape(rows, cols).astype(np.float32)
    step = 1.0 / _GRID_PX
    to_grid = np.array([[step, 0.0, 0.0], [0.0, step, 0.0]])
    full = cv2.warpAffine(
        coarse,
        to_grid,
        (camera.width, camera.height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(full, np.float32)


def _sample_table(table: Table, camera: Camera) -> Image:
    side = table.image.shape[0]
    to_image = np.array(
        [[table.px_per_mm, 0, side / 2], [0, table.px_per_mm, side / 2], [0, 0, 1]]
    )
    table_to_photo = camera.table_to_photo @ np.linalg.inv(to_image)
    seen = cv2.warpPerspective(
        table.image,
        table_to_photo,
        (camera.width, camera.height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    return np.asarray(seen, np.float32)


def _lay_paper(
    scene: Image,
    paper: Paper,
    pose: PaperPose,
    camera: Camera,
    table_grid: NDArray[np.float64],
    shot: Shot,
) -> None:
    """Draw `paper` over the scene in place, with its shadow on the table."""
    places, slopes = pose.from_table(table_grid, camera)
    if shot.bump is not None:
        places = displaced(places, shot.bump)
    x, y = (_upsampled(places[:, axis], camera) for axis in (0, 1))
    outside = np.maximum(
        np.maximum(-x, x - paper.width), np.maximum(-y, y - paper.height)
    )
    per_px = _mm_per_px(x, y)
    alpha = np.clip(0.5 - outside / per_px, 0.0, 1.0)
    lift = 1.0 + (0.5 * shot.curl_mm if pose.curl is not None else 0.0)
    scene *= (1.0 - 0.45 * np.exp(-np.clip(outside, 0, None) / (1.5 * lift)))[..., None]
    scale = np.float32(paper.px_per_mm)
    seen = cv2.remap(
        paper.image,
        x * scale - np.float32(0.5),
        y * scale - np.float32(0.5),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    shade = 1.0 + 0.6 * _upsampled(slopes, camera) * np.cos(
        np.radians(shot.curl_along_deg - shot.uneven_towards_deg)
    )
    seen *= shade[..., None]
    if shot.curl_kind in FOLDS:
        seen += worn(_upsampled(crease(places, pose), camera))[..., None]
    scene *= (1.0 - alpha)[..., None]
    scene += seen * alpha[..., None]


def _mm_per_px(x: Image, y: Image) -> Image:
    """Length on the paper of one photo pixel, everywhere, at least a hair."""
    dx, dy = np.gradient(x[::16, ::16]), np.gradient(y[::16, ::16])
    step = np.sqrt((dx[0] ** 2 + dx[1] ** 2 + dy[0] ** 2 + dy[1] ** 2) / 2) / 16
    full = cv2.resize(step.astype(np.float32), (x.shape[1], x.shape[0]))
    return np.asarray(np.maximum(full, 1e-3), np.float32)


def _lay_thumb(
    scene: Image,
    cover: Cover,
    pose: PaperPose,
    camera: Camera,
    rng: np.random.Generator,
) -> None:
    """A thumb over a place of the paper, drawn in the photo."""
    at = camera.project(pose.to_space(np.array([[cover.x, cover.y]])))[0]
    edge = camera.project(pose.to_space(np.array([[cover.x + cover.size_mm, cover.y]])))
    radius = float(np.hypot(*(edge[0] - at)))
    mask = np.zeros(scene.shape[:2], np.uint8)
    length = 3.0 * radius
    turn = np.radians(cover.turn_deg)
    tail = at + length * np.array([np.cos(turn), np.sin(turn)])
    ends = np.round([at, tail]).astype(np.int32)
    cv2.polylines(mask, [ends], False, 255, max(1, round(2 * radius)), cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, radius * 0.12))
    alpha = (soft.astype(np.float32) / 255.0)[..., None]
    depth = cv2.GaussianBlur(mask, (0, 0), max(1.0, radius * 0.5)).astype(np.float32)
    skin = np.array([0.22, 0.34, 0.60], np.float32) * rng.uniform(0.5, 1.1)
    dark = np.roll(soft, round(radius * 0.25), axis=(0, 1)).astype(np.float32) / 255
    scene *= 1.0 - 0.4 * dark[..., None]
    scene *= 1.0 - alpha
    scene += alpha * skin * (0.45 + 0.55 * depth[..., None] / 255.0)


_FINGER_MM = 9.0


def _hide(
    scene: Image,
    hidden: Hidden,
    form: Form,
    pose: PaperPose,
    camera: Camera,
    rng: np.random.Generator,
) -> None:
    """Put a finger, a die or a mug on a marker."""
    if hidden.thing != "finger":
        lay_thing(scene, hidden, form, pose, camera, rng)
        return
    marker = form.layout.fiducials[hidden.corner].box.centre
    x, y = OUTWARD[hidden.corner]
    places = np.array([(marker.x, marker.y), (marker.x + x, marker.y + y)])
    tip, beyond = camera.project(pose.to_space(places))
    towards = beyond - tip
    cover = Cover(
        x=marker.x,
        y=marker.y,
        size_mm=_FINGER_MM * form.layout.scale,
        turn_deg=float(np.degrees(np.arctan2(towards[1], towards[0]))),
    )
    _lay_thumb(scene, cover, pose, camera, rng)


def _light(
    shot: Shot,
    table_grid: NDArray[np.float64],
    grid: tuple[int, int],
    rng: np.random.Generator,
) -> Image:
    """Light on every pixel: falling off to one side and to the corners, shadowed."""
    rows, cols = grid
    x = np.linspace(-1, 1, cols)[None, :]
    y = np.linspace(-1, 1, rows)[:, None]
    towards = np.radians(shot.uneven_towards_deg)
    slope = 0.7 * (x * np.cos(towards) + y * np.sin(towards))
    light = 1.0 + shot.uneven * slope - 0.12 * (x**2 + y**2)
    light += 0.3 * shot.uneven * smooth_noise(grid, (rows / 2, cols / 2), rng) * 0.3
    size = (shot.width, shot.height)
    wide = (cols * _GRID_PX, rows * _GRID_PX)
    full = cv2.resize(light.astype(np.float32), wide)[: size[1], : size[0]]
    if shot.shadow is not None:
        away = _shadow_distance(shot.shadow, table_grid).reshape(grid)
        distance = cv2.resize(away.astype(np.float32), wide)[: size[1], : size[0]]
        soft = np.float32(max(shot.shadow.soft_mm, 0.3))
        lit = np.clip(0.5 + distance / soft, 0.0, 1.0)
        lit = lit * lit * (3 - 2 * lit)
        full = full * (shot.shadow.left + (1.0 - shot.shadow.left) * lit)
    colour = np.array(shot.light, np.float32) * shot.exposure
    return np.asarray(np.clip(full, 0.05, None)[..., None] * colour, np.float32)


def _shadow_distance(shadow: Shadow, table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distance (mm) of table places from the shadow; negative inside it."""
    towards = np.radians(shadow.towards_deg)
    along = table @ (np.cos(towards), np.sin(towards)) - shadow.at_mm
    across = table @ (-np.sin(towards), np.cos(towards))
    if shadow.kind == "edge":
        return np.asarray(-along)
    half = 32.0 if shadow.kind == "hand" else 45.0
    round_ = 30.0 if shadow.kind == "hand" else 6.0
    # A bar that reaches in from outside: all beyond its rounded end.
    x = np.maximum(-along + round_, 0.0)
    y = np.maximum(np.abs(across) - half + round_, 0.0)
    return np.asarray(np.hypot(x, y) - round_)


def _lens(scene: Image, shot: Shot) -> Image:
    """Blur of the lens, of wrong focus, and of an unsteady hand."""
    scene = cv2.GaussianBlur(scene, (0, 0), max(0.3, shot.blur_px))
    if shot.defocus_px >= 0.6:
        scene = cv2.filter2D(scene, -1, _disc_kernel(shot.defocus_px))
    if shot.motion_px >= 0.6:
        scene = cv2.filter2D(scene, -1, _line_kernel(shot.motion_px, shot.motion_deg))
    return scene


def _disc_kernel(radius: float) -> Image:
    reach = int(np.ceil(radius)) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(kernel / kernel.sum())


def _line_kernel(length: float, degrees: float) -> Image:
    reach = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for share in np.linspace(-0.5, 0.5, 33):
        x = reach + share * length * np.cos(np.radians(degrees))
        y = reach + share * length * np.sin(np.radians(degrees))
        col, row = int(x), int(y)
        kernel[row, col] += (1 - (x - col)) * (1 - (y - row))
        kernel[row, col + 1] += (x - col) * (1 - (y - row))
        kernel[row + 1, col] += (1 - (x - col)) * (y - row)
        kernel[row + 1, col + 1] += (x - col) * (y - row)
    return np.asarray(kernel / kernel.sum())


def _sensor(scene: Image, shot: Shot, rng: np.random.Generator) -> Image:
    """Noise of photons and electronics, partly smoothed as phones do."""
    fine = rng.standard_normal((*scene.shape[:2], 3), np.float32)
    noise = cv2.GaussianBlur(fine, (0, 0), 1.0)
    noise *= np.float32(2.2)
    noise *= np.float32(0.35)
    grey = fine[..., 0] + fine[..., 1]
    grey += fine[..., 2]
    grey /= np.float32(3)
    grey *= np.float32(1.2)
    grey *= np.float32(0.8)
    noise += grey[..., None]
    # In place from here: these are the largest arrays of all.
    spread = np.maximum(scene, 0, out=fine)
    spread += np.float32(0.05)
    np.sqrt(spread, out=spread)
    spread *= np.float32(shot.noise)
    noise *= spread
    scene += noise
    return scene


def _develop(scene: Image, shot: Shot) -> bytes:
    """Tone curve, sharpening, 8 bits, JPEG."""
    image = np.clip(scene, 0.0, 1.0, out=scene)
    np.power(image, np.float32(1 / 2.2), out=image)
    # A gentle S-curve: deeper darks, as phones render them.
    curve = image * np.float32(-2)
    curve += np.float32(3)
    curve *= image * image
    curve -= image
    curve *= np.float32(0.12)
    image += curve
    if shot.sharpen > 0:
        soft = cv2.GaussianBlur(image, (0, 0), 1.4)
        np.subtract(image, soft, out=soft)
        soft *= np.float32(shot.sharpen)
        image += soft
    image *= np.float32(255)
    image += np.float32(0.5)
    pixels = np.clip(image, 0, 255, out=image).astype(np.uint8)
    settings = [cv2.IMWRITE_JPEG_QUALITY, shot.jpeg_quality]
    return cv2.imencode(".jpg", pixels, settings)[1].tobytes()
