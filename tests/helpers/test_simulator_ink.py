from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.simulator_ink import InkLayer, Pen, blend, pen, segment, wobble

INK = Pen(
    kind="test",
    width_mm=0.5,
    reflectance=(0.2, 0.1, 0.0),
    cover=1.0,
    grain=0.0,
    edge_mm=0.02,
    pressure=0.0,
)


def ink_middle(layer: InkLayer) -> tuple[float, float]:
    """Centre of the ink in mm."""
    rows, cols = np.indices(layer.coverage.shape)
    total = layer.coverage.sum()
    x = (cols * layer.coverage).sum() / total + 0.5
    y = (rows * layer.coverage).sum() / total + 0.5
    return float(x / layer.px_per_mm), float(y / layer.px_per_mm)


@pytest.mark.parametrize("px_per_mm", [7.0, 12.3])
def test_a_stroke_lies_where_it_is_drawn(px_per_mm: float) -> None:
    layer = InkLayer(40, 30, px_per_mm)
    layer.stroke(segment((10, 12), (20, 12)), 0.6)
    assert ink_middle(layer) == pytest.approx((15, 12), abs=0.03)
    area_mm2 = float(layer.coverage.sum()) / px_per_mm**2
    assert area_mm2 == pytest.approx(10.6 * 0.6, rel=0.12)


def test_a_scan_lies_where_it_is_put() -> None:
    layer = InkLayer(40, 30, 10.0)
    ink = np.zeros((80, 50), np.float32)
    ink[10:70, 10:40] = 1.0
    # 80 pixels become 8 mm; the corner at (12, 5) mm.
    layer.stamp(ink, np.array([[0.1, 0.0, 12.0], [0.0, 0.1, 5.0]]))
    assert ink_middle(layer) == pytest.approx((14.5, 9.0), abs=0.03)
    assert float(layer.coverage.sum()) / 100 == pytest.approx(18.0, rel=0.03)


def test_ink_off_the_paper_is_lost_without_harm() -> None:
    layer = InkLayer(20, 20, 8.0)
    layer.stroke(segment((-9, -9), (-4, -4)), 0.5)
    layer.stroke(segment((15, 10), (35, 10)), 0.5)
    assert layer.coverage[:, : 14 * 8].max() == 0.0
    assert layer.coverage.max() > 0.9


def test_ink_multiplies_onto_the_print() -> None:
    """Where nothing is drawn nothing changes; print under ink stays darker."""
    paper = np.full((240, 240, 3), 0.8, np.float32)
    paper[:, 120:] = 0.1
    before = paper.copy()
    layer = InkLayer(20, 20, 12.0)
    layer.stroke(segment((2, 10), (18, 10)), 2.0)
    blend(paper, layer, INK, np.random.default_rng(0))
    assert np.array_equal(paper[:40], before[:40])
    assert paper[120, 60] == pytest.approx([0.16, 0.08, 0.0], abs=0.01)
    assert paper[120, 180] == pytest.approx([0.02, 0.01, 0.0], abs=0.01)


def test_pens_have_their_kinds_widths_and_colours() -> None:
    rng = np.random.default_rng(1)
    for kind in ("pencil", "blue", "black", "red", "felt"):
        one = pen(rng, kind)
        assert one.kind == kind
        assert 0.3 <= one.width_mm <= 1.2
    blue, red = pen(rng, "blue").reflectance, pen(rng, "red").reflectance
    assert blue[0] > 2 * blue[2]
    assert red[2] > 2 * red[0]


def test_a_wobble_keeps_the_ends_and_its_amount() -> None:
    line = wobble(segment((0, 0), (10, 0)), 0.3, np.random.default_rng(2), 30)
    assert line[0] == pytest.approx((0, 0))
    assert line[-1] == pytest.approx((10, 0))
    assert 0.1 < np.abs(line[:, 1]).max() <= 0.3001
