"""The photo with what was read drawn on it. For people's eyes; nothing depends on it.

Everything is drawn at places in form mm, taken through the registration and the local
shifts, so that the picture also shows whether the reader looked at the right places.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from trekprint.scan.crops import moved
from trekprint.scan.reading import ClearParams, Failure, SheetReading
from trekprint.scan.ropes import rope_line

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from trekprint.scan.arrays import ColourImage, Floats
    from trekprint.scan.reading import CircleReading
    from trekprint.sheet.geometry import Box, Point
    from trekprint.sheet.model import CircleId, Link

Colour = tuple[int, int, int]

SURE: Colour = (0, 122, 61)
DOUBT: Colour = (214, 90, 0)
WRITTEN: Colour = (92, 100, 112)
"""Numbers in score boxes: told, but the total does not rest on them."""
LINK: Colour = (20, 92, 214)
PLATE: Colour = (255, 255, 255)
FRAME: Colour = (20, 92, 214)

SYMBOLS = {"skull": "X", "blank": "", "other": "?"}


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayParams:
    """Sizes of the drawing.

    `long_side` is the picture's longest side, px; `margin` what it shows around the
    sheets, as a share of their extent. In mm on the form, so that they grow with it:
    `label` is the size of a value's text, which stands
    `label_at` radii right of and below the circle's centre, `name_at` the place of the
    sheet's name, `stroke` the width of links, `ring` that of
    outlines. In px: `least_label_px` below which no label shrinks, `text_px` the size
    of other text; `columns` are a sentence's characters in a line.
    """

    long_side: int = 1600
    margin: float = 0.04
    label: float = 4.2
    label_at: float = 0.74
    name_at: tuple[float, float] = (16.0, 4.0)
    stroke: float = 0.8
    ring: float = 0.45
    least_label_px: int = 11
    text_px: int = 16
    columns: int = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What stands in a circle by the final decision, and whether it is doubtful."""

    text: str
    doubtful: bool


def draw_overlay(
    photo: ColourImage,
    results: Sequence[SheetReading | Failure],
    *,
    scale: float,
    decided: Mapping[int, Mapping[CircleId, Shown]] | None = None,
    links: Mapping[int, Mapping[Link, bool]] | None = None,
    ropes: Mapping[int, Collection[Link]] | None = None,
    params: OverlayParams | None = None,
    doubts: ClearParams | None = None,
) -> ColourImage:
    """The photo with every result drawn on it.

    Args:
        photo: (height, width, 3) RGB, upright; as large as it is at hand, for it is
            cut to the sheets before it is shrunk.
        results: What `reader.read` gave for it.
        scale: Pixels of `photo` per pixel of the photo that was read.
        decided: By the index of a result, what its circles hold in the end, where that
            is more than the readings alone say (the rules, a person's answers).
        links: By the index of a result, the links drawn in the end.
        ropes: Likewise the Rope links.
        params: Sizes.
        doubts: Which readings are doubts, where nothing was decided.
    """
    params = params or OverlayParams()
    doubts = doubts or ClearParams()
    image, view = _view(photo, results, scale, params)
    draw = ImageDraw.Draw(image)
    for index, result in enumerate(results):
        if isinstance(result, Failure):
            _draw_failure(draw, result, index, view, params)
            continue
        pen = _Pen(draw, result, view, params)
        _draw_links(pen, result, (links or {}).get(index), doubts)
        _draw_ropes(pen, result, (ropes or {}).get(index), doubts)
        _draw_circles(pen, result, (decided or {}).get(index), doubts)
        _draw_boxes(pen, result, doubts)
        _draw_frame(pen, result)
    _draw_legend(draw, image.size, params)
    return np.asarray(image)


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """Where the picture lies in the photo: its pixel is photo px * scale - (x, y).

    That, (width, height) px, is then turned by quarters to the left until the sheets
    stand upright.
    """

    scale: float
    x: float = 0.0
    y: float = 0.0
    size: tuple[int, int] = (0, 0)
    quarters: int = 0

    def at(self, photo_px: Floats) -> list[tuple[float, float]]:
        """(N, 2) px of the photo as px of the picture."""
        found = (photo_px + 0.5) * self.scale - 0.5 - (self.x, self.y)
        width, height = self.size
        for _ in range(self.quarters):
            found = np.column_stack([found[:, 1], width - 1 - found[:, 0]])
            width, height = height, width
        return [(float(x), float(y)) for x, y in found]


def _view(
    photo: ColourImage,
    results: Sequence[SheetReading | Failure],
    scale: float,
    params: OverlayParams,
) -> tuple[Image.Image, _View]:
    """The part of the photo that holds the sheets, and where it lies."""
    image = Image.fromarray(photo).convert("RGB")
    box = (0, 0, image.width, image.height)
    if results and all(isinstance(result, SheetReading) for result in results):
        box = _sheets_box(results, scale, image.size, params)
    image = image.crop(box)
    shrink = min(1.0, params.long_side / max(image.size))
    if shrink < 1.0:
        size = round(image.width * shrink), round(image.height * shrink)
        image = image.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    quarters = _quarters(results)
    view = _View(
        scale=scale * shrink,
        x=box[0] * shrink,
        y=box[1] * shrink,
        size=image.size,
        quarters=quarters,
    )
    for _ in range(quarters):
        image = image.transpose(Image.Transpose.ROTATE_90)
    return image, view


