"""Compiled arrays, kept in memory and in the user's cache folder.

Nothing here can change an answer: whatever can't be read, written or trusted is built again, in silence. A
file says which arrays it holds and what they were built by, with a checksum over everything; it is written
under a name of its own and renamed, so that a reader meets a whole file or none.
"""

import json
import os
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]

SWITCH = "DOUBLECOUNT_NO_CACHE"
"""Environment variable: any value but the empty one and ``0`` leaves the folder alone."""
MOST_BYTES_IN_MEMORY = 1 << 29
MAGIC = b"doublecount cache 1\n"
ALIGNMENT = 64
MAPPED_FROM = 1 << 22
"""Files of at least so many bytes are mapped, smaller ones read."""
ABANDONED_SECONDS = 3600
"""A half-written file that old belongs to a process that was killed."""
_PLAIN = re.compile(r"[<>|][biuf][0-9]{1,2}", re.ASCII)
"""Elements that a file may hold: numbers, nothing that could run code or is code itself."""

_kept: OrderedDict[str, Arrays] = OrderedDict()


def stored(name: str, build: Callable[[], Arrays]) -> Arrays:
    """Return the arrays called ``name``, from memory, from the user's cache folder, or from ``build``.

    ``name`` says all that ``build`` depends on (letters, digits, ``-``): the kind of thing and the size of
    the board. The arrays hold numbers and are read-only; large ones may be mapped from their file. A change
    in the sources of the solvers makes stored files void. At most ``MOST_BYTES_IN_MEMORY`` are kept in
    memory, the last used. Never raises because of the folder; exceptions of ``build`` pass through.
    """
    arrays = _kept.pop(name, None)
    if arrays is None:
        path = _path(name)
        arrays = None if path is None else _read(path, name)
        if arrays is None:
            arrays = _read_only(build())
            if path is not None:
                _write(path, name, arrays)
    _kept[name] = arrays
    _forget()
    return arrays


def forget_all() -> None:
    """Drop what is kept in memory."""
    _kept.clear()


def _forget() -> None:
    """Drop the arrays that were not used for longest, until the rest is small enough."""
    total = sum(array.nbytes for arrays in list(_kept.values()) for array in arrays.values())
    while total > MOST_BYTES_IN_MEMORY and len(_kept) > 1:
        _, oldest = _kept.popitem(last=False)
        total -= sum(array.nbytes for array in oldest.values())


def _read_only(arrays: Arrays) -> Arrays:
    views = {key: array.view() for key, array in arrays.items()}
    for view in views.values():
        view.flags.writeable = False
    return MappingProxyType(views)


def _path(name: str) -> Path | None:
    """Return where the arrays are stored, or None if they are not to be."""
    if os.environ.get(SWITCH, "0") not in ("", "0"):
        return None
    from platformdirs import user_cache_path

    try:
        return user_cache_path("doublecount") / f"{name}.bin"
    except (OSError, RuntimeError):  # no home folder
        return None


@cache
def _builder() -> int:
    """Return a fingerprint of the sources of the solvers, which build what is stored."""
    sources = sorted(Path(__file__).parent.rglob("*.py"))
    return crc32(b"".join(source.read_bytes() for source in sources))


def _read(path: Path, name: str) -> Arrays | None:
    """Return the arrays of a file, or None if it is missing, damaged, foreign or of other sources."""
    try:
        data = _contents(path)
        if data[: len(MAGIC)] != MAGIC:
            return None
        checksum, head_length = (int(word, 16) for word in bytes(data[len(MAGIC) :][:17]).split(b" "))
        start = len(MAGIC) + 18
        if crc32(data[start:]) != checksum:
            return None
        head = json.loads(bytes(data[start : start + head_length]))
        if (head["name"], head["builder"]) != (name, _builder()):
            return None
        return _read_only({key: _array(data, *place) for key, place in head["arrays"].items()})
    except (OSError, ArithmeticError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _contents(path: Path) -> memoryview:
    """Return the bytes of a file; a file that is replaced meanwhile keeps its old contents here."""
    if not path.is_file():  # a pipe in its place would be waited for
        raise FileNotFoundError(path)
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size < MAPPED_FROM:
            return memoryview(file.read())
        import mmap

        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _array(data: memoryview, kind: str, shape: list[int], offset: int) -> NDArray[Any]:
    if not _PLAIN.fullmatch(kind):
        raise ValueError(f"unexpected kind of elements: {kind!r}")
    dtype = np.dtype(kind)
    count = int(np.prod(shape, dtype=np.int64))
    return np.frombuffer(data, dtype=dtype, count=count, offset=offset).reshape(shape)


def _write(path: Path, name: str, arrays: Arrays) -> None:
    """Store arrays; a full disk, a read-only folder and the like leave things as they are."""
    part = path.with_name(f"{name}.{os.getpid()}-{time.time_ns()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path.parent)
        try:
            with part.open("xb") as file:
                file.writelines(_pieces(name, arrays))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError:
        pass


def _sweep(folder: Path) -> None:
    """Remove what killed processes left half-written."""
    for part in folder.glob("*.part"):
        if time.time() - part.stat().st_mtime > ABANDONED_SECONDS:
            part.unlink(missing_ok=True)


def _pieces(name: str, arrays: Arrays) -> list[bytes]:
    """Return the file: magic, checksum of what follows, length of the head, head, arrays.

    The head is padded so that its own length does not move the arrays, which begin at multiples of
    ``ALIGNMENT``.
    """
    start = len(MAGIC) + 18
    contents = {key: np.ascontiguousarray(array) for key, array in arrays.items()}
    room = 200 + sum(len(key) + 100 + 24 * array.ndim for key, array in contents.items())
    offset = -(-(start + room) // ALIGNMENT) * ALIGNMENT
    head_length = offset - start
    places, body = {}, []
    for key, array in contents.items():
        padding = -array.nbytes % ALIGNMENT
        places[key] = (array.dtype.str, array.shape, offset)
        body += [array.tobytes(), bytes(padding)]
        offset += array.nbytes + padding
    head = json.dumps({"name": name, "builder": _builder(), "arrays": places}).encode().ljust(head_length)
    assert len(head) == head_length
    checksum = crc32(head)
    for piece in body:
        checksum = crc32(piece, checksum)
    return [MAGIC, b"%08x %08x\n" % (checksum, head_length), head, *body]
