"""Broken definitions lie in `data/sheets/bad`, each with the problems it must give."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from trekprint.errors import SheetError
from trekprint.rules.items import ITEMS, amounts_of
from trekprint.sheet.model import Terrain
from trekprint.sheetfile import document
from trekprint.sheetfile.catalog import load_sheet, sheet_names
from trekprint.sheetfile.loader import check_sheet, parse_sheet

BAD = sorted((Path(__file__).parent.parent / "data" / "sheets" / "bad").glob("*.yaml"))

GOOD = """\
kind: ascent
id: good
revision: 3
title: {en: "Good  \\n mountain", de: Guter Berg}
summit: 20
stars: {summit: 1, race: 0, record: 1}
circles:
  - {id: 4, x: 0, y: -0.5, terrain: dangerous}
  - {id: 9, x: 1, y: -0.5}
links:
  - [9, 4]
options:
  - {option: sum, boxes: 3}
scoring:
  - mapped_zones
  - longest_line_bonus: &bonus {table: {3: 1, 4: 3}, beyond: 5}
  - largest_zone_bonus: *bonus
labels:
  final: {en: The end, ru: Конец}
art: {style: ridge, seed: 7, steep: 0.5, snow: yes}
credits: nobody
"""


def _told(content: bytes | str, file: str = "good.yaml") -> list[str]:
    data = content.encode() if isinstance(content, str) else content
    return [str(problem) for problem in check_sheet(data, file).problems]


def test_a_good_definition() -> None:
    sheet = parse_sheet(GOOD.encode(), "some/where/good.yaml")
    assert (sheet.id, sheet.revision, sheet.summit) == ("good", 3, 20)
    assert sheet.title == {"en": "Good mountain", "de": "Guter Berg"}
    assert [c.terrain for c in sheet.circles] == [Terrain.DANGEROUS, Terrain.NORMAL]
    assert [(c.id, c.x, c.y) for c in sheet.circles] == [(4, 0, -0.5), (9, 1, -0.5)]
    assert [str(link) for link in sheet.links] == ["4-9"]
    assert [item.name for item in sheet.scoring] == [
        "mapped_zones",
        "longest_line_bonus",
        "largest_zone_bonus",
    ]
    assert sheet.scoring[2].amounts == {"table": {3: 1, 4: 3}, "beyond": 5}
    assert sheet.labels == {"final": {"en": "The end", "ru": "Конец"}}
    assert sheet.art == {"style": "ridge", "seed": 7, "steep": 0.5, "snow": True}
    assert sheet.credits == "nobody"


def test_windows_line_ends_and_a_byte_order_mark_are_fine() -> None:
    assert _told(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()) == []


def test_labels_art_and_credits_may_be_left_out() -> None:
    sheet = parse_sheet(GOOD.partition("labels:")[0].encode(), "good.yaml")
    assert (sheet.labels, sheet.art, sheet.credits) == ({}, {}, "")


def test_a_file_of_any_folder_has_its_name(tmp_path: Path) -> None:
    assert _told(GOOD, str(tmp_path / "good.yaml")) == []
    assert _told(GOOD, "C:\\sheets\\good.yaml") == []
    assert _told(GOOD, "better.yaml") == [
        "better.yaml:2: id: must be the file's name 'better', not 'good'"
    ]


def _expected(text: str) -> list[str]:
    comment = text.partition("# problems:\n")[2].partition("\n\n")[0]
    return [line.removeprefix("#   ") for line in comment.splitlines()]


@pytest.mark.parametrize("file", BAD, ids=lambda file: file.stem)
def test_all_problems_literally(file: Path) -> None:
    content = file.read_bytes()
    told = _told(content, file.name)
    expected = _expected(content.decode("latin-1"))
    assert told, "the file is meant to have problems"
    for sentence, wanted in zip(told, expected, strict=True):
        _, _, sentence = sentence.partition(file.name)
        # The wording in brackets is PyYAML's own and differs between its parsers.
        assert (
            sentence.lstrip(": ").partition("(did not")[0]
            == (wanted.encode("latin-1").decode("utf-8").partition("(did not")[0])
        )


@pytest.mark.parametrize("file", BAD, ids=lambda file: file.stem)
def test_the_parser_without_c_tells_the_same_lines(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = file.read_bytes()
    with_c = check_sheet(content, file.name).problems
    monkeypatch.setattr(document, "_LOADER", yaml.SafeLoader)
    without_c = check_sheet(content, file.name).problems
    assert [(p.line, p.path) for p in without_c] == [(p.line, p.path) for p in with_c]


def test_acting_raises_with_all_problems_at_once() -> None:
    text = GOOD.replace("summit: 20", "summit: high").replace("[9, 4]", "[9, 5]")
    with pytest.raises(SheetError) as raised:
        parse_sheet(text.encode(), "good.yaml")
    assert str(raised.value).splitlines() == [
        "good.yaml:5: summit: must be a whole number, not 'high'",
        "good.yaml:9: circles[1]: touches circle 4 (1.00 apart) without a link",
        "good.yaml:10: links: no way leads from circle 4 to circle 9",
        "good.yaml:11: links[0]: no circle 5",
    ]


def test_a_large_file_is_refused_unread() -> None:
    assert _told(b"#" * 1_000_001) == ["good.yaml: is over 1 MB; no sheet needs that"]


def test_other_encodings_are_refused() -> None:
    assert _told(GOOD.encode("utf-16")) == [
        "good.yaml:1: is not UTF-8 text from here on; save it as UTF-8"
    ]


BOMB = "a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def test_aliases_that_explode_are_not_unfolded() -> None:
    assert _told(BOMB) == ["good.yaml: holds more than 20000 values, aliases unfolded"]


@pytest.mark.parametrize("loader", [document._LOADER, yaml.SafeLoader])
@pytest.mark.parametrize(
    "text",
    [
        "kind: &a [*a]",
        "[" * 30 + "]" * 30,
        "- " * 25,
        "- " * 2000,
        "[" * 200 + "]" * 200,
    ],
)
def test_endless_nesting_is_refused(
    text: str, loader: type[yaml.SafeLoader], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "_LOADER", loader)
    (sentence,) = _told(text)
    assert "is nested more than 20 levels deep" in sentence or (
        "nesting depth" in sentence or "ends too early" in sentence
    )


def test_a_problem_without_a_place_belongs_to_the_whole_file() -> None:
    empty = document.read_document(b"", "good.yaml")
    assert str(empty.problem("circles[3].x", "is odd")) == (
        "good.yaml: circles[3].x: is odd"
    )


def test_every_amount_without_a_default_is_needed() -> None:
    for name, rule in ITEMS.items():
        text = GOOD.replace("- mapped_zones", f"- {name}: {{}}")
        missing = [line for line in _told(text) if "is missing" in line]
        assert missing == [
            f"good.yaml:15: scoring[0].{name}: '{amount}' is missing"
            for amount, spec in rule.amounts.items()
            if spec.default is None
        ]


def test_what_is_left_out_keeps_its_default() -> None:
    sheet = parse_sheet(
        GOOD.replace("mapped_zones", "fixed_lines").encode(), "good.yaml"
    )
    assert sheet.scoring[0].amounts == {}
    assert amounts_of(sheet.scoring[0]) == {"merge_lines": True}


@pytest.mark.parametrize("name", sheet_names())
def test_amounts_are_what_the_rules_accept(name: str) -> None:
    for item in load_sheet(name).scoring:
        specs = ITEMS[item.name].amounts
        assert all(specs[key].accepts(amount) for key, amount in item.amounts.items())


_PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["ascent", "normal", "sum", "mapped_zones"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5) | st.integers(0, 9), inner, max_size=3)
    ),
    max_leaves=8,
)
_KEYS = ("kind", "id", "title", "stars", "circles", "links", "options", "scoring")


@given(st.dictionaries(st.sampled_from([*_KEYS, "labels", "art"]), _PLAIN))
def test_whatever_stands_there_becomes_problems(values: dict[str, object]) -> None:
    told = _told(yaml.safe_dump(values, allow_unicode=True).encode())
    assert told
    assert not any("\n" in line for line in told)


@given(st.sampled_from([key for key in _KEYS if key != "kind"]), _PLAIN)
def test_one_wrong_value_in_a_good_file(key: str, value: object) -> None:
    values = yaml.safe_load(GOOD) | {key: value}
    _told(yaml.safe_dump(values, allow_unicode=True).encode())


@given(st.binary(max_size=200))
def test_no_bytes_break_the_loader(content: bytes) -> None:
    assert _told(content)
