"""What the lanes share: plain integers in, lines of text out, all of a file at once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MOST_DIGITS = 18
"""Integers of so many digits fit in 64 bits."""

_DIGIT_0, _SPACE, _NEWLINE = b"0 \n"


def integers(data: bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """Read lines of non-negative decimal integers with one space between them.

    Returns the values (int64) in order and, for each line, the number of values up to its end, so that line
    i holds ``values[ends[i - 1] : ends[i]]``; no line is empty. None for any other text: other characters or
    blanks, an empty line, leading zeros, more than 18 digits, no newline at the end. O(len(data)).
    """
    text = np.frombuffer(data, dtype=np.uint8)
    digit = text - _DIGIT_0  # wraps around: other characters become large
    stops = np.flatnonzero(digit > 9)
    if not data.endswith(b"\n"):
        return None
    marks = text[stops]
    lengths = np.diff(stops, prepend=-1) - 1
    if (
        not ((marks == _SPACE) | (marks == _NEWLINE)).all()
        or not 1 <= lengths.min() <= lengths.max() <= MOST_DIGITS
    ):
        return None
    if ((digit[stops - lengths] == 0) & (lengths > 1)).any():
        return None
    values = digit[stops - 1].astype(np.int64)
    for place in range(1, int(lengths.max())):
        longer = np.flatnonzero(lengths > place)
        values[longer] += digit[stops[longer] - 1 - place] * np.int64(10) ** place
    return values, np.flatnonzero(marks == _NEWLINE) + 1


def numbered(head: bytes, words: Sequence[bytes], chosen: NDArray[np.integer]) -> bytes:
    """Write a line for each case, counted from 1: ``head``, its number, ``": "`` and its chosen word.

    Lines are laid out with equal widths, unused places as zero bytes, which are dropped at the end. O(cases).
    """
    cases = len(chosen)
    blocks = cases // 1000 + 1
    width = max(3, len(str(blocks)))
    ending = _padded([b": " + word + b"\n" for word in words])
    lines = np.zeros((blocks, 1000, len(head) + width + 3 + ending.shape[1]), dtype=np.uint8)
    start, end = len(head), len(head) + width + 3
    lines[..., :start] = np.frombuffer(head, dtype=np.uint8)
    lines[..., start : end - 3] = _padded(
        [b"%d" % block if block else b"" for block in range(blocks)], width
    )[:, None]
    lines[..., end - 3 : end] = _padded([b"%03d" % number for number in range(1000)])
    lines[0, :, end - 3 : end] = _padded([b"%d" % number for number in range(1000)])
    flat = lines.reshape(-1, lines.shape[-1])[1 : cases + 1]
    flat[:, end:] = ending[chosen]
    return flat.tobytes().translate(None, b"\0")


def _padded(texts: Sequence[bytes], width: int = 0) -> NDArray[np.uint8]:
    """Return the texts as rows of bytes, zeros behind the shorter ones."""
    width = max(width, *map(len, texts))
    return np.array(texts, dtype=f"S{width}").view(np.uint8).reshape(len(texts), width)
