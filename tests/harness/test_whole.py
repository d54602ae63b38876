"""Files written whole or not at all, whatever is at their path."""

import os
import threading

import pytest

from doublecount.verify.whole import write_whole


def test_a_file_is_replaced_and_its_folder_holds_nothing_else(tmp_path):
    path = tmp_path / "f"
    for content in (b"old", b"new"):
        write_whole(content, path)
        assert path.read_bytes() == content
    assert [*tmp_path.iterdir()] == [path]


def test_a_link_stays_one_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there" / "f")
    write_whole(b"x", tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there" / "f").read_bytes() == b"x"


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    path, got = tmp_path / "pipe", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
    reader.start()
    write_whole(b"through", path)
    reader.join(10)
    assert got == [b"through"]
    assert path.is_fifo()


def test_where_writing_fails_the_old_file_stays_and_no_draft(tmp_path, monkeypatch):
    path = tmp_path / "f"
    path.write_bytes(b"old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(b"new", path)
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]
