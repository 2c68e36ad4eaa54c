from __future__ import annotations

import os
from pathlib import Path

import pytest

from trekprint.errors import UnwritableError
from trekprint.files import write_whole


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.pdf"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert [file.name for file in path.parent.iterdir()] == ["b.pdf"]


def test_what_stood_there_stays_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b.pdf"
    write_whole(path, b"one")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UnwritableError, match="no space left on device"):
        write_whole(path, b"two")
    assert path.read_bytes() == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["b.pdf"]


def test_a_folder_in_the_way_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "b.pdf").mkdir()
    with pytest.raises(UnwritableError, match="choose another place"):
        write_whole(tmp_path / "b.pdf", b"one")


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    link = tmp_path / "b.pdf"
    link.symlink_to(tmp_path / "real.pdf")
    write_whole(link, b"one")
    assert link.is_symlink()
    assert (tmp_path / "real.pdf").read_bytes() == b"one"


def test_links_in_a_circle_are_one_sentence(tmp_path: Path) -> None:
    link = tmp_path / "b.pdf"
    link.symlink_to(link)
    write_or_say = pytest.raises(UnwritableError, match="could not be written")
    with write_or_say:
        write_whole(link / "c.pdf", b"one")


def test_a_device_is_written_and_not_replaced(tmp_path: Path) -> None:
    device = Path(os.devnull)
    assert not device.is_file()
    write_whole(device, b"one")
    assert not device.is_file()


def test_no_name_at_all_is_said(tmp_path: Path) -> None:
    with pytest.raises(UnwritableError, match="names no file"):
        write_whole(Path(), b"one")


def test_long_names_leave_room_for_the_temporary_file(tmp_path: Path) -> None:
    path = tmp_path / ("a" * 251 + ".pdf")
    write_whole(path, b"one")
    assert path.read_bytes() == b"one"
