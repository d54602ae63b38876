"""Options of the commands, taken from the commands themselves: none is forgotten when one is added."""

import math
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from doublecount.cli.main import COMMANDS
from doublecount.cli.resume import FREE
from doublecount.cli.seconds import SECONDS
from doublecount.cli.verify import command as verify
from doublecount.verify import known
from doublecount.verify.store import Store
from tests.harness.command import planted
from tests.harness.findings import QUEENS, finding

WANTED = {
    "candidates": planted(QUEENS, "right"),
    "functions": "math:gcd",
    "models": "networkx",
    "cluster": "tcp://127.0.0.1:1",
    "expected": "wrong",
    "scope": "n3",
    "known_path": "known.jsonl",
    "regressions_path": "regressions",
    "sandbox": "none",
    "form": "jsonl",
    "store_path": "s",
    "report": "page.html",
}
"""Values of options that take no number."""
WITH = {"expected": ["--candidate", WANTED["candidates"]]}
"""What an option asks for besides."""
LEFT_OUT = ("resume", "help")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what the options name; campaigns end as soon as they are stored."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("doublecount.cli.verify.run", lambda *_: iter(()))
    monkeypatch.setattr("doublecount.cli.candidates._try_loading", lambda _: None)
    (tmp_path / "regressions").mkdir()
    known.add(tmp_path / "known.jsonl", known.entry(finding(QUEENS, "???\n"), "an old acquaintance"))
    return tmp_path


def options(command):
    return [one for one in command.params if isinstance(one, click.Option) and one.name not in LEFT_OUT]


def words(option):
    """The option with some value that it takes."""
    flag = option.opts[-1]
    if option.is_flag:
        return [flag]
    return [flag, WANTED.get(option.name) or ("1.5" if option.type is SECONDS else "3")]


@pytest.mark.parametrize("option", options(verify), ids=lambda option: option.name)
def test_a_campaign_with_any_option_is_stored_and_taken_up_with_it(option, folder):
    store = [] if option.name == "store_path" else ["--store", "s"]
    asked = [QUEENS, *words(option), *WITH.get(option.name, ()), *store]
    for resumed in ([], ["--resume"]):
        done = CliRunner().invoke(verify, [*asked, *resumed])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert (done.exit_code, "contradicts" in done.stderr) in ((4, False), (1, False)), done.output
    assert Store(folder / "s").newest().command.startswith("doublecount verify")


def test_another_folder_of_regressions_contradicts_what_was_begun(folder):
    (folder / "others").mkdir()
    given = [QUEENS, "--store", "s", "--regressions"]
    assert CliRunner().invoke(verify, [*given, "regressions"]).exit_code == 4
    done = CliRunner().invoke(verify, [*given, "others", "--resume"])
    assert (done.exit_code, "begun with regressions" in done.stderr) == (2, True)


def test_what_is_free_is_a_parameter():
    assert {*FREE} <= {one.name for one in verify.params}


def of_seconds():
    for name in COMMANDS:
        command = import_module(f"doublecount.cli.{name}").command
        for one in command.params:
            if isinstance(one.type, click.types.FloatParamType | click.FloatRange):
                yield pytest.param(command, one, id=f"{name} {one.name}")


@pytest.mark.parametrize(("command", "option"), [*of_seconds()])
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "0", "-1", "1e300"])
def test_no_number_of_seconds_is_taken_that_clocks_can_not_keep(command, option, value):
    assert option.type is SECONDS
    done = CliRunner().invoke(command, [f"{option.opts[-1]}={value}"])
    assert done.exit_code == 2
    assert f"'{option.opts[-1]}'" in done.stderr
    assert not math.isnan(option.type.convert("1", None, None))
