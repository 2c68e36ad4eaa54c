"""What the code on a printed sheet says: which sheet, revision, copy, print run."""

from __future__ import annotations

from dataclasses import dataclass

_MARK = "TREK"
_ID_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Names one printed sheet.

    `run` is four characters that tell print runs apart; the same print order always
    gives the same run, so that the same input gives the same bytes.
    """

    sheet: str
    revision: int
    copy: int
    run: str

    def format(self) -> str:
        """The text of the code: only letters that QR codes write briefly."""
        return f"{_MARK}/{self.sheet.upper()}/{self.revision}/{self.copy}/{self.run}"


def parse_identity(text: str) -> Identity | None:
    """The identity that `text` says, or None where the code is not ours."""
    parts = text.split("/")
    if len(parts) != 5 or parts[0] != _MARK:
        return None
    _, sheet, revision, copy, run = parts
    sheet = sheet.lower()
    if not sheet or not set(sheet) <= _ID_LETTERS:
        return None
    if not (revision.isascii() and revision.isdigit()):
        return None
    if not (copy.isascii() and copy.isdigit()):
        return None
    return Identity(sheet=sheet, revision=int(revision), copy=int(copy), run=run)
