"""Holds what `trekprint score --json` says of a photo against its truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.helpers.photo_truth import PhotoTruth, SheetTruth


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongCircle:
    """A circle that was read wrong: what it says, what was read, whether asked."""

    id: int
    truth: int | str
    read: int | str
    doubtful: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One sheet of a photo. `result` is its JSON object, None if it was not found.

    `wrong_links` and `wrong_ropes` are drawn but not read, or read but not drawn.
    `wrong_ticks` counts boxes. `final_right` is None where the player wrote no final
    score.
    """

    truth: SheetTruth
    result: Mapping[str, Any] | None
    wrong_circles: tuple[WrongCircle, ...] = ()
    wrong_links: tuple[tuple[int, int], ...] = ()
    wrong_ropes: tuple[tuple[int, int], ...] = ()
    wrong_ticks: int = 0
    assist_right: bool = False
    final_right: bool | None = None
    total_right: bool = False

    @property
    def sure(self) -> bool:
        """Whether the program stands by its result."""
        return self.result is not None and self.result["status"] == "sure"

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong while sure, in words; empty as it should be."""
        faults = [
            f"circle {c.id} is {c.truth}, read {c.read} without doubt"
            for c in self.wrong_circles
            if not c.doubtful
        ]
        if self.sure:
            faults += [
                f"link {a}-{b} is wrong though sure" for a, b in self.wrong_links
            ]
            faults += [
                f"rope {a}-{b} is wrong though sure" for a, b in self.wrong_ropes
            ]
            if not self.total_right:
                faults.append(f"the total is {self.truth.total}, sure of another")
        return tuple(faults)


def compare(
    truth: PhotoTruth, results: Sequence[Mapping[str, Any]]
) -> tuple[Comparison, ...]:
    """Every sheet of `truth` with the result of the same sheet and copy."""
    by_copy = {(r["sheet"], r["copy"]): r for r in results if r["status"] != "failed"}
    return tuple(
        _compared(sheet, by_copy.get((sheet.sheet, sheet.copy)))
        for sheet in truth.sheets
    )


def strangers(
    truth: PhotoTruth, results: Sequence[Mapping[str, Any]]
) -> tuple[str, ...]:
    """Sheets that were found but are not in the photo."""
    there = {(sheet.sheet, sheet.copy) for sheet in truth.sheets}
    return tuple(
        f"{r['sheet']}, copy {r['copy']}"
        for r in results
        if r["status"] != "failed" and (r["sheet"], r["copy"]) not in there
    )


def _compared(truth: SheetTruth, result: Mapping[str, Any] | None) -> Comparison:
    if result is None:
        return Comparison(truth=truth, result=None)
    read_links = {(a, b) for a, b in result["links"]}
    ticks = result["ticks"] or {}
    read_ropes = {(a, b) for a, b in result.get("ropes", ())}
    final = truth.written.get("final")
    return Comparison(
        truth=truth,
        result=result,
        wrong_circles=tuple(_wrong_circles(truth, result)),
        wrong_links=tuple(sorted(read_links ^ truth.links)),
        wrong_ropes=tuple(sorted(read_ropes ^ truth.ropes)),
        wrong_ticks=sum(
            abs(count - (ticks.get(option) or 0))
            for option, count in truth.ticks.items()
        ),
        assist_right=result["score"]["extras"].get("assist_cards", 0)
        == 3 * truth.assist,
        final_right=None
        if final is None
        else (result["written"] or {}).get("final") == final,
        total_right=result["score"]["total"] == truth.total,
    )


def _wrong_circles(truth: SheetTruth, result: Mapping[str, Any]) -> list[WrongCircle]:
    return [
        WrongCircle(
            id=circle["id"],
            truth=truth.circles.get(circle["id"], "empty"),
            read=circle["value"] if circle["state"] == "number" else circle["state"],
            doubtful=circle["doubtful"],
        )
        for circle in result["circles"]
        if not truth.accepts(circle["id"], circle["state"], circle["value"])
    ]
