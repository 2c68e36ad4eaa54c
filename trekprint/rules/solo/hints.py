"""What of a roll would go on with a line or a zone of yours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.rules.findings import list_text
from trekprint.rules.groups import numbers_of
from trekprint.rules.solo.replay import with_your_entry, your_choices, your_entry
from trekprint.rules.solo.steps import Round

if TYPE_CHECKING:
    from trekprint.rules.solo.max_climber import Dice
    from trekprint.rules.solo.state import SoloState
    from trekprint.sheet.model import CircleId


def hints(state: SoloState, dice: Dice) -> tuple[str, ...]:
    """`circle 7: 9 (sum) joins the 8 in circle 5`, for every circle you may write in.

    Only what would be joined or make a zone is named, circle by circle.
    """
    found: dict[tuple[CircleId, str, str], list[str]] = {}
    for circle in state.reachable:
        for option, boxes in state.boxes_left.items():
            step = Round(dice=dice, circle=circle, option=option)
            entry = your_entry(state, step)
            if not boxes or entry.is_skull:
                continue
            parts = _parts(state, step)
            if parts:
                what = (circle, str(entry), list_text(parts))
                found.setdefault(what, []).append(option.value)
    return tuple(
        f"circle {circle}: {number} ({' or '.join(options)}) {what}"
        for (circle, number, what), options in found.items()
    )


def _parts(state: SoloState, step: Round) -> list[str]:
    numbers = numbers_of(with_your_entry(state, step))
    parts = []
    for choice in your_choices(state, step):
        others = [link.b if link.a == step.circle else link.a for link in choice]
        parts.append("joins " + " or ".join(_place(numbers, end) for end in others))
    zone = [
        other
        for other in sorted(state.sheet.touching[step.circle])
        if numbers.get(other) == numbers[step.circle]
    ]
    if zone:
        parts.append(f"makes a zone with {list_text(map(str, zone))}")
    return parts


def _place(numbers: dict[CircleId, int], circle: CircleId) -> str:
    return f"the {numbers[circle]} in circle {circle}"
