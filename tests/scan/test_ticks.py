"""Marks in boxes: every way of marking counts, nothing else does."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.scan.drawing import PX_PER_MM, form, small_layout
from trekprint.scan.ink import find_ink
from trekprint.scan.registration import Form
from trekprint.scan.ticks import TickParams, tick_probability

BOX = small_layout().tick_boxes[5].box

Stroke = tuple[tuple[float, float], tuple[float, float]]
"""From and to, in shares of the box's side from its top-left corner."""

CHECK: list[Stroke] = [((0.15, 0.5), (0.4, 0.85)), ((0.4, 0.85), (0.95, 0.05))]
CROSS: list[Stroke] = [((0.1, 0.1), (0.9, 0.9)), ((0.1, 0.9), (0.9, 0.1))]
SLASH: list[Stroke] = [((0.1, 0.9), (0.9, 0.1))]
FILLED: list[Stroke] = [((0.05, y), (0.95, y + 0.03)) for y in np.arange(0.05, 1, 0.1)]
SCRIBBLE: list[Stroke] = [
    ((-0.25, y), (1.25, y + 0.03)) for y in np.arange(-0.25, 1.25, 0.08)
]


def marked(
    strokes: list[Stroke],
    *,
    width_mm: float = 0.5,
    grey: int = 60,
    params: TickParams | None = None,
) -> float:
    image = form()
    for start, end in strokes:
        ends = [
            (
                round((BOX.x + x * BOX.width) * PX_PER_MM),
                round((BOX.y + y * BOX.height) * PX_PER_MM),
            )
            for x, y in (start, end)
        ]
        line = np.full_like(image, 255)
        width = max(1, round(width_mm * PX_PER_MM))
        cv2.line(line, ends[0], ends[1], grey, width, cv2.LINE_AA)
        image = np.minimum(image, line)
    ink = find_ink(Form(image=image, px_per_mm=PX_PER_MM))
    return tick_probability(ink, BOX, 1 - grey / 235, PX_PER_MM, params)


def test_a_few_dots_of_a_dithered_picture_are_no_mark() -> None:
    """Two specks of half a millimetre, as dots in an empty box may be."""
    specks = [((0.35, 0.4), (0.35, 0.42)), ((0.65, 0.6), (0.65, 0.62))]
    assert marked(specks, width_mm=0.5) > 0.5
    assert marked(specks, width_mm=0.5, params=TickParams().for_dots()) < 0.2
    assert marked(CHECK, params=TickParams().for_dots()) > 0.8


@pytest.mark.parametrize("strokes", [CHECK, CROSS, SLASH, FILLED])
@pytest.mark.parametrize(("width", "grey"), [(0.35, 60), (0.9, 60), (0.5, 195)])
def test_every_mark_counts(strokes: list[Stroke], width: float, grey: int) -> None:
    assert marked(strokes, width_mm=width, grey=grey) > 0.95


@pytest.mark.parametrize(
    "strokes",
    [
        [],
        [((-0.6, 0.8), (0.12, -0.1))],
        [((1.3, 0.4), (0.85, 0.95))],
    ],
    ids=["empty", "tail-left", "tail-right"],
)
def test_tails_of_neighbours_do_not(strokes: list[Stroke]) -> None:
    assert marked(strokes) < 0.05


def test_a_scribbled_out_box_is_a_doubt() -> None:
    assert 0.1 < marked(SCRIBBLE) < 0.9


def test_a_dot_is_a_doubt_at_most() -> None:
    assert marked([((0.5, 0.5), (0.52, 0.5))], width_mm=0.6) < 0.9


def test_the_soft_corner_of_a_shadow_is_no_mark() -> None:
    """A phone's shadow ended in a +3 box, which then counted as marked."""
    image = form().astype(np.float64)
    down, across = np.indices(image.shape) / PX_PER_MM
    down, across = down - BOX.y - BOX.height * 0.5, across - BOX.x - BOX.width / 2
    inside = np.minimum(down - across, down + across) / np.sqrt(2)
    light = 0.6 + 0.4 / (1 + np.exp(inside / 0.7))
    shaded = np.clip(image * light, 0, 255).astype(np.uint8)
    ink = find_ink(Form(image=shaded, px_per_mm=PX_PER_MM))
    blind = TickParams(steepest=0.0)
    assert tick_probability(ink, BOX, 0.25, PX_PER_MM, blind) > 0.9
    assert tick_probability(ink, BOX, 0.25, PX_PER_MM) < 0.1
