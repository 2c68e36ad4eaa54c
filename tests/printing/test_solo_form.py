"""`solo-NAME` prints your form and Max's, in every language and on every paper."""

from __future__ import annotations

import pypdfium2
import pytest

from trekprint.errors import InputError
from trekprint.printing.words import common_words
from trekprint.sheet.model import LANGUAGES
from trekprint.workflows.prints import Printed, PrintOrder, print_sheets


def texts(printed: Printed) -> list[str]:
    """The words on each page."""
    document = pypdfium2.PdfDocument(printed.pdf)
    pages = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return pages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_forms_are_on_one_page_with_words_of_the_language(lang: str) -> None:
    printed = print_sheets(PrintOrder(names=("solo-kagkot",), lang=lang))
    assert (printed.sheets, printed.pages, printed.notes) == (2, 1, ())
    (page,) = texts(printed)
    assert "TREK/KAGKOT/1/1/" in page
    assert "TREK/MAX-KAGKOT/1/1/" in page
    for word in ("max_rule", "max_against", "round_dice", "round_circle", "round"):
        assert common_words()[word][lang] in page


def test_each_copy_has_a_page_with_a_pair() -> None:
    printed = print_sheets(
        PrintOrder(names=("solo-dunai",), copies=3, players=("Anna", "Boris", "Cyril"))
    )
    for number, (page, name) in enumerate(
        zip(texts(printed), ("Anna", "Boris", "Cyril"), strict=True), 1
    ):
        assert f"TREK/DUNAI/1/{number}/" in page
        assert f"TREK/MAX-DUNAI/1/{number}/" in page
        assert page.count(name) == 2


def test_on_a5_each_form_has_a_page() -> None:
    printed = print_sheets(PrintOrder(names=("solo-dunai",), paper="a5", per_page=1))
    assert printed.pages == 2


def test_his_form_can_be_printed_alone() -> None:
    (page,) = texts(print_sheets(PrintOrder(names=("max-dhaulagiri",))))
    assert "TREK/MAX-DHAULAGIRI/" in page
    assert "TREK/DHAULAGIRI/" not in page


@pytest.mark.parametrize("name", ["solo-kagkott", "max-kagkott"])
def test_an_unknown_mountain_is_named_with_the_nearest(name: str) -> None:
    with pytest.raises(InputError, match="'kagkott'; did you mean kagkot"):
        print_sheets(PrintOrder(names=(name,)))
