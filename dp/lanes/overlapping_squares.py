"""Overlapping Squares, many pictures at once: compare with the full picture, pack the bits, look them up.

A picture takes 55 bytes. Each is the one that the full picture has there, or, at the 40 edges, a blank; so
one bit a byte says all. Eight pictures make 55 whole bytes of bits, in which the j-th starts at bit 55 j.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.lanes.text import numbered
from doublecount.dp.overlapping_squares import BLANK, moves
from doublecount.problems.overlapping_squares.instance import FULL, MOST_SQUARES

_FULL = "".join(f"{row}#\n" for row in FULL).encode()
_SIZE = len(_FULL)
_MARKED = np.frombuffer(_FULL, dtype=np.uint8)
_IS_EDGE = np.isin(_MARKED, np.frombuffer(b"_|", dtype=np.uint8))

BLOCK = 4096
"""Pictures compared at once, a multiple of 8: they stay in the processor's cache."""
EMPTY = 0
"""Marks an unused slot of the hash table: no picture that the file can hold has it as its bits."""
SLOTS = 16
"""The hash table has 2^SLOTS slots for 7,064 pictures."""
_FACTOR = np.uint64(0x9E3779B97F4A7C15)

Bits = NDArray[np.uint64]
"""Bit 54 - i says that byte i of the picture is that of the full picture."""


def _packed(picture: int) -> int:
    """Translate a picture of the solver (4 x 5 upper sides, then 5 x 4 left sides) to these bits."""
    bits = 0
    for place, (byte, edge) in enumerate(zip(_FULL, _IS_EDGE, strict=True)):
        row, column = divmod(place, _SIZE // len(FULL))
        if edge:
            number = 4 * row + column // 2 if byte == ord("_") else 20 + 5 * (row - 1) + column // 2
        bits = bits << 1 | (not edge or picture >> number & 1)
    return bits


def hashed(bits: Bits) -> NDArray[np.intp]:
    """Return the slot in which the search for a picture begins."""
    return (bits * _FACTOR >> np.uint64(64 - SLOTS)).astype(np.intp)


@cache
def table() -> Bits:
    """Return the hash table of all pictures that 1 to 6 squares make; a taken slot sends on to the next.

    Shape (2^SLOTS,). O(pictures x squares) array steps.
    """
    squares = [(np.uint64(_packed(kept)), np.uint64(_packed(outline))) for kept, outline in moves()]
    layer = reached = np.array([_packed(BLANK)], dtype=np.uint64)
    for _ in range(MOST_SQUARES):
        higher = np.concatenate([layer & kept | outline for kept, outline in squares])
        layer = np.setdiff1d(higher, reached)
        reached = np.concatenate((reached, layer))
    slots = np.full(1 << SLOTS, EMPTY, dtype=np.uint64)
    pictures = reached[1:]  # the blank picture asks for at least one square
    place = hashed(pictures)
    while len(pictures):
        free = slots[place] == EMPTY
        slots[place[free]] = pictures[free]
        homeless = slots[place] != pictures
        pictures, place = pictures[homeless], _next(place[homeless])
    return slots


def _next(place: NDArray[np.intp]) -> NDArray[np.intp]:
    return (place + 1) % (1 << SLOTS)


def possible(pictures: Bits) -> NDArray[np.bool_]:
    """Tell for each picture whether 1 to 6 squares make it. O(pictures)."""
    place = hashed(pictures)
    found = table()[place]
    result: NDArray[np.bool_] = found == pictures
    searching = np.flatnonzero(~result & (found != EMPTY))
    while len(searching):
        place[searching] = _next(place[searching])
        found = table()[place[searching]]
        result[searching] = found == pictures[searching]
        searching = searching[~result[searching] & (found != EMPTY)]
    return result


def answer_text(data: bytes) -> bytes | None:
    """Answer a file of pictures and the final line ``0``; None if anything is unusual."""
    count = len(data) // _SIZE
    if not count or data[count * _SIZE :] not in (b"0", b"0\n"):
        return None
    pictures = _read(np.frombuffer(data, dtype=np.uint8, count=count * _SIZE))
    if pictures is None:
        return None
    return numbered(b"Case ", (b"No", b"Yes"), possible(pictures).view(np.uint8))


def _read(text: NDArray[np.uint8]) -> Bits | None:
    """Return the pictures' bits, or None if some byte can't stand where it does."""
    count = len(text) // _SIZE
    packed = np.zeros(-(-count // 8) * _SIZE + 8, dtype=np.uint8)
    pattern = np.tile(_MARKED, BLOCK)
    for start in range(0, len(text), BLOCK * _SIZE):
        block = text[start : start + BLOCK * _SIZE]
        same = block == pattern[: len(block)]
        if not (same | (block == ord(" "))).all():
            return None
        bits = np.packbits(same)
        packed[start // 8 : start // 8 + len(bits)] = bits
    pictures = np.empty((len(packed) // _SIZE, 8), dtype=np.uint64)
    for number in range(8):
        byte, shift = divmod(_SIZE * number, 8)
        eighth = np.ndarray(len(pictures), ">u8", packed, byte, (_SIZE,))
        pictures[:, number] = eighth.astype(np.uint64) << np.uint64(shift) >> np.uint64(64 - _SIZE)
    found = pictures.ravel()[:count]
    constant = np.uint64(_packed(BLANK))
    return found if (found & constant == constant).all() else None
