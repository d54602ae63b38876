"""How Sphinx makes a site of these pages: `make docs`. Strictly, and without a network."""

import re
from pathlib import Path

import click
from sphinx.application import Sphinx

from doublecount import __version__

project = "doublecount"
version = release = __version__
html_title = f"doublecount {version}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_click"]
exclude_patterns = ["_build"]
myst_heading_anchors = 3
smartquotes = False  # they would make a dash of the two hyphens of an option

highlight_language = "none"

html_theme = "furo"
html_copy_source = False
html_show_copyright = False

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100


def setup(app: Sphinx) -> None:
    """Have the page on contributing say what the file of the repository's root says, and keep examples."""
    app.connect("source-read", _from_the_root)
    for part in ("description", "epilog"):
        app.connect(f"sphinx-click-process-{part}", _examples_as_typed)


def _from_the_root(_: Sphinx, name: str, source: list[str]) -> None:
    if name == "contributing":
        text = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text()
        source[0] = re.sub(r"\]\((?![a-z]+:|#)", "](../", text).replace("](../docs/", "](")


def _examples_as_typed(_: Sphinx, __: click.Context, lines: list[str]) -> None:
    """Make literal blocks of what help pages show line by line, which would lose its columns."""
    made: list[str] = []
    for line in lines:
        if not line.startswith("| "):
            made.append(line)
        elif line.rstrip().endswith(":"):
            made += [f"{line[2:].rstrip()}:", ""]
        else:
            made.append(f"   {line[2:].strip()}")
    lines[:] = made
