"""What the README tells people to type exists, and every command is told."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from trekprint.cli import COMMANDS, cli
from trekprint.workflows.typed import score_file, score_typed

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


def _lines(*languages: str) -> list[str]:
    """The lines of all code blocks in `languages`."""
    return [
        line
        for language, block in BLOCKS
        if language in languages
        for line in block.splitlines()
    ]


def _calls(line: str) -> list[list[str]]:
    """The arguments of every call of trekprint in a shell line."""
    words = shlex.split(line.replace("\\", "/").replace(";", " ; "), comments=True)
    calls: list[list[str]] = []
    call: list[str] | None = None
    for word in words:
        if word.split("/")[-1] == "trekprint":
            call = []
            calls.append(call)
        elif word in {"&&", ";", ">", "|"}:
            call = None
        elif call is not None:
            call.append(word)
    return calls


CALLS = [call for line in _lines("sh", "powershell") for call in _calls(line)]


def _start_lines() -> list[str]:
    start = README.split("## Start")[1].split("\n## ")[0]
    return re.findall(r"^```sh\n(.*)\n```", start, flags=re.MULTILINE)


def test_calls_are_found_in_shell_lines() -> None:
    line = r".venv/bin/trekprint sheet a -o b && x\trekprint check c > d  # trekprint e"
    assert _calls(line) == [["sheet", "a", "-o", "b"], ["check", "c"]]


def test_two_lines_start_it_and_the_second_is_what_ci_runs() -> None:
    main, tests = _start_lines()
    assert [call[0] for call in _calls(main)] == ["sheet", "score"]
    assert tests in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_windows_line_does_what_the_first_line_does() -> None:
    (windows,) = _lines("powershell")
    assert _calls(windows) == _calls(_start_lines()[0])


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_every_call_parses(call: list[str]) -> None:
    """Nothing runs: only the command and its options are looked up."""
    name, *arguments = call
    command = cli.get_command(click.Context(cli), name)
    assert command is not None, f"there is no command {name}"
    command.make_context(name, arguments)


def test_typed_games_in_the_lines_are_games() -> None:
    typed = [call[1:] for call in CALLS if call[0] == "score" and len(call) > 3]
    totals = [score_typed(words, "").total for words in typed if words[1].isdigit()]
    assert totals == [88, 88, 91]


def test_the_game_file_is_scored(tmp_path: Path) -> None:
    (block,) = (block for language, block in BLOCKS if language == "yaml")
    file = tmp_path / "games.yaml"
    file.write_text(block, encoding="utf-8")
    results = score_file(file)
    assert [result.error for result in results] == [None] * len(results)
    assert [result.game.player for result in results if result.game] == ["Ann", "Bo"]


def test_every_command_is_told() -> None:
    assert COMMANDS.keys() <= {call[0] for call in CALLS}


def test_files_of_the_repository_that_it_names_are_there() -> None:
    """Links, and files that lines of the Start section read."""
    named = [
        *re.findall(r"\]\((?!https?:)([^)#]+)\)", README),
        *(word for call in _calls(_start_lines()[0]) for word in call if "/" in word),
    ]
    missing = [name for name in named if not (ROOT / name).exists()]
    assert missing == []
