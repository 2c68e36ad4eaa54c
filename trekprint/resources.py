"""Where the files that travel with the program lie."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def data_dir(name: str) -> Traversable:
    """Return the folder `name`, from the wheel or from the checkout around it."""
    package = files("trekprint")
    bundled = package / "_data" / name
    return bundled if bundled.is_dir() else package / ".." / name
