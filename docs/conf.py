"""How Sphinx makes the documentation site of these pages: `make docs`. Strictly, and without a network."""

from doublecount import __version__

project = "doublecount"
author = "the doublecount authors"
version = release = __version__
html_title = f"doublecount {version}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
exclude_patterns = ["_build"]
myst_heading_anchors = 3
suppress_warnings: list[str] = []

html_theme = "furo"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
