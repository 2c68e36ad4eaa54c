"""Tables to photograph a sheet on: wood, cloth or plain, with clutter on them.

A table is an image of linear reflectance, blue green red, seen from above; the middle
of the image is the middle of the scene.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Colour = NDArray[np.float32]

TABLES = ("wood", "dark wood", "plain", "white", "stripes", "checks", "dots")
"""Those from which a photo's table is drawn; there is also `grey`."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Table:
    """`image` is (n, n, 3) float32; `px_per_mm` its scale; its middle is (0, 0) mm."""

    image: NDArray[np.float32]
    px_per_mm: float


def make_table(
    kind: str, clutter: int, side_mm: float, px_per_mm: float, rng: np.random.Generator
) -> Table:
    """A square table of `kind` (TABLES or `grey`) with `clutter` things on it."""
    side = round(side_mm * px_per_mm)
    image = _SURFACES[kind](side, px_per_mm, rng)
    for _ in range(clutter):
        things = list(_THINGS)
        draw = _THINGS[things[int(rng.integers(len(things)))]]
        angle, distance = rng.uniform(0, 2 * np.pi), rng.uniform(90, side_mm * 0.42)
        middle = side / 2 + distance * px_per_mm * np.array(
            [np.cos(angle), np.sin(angle)]
        )
        draw(image, middle.astype(np.float32), px_per_mm, rng)
    return Table(image=np.clip(image, 0.005, 1.0), px_per_mm=px_per_mm)


