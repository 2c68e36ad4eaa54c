"""A scored sheet with its doubts: what `score` shows, asks about, and gives as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from trekprint.rules.scoring import score_data

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from trekprint.rules.findings import Finding
    from trekprint.rules.game import Game
    from trekprint.rules.scoring import Score
    from trekprint.sheet.model import CircleId, Link, Option

    GreyImage: TypeAlias = NDArray[np.uint8]

CONTENT_NAMES = (*(str(number) for number in range(13)), "skull", "empty")
"""What may stand in a circle, by the index of `decode`'s states."""

SUSPICIOUS = frozenset(
    {
        "empty-circles",
        "over-limit",
        "not-connected",
        "illegal-link",
        "illegal-rope",
        "number-twice-in-line",
        "missing-link",
        "row-over-boxes",
        "ticks-impossible",
        "written-differs",
        "max-slip",
    }
)
"""Findings that a misreading would cause; a forgotten tick alone is a player's slip."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleResult:
    """What was found in one circle.

    `content` is one of `CONTENT_NAMES` or `unreadable`; `alternatives` are contents
    with their probabilities, likeliest first. `read` is what was read where a person
    was asked or corrected it, else None.
    """

    id: CircleId
    content: str
    confidence: float = 1.0
    doubtful: bool = False
    alternatives: tuple[tuple[str, float], ...] = ()
    read: str | None = None


DoubtKey: TypeAlias = "CircleId | Link | str"
"""A circle, a link, the name of a score box or option; `""` is the whole sheet."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Doubt:
    """One question to the person who has the sheet.

    `candidates` are answers with their probabilities, likeliest first: for a circle
    contents, for links and boxes `yes` and `no`. `gain` is how many bits the answer
    tells about the total; the question that tells most is asked first.
    """

    key: DoubtKey
    sentence: str
    candidates: tuple[tuple[str, float], ...]
    gain: float = 0.0
    crop: GreyImage | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SheetResult:
    """One scored sheet, or the reason why there is none (`error`).

    `confidence` is the probability that the total is right for what is written.
    `written` is what could be read in the score boxes; the audit holds only what is
    sure of it against the score. `warnings` are sentences about the photo, `notes`
    about what was taken otherwise than it was typed, `corrections` about what a person
    said against the reading. `name` is the picture of the line for the name.
    """

    source: str
    page: int = 1
    copy: int | None = None
    game: Game | None = None
    score: Score | None = None
    findings: tuple[Finding, ...] = ()
    circles: tuple[CircleResult, ...] = ()
    links_from: str = "given"
    written: Mapping[str, int] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()
    confidence: float = 1.0
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    corrections: tuple[str, ...] = ()
    name: GreyImage | None = None
    error: str | None = None

    @property
    def status(self) -> str:
        """`sure`, `doubtful` or `failed`."""
        if self.error is not None:
            return "failed"
        return "doubtful" if self.doubts else "sure"

    @property
    def total(self) -> int | None:
        """The total, where there is one."""
        return None if self.score is None else self.score.total


def result_data(result: SheetResult) -> dict[str, object]:
    """`result` as plain values: an object of the contract's JSON array."""
    game, scored = result.game, result.score
    data: dict[str, object] = {
        "source": result.source,
        "page": result.page,
        "sheet": game.sheet.id if game else None,
        "revision": game.sheet.revision if game else None,
        "copy": result.copy,
        "player": game.player if game else None,
        "status": result.status,
        "confidence": round(result.confidence, 4) if scored else None,
        "error": result.error,
        "circles": [_circle_data(circle) for circle in result.circles],
        "ticks": _ticks_data(game) if game else {},
        "links": [[link.a, link.b] for link in sorted(scored.links)] if scored else [],
        "links_from": result.links_from,
        "ropes": [[rope.a, rope.b] for rope in sorted(game.ropes)] if game else [],
        "score": score_data(scored) if scored else None,
        "written": dict(result.written) or None,
        "audit": [
            {
                "code": finding.code,
                "message": finding.message,
                "circles": list(finding.circles),
            }
            for finding in result.findings
        ],
        "doubts": [doubt.sentence for doubt in result.doubts],
        "warnings": [*result.warnings, *result.notes],
    }
    if result.corrections:
        data["corrections"] = list(result.corrections)
    if game and game.links is not None:
        data["links"] = [[link.a, link.b] for link in sorted(game.links)]
    return data


def _circle_data(circle: CircleResult) -> dict[str, object]:
    number = content_value(circle.content)
    state = "number" if isinstance(number, int) else circle.content
    first = {} if circle.read is None else {"read": content_value(circle.read)}
    return {
        "id": circle.id,
        "state": state,
        "value": number if isinstance(number, int) else None,
        "confidence": round(circle.confidence, 4),
        "doubtful": circle.doubtful,
        "alternatives": [
            [content_value(content), round(probability, 4)]
            for content, probability in circle.alternatives
        ],
        **first,
    }


def content_value(content: str) -> int | str:
    """`7` for the content `7`; `skull`, `empty` and `unreadable` as they are."""
    return int(content) if content.isdigit() else content


def _ticks_data(game: Game) -> dict[str, int] | None:
    if game.ticks is None:
        return None
    rows = (row.option for row in game.sheet.options)
    return {option.value: _count(game, option) for option in rows}


def _count(game: Game, option: Option) -> int:
    return (game.ticks or {}).get(option, 0)
