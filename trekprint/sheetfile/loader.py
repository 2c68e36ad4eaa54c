"""Sheet definitions: YAML to `Sheet`, or every problem at its line.

Three steps: bytes to plain data (`document`), plain data to circles, links and so on
(here), and what they are together (`sheet.checks`). A problem in one part does not keep
the others from being looked at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.errors import SheetError
from trekprint.sheet import checks
from trekprint.sheet.layout import form_layout
from trekprint.sheet.model import (
    LANGUAGES,
    Amount,
    Circle,
    CircleId,
    Link,
    LocalText,
    Option,
    OptionRow,
    Sheet,
    Stars,
    Terrain,
)
from trekprint.sheetfile.document import UNREAD, inside, quote, read_document
from trekprint.sheetfile.fields import Fields, Notes, hint, whole
from trekprint.sheetfile.items import read_scoring

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.errors import Problem

KINDS = ("ascent",)
KINDS_TO_COME = ("score_sheet",)


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionLimits:
    """How much of each thing a definition may hold; beyond lies a slip of the finger.

    `place` is in the unit of circle places, the distance of two touching circles; the
    texts are in characters and bounded by the room on the form.
    """

    circles: int = 60
    links: int = 200
    circle_id: int = 99
    place: float = 50.0
    boxes: int = 20
    revision: int = 999
    summit: int = 999
    stars: int = 9
    title: int = 40
    label: int = 80
    credits: int = 400
    art_number: float = 1e6


LIMITS = DefinitionLimits()
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
_REQUIRED = (
    "kind",
    "id",
    "revision",
    "title",
    "summit",
    "stars",
    "circles",
    "links",
    "options",
    "scoring",
)
_OPTIONAL = ("labels", "art", "credits")


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What a file gave: the sheet where there are no problems, else the problems."""

    sheet: Sheet | None
    problems: tuple[Problem, ...]


def parse_sheet(content: bytes, file: str) -> Sheet:
    """The sheet that `content` defines; `file` is the file's name, for the problems.

    Raises SheetError with all problems where there are any.
    """
    loaded = check_sheet(content, file)
    if loaded.sheet is None:
        raise SheetError(loaded.problems)
    return loaded.sheet


def check_sheet(content: bytes, file: str) -> Loaded:
    """The sheet that `content` defines, or all its problems in order of lines."""
    document = read_document(content, file)
    notes = Notes(document)
    sheet = _sheet(notes, document.data, file)
    if sheet is not None and not notes.problems:
        notes.add_all(checks.layout_problems(form_layout(sheet)))
    problems = tuple(sorted(notes.problems, key=lambda problem: problem.line))
    return Loaded(sheet=None if problems else sheet, problems=problems)


def _sheet(notes: Notes, data: object, file: str) -> Sheet | None:
    """The sheet, or None where a part of it is missing; checks the parts together."""
    if not _is_of_known_kind(notes, data):
        return None
    fields = Fields(notes, data, "", required=_REQUIRED, optional=_OPTIONAL)
    name = _id(notes, fields, file)
    revision = fields.whole("revision", 1, LIMITS.revision)
    title = _title(notes, fields)
    summit = fields.whole("summit", 1, LIMITS.summit)
    stars = _stars(notes, fields)
    circles = _circles(notes, fields)
    links = _links(notes, fields)
    options = _options(notes, fields)
    scoring = read_scoring(notes, fields)
    labels = _labels(notes, fields)
    art = _art(notes, fields)
    credits_text = fields.text("credits", LIMITS.credits) or ""
    if circles and links is not None:
        notes.add_all(checks.link_problems(circles, links))
    if circles and options:
        notes.add_all(checks.option_problems(circles, options))
    if scoring:
        notes.add_all(checks.scoring_problems(scoring))
    if not (name and revision and title and summit and stars):
        return None
    if not (circles and links is not None and options and scoring):
        return None
    return Sheet(
        id=name,
        revision=revision,
        title=title,
        circles=circles,
        links=links,
        options=options,
        scoring=scoring,
        summit=summit,
        stars=stars,
        labels=labels,
        art=art,
        credits=credits_text,
    )


def _is_of_known_kind(notes: Notes, data: object) -> bool:
    """Whether to look further: another kind's keys would all be misread."""
    if data is UNREAD:
        return False
    if not isinstance(data, dict):
        notes.add("", f"must be keys with values, such as 'kind: {KINDS[0]}'")
        return False
    kind = data.get("kind", KINDS[0])
    if kind in KINDS or kind is UNREAD:
        return True
    if kind in KINDS_TO_COME:
        sentence = f"{quote(kind)} is for a later version; this one knows {KINDS[0]}"
    else:
        sentence = f"unknown kind {quote(kind)}; {hint(kind, KINDS)}"
    notes.add("kind", sentence)
    return False


