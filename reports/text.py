"""Text from programs made fit for a page: nothing invisible, nothing endless, always encodable."""

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from doublecount.problems.picture import Picture

MOST_CHARACTERS = 4096
"""The longest text the page shows whole."""
MOST_DIGITS = 4000
"""The longest number written out."""


def visible(text: str) -> str:
    """Show control, bidi and other unprintable characters and lone surrogates as escapes like ``\\x1b``."""
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
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


def presentable(data: Any) -> Any:
    """Return the same data with every text in it cut and made visible, keys of mappings included."""
    if isinstance(data, Enum | Picture):
        return data  # a picture's texts are made fit when it is drawn
    if isinstance(data, str):
        return visible(cut(data))
    if is_dataclass(data) and not isinstance(data, type):
        return replace(data, **{one.name: presentable(getattr(data, one.name)) for one in fields(data)})
    if isinstance(data, dict):
        return {presentable(key): presentable(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return type(data)(presentable(item) for item in data)
    return data


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
