"""What the program does with streams that are closed, full, or take few letters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from trekprint.errors import ExitCode

FRENCH = "kagkot 1 2 3 3 6 7 6 12 11 12 6 5 11 7 4 3 1 2 0".split()
PROGRAM = (sys.executable, "-c", "from trekprint.cli import main; main()")


def _run(
    *arguments: str, redirect: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own; `redirect` is the shell's word for it."""
    command = [*PROGRAM, *arguments]
    if redirect:
        command = ["sh", "-c", f'"$@" {redirect}', "sh", *command]
    return subprocess.run(
        command,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
        encoding="utf-8",
        timeout=60,
    )


def test_letters_that_the_output_lacks_do_not_end_the_program() -> None:
    done = _run(*FRENCH_SCORE, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (ExitCode.DONE, "")
    assert "K?the" in done.stdout


def test_json_holds_every_name_whatever_the_output_takes() -> None:
    done = _run(*FRENCH_SCORE, "--json", PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout)[0]["player"] == "K\u00e4the"


@pytest.mark.skipif(os.name == "nt", reason="the shell's words are those of Unix")
class TestRedirected:
    """Streams as a Unix shell can leave them."""

    @pytest.mark.parametrize("redirect", [">&-", "<&-", "2>&-"])
    def test_a_closed_stream_is_no_trouble(self, redirect: str) -> None:
        done = _run(*FRENCH_SCORE, redirect=redirect)
        assert (done.returncode, done.stderr) == (ExitCode.DONE, "")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    @pytest.mark.parametrize("option", ["--csv", "--help"])
    def test_a_full_disk_is_one_sentence(self, option: str) -> None:
        done = _run(*FRENCH_SCORE, option, redirect=">/dev/full")
        assert done.returncode == ExitCode.FAILED
        assert done.stderr.count("\n") == 1
        assert "no space left on device" in done.stderr


FRENCH_SCORE = ("score", *FRENCH, "player=K\u00e4the")
