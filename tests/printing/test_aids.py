"""Cards, the log and the poster: sizes, words in every language, nothing too wide."""

from __future__ import annotations

import pypdfium2
import pytest

from trekprint.printing.card_faces import GROUPS, HEIGHT, WIDTH, Card, deck
from trekprint.printing.cards import ON_PAGE, render_cards, slot
from trekprint.printing.fonts import BOLD, HEAVY, REGULAR, missing_letters, register
from trekprint.printing.log import render_log
from trekprint.printing.poster import render_poster
from trekprint.printing.words import card_words
from trekprint.rules.expedition.cards import Card as Kind
from trekprint.rules.expedition.challenges import CHALLENGES
from trekprint.rules.expedition.fame import Record
from trekprint.sheet.model import LANGUAGES
from trekprint.sheet.paper import PAPERS
from trekprint.sheetfile.catalog import load_sheet

A4 = PAPERS["a4"]
SHEETS = [load_sheet(name) for name in ("dunai", "kagkot", "dhaulagiri")]
POINTS_PER_MM = 72 / 25.4


def texts(pdf: bytes) -> list[str]:
    """The words of each page, lines joined by blanks."""
    pages = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


def record(sheet: str, score: int, *players: str, date: str = "2026-12-03") -> Record:
    return Record(sheet=sheet, players=players, score=score, date=date)


def test_there_are_sixteen_assist_cards_four_of_each_kind() -> None:
    kinds = [card.kind for card in deck() if card.group == "assist"]
    assert sorted(kinds) == sorted(4 * [kind.value for kind in Kind])


def test_there_is_a_front_for_every_challenge() -> None:
    numbers = [int(card.kind) for card in deck() if card.group == "challenge"]
    assert numbers == [challenge.number for challenge in CHALLENGES]
    assert deck().count(Card(group="lead")) == 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_backs_lie_behind_their_fronts(paper: str) -> None:
    """Turned on the long edge, x becomes the width of the paper less x."""
    for index in range(ON_PAGE):
        front = slot(PAPERS[paper], index)
        back = slot(PAPERS[paper], index, mirrored=True)
        assert back.x == pytest.approx(PAPERS[paper].width - front.right)
        assert (back.y, back.width, back.height) == (front.y, WIDTH, HEIGHT)
        assert front.x > 0
        assert front.bottom < PAPERS[paper].height


def test_a_page_of_fronts_is_followed_by_its_backs() -> None:
    pdf, count = render_cards(A4)
    pages = texts(pdf)
    assert count == 27
    assert len(pages) == 6
    assert pages[0].count("Compass") == 4
    assert pages[1].count("Assist card") == 9
    assert pages[4].count("Each round") == pages[5].count("Each round") == 4


def test_only_some_cards_without_backs() -> None:
    pdf, count = render_cards(A4, groups=("lead", "challenge"), backs=False)
    assert count == 7
    assert len(texts(pdf)) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_wording_is_on_the_cards_whole(lang: str) -> None:
    register()
    words = card_words(lang)
    pages = " ".join(texts(render_cards(A4, lang=lang)[0]))
    on_cards = [
        wording
        for key, wording in words.items()
        if key.endswith("_text") or key.startswith(("challenge_", "turn_", "after_"))
    ]
    assert len(on_cards) > 15
    for wording in on_cards:
        assert wording in pages
        for font in (REGULAR, BOLD, HEAVY):
            assert missing_letters(wording, font) == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_of_a_card_is_near_its_cut(lang: str) -> None:
    """4 mm from the edge there is only paper, the frame apart, on any front."""
    pdf, _ = render_cards(A4, lang=lang, backs=False)
    for page in pypdfium2.PdfDocument(pdf):
        words = page.get_textpage()
        for index in range(words.count_rects()):
            left, bottom, right, top = (
                value / POINTS_PER_MM for value in words.get_rect(index)
            )
            middle = ((left + right) / 2, A4.height - (bottom + top) / 2)
            for place in range(ON_PAGE):
                box = slot(A4, place)
                if box.x < middle[0] < box.right and box.y < middle[1] < box.bottom:
                    assert left > box.x + 4
                    assert right < box.right - 4


def test_the_same_order_gives_the_same_bytes() -> None:
    assert render_cards(A4) == render_cards(A4)
    assert render_log(A4, SHEETS) == render_log(A4, SHEETS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_has_players_sheets_and_challenges(lang: str) -> None:
    (page,) = texts(render_log(A4, SHEETS, lang=lang, players=("Ann", "Bo")))
    for wanted in ("Ann", "Bo", *(sheet.title[lang] for sheet in SHEETS)):
        assert wanted in page
    for key in ("log", "hall", *(f"challenge_{n}" for n in range(1, 7))):
        assert card_words(lang)[key] in page


def test_a_log_has_room_for_more_players_than_rows() -> None:
    players = [f"Player {number}" for number in range(12)]
    (page,) = texts(render_log(A4, SHEETS, players=players))
    assert all(player in page for player in players)


def test_the_poster_shows_the_standing_record_and_those_before() -> None:
    records = [record("dunai", 66, "Ann"), record("dunai", 71, "Bo", "Cy")]
    (page,) = texts(render_poster(A4, records, SHEETS))
    assert page.index("Bo & Cy") < page.index("Ann")
    assert page.count("no record yet") == 2


def test_a_poster_holds_any_number_of_records_and_any_name() -> None:
    many = [record("dunai", score, "Ann") for score in range(1, 60)]
    long = record("kagkot", 88, "Maximiliane " * 12)
    (page,) = texts(render_poster(A4, [*many, long], SHEETS))
    assert "59" in page
    assert "…" in page
    page_width = A4.width * POINTS_PER_MM
    words = pypdfium2.PdfDocument(render_poster(A4, [*many, long], SHEETS))[0]
    found = words.get_textpage()
    for index in range(found.count_rects()):
        left, bottom, right, _ = found.get_rect(index)
        assert 0 < left < right < page_width
        assert bottom > 0


def test_groups_are_those_of_the_command() -> None:
    from trekprint.cli import cards as command

    assert command.GROUPS == GROUPS


def test_paper_is_that_of_the_command() -> None:
    from trekprint.cli.sheets import LARGE_PAPER
    from trekprint.workflows.aids import FORMATS

    assert LARGE_PAPER == FORMATS
