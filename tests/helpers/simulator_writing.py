"""Writes a played game on a sheet as one player would: numbers, links, ticks, patterns.

One hand writes the whole sheet: its digits are one writer's own, its ticks, skulls and
patterns keep to one manner. Places are those of the layout, in the paper's mm.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tests.helpers.simulator_hand import Hand, draw_line, smooth, write_number
from tests.helpers.simulator_ink import InkLayer, segment, wobble
from tests.helpers.simulator_marks import cross_out, draw_patterns, draw_skull, mark_box
from tests.helpers.simulator_ropes import draw_rope

if TYPE_CHECKING:
    from tests.helpers.play import PlayedGame
    from trekprint.sheet.geometry import Box
    from trekprint.sheet.placed import Layout, PlacedCircle, PlacedLink


def write_game(
    played: PlayedGame,
    layout: Layout,
    hand: Hand,
    layer: InkLayer,
    rng: np.random.Generator,
) -> None:
    """Draw all that `played` puts on paper onto `layer`."""
    circles = {circle.id: circle for circle in layout.circles}
    for id_, entry in played.game.entries.items():
        circle = circles[id_]
        if entry.number is None:
            draw_skull(layer, hand, circle.centre, circle.radius_mm, rng)
        else:
            _write_in_circle(layer, hand, circle, entry.number, rng)
    for link in layout.links:
        if link.link in (played.game.links or ()):
            _draw_link(layer, hand, link, rng)
    for rope in sorted(played.game.ropes):
        draw_rope(layer, hand, rope, circles, rng)
    if hand.patterns:
        draw_patterns(layer, hand, circles, played, rng)
    for id_ in sorted(played.crossed):
        cross_out(layer, hand, circles[id_], rng)
    _draw_ticks(layer, hand, layout, played, rng)
    _fill_score_boxes(layer, hand, layout, played, rng)
    if rng.random() < 0.5:
        _scrawl(layer, hand, layout.panel("name"), rng)


def _write_in_circle(
    layer: InkLayer,
    hand: Hand,
    circle: PlacedCircle,
    number: int,
    rng: np.random.Generator,
) -> None:
    if hand.overwritten and rng.random() < hand.overwritten:
        _write_over(layer, hand, circle, number, rng)
        return
    if hand.struck and rng.random() < hand.struck:
        _write_beside(layer, hand, circle, number, rng)
        return
    radius = circle.radius_mm
    most = 0.25 if number < 10 else 0.12
    spread = np.clip(rng.normal(0.0, hand.spread, 2), -most, most) * radius
    write_number(
        layer,
        hand,
        number,
        middle=(circle.centre.x + spread[0], circle.centre.y + spread[1]),
        height_mm=hand.size * 2 * radius * rng.uniform(0.88, 1.12),
        room_mm=1.6 * radius,
        rng=rng,
    )


_FAINTER, _BOLDER = 0.7, 1.7
"""How wide a number is that was wrong, and the one that was drawn over it."""
_BOLDEST_MM = 1.4


def _another(number: int, rng: np.random.Generator) -> int:
    """A number that was wrong before it became `number`."""
    return int((number + rng.integers(1, 13)) % 13)


def _write_over(
    layer: InkLayer,
    hand: Hand,
    circle: PlacedCircle,
    number: int,
    rng: np.random.Generator,
) -> None:
    """A number, gone over boldly with another one."""
    width = hand.pen.width_mm
    old = replace(hand, pen=replace(hand.pen, width_mm=width * _FAINTER))
    new = replace(
        hand, pen=replace(hand.pen, width_mm=min(_BOLDEST_MM, width * _BOLDER))
    )
    height = hand.size * 2 * circle.radius_mm
    for writer, figure in ((old, _another(number, rng)), (new, number)):
        write_number(
            layer,
            writer,
            figure,
            middle=(circle.centre.x, circle.centre.y),
            height_mm=height * rng.uniform(0.95, 1.1),
            room_mm=1.6 * circle.radius_mm,
            rng=rng,
        )


def _write_beside(
    layer: InkLayer,
    hand: Hand,
    circle: PlacedCircle,
    number: int,
    rng: np.random.Generator,
) -> None:
    """A number struck out, and the right one to its right, both in the circle."""
    radius = circle.radius_mm
    off, height = 0.45 * radius, 0.75 * radius
    x, y = circle.centre.x, circle.centre.y
    for at, figure in ((x - off, _another(number, rng)), (x + off, number)):
        write_number(
            layer,
            hand,
            figure,
            middle=(at, y),
            height_mm=height * rng.uniform(0.9, 1.1),
            room_mm=0.85 * radius,
            rng=rng,
        )
    rise = rng.uniform(-0.4, 0.4) * height
    strike = segment((x - 1.9 * off, y + rise), (x - 0.15 * off, y - rise))
    for _ in range(int(rng.integers(2, 4))):
        draw_line(layer, hand, wobble(strike, 0.2, rng), rng)


def _draw_link(
    layer: InkLayer, hand: Hand, link: PlacedLink, rng: np.random.Generator
) -> None:
    """A wobbly stroke from disc to disc, its ends off by up to a millimetre."""
    along = np.array([link.end.x - link.start.x, link.end.y - link.start.y])
    along /= np.hypot(*along)
    across = np.array([-along[1], along[0]])
    for _ in range(1 + int(rng.random() < hand.link_twice)):
        reach = np.clip(hand.link_reach_mm + rng.normal(0.0, 0.25, 2), -0.9, 1.0)
        off = np.clip(rng.normal(0.0, 0.35, 2), -1.0, 1.0)
        start = (link.start.x, link.start.y) - reach[0] * along + off[0] * across
        end = (link.end.x, link.end.y) + reach[1] * along + off[1] * across
        line = wobble(segment(start, end), hand.link_wobble_mm, rng)
        draw_line(layer, hand, line, rng)


def _draw_ticks(
    layer: InkLayer,
    hand: Hand,
    layout: Layout,
    played: PlayedGame,
    rng: np.random.Generator,
) -> None:
    left = dict(played.game.ticks or {})
    for tick in layout.tick_boxes:
        if left.get(tick.option, 0) > 0:
            left[tick.option] -= 1
            mark_box(layer, hand, tick.box, rng)
    if played.game.tent_crosses:
        mark_box(layer, replace(hand, tick="cross"), layout.panel("sum_extra"), rng)


def _fill_score_boxes(
    layer: InkLayer,
    hand: Hand,
    layout: Layout,
    played: PlayedGame,
    rng: np.random.Generator,
) -> None:
    boxes = {named.name: named.box for named in layout.score_boxes}
    for card in range(1, played.game.assist_cards + 1):
        mark_box(layer, hand, boxes[f"assist_{card}"], rng)
    for name, number in played.game.written.items():
        box = boxes[name]
        off = rng.normal(0.0, 0.04, 2) * (box.width, box.height)
        write_number(
            layer,
            hand,
            abs(number),
            middle=(box.centre.x + off[0], box.centre.y + off[1]),
            height_mm=box.height * rng.uniform(0.5, 0.72),
            room_mm=box.width * 0.9,
            rng=rng,
            minus=number < 0,
        )


def _scrawl(layer: InkLayer, hand: Hand, box: Box, rng: np.random.Generator) -> None:
    """Something like a name on the line of `box`."""
    x = box.x + box.width * rng.uniform(0.2, 0.3)
    base = box.bottom - 1.2
    for _ in range(int(rng.integers(3, 8))):
        tall = rng.random() < 0.35
        height = 3.4 if tall else 1.7
        width = rng.uniform(1.2, 2.2)
        letter = segment(
            (x, base - height),
            (x + 0.1 * width, base),
            (x + 0.5 * width, base - 0.9 * min(height, 1.7)),
            (x + 0.8 * width, base - 0.1),
            (x + width, base - 0.7),
        )
        draw_line(layer, hand, smooth(wobble(letter, 0.25, rng, 14)), rng)
        x += width * 1.05
