"""Ink lies where the truth says, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.helpers.handwriting import writers
from tests.helpers.play import PlayedGame, PlayerParams, play
from tests.helpers.simulator_hand import SKULLS, TICKS, Hand, draw_hand, write_number
from tests.helpers.simulator_ink import InkLayer
from tests.helpers.simulator_marks import mark_box
from tests.helpers.simulator_writing import write_game
from trekprint.sheet.geometry import Box
from trekprint.sheet.layout import form_layout
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from trekprint.sheet.placed import Layout, PlacedLink

PX_PER_MM = 8.0


def ink_in_disc(layer: InkLayer, x: float, y: float, radius: float) -> float:
    """Square mm of ink within `radius` of a place."""
    mask = np.zeros(layer.coverage.shape, np.uint8)
    centre = (round(x * PX_PER_MM), round(y * PX_PER_MM))
    cv2.circle(mask, centre, round(radius * PX_PER_MM), 1, -1)
    return float((layer.coverage * mask).sum()) / PX_PER_MM**2


def ink_in_box(layer: InkLayer, box: Box) -> float:
    """Square mm of ink in `box`."""
    x0, y0, x1, y1 = (
        round(side * PX_PER_MM) for side in (box.x, box.y, box.right, box.bottom)
    )
    return float(layer.coverage[y0:y1, x0:x1].sum()) / PX_PER_MM**2


def written(
    seed: int, name: str, params: PlayerParams | None = None
) -> tuple[PlayedGame, Layout, Hand, InkLayer]:
    sheet = load_sheet(name)
    rng = np.random.default_rng(seed)
    layout = form_layout(sheet)
    played = play(sheet, rng, params or PlayerParams(unfinished=0.5))
    hand = draw_hand(rng)
    layer = InkLayer(layout.box.width, layout.box.height, PX_PER_MM)
    write_game(played, layout, hand, layer, rng)
    return played, layout, hand, layer


@pytest.mark.parametrize("name", ["dunai", "kagkot", "dhaulagiri"])
@pytest.mark.parametrize("seed", range(5))
def test_ink_lies_where_the_truth_says(name: str, seed: int) -> None:
    played, layout, _, layer = written(seed, name)
    for circle in layout.circles:
        middle = ink_in_disc(
            layer, circle.centre.x, circle.centre.y, circle.radius_mm - 1.1
        )
        assert (middle > 0.4) == (circle.id in played.game.entries)
    for link in layout.links:
        if link.link in (played.game.links or ()):
            assert ink_along(layer, link, 0.3, 0.7, beside_mm=1.0) > 0.9
        else:
            assert ink_along(layer, link, 0.45, 0.55, beside_mm=0.4) == 0.0
    for option, count in (played.game.ticks or {}).items():
        boxes = [tick.box for tick in layout.tick_boxes if tick.option is option]
        marked = [ink_in_box(layer, box.shrunk(0.6)) > 0.3 for box in boxes]
        assert marked == [index < count for index in range(len(boxes))]
    for named in layout.score_boxes:
        marks = ink_in_box(layer, named.box.shrunk(0.8)) > 0.3
        if named.name.startswith("assist"):
            assert marks == (int(named.name[-1]) <= played.game.assist_cards)
        else:
            assert marks == (named.name in played.game.written)


def ink_along(
    layer: InkLayer, link: PlacedLink, start: float, end: float, beside_mm: float
) -> float:
    """Share of a stretch of a bridge that has ink on it or at most so far beside it."""
    steps = np.linspace(start, end, 9)
    hit = 0
    for share in steps:
        x = link.bridge_start.x + share * (link.bridge_end.x - link.bridge_start.x)
        y = link.bridge_start.y + share * (link.bridge_end.y - link.bridge_start.y)
        hit += ink_in_disc(layer, x, y, beside_mm) > 0.05
    return hit / len(steps)


def test_every_manner_of_skull_and_tick_leaves_ink() -> None:
    rng = np.random.default_rng(4)
    for manner in TICKS:
        hand = replace(draw_hand(rng), tick=manner)
        layer = InkLayer(20, 20, PX_PER_MM)
        mark_box(layer, hand, Box(7, 7, 5, 5), rng)
        assert ink_in_box(layer, Box(7, 7, 5, 5)) > 0.8
        assert ink_in_box(layer, Box(0, 0, 20, 4)) == 0.0
    for manner in SKULLS:
        sheet = load_sheet("kagkot")
        played = play(sheet, rng)
        while not played.tally.skulls:
            played = play(sheet, rng)
        layout = form_layout(sheet)
        layer = InkLayer(148, 210, PX_PER_MM)
        write_game(played, layout, replace(draw_hand(rng), skull=manner), layer, rng)
        circle = next(c for c in layout.circles if c.id == played.tally.skulls[0])
        assert ink_in_disc(layer, circle.centre.x, circle.centre.y, 5.0) > 1.0


def test_numbers_are_as_high_and_wide_as_asked() -> None:
    rng = np.random.default_rng(6)
    for writer in writers():
        hand = draw_hand(rng, writer=writer)
        for number in (0, 7, 10, 12):
            layer = InkLayer(40, 40, PX_PER_MM)
            write_number(
                layer,
                hand,
                number,
                middle=(20, 20),
                height_mm=8.0,
                room_mm=9.0,
                rng=rng,
            )
            rows, cols = np.nonzero(layer.coverage > 0.5)
            assert np.ptp(rows) / PX_PER_MM < 8.0 * 1.5
            assert np.ptp(cols) / PX_PER_MM < 9.0 * 1.5
            assert abs(rows.mean() / PX_PER_MM - 20) < 2.5
            assert abs(cols.mean() / PX_PER_MM - 20) < 2.5
