"""Words for a shell, and back: printable whatever is in them, so that they survive a terminal and a copy."""

import re
import shlex
from collections.abc import Iterable

_PIECES = re.compile(r"""\\. | '[^']*' | "(?:[^"\\]|\\.)*" | \$'((?:[^'\\]|\\.)*)'""", re.DOTALL | re.VERBOSE)
"""What a backslash, quotes, or quotes with escapes of their own protect."""
_ESCAPE = re.compile(r"\\(?:([0-7]{3})|(.))", re.DOTALL)


def quoted(word: str) -> str:
    """Quote a word: as POSIX has it where all of it can be shown, else as ``$'…'``.

    bash, zsh, ksh and busybox read that form, and POSIX does since 2024. Whatever is not printable, the
    bytes of a name that is no UTF-8 included, stands there byte for byte in octal.
    """
    if word.isprintable():
        return shlex.quote(word)
    return f"$'{''.join(map(_escaped, word))}'"


def _escaped(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode(errors="surrogateescape"))


def joined(words: Iterable[str]) -> str:
    """Quote words and join them: what ``split`` takes apart."""
    return " ".join(map(quoted, words))


def split(command: str) -> list[str]:
    """Split a command into words as a shell would; raises ValueError where quotes do not end."""
    return shlex.split(_PIECES.sub(_in_plain_quotes, command))


def _in_plain_quotes(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[0]
    word = b"".join(
        bytes([int(octal, 8) & 255]) if octal else (plain or other).encode(errors="surrogateescape")
        for octal, other, plain in _escapes(match[1])
    )
    return shlex.quote(word.decode(errors="surrogateescape"))


def _escapes(text: str) -> Iterable[tuple[str, str, str]]:
    """Take the inside of ``$'…'`` apart: octal digits, an escaped character, or plain text."""
    place = 0
    for match in _ESCAPE.finditer(text):
        yield "", "", text[place : match.start()]
        yield match[1] or "", match[2] or "", ""
        place = match.end()
    yield "", "", text[place:]
