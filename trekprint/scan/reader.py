"""The recipe from a photo to readings. Pure: arrays in, values out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, TypeAlias

from trekprint.scan.anchors import AnchorParams, Shifts, add_bend, find_shifts
from trekprint.scan.circles import (
    DiscParams,
    disc_ink,
    ink_probability,
    joined,
    number_crops,
    pen_darkness,
)
from trekprint.scan.crops import box_crop
from trekprint.scan.fiducials import FiducialParams, MarkerGroup, find_groups
from trekprint.scan.identify import IdentifyParams, read_code, recognise
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
    outside_share,
    rectified_patch,
    rectify,
    register,
)
from trekprint.scan.rims import RimParams, rim_probabilities
from trekprint.scan.ticks import TickParams, number_probability, tick_probability
from trekprint.sheet.layout import CODE, fiducials

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trekprint.scan.arrays import GreyImage
    from trekprint.scan.digits import NumberReader
    from trekprint.sheet.geometry import Box
    from trekprint.sheet.placed import Layout

CORNERS = ("top left", "top right", "bottom right", "bottom left")


InkJudge: TypeAlias = "Callable[[Ink, Box, float, float, TickParams], float]"
"""Tells from the ink in a box, the pen and the resolution whether it is marked."""


class BoxReader(Protocol):
    """Anything that reads the numbers in score boxes."""

    def __call__(
        self, crops: Sequence[GreyImage]
    ) -> Sequence[Sequence[tuple[int, float]]]:
        """For each box numbers and their probabilities, likeliest first."""
        ...


def _draft() -> RegistrationParams:
    return RegistrationParams(least_px_per_mm=5.0, most_px_per_mm=5.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadParams:
    """All tunables of reading.

    `draft` is the coarse form in which outlines are searched, `registration` the fine
    one in which everything else is read.

    A photo with fewer than `least_px_per_mm` on the form is refused, one with fewer
    than `good_px_per_mm` gets a warning; likewise `good_error_mm`, the distance of
    marker corners from their printed places, tells of paper that is far from flat.
    Where a circle lies farther than `flat_mm` from where flat paper would have it, the
    bend is taken from the form and circles are searched again, `unbend_rounds` times
    at most.
    `box_inset_mm` keeps a box's printed outline out of its crop.
    """

    fiducials: FiducialParams = field(default_factory=FiducialParams)
    registration: RegistrationParams = field(default_factory=RegistrationParams)
    draft: RegistrationParams = field(default_factory=_draft)
    ink: InkParams = field(default_factory=InkParams)
    anchors: AnchorParams = field(default_factory=AnchorParams)
    identify: IdentifyParams = field(default_factory=IdentifyParams)
    discs: DiscParams = field(default_factory=DiscParams)
    links: LinkParams = field(default_factory=LinkParams)
    rims: RimParams = field(default_factory=RimParams)
    ticks: TickParams = field(default_factory=TickParams)
    least_px_per_mm: float = 1.2
    good_px_per_mm: float = 2.6
    good_error_mm: float = 0.8
    flat_mm: float = 0.35
    unbend_rounds: int = 3
    box_inset_mm: float = 0.45
    box_ink: float = 0.5


def read(
    photo: GreyImage,
    layouts: Mapping[str, Layout],
    reader: NumberReader,
    *,
    box_reader: BoxReader | None = None,
    sheet: str | None = None,
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
        params: Tunables.
    """
    params = params or ReadParams()
    groups = find_groups(photo, fiducials(1), params.fiducials)
    if not groups:
        return [Failure(sentence=NO_SHEET)]
    results: list[SheetReading | Failure] = []
    for group in groups:
        failure = _unusable(group)
        results.append(
            failure
            or read_sheet(photo, group, layouts, reader, box_reader, sheet, params)
        )
    return results


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
    params: ReadParams,
) -> SheetReading | Failure:
    """One sheet, from its three or four markers."""
    registration = register(group, fiducials(1))
    if registration.px_per_mm < params.least_px_per_mm:
        return _failure(_too_small(registration), group)
    draft = rectify(photo, registration, params.draft)
    ink = find_ink(draft, params.ink)
    identified = _identify(photo, registration, ink, layouts, group, sheet, params)
    if isinstance(identified, Failure):
        return identified
    registration, shifts = _straightened(
        photo, registration, ink, identified.layout, params
    )
    form = rectify(photo, registration, params.registration)
    ink = find_ink(form, params.ink)
    warnings = _warnings(photo, group, registration, identified, params)
    return _read_form(
        form,
        ink,
        shifts,
        identified,
        registration,
        warnings,
        reader,
        box_reader,
        params,
    )


def _straightened(
    photo: GreyImage,
    registration: Registration,
    ink: Ink,
    layout: Layout,
    params: ReadParams,
) -> tuple[Registration, Shifts]:
    """The registration with the paper's bend, and what it leaves over."""
    shifts = find_shifts(ink, layout, params=params.anchors)
    for _ in range(params.unbend_rounds):
        if shifts.largest_mm < params.flat_mm:
            break
        bend = add_bend(registration.bend, shifts)
        registration = replace(registration, bend=bend)
        ink = find_ink(rectify(photo, registration, params.draft), params.ink)
        shifts = find_shifts(ink, layout, params=params.anchors, bend=bend)
    return registration, shifts


