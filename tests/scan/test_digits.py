"""The number reader: what `prepare` does not mind, and how well the model reads."""

from __future__ import annotations

import hashlib
import re
import threading
from importlib.resources import files

import cv2
import numpy as np
import pytest

from tests.helpers.circles import DATA, circle_painter
from tests.helpers.strokes import draw_text, width_of
from trekprint.scan.digits import (
    BLANK,
    CLASSES,
    CROP_MARGIN,
    MODEL,
    NUMBERS,
    SKULL,
    Gray,
    NetReader,
    load_reader,
    prepare,
)
from trekprint.training.camera import VIEWS
from trekprint.training.cells import Order

SIDE, TALL = 140, 60


def written(
    text: str = "7", *, paper: int = 220, ink: float = 0.8, side: int = SIDE
) -> Gray:
    """A number in a printed circle."""
    crop = np.full((SIDE, SIDE), paper, np.uint8)
    radius = round(SIDE / 2 / CROP_MARGIN)
    middle = SIDE // 2
    cv2.circle(crop, (middle, middle), radius, int(paper * 0.3), 1, cv2.LINE_AA)
    left = middle - width_of(text, TALL) / 2
    draw_text(crop, text, (left, middle - TALL / 2), TALL, int(paper * (1 - ink)), 4)
    return np.asarray(cv2.resize(crop, (side, side)), np.uint8)


def apart(a: Gray, b: Gray) -> float:
    """Mean difference of what the network sees of two crops."""
    cells = prepare([a, b])
    return float(np.abs(cells[0] - cells[1]).mean())


def test_prepared_cells_have_the_networks_shape_and_range() -> None:
    cells = prepare([written(), written(side=61), written("10", side=333)])
    assert cells.shape == (3, 1, 48, 48)
    assert cells.dtype == np.float32
    assert cells.min() == 0
    assert 0.8 < cells.max() <= 1


def test_no_crops_give_no_answers() -> None:
    assert prepare([]).shape == (0, 1, 48, 48)
    assert load_reader()([]).shape == (0, len(CLASSES))


def test_prepare_does_not_mind_the_light() -> None:
    assert apart(written(paper=240), written(paper=110)) < 0.01


def test_prepare_does_not_mind_how_dark_the_pen_is() -> None:
    inner = slice(10, 38)  # the printed ring, outside, does look darker
    cells = prepare([written(ink=0.85), written(ink=0.2)])[:, 0, inner, inner]
    assert np.abs(cells[0] - cells[1]).mean() < 0.02


def test_prepare_does_not_mind_the_resolution() -> None:
    assert apart(written(), written(side=100)) < 0.03


def test_prepare_takes_out_a_shadow_with_a_hard_edge() -> None:
    shaded = written()
    across = np.add.outer(np.arange(SIDE), np.arange(SIDE)) > SIDE
    shaded[across] = (shaded[across] * 0.4).astype(np.uint8)
    assert apart(written(), shaded) < 0.03


def test_an_empty_cell_is_not_blown_up_to_full_ink() -> None:
    rng = np.random.default_rng(0)
    noise = rng.normal(215, 2, (SIDE, SIDE))
    assert prepare([np.clip(noise, 0, 255).astype(np.uint8)]).mean() < 0.15


@pytest.mark.parametrize("number", range(13))
def test_plain_numbers_are_read(number: int) -> None:
    answer = load_reader()([written(str(number))])[0]
    assert CLASSES[int(answer.argmax())] == str(number)


def test_a_bare_circle_is_blank() -> None:
    assert load_reader()([written("")])[0].argmax() == BLANK


def test_answers_are_probabilities() -> None:
    answers = load_reader()([written("3"), written("12")])
    assert answers.dtype == np.float32
    assert answers.sum(1) == pytest.approx([1, 1], abs=1e-5)
    assert answers.min() > 0


