"""The recipe from a photo to readings. Pure: arrays in, values out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from trekprint.scan.advice import (
    NO_GREYS,
    NOT_FLAT,
    PARTLY_OUTSIDE,
    SMALL,
    failure,
    hidden_markers,
    markers_missed,
    printed_small,
    too_small,
)
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
from trekprint.scan.fiducials import FiducialParams, MarkerGroup, find_groups
from trekprint.scan.fitting import (
    FitParams,
    draft_ink,
    fitted_to_print,
    straightened,
)
from trekprint.scan.identify import Identified, IdentifyParams, identify_sheet
from trekprint.scan.ink import Ink, InkParams, find_ink
from trekprint.scan.links import LinkParams, link_evidence, link_probability
from trekprint.scan.reading import (
    BoxReading,
    CircleReading,
    Failure,
    LinkReading,
    SheetReading,
    TickReading,
)
from trekprint.scan.registration import (
    Form,
    Registration,
    RegistrationParams,
    ScanParams,
    outside_share,
    print_scale,
    rectify,
    register,
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
    tones_of,
    without_greys,
)
from trekprint.scan.ticks import TickParams, number_probability, tick_probability
from trekprint.sheet.layout import fiducials

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trekprint.scan.anchors import Shifts
    from trekprint.scan.arrays import Floats, GreyImage
    from trekprint.scan.digits import NumberReader
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
class ReadParams:
    """All tunables of reading.

    `registration` is for the fine form, in which everything is read.

    A photo with fewer than `least_px_per_mm` on the form is refused, one with fewer
    than `good_px_per_mm` gets a warning; likewise `good_error_mm`, the distance of
    marker corners from their printed places, tells of paper that is far from flat.

    A sheet printed at less than `least_scale` of its size gets a warning, where a scan
    (what passes for one by `scans`) tells it.
    `box_inset_mm` keeps a box's printed outline out of its crop.
    """

    fiducials: FiducialParams = field(default_factory=FiducialParams)
    registration: RegistrationParams = field(default_factory=RegistrationParams)
    fit: FitParams = field(default_factory=FitParams)
    ink: InkParams = field(default_factory=InkParams)
    identify: IdentifyParams = field(default_factory=IdentifyParams)
    discs: DiscParams = field(default_factory=DiscParams)
    links: LinkParams = field(default_factory=LinkParams)
    rims: RimParams = field(default_factory=RimParams)
    ropes: RopeParams = field(default_factory=RopeParams)
    ticks: TickParams = field(default_factory=TickParams)
    sight: SightParams = field(default_factory=SightParams)
    least_px_per_mm: float = 1.2
    good_px_per_mm: float = 2.6
    good_error_mm: float = 0.8
    least_scale: float = 0.85
    scans: ScanParams = field(default_factory=ScanParams)
    box_inset_mm: float = 0.45
    box_ink: float = 0.5


def read(
    photo: GreyImage,
    layouts: Mapping[str, Layout],
    reader: NumberReader,
    *,
    box_reader: BoxReader | None = None,
    sheet: str | None = None,
    px_per_mm: float | None = None,
    params: ReadParams | None = None,
) -> list[SheetReading | Failure]:
    """Every sheet in `photo`, in reading order; one failure where there is none.

    Args:
        photo: (height, width) uint8, upright or not.
        layouts: The sheets that may appear, by name, each at form size (a mapping that
            makes them on demand will do). All forms share the places of their markers
            and their code.
        reader: Reads circle crops.
        box_reader: Reads score boxes; without one their numbers stay unread.
        sheet: The sheet's name, where the user told it.
        px_per_mm: Pixels per mm of paper, where `photo` is a scan that tells it.
        params: Tunables.
    """
    params = params or ReadParams()
    groups = find_groups(photo, fiducials(1), params.fiducials)
    if not groups:
        return [Failure(sentence=NO_SHEET)]
    results: list[SheetReading | Failure] = []
    for group in groups:
        if len(group.markers) < LEAST_MARKERS:
            results.append(failure(hidden_markers(group), group))
            continue
        results.append(
            read_sheet(
                photo, group, layouts, reader, box_reader, sheet, px_per_mm, params
            )
        )
    return results


LEAST_MARKERS = 2
"""With fewer nothing tells how the sheet lies."""

NO_SHEET = (
    "No sheet was found; take the photo again with all four corner markers of the "
    "sheet in view, in focus and not covered."
)


def read_sheet(
    photo: GreyImage,
    group: MarkerGroup,
    layouts: Mapping[str, Layout],
    reader: NumberReader,
    box_reader: BoxReader | None,
    sheet: str | None,
    px_per_mm: float | None,
    params: ReadParams,
) -> SheetReading | Failure:
    """One sheet, from its two to four markers."""
    registration = register(group, fiducials(1))
    if registration.px_per_mm < params.least_px_per_mm:
        return failure(too_small(registration), group)
    ink = draft_ink(photo, registration, params.fit)
    identified = identify_sheet(
        photo, registration, ink, layouts, group, sheet, params.identify
    )
    if isinstance(identified, Failure):
        return identified
    layout = identified.layout
    if len(group.missing) > 1:
        fitted = fitted_to_print(photo, registration, ink, layout, group, params.fit)
        if fitted is None:
            return failure(hidden_markers(group), group)
        registration, ink = fitted
    registration, shifts = straightened(
        photo, registration, ink, layout, group, params.fit
    )
    form = rectify(photo, registration, params.registration)
    ink = find_ink(form, params.ink)
    tones = tones_of(photo, params.sight)
    warnings = _warnings(
        photo, group, registration, identified, tones, px_per_mm, params
    )
    return _read_form(
        form,
        ink,
        shifts,
        identified,
        registration,
        warnings,
        tones,
        reader,
        box_reader,
        params,
    )


# --- what is written -----------------------------------------------------------


def _read_form(
    form: Form,
    ink: Ink,
    shifts: Shifts,
    identified: Identified,
    registration: Registration,
    warnings: tuple[str, ...],
    tones: Tones,
    reader: NumberReader,
    box_reader: BoxReader | None,
    params: ReadParams,
) -> SheetReading:
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
        ropes=_ropes(form, ink, layout, shifts, circles, pen, params),
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
    params: ReadParams,
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


def _is_broken(circles: Sequence[CircleReading], params: ReadParams) -> bool:
    """Whether any number is unclear, so that the writing may be lost in part."""
    return any(circle.confidence < params.sight.clear_number for circle in circles)


def _boxes_in_sight(
    ink: Ink, layout: Layout, shifts: Shifts, params: ReadParams
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
    params: ReadParams,
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


# --- what to tell people -------------------------------------------------------


def _warnings(
    photo: GreyImage,
    group: MarkerGroup,
    registration: Registration,
    identified: Identified,
    tones: Tones,
    px_per_mm: float | None,
    params: ReadParams,
) -> tuple[str, ...]:
    warnings = [identified.warning] if identified.warning else []
    if group.missing:
        warnings.append(markers_missed(group))
    if registration.px_per_mm < params.good_px_per_mm:
        warnings.append(SMALL)
    if registration.error_mm > params.good_error_mm:
        warnings.append(NOT_FLAT)
    if tones is Tones.BLACK_WHITE:
        warnings.append(NO_GREYS)
    scale = print_scale(registration, px_per_mm, params.scans)
    if scale is not None and scale < params.least_scale:
        warnings.append(printed_small(scale))
    if any(
        outside_share(photo, registration, panel.box)
        for panel in identified.layout.panels
        if panel.name in ("climbing_area", "options")
    ):
        warnings.append(PARTLY_OUTSIDE)
    return tuple(warnings)