# --- which sheet ---------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """A sheet that was recognised, and how."""

    layout: Layout
    copy: int
    run: str | None
    other_revision: bool = False
    warning: str | None = None


def _identify(
    photo: GreyImage,
    registration: Registration,
    ink: Ink,
    layouts: Mapping[str, Layout],
    group: MarkerGroup,
    sheet: str | None,
    params: ReadParams,
) -> Identified | Failure:
    """The sheet by its code, else by what the user said, else by its circles."""
    resolution = params.identify.patch_px_per_mm
    box = CODE.shrunk(-params.identify.code_margin_mm)
    patch = rectified_patch(photo, registration, box, resolution)
    identity = read_code(patch, resolution, params.identify)
    copy = identity.copy if identity else group.copy_index + 1
    run = identity.run if identity else None
    name, warning = (identity.sheet if identity else sheet), None
    if identity and sheet and name != sheet:
        warning = f"The code says that this is a sheet {name}, so it was read as that."
    if name is None:
        name = recognise(ink, layouts, params.identify)
        warning = "The code could not be read; the sheet was recognised by its circles."
    if name is None:
        return _failure(
            "The sheet's code could not be read and its circles fit no sheet clearly; "
            "name it with --sheet, or take the photo again from nearer.",
            group,
        )
    if name not in layouts:
        return _failure(
            f"This is a sheet '{name}', of which there is no definition here; add it "
            "with --defs.",
            group,
        )
    layout = layouts[name]
    other_revision = identity is not None and identity.revision != layout.revision
    if identity and other_revision:
        warning = (
            f"The sheet was printed from revision {identity.revision} of {name} and "
            f"read by revision {layout.revision}; check the circles."
        )
    return Identified(
        layout=layout,
        copy=copy,
        run=run,
        other_revision=other_revision,
        warning=warning,
    )


# --- what is written -----------------------------------------------------------


def _read_form(
    form: Form,
    ink: Ink,
    shifts: Shifts,
    identified: Identified,
    registration: Registration,
    warnings: tuple[str, ...],
    reader: NumberReader,
    box_reader: BoxReader | None,
    params: ReadParams,
) -> SheetReading:
    layout = identified.layout
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
    circles = tuple(
        CircleReading(
            id=circle.id,
            probabilities=tuple(
                float(p)
                for p in joined(ink_probability(dark, ink.px_per_mm, params.discs), row)
            ),
            crop=crop,
            rim=rim,
        )
        for circle, dark, row, crop, rim in zip(
            layout.circles, discs, answers, crops, rims, strict=True
        )
    )
    evidence = link_evidence(ink, layout.links, shifts, pen, params.links)
    links = tuple(
        LinkReading(
            link=placed.link,
            drawn=link_probability(seen, registration.px_per_mm, params.links),
        )
        for placed, seen in zip(layout.links, evidence, strict=True)
    )

    def written(box: Box, judge: InkJudge = tick_probability) -> float:
        place, px_per_mm = shifts.moved_box(box), registration.px_per_mm
        return judge(ink, place, pen, px_per_mm, params.ticks)

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
        other_revision=identified.other_revision,
        warnings=warnings,
    )


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


def _unusable(group: MarkerGroup) -> Failure | None:
    """The failure of a sheet with too few markers in view."""
    if len(group.markers) >= 3:
        return None
    count = {2: "Two", 3: "Three"}[len(group.missing)]
    return _failure(
        f"{count} corner markers of the sheet are hidden "
        f"({_corner_names(group.missing)}); take the photo again with all four in "
        "view.",
        group,
    )


def _corner_names(corners: Sequence[int]) -> str:
    names = [CORNERS[corner] for corner in corners]
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def _failure(sentence: str, group: MarkerGroup) -> Failure:
    outline = tuple(
        (float(marker.centre[0]), float(marker.centre[1])) for marker in group.markers
    )
    return Failure(sentence=sentence, outline=outline)


def _too_small(registration: Registration) -> str:
    return (
        f"The sheet is too small in the photo ({registration.px_per_mm:.1f} pixels per "
        "mm); go closer, so that it fills the picture."
    )


def _warnings(
    photo: GreyImage,
    group: MarkerGroup,
    registration: Registration,
    identified: Identified,
    params: ReadParams,
) -> tuple[str, ...]:
    warnings = [identified.warning] if identified.warning else []
    if group.missing:
        warnings.append(
            f"The {_corner_names(group.missing)} corner marker is hidden; places near "
            "it are less certain."
        )
    if registration.px_per_mm < params.good_px_per_mm:
        warnings.append(
            "The sheet is small in the photo; go closer if numbers are misread."
        )
    if registration.error_mm > params.good_error_mm:
        warnings.append("The paper is not flat; lay it flat if numbers are misread.")
    if any(
        outside_share(photo, registration, panel.box)
        for panel in identified.layout.panels
        if panel.name in ("climbing_area", "options")
    ):
        warnings.append("Part of the sheet is outside the photo.")
    return tuple(warnings)
