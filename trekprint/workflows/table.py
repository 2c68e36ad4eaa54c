"""Results as CSV, one row each."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from trekprint.rules.notation import format_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trekprint.workflows.results import SheetResult

COLUMNS = (
    "source",
    "page",
    "sheet",
    "copy",
    "player",
    "status",
    "total",
    "lines",
    "zones",
    "line_bonus",
    "zone_bonus",
    "extras",
    "penalty",
    "game",
    "error",
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_text(results: Iterable[SheetResult]) -> str:
    """A header row and a row for each result; `game` is its notation."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_row(result) for result in results)
    return text.getvalue()


def _row(result: SheetResult) -> dict[str, object]:
    row: dict[str, object] = {
        "source": _plain(result.source),
        "page": result.page,
        "status": result.status,
        "error": _plain(result.error or ""),
    }
    game, scored = result.game, result.score
    if game is None or scored is None:
        return row
    return row | {
        "sheet": game.sheet.id,
        "copy": result.copy if result.copy is not None else "",
        "player": _plain(game.player or ""),
        "total": scored.total,
        "lines": sum(item.points for item in scored.lines),
        "zones": sum(item.points for item in scored.zones),
        "line_bonus": scored.line_bonus,
        "zone_bonus": scored.zone_bonus,
        "extras": sum(scored.extras.values()),
        "penalty": scored.penalty,
        "game": _plain(format_game(game)),
    }


def _plain(text: str) -> str:
    """`text` so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
