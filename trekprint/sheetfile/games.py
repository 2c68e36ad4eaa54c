"""Typed game files: YAML, CSV or text to lines of notation, each with its place.

Three forms, told apart by the file's ending:

* `.txt`: a line of notation for each game; blank lines and lines after `#` are skipped.
* `.yaml`, `.yml`: `sheet: kagkot` and `games:`, a mapping of player to the notation
  without the sheet's name (or a list of whole lines).
* `.csv`: a header row, then a row for each player. Columns: `player`, `sheet`, a column
  for each circle (its id), and if wanted `links`, the five options (ticks), `tent`,
  `assist`, and score boxes by name (`final`, `line_1`, ...). Comma or semicolon.

What the lines mean is `rules.notation`'s business.
"""

from __future__ import annotations

import csv
import io
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from trekprint.errors import UnreadableError
from trekprint.sheet.model import Option

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

MAX_BYTES = 1_000_000
_OPTIONS = tuple(option.value for option in Option)


@dataclass(frozen=True, slots=True)
class TypedLine:
    """One game as a line of notation; `place` is `file:line` for messages."""

    text: str
    place: str


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
    lines = _FORMS[path.suffix.lower()](_text(path), path.name, sheet)
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


def _text_lines(text: str, name: str, sheet: str | None) -> tuple[TypedLine, ...]:
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if line:
            lines.append(TypedLine(_with_sheet(line, sheet), f"{name}:{number}"))
    return tuple(lines)


def _with_sheet(line: str, sheet: str | None) -> str:
    """`line`, with the sheet's name before it where it begins with an entry."""
    first = line.split()[0]
    starts_with_entry = first.isdigit() or first in {"X", "x", "-"}
    return f"{sheet} {line}" if sheet and starts_with_entry else line


def _yaml_lines(text: str, name: str, sheet: str | None) -> tuple[TypedLine, ...]:
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{name}:{mark.line + 1}" if mark else name
        raise UnreadableError(f"{place}: this is not YAML: {_reason(error)}") from error
    if not isinstance(node, yaml.MappingNode):
        raise UnreadableError(f"{name}: expected 'sheet:' and 'games:', see the README")
    games = None
    for key, value in node.value:
        if key.value == "sheet" and isinstance(value, yaml.ScalarNode):
            sheet = value.value
        elif key.value == "games":
            games = value
        else:
            raise UnreadableError(
                f"{name}:{key.start_mark.line + 1}: unknown key '{key.value}'; "
                "use sheet and games"
            )
    return _yaml_games(games, name, sheet)


def _reason(error: yaml.YAMLError) -> str:
    return str(getattr(error, "problem", None) or error).splitlines()[0]


def _yaml_games(
    games: yaml.Node | None, name: str, sheet: str | None
) -> tuple[TypedLine, ...]:
    if isinstance(games, yaml.MappingNode):
        pairs = [(str(key.value), value) for key, value in games.value]
    elif isinstance(games, yaml.SequenceNode):
        pairs = [("", value) for value in games.value]
    else:
        raise UnreadableError(
            f"{name}: 'games:' must name the players, a line of numbers for each"
        )
    lines = []
    for player, value in pairs:
        place = f"{name}:{value.start_mark.line + 1}"
        if isinstance(value, yaml.SequenceNode):
            text = " ".join(str(item.value) for item in value.value)
        elif isinstance(value, yaml.ScalarNode):
            text = " ".join(str(value.value).split())
        else:
            raise UnreadableError(f"{place}: expected the numbers of a game")
        if not text:
            raise UnreadableError(f"{place}: there are no numbers here")
        if player:
            text += f" player={shlex.quote(player)}"
        lines.append(TypedLine(_with_sheet(text, sheet), place))
    return tuple(lines)


def _csv_lines(text: str, name: str, sheet: str | None) -> tuple[TypedLine, ...]:
    first = text.partition("\n")[0]
    delimiter = ";" if first.count(";") > first.count(",") else ","
    rows = csv.DictReader(io.StringIO(text), delimiter=delimiter)
    circles = [column for column in rows.fieldnames or () if column.strip().isdigit()]
    if not circles:
        raise UnreadableError(
            f"{name}:1: the first row must name the columns: player, 1, 2, 3, ..."
        )
    lines = []
    try:
        for row in rows:
            if None in row:
                raise UnreadableError(
                    f"{name}:{rows.line_num}: this row has more values than columns"
                )
            place = f"{name}:{rows.line_num}"
            cells = {
                key.strip().lower(): (value or "").strip() for key, value in row.items()
            }
            if any(cells.values()):
                lines.append(TypedLine(_csv_line(cells, circles, sheet), place))
    except csv.Error as error:
        raise UnreadableError(f"{name}:{rows.line_num}: {error}") from error
    return tuple(lines)


def _csv_line(cells: Mapping[str, str], circles: list[str], sheet: str | None) -> str:
    numbers = sorted(circles, key=lambda column: int(column))
    parts = [cells.get("sheet") or sheet or ""]
    parts += [cells[column.strip()] or "-" for column in numbers]
    if cells.get("links"):
        parts += ["links", *cells["links"].replace(",", " ").split()]
    ticks = [f"{option}={cells[option]}" for option in _OPTIONS if cells.get(option)]
    if ticks:
        parts += ["ticks", *ticks]
    parts += [f"{key}={cells[key]}" for key in ("tent", "assist") if cells.get(key)]
    if cells.get("player"):
        parts.append(f"player={shlex.quote(cells['player'])}")
    known = {"player", "sheet", "links", "tent", "assist", *_OPTIONS}
    written = [
        f"{key}={value}"
        for key, value in cells.items()
        if value and key not in known and not key.isdigit()
    ]
    if written:
        parts += ["written", *written]
    return " ".join(part for part in parts if part)


_FORMS: Mapping[str, Callable[[str, str, str | None], tuple[TypedLine, ...]]] = {
    ".txt": _text_lines,
    ".yaml": _yaml_lines,
    ".yml": _yaml_lines,
    ".csv": _csv_lines,
}
