"""Holds the solvers against recorded answers of others, fast: the first test of every mutant of ``dp/``.

``record.py`` writes ``recorded.json``; one module a problem holds the solver against its part. All of them
together take a second or two on solvers that are right, and stop at the first difference.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

RECORDED = Path(__file__).with_name("recorded.json")


@cache
def recorded(part: str) -> list[dict[str, Any]]:
    """The instances of a problem with their answers, in order of the length of their text."""
    return sorted(json.loads(RECORDED.read_text())[part], key=lambda row: len(json.dumps(row)))


def same(found: Any, wanted: Any, *about: Any) -> None:
    """Insist that two things are equal, types of numbers included where JSON would show them."""
    if found != wanted or repr(type(found)) != repr(type(wanted)):
        raise AssertionError(f"{about}: found {found!r}, expected {wanted!r}")


@contextmanager
def set_to(module: Any, **values: Any) -> Iterator[None]:
    """Let module-wide limits be others for a while."""
    with patch.multiple(module, **values) if values else nullcontext():
        yield


@contextmanager
def fresh_memory(value: int) -> Iterator[None]:
    """Let memory that NumPy hands out unset hold a value: nothing may come of what is not written."""

    def empty(shape: Any, dtype: Any = float) -> Any:
        return np.full(shape, value, dtype=dtype)

    with patch.object(np, "empty", empty):
        yield


def refusal(ask: Any, *arguments: Any) -> str | None:
    """Why something is refused with ValueError, or None."""
    try:
        ask(*arguments)
    except ValueError as error:
        return str(error)
    return None
