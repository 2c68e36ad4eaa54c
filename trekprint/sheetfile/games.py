"""Typed game files: YAML, CSV or text to lines of notation, each with its place.

Three forms, told apart by the file's ending:

* `.txt`: a line of notation for each game; blank lines and lines after `#` are skipped.
* `.yaml`, `.yml`: `sheet: kagkot` and `games:`, a mapping of player to the notation
  without the sheet's name (or a list of whole lines).
* `.csv`: a header row, then a row for each player. Columns: `player`, `sheet`, a column
  for each circle (its id), and if wanted `links`, `ropes`, the five options (ticks),
  `tent`, `assist`, and score boxes by name (`final`, `line_1`, ...). Comma, semicolon
  or tab.

What the lines mean is `rules.notation`'s business.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trekprint.errors import UnreadableError
from trekprint.rules.notation import is_entry, quoted
from trekprint.sheet.model import Option
from trekprint.sheetfile.document import inside, quote, read_document

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from trekprint.sheetfile.document import Document

MAX_BYTES = 1_000_000
_PAIRS = ("links", "ropes")
_OPTIONS = tuple(option.value for option in Option)


@dataclass(frozen=True, slots=True)
class TypedLine:
    """One game as a line of notation; `place` is `file:line` for messages.

    `circles` are the circles that the file says its entries are for, where it does.
    """

    text: str
    place: str
    circles: tuple[int, ...] | None = None


def is_game_file(path: Path) -> bool:
    """Whether the ending of `path` is that of a typed game file."""
    return path.suffix.lower() in _FORMS


def load_lines(path: Path, sheet: str | None = None) -> tuple[TypedLine, ...]:
    """The games of a file as lines of notation.

    Args:
        path: the file; its ending tells the form.
        sheet: the sheet's name where the file names none.

    Raises:
        UnreadableError: the file is missing, over 1 MB, not UTF-8, or not of its form.
    """
    lines = _FORMS[path.suffix.lower()](_text(path), path, sheet)
    if not lines:
        raise UnreadableError(
            f"{path}: there is no game in this file; give a line for each player"
        )
    return lines


def _text(path: Path) -> str:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise UnreadableError(
                f"{path}: {size / 1e6:.1f} MB is more than a game file can need (1 MB)"
            )
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"{path}: this is not UTF-8 text; save it as UTF-8"
        ) from error
    except OSError as error:
        raise UnreadableError(f"{path}: {error.strerror}") from error


def _text_lines(text: str, path: Path, sheet: str | None) -> tuple[TypedLine, ...]:
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = _without_comment(raw).strip()
        if line:
            lines.append(TypedLine(_with_sheet(line, sheet), f"{path.name}:{number}"))
    return tuple(lines)


def _without_comment(line: str) -> str:
    """`line` up to a `#` that stands outside quotes (backslashes as in notation)."""
    quoted = escaped = False
    for place, letter in enumerate(line):
        if letter == "#" and not quoted:
            return line[:place]
        if letter == '"' and not escaped:
            quoted = not quoted
        escaped = quoted and letter == "\\" and not escaped
    return line


def _with_sheet(line: str, sheet: str | None) -> str:
    """`line`, with the sheet's name before it where it begins with an entry."""
    return f"{sheet} {line}" if sheet and is_entry(line.split()[0]) else line


def _yaml_lines(text: str, path: Path, sheet: str | None) -> tuple[TypedLine, ...]:
    document = read_document(text.encode(), path.name)
    if document.problems:
        raise UnreadableError(str(document.problems[0]))
    if not isinstance(document.data, dict):
        raise UnreadableError(
            f"{path.name}: expected 'sheet:' and 'games:', see the README"
        )
    for key in document.data:
        if key not in ("sheet", "games"):
            raise UnreadableError(
                str(document.problem(inside("", key), "unknown key; use sheet, games"))
            )
    named = document.data.get("sheet")
    if named is not None and not isinstance(named, str):
        raise UnreadableError(
            str(document.problem("sheet", f"must be a name, not {quote(named)}"))
        )
    return _yaml_games(document, document.data.get("games"), named or sheet)


