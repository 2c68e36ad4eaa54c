"""Takes one simulated picture, reads it, answers its questions, and tells how it went.

All figures of a sheet are plain values, so that they can be kept as JSON.
"""

from __future__ import annotations

import ctypes
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image

from tests.helpers.photo_compare import compare
from tests.helpers.photo_truth import SKULL, PhotoTruth, SheetTruth
from tests.helpers.simulator_conditions import take, take_at_level
from tests.helpers.simulator_empty import SCENES, take_empty
from trekprint.scan.reading import SheetReading
from trekprint.sheet.layout import FIDUCIAL_COPIES
from trekprint.sheet.model import CircleId, Link
from trekprint.workflows.doubts import NO, YES
from trekprint.workflows.interpret import CONFIRM, interpret
from trekprint.workflows.overlays import write_overlays
from trekprint.workflows.photos import PhotoResult, read_photo
from trekprint.workflows.results import CONTENT_NAMES, result_data

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.helpers.photo_compare import Comparison
    from trekprint.sheet.model import Sheet
    from trekprint.workflows.results import Doubt, DoubtKey, SheetResult

EMPTY = "empty"
MOST_QUESTIONS = 80
"""More than any person would answer; a loop that never ends is a fault of its own."""
MUCH_ASKED = 4
"""Circles asked from which a sheet's picture is kept."""