def test_each_thread_reads_alike() -> None:
    reader, crops = load_reader(), [written(str(number)) for number in range(13)]
    expected, found = reader(crops), {}

    def read(name: int) -> None:
        found[name] = reader(crops)

    threads = [threading.Thread(target=read, args=(name,)) for name in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3
    for answers in found.values():
        np.testing.assert_array_equal(answers, expected)


def test_the_model_is_the_one_on_its_page() -> None:
    model = files("trekprint.scan").joinpath(MODEL)
    page = files("trekprint.scan").joinpath(MODEL.replace(".onnx", ".md"))
    listed = re.search(r"sha256 `(\w+)`", page.read_text(encoding="utf-8"))
    assert listed is not None
    assert hashlib.sha256(model.read_bytes()).hexdigest() == listed[1]
    assert len(model.read_bytes()) < 2_000_000


def test_opencv_answers_as_the_training_did() -> None:
    """`tests/data/numbers-answers.npz` holds cells and what PyTorch made of them."""
    with np.load(DATA / "numbers-answers.npz") as recorded:
        cells, expected = recorded["cells"], recorded["probabilities"]
    model = files("trekprint.scan").joinpath(MODEL).read_bytes()
    shown = cells[:, None].astype(np.float32) / np.float32(255)
    answers = NetReader(model).probabilities(shown)
    np.testing.assert_allclose(answers, expected, atol=2e-5)


SOURCE_FLOORS = {"swiss": 0.96, "unipen": 0.95}
"""Share of made-up circles of test writers in hard photos that must be read right."""
VIEW_FLOORS = dict.fromkeys(VIEWS, 0.88)
STYLE_FLOORS = {"filling": 0.85, "stubby": 0.9, "hurried": 0.8, "touching": 0.9}
"""The same by way of taking the picture and by way of writing."""
SURE = 0.999


def read(order: Order, source: str, count: int) -> tuple[float, int]:
    """Share read right, and how many wrong ones were sure."""
    painter, rng = circle_painter(source), np.random.default_rng(20)
    made = [painter.cell(rng, index % NUMBERS, order) for index in range(count)]
    answers = load_reader()([crop for crop, _ in made])
    right = answers.argmax(1) == np.array([label for _, label in made])
    return float(right.mean()), int((~right & (answers.max(1) > SURE)).sum())


@pytest.mark.parametrize("source", SOURCE_FLOORS)
def test_unseen_writers_are_read(source: str) -> None:
    order = Order(source=source, style="usual", view="photo")
    share, wrong = read(order, source, 390)
    assert share >= SOURCE_FLOORS[source]
    assert wrong <= 1, "wrong while sure"


@pytest.mark.parametrize("view", VIEWS)
def test_all_ways_to_take_a_picture_are_read(view: str) -> None:
    share, wrong = read(Order(style="usual", view=view), "unipen", 130)
    assert share >= VIEW_FLOORS[view]
    assert wrong == 0, "wrong while sure"


@pytest.mark.parametrize("style", STYLE_FLOORS)
def test_unusual_ways_of_writing_are_read(style: str) -> None:
    share, wrong = read(Order(style=style, view="photo"), "unipen", 130)
    assert share >= STYLE_FLOORS[style]
    assert wrong <= 1, "wrong while sure"


def test_thick_round_numbers_are_surely_no_skulls() -> None:
    order = Order(style="filling", view="photo", thick=True)
    painter, rng = circle_painter("unipen"), np.random.default_rng(22)
    answers = load_reader()(
        [painter.cell(rng, label, order)[0] for label in (0, 8) * 60]
    )
    taken = answers.argmax(1) == SKULL
    assert taken.mean() <= 0.25
    assert answers[:, SKULL].max() < 0.998


@pytest.mark.parametrize(
    ("name", "floor"), [("skull", 0.9), ("other", 0.8), ("blank", 0.9)]
)
def test_what_is_no_number_is_told(name: str, floor: float) -> None:
    painter = circle_painter("unipen")
    rng, label = np.random.default_rng(21), CLASSES.index(name)
    crops = [painter.cell(rng, label)[0] for _ in range(100)]
    answers = load_reader()(crops)
    assert (answers.argmax(1) == label).mean() >= floor
