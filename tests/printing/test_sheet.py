"""Words on the form: readable, complete, each in its place, in every language."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from trekprint.printing.canvas import Canvas
from trekprint.printing.circles import ClimbParams, border_mm, id_place
from trekprint.printing.fonts import missing_letters, register, text_width
from trekprint.printing.sheet import draw_sheet
from trekprint.printing.theme import Colour, theme_named, themes
from trekprint.printing.words import Words
from trekprint.sheet.geometry import Box, Point
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import LANGUAGES
from trekprint.sheet.paper import FORM
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from trekprint.sheet.placed import Layout

SHIPPED = ("dunai", "kagkot", "dhaulagiri")
EDGE_MM = 6.0
LEAST_SIZE_MM = 1.4
HAIR = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    words: str
    font: str
    size: float
    box: Box


class Recorder(Canvas):
    """Draws as usual and keeps every text with the box that its letters fill."""

    def __init__(self) -> None:
        super().__init__(FORM.width, FORM.height, title="record")
        self.texts: list[Text] = []

    def text(
        self,
        words: str,
        at: Point,
        *,
        font: str,
        size: float,
        ink: Colour,
        align: str = "left",
    ) -> None:
        super().text(words, at, font=font, size=size, ink=ink, align=align)
        width = text_width(words, font, size)
        left = at.x - {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * width
        box = Box(left, at.y - 0.7 * size, width, 0.7 * size)
        self.texts.append(Text(words=words, font=font, size=size, box=box))


@cache
def texts(name: str, lang: str) -> tuple[Text, ...]:
    register()
    canvas = Recorder()
    words = Words(sheet=load_sheet(name), lang=lang)
    with canvas.at(1, 0, 0):
        layout = form_layout(words.sheet)
        draw_sheet(canvas, layout, words, theme_named("plain"), paper_scale=1.0)
    return tuple(canvas.texts)


def taken(layout: Layout) -> list[Box]:
    """Where no word may stand: boxes to write in, markers, the code."""
    module = layout.fiducials[0].box.width / 6
    return [
        *(tick.box for tick in layout.tick_boxes),
        *(score.box for score in layout.score_boxes),
        *(fiducial.box.shrunk(-module) for fiducial in layout.fiducials),
        layout.panel("code").shrunk(-1.2),
        layout.panel("code_text"),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
class TestWords:
    def test_every_letter_has_a_shape(self, name: str, lang: str) -> None:
        for text in texts(name, lang):
            assert not missing_letters(text.words, text.font), text

    def test_words_are_large_enough_to_read(self, name: str, lang: str) -> None:
        for text in texts(name, lang):
            assert text.size >= LEAST_SIZE_MM, text

    def test_words_stay_off_the_edge(self, name: str, lang: str) -> None:
        for text in texts(name, lang):
            assert FORM.shrunk(EDGE_MM - HAIR).contains(text.box), text

    def test_words_stay_off_each_other(self, name: str, lang: str) -> None:
        for one, other in combinations(texts(name, lang), 2):
            assert not one.box.overlaps(other.box), (one, other)

    def test_words_stay_off_what_is_written_and_read(
        self, name: str, lang: str
    ) -> None:
        layout = form_layout(load_sheet(name))
        for text in texts(name, lang):
            for box in taken(layout):
                assert not text.box.overlaps(box), text
            for circle in layout.circles:
                reach = circle.outer_mm + border_mm(circle, ClimbParams())
                assert box_distance(text.box, circle.centre) > reach, text

    def test_the_sheet_speaks_the_language(self, name: str, lang: str) -> None:
        words = Words(sheet=load_sheet(name), lang=lang)
        said = {text.words for text in texts(name, lang)}
        assert {words["hint"], words["final_score"], words["full_size"]} <= said
        assert words.title.upper() in said
        assert str(words.sheet.summit) in said


def box_distance(box: Box, point: Point) -> float:
    """Distance from `point` to the nearest point of `box`; 0 inside."""
    across = max(box.x - point.x, 0.0, point.x - box.right)
    down = max(box.y - point.y, 0.0, point.y - box.bottom)
    return math.hypot(across, down)


@pytest.mark.parametrize("name", SHIPPED)
def test_ids_stand_next_to_their_circle_and_off_every_bridge(name: str) -> None:
    layout = form_layout(load_sheet(name))
    params = ClimbParams()
    for circle in layout.circles:
        place = id_place(circle, layout)
        nearest = min(
            layout.circles, key=lambda c: place.distance(c.centre) - c.outer_mm
        )
        assert nearest.id == circle.id
        for link in layout.links:
            for share in range(11):
                way = link.start.distance(link.end) * share / 10 + HAIR
                on_bridge = link.start.towards(link.end, way)
                clear = params.channel / 2 + params.rail + params.id_size * 0.35
                assert place.distance(on_bridge) > clear


@pytest.mark.parametrize("name", SHIPPED)
def test_panels_and_boxes_stay_off_the_edge_and_each_other(name: str) -> None:
    layout = form_layout(load_sheet(name))
    behind = {"art", "climbing_area", "options", "sum_extra"}
    panels = [panel for panel in layout.panels if panel.name not in behind]
    boxes = [*(panel.box for panel in panels), *(b.box for b in layout.score_boxes)]
    boxes += [tick.box for tick in layout.tick_boxes]
    boxes += [layout.panel("sum_extra"), *(f.box for f in layout.fiducials)]
    for box in [*boxes, layout.panel("art")]:
        assert FORM.shrunk(EDGE_MM - HAIR).contains(box)
    for one, other in combinations(boxes, 2):
        assert not one.overlaps(other), (one, other)


@pytest.mark.parametrize("theme", themes())
def test_pictures_are_paler_than_a_fifth(theme: str) -> None:
    for tone, (red, green, blue) in theme_named(theme).tones.items():
        brightness = 0.299 * red + 0.587 * green + 0.114 * blue
        assert brightness >= 0.8, tone


def test_a_sheets_own_words_come_first() -> None:
    sheet = load_sheet("dunai")
    labels = {"summit": {"en": "Top", "de": "Spitze"}}
    relabelled = type(sheet)(**{**vars(sheet), "labels": labels})
    assert Words(sheet=relabelled, lang="de")["summit"] == "Spitze"
    assert Words(sheet=relabelled, lang="fr")["summit"] == "Top"
    assert Words(sheet=relabelled, lang="fr")["date"] == "Date"
