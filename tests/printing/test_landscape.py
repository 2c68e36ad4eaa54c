"""The mountain is drawn from the circles and a seed, the same way every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from trekprint.printing.landscape import LandscapeParams, compose
from trekprint.sheet.layout import form_layout
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from trekprint.printing.landscape import Landscape
    from trekprint.sheet.placed import Layout

SHIPPED = ("dunai", "kagkot", "dhaulagiri")
SEEDS = (1, 23, 4711)


def landscape(layout: Layout, seed: int) -> Landscape:
    boxes = [layout.panel("name"), *(f.box for f in layout.fiducials)]
    return compose(layout.circles, layout.panel("art"), boxes, seed)


@pytest.mark.parametrize("name", SHIPPED)
def test_same_seed_same_mountain(name: str) -> None:
    layout = form_layout(load_sheet(name))
    assert landscape(layout, 5) == landscape(layout, 5)
    assert landscape(layout, 5) != landscape(layout, 6)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_circle_lies_below_the_ridge(name: str, seed: int) -> None:
    layout = form_layout(load_sheet(name))
    ridge = landscape(layout, seed).ranges[0].outline
    for circle in layout.circles:
        nearest = min(ridge, key=lambda point: abs(point.x - circle.centre.x))
        assert nearest.y < circle.centre.y - circle.radius_mm


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SHIPPED)
def test_outlines_run_from_edge_to_edge(name: str, seed: int) -> None:
    layout = form_layout(load_sheet(name))
    area = layout.panel("art")
    scene = landscape(layout, seed)
    for line in [*(r.outline for r in scene.ranges), *scene.hills, *scene.sky]:
        xs = [point.x for point in line]
        assert xs == sorted(xs)
        assert (xs[0], xs[-1]) == (area.x, area.right)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SHIPPED)
def test_trees_and_camp_stay_off_the_circles(name: str, seed: int) -> None:
    layout = form_layout(load_sheet(name))
    scene = landscape(layout, seed)
    assert len(scene.trees) > 20
    for foot, _ in scene.trees:
        for circle in layout.circles:
            room = foot.distance(circle.centre) - circle.outer_mm
            assert room > LandscapeParams().clear
    assert scene.camp
