"""Who won: results of one sheet in order, ties shared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.sheet.solo_form import MAX_PREFIX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.workflows.results import SheetResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One row; equal totals share a place, and the places after it are skipped."""

    place: int
    name: str
    total: int
    doubtful: bool


def rank(results: Sequence[SheetResult]) -> list[tuple[str, list[Ranked]]]:
    """(title, ranking) for every sheet of which there are two results or more.

    A sheet on which nothing stands, such as the other half of a page, was not played.
    """
    by_sheet: dict[str, list[SheetResult]] = {}
    for result in results:
        if result.game is not None and result.score is not None and result.game.entries:
            # Max climbs the same mountain on a form of his own.
            mountain = result.game.sheet.id.removeprefix(MAX_PREFIX)
            by_sheet.setdefault(mountain, []).append(result)
    return [
        (_title(min(group, key=_is_max)), _ranking(group))
        for group in by_sheet.values()
        if len(group) > 1
    ]


def _is_max(result: SheetResult) -> bool:
    return result.game is not None and result.game.sheet.strip


def _title(result: SheetResult) -> str:
    return result.game.sheet.title["en"] if result.game else ""


def _ranking(results: list[SheetResult]) -> list[Ranked]:
    totals = [result.total or 0 for result in results]
    rows = [
        Ranked(
            place=1 + sum(other > total for other in totals),
            name=_name(result),
            total=total,
            doubtful=bool(result.doubts),
        )
        for result, total in zip(results, totals, strict=True)
    ]
    return sorted(rows, key=lambda row: row.place)


def _name(result: SheetResult) -> str:
    if result.game and result.game.player:
        return result.game.player
    if result.copy is not None:
        return f"copy {result.copy} ({result.source})"
    return result.source
