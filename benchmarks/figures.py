"""The tables of `read_photos`: figures for each condition, and all together."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from tests.helpers.simulator_conditions import CONDITIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.measured import PhotoFigures, SheetFigures


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, what it says in full, and its text for some photos."""

    name: str
    meaning: str
    text: Callable[[Sequence[PhotoFigures]], str]


def figures_table(photos: Sequence[PhotoFigures], title: str) -> Table:
    """One row for each condition, in order of appearance, and one for all."""
    table = Table(title=title, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in COLUMNS:
        table.add_column(column.name, justify="left" if not column.meaning else "right")
    names = list(dict.fromkeys(photo.condition for photo in photos))
    for name in names:
        group = [photo for photo in photos if photo.condition == name]
        table.add_row(*(column.text(group) for column in COLUMNS))
    if len(names) > 1:
        table.add_section()
        total = [column.text(photos) for column in COLUMNS]
        table.add_row("all", *total[1:])
    return table


def legend() -> str:
    """What the columns mean, a line each."""
    wide = max(len(column.name) for column in COLUMNS)
    return "\n".join(
        f"{column.name:{wide}}  {column.meaning}"
        for column in COLUMNS
        if column.meaning
    )


def _sheets(photos: Sequence[PhotoFigures]) -> list[SheetFigures]:
    return [sheet for photo in photos for sheet in photo.sheets]


def _found(photos: Sequence[PhotoFigures]) -> list[SheetFigures]:
    return [sheet for sheet in _sheets(photos) if sheet.found]


def _share(right: int, of: int, places: int = 1) -> str:
    return f"{100 * right / of:.{places}f}" if of else "-"


def _sum(
    right: Callable[[SheetFigures], int], of: Callable[[SheetFigures], int], places: int
) -> Callable[[Sequence[PhotoFigures]], str]:
    def text(photos: Sequence[PhotoFigures]) -> str:
        found = _found(photos)
        return _share(sum(map(right, found)), sum(map(of, found)), places)

    return text


def _count(
    holds: Callable[[SheetFigures], bool],
) -> Callable[[Sequence[PhotoFigures]], str]:
    return lambda photos: str(sum(map(holds, _found(photos))))


def _part(
    holds: Callable[[SheetFigures], bool],
) -> Callable[[Sequence[PhotoFigures]], str]:
    def text(photos: Sequence[PhotoFigures]) -> str:
        found = _found(photos)
        return _share(sum(map(holds, found)), len(found))

    return text


def _refused(photos: Sequence[PhotoFigures]) -> str:
    refused = [s for s in _sheets(photos) if not s.found and s.refused]
    may = {name for name, condition in CONDITIONS.items() if condition.may_refuse}
    mark = " ok" if refused and {p.condition for p in photos} <= may else ""
    return f"{len(refused)}{mark}"


def _questions(photos: Sequence[PhotoFigures]) -> str:
    found = _found(photos)
    return f"{sum(s.questions for s in found) / len(found):.2f}" if found else "-"


def _finals(photos: Sequence[PhotoFigures]) -> str:
    finals = [s.final_right for s in _found(photos) if s.final_right is not None]
    return _share(sum(finals), len(finals))


COLUMNS = (
    Column("condition", "", lambda photos: photos[0].condition),
    Column("photos", "how many", lambda photos: str(len(photos))),
    Column(
        "found",
        "sheets found, of those there",
        lambda photos: f"{len(_found(photos))}/{len(_sheets(photos))}",
    ),
    Column("refused", "sheets not read, with a sentence that says why", _refused),
    Column(
        "false",
        "sheets found that are not there",
        lambda photos: str(sum(len(photo.strangers) for photo in photos)),
    ),
    Column(
        "circles",
        "% right before anything is asked",
        _sum(lambda s: s.right_before, lambda s: s.circles, 2),
    ),
    Column(
        "asked",
        "% of circles asked until nothing is open",
        _sum(lambda s: s.asked, lambda s: s.circles, 2),
    ),
    Column("quest.", "questions of all kinds, for each sheet", _questions),
    Column(
        "after",
        "% of circles right after asking",
        _sum(lambda s: s.right_after, lambda s: s.circles, 2),
    ),
    Column(
        "links", "% right, unaided", _sum(lambda s: s.links_right, lambda s: s.links, 2)
    ),
    Column(
        "ticks",
        "% of boxes right, unaided",
        _sum(lambda s: s.ticks_right, lambda s: s.tick_boxes, 2),
    ),
    Column("final", "% of written final scores read", _finals),
    Column("totals", "% right, unaided", _part(lambda s: s.total_read == s.total)),
    Column("sure", "% of sheets sure at once", _part(lambda s: s.status == "sure")),
    Column(
        "WRONG",
        "totals wrong while sure, at once",
        _count(lambda s: s.wrong_while_sure),
    ),
    Column(
        "WRONG'",
        "totals wrong when nothing more is asked",
        _count(lambda s: s.wrong_after_asking),
    ),
    Column(
        "s",
        "median seconds of one core, for each photo",
        lambda photos: f"{median(photo.seconds for photo in photos):.2f}",
    ),
    Column(
        "MB",
        "most memory of a photo",
        lambda photos: f"{max(photo.megabytes for photo in photos):.0f}",
    ),
)
