"""Files to upright grey pages: JPEG, PNG, HEIC, WebP, TIFF and PDF.

Pages come one at a time, so that a long scan needs the memory of one page. Every way
in which a file can be no photo ends in an `UnreadableError` that names the file.
"""

from __future__ import annotations

import importlib
import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from trekprint.errors import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from trekprint.scan.arrays import ColourImage, GreyImage

PDF_START = b"%PDF-"
TIFF_STARTS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
KINDS = "JPEG, PNG, HEIC, WebP, TIFF or PDF"
MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72
ORIENTATION = 0x0112
"""EXIF's tag for how the picture is turned; 1 is upright."""

# How a file starts, and the module and name of the decoder; only that one is imported.
PLUGINS: tuple[tuple[Callable[[bytes], bool], str, str], ...] = (
    (lambda c: c.startswith(b"\xff\xd8"), "PIL.JpegImagePlugin", "JPEG"),
    (lambda c: c.startswith(b"\x89PNG"), "PIL.PngImagePlugin", "PNG"),
    (lambda c: c[8:12] == b"WEBP", "PIL.WebPImagePlugin", "WEBP"),
    (lambda c: c.startswith(TIFF_STARTS), "PIL.TiffImagePlugin", "TIFF"),
    (lambda c: c[4:8] == b"ftyp", "pillow_heif", "HEIF"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoParams:
    """How large a file may be and how finely it is read.

    `most_pixels` guards memory. Photos above `ample_pixels` are halved while decoding
    (JPEG only), which halves no detail that a form needs. PDF pages are rendered at
    `pdf_px_per_mm` (about 250 dpi), but no side longer than `pdf_longest` px. A file
    with more than `most_pages` pages is refused rather than read for hours.

    Pictures tell pixels per inch, but only scanners mean it: `screens` are what
    cameras and screens write, and `scanner_dpi` the range of the others.
    """

    most_pixels: int = 100_000_000
    ample_pixels: int = 32_000_000
    pdf_px_per_mm: float = 10.0
    pdf_longest: int = 5000
    most_pages: int = 500
    screens: tuple[int, ...] = (72, 96, 120, 144, 192)
    scanner_dpi: tuple[int, int] = (75, 1200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One upright page of a file; `number` counts from 1.

    `px_per_mm` is the resolution on paper that a scan tells, None where none does.
    """

    number: int
    grey: GreyImage
    px_per_mm: float | None = None


def pages(
    source: Path | bytes, *, name: str = "", params: PhotoParams | None = None
) -> Iterator[Page]:
    """The pages of a photo, scan or PDF, upright by EXIF, one at a time.

    Args:
        source: A file, or its bytes.
        name: What errors call it; by default the path as given.
        params: Limits and resolutions.

    Raises:
        UnreadableError: for anything that is no readable photo. A file whose later
            page is broken gives the earlier ones first.
    """
    params = params or PhotoParams()
    name, content = _content(source, name)
    if content.startswith(PDF_START):
        for number, bitmap, px_per_mm in _pdf_pages(content, name, params):
            yield Page(number=number, grey=bitmap, px_per_mm=px_per_mm)
        return
    for number, frame in _frames(content, name, params, mode="L"):
        yield Page(
            number=number, grey=_grey(frame, name), px_per_mm=_told(frame, params)
        )


def colour_page(
    source: Path | bytes,
    number: int = 1,
    *,
    long_side: int,
    name: str = "",
    params: PhotoParams | None = None,
) -> ColourImage:
    """Page `number` in colour, at most `long_side` px long: for people's eyes.

    Raises:
        UnreadableError: as `pages`, or where there is no such page.
    """
    params = params or PhotoParams()
    name, content = _content(source, name)
    if content.startswith(PDF_START):
        for page, bitmap, _ in _pdf_pages(
            content, name, params, colour=True, only=number
        ):
            if page == number:
                return _shrunk(Image.fromarray(bitmap), long_side)
    else:
        frames = _frames(content, name, params, mode="RGB", long_side=long_side)
        for page, frame in frames:
            if page == number:
                return _shrunk(_on_white(_eight_bits(frame)), long_side)
    raise UnreadableError(f"{name} has no page {number}; count its pages from 1.")


def _content(source: Path | bytes, name: str) -> tuple[str, bytes]:
    """The name for messages, and the bytes."""
    if isinstance(source, bytes):
        content, name = source, name or "the photo"
    else:
        name = name or str(source)
        try:
            content = Path(source).read_bytes()
        except FileNotFoundError:
            raise UnreadableError(
                f"{name} does not exist; check the name and the folder."
            ) from None
        except IsADirectoryError:
            raise UnreadableError(
                f"{name} is a folder; name the photos in it."
            ) from None
        except OSError as error:
            reason = error.strerror or error
            raise UnreadableError(
                f"{name} could not be opened ({reason}); check its permissions."
            ) from None
    if not content:
        raise UnreadableError(f"{name} is empty (0 bytes); copy or take it again.")
    return name, content


# --- pictures ------------------------------------------------------------------


def _frames(
    content: bytes,
    name: str,
    params: PhotoParams,
    *,
    mode: str,
    long_side: int | None = None,
) -> Iterator[tuple[int, Image.Image]]:
    """The frames of a picture file, upright, decoded as near to `mode` as is cheap."""
    try:
        image = _opened(content, name, params)
        if image.format in ("JPEG", "MPO"):
            full = image.width
            image.draft(mode, _draft_size(image, params, long_side))
            # what is decoded at half its size has half its pixels per inch
            across, down = image.info.get("dpi", (0, 0))
            share = image.width / full
            image.info["dpi"] = (across * share, down * share)
        for index in range(_frame_count(image, name, params)):
            yield index + 1, _frame(image, index, name, params)
    except UnidentifiedImageError:
        raise UnreadableError(
            f"{name} is no picture that can be read; use {KINDS}."
        ) from None
    except Image.DecompressionBombError:
        raise _too_large(name, params) from None
    except (OSError, ValueError, SyntaxError, EOFError, RuntimeError) as error:
        # Pillow's decoders report broken files by any of these.
        raise UnreadableError(
            f"{name} is damaged or cut off ({_short(error)}); copy or take it again."
        ) from None


def _opened(content: bytes, name: str, params: PhotoParams) -> Image.Image:
    """The picture with its header read, nothing decoded yet."""
    found = [(plugin, kind) for starts, plugin, kind in PLUGINS if starts(content)]
    if not found:
        raise UnidentifiedImageError
    plugin, kind = found[0]
    importlib.import_module(plugin)
    if kind == "HEIF":
        import pillow_heif

        pillow_heif.register_heif_opener()
    with warnings.catch_warnings():
        # Size is judged by our own limit; odd metadata matters to nobody here.
        warnings.simplefilter("ignore")
        image = Image.open(io.BytesIO(content), formats=(kind,))
    _refuse_huge(image, name, params)
    return image


def _frame(
    image: Image.Image, index: int, name: str, params: PhotoParams
) -> Image.Image:
    """Frame `index`, decoded and upright."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if index:
            image.seek(index)
            _refuse_huge(image, name, params)
        image.load()
        return _upright(image)


def _refuse_huge(image: Image.Image, name: str, params: PhotoParams) -> None:
    if image.width * image.height > params.most_pixels:
        raise _too_large(name, params)


def _too_large(name: str, params: PhotoParams) -> UnreadableError:
    megapixels = params.most_pixels // 1_000_000
    return UnreadableError(
        f"{name} has more than {megapixels} megapixels; save it smaller."
    )


def _draft_size(
    image: Image.Image, params: PhotoParams, long_side: int | None
) -> tuple[int, int]:
    """The size to ask of the JPEG decoder, which may only halve it (1/2, 1/4, 1/8)."""
    width, height = image.size
    if long_side is not None:
        scale = min(1.0, long_side / max(width, height))
        return int(width * scale), int(height * scale)
    if width * height > params.ample_pixels:
        return width // 2, height // 2
    return width, height


def _frame_count(image: Image.Image, name: str, params: PhotoParams) -> int:
    """Pages of a TIFF; 1 for all else (an animation or a burst shows one sheet)."""
    if image.format != "TIFF":
        return 1
    count = int(getattr(image, "n_frames", 1))
    _refuse_many(count, name, params)
    return count


def _refuse_many(count: int, name: str, params: PhotoParams) -> None:
    if count > params.most_pages:
        raise UnreadableError(
            f"{name} has {count} pages; split it into files of at most "
            f"{params.most_pages}."
        )


def _upright(image: Image.Image) -> Image.Image:
    """The picture turned as its EXIF says; as it lies where the EXIF is broken."""
    try:
        if image.getexif().get(ORIENTATION, 1) == 1:
            return image  # Pillow would copy it
        return ImageOps.exif_transpose(image)
    except (ValueError, SyntaxError, TypeError, KeyError, OSError):
        return image


def _grey(image: Image.Image, name: str) -> GreyImage:
    try:
        image = _eight_bits(image)
        if image.mode != "L":
            image = _on_white(image).convert("L")
    except (OSError, ValueError) as error:
        raise UnreadableError(
            f"{name} is damaged or cut off ({_short(error)}); copy or take it again."
        ) from None
    return np.asarray(image)


def _told(image: Image.Image, params: PhotoParams) -> float | None:
    """Pixels per mm that a scanner wrote into a picture; None where none did."""
    across, down = (float(dpi) for dpi in image.info.get("dpi", (0, 0)))
    least, most = params.scanner_dpi
    if across != down or round(across) in params.screens or not least <= across <= most:
        return None
    return across / MM_PER_INCH


def _eight_bits(image: Image.Image) -> Image.Image:
    """Pictures of 16 and 32 bits as 8 bits; others as they are."""
    if image.mode.startswith("I;16"):
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    if image.mode in ("I", "F"):
        values = np.nan_to_num(np.asarray(image, dtype=np.float64))
        top = max(1.0, float(values.max()))
        # Integers of this mode are 16-bit samples; floats have no agreed white.
        white = 65535.0 if image.mode == "I" and top > 255 else max(255.0, top)
        if image.mode == "F" and top <= 1.0:
            white = 1.0
        return Image.fromarray((values / white * 255).clip(0, 255).astype(np.uint8))
    return image


def _on_white(image: Image.Image) -> Image.Image:
    """The picture as RGB, what is see-through on white."""
    if image.has_transparency_data:
        layer = image.convert("RGBA")
        white = Image.new("RGBA", layer.size, "white")
        return Image.alpha_composite(white, layer).convert("RGB")
    return image.convert("RGB")


def _shrunk(image: Image.Image, long_side: int) -> ColourImage:
    image.thumbnail((long_side, long_side), Image.Resampling.LANCZOS, reducing_gap=2.0)
    return np.asarray(image)


def _short(error: BaseException) -> str:
    """A decoder's message in a few words: its first line, without the full stop."""
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__).rstrip(".")[:80]


# --- PDF -----------------------------------------------------------------------


def _pdf_pages(
    content: bytes,
    name: str,
    params: PhotoParams,
    *,
    colour: bool = False,
    only: int | None = None,
) -> Iterator[tuple[int, NDArray[np.uint8], float]]:
    """Rendered pages of a PDF: (number, grey or RGB array, pixels per mm of paper)."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise UnreadableError(
                f"{name} is encrypted; save it without a password."
            ) from None
        raise UnreadableError(
            f"{name} is a damaged PDF; export or scan it again."
        ) from None
    try:
        _refuse_many(len(document), name, params)
        if not len(document):
            raise UnreadableError(f"{name} is a PDF without pages; scan it again.")
        for index in range(len(document)):
            if only is not None and index + 1 != only:
                continue
            yield index + 1, *_rendered(document, index, name, params, colour)
    finally:
        document.close()


def _rendered(
    document: Any, index: int, name: str, params: PhotoParams, colour: bool
) -> tuple[NDArray[np.uint8], float]:
    """One page of a PDF as an array of its own, and its pixels per mm of paper."""
    import pypdfium2

    try:
        page = document[index]
        longest = max(page.get_size())
        scale = min(
            params.pdf_px_per_mm * MM_PER_POINT, params.pdf_longest / max(longest, 1.0)
        )
        bitmap = page.render(scale=scale, grayscale=not colour, rev_byteorder=colour)
        array = np.asarray(bitmap.to_numpy())
        if array.ndim == 3:
            array = array[:, :, :3] if colour else array[:, :, 0]
        array = array.copy()
        bitmap.close()
        page.close()
    except pypdfium2.PdfiumError:
        raise UnreadableError(
            f"Page {index + 1} of {name} is damaged; export or scan it again."
        ) from None
    return array, scale / MM_PER_POINT
