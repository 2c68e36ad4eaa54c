"""Typed games -> scored sheets."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from trekprint.errors import InputError, TrekprintError
from trekprint.rules.legality import audit
from trekprint.rules.notation import parse_game
from trekprint.rules.scoring import score
from trekprint.rules.solo.paper import MAX_NAME, strip_note
from trekprint.sheetfile.catalog import load_sheet
from trekprint.sheetfile.games import load_lines
from trekprint.workflows.results import CircleResult, SheetResult

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from trekprint.rules.game import Game
    from trekprint.sheet.model import Sheet
    from trekprint.sheetfile.games import TypedLine


def score_typed(
    text: str | Sequence[str], source: str, defs: Path | None = None
) -> SheetResult:
    """Score one game in notation.

    Raises InputError or SheetError as `notation.parse_game` and `catalog.load_sheet`.
    """
    parsed = parse_game(text, lambda name: load_sheet(name, defs))
    return score_game(parsed.game, source, parsed.notes)


def score_game(game: Game, source: str, notes: tuple[str, ...] = ()) -> SheetResult:
    """Score a game that is known for certain."""
    if game.sheet.strip and game.player is None:
        game = replace(game, player=MAX_NAME)
    scored = score(game)
    return SheetResult(
        source=source,
        game=game,
        score=scored,
        findings=audit(game, scored),
        circles=tuple(
            CircleResult(id=circle.id, content=_content(game, circle.id))
            for circle in game.sheet.circles
        ),
        links_from=scored.links_from,
        written=game.written,
        notes=(*notes, *strip_note(game)),
    )


def _content(game: Game, circle: int) -> str:
    entry = {int(key): entry for key, entry in game.entries.items()}.get(circle)
    if entry is None:
        return "empty"
    return "skull" if entry.is_skull else str(entry.number)


def score_file(
    path: Path, sheet: str | None = None, defs: Path | None = None
) -> list[SheetResult]:
    """Score every game of a typed file; a line that does not fit is a failed result."""
    try:
        lines = load_lines(path, sheet)
    except TrekprintError as error:
        return [SheetResult(source=str(path), error=str(error))]
    results = []
    for line in lines:
        try:
            parsed = parse_game(line.text, partial(_sheet_of, line, defs))
            results.append(score_game(parsed.game, str(path), parsed.notes))
        except InputError as error:
            results.append(
                SheetResult(source=str(path), error=f"{line.place}: {error}")
            )
        except TrekprintError as error:
            results.append(SheetResult(source=str(path), error=str(error)))
    return results


def _sheet_of(line: TypedLine, defs: Path | None, name: str) -> Sheet:
    """The sheet `name`; InputError where `line` is for other circles than it has."""
    sheet = load_sheet(name, defs)
    has = {int(circle.id) for circle in sheet.circles}
    given = has if line.circles is None else set(line.circles)
    if has - given:
        raise InputError(f"there is no column for circle {min(has - given)} of {name}")
    if given - has:
        raise InputError(
            f"there is a column {min(given - has)}, but {name} has no such circle"
        )
    return sheet
