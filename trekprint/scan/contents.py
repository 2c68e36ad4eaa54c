"""What is written on a rectified form: circles, links, ropes, ticks and boxes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from trekprint.scan.circles import (
    DiscParams,
    disc_ink,
    ink_probability,
    joined,
    number_crops,
    pen_darkness,
)
from trekprint.scan.crops import box_crop, pair_crop
from trekprint.scan.digits import SKULL
from trekprint.scan.links import LinkParams, link_evidence, link_probability
from trekprint.scan.reading import (
    BoxReading,
    CircleReading,
    LinkReading,
    SheetReading,
    TickReading,
)
from trekprint.scan.rims import RimParams, rim_probabilities
from trekprint.scan.rope_map import RopeParams
from trekprint.scan.ropes import pairs_in_question, rope_evidence, rope_probability
from trekprint.scan.sight import (
    SightParams,
    Tones,
    hidden_boxes,
    hidden_circles,
    out_of_sight,
    without_greys,
)
from trekprint.scan.ticks import TickParams, number_probability, tick_probability

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trekprint.scan.anchors import Shifts
    from trekprint.scan.arrays import Floats, GreyImage
    from trekprint.scan.digits import NumberReader
    from trekprint.scan.identify import Identified
    from trekprint.scan.ink import Ink
    from trekprint.scan.registration import Form, Registration
    from trekprint.sheet.geometry import Box
    from trekprint.sheet.placed import Layout

InkJudge: TypeAlias = "Callable[[Ink, Box, float, float, TickParams], float]"
"""Tells from the ink in a box, the pen and the resolution whether it is marked."""


class BoxReader(Protocol):
    """Anything that reads the numbers in score boxes."""

    def __call__(
        self, crops: Sequence[GreyImage]
    ) -> Sequence[Sequence[tuple[int, float]]]:
        """For each box numbers and their probabilities, likeliest first."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentParams:
    """All tunables of reading what is written.

    `box_inset_mm` keeps a box's printed outline out of its crop; its number is read
    where there is ink with at least `box_ink`.
    """

    discs: DiscParams = field(default_factory=DiscParams)
    links: LinkParams = field(default_factory=LinkParams)
    rims: RimParams = field(default_factory=RimParams)
    ropes: RopeParams = field(default_factory=RopeParams)
    ticks: TickParams = field(default_factory=TickParams)
    sight: SightParams = field(default_factory=SightParams)
    box_inset_mm: float = 0.45
    box_ink: float = 0.5


def read_form(
    form: Form,
    ink: Ink,
    shifts: Shifts,
    identified: Identified,
    registration: Registration,
    warnings: tuple[str, ...],
    tones: Tones,
    reader: NumberReader,
    box_reader: BoxReader | None,
    params: ContentParams,
) -> SheetReading:
    """All that is written on a form, as probabilities.

    Args:
        form: The form, seen from straight above.
        ink: Its darkness.
        shifts: Where its printed places really lie.
        identified: Which sheet it is.
        registration: How it lies in the photo.
        warnings: What is to be told of the photo.
        tones: What tones the photo is made of.
        reader: Reads circle crops.
        box_reader: Reads score boxes; without one their numbers stay unread.
        params: Tunables.
    """
    layout = identified.layout
    lost_greys = tones is Tones.BLACK_WHITE
    discs = [
        disc_ink(ink, shifts.moved_circle(circle), circle.radius_mm, params.discs)
        for circle in layout.circles
    ]
    pen = pen_darkness(discs, params.discs)
    crops = number_crops(form, layout.circles, shifts)
    answers = reader(crops)
    rims = rim_probabilities(
        ink,
        layout.circles,
        layout.links,
        shifts,
        pen,
        registration.px_per_mm,
        params.rims,
    )
    hidden = hidden_circles(ink, layout.circles, shifts, params.sight)

    def content(dark: Floats, row: Floats, hidden: float) -> tuple[float, ...]:
        told = joined(ink_probability(dark, ink.px_per_mm, params.discs), row)
        told = out_of_sight(told, hidden, params.sight)
        told = without_greys(told, params.sight) if lost_greys else told
        return tuple(float(p) for p in told)

    circles = tuple(
        CircleReading(
            id=circle.id,
            probabilities=content(dark, row, float(covered)),
            crop=crop,
            rim=rim,
        )
        for circle, dark, row, covered, crop, rim in zip(
            layout.circles, discs, answers, hidden, crops, rims, strict=True
        )
    )
    discs_at = {c.id: shifts.moved_circle(c) for c in layout.circles}
    radius = layout.circles[0].radius_mm
    evidence = link_evidence(ink, layout.links, shifts, pen, params.links)
    least = params.sight.lost_link if lost_greys and _is_broken(circles, params) else 0
    links = tuple(
        LinkReading(
            link=placed.link,
            drawn=max(
                least, link_probability(seen, registration.px_per_mm, params.links)
            ),
            crop=pair_crop(
                form, discs_at[placed.link.a], discs_at[placed.link.b], radius
            ),
        )
        for placed, seen in zip(layout.links, evidence, strict=True)
    )

    tick_params = params.ticks.for_dots() if tones is Tones.DITHERED else params.ticks
    sight = _boxes_in_sight(ink, layout, shifts, params)

    def written(box: Box, judge: InkJudge = tick_probability) -> float:
        place, px_per_mm = shifts.moved_box(box), registration.px_per_mm
        hidden, faded = sight.get(box, (0.0, 1.0))
        marked = judge(ink, place, pen * faded, px_per_mm, tick_params)
        return max(marked, params.sight.hidden * hidden)

    ticks = tuple(
        TickReading(
            option=tick.option,
            index=tick.index,
            ticked=written(tick.box),
        )
        for tick in layout.tick_boxes
    )
    return SheetReading(
        layout=layout,
        copy=identified.copy,
        run=identified.run,
        registration=registration,
        shifts=shifts,
        circles=circles,
        links=links,
        ticks=ticks,
        tent_cross=max(
            (written(p.box) for p in layout.panels if p.name == "sum_extra"),
            default=0.0,
        ),
        boxes=_boxes(form, layout, shifts, written, box_reader, params),
        name=box_crop(form, shifts.moved_box(layout.panel("name"))),
        # Without greys the lines of the picture look like a pen's.
        ropes=_ropes(form, ink, layout, shifts, circles, pen, params)
        if tones is Tones.GREY
        else (),
        other_revision=identified.other_revision,
        warnings=warnings,
    )