Answers = dict["DoubtKey", str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFigures:
    """How one sheet of a picture was read. Shares are counts here, of `circles` etc."""

    sheet: str
    copy: int
    found: bool
    status: str = "failed"
    refused: bool = False
    circles: int = 0
    right_before: int = 0
    right_after: int = 0
    asked: int = 0
    questions: int = 0
    links: int = 0
    links_right: int = 0
    tick_boxes: int = 0
    ticks_right: int = 0
    final_right: bool | None = None
    tent_right: bool = True
    total: int = 0
    total_read: int | None = None
    total_after: int | None = None
    settled: bool = False
    wrong: tuple[str, ...] = ()
    wrong_after: tuple[str, ...] = ()
    asked_about: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def wrong_while_sure(self) -> bool:
        """Whether a wrong total was given as sure, unasked."""
        return self.found and self.status == "sure" and self.total_read != self.total

    @property
    def wrong_after_asking(self) -> bool:
        """Whether the total is wrong though every question was answered truthfully."""
        return self.found and self.settled and self.total_after != self.total


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFigures:
    """How one picture was read. `seconds` are of one core, `megabytes` the peak."""

    condition: str
    seed: int
    seconds: float
    megabytes: float
    sheets: tuple[SheetFigures, ...]
    strangers: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    conditions: Mapping[str, object] = field(default_factory=dict)

    def data(self) -> dict[str, object]:
        """Plain values, for JSON."""
        return asdict(self)


def measure(
    condition: str,
    seed: int,
    save: Path | None = None,
    level: str | None = None,
    megapixels: float | None = None,
) -> PhotoFigures:
    """Take the picture of `condition` and `seed` and read it.

    With a `level` a plain photo of it is taken, of `megapixels`, whatever `condition`.

    `save` is the folder for pictures, overlays and crops of what went wrong, or was
    asked much.
    """
    cv2.setNumThreads(1)
    if level is not None:
        taken = take_at_level(level, seed, megapixels)
    else:
        taken = (take_empty if condition in SCENES else take)(condition, seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"photo{taken.picture.suffix}"
        path.write_bytes(taken.picture.data)
        return measure_file(path, taken.truth, condition, seed, save)


def measure_file(
    path: Path, truth: PhotoTruth, condition: str, seed: int, save: Path | None = None
) -> PhotoFigures:
    """Read the picture at `path` and compare it with its `truth`."""
    _forget_peak()
    start = time.process_time()
    results = read_photo(path)
    seconds = time.process_time() - start
    megabytes = _peak_megabytes()
    pairs, strangers = _paired(_as_decoded(truth, path, results), results)
    sheets = tuple(_measured(one, result, len(results)) for one, result in pairs)
    photo = PhotoFigures(
        condition=condition,
        seed=seed,
        seconds=seconds,
        megabytes=megabytes,
        sheets=sheets,
        strangers=tuple(strangers),
        sentences=tuple(r.result.error for r in results if r.result.error),
        conditions=dict(truth.conditions),
    )
    if save is not None and _worth_a_look(photo):
        _keep(save, path, photo, pairs, results)
    return photo


# --- which result is which sheet


def _as_decoded(
    truth: PhotoTruth, path: Path, results: Sequence[PhotoResult]
) -> PhotoTruth:
    """`truth` in the pixels that were read: large photos are reduced on decoding."""
    with Image.open(path) as image:
        width = image.width
    read = next((one.size[0] for one in results if one.size), width)
    shrink = read / width
    return replace(
        truth,
        sheets=tuple(
            replace(
                sheet, corners=tuple((x * shrink, y * shrink) for x, y in sheet.corners)
            )
            for sheet in truth.sheets
        ),
    )


def _paired(
    truth: PhotoTruth, results: Sequence[PhotoResult]
) -> tuple[list[tuple[SheetTruth, PhotoResult | None]], list[str]]:
    """Every sheet with the result that lies where it lies; the names of the others."""
    left = [r for r in results if isinstance(r.reading, SheetReading)]
    pairs: list[tuple[SheetTruth, PhotoResult | None]] = []
    for sheet in truth.sheets:
        near = next((r for r in left if _same_place(sheet, r)), None)
        if near is not None:
            left.remove(near)
        pairs.append((sheet, near))
    strangers = [
        f"{r.sheet.id if r.sheet else '?'}, copy {r.result.copy}" for r in left
    ]
    return pairs, strangers


def _same_place(truth: SheetTruth, result: PhotoResult) -> bool:
    """Whether a result is of the same sheet, and its middle lies in the truth's."""
    reading = result.reading
    if not isinstance(reading, SheetReading) or reading.layout.sheet != truth.sheet:
        return False
    if (reading.copy - truth.copy) % FIDUCIAL_COPIES:
        return False
    centre = reading.layout.box.centre
    middle = reading.registration.to_photo(np.array([[centre.x, centre.y]]))[0]
    corners = np.array(truth.corners, np.float32)
    at = (float(middle[0]), float(middle[1]))
    return cv2.pointPolygonTest(corners, at, False) > 0


# --- one sheet


def _measured(
    truth: SheetTruth, found: PhotoResult | None, results: int
) -> SheetFigures:
    if found is None or found.sheet is None:
        return SheetFigures(
            sheet=truth.sheet, copy=truth.copy, found=False, refused=results > 0
        )
    sheet = found.sheet
    before = _compared(truth, found.result)
    after, answers, questions = _answered(truth, found)
    compared = _compared(truth, after)
    assert before.result is not None
    circles = len(sheet.circles)
    links = len(sheet.links)
    boxes = sum(row.boxes for row in sheet.options)
    reading = found.reading
    assert isinstance(reading, SheetReading)
    return SheetFigures(
        sheet=truth.sheet,
        copy=truth.copy,
        found=True,
        status=found.result.status,
        circles=circles,
        right_before=circles - len(before.wrong_circles),
        right_after=circles - len(compared.wrong_circles),
        asked=sum(isinstance(key, int) for key in questions),
        questions=len(questions),
        links=links,
        links_right=links - len(before.wrong_links),
        tick_boxes=boxes,
        ticks_right=boxes - before.wrong_ticks,
        final_right=before.final_right,
        tent_right=(reading.tent_cross > 0.5) == (truth.tent_crosses > 0),
        total=truth.total,
        total_read=found.result.total,
        total_after=after.total,
        settled=not after.doubts,
        wrong=tuple(_wrong(before)),
        wrong_after=tuple(_wrong(compared)),
        asked_about=tuple(
            f"{key or 'confirm'}={answers.get(key)}" for key in questions
        ),
        warnings=found.result.warnings,
    )


def _compared(truth: SheetTruth, result: SheetResult) -> Comparison:
    """The comparison of one result; a copy known only modulo counts as the truth's."""
    data = {**result_data(result), "copy": truth.copy}
    return compare(PhotoTruth(sheets=(truth,)), [data])[0]


def _wrong(compared: Comparison) -> list[str]:
    told = [
        f"circle {c.id} is {c.truth}, read {c.read}{'' if c.doubtful else '!'}"
        for c in compared.wrong_circles
    ]
    drawn = compared.truth.links
    told += [
        f"link {a}-{b} {'missed' if (a, b) in drawn else 'false'}"
        for a, b in compared.wrong_links
    ]
    roped = compared.truth.ropes
    told += [
        f"rope {a}-{b} {'missed' if (a, b) in roped else 'false'}"
        for a, b in compared.wrong_ropes
    ]
    if compared.wrong_ticks:
        told.append(f"{compared.wrong_ticks} ticks")
    if not compared.assist_right:
        told.append("+3 boxes")
    if compared.final_right is False:
        told.append("final score")
    return told


# --- a person who answers truthfully


def _answered(
    truth: SheetTruth, found: PhotoResult
) -> tuple[SheetResult, Answers, list[DoubtKey]]:
    """The result once nothing is asked any more; the answers; what was asked."""
    assert isinstance(found.reading, SheetReading)
    assert found.sheet is not None
    answers: Answers = {}
    asked: list[DoubtKey] = []
    result = found.result
    while result.doubts and len(asked) < MOST_QUESTIONS:
        doubt = result.doubts[0]
        said = truthful_answer(truth, doubt, result, found.sheet)
        if said is None:
            break
        asked.append(doubt.key)
        answers |= said
        result = interpret(found.reading, found.sheet, result.source, answers=answers)
    return result, answers, asked


def truthful_answer(
    truth: SheetTruth, doubt: Doubt, result: SheetResult, sheet: Sheet
) -> Answers | None:
    """What the person says; None where this program does not know the question."""
    key = doubt.key
    if key == CONFIRM:
        return _corrections(truth, result, sheet) or {CONFIRM: YES}
    if isinstance(key, Link):
        return {key: _yes(_pair(key) in truth.links | truth.ropes)}
    if isinstance(key, int):
        return {key: _content(truth, key)}
    box = str(key)
    if box.startswith("assist_"):
        return {key: _yes(int(box.removeprefix("assist_")) <= truth.assist)}
    return None


def _corrections(truth: SheetTruth, result: SheetResult, sheet: Sheet) -> Answers:
    """What a person finds wrong on comparing the circles and lines with the sheet."""
    compared = _compared(truth, result)
    wrong: Answers = {
        CircleId(c.id): _content(truth, c.id) for c in compared.wrong_circles
    }
    differing = {*compared.wrong_links, *compared.wrong_ropes}
    wrong |= {
        link: _yes(_pair(link) in truth.links | truth.ropes)
        for link in (*sheet.links, *sheet.two_apart)
        if _pair(link) in differing
    }
    return wrong


def _content(truth: SheetTruth, circle: int) -> str:
    content = str(truth.circles.get(circle, EMPTY))
    assert content in CONTENT_NAMES or content == SKULL
    return content


def _pair(link: Link) -> tuple[int, int]:
    return int(link.a), int(link.b)


def _yes(really: bool) -> str:
    return YES if really else NO


# --- memory


def _forget_peak() -> None:
    """Begin a new peak of this process's memory, where the system can (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")


def _peak_megabytes() -> float:
    """The most memory this process held since `_forget_peak`; 0 where unknown."""
    if sys.platform != "linux":
        return 0.0
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return float(line.split()[1]) / 1024
    return 0.0


# --- pictures of what went wrong


def _worth_a_look(photo: PhotoFigures) -> bool:
    return bool(photo.strangers) or any(
        not one.found or one.wrong or one.wrong_after or one.asked >= MUCH_ASKED
        for one in photo.sheets
    )


def _keep(
    folder: Path,
    path: Path,
    photo: PhotoFigures,
    pairs: Sequence[tuple[SheetTruth, PhotoResult | None]],
    results: Sequence[PhotoResult],
) -> None:
    """Keep the picture, its overlay, and the crops of wrongly read circles."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{photo.condition.replace(' ', '-').replace('%', '')}-{photo.seed}"
    (folder / f"{stem}{path.suffix}").write_bytes(path.read_bytes())
    read = [one for one in results if isinstance(one.reading, SheetReading)]
    if read:
        write_overlays(path, read, [one.result for one in read], folder, stem)
    for truth, found in pairs:
        if found is None or not isinstance(found.reading, SheetReading):
            continue
        crops = {int(circle.id): circle.crop for circle in found.reading.circles}
        for circle in _compared(truth, found.result).wrong_circles:
            sure = "asked" if circle.doubtful else "sure"
            name = f"{stem}-{circle.id}-is-{circle.truth}-read-{circle.read}-{sure}"
            cv2.imwrite(str(folder / f"{name}.png"), crops[circle.id])
