"""What is really on a test photo, and how a reading compares with it.

A truth is kept as YAML beside its photo:

    conditions: {tilt_deg: 12.5, ...}       how the photo was made
    sheets:                                 one for each sheet in the photo
      - sheet: kagkot
        copy: 3
        circles: {1: 4, 2: skull, ...}      empty circles have no key
        crossed: [6]                        orphans struck out: skull or number is right
        links: [[1, 2], ...]
        ropes: [[3, 9]]                     Rope links; left out where none
        ticks: {lower: 4, ...}
        assist: 0
        tent_crosses: 1                     beside the sum row; left out where none
        written: {final: 15, ...}           what the player wrote, right or wrong
        total: 15                           by the drawn links
        corners: [[x, y], ...]              of the form in photo pixels, from top-left
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SKULL = "skull"

CircleTruth = int | str
"""A number, or SKULL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTruth:
    """One sheet of a photo."""

    sheet: str
    revision: int
    copy: int
    circles: Mapping[int, CircleTruth]
    crossed: tuple[int, ...] = ()
    links: frozenset[tuple[int, int]] = frozenset()
    ropes: frozenset[tuple[int, int]] = frozenset()
    ticks: Mapping[str, int] = field(default_factory=dict)
    assist: int = 0
    tent_crosses: int = 0
    written: Mapping[str, int] = field(default_factory=dict)
    total: int = 0
    slips: tuple[int, ...] = ()
    corners: tuple[tuple[float, float], ...] = ()

    def accepts(self, circle: int, state: str, value: int | None) -> bool:
        """Whether a reading (`state` and `value` as in CONTRACT's JSON) is right."""
        wanted = self.circles.get(circle)
        if wanted is None:
            return state == "empty"
        if state == SKULL and circle in self.crossed:
            return True
        if wanted == SKULL:
            return state == SKULL
        return state == "number" and value == wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoTruth:
    """All sheets of a photo, in reading order of their printing, and its conditions."""

    sheets: tuple[SheetTruth, ...]
    conditions: Mapping[str, Any] = field(default_factory=dict)


def dump_truth(truth: PhotoTruth) -> str:
    """The YAML of `truth`."""
    plain = {
        "conditions": dict(truth.conditions),
        "sheets": [
            {
                "sheet": one.sheet,
                "revision": one.revision,
                "copy": one.copy,
                "circles": dict(one.circles),
                "crossed": list(one.crossed),
                "links": [list(link) for link in sorted(one.links)],
                **(
                    {"ropes": [list(r) for r in sorted(one.ropes)]} if one.ropes else {}
                ),
                "ticks": dict(one.ticks),
                "assist": one.assist,
                **({"tent_crosses": one.tent_crosses} if one.tent_crosses else {}),
                "written": dict(one.written),
                "total": one.total,
                "corners": [[round(x, 2), round(y, 2)] for x, y in one.corners],
            }
            for one in truth.sheets
        ],
    }
    return yaml.safe_dump(plain, sort_keys=False, default_flow_style=None, width=88)


def load_truth(file: Path) -> PhotoTruth:
    """The truth in `file`, as `dump_truth` wrote it."""
    plain = yaml.safe_load(file.read_text(encoding="utf-8"))
    return PhotoTruth(
        conditions=plain["conditions"],
        sheets=tuple(
            SheetTruth(
                sheet=one["sheet"],
                revision=one["revision"],
                copy=one["copy"],
                circles=one["circles"],
                crossed=tuple(one["crossed"]),
                links=frozenset((a, b) for a, b in one["links"]),
                ropes=frozenset((a, b) for a, b in one.get("ropes", ())),
                ticks=one["ticks"],
                assist=one["assist"],
                tent_crosses=one.get("tent_crosses", 0),
                written=one["written"],
                total=one["total"],
                corners=tuple((x, y) for x, y in one["corners"]),
            )
            for one in plain["sheets"]
        ),
    )
