"""The recipe from a photo to readings. Pure: arrays in, values out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trekprint.scan.advice import (
    DOTS,
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
from trekprint.scan.contents import BoxReader, ContentParams, read_form
from trekprint.scan.fiducials import FiducialParams, MarkerGroup, find_groups
from trekprint.scan.fitting import (
    FitParams,
    draft_ink,
    fitted_to_print,
    straightened,
)
from trekprint.scan.identify import Identified, IdentifyParams, identify_sheet
from trekprint.scan.ink import InkParams, find_ink
from trekprint.scan.reading import Failure, SheetReading
from trekprint.scan.registration import (
    Registration,
    RegistrationParams,
    ScanParams,
    outside_share,
    print_scale,
    rectify,
    register,
)
from trekprint.scan.sight import Tones, tones_of
from trekprint.sheet.layout import fiducials

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.scan.arrays import GreyImage
    from trekprint.scan.digits import NumberReader
    from trekprint.sheet.placed import Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadParams:
    """All tunables of reading.

    `registration` is for the fine form, in which everything is read.

    A photo with fewer than `least_px_per_mm` on the form is refused, one with fewer
    than `good_px_per_mm` gets a warning; likewise `good_error_mm`, the distance of
    marker corners from their printed places, tells of paper that is far from flat.

    A sheet printed at less than `least_scale` of its size gets a warning, where a scan
    (what passes for one by `scans`) tells it.
    """

    fiducials: FiducialParams = field(default_factory=FiducialParams)
    registration: RegistrationParams = field(default_factory=RegistrationParams)
    fit: FitParams = field(default_factory=FitParams)
    ink: InkParams = field(default_factory=InkParams)
    identify: IdentifyParams = field(default_factory=IdentifyParams)
    least_px_per_mm: float = 1.2
    good_px_per_mm: float = 2.6
    good_error_mm: float = 0.8
    least_scale: float = 0.85
    scans: ScanParams = field(default_factory=ScanParams)
    contents: ContentParams = field(default_factory=ContentParams)


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
    tones = tones_of(photo, params.contents.sight)
    warnings = _warnings(
        photo, group, registration, identified, tones, px_per_mm, params
    )
    return read_form(
        form,
        ink,
        shifts,
        identified,
        registration,
        warnings,
        tones,
        reader,
        box_reader,
        params.contents,
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
    if tones is Tones.DITHERED:
        warnings.append(DOTS)
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
