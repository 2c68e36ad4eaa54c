"""Which ArUco dictionary, and how large? Markers under blur, tilt and small photos.

    python -m benchmarks.markers [--photos 60]

Prints, for every dictionary and size, the share of markers found at each resolution of
the photo (px per mm), the corner error, and how often clutter passes for a marker. A
marker has a white quiet zone; photos are tilted by up to 45 degrees, blurred, noisy
and shaded, as `SETTINGS` says.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

DICTIONARIES = {
    "4x4_250": cv2.aruco.DICT_4X4_250,
    "5x5_250": cv2.aruco.DICT_5X5_250,
    "6x6_250": cv2.aruco.DICT_6X6_250,
    "apriltag 16h5": cv2.aruco.DICT_APRILTAG_16h5,
    "apriltag 25h9": cv2.aruco.DICT_APRILTAG_25h9,
    "apriltag 36h11": cv2.aruco.DICT_APRILTAG_36h11,
}
SIZES_MM = (8.0, 10.0, 11.0, 12.0)
RESOLUTIONS = (1.5, 2.0, 3.0, 5.0)
SHEET_MM = 75.0
PRINT_PX_PER_MM = 20.0
QUIET_MM = 2.5
FRAME = 1.7
"""Side of a photo, in sides of the sheet."""
CAMERA_AWAY = 2.0
"""Distance of the camera, in sides of the sheet."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One photo's conditions; lengths in photo px."""

    tilt_deg: float
    turn_deg: float
    blur_px: float
    noise: float
    shade: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--photos", type=int, default=60)
    photos = parser.parse_args().photos
    head = "".join(f"{resolution:>7.1f}" for resolution in RESOLUTIONS)
    print(f"{photos} photos of 4 markers each; share found at so many px per mm")
    print(f"{'dictionary':<16}{'mm':>4}{head}{'corner px':>11}")
    for name, code in DICTIONARIES.items():
        for size in SIZES_MM:
            found, errors = [], []
            for resolution in RESOLUTIONS:
                share, error = measure(code, size, resolution, photos)
                found.append(share)
                errors += error
            shares = "".join(f"{share:>7.3f}" for share in found)
            print(f"{name:<16}{size:>4.0f}{shares}{np.median(errors):>11.2f}")
    print("\nmarkers seen in clutter, per 100 photos of text and noise")
    for name, code in DICTIONARIES.items():
        print(f"{name:<16}{false_finds(code, photos):>8.1f}")


def settings(count: int) -> Iterator[Setting]:
    rng = np.random.default_rng(7)
    for _ in range(count):
        yield Setting(
            tilt_deg=float(rng.uniform(0, 45)),
            turn_deg=float(rng.uniform(0, 360)),
            blur_px=float(rng.uniform(0.4, 1.4)),
            noise=float(rng.uniform(1, 9)),
            shade=float(rng.uniform(0.35, 1.0)),
        )


def measure(
    code: int, size_mm: float, px_per_mm: float, photos: int
) -> tuple[float, list[float]]:
    """Share of markers found, and distances of their corners (px) from the truth."""
    dictionary = cv2.aruco.getPredefinedDictionary(code)
    detector = cv2.aruco.ArucoDetector(dictionary, cv2.aruco.DetectorParameters())
    rng = np.random.default_rng(11)
    found, errors = 0, []
    for setting in settings(photos):
        ids = rng.choice(len(dictionary.bytesList), 4, replace=False)
        page, places = sheet(dictionary, ids, size_mm)
        photo, to_photo = photograph(page, setting, px_per_mm, rng)
        corners, seen, _ = detector.detectMarkers(photo)
        for quad, marker in (
            zip(corners, np.ravel(seen), strict=True) if corners else ()
        ):
            if marker in ids:
                true = cv2.perspectiveTransform(places[int(marker)][None], to_photo)[0]
                distances = np.linalg.norm(quad[0] - true, axis=1)
                if distances.max() < px_per_mm * size_mm / 4:
                    found += 1
                    errors += distances.tolist()
    return found / (4 * photos), errors


def sheet(
    dictionary: Any, ids: NDArray[Any], size_mm: float
) -> tuple[NDArray[np.uint8], dict[int, NDArray[np.float32]]]:
    """A page with four markers, and their corners in page px."""
    side = round(SHEET_MM * PRINT_PX_PER_MM)
    page = np.full((side, side), 235, dtype=np.uint8)
    marker_px = round(size_mm * PRINT_PX_PER_MM)
    inset = round(QUIET_MM * PRINT_PX_PER_MM)
    far = side - inset - marker_px
    places = {}
    for marker, (x, y) in zip(
        ids, ((inset, inset), (far, inset), (far, far), (inset, far)), strict=True
    ):
        image = cv2.aruco.generateImageMarker(dictionary, int(marker), marker_px)
        page[y : y + marker_px, x : x + marker_px] = np.where(image > 0, 235, 25)
        end_x, end_y = x + marker_px, y + marker_px
        corners = [(x, y), (end_x, y), (end_x, end_y), (x, end_y)]
        places[int(marker)] = np.array(corners, dtype=np.float32) - 0.5
    return page, places


def photograph(
    page: NDArray[np.uint8],
    setting: Setting,
    px_per_mm: float,
    rng: np.random.Generator,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The page seen from an angle, and the homography from page px to photo px."""
    scale = px_per_mm / PRINT_PX_PER_MM
    soft = cv2.GaussianBlur(page, (0, 0), 0.5 / scale)
    side = round(SHEET_MM * px_per_mm * FRAME)
    tilt, turn = np.deg2rad(setting.tilt_deg), np.deg2rad(setting.turn_deg)
    half = page.shape[0] / 2
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    across, along = spin @ corners.T
    depth = CAMERA_AWAY * 2 * half
    nearness = depth / (depth + along * np.sin(tilt))
    seen = np.stack([across * nearness, along * np.cos(tilt) * nearness], axis=1)
    to_photo = np.asarray(
        cv2.getPerspectiveTransform(
            (corners + half).astype(np.float32),
            (seen * scale + side / 2).astype(np.float32),
        )
    )
    photo = cv2.warpPerspective(soft, to_photo, (side, side), borderValue=120)
    photo = cv2.GaussianBlur(photo, (0, 0), setting.blur_px).astype(np.float32)
    ramp = np.linspace(1.0, setting.shade, side, dtype=np.float32)
    noisy = photo * ramp + rng.normal(0, setting.noise, photo.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), to_photo


def false_finds(code: int, photos: int) -> float:
    """Markers found where none is, per 100 photos of squares, text and noise."""
    dictionary = cv2.aruco.getPredefinedDictionary(code)
    detector = cv2.aruco.ArucoDetector(dictionary, cv2.aruco.DetectorParameters())
    rng = np.random.default_rng(13)
    found = 0
    for _ in range(photos):
        photo = np.full((900, 1200), 200, dtype=np.uint8)
        for _ in range(60):
            x, y = (int(v) for v in rng.integers(0, (1150, 850)))
            side = int(rng.integers(20, 60))
            cells = rng.integers(3, 9)
            block = rng.choice((40, 210), (cells, cells)).astype(np.uint8)
            block[[0, -1]] = block[:, [0, -1]] = 40
            patch = cv2.resize(block, (side, side), interpolation=cv2.INTER_NEAREST)
            patch = patch[: 900 - y, : 1200 - x]
            photo[y : y + patch.shape[0], x : x + patch.shape[1]] = patch
        photo = cv2.GaussianBlur(photo, (0, 0), 1.0)
        found += len(detector.detectMarkers(photo)[0])
    return 100 * found / photos


if __name__ == "__main__":
    main()