def smooth_noise(
    shape: tuple[int, int], wave: tuple[float, float], rng: np.random.Generator
) -> NDArray[np.float32]:
    """Noise of spread 1 that changes over `wave` (rows, columns) pixels."""
    grid = (max(2, int(shape[0] / wave[0]) + 2), max(2, int(shape[1] / wave[1]) + 2))
    noise = rng.standard_normal(grid, np.float32)
    smooth = cv2.resize(noise, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(smooth, np.float32)


def _tinted(value: NDArray[np.float32], colour: Colour) -> NDArray[np.float32]:
    return value[..., None] * colour


def _wood(side: int, scale: float, rng: np.random.Generator) -> NDArray[np.float32]:
    colour = np.array([0.12, 0.27, 0.45], np.float32) * rng.uniform(0.7, 1.4)
    return _planks(side, scale, colour, rng)


def _dark_wood(
    side: int, scale: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    colour = np.array([0.03, 0.06, 0.12], np.float32) * rng.uniform(0.6, 1.6)
    return _planks(side, scale, colour, rng)


def _planks(
    side: int, scale: float, colour: Colour, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Grain along x, boards of different tone, dark joints."""
    bend = smooth_noise((side, side), (60 * scale, 150 * scale), rng) * 4 * scale
    rows = np.arange(side, dtype=np.float32)[:, None] + bend
    lines = smooth_noise((4096, 1), (1.2 * scale, 1), rng)[:, 0]
    grain = lines[(rows.astype(int)) % 4096]
    value = 1.0 + 0.1 * grain + 0.05 * smooth_noise((side, side), (2, 25 * scale), rng)
    board = max(8, int(rng.uniform(70, 160) * scale))
    tones = rng.uniform(0.8, 1.15, side // board + 1).astype(np.float32)
    value *= tones[np.arange(side) // board][:, None]
    value[np.arange(side) % board < max(1, round(0.6 * scale))] *= 0.45
    return _tinted(value, colour)


def _plain(side: int, scale: float, rng: np.random.Generator) -> NDArray[np.float32]:
    colour = rng.uniform(0.08, 0.5) * rng.uniform(0.75, 1.2, 3).astype(np.float32)
    return _flat(side, colour, rng)


def _white(side: int, scale: float, rng: np.random.Generator) -> NDArray[np.float32]:
    colour = rng.uniform(0.6, 0.85) * rng.uniform(0.95, 1.05, 3).astype(np.float32)
    return _flat(side, colour, rng)


def _grey(side: int, scale: float, rng: np.random.Generator) -> NDArray[np.float32]:
    colour = rng.uniform(0.2, 0.5) * rng.uniform(0.97, 1.03, 3).astype(np.float32)
    return _flat(side, colour, rng)


def _flat(side: int, colour: Colour, rng: np.random.Generator) -> NDArray[np.float32]:
    value = 1.0 + 0.02 * rng.standard_normal((side, side), np.float32)
    value += 0.03 * smooth_noise((side, side), (side / 6, side / 6), rng)
    return _tinted(value, np.asarray(colour, np.float32))


def _weave(side: int, scale: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """Threads of cloth, about 1 on average."""
    thread = 0.9 * scale
    x = np.arange(side, dtype=np.float32) / thread * np.pi
    weave = 0.05 * (np.sin(x)[None, :] + np.sin(x)[:, None])
    noise = 0.04 * rng.standard_normal((side, side), np.float32)
    folds = 0.06 * smooth_noise((side, side), (side / 5, side / 5), rng)
    return np.asarray(1.0 + weave + noise + folds, np.float32)


def _two_colours(rng: np.random.Generator) -> tuple[Colour, Colour]:
    light = rng.uniform(0.45, 0.8, 3).astype(np.float32)
    dark = rng.uniform(0.03, 0.4, 3).astype(np.float32)
    return light, dark


def _mixed(
    mask: NDArray[np.float32], side: int, scale: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    light, dark = _two_colours(rng)
    colours = dark * mask[..., None] + light * (1.0 - mask[..., None])
    return np.asarray(colours * _weave(side, scale, rng)[..., None], np.float32)


def _stripes(side: int, scale: float, rng: np.random.Generator) -> NDArray[np.float32]:
    period = rng.uniform(8, 40) * scale
    stripe = (np.arange(side) % period < period * rng.uniform(0.2, 0.5)).astype(
        np.float32
    )
    return _mixed(np.tile(stripe, (side, 1)), side, scale, rng)


def _checks(side: int, scale: float, rng: np.random.Generator) -> NDArray[np.float32]:
    period = rng.uniform(10, 40) * scale
    stripe = (np.arange(side) % period < period / 2).astype(np.float32)
    mask = np.asarray((stripe[None, :] + stripe[:, None]) / 2, np.float32)
    return _mixed(mask, side, scale, rng)


def _dots(side: int, scale: float, rng: np.random.Generator) -> NDArray[np.float32]:
    period = rng.uniform(10, 30) * scale
    offset = (np.arange(side) % period) - period / 2
    distance = np.hypot(offset[None, :], offset[:, None])
    mask = np.clip(period * 0.25 - distance, 0, 1).astype(np.float32)
    return _mixed(mask, side, scale, rng)


_SURFACES: Mapping[
    str, Callable[[int, float, np.random.Generator], NDArray[np.float32]]
] = {
    "wood": _wood,
    "dark wood": _dark_wood,
    "plain": _plain,
    "white": _white,
    "grey": _grey,
    "stripes": _stripes,
    "checks": _checks,
    "dots": _dots,
}


def _lay(
    image: NDArray[np.float32],
    thing: NDArray[np.float32],
    alpha: NDArray[np.float32],
    middle: NDArray[np.float32],
    px_per_mm: float,
    rng: np.random.Generator,
) -> None:
    """Put `thing` on the table, turned at random, with a soft shadow under it."""
    turn = cv2.getRotationMatrix2D(
        (thing.shape[1] / 2, thing.shape[0] / 2), rng.uniform(0, 360), 1.0
    )
    turn[:, 2] += middle - np.array([thing.shape[1] / 2, thing.shape[0] / 2])
    reach = int(np.hypot(*thing.shape[:2]) / 2 + 6 * px_per_mm)
    x0, y0 = np.maximum(middle.astype(int) - reach, 0)
    x1, y1 = np.minimum(middle.astype(int) + reach, image.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    turn[:, 2] -= (x0, y0)
    area, size = image[y0:y1, x0:x1], (int(x1 - x0), int(y1 - y0))
    mask = cv2.warpAffine(alpha, turn, size)
    shadow = np.roll(mask, round(2 * px_per_mm), axis=(0, 1))
    shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.5, 1.5 * px_per_mm))
    area *= 1.0 - 0.5 * shadow[..., None]
    area *= 1.0 - mask[..., None]
    area += cv2.warpAffine(thing, turn, size) * mask[..., None]


def _sheet_of_text(
    image: NDArray[np.float32],
    middle: NDArray[np.float32],
    scale: float,
    rng: np.random.Generator,
) -> None:
    """Another paper with lines of print."""
    width, height = (
        int(rng.uniform(90, 160) * scale),
        int(rng.uniform(120, 220) * scale),
    )
    paper = np.full((height, width, 3), rng.uniform(0.6, 0.85), np.float32)
    step = max(3, round(5 * scale))
    for y in range(4 * step, height - 2 * step, step):
        x = int(12 * scale)
        while x < width * rng.uniform(0.6, 0.92):
            word = int(rng.uniform(3, 14) * scale)
            paper[y : y + max(1, step // 3), x : x + word] = 0.2
            x += word + max(1, int(2 * scale))
    _lay(image, paper, np.ones((height, width), np.float32), middle, scale, rng)


def _die(
    image: NDArray[np.float32],
    middle: NDArray[np.float32],
    scale: float,
    rng: np.random.Generator,
) -> None:
    """A die of the game: red or yellow, with pips."""
    side = max(6, round(16 * scale))
    red, yellow = (0.03, 0.03, 0.5), (0.03, 0.5, 0.7)
    die = np.empty((side, side, 3), np.float32)
    die[:] = red if rng.random() < 0.5 else yellow
    die *= np.linspace(1.1, 0.75, side, dtype=np.float32)[:, None, None]
    pips = ((0.5, 0.5), (0.25, 0.25), (0.75, 0.75), (0.25, 0.75), (0.75, 0.25))
    for x, y in pips[: int(rng.integers(1, 6))]:
        at = (int(x * side), int(y * side))
        cv2.circle(die, at, max(1, side // 10), (0.8, 0.8, 0.8), -1, cv2.LINE_AA)
    alpha = np.zeros((side, side), np.float32)
    corner = max(1, side // 6)
    cv2.rectangle(
        alpha, (corner, corner), (side - corner, side - corner), 1.0, 2 * corner
    )
    cv2.rectangle(alpha, (corner, corner), (side - corner, side - corner), 1.0, -1)
    _lay(image, die, alpha, middle, scale, rng)


def _pencil(
    image: NDArray[np.float32],
    middle: NDArray[np.float32],
    scale: float,
    rng: np.random.Generator,
) -> None:
    length, width = round(rng.uniform(90, 175) * scale), max(3, round(7.5 * scale))
    pencil = np.empty((width, length, 3), np.float32)
    pencil[:] = rng.uniform(0.03, 0.6, 3)
    pencil *= (1.0 - 0.5 * np.abs(np.linspace(-1, 1, width))).astype(np.float32)[
        :, None, None
    ]
    tip = round(18 * scale)
    pencil[:, :tip] = (0.3, 0.5, 0.65)
    pencil[:, : round(4 * scale)] = 0.06
    alpha = np.ones((width, length), np.float32)
    ramp = np.minimum(1.0, np.arange(length) / max(tip, 1))
    rows = np.abs(np.linspace(-1, 1, width))[:, None]
    alpha[rows > ramp[None, :]] = 0.0
    _lay(image, pencil, alpha, middle, scale, rng)


def _disc(
    image: NDArray[np.float32],
    middle: NDArray[np.float32],
    scale: float,
    rng: np.random.Generator,
) -> None:
    """A coin, a cup or a coaster."""
    radius = max(3, round(rng.choice((11, 13, 40, 48)) * scale))
    side = 2 * radius + 3
    disc = np.empty((side, side, 3), np.float32)
    disc[:] = rng.uniform(0.05, 0.7, 3)
    at = (radius + 1, radius + 1)
    inner = tuple(float(c) for c in disc[0, 0] * rng.uniform(0.5, 1.3))
    cv2.circle(disc, at, int(radius * 0.85), inner, -1, cv2.LINE_AA)
    alpha = np.zeros((side, side), np.float32)
    cv2.circle(alpha, at, radius, 1.0, -1, cv2.LINE_AA)
    _lay(image, disc, alpha, middle, scale, rng)


def _card(
    image: NDArray[np.float32],
    middle: NDArray[np.float32],
    scale: float,
    rng: np.random.Generator,
) -> None:
    """A playing card with a frame and a picture."""
    width, height = round(57 * scale), round(88 * scale)
    card = np.full((height, width, 3), 0.75, np.float32)
    edge = max(2, round(3.5 * scale))
    card[edge:-edge, edge:-edge] = rng.uniform(0.05, 0.6, 3)
    picture = smooth_noise((height // 2, width - 4 * edge), (6 * scale, 6 * scale), rng)
    card[2 * edge : 2 * edge + height // 2, 2 * edge : -2 * edge] *= np.exp(
        0.4 * picture
    )[..., None]
    _lay(image, card, np.ones((height, width), np.float32), middle, scale, rng)


_THINGS: Mapping[
    str,
    Callable[
        [NDArray[np.float32], NDArray[np.float32], float, np.random.Generator], None
    ],
] = {
    "text": _sheet_of_text,
    "die": _die,
    "pencil": _pencil,
    "disc": _disc,
    "card": _card,
}
