"""The first step of loading: bytes to plain data, where each part knows its line.

Knows YAML and nothing of sheets. Nothing in a file can make it run code, fill the
memory or recurse without end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml
from yaml.constructor import SafeConstructor

from trekprint.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

SIZE_MOST = 1_000_000
"""Bytes of a file. A large sheet needs five thousand."""

VALUES_MOST = 20_000
"""Values in a file, those behind an alias counted as often as it is used."""

DEPTH_MOST = 20
"""Levels of nesting. A definition needs five."""

SHOWN_MOST = 40
"""Characters of a value that a sentence quotes."""

# The parser in C where PyYAML was built with it: it is ten times as fast.
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)
_PLAIN_KEY = re.compile(r"[\w-]{1,40}")
_TAG = "tag:yaml.org,2002:"
_TEXT_TAGS = frozenset(_TAG + kind for kind in ("str", "timestamp", "merge", "value"))
_LIST_TAGS = frozenset(_TAG + kind for kind in ("map", "seq"))


UNREAD = object()
"""Stands for a value that is a problem already, so that nobody reports it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A file's content: dicts, lists, texts, numbers, switches, None, or UNREAD.

    `lines` tells the line (from 1) of each path, such as `circles[3].terrain`; entries
    of lists count from 0. `data` is UNREAD where the problems left nothing to look at.
    """

    file: str
    data: object
    lines: Mapping[str, int]
    problems: tuple[Problem, ...]

    def line(self, path: str) -> int:
        """The line of `path`, or of the nearest thing around it that is there."""
        while path and path not in self.lines:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self.lines.get(path, 0)

    def problem(self, path: str, sentence: str) -> Problem:
        """A problem at `path` of this file."""
        return Problem(
            path=path, sentence=sentence, file=self.file, line=self.line(path)
        )


def quote(value: object) -> str:
    """`value` as a sentence quotes it: short, on one line."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    shown = repr(value)
    return shown if len(shown) <= SHOWN_MOST else shown[: SHOWN_MOST - 3] + "..."


def inside(path: str, key: object) -> str:
    """The path of `key` (a key, or an index counting from 0) in the thing at `path`."""
    if isinstance(key, str):
        key = key if _PLAIN_KEY.fullmatch(key) else quote(key)
    return f"{path}.{key}" if path else f"{key}"


def read_document(content: bytes, file: str) -> Document:
    """The YAML in `content`; `file` is its name in the problems."""
    if len(content) > SIZE_MOST:
        return _refused(
            file, f"is over {SIZE_MOST // 1_000_000} MB; no sheet needs that"
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return _refused(file, "is not UTF-8 text from here on; save it as UTF-8", line)
    if strange := _UNPRINTABLE.search(text):
        line = text.count("\n", 0, strange.start()) + 1
        return _refused(file, f"holds the control character {strange[0]!a}", line)
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        return _refused(file, *_broken(error, text))
    except RecursionError:
        return _refused(file, _TOO_DEEP)
    if root is None:
        return _refused(file, "is empty")
    builder = _Builder(file)
    try:
        data = builder.build(root, "", 1)
    except _TooMuchError as error:
        return _refused(file, str(error))
    return Document(
        file=file, data=data, lines=builder.lines, problems=tuple(builder.problems)
    )


_TOO_DEEP = f"is nested more than {DEPTH_MOST} levels deep"


def _refused(file: str, sentence: str, line: int = 0) -> Document:
    problem = Problem(path="", sentence=sentence, file=file, line=line)
    return Document(file=file, data=UNREAD, lines={}, problems=(problem,))


def _broken(error: yaml.MarkedYAMLError, text: str) -> tuple[str, int]:
    """Sentence and line for what YAML could not read."""
    mark = error.problem_mark
    lines = text.splitlines()
    if mark is None or mark.line >= len(lines):
        return f"the YAML ends too early ({error.problem})", len(lines)
    if lines[mark.line][mark.column : mark.column + 1] == "\t":
        return "a tab stands here; indent with spaces", mark.line + 1
    return f"the YAML breaks off here ({error.problem})", mark.line + 1


class _TooMuchError(Exception):
    """The file unfolds to more than any definition holds."""


class _Builder:
    """Builds plain data from YAML nodes, noting the line of each path."""

    def __init__(self, file: str) -> None:
        self.lines: dict[str, int] = {}
        self.problems: list[Problem] = []
        self._file = file
        self._values = 0
        self._scalars = SafeConstructor()

    def build(self, node: yaml.Node, path: str, depth: int) -> object:
        """The value of `node`, which stands at `path`."""
        self._values += 1
        if self._values > VALUES_MOST:
            raise _TooMuchError(
                f"holds more than {VALUES_MOST} values, aliases unfolded"
            )
        if depth > DEPTH_MOST:
            raise _TooMuchError(_TOO_DEEP)
        self.lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, path)
        if node.tag not in _LIST_TAGS:
            return self._refuse_tag(node, path)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path, depth)
        return [
            self.build(entry, f"{path}[{index}]", depth + 1)
            for index, entry in enumerate(node.value)
        ]

    def _mapping(
        self, node: yaml.MappingNode, path: str, depth: int
    ) -> dict[object, object]:
        values: dict[object, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._note(path, "a key must be a word or a number", key_node)
                continue
            key = self._key(key_node)
            place = inside(path, key)
            if key in values:
                first = self.lines[place]
                self._note(place, f"is there already in line {first}", key_node)
                continue
            self.lines[place] = key_node.start_mark.line + 1
            values[key] = self.build(value_node, place, depth + 1)
        return values

    def _key(self, node: yaml.ScalarNode) -> object:
        """Whole numbers stay numbers; `on`, `no` and the like stay words."""
        if node.tag == _TAG + "int" and node.value.isdecimal():
            return int(node.value[:9])
        return node.value

    def _scalar(self, node: yaml.ScalarNode, path: str) -> object:
        if node.tag in _TEXT_TAGS:
            return node.value
        try:
            if node.tag == _TAG + "int":
                return self._scalars.construct_yaml_int(node)
            if node.tag == _TAG + "float":
                return self._scalars.construct_yaml_float(node)
            if node.tag == _TAG + "bool":
                return self._scalars.construct_yaml_bool(node)
        except (ValueError, KeyError):
            self._note(path, f"must be a number, not {quote(node.value)}", node)
            return UNREAD
        if node.tag == _TAG + "null":
            return None
        return self._refuse_tag(node, path)

    def _refuse_tag(self, node: yaml.Node, path: str) -> object:
        self._note(path, f"the tag {quote(node.tag)} is not allowed here", node)
        return UNREAD

    def _note(self, path: str, sentence: str, node: yaml.Node) -> None:
        line = node.start_mark.line + 1
        self.problems.append(
            Problem(path=path, sentence=sentence, file=self._file, line=line)
        )
