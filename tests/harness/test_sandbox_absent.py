"""Why there is no sandbox on a machine, said in words."""

import re
import subprocess
from types import SimpleNamespace

import pytest

from doublecount.verify import sandbox


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError("not for you"), "bwrap does not work here: not for you"),
        (subprocess.TimeoutExpired("bwrap", 30), "bwrap does not work here: .* timed out after 30 seconds"),
    ],
    ids=["may not be started", "hangs"],
)
def test_a_bubblewrap_that_can_not_be_run_is_no_sandbox(error, said, monkeypatch):
    def run(*_, **__):
        raise error

    monkeypatch.setattr(sandbox.shutil, "which", lambda _: "/usr/bin/bwrap")
    monkeypatch.setattr(sandbox.subprocess, "run", run)
    assert re.fullmatch(said, sandbox.unavailable.__wrapped__())


@pytest.mark.parametrize(
    ("status", "errors", "said"),
    [
        (0, b"warning\n", None),
        (1, b"x\nbwrap: no \xff\n", r"bwrap can't make namespaces here: bwrap: no \xff"),
        (7, b"", "bwrap can't make namespaces here: exit status 7"),
    ],
)
def test_a_bubblewrap_that_fails_is_quoted(status, errors, said, monkeypatch):
    done = SimpleNamespace(returncode=status, stderr=errors)
    monkeypatch.setattr(sandbox.shutil, "which", lambda _: "/usr/bin/bwrap")
    monkeypatch.setattr(sandbox.subprocess, "run", lambda *_, **__: done)
    assert sandbox.unavailable.__wrapped__() == said


def test_without_bubblewrap_there_is_no_sandbox(monkeypatch):
    monkeypatch.setattr(sandbox.shutil, "which", lambda _: None)
    assert sandbox.unavailable.__wrapped__() == "bubblewrap (the program bwrap) is not installed"


def test_a_folder_that_is_not_there_or_a_link_is_not_hidden(tmp_path, monkeypatch):
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there")
    folders = [tmp_path / name for name in ("absent", "link", "there")]
    monkeypatch.setattr(sandbox, "HIDDEN", folders)
    words = sandbox.wrapped(["true"])
    assert [word for word in words if word.startswith(str(tmp_path))] == [str(tmp_path / "there")]
