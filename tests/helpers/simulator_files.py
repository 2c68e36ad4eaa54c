"""What becomes of a photo before it is read: messengers, screenshots, larger files.

A `Picture` is what lies on the disk. Each function takes one and gives another.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image as PillowImage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

MESSENGER_PX = 1600
"""Longer side to which messengers shrink photos."""

SCREEN_PX = (1080, 2340)
"""Width and height of a phone's screen."""

_BAYER = (
    np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.float32)
    + 0.5
) / 16


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Picture:
    """A picture file: its bytes, its ending, its pixels (h, w, 3), blue green red.

    A place of the photo it came from lies at `scale` * place + `offset` in it, pixels.
    """

    data: bytes
    suffix: str
    image: Pixels
    scale: float = 1.0
    offset: tuple[float, float] = (0.0, 0.0)


def jpeg_picture(image: Pixels, quality: int, scale: float = 1.0) -> Picture:
    """`image` as a JPEG; `scale` is what it was scaled by."""
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return Picture(
        data=data, suffix=".jpg", image=np.asarray(pixels, np.uint8), scale=scale
    )


def messenger(image: Pixels, rng: np.random.Generator) -> Picture:
    """A photo sent once, or on to another: at most 1600 px, poor JPEG."""
    scale = min(1.0, MESSENGER_PX / max(image.shape[:2]))
    small = _shrunk(image, scale)
    for _ in range(int(rng.integers(0, 2))):
        small = jpeg_picture(small, int(rng.integers(52, 70))).image
    return jpeg_picture(small, int(rng.integers(52, 70)), scale)


def screenshot(image: Pixels, rng: np.random.Generator) -> Picture:
    """The photo as a phone shows it: black above and below, bars of its own."""
    wide, high = SCREEN_PX
    scale = wide / image.shape[1]
    shown = _shrunk(image, scale)
    screen = np.zeros((high, wide, 3), np.uint8)
    top = max(0, (high - shown.shape[0]) // 2)
    rows = min(high - top, shown.shape[0])
    screen[top : top + rows, : shown.shape[1]] = shown[:rows, :wide]
    _phone_bars(screen, rng)
    data = cv2.imencode(".png", screen)[1].tobytes()
    return Picture(
        data=data, suffix=".png", image=screen, scale=scale, offset=(0.0, float(top))
    )


def _phone_bars(screen: Pixels, rng: np.random.Generator) -> None:
    """Clock and battery above, round buttons below, dark or light."""
    high, wide = screen.shape[:2]
    dark = rng.random() < 0.6
    ground, ink = ((24, 24, 24), (235, 235, 235)) if dark else ((250,) * 3, (40,) * 3)
    screen[:150], screen[high - 190 :] = ground, ground
    clock = f"{int(rng.integers(0, 24))}:{int(rng.integers(0, 60)):02}"
    cv2.putText(screen, clock, (50, 70), cv2.FONT_HERSHEY_SIMPLEX, 1.3, ink, 3)
    cv2.rectangle(screen, (wide - 130, 40), (wide - 50, 75), ink, 3)
    cv2.putText(
        screen, "Today", (wide // 2 - 70, 130), cv2.FONT_HERSHEY_SIMPLEX, 1.2, ink, 3
    )
    for number in range(4):
        at = (round(wide * (number + 0.5) / 4), high - 110)
        cv2.circle(screen, at, 32, ink, 4, cv2.LINE_AA)


def enlarged(image: Pixels, factor: float, rng: np.random.Generator) -> Picture:
    """`image` with `factor` times the pixels a side, as binned sensors store it."""
    size = (round(image.shape[1] * factor), round(image.shape[0] * factor))
    large = cv2.resize(image, size, interpolation=cv2.INTER_CUBIC)
    # Grain of its own, or the JPEG were far smaller than a phone's.
    grain = rng.integers(-6, 7, (512, 512, 1), np.int16)
    for top in range(0, large.shape[0], 512):
        for left in range(0, large.shape[1], 512):
            part = large[top : top + 512, left : left + 512]
            noisy = part.astype(np.int16) + grain[: part.shape[0], : part.shape[1]]
            part[:] = np.clip(noisy, 0, 255)
    return jpeg_picture(np.asarray(large, np.uint8), 88, factor)


def scan_file(
    image: Pixels, kind: str, dpi: int, level: float, rng: np.random.Generator
) -> Picture:
    """A scan as PNG: `colour`, `grey`, `1-bit` (white from `level`) or `dithered`."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if kind == "colour":
        stored = PillowImage.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    elif kind == "grey":
        stored = PillowImage.fromarray(grey)
    elif kind == "1-bit":
        stored = PillowImage.fromarray(grey >= level * 255)
    elif rng.random() < 0.5:
        stored = PillowImage.fromarray(grey).convert("1")
    else:
        tiles = [-(-side // 4) for side in grey.shape]
        pattern = np.tile(_BAYER, tiles)[: grey.shape[0], : grey.shape[1]]
        stored = PillowImage.fromarray(grey >= pattern * 255)
    file = io.BytesIO()
    stored.save(file, "PNG", dpi=(dpi, dpi), compress_level=1)
    seen = np.array(stored.convert("RGB"))[..., ::-1]
    return Picture(
        data=file.getvalue(), suffix=".png", image=np.ascontiguousarray(seen, np.uint8)
    )


def _shrunk(image: Pixels, scale: float) -> Pixels:
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)
