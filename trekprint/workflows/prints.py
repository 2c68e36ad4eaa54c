"""Print sheets: names and wishes to the bytes of a PDF."""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.printing.document import render
from trekprint.printing.fonts import REGULAR, missing_letters
from trekprint.sheet.layout import place
from trekprint.sheet.model import local
from trekprint.sheet.paper import PAPERS
from trekprint.sheetfile.catalog import form_names, load_sheet

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOrder:
    """What to print. `players` name the first copies of each sheet, in order."""

    names: tuple[str, ...]
    copies: int = 1
    paper: str = "a4"
    per_page: int = 2
    theme: str = "plain"
    lang: str = "en"
    players: tuple[str, ...] = ()

    def run(self) -> str:
        """Four characters that name this order; the same order, the same run."""
        digest = hashlib.sha256(repr(astuple(self)).encode()).digest()
        return base64.b32encode(digest)[:4].decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A PDF, with what it holds; `notes` are sentences on what is not as ordered."""

    pdf: bytes
    sheets: int
    pages: int
    notes: tuple[str, ...] = ()


def print_sheets(order: PrintOrder, defs: Path | None = None) -> Printed:
    """The PDF of `order`; the same order gives the same bytes.

    Raises:
        InputError: an unknown sheet or theme, or more players than copies.
        SheetError: a definition has problems.
    """
    if len(order.players) > order.copies:
        raise InputError(
            f"{len(order.players)} players but --copies {order.copies}; "
            f"ask for at least {len(order.players)} copies"
        )
    forms = [form_names(name, defs) for name in dict.fromkeys(order.names)]
    sheets = {name: load_sheet(name, defs) for names in forms for name in names}
    # The two forms of a solo game lie side by side.
    wanted = [
        (sheets[name], copy)
        for names in forms
        for copy in range(1, order.copies + 1)
        for name in names
    ]
    # A letter and its accent may come as two characters; the typeface has the one.
    players = [unicodedata.normalize("NFC", name) for name in order.players]
    pages = place(wanted, PAPERS[order.paper], order.per_page)
    pdf = render(
        pages,
        {sheet.id: sheet for sheet in sheets.values()},
        theme=order.theme,
        lang=order.lang,
        players=dict(enumerate(players, 1)),
        run=order.run(),
    )
    texts = [*players, *(local(sheet.title, order.lang) for sheet in sheets.values())]
    return Printed(
        pdf=pdf,
        sheets=len(wanted),
        pages=pages.placements[-1].page,
        notes=tuple(note for text in texts if (note := _missing_note(text))),
    )


def _missing_note(text: str) -> str:
    """A sentence where the typeface lacks letters of `text`, else nothing."""
    missing = "".join(dict.fromkeys(missing_letters(text, REGULAR)))
    if not missing:
        return ""
    return f"the typeface has no {missing!r}, so a ? stands for it in {text!r}"
