"""Files to grey pages: formats, orientations, and everything that is no photo."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from trekprint.errors import UnreadableError
from trekprint.scan.photo import PhotoParams, colour_page, pages

if TYPE_CHECKING:
    from pathlib import Path

    from trekprint.scan.arrays import GreyImage

# Dark at the top left, pale at the bottom right: no two orientations look alike.
SLOPE = np.add.outer(np.arange(0, 160, 4), np.arange(0, 90, 3)).astype(np.uint8)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def only_page(content: bytes) -> GreyImage:
    (page,) = pages(content)
    assert page.number == 1
    return page.grey


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("JPEG", {"quality": 95}),
        ("PNG", {}),
        ("WEBP", {"lossless": True}),
        ("TIFF", {}),
        ("TIFF", {"compression": "tiff_lzw"}),
    ],
)
def test_every_format_gives_the_same_page(
    kind: str, options: dict[str, object]
) -> None:
    page = only_page(encoded(Image.fromarray(SLOPE), kind, **options))
    assert page.dtype == np.uint8
    assert page.shape == SLOPE.shape
    assert np.abs(page.astype(int) - SLOPE).max() <= 6


def test_iphone_pictures_are_read() -> None:
    pillow_heif = pytest.importorskip("pillow_heif")
    pillow_heif.register_heif_opener()
    large = Image.fromarray(SLOPE).resize((300, 400)).convert("RGB")
    page = only_page(encoded(large, "HEIF"))
    assert page.shape == (400, 300)


@pytest.mark.parametrize("mode", ["1", "P", "LA", "RGBA", "I", "F", "CMYK"])
def test_modes_of_pictures(mode: str) -> None:
    flat = Image.new("L", (20, 10), 255).convert(mode)
    kind = "TIFF" if mode in ("CMYK", "F", "I") else "PNG"
    assert only_page(encoded(flat, kind)).tolist() == [[255] * 20] * 10


def test_sixteen_bits_become_eight() -> None:
    deep = Image.fromarray(np.full((4, 5), 0x8012, dtype=np.uint16))
    assert only_page(encoded(deep, "PNG")).tolist() == [[0x80] * 5] * 4


def test_what_is_see_through_lies_on_white() -> None:
    clear = Image.new("RGBA", (5, 4), (0, 0, 0, 0))
    assert only_page(encoded(clear, "PNG")).tolist() == [[255] * 5] * 4


# What undoes each of the eight EXIF orientations, as (transpose, flips).
STORED = {
    1: SLOPE,
    2: SLOPE[:, ::-1],
    3: SLOPE[::-1, ::-1],
    4: SLOPE[::-1],
    5: SLOPE.T,
    6: np.rot90(SLOPE),
    7: SLOPE.T[::-1, ::-1],
    8: np.rot90(SLOPE, -1),
}


@pytest.mark.parametrize("orientation", STORED)
def test_every_exif_orientation_gives_the_same_page(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = Image.fromarray(np.ascontiguousarray(STORED[orientation]))
    assert np.array_equal(only_page(encoded(stored, "PNG", exif=exif)), SLOPE)


def test_pages_of_a_tiff_come_in_order() -> None:
    frames = [Image.new("L", (8, 8), grey) for grey in (10, 20, 30)]
    content = encoded(frames[0], "TIFF", save_all=True, append_images=frames[1:])
    assert [(page.number, int(page.grey[0, 0])) for page in pages(content)] == [
        (1, 10),
        (2, 20),
        (3, 30),
    ]


def pdf(page_sizes: list[tuple[float, float]]) -> bytes:
    document = pypdfium2.PdfDocument.new()
    for width, height in page_sizes:
        document.new_page(width, height)
    file = io.BytesIO()
    document.save(file)
    document.close()
    return file.getvalue()


def test_pages_of_a_pdf_come_in_order_and_in_bounds() -> None:
    params = PhotoParams(pdf_px_per_mm=2.0, pdf_longest=300)
    shapes = [
        (page.number, page.grey.shape)
        for page in pages(pdf([(72, 144), (144, 72), (7200, 720)]), params=params)
    ]
    assert shapes == [(1, (102, 51)), (2, (51, 102)), (3, (30, 300))]


def test_a_page_in_colour_for_the_overlay() -> None:
    red = Image.new("RGB", (400, 200), (200, 30, 30))
    page = colour_page(encoded(red, "PNG"), long_side=100)
    assert page.shape == (50, 100, 3)
    assert page[0, 0].tolist() == [200, 30, 30]
    with pytest.raises(UnreadableError, match="has no page 2"):
        colour_page(encoded(red, "PNG"), 2, long_side=100)


JPEG = encoded(Image.fromarray(SLOPE).resize((300, 400)), "JPEG")
PNG = encoded(Image.fromarray(SLOPE).resize((300, 400)), "PNG")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"\0" * 100, "is no picture"),
        (b"hello", "is no picture"),
        (JPEG[: len(JPEG) // 2], "is damaged or cut off"),
        (JPEG[:60], "damaged|no picture"),
        (PNG[: len(PNG) // 2], "is damaged or cut off"),
        (b"%PDF-1.7\nnothing", "is a damaged PDF"),
        (b"\0\0\0\x18ftypheic" + b"\0" * 50, "damaged|no picture"),
        (b"RIFF\x10\0\0\0WEBP" + b"\0" * 50, "damaged|no picture"),
        (b"II*\0\x08\0\0\0", "damaged|no picture"),
    ],
)
def test_what_is_no_photo_is_refused_in_one_sentence(
    content: bytes, reason: str
) -> None:
    with pytest.raises(UnreadableError, match=reason) as caught:
        list(pages(content, name="trip.jpg"))
    assert "trip.jpg" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"nope\.jpg does not exist"):
        list(pages(tmp_path / "nope.jpg"))
    with pytest.raises(UnreadableError, match="is a folder"):
        list(pages(tmp_path))


@pytest.mark.parametrize("side", [11_000, 20_000])
def test_huge_pictures_are_refused_before_they_are_decoded(side: int) -> None:
    bomb = encoded(Image.new("1", (side, side)), "PNG")
    with pytest.raises(UnreadableError, match="more than 100 megapixels"):
        list(pages(bomb))


def test_an_encrypted_pdf_asks_for_one_without_password() -> None:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    file = io.BytesIO()
    canvas = Canvas(file, encrypt=StandardEncryption("secret"))
    canvas.drawString(72, 72, "x")
    canvas.save()
    with pytest.raises(UnreadableError, match="save it without a password"):
        list(pages(file.getvalue()))


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(UnreadableError, match="has 3 pages; split it"):
        list(pages(pdf([(72, 72)] * 3), params=PhotoParams(most_pages=2)))


@pytest.mark.parametrize(
    ("kind", "dpi", "told"),
    [
        ("PNG", 300, 300),
        ("JPEG", 200, 200),
        ("TIFF", 150, 150),
        ("JPEG", 72, None),
        ("PNG", 144, None),
    ],
)
def test_scanners_tell_their_resolution_and_screens_none(
    kind: str, dpi: int, told: int | None
) -> None:
    content = encoded(Image.new("L", (120, 160), 200), kind, dpi=(dpi, dpi))
    (page,) = pages(content)
    assert page.px_per_mm == (told and pytest.approx(told / 25.4, rel=0.001))


def test_what_is_halved_while_decoding_has_half_the_resolution() -> None:
    content = encoded(Image.new("L", (240, 320), 200), "JPEG", dpi=(600, 600))
    (page,) = pages(content, params=PhotoParams(ample_pixels=240 * 320 - 1))
    assert page.grey.shape == (160, 120)
    assert page.px_per_mm == pytest.approx(300 / 25.4, rel=0.001)


def test_a_pdf_has_the_resolution_at_which_it_is_drawn() -> None:
    width_mm = 210.0
    (page,) = pages(pdf([(width_mm * 72 / 25.4, 842.0)]))
    assert page.px_per_mm is not None
    assert page.grey.shape[1] == pytest.approx(width_mm * page.px_per_mm, rel=0.002)
