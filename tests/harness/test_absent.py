"""Models whose library is not installed: absent from campaigns, named where somebody asks for them."""

import json
from importlib import metadata

import pytest
from click.testing import CliRunner

from doublecount.cli.main import group
from doublecount.verify import catalogue
from doublecount.verify.parties import panel
from doublecount.verify.present import Exit, environment

ABSENT = {"black-white": "graphillion", "injured-queen": "ganak"}


@pytest.fixture(autouse=True)
def nothing_installed(monkeypatch):
    """Let no library of an extra be found."""
    monkeypatch.setattr(catalogue, "find_spec", lambda name: None)


def run(*words, data=""):
    return CliRunner().invoke(group, [*map(str, words)], input=data)


@pytest.mark.parametrize(("name", "model"), ABSENT.items())
def test_it_has_no_seat(name, model):
    assert model not in [party.name for party in panel(catalogue.problem(name)).parties]
    assert [one.name for one in catalogue.absent(name)] == [model]


def test_all_other_models_are_there():
    for name in catalogue.NAMES:
        missing = {one.name for one in catalogue.every_model(name)} - {
            one.name for one in catalogue.models(name)
        }
        assert missing == {ABSENT[name]} if name in ABSENT else not missing
        assert all(one.extra for one in catalogue.absent(name))


@pytest.mark.parametrize(("name", "model"), ABSENT.items())
def test_the_list_of_problems_says_how_to_install_it(name, model):
    assert f"  {model:<13} not installed: pip install 'doublecount[count]'\n" in run("problems").stdout
    told = {one["name"]: one for one in map(json.loads, run("problems", "--json").stdout.splitlines())}
    assert told[name]["absent"] == [{"name": model, "install": "pip install 'doublecount[count]'"}]
    assert model not in [one["name"] for one in told[name]["oracles"]]


def test_asking_for_it_is_one_clear_line():
    done = run("solve", "injured-queen", "--solver", "ganak", data="???\n")
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stderr == "Error: ganak is not installed: pip install 'doublecount[count]'\n"


def test_no_candidate_may_take_its_name():
    done = run("verify", "injured-queen", "--candidate", "ganak=true", "--examples", 1)
    assert done.exit_code == Exit.BAD_INPUT
    assert "ganak" in done.stderr


def test_the_environment_of_a_campaign_tells_with_which_libraries_it_was_made(monkeypatch):
    def version(name):
        if name == "pyganak":
            raise metadata.PackageNotFoundError
        return "1"

    monkeypatch.setattr(metadata, "version", version)
    assert environment()["graphillion"] == "1"
    assert "pyganak" not in environment()
