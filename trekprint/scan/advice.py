"""What people are told of a photo: why a sheet was not read, and what may be amiss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trekprint.scan.reading import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.scan.fiducials import MarkerGroup
    from trekprint.scan.registration import Registration

CORNERS = ("top left", "top right", "bottom right", "bottom left")
COUNTS = {1: "One", 2: "Two", 3: "Three"}

NO_GREYS = (
    "The scan is black and white only, which drops pale writing and hides Rope links; "
    "scan in grey if something is missing."
)
DOTS = (
    "The scan has dots in place of greys, which hides Rope links; scan in grey if one "
    "is missing."
)
NOT_FLAT = "The paper is not flat; lay it flat if numbers are misread."
PARTLY_OUTSIDE = "Part of the sheet is outside the photo."
SMALL = "The sheet is small in the photo; go closer if numbers are misread."
FAR_FROM_ALL = (
    "The sheet's code could not be read and its circles fit no sheet clearly; name it "
    "with --sheet, or take the photo again from nearer."
)
BY_CIRCLES = "The code could not be read; the sheet was recognised by its circles."


def failure(sentence: str, group: MarkerGroup) -> Failure:
    """The failure of a sheet, of which these markers were seen."""
    outline = tuple(
        (float(marker.centre[0]), float(marker.centre[1])) for marker in group.markers
    )
    return Failure(sentence=sentence, outline=outline)


def hidden_markers(group: MarkerGroup) -> str:
    """Why a sheet with too few markers in view was not read."""
    return (
        f"{COUNTS[len(group.missing)]} corner markers of the sheet are hidden "
        f"({corner_names(group.missing)}); take the photo again with all four in view."
    )


def markers_missed(group: MarkerGroup) -> str:
    """The warning about hidden markers on a sheet that was read without them."""
    are = "marker is" if len(group.missing) == 1 else "markers are"
    return (
        f"The {corner_names(group.missing)} corner {are} hidden; places near "
        f"{'it' if len(group.missing) == 1 else 'them'} are less certain."
    )


def corner_names(corners: Sequence[int]) -> str:
    """Corners in words: `top left, top right and bottom left`."""
    names = [CORNERS[corner] for corner in corners]
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def too_small(registration: Registration) -> str:
    """Why a sheet was not read that is but a spot in the photo."""
    return (
        f"The sheet is too small in the photo ({registration.px_per_mm:.1f} pixels per "
        "mm); go closer, so that it fills the picture."
    )


def printed_small(scale: float) -> str:
    """The warning about a sheet printed at `scale` of its size."""
    return (
        f"The sheet was printed at {100 * scale:.0f} % of its size; print it at 100 % "
        "(the bar at its foot is then 50 mm long) if numbers are misread."
    )