def _ropes(
    form: Form,
    ink: Ink,
    layout: Layout,
    shifts: Shifts,
    circles: Sequence[CircleReading],
    pen: float,
    params: ContentParams,
) -> tuple[LinkReading, ...]:
    """The Rope links of which there is something to see."""
    numbers = {c.id: c.probabilities[:SKULL] for c in circles}
    pairs = pairs_in_question(layout.links, numbers, params.ropes)
    rims = {circle.id: circle.rim for circle in circles}
    places = {c.id: shifts.moved_circle(c) for c in layout.circles}
    radius = layout.circles[0].radius_mm
    evidence = rope_evidence(
        ink, layout.circles, layout.links, pairs, shifts, rims, pen, params.ropes
    )
    return tuple(
        LinkReading(
            link=pair,
            drawn=drawn,
            crop=pair_crop(form, places[pair.a], places[pair.b], radius),
        )
        for pair, seen in zip(pairs, evidence, strict=True)
        if (drawn := rope_probability(seen, params.ropes)) >= params.ropes.least
    )


def _is_broken(circles: Sequence[CircleReading], params: ContentParams) -> bool:
    """Whether any number is unclear, so that the writing may be lost in part."""
    return any(circle.confidence < params.sight.clear_number for circle in circles)


def _boxes_in_sight(
    ink: Ink, layout: Layout, shifts: Shifts, params: ContentParams
) -> dict[Box, tuple[float, float]]:
    """How much of each box with a solid outline may be hidden, and how faded it is."""
    boxes = [placed.box for placed in layout.tick_boxes]
    boxes += [placed.box for placed in layout.score_boxes]
    moved = [shifts.moved_box(box) for box in boxes]
    hidden, faded = hidden_boxes(ink, moved, params.sight)
    return {
        box: (float(share), float(pale))
        for box, share, pale in zip(boxes, hidden, faded, strict=True)
    }


def _boxes(
    form: Form,
    layout: Layout,
    shifts: Shifts,
    written: Callable[[Box, InkJudge], float],
    box_reader: BoxReader | None,
    params: ContentParams,
) -> tuple[BoxReading, ...]:
    """The score boxes; numbers are read, all at once, where there is ink."""
    inks = [
        written(
            placed.box, tick_probability if placed.takes_mark else number_probability
        )
        for placed in layout.score_boxes
    ]
    crops = [
        box_crop(form, shifts.moved_box(placed.box).shrunk(params.box_inset_mm))
        for placed in layout.score_boxes
    ]
    inked = [
        index
        for index, (placed, ink) in enumerate(
            zip(layout.score_boxes, inks, strict=True)
        )
        if ink >= params.box_ink and not placed.takes_mark
    ]
    answers = box_reader([crops[index] for index in inked]) if box_reader else []
    values = dict(zip(inked, answers, strict=box_reader is not None))
    return tuple(
        BoxReading(
            name=placed.name, ink=ink, values=tuple(values.get(index, ())), crop=crop
        )
        for index, (placed, ink, crop) in enumerate(
            zip(layout.score_boxes, inks, crops, strict=True)
        )
    )
