"""The site of the documentation: built strictly, complete, and without anything from elsewhere."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from doublecount.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, made as `make docs` makes it."""
    folder = tmp_path_factory.mktemp("site")
    words = re.search(r"^\t\$\(BIN\)/(sphinx-build .*) docs \S+$", (ROOT / "Makefile").read_text(), re.M)[1]
    tool, *options = words.split()
    done = subprocess.run(
        [Path(sys.executable).parent / tool, *options, "-d", folder / "trees", "docs", folder / "html"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


class Loaded(HTMLParser):
    """What a page loads."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        if tag in {"script", "img", "iframe", "link", "source"}:
            self.found += [told[name] for name in ("src", "href") if told.get(name)]


def test_the_site_loads_nothing_from_elsewhere(site):
    for page in site.rglob("*.html"):
        reader = Loaded()
        reader.feed(page.read_text())
        assert reader.found
        for target in reader.found:
            assert not re.match(r"(https?:)?//", target), f"{page}: {target}"
    for style in site.rglob("*.css"):
        assert not re.search(r"(@import|url\(['\"]?)\s*(https?:)?//", style.read_text()), style


def test_every_page_of_the_folder_is_in_the_site(site):
    for page in DOCS.rglob("*.md"):
        if "_build" not in page.parts:
            assert (site / page.relative_to(DOCS)).with_suffix(".html").is_file(), page


def test_the_reference_has_every_command_and_function(site):
    commands = (site / "reference" / "commands.html").read_text()
    for name in COMMANDS:
        assert f'id="doublecount-{name}' in commands, name
    import doublecount

    library = (site / "reference" / "library.html").read_text()
    for name in doublecount.__all__:
        assert f"doublecount.{name}" in library, name
    for name in doublecount.black_white.__all__:
        assert f'id="doublecount.black_white.{name}"' in library, name
    assert 'id="doublecount.problems.record.Problem.simpler"' in (site / "reference/problem.html").read_text()


def test_warnings_end_the_making_of_the_site(tmp_path):
    (tmp_path / "conf.py").write_text((DOCS / "conf.py").read_text())
    (tmp_path / "index.md").write_text("# One\n[two](two.md), [three](#three)\n")
    command = [
        Path(sys.executable).parent / "sphinx-build",
        "-q",
        "-W",
        "--keep-going",
        tmp_path,
        tmp_path / "html",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "'two.md'" in done.stderr and "'three'" in done.stderr
