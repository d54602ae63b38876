"""The formats of Yin-Yang puzzles, told apart by what a text looks like."""

from collections.abc import Callable
from dataclasses import dataclass

from doublecount.puzzles import janko, plain, pzprv3, url
from doublecount.puzzles.puzzle import Puzzle


@dataclass(frozen=True)
class Format:
    """One way to write a puzzle."""

    name: str
    what: str
    looks_like: Callable[[str], bool]
    read: Callable[[str, str], Puzzle]
    """From a text and its name for complaints; raises InputError."""
    write: Callable[[Puzzle], str]


FORMATS = (
    Format("pzprv3", "a file of pzpr", pzprv3.looks_like, pzprv3.read, pzprv3.write),
    Format("janko", "text in the manner of janko.at", janko.looks_like, janko.read, janko.write),
    Format("url", "an address of puzz.link or pzv", url.looks_like, url.read, url.write),
    Format("plain", "a grid of '#', 'o' and '.'", lambda _: True, plain.read, plain.write),
)
BY_NAME = {form.name: form for form in FORMATS}


def sniffed(text: str) -> Format:
    """Return the first format that a text looks like; the last one takes anything."""
    return next(form for form in FORMATS if form.looks_like(text))


def read(text: str, file: str) -> tuple[Puzzle, Format]:
    """Read a puzzle in whatever format it is in; raises InputError."""
    form = sniffed(text)
    return form.read(text.removeprefix("\ufeff"), file), form
