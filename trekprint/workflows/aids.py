"""Printed aids of an Expedition: cards, the log, the Hall of Fame as a poster."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.errors import InputError
from trekprint.printing.cards import ON_PAGE, render_cards
from trekprint.printing.log import MOST_PLAYERS, render_log
from trekprint.printing.poster import MOST_SHEETS, render_poster
from trekprint.sheet.paper import PAPERS
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from trekprint.rules.expedition.fame import Record

FORMATS = ("a4", "letter")
"""Paper that holds these things at their size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCards:
    """The PDF of cards, and how many cards and pages it has."""

    pdf: bytes
    cards: int
    pages: int


def print_cards(
    *, paper: str, lang: str, theme: str, groups: Sequence[str], backs: bool
) -> PrintedCards:
    """The cards of `groups` (all where none is named); the same order, the same bytes.

    Raises InputError for an unknown theme.
    """
    pdf, count = render_cards(
        PAPERS[paper], lang=lang, theme=theme, groups=groups, backs=backs
    )
    fronts = -(-count // ON_PAGE)
    return PrintedCards(pdf=pdf, cards=count, pages=fronts * (2 if backs else 1))


def print_log(
    names: Sequence[str],
    *,
    paper: str,
    lang: str,
    theme: str,
    players: Sequence[str] = (),
    defs: Path | None = None,
) -> bytes:
    """The PDF of a log for the sheets `names`.

    Raises:
        InputError: an unknown sheet or theme, or more players than a page has rows for.
        SheetError: a definition has problems.
    """
    if len(players) > MOST_PLAYERS:
        raise InputError(
            f"{len(players)} players, but a log has rows for {MOST_PLAYERS}; print one"
            " for each group"
        )
    sheets = [load_sheet(name, defs) for name in names]
    composed = [unicodedata.normalize("NFC", name) for name in players]
    return render_log(PAPERS[paper], sheets, lang=lang, theme=theme, players=composed)


def print_poster(
    records: Sequence[Record],
    names: Sequence[str],
    *,
    paper: str,
    lang: str,
    theme: str,
    defs: Path | None = None,
) -> bytes:
    """The PDF of the Hall of Fame.

    It shows the sheets `names`, and after them others with a record, the newest
    records first, as many as a page holds.

    Raises:
        InputError: an unknown sheet or theme.
        SheetError: a definition has problems.
    """
    others = (record.sheet for record in reversed(records))
    shown = list(dict.fromkeys((*names, *others)))[:MOST_SHEETS]
    sheets = [load_sheet(name, defs) for name in shown]
    return render_poster(PAPERS[paper], records, sheets, lang=lang, theme=theme)
