"""Photo files -> scored sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from trekprint.errors import InputError, SheetError, UnreadableError
from trekprint.scan.photo import pages
from trekprint.scan.reader import NO_SHEET, read
from trekprint.scan.reading import Failure, SheetReading
from trekprint.sheet.layout import form_layout
from trekprint.sheet.placed import Layout
from trekprint.sheet.solo_form import MAX_PREFIX
from trekprint.sheetfile.catalog import load_sheet, sheet_names
from trekprint.workflows.interpret import interpret
from trekprint.workflows.results import SheetResult

if TYPE_CHECKING:
    from pathlib import Path

    from trekprint.scan.photo import Page
    from trekprint.sheet.model import Sheet


LEAST_SIDE = 100
"""px; on a photo that is smaller a sheet is not a pixel a millimetre."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PhotoResult:
    """A scored sheet of a photo, with the reading it came from.

    `reading` is None where the photo could not be opened, `sheet` also where no sheet
    could be read. `size` is the (width, height) in px of the page that was read.
    """

    result: SheetResult
    reading: SheetReading | Failure | None = None
    sheet: Sheet | None = None
    size: tuple[int, int] | None = None


class Layouts(Mapping[str, Layout]):
    """Form layouts by sheet name, made when asked for; a photo shows one or two."""

    def __init__(self, defs: Path | None = None) -> None:
        """Look for definitions in `defs` first."""
        self._defs = defs
        self._names = sheet_names(defs)
        self._sheets: dict[str, Sheet] = {}
        self._layouts: dict[str, Layout] = {}

    def sheet(self, name: str) -> Sheet:
        """The definition; errors as `catalog.load_sheet`."""
        if name not in self._sheets:
            self._sheets[name] = load_sheet(name, self._defs)
        return self._sheets[name]

    def __getitem__(self, name: str) -> Layout:
        """The layout at form size; KeyError for an unknown name.

        Max's form of a sheet is known by its name, but not among those that are gone
        through: its circles are those of the sheet.

        Raises SheetError or UnreadableError where its definition is broken.
        """
        if name.removeprefix(MAX_PREFIX) not in self._names:
            raise KeyError(name)
        if name not in self._layouts:
            try:
                self._layouts[name] = form_layout(self.sheet(name))
            except InputError as error:
                raise KeyError(name) from error  # a strip would be too short for it
        return self._layouts[name]

    def __iter__(self) -> Iterator[str]:
        """The names of all sheets whose definitions are sound.

        One that is broken disturbs nobody until a photo shows its sheet.
        """
        for name in self._names:
            try:
                self.sheet(name)
            except (SheetError, UnreadableError):
                continue
            yield name

    def __len__(self) -> int:
        """How many there are."""
        return sum(1 for _ in self)


def read_photo(
    path: Path, *, sheet: str | None = None, defs: Path | None = None
) -> list[PhotoResult]:
    """Every sheet in a photo, scan or PDF, scored, in reading order.

    What cannot be read is a failed result, never an exception.

    Args:
        path: the file.
        sheet: the sheet's name, where the user told it.
        defs: folder of definitions to look in first.

    Raises:
        InputError: `sheet` is unknown.
    """
    from trekprint.scan.digits import load_reader
    from trekprint.scan.numerals import read_numbers

    layouts = Layouts(defs)
    if sheet is not None:
        layouts.sheet(sheet)
    results: list[PhotoResult] = []
    number = 1
    try:
        reader = load_reader()
        for page in pages(path):
            number = page.number
            if min(page.grey.shape) < LEAST_SIDE:
                results.append(failed(str(path), NO_SHEET, page=number))
                continue
            found = read(
                page.grey,
                layouts,
                reader,
                box_reader=lambda crops: read_numbers(crops, reader),
                sheet=sheet,
                px_per_mm=page.px_per_mm,
            )
            results += [
                _photo_result(reading, layouts, str(path), page) for reading in found
            ]
            number += 1
    except (UnreadableError, SheetError) as error:
        sentence = "; ".join(str(error).splitlines())
        results.append(failed(str(path), sentence, page=number))
    return results


def failed(source: str, sentence: str, page: int = 1) -> PhotoResult:
    """The result of a source that could not be read."""
    return PhotoResult(result=SheetResult(source=source, page=page, error=sentence))


def _photo_result(
    reading: SheetReading | Failure, layouts: Layouts, source: str, page: Page
) -> PhotoResult:
    height, width = page.grey.shape
    if isinstance(reading, Failure):
        result = SheetResult(source=source, page=page.number, error=reading.sentence)
        return PhotoResult(result=result, reading=reading, size=(width, height))
    sheet = layouts.sheet(reading.layout.sheet)
    return PhotoResult(
        result=replace(
            interpret(reading, sheet, source, page.number), name=reading.name
        ),
        reading=reading,
        sheet=sheet,
        size=(width, height),
    )
