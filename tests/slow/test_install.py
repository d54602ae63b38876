"""Wheel and sdist, installed in clean environments: with nothing but the base, and with each extra alone.

Every supported Python that is there is tried: `python3.12` on the path, or one that pyenv keeps.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from tests.house.test_pages import LINKED, TEXTS
from tests.house.told import examples, scrubbed

from doublecount.verify import catalogue

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
VERSIONS = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text())


def run(*command, **options):
    """Run a command that must succeed, and return what it printed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout


def interpreters(version):
    """The interpreters of a version that are there, as paths."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from filter(None, [shutil.which(f"python{version}")])
    yield from kept.glob(f"{version}.*/bin/python")


def python(version):
    """An interpreter of a version that starts; skip where there is none."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    for path in interpreters(version):
        done = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
        if done.stdout.strip() == version:
            return path
    pytest.skip(f"there is no Python {version}")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of an sdist and of the wheel that is made from it."""
    folder = tmp_path_factory.mktemp("built")
    copy = folder / "copy"
    unwanted = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, copy, symlinks=True, ignore=unwanted)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", copy)
    return folder / "dist"


def installed(folder, interpreter, wanted):
    """A new environment with a wheel in it; the folder of its commands."""
    run(interpreter, "-m", "venv", folder / "environment")
    commands = folder / "environment" / "bin"
    run(commands / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wanted)
    return commands


def elsewhere(commands, folder):
    """The environment of a process that finds these commands first, and nothing of the repository."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    return {**kept, "PATH": f"{commands}:{kept['PATH']}", "XDG_STATE_HOME": str(folder)}


def wheel(built, extra=""):
    (path,) = built.glob("*.whl")
    return f"{path}[{extra}]" if extra else str(path)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_base_alone_solves_all_problems_and_does_the_tutorial(version, built, tmp_path):
    commands = installed(tmp_path, python(version), wheel(built))
    environment, folder = elsewhere(commands, tmp_path), tmp_path / "work"
    folder.mkdir()
    listed = run("doublecount", "problems", env=environment, cwd=folder)
    assert listed.count("not installed") == sum(
        bool(one.extra) for name in catalogue.NAMES for one in catalogue.every_model(name)
    )
    for name in catalogue.NAMES:
        problem = catalogue.problem(name)
        (instance,) = problem.read(problem.settled[0], "settled")
        told = run("doublecount", "solve", name, env=environment, cwd=folder, input=problem.settled[0])
        assert told == problem.write_answer(1, catalogue.solver(name).solve(instance))
    run("doublecount", "verify", "--seed", "1", "--examples", "3", env=environment, cwd=folder)
    for linked in LINKED:
        (folder / linked).symlink_to(ROOT / linked)
    for command, shown in examples(TEXTS["docs/tutorial.md"]):
        done = subprocess.run(
            ["bash", "-c", command], env=environment, cwd=folder, capture_output=True, text=True, check=False
        )
        assert scrubbed(done.stdout) == scrubbed(shown), (command, done.stderr)
    run("doublecount", "doctor", env=environment, cwd=folder)


USES = {
    "count": "import pyganak",  # Graphillion has no wheels for the newest Python
    "strategies": "from doublecount import strategies; strategies.black_white().example()",
    "cluster": "import distributed, doublecount.verify.cluster, doublecount.verify.remote",
    "docs": "import furo, myst_parser, sphinx, sphinx_click",
}


@pytest.mark.parametrize("extra", USES)
def test_an_extra_alone_brings_what_it_says(extra, built, tmp_path):
    commands = installed(tmp_path, sys.executable, wheel(built, extra))
    environment = elsewhere(commands, tmp_path)
    run(commands / "python", "-W", "ignore", "-c", USES[extra], env=environment, cwd=tmp_path)
    if extra == "count":
        counted = run(
            *("doublecount", "solve", "injured-queen", "--solver", "ganak"),
            env=environment,
            cwd=tmp_path,
            input="??????\n",
        )
        assert counted == "2642\n"


def test_the_sdist_holds_whatever_the_repository_keeps(built):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("benchmarks", "docs", "examples", "tests", "problems", "verify"):
        for source in (ROOT / folder).rglob("*.py"):
            assert source.relative_to(ROOT).as_posix() in packed, source
    assert {"CONTRIBUTING.md", "Makefile", "docs/tutorial.md", "requirements-dev.lock"} <= packed
    assert not any(name.endswith((".pyc", ".sqlite")) for name in packed)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_lock_can_be_installed(version, tmp_path):
    run(python(version), "-m", "venv", tmp_path / "environment")
    pip = (tmp_path / "environment" / "bin" / "python", "-m", "pip", "--disable-pip-version-check")
    lock = ROOT / "requirements-dev.lock"
    run(*pip, "install", "--quiet", "--dry-run", "--require-hashes", "--only-binary=:all:", "-r", lock)
