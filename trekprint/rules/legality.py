"""Game -> findings: what a filled sheet shows that the rules do not allow.

Looking never raises and never mends: the score is computed from what stands there, and
each finding is a sentence that names the circles and what would be right. The checks
follow the last paragraph of the rules of Trek Mode.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from trekprint.rules.assist import cards_used, not_connected
from trekprint.rules.findings import (
    Finding,
    circles_text,
    count_text,
    is_text,
    list_text,
)
from trekprint.rules.groups import find_steps, numbers_of, rope_steps
from trekprint.rules.items import ASSIST_CARDS, amounts_of, merges_lines
from trekprint.rules.scoring import score
from trekprint.rules.solo.paper import strip_findings
from trekprint.rules.ticks import rows_over_boxes, ticks_impossible, ticks_total

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trekprint.rules.assist import Cards
    from trekprint.rules.game import Game
    from trekprint.rules.groups import Step
    from trekprint.rules.scoring import Score
    from trekprint.sheet.model import Link


def audit(
    game: Game, result: Score | None = None, cards: Cards | None = None
) -> tuple[Finding, ...]:
    """Everything about `game` that the rules do not allow.

    Args:
        game: the filled sheet.
        result: its score, where the caller has it already.
        cards: the Assist cards that its player used in this Ascent, where it belongs
            to an Expedition. Then the sheet must show what they did, and no more.
    """
    checks = (
        _empty_circles(game),
        _over_limit(game),
        not_connected(game, cards),
        _illegal_links(game),
        _illegal_ropes(game),
        _numbers_twice(game),
        _missing_links(game),
        rows_over_boxes(game),
        ticks_total(game),
        ticks_impossible(game),
        cards_used(game, cards),
        _assist_cards(game),
        _written_differs(game, score(game) if result is None else result),
        strip_findings(game),
    )
    return tuple(chain.from_iterable(checks))


# --- circles


def _empty_circles(game: Game) -> Iterator[Finding]:
    empty = tuple(c.id for c in game.sheet.circles if c.id not in game.entries)
    if empty:
        yield Finding(
            code="empty-circles",
            message=f"{circles_text(empty)} {is_text(empty)} empty; the sheet is"
            " finished when every circle holds a number or a skull",
            circles=empty,
        )


def _over_limit(game: Game) -> Iterator[Finding]:
    for circle in game.sheet.circles:
        number = game.number(circle.id)
        if number is not None and game.counts_as_skull(circle.id):
            yield Finding(
                code="over-limit",
                message=f"circle {circle.id} takes at most {circle.limit}, so its"
                f" {number} counts as a skull",
                circles=(circle.id,),
            )


# --- links


def _illegal_links(game: Game) -> Iterator[Finding]:
    touching = frozenset(game.sheet.links)
    for link in sorted(game.links or ()):
        reason = (
            "the two do not touch" if link not in touching else _not_a_step(game, link)
        )
        if reason:
            yield Finding(
                code="illegal-link",
                message=f"the link {link} does not count: {reason}",
                circles=(link.a, link.b),
            )


def _illegal_ropes(game: Game) -> Iterator[Finding]:
    touching, apart = frozenset(game.sheet.links), frozenset(game.sheet.two_apart)
    for rope in sorted(game.ropes):
        reason = ""
        if rope in touching:
            reason = "the two touch, so they are joined without a card"
        elif rope not in apart:
            reason = "no circle that touches both lies between the two"
        reason = reason or _not_a_step(game, rope)
        if reason:
            yield Finding(
                code="illegal-rope",
                message=f"the Rope link {rope} does not count: {reason}",
                circles=(rope.a, rope.b),
            )


def _not_a_step(game: Game, link: Link) -> str:
    """Why `link` joins no consecutive numbers, or empty if it does."""
    numbers = numbers_of(game)
    a, b = numbers.get(link.a), numbers.get(link.b)
    if a is not None and b is not None:
        if abs(a - b) == 1:
            return ""
        return f"{a} and {b} are not consecutive numbers"
    circle = link.a if a is None else link.b
    if circle not in game.entries:
        return f"circle {circle} is empty"
    number = game.number(circle)
    what = "holds a skull" if number is None else f"cannot hold its {number}"
    return f"circle {circle} {what}"


def _drawn_steps(game: Game) -> tuple[Step, ...]:
    """The drawn links and Rope links that join consecutive numbers."""
    touching = frozenset(game.sheet.links)
    drawn = find_steps(numbers_of(game), touching & (game.links or frozenset()))
    return (*drawn, *rope_steps(game))


def _numbers_twice(game: Game) -> Iterator[Finding]:
    steps = _drawn_steps(game)
    ups = Counter(low for low, _ in steps)
    downs = Counter(high for _, high in steps)
    for circle in sorted(ups | downs):
        for count, at, other, side in (
            (ups[circle], 0, 1, "upward"),
            (downs[circle], 1, 0, "downward"),
        ):
            if count < 2:
                continue
            twins = tuple(step[other] for step in steps if step[at] == circle)
            yield Finding(
                code="number-twice-in-line",
                message=f"the {game.number(circle)} in circle {circle} has"
                f" {count} links {side}, to the {game.number(twins[0])} in"
                f" {circles_text(twins)}; a line holds every number once, so only one"
                " of them counts",
                circles=(circle, *twins),
            )


def _missing_links(game: Game) -> Iterator[Finding]:
    """Pairs that would have been joined when the later of them was written.

    Where a number joins only one side (`merge_lines: false`), that is certain only of
    pairs in which neither has any link.
    """
    if game.links is None:
        return
    drawn = _drawn_steps(game)
    lows, highs = {low for low, _ in drawn}, {high for _, high in drawn}
    merges = merges_lines(game.sheet.scoring)
    for low, high in find_steps(numbers_of(game), game.sheet.links):
        free = low not in lows and high not in highs
        if free and (merges or (low not in highs and high not in lows)):
            pair = tuple(sorted((low, high)))
            yield Finding(
                code="missing-link",
                message=f"{circles_text(pair)} hold {game.number(pair[0])} and"
                f" {game.number(pair[1])}, touch, and are both still free, so a link"
                " between them is missing",
                circles=pair,
            )


# --- cards and score boxes


def _assist_cards(game: Game) -> Iterator[Finding]:
    item = game.sheet.item(ASSIST_CARDS)
    most = amounts_of(item)["most"] if item else 0
    if isinstance(most, int) and game.assist_cards > most:
        yield Finding(
            code="too-many-assist-cards",
            message=f"{count_text(game.assist_cards, 'Assist card')} handed in, but at"
            f" most {most} count",
        )


def _written_differs(game: Game, result: Score) -> Iterator[Finding]:
    """Compare the score boxes with what is computed.

    Where links were inferred, only what lines do not decide is compared, and the final
    score with the range.
    """
    written = game.written
    zones = [zone.points for zone in result.zones]
    yield from _row_differs(written, "zone", zones)
    yield from _box_differs(written, "zone_bonus", result.zone_bonus)
    yield from _box_differs(written, "zone_total", sum(zones) + result.zone_bonus)
    if result.inferred:
        yield from _final_out_of_range(written, result)
        return
    lines = [line.points for line in result.lines]
    yield from _row_differs(written, "line", lines)
    yield from _box_differs(written, "line_bonus", result.line_bonus)
    yield from _box_differs(written, "line_total", sum(lines) + result.line_bonus)
    yield from _skulls_differ(written, result)
    yield from _box_differs(written, "final", result.total)


_BOX_WORDS = {
    "line_bonus": "bonus for the longest line",
    "zone_bonus": "bonus for the largest zone",
    "line_total": "total of lines with bonus",
    "zone_total": "total of zones with bonus",
    "final": "final score",
}


def _box_differs(
    written: Mapping[str, int], name: str, points: int
) -> Iterator[Finding]:
    if written.get(name, points) != points:
        yield Finding(
            code="written-differs",
            message=f"the {_BOX_WORDS[name]} says {written[name]}, but it comes to"
            f" {points}",
        )


def _final_out_of_range(written: Mapping[str, int], result: Score) -> Iterator[Finding]:
    low, high = result.lowest, result.highest
    final = written.get("final", high)
    if not low <= final <= high:
        right = result.range_text or str(high)
        yield Finding(
            code="written-differs",
            message=f"the final score says {final}, but it comes to {right}",
        )


def _row_differs(
    written: Mapping[str, int], row: str, points: Sequence[int]
) -> Iterator[Finding]:
    """Compare the boxes of a row with the points, whatever their order."""
    boxes = {
        name: value
        for name, value in written.items()
        if name.startswith(f"{row}_") and name.removeprefix(f"{row}_").isdigit()
    }
    if not boxes:
        return
    # A 0 may stand in a box that is not needed.
    right, stands = Counter(points), Counter(v for v in boxes.values() if v)
    wrong = sorted((stands - right).elements())
    lacking = sorted((right - stands).elements())
    if not wrong and not lacking:
        return
    parts = []
    if wrong:
        parts.append(f"no {row} is worth {list_text(wrong)}")
    if lacking:
        parts.append(f"no box says {list_text(lacking)}")
    yield Finding(
        code="written-differs",
        message=f"the {row} boxes say {list_text(boxes.values())}, but"
        f" {' and '.join(parts)}",
    )


def _skulls_differ(written: Mapping[str, int], result: Score) -> Iterator[Finding]:
    """The skull box: players write the number of skulls or the points they cost."""
    if "skulls" not in written:
        return
    count = len(result.skulls) + len(result.orphans)
    value = written["skulls"]
    if value not in (count, result.penalty, -result.penalty):
        yield Finding(
            code="written-differs",
            message=f"the skulls box says {value}, but skulls and orphans are {count}"
            f" and cost {-result.penalty}",
            circles=tuple(sorted((*result.skulls, *result.orphans))),
        )
