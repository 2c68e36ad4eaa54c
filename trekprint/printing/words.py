"""The words on a sheet in the chosen language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, cast

import yaml

from trekprint.printing.fonts import HEAVY, printable
from trekprint.resources import data_dir
from trekprint.sheet.model import local

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trekprint.sheet.model import LocalText, Sheet


@cache
def common_words() -> Mapping[str, LocalText]:
    """What every sheet says, from `templates/print/words.yaml`."""
    return _texts("words.yaml")


@cache
def card_words(lang: str) -> Mapping[str, str]:
    """What cards, log and poster say in `lang`, from `card_words.yaml`."""
    texts = _texts("card_words.yaml")
    return {key: local(wording, lang) for key, wording in texts.items()}


def _texts(name: str) -> Mapping[str, LocalText]:
    text = (data_dir("templates") / "print" / name).read_text("utf-8")
    return cast("Mapping[str, LocalText]", yaml.safe_load(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Looks words up: the sheet's own labels first, then what every sheet says."""

    sheet: Sheet
    lang: str

    def __getitem__(self, key: str) -> str:
        """The wording for `key`. Raises KeyError where nobody gives one."""
        wording = self.sheet.labels.get(key) or common_words()[key]
        return local(wording, self.lang)

    @property
    def title(self) -> str:
        """The sheet's title, as the typeface can write it."""
        return printable(local(self.sheet.title, self.lang), HEAVY)
