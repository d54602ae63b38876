"""Compares drawings with those in tests/golden."""

import os
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden"


def matches(name, text):
    """Whether it is the text in the golden file; with DOUBLECOUNT_GOLDEN=1 the file is written first."""
    path = GOLDEN / name
    if os.environ.get("DOUBLECOUNT_GOLDEN"):
        path.write_text(text)
    return path.read_text() == text
