"""The code is read at any size; without it the circles tell the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import pytest

from tests.scan.drawing import PX_PER_MM, form, small_layout
from trekprint.scan.crops import box_crop
from trekprint.scan.identify import read_code, recognise
from trekprint.scan.ink import find_ink
from trekprint.scan.registration import Form
from trekprint.sheet.layout import form_layout
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from trekprint.sheet.identity import Identity

LAYOUT = small_layout()
CANDIDATES = {
    name: form_layout(load_sheet(name)) for name in ("dunai", "kagkot", "dhaulagiri")
}


def scaled(px_per_mm: float, *, identity: bool = True) -> Form:
    image = form(copy=7, identity=identity)
    factor = px_per_mm / PX_PER_MM
    size = round(image.shape[1] * factor), round(image.shape[0] * factor)
    return Form(
        image=cv2.resize(image, size, interpolation=cv2.INTER_AREA), px_per_mm=px_per_mm
    )


def code_in(scaled_form: Form) -> Identity | None:
    patch = box_crop(scaled_form, LAYOUT.panel("code").shrunk(-2.0))
    return read_code(patch, scaled_form.px_per_mm)


@pytest.mark.parametrize("px_per_module", [2.0, 2.5, 3.0, 4.0, 5.0, 8.0])
def test_the_code_is_read_at_any_size(px_per_module: float) -> None:
    modules = 25
    code_mm = LAYOUT.panel("code").width
    found = code_in(scaled(px_per_module * modules / code_mm))
    assert found is not None
    assert (found.sheet, found.copy, found.run) == ("small", 7, "TEST")


def test_no_code_is_none() -> None:
    assert code_in(scaled(8.0, identity=False)) is None


@pytest.mark.parametrize("px_per_mm", [3.0, 8.0])
def test_circles_tell_the_sheet(px_per_mm: float) -> None:
    ink = find_ink(scaled(px_per_mm))
    assert recognise(ink, {**CANDIDATES, "small": LAYOUT}) == "small"


def test_other_circles_are_no_sheet_we_know() -> None:
    assert recognise(find_ink(scaled(8.0)), CANDIDATES) is None
    assert recognise(find_ink(scaled(8.0)), {}) is None
