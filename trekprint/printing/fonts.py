"""The typeface of the sheets, and how wide its words are."""

from __future__ import annotations

from io import BytesIO

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from trekprint.resources import data_dir

REGULAR = "FiraSansCondensed-Regular"
BOLD = "FiraSansCondensed-SemiBold"
HEAVY = "FiraSansCondensed-ExtraBold"

SUBSTITUTE = "?"
"""Stands for a letter that the typeface lacks (a name in Georgian, say)."""


def register() -> None:
    """Make the typeface known to ReportLab; every call after the first does nothing."""
    folder = data_dir("templates") / "print" / "fonts"
    known = set(pdfmetrics.getRegisteredFontNames())
    for name in (REGULAR, BOLD, HEAVY):
        if name not in known:
            data = BytesIO((folder / f"{name}.ttf").read_bytes())
            pdfmetrics.registerFont(TTFont(name, data))


def text_width(words: str, font: str, size: float) -> float:
    """Width of `words` in the unit of `size`. `register` comes first."""
    return float(pdfmetrics.stringWidth(words, font, size))


def fitting_size(
    words: str, font: str, size: float, width: float, *, least: float = 0.0
) -> float:
    """`size`, or less where `words` would be wider than `width`; `least` at least."""
    wide = text_width(words, font, size)
    return size if wide <= width else max(size * width / wide, least)


def missing_letters(words: str, font: str) -> str:
    """The letters of `words` that the typeface has no shape for."""
    shapes = pdfmetrics.getFont(font).face.charToGlyph
    return "".join(letter for letter in words if ord(letter) not in shapes)


def printable(words: str, font: str) -> str:
    """`words` with a `SUBSTITUTE` for every letter that the typeface lacks."""
    missing = set(missing_letters(words, font))
    return "".join(SUBSTITUTE if letter in missing else letter for letter in words)
