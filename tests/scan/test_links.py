"""Drawn lines are links; all else that meets a bridge is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.scan.drawing import PAPER, PX_PER_MM, Marks, form, small_layout
from trekprint.scan.anchors import find_shifts
from trekprint.scan.circles import disc_ink, pen_darkness
from trekprint.scan.ink import find_ink
from trekprint.scan.links import best_ways, link_evidence, link_probability
from trekprint.scan.registration import Form
from trekprint.sheet.geometry import Point
from trekprint.sheet.model import Link

LAYOUT = small_layout()
BRIDGE = next(link for link in LAYOUT.links if link.link == Link.of(4, 5))


def drawn(strokes: list[tuple[Point, Point]], *, width_mm: float, grey: int) -> float:
    """The probability that 4-5 is drawn on a form with these strokes."""
    image = form(Marks(texts={1: "7", 2: "11"}, pen_mm=width_mm, grey=grey))
    for start, end in strokes:
        ends = [(round(p.x * PX_PER_MM), round(p.y * PX_PER_MM)) for p in (start, end)]
        stroke = max(1, round(width_mm * PX_PER_MM))
        line = np.full_like(image, 255)
        cv2.line(line, ends[0], ends[1], grey, stroke, cv2.LINE_AA)
        image = np.minimum(image, line)
    noise = np.random.default_rng(3).normal(0, 3, image.shape)
    image = np.clip(image + noise, 0, 255).astype(np.uint8)
    ink = find_ink(Form(image=image, px_per_mm=PX_PER_MM))
    shifts = find_shifts(ink, LAYOUT)
    pen = pen_darkness([disc_ink(ink, c.centre, c.radius_mm) for c in LAYOUT.circles])
    evidence = link_evidence(ink, LAYOUT.links, shifts, pen)
    others = [
        link_probability(seen, PX_PER_MM)
        for placed, seen in zip(LAYOUT.links, evidence, strict=True)
        if placed is not BRIDGE
    ]
    assert max(others) < 0.02
    return link_probability(evidence[LAYOUT.links.index(BRIDGE)], PX_PER_MM)


def along(along_mm: float, across_mm: float) -> Point:
    """A place on the (level) bridge, from its begin at the disc's edge."""
    return Point(BRIDGE.start.x + along_mm, BRIDGE.start.y + across_mm)


LENGTH = BRIDGE.start.distance(BRIDGE.end)


@pytest.mark.parametrize("width", [0.35, 0.7, 1.1])
@pytest.mark.parametrize("grey", [60, 190])
@pytest.mark.parametrize(
    "ends",
    [
        ((0, 0), (LENGTH, 0)),
        ((0, 0.9), (LENGTH, 0.9)),
        ((0, -1.0), (LENGTH, 1.0)),
        ((-3, 0.5), (LENGTH + 3, 0.2)),
        ((0.6, 0), (LENGTH - 0.6, 0)),
    ],
    ids=["straight", "beside", "slanted", "long", "short"],
)
def test_a_line_across_is_a_link(
    ends: tuple[tuple[float, float], tuple[float, float]], grey: int, width: float
) -> None:
    stroke = along(*ends[0]), along(*ends[1])
    assert drawn([stroke], width_mm=width, grey=grey) > 0.8


@pytest.mark.parametrize(("width", "grey", "least"), [(0.7, 60, 0.9), (0.7, 190, 0.1)])
def test_a_line_outside_the_channel_is_seen(
    width: float, grey: int, least: float
) -> None:
    """It crosses the printed rings; a pale one is at least a doubt."""
    stroke = along(0, -1.5), along(LENGTH, -1.5)
    assert drawn([stroke], width_mm=width, grey=grey) > least


@pytest.mark.parametrize(
    "strokes",
    [
        [],
        [((1.6, -4), (1.9, 4))],
        [((LENGTH / 2, -4), (LENGTH / 2, 4))],
        [((-3, 0), (1.5, 0.2))],
        [((LENGTH - 1.6, 0.4), (LENGTH + 3, 0.4))],
        [((0.3, y), (1.1, y + 0.8)) for y in np.arange(-4, 4, 0.9)],
        [((0, -1.9), (LENGTH, -4.0))],
    ],
    ids=["blank", "rim", "across", "tail", "tail-right", "hatching", "passing-by"],
)
@pytest.mark.parametrize("width", [0.4, 0.8])
def test_other_strokes_are_none(
    strokes: list[tuple[tuple[float, float], tuple[float, float]]], width: float
) -> None:
    lines = [(along(*start), along(*end)) for start, end in strokes]
    assert drawn(lines, width_mm=width, grey=60) < 0.1


def test_the_best_way_keeps_to_the_dark() -> None:
    picture = np.array(
        [
            [0, 0, 0, 0, 0],
            [1, 0, 0, 9, 0],
            [0, 1, 0, 1, 0],
            [0, 0, 1, 0, 1],
        ],
        dtype=np.float64,
    )
    # 9 is out of reach of nothing: one row a column leads 1 1 1 and back up to it.
    assert best_ways(picture[None]).tolist() == [[1, 1, 0, 9, 0]]


def test_no_links_need_no_evidence() -> None:
    ink = find_ink(Form(image=np.full((50, 50), PAPER, np.uint8), px_per_mm=8.0))
    assert link_evidence(ink, [], find_shifts(ink, LAYOUT), 0.5) == []