def _yaml_games(
    document: Document, games: object, sheet: str | None
) -> tuple[TypedLine, ...]:
    if isinstance(games, dict):
        named = [(inside("games", key), str(key), game) for key, game in games.items()]
    elif isinstance(games, list):
        named = [(f"games[{index}]", "", game) for index, game in enumerate(games)]
    else:
        raise UnreadableError(
            f"{document.file}: 'games:' must name the players, a line of numbers each"
        )
    lines = []
    for path, player, game in named:
        text = _yaml_game(document, path, game)
        if player:
            text += f" player={quoted(player)}"
        place = f"{document.file}:{document.line(path)}"
        lines.append(TypedLine(_with_sheet(text, sheet), place))
    return tuple(lines)


def _yaml_game(document: Document, path: str, game: object) -> str:
    """The notation in one value: a line, or a list of its words."""
    words = game if isinstance(game, list) else [game]
    if not all(isinstance(word, str | int) for word in words) or words == [""]:
        what = "there are no numbers here" if game in (None, "", []) else _NO_GAME
        raise UnreadableError(str(document.problem(path, what)))
    if isinstance(game, list):
        return " ".join(quoted(str(word)) for word in words)
    return " ".join(str(game).split())


_NO_GAME = "expected the numbers of a game, as in 1 2 3 X -"


def _csv_lines(text: str, path: Path, sheet: str | None) -> tuple[TypedLine, ...]:
    name = path.name
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    rows = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    lines = []
    try:
        columns = [column.strip().lower() for column in next(rows, ())]
        circles = _circle_columns(columns, name)
        for row in rows:
            place = f"{name}:{rows.line_num}"
            if not any(cell.strip() for cell in row):
                continue
            if len(row) > len(columns) and any(row[len(columns) :]):
                raise UnreadableError(f"{place}: this row has more values than columns")
            if len(row) <= max(columns.index(str(circle)) for circle in circles):
                raise UnreadableError(
                    f"{place}: this row ends before its circles do; leave the cell of"
                    " an empty circle empty"
                )
            cells = dict(zip(columns, map(str.strip, row), strict=False))
            lines.append(TypedLine(_csv_line(cells, circles, sheet), place, circles))
    except csv.Error as error:
        raise UnreadableError(f"{name}:{rows.line_num}: {error}") from error
    return tuple(lines)


_DELIMITERS = (",", ";", "\t")


def _circle_columns(columns: Sequence[str], name: str) -> tuple[int, ...]:
    """The circles that `columns` name, ascending."""
    for column in columns:
        if column and columns.count(column) > 1:
            raise UnreadableError(f"{name}:1: the column {column!r} is there twice")
    digits = [c for c in columns if c.isascii() and c.isdigit() and len(c) < 4]
    circles = tuple(sorted(int(column) for column in digits))
    if not circles or any(str(circle) not in columns for circle in circles):
        raise UnreadableError(
            f"{name}:1: the first row must name the columns: player, 1, 2, 3, ..."
        )
    return circles


def _csv_line(
    cells: Mapping[str, str], circles: Sequence[int], sheet: str | None
) -> str:
    parts = [cells.get("sheet") or sheet or ""]
    parts += [quoted(cells[str(circle)] or "-") for circle in circles]
    for pairs in _PAIRS:
        if cells.get(pairs):
            words = cells[pairs].replace(",", " ").replace(";", " ").split()
            parts += [pairs, *map(quoted, words)]
    ticks = [_setting(cells, option) for option in _OPTIONS if cells.get(option)]
    if ticks:
        parts += ["ticks", *ticks]
    parts += [
        _setting(cells, key) for key in ("tent", "assist", "player") if cells.get(key)
    ]
    known = {"", "player", "sheet", *_PAIRS, "tent", "assist", *_OPTIONS}
    written = [
        _setting(cells, key)
        for key, value in cells.items()
        if value and key not in known and not key.isdigit()
    ]
    if written:
        parts += ["written", *written]
    return " ".join(part for part in parts if part)


def _setting(cells: Mapping[str, str], key: str) -> str:
    return f"{key}={quoted(cells[key])}"


_FORMS: Mapping[str, Callable[[str, Path, str | None], tuple[TypedLine, ...]]] = {
    ".txt": _text_lines,
    ".yaml": _yaml_lines,
    ".yml": _yaml_lines,
    ".csv": _csv_lines,
}