def _id(notes: Notes, fields: Fields, file: str) -> str | None:
    value = fields.raw("id")
    if value is UNREAD:
        return None
    if not isinstance(value, str) or not _ID.fullmatch(value):
        sentence = f"must be 1 to 30 of a to z, 0 to 9 and -, not {quote(value)}"
        notes.add("id", sentence)
        return None
    stem = re.split(r"[/\\]", file)[-1].rsplit(".", 1)[0]
    if value != stem:
        notes.add("id", f"must be the file's name {quote(stem)}, not {quote(value)}")
        return None
    return value


def _title(notes: Notes, fields: Fields) -> LocalText | None:
    if "title" not in fields:
        return None
    return _local_text(notes, fields.raw("title"), "title", LIMITS.title)


def _local_text(notes: Notes, value: object, path: str, most: int) -> LocalText | None:
    """A text by language; English must be there."""
    texts = Fields(notes, value, path, required=LANGUAGES[:1], optional=LANGUAGES[1:])
    given = {lang: texts.text(lang, most) for lang in LANGUAGES}
    whole_texts = {lang: text for lang, text in given.items() if text}
    return whole_texts if LANGUAGES[0] in whole_texts else None


def _stars(notes: Notes, fields: Fields) -> Stars | None:
    if "stars" not in fields:
        return None
    stars = Fields(
        notes, fields.raw("stars"), "stars", required=("summit", "race", "record")
    )
    summit = stars.whole("summit", 0, LIMITS.stars)
    race = stars.whole("race", 0, LIMITS.stars)
    record = stars.whole("record", 0, LIMITS.stars)
    if summit is None or race is None or record is None:
        return None
    return Stars(summit=summit, race=race, record=record)


def _circles(notes: Notes, fields: Fields) -> tuple[Circle, ...] | None:
    """The circles, or None where one of them has no sound id or place."""
    circles = [
        _circle(notes, value, path)
        for path, value in fields.entries("circles", 2, LIMITS.circles)
    ]
    sound = tuple(circle for circle in circles if circle)
    return sound if len(sound) == len(circles) else None


def _circle(notes: Notes, value: object, path: str) -> Circle | None:
    fields = Fields(
        notes, value, path, required=("id", "x", "y"), optional=("terrain",)
    )
    number = fields.whole("id", 1, LIMITS.circle_id)
    x = fields.number("x", LIMITS.place)
    y = fields.number("y", LIMITS.place)
    terrain = fields.choice("terrain", [terrain.value for terrain in Terrain])
    if number is None or x is None or y is None:
        return None
    # A circle with a misspelt terrain is still good for the checks on places.
    return Circle(
        id=CircleId(number),
        x=x,
        y=y,
        terrain=Terrain(terrain) if terrain else Terrain.NORMAL,
    )


def _links(notes: Notes, fields: Fields) -> tuple[Link, ...] | None:
    """The links, or None where one of them is no pair of circles."""
    if "links" not in fields:
        return None
    links = [
        _link(notes, value, path)
        for path, value in fields.entries("links", 1, LIMITS.links)
    ]
    sound = tuple(link for link in links if link)
    return sound if sound and len(sound) == len(links) else None


def _link(notes: Notes, value: object, path: str) -> Link | None:
    if value is UNREAD:
        return None
    if not isinstance(value, list) or len(value) != 2:
        notes.add(path, f"must be two circles, such as [1, 2], not {quote(value)}")
        return None
    one, other = (
        whole(notes, end, f"{path}[{n}]", 1, LIMITS.circle_id)
        for n, end in enumerate(value)
    )
    if one is None or other is None:
        return None
    if one == other:
        notes.add(path, f"links circle {one} with itself")
        return None
    return Link.of(one, other)


def _options(notes: Notes, fields: Fields) -> tuple[OptionRow, ...] | None:
    """The option rows, or None where one of them is not sound."""
    rows = []
    entries = fields.entries("options", 1, LIMITS.boxes)
    for path, value in entries:
        row = Fields(notes, value, path, required=("option", "boxes"))
        option = row.choice("option", [option.value for option in Option])
        boxes = row.whole("boxes", 1, LIMITS.boxes)
        if option and boxes:
            rows.append(OptionRow(option=Option(option), boxes=boxes))
    return tuple(rows) if len(rows) == len(entries) else None


def _labels(notes: Notes, fields: Fields) -> Mapping[str, LocalText]:
    """Wordings of the sheet's own in place of the usual ones."""
    labels = {}
    for name, value in fields.named("labels").items():
        path = inside("labels", name)
        if text := _local_text(notes, value, path, LIMITS.label):
            labels[name] = text
    return labels


def _art(notes: Notes, fields: Fields) -> Mapping[str, Amount]:
    """Numbers, switches and names for the drawing; printing knows what they mean."""
    given = fields.named("art")
    art = Fields(notes, given, "art", optional=tuple(given))
    settings: dict[str, Amount] = {}
    for name, value in given.items():
        if isinstance(value, bool):
            settings[name] = value
        elif isinstance(value, str):
            settings[name] = art.text(name, LIMITS.label) or ""
        elif (number := art.number(name, LIMITS.art_number)) is not None:
            settings[name] = int(number) if number.is_integer() else number
    return settings
