"""The files in which candidates stand, and what is in them: a campaign goes on only with the same."""

import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import PathFinder

from doublecount.verify.parties import CandidateSpec
from doublecount.verify.shell import quoted


def digests(candidates: Sequence[CandidateSpec]) -> dict[str, str]:
    """Return the SHA-256 of the files that the candidates' commands and functions name, by quoted names."""
    return {quoted(file): digest(file) for spec in candidates for file in _files(spec)}


def digest(file: str) -> str:
    """Return the SHA-256 of a file as hexadecimal digits; raises OSError."""
    with open(file, "rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _files(spec: CandidateSpec) -> Iterator[str]:
    yield from (word for word in spec.argv if os.path.isfile(word))
    if spec.function:
        *_, folder, what = spec.argv
        module = what.rpartition(":")[0]
        file = module if module.endswith(".py") else _file_of(module, folder)
        if file and os.path.isfile(file):
            yield file


def _file_of(module: str, folder: str) -> str | None:
    """Where a module is, looked for as its import does, but without importing anything."""
    places: list[str] | None = [folder, *sys.path]
    names = module.split(".")
    found = None
    for depth in range(1, len(names) + 1):
        found = PathFinder.find_spec(".".join(names[:depth]), places)
        if found is None:
            return None
        places = found.submodule_search_locations and [*found.submodule_search_locations]
        if places is None and depth < len(names):
            return None
    return found.origin if found else None