def _quarters(results: Sequence[SheetReading | Failure]) -> int:
    """Quarter turns to the left that make the first sheet stand upright, 0 to 3."""
    for result in results:
        if isinstance(result, SheetReading):
            corners = result.layout.box.corners
            ends = np.array([(p.x, p.y) for p in (corners[3], corners[0])])
            foot, head = result.registration.to_photo(ends)
            right, down = head - foot
            # How far the sheet's head is turned from "up", to the right.
            turned = np.arctan2(right, -down)
            return round(float(turned) / (np.pi / 2)) % 4
    return 0


def _sheets_box(
    results: Sequence[SheetReading | Failure],
    scale: float,
    size: tuple[int, int],
    params: OverlayParams,
) -> tuple[int, int, int, int]:
    """Left, top, right, bottom px around all sheets, with some margin."""
    corners = np.concatenate(
        [
            result.registration.to_photo(
                np.array([(p.x, p.y) for p in result.layout.box.corners])
            )
            for result in results
            if isinstance(result, SheetReading)
        ]
    )
    low, high = corners.min(axis=0) * scale, corners.max(axis=0) * scale
    margin = params.margin * float((high - low).max())
    left, top = np.clip(low - margin, 0, size).astype(int)
    right, bottom = np.clip(high + margin, 0, size).astype(int)
    return int(left), int(top), int(right), int(bottom)


