"""Every command that docs/ shows is run, page by page, in order, in one folder, and prints what is shown."""

import re
import shlex
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest
from click import Group
from tests.house.told import FENCES, examples, performed, scrubbed

from doublecount.cli.main import group
from doublecount.problems import own
from doublecount.problems.record import Problem

ROOT = Path(__file__).parents[2]
PAGES = sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text() for path in PAGES}
PROSE = {**TEXTS, **{name: (ROOT / name).read_text() for name in ("README.md", "CONTRIBUTING.md")}}
GUIDES = ("docs/contest.md", "docs/dots-and-boxes.md")
"""Run by test_guides.py, partly in the slow suite."""
LINKED = ("examples", "tests", "benchmarks")
"""Folders of the repository that commands may name."""


@pytest.mark.parametrize(
    "page", [page for page, text in TEXTS.items() if examples(text) and page not in GUIDES]
)
def test_the_commands_of_a_page_print_what_is_shown(page, tmp_path):
    for folder in LINKED:
        (tmp_path / folder).symlink_to(ROOT / folder)
    for command, shown in examples(TEXTS[page]):
        done = performed(command, tmp_path, tmp_path)
        assert done.returncode in {0, 1} and "Traceback" not in done.stderr, (command, done.stderr)
        if shown.strip():
            assert scrubbed(done.stdout) == scrubbed(shown), (command, done.stderr)
        else:
            assert done.returncode == 0, (command, done.stderr)


@pytest.mark.parametrize("page", [page for page in TEXTS if page not in GUIDES])
def test_commands_stand_in_blocks_that_are_run(page):
    for language, block in FENCES.findall(TEXTS[page]):
        if language != "console":
            assert not re.search(r"^(\$ )?doublecount ", block, re.MULTILINE), block


def typed():
    """The commands that are shown and not run: in plain blocks."""
    for text in PROSE.values():
        for language, block in FENCES.findall(text):
            if language == "":
                yield from re.findall(r"\b(?<!/)(doublecount (?!\[)[^|#\n]*)", block)


def parse(command, words, parent=None):
    """Parse the words of a command line down to the last subcommand, and run nothing."""
    with command.make_context(words[0], words[1:], parent=parent) as context:
        if isinstance(command, Group):
            name, found, rest = command.resolve_command(context, [*context._protected_args, *context.args])
            parse(found, [name, *rest], context)


@pytest.mark.parametrize("line", [*typed()])
def test_a_command_that_is_shown_and_not_run_can_be_typed(line):
    parse(group, shlex.split(line))


def test_all_links_between_pages_lead_somewhere():
    for name, text in PROSE.items():
        plain = FENCES.sub("", text)
        for target in re.findall(r"\]\(([^)#\s]+)", plain):
            if not re.match(r"[a-z]+:", target):
                assert ((ROOT / name).parent / target).exists(), f"{name}: {target}"


@pytest.mark.parametrize(
    "name", re.findall(r"^\| `(\w+)[(=]", TEXTS["docs/your-own-problem.md"], re.MULTILINE)
)
def test_what_a_module_can_say_exists(name):
    known = {*signature(own.problem).parameters, *(one.name for one in fields(Problem))}
    assert name in known
