"""Reads files that anybody may have written: bounded in memory and in waiting, whatever bears the name."""

import io
import os
import select
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

MIB = 1 << 20
MOST_BYTES = 256 * MIB
"""Of one file: a million boards of the largest size that a judge asks for."""
MOST_LINE_BYTES = 4 * MIB
"""Of one line: no board that any party answers has one that long."""
WAIT_SECONDS = 10.0
"""How long a named pipe may have nobody who writes into it."""


class UnreadableError(Exception):
    """What bears the name can't be read as a file; the text says why, without the name."""


def read_file(path: str | Path) -> bytes:
    """Return the bytes of a file, a pipe or a device; raises OSError and ``UnreadableError``."""
    with opened(path) as file:
        return collected(file)


def opened(path: str | Path) -> BinaryIO:
    """Open a file for reading; a named pipe must have a writer within ``WAIT_SECONDS``.

    Raises OSError and ``UnreadableError``.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            _await_writer(descriptor)
        os.set_blocking(descriptor, True)
        return open(descriptor, "rb")
    except BaseException:
        with suppress(OSError):
            os.close(descriptor)
        raise


def _await_writer(descriptor: int) -> None:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    if not poll.poll(WAIT_SECONDS * 1000):
        raise UnreadableError(f"nobody has written into this pipe for {WAIT_SECONDS:g} s")


def collected(stream: BinaryIO) -> bytes:
    """Return all bytes of a stream; raises ``UnreadableError`` for more than anything needs.

    The peak of memory is twice what is returned, and little beyond a line that is too long.
    """
    pieces = io.BytesIO()
    line = 0
    while (piece := _piece(stream)) != b"":
        pieces.write(piece)
        last = piece.rfind(b"\n")
        line = line + len(piece) if last < 0 else len(piece) - last - 1
        if line > MOST_LINE_BYTES:
            raise UnreadableError(
                f"expected lines of at most {MOST_LINE_BYTES // MIB} MiB, found a longer one"
            )
        if pieces.tell() > MOST_BYTES:
            raise UnreadableError(f"expected at most {MOST_BYTES // MIB} MiB, found more")
    return pieces.getvalue()


def _piece(stream: BinaryIO) -> bytes:
    """The next bytes; waits where the stream itself does not."""
    while (piece := stream.read(MIB)) is None:
        select.select([stream], [], [])
    return piece


def insist_on_file(path: Path) -> None:
    """Refuse a folder, a pipe or a device where a file is to be kept; raises ``UnreadableError``.

    A path at which nothing is will do, or nothing can be.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        what = "a folder" if path.is_dir() else "a pipe" if path.is_fifo() else "a device or a socket"
        raise UnreadableError(f"expected a file, found {what}")
