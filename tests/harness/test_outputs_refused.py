"""Files that can't be written in the end are refused before anything is run."""

import os

import click
import pytest
from click.testing import CliRunner

from doublecount.cli.common import BadInputError, insist_on_writable
from doublecount.cli.main import group
from tests.harness.command import planted
from tests.harness.findings import QUEENS

WORK = (
    "doublecount.cli.verify.run",
    "doublecount.cli.separate.separate",
    "doublecount.cli.report._dossier",
    "doublecount.cli.draw.read_bytes",
)
"""What the commands do once they have begun."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in WORK:
        monkeypatch.setattr(name, lambda *_: pytest.fail("it has begun"))
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["verify", QUEENS, "--store", "s", "--report"],
        ["separate", QUEENS, "--candidate", planted(QUEENS, "right"), "-o"],
        ["report", "--store", "s", "-o"],
        ["report", "--compare", "a", "b", "-o"],
        ["draw", QUEENS, "boards", "-o"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_file_in_no_folder_is_refused_before_anything_is_run(words, folder):
    done = CliRunner().invoke(group, [*words, "missing/file"])
    assert (done.exit_code, [*folder.iterdir()]) == (2, []), done.output
    assert done.stderr.splitlines()[-1].startswith(
        "Error: missing/file: can't be written: there is no folder "
    )


def test_what_can_be_written_is_let_pass(tmp_path):
    (tmp_path / "old").write_text("")
    (tmp_path / "link").symlink_to(tmp_path / "old")
    for path in (None, click.Path(path_type=type(tmp_path)).convert("-", None, None), *tmp_path.iterdir()):
        insist_on_writable(path)
    insist_on_writable(tmp_path / "new")
    insist_on_writable(type(tmp_path)("/dev/null"))


def test_a_folder_that_is_closed_or_a_link_that_leads_nowhere_is_refused(tmp_path, monkeypatch):
    (tmp_path / "link").symlink_to(tmp_path / "missing" / "file")
    with pytest.raises(BadInputError, match="there is no folder"):
        insist_on_writable(tmp_path / "link")
    monkeypatch.setattr(os, "access", lambda path, _: path != tmp_path)  # as for anybody but root
    with pytest.raises(BadInputError, match="is closed to it"):
        insist_on_writable(tmp_path / "new")
