"""Text from programs made fit for a page: nothing invisible, nothing endless, always encodable."""

from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

MOST_CHARACTERS = 8192
"""The longest text the page shows whole."""
MOST_DIGITS = 4000
"""The longest number written out."""

Data = TypeVar("Data")


def visible(text: str) -> str:
    """Show control, bidi and other unprintable characters and lone surrogates as escapes like ``\\x1b``."""
    return "".join(
        character
        if character.isprintable() or character in "\n\t"
        else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def cut(text: str) -> str:
    """Cut a text that is too long for the page and say how much was left out."""
    if len(text) <= MOST_CHARACTERS:
        return text
    return f"{text[:MOST_CHARACTERS]}\n[… cut: {MOST_CHARACTERS:,} of {len(text):,} characters shown]"


def presentable(data: Data) -> Data:
    """Return the same data with every text in it cut and made visible, keys of mappings included."""
    shown: Any = data
    if isinstance(data, Enum):
        return data
    if isinstance(data, str):
        shown = visible(cut(data))
    elif is_dataclass(data) and not isinstance(data, type):
        shown = replace(data, **{one.name: presentable(getattr(data, one.name)) for one in fields(data)})
    elif isinstance(data, dict):
        shown = {presentable(key): presentable(value) for key, value in data.items()}
    elif isinstance(data, list | tuple):
        shown = type(data)(presentable(item) for item in data)
    return shown  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Fact:
    """One named part of an answer."""

    name: str
    value: str

    @property
    def long(self) -> bool:
        """Whether it needs lines of its own."""
        return "\n" in self.value or len(self.value) > 60


def facts(answer: object) -> tuple[Fact, ...]:
    """Split an answer's JSON form into its named parts; a bare text is one part without a name.

    Parts that are not stated (null) are left out.
    """
    if not isinstance(answer, dict):
        return (Fact("", plain(answer)),)
    return tuple(Fact(name, plain(value)) for name, value in answer.items() if value is not None)


def plain(value: object) -> str:
    """Write a JSON value for people: texts bare, lists of texts as lines, lists of numbers in one line."""
    if isinstance(value, int) and value.bit_length() > 3 * MOST_DIGITS:
        return f"a number of {value.bit_length():,} bits"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {plain(item)}" for key, item in value.items())
    if not isinstance(value, list | tuple):
        return str(value)
    if value and all(isinstance(item, str) for item in value):
        return "\n".join(value)
    return "  ".join(
        f"({', '.join(map(plain, item))})" if isinstance(item, list | tuple) else plain(item)
        for item in value
    )