class _Pen:
    """Draws on the photo at places in form mm."""

    def __init__(
        self,
        draw: ImageDraw.ImageDraw,
        reading: SheetReading,
        view: _View,
        params: OverlayParams,
    ) -> None:
        self.draw = draw
        self.params = params
        self.reading = reading
        self.view = view
        middle = reading.layout.box.centre
        ends = [(middle.x - 10, middle.y), (middle.x + 10, middle.y)]
        left, right = view.at(reading.registration.to_photo(np.array(ends)))
        self.px_per_mm = float(np.hypot(right[0] - left[0], right[1] - left[1])) / 20
        self.font = _font(
            max(params.least_label_px, round(params.label * self.px_per_mm))
        )

    def at(self, *places: Point) -> list[tuple[float, float]]:
        """Places in px of the picture."""
        array = np.array([(place.x, place.y) for place in places])
        return self.view.at(self.reading.registration.to_photo(array))

    def width(self, mm: float) -> int:
        """A line width, px."""
        return max(1, round(mm * self.px_per_mm))

    def line(self, start: Point, end: Point, colour: Colour) -> None:
        """A line with a pale edge, to be seen on any ground."""
        ends = self.at(start, end)
        width = self.width(self.params.stroke)
        self.draw.line(ends, fill=PLATE, width=width + 2)
        self.draw.line(ends, fill=colour, width=width)

    def outline(self, places: Sequence[Point], colour: Colour, mm: float) -> None:
        """A closed line."""
        points = self.at(*places)
        self.draw.line([*points, points[0]], fill=colour, width=self.width(mm))

    def label(self, place: Point, text: str, colour: Colour) -> None:
        """Text on a plate, its middle at a place."""
        if not text:
            return
        ((x, y),) = self.at(place)
        left, top, right, bottom = self.draw.textbbox(
            (x, y), text, font=self.font, anchor="mm"
        )
        pad = max(1, (bottom - top) // 5)
        self.draw.rounded_rectangle(
            (left - 2 * pad, top - pad, right + 2 * pad, bottom + pad),
            radius=2 * pad,
            fill=colour,
        )
        self.draw.text((x, y), text, fill=PLATE, font=self.font, anchor="mm")


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _draw_links(
    pen: _Pen,
    reading: SheetReading,
    decided: Mapping[Link, bool] | None,
    doubts: ClearParams,
) -> None:
    placed = {link.link: link for link in reading.layout.links}
    for link in reading.links:
        doubtful = max(link.drawn, 1 - link.drawn) < doubts.link
        drawn = link.drawn >= 0.5 if decided is None else decided[link.link]
        if not (drawn or doubtful):
            continue
        moves = reading.shifts.circles
        pen.line(
            moved(placed[link.link].start, moves[link.link.a]),
            moved(placed[link.link].end, moves[link.link.b]),
            DOUBT if doubtful else LINK,
        )


def _draw_ropes(
    pen: _Pen,
    reading: SheetReading,
    decided: Collection[Link] | None,
    doubts: ClearParams,
) -> None:
    """Rope links: straight, or bent past a circle that lies between."""
    seen = {rope.link: rope.drawn for rope in reading.ropes}
    drawn = {link for link, p in seen.items() if p >= 0.5}
    doubtful = {link for link, p in seen.items() if max(p, 1 - p) < doubts.link}
    circles = {c.id: c for c in reading.layout.circles}
    places = {id_: reading.shifts.moved_circle(c) for id_, c in circles.items()}
    for rope in sorted((drawn if decided is None else {*decided}) | doubtful):
        colour = DOUBT if rope in doubtful else LINK
        points = rope_line(rope, circles, places)
        for start, end in pairwise(points):
            pen.line(start, end, colour)


def _draw_circles(
    pen: _Pen,
    reading: SheetReading,
    decided: Mapping[CircleId, Shown] | None,
    doubts: ClearParams,
) -> None:
    placed = {circle.id: circle for circle in reading.layout.circles}
    for circle in reading.circles:
        shown = decided[circle.id] if decided else _shown(circle, doubts)
        if not shown.text and not shown.doubtful:
            continue
        colour = DOUBT if shown.doubtful else SURE
        centre = reading.shifts.moved_circle(placed[circle.id])
        radius = placed[circle.id].radius_mm
        angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        ring = [
            type(centre)(
                centre.x + radius * float(np.cos(a)),
                centre.y + radius * float(np.sin(a)),
            )
            for a in angles
        ]
        pen.outline(ring, colour, pen.params.ring)
        # Over the lower right rim: the number itself stays in view.
        corner = radius * pen.params.label_at
        pen.label(moved(centre, (corner, corner)), shown.text or "?", colour)


def _shown(circle: CircleReading, doubts: ClearParams) -> Shown:
    """What the reading alone says."""
    likeliest = circle.likeliest
    doubtful = circle.confidence < doubts.circle or likeliest == "other"
    return Shown(text=SYMBOLS.get(likeliest, likeliest), doubtful=doubtful)


def _draw_boxes(pen: _Pen, reading: SheetReading, doubts: ClearParams) -> None:
    """Marks beside marked boxes, numbers beside score boxes."""
    boxes = {(tick.option, tick.index): tick.box for tick in reading.layout.tick_boxes}
    for tick in reading.ticks:
        box = reading.shifts.moved_box(boxes[tick.option, tick.index])
        doubtful = max(tick.ticked, 1 - tick.ticked) < doubts.tick
        if tick.ticked >= 0.5 or doubtful:
            pen.outline(box.corners, DOUBT if doubtful else SURE, pen.params.ring)
    places = {placed.name: placed.box for placed in reading.layout.score_boxes}
    for score in reading.boxes:
        if score.ink < 0.5:
            continue
        box = reading.shifts.moved_box(places[score.name])
        if not score.values:
            pen.outline(box.corners, SURE, pen.params.ring)
            continue
        value, probability = score.values[0]
        text = str(value) if probability >= doubts.written else "?"
        pen.outline(box.corners, WRITTEN, pen.params.ring)
        pen.label(_corner(box), text, WRITTEN)


def _corner(box: Box) -> Point:
    return box.corners[2]


def _draw_frame(pen: _Pen, reading: SheetReading) -> None:
    """The form's edge, and the sheet's name at its top left."""
    box = reading.layout.box
    pen.outline(box.corners, FRAME, pen.params.ring)
    name = f"{reading.layout.sheet} {reading.copy}"
    pen.label(moved(box.corners[0], pen.params.name_at), name, FRAME)


def _draw_failure(
    draw: ImageDraw.ImageDraw,
    failure: Failure,
    index: int,
    view: _View,
    params: OverlayParams,
) -> None:
    """A failure's sentence, and rings round what was found of its sheet."""
    font = _font(params.text_px)
    reach = 2 * params.text_px
    found = view.at(np.array(failure.outline)) if failure.outline else []
    for x, y in found:
        ring = (x - reach, y - reach, x + reach, y + reach)
        draw.ellipse(ring, outline=DOUBT, width=3)
    lines = _wrapped(failure.sentence, params.columns)
    left = float(params.text_px)
    top = left * (1 + index * 1.3 * (lines.count("\n") + 2))
    bounds = draw.multiline_textbbox((left, top), lines, font=font)
    plate = (bounds[0] - 6, bounds[1] - 6, bounds[2] + 6, bounds[3] + 6)
    draw.rectangle(plate, fill=DOUBT)
    draw.multiline_text((left, top), lines, fill=PLATE, font=font)


def _wrapped(sentence: str, columns: int) -> str:
    return "\n".join(textwrap.wrap(sentence, columns))


def _draw_legend(
    draw: ImageDraw.ImageDraw, size: tuple[int, int], params: OverlayParams
) -> None:
    """What the colours mean, at the bottom left."""
    font = _font(params.text_px)
    x, y = params.text_px, size[1] - 2 * params.text_px
    meanings = (
        ("read", SURE),
        ("link", LINK),
        ("written", WRITTEN),
        ("please check", DOUBT),
    )
    for text, colour in meanings:
        bounds = draw.textbbox((x, y), text, font=font, anchor="lm")
        draw.rounded_rectangle(
            (bounds[0] - 6, bounds[1] - 5, bounds[2] + 6, bounds[3] + 5),
            radius=5,
            fill=colour,
        )
        draw.text((x, y), text, fill=PLATE, font=font, anchor="lm")
        x = int(bounds[2]) + 20
