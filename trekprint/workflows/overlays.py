"""Pictures of what was read, written beside each other in a folder."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from trekprint.errors import UnreadableError
from trekprint.files import write_whole
from trekprint.scan.overlay import OverlayParams, Shown, draw_overlay
from trekprint.scan.photo import colour_page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from trekprint.scan.arrays import ColourImage
    from trekprint.workflows.photos import PhotoResult
    from trekprint.workflows.results import SheetResult

SHOWN = {"skull": "X", "empty": "", "unreadable": "?"}
JPEG_QUALITY = 88
DECODED_FACTOR = 2
"""The photo is decoded this much larger than the picture, since it is cut first."""


def write_overlays(
    path: Path,
    photos: Sequence[PhotoResult],
    results: Sequence[SheetResult],
    folder: Path,
    stem: str,
) -> list[Path]:
    """Write one picture for each page of `path` on which something was found.

    Args:
        path: the photo, scan or PDF.
        photos: its results as read.
        results: the same results after the person's answers.
        folder: where `STEM-read.jpg` goes (with the page where there are several).
        stem: see `sources.stems`.

    Raises:
        UnwritableError: the picture cannot be written.
    """
    written = []
    pairs = [
        (photo, result)
        for photo, result in zip(photos, results, strict=True)
        if photo.reading is not None and photo.size is not None
    ]
    pages = groupby(pairs, key=lambda pair: pair[1].page)
    for page, group in [(page, list(group)) for page, group in pages]:
        try:
            picture = _picture(path, page, group)
        except UnreadableError:
            # It was read a moment ago: the file went away, and has nothing to show.
            continue
        suffix = f"-p{page}" if page > 1 else ""
        name = f"{stem}{suffix}-read.jpg"
        write_whole(folder / name, picture)
        written.append(folder / name)
    return written


def _picture(
    path: Path, page: int, group: list[tuple[PhotoResult, SheetResult]]
) -> bytes:
    """One page with its readings, as JPEG."""
    import cv2

    params = OverlayParams()
    colour = colour_page(path, page, long_side=params.long_side * DECODED_FACTOR)
    readings = [photo.reading for photo, _ in group if photo.reading is not None]
    width = (group[0][0].size or (colour.shape[1], 0))[0]
    drawn: ColourImage = draw_overlay(
        colour,
        readings,
        scale=colour.shape[1] / width,
        decided={
            index: {
                circle.id: Shown(
                    text=SHOWN.get(circle.content, circle.content),
                    doubtful=circle.doubtful,
                )
                for circle in result.circles
            }
            for index, (_, result) in enumerate(group)
            if result.error is None
        },
        links={
            index: {link: link in result.game.links for link in result.game.sheet.links}
            for index, (_, result) in enumerate(group)
            if result.game is not None and result.game.links is not None
        },
        ropes={
            index: result.game.ropes
            for index, (_, result) in enumerate(group)
            if result.game is not None
        },
        params=params,
    )
    _, encoded = cv2.imencode(
        ".jpg", drawn[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    )
    return encoded.tobytes()
