"""What a theme decides: colours, and which parts of the picture are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import yaml

from trekprint.errors import InputError
from trekprint.resources import data_dir

if TYPE_CHECKING:
    from collections.abc import Mapping

Colour = tuple[float, float, float]
"""Red, green, blue, each 0 to 1."""

DEFAULT_THEME = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A look. `tones` colour the picture; a part without a tone is left out."""

    name: str
    ink: Colour
    soft: Colour
    faint: Colour
    box: Colour
    ring: Colour
    tones: Mapping[str, Colour]


WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)


@cache
def themes() -> Mapping[str, Theme]:
    """All themes by name, from `templates/print/themes.yaml`."""
    text = (data_dir("templates") / "print" / "themes.yaml").read_text("utf-8")
    return {
        name: Theme(
            name=name,
            tones={tone: _colour(code) for tone, code in entry.pop("tones").items()},
            **{part: _colour(code) for part, code in entry.items()},
        )
        for name, entry in yaml.safe_load(text).items()
    }


def theme_named(name: str) -> Theme:
    """The theme called `name`. Raises InputError that names the themes there are."""
    try:
        return themes()[name]
    except KeyError:
        known = ", ".join(themes())
        raise InputError(f"there is no theme '{name}'; there are {known}") from None


def _colour(code: str) -> Colour:
    """`#rrggbb` as a colour."""
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red / 255, green / 255, blue / 255
