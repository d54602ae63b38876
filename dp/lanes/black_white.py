"""Black & White, many boards at once: those of one size are one array, from the file to its answers."""

import numpy as np

from doublecount.dp.black_white.boards import answers, too_large


def answer_text(data: bytes) -> bytes | None:
    """Return the judge's output for a file; None if the file has any peculiarity, or a board is too large.

    A plain file has no blanks but the one between height and width, and no empty line but at its end.
    """
    boards = _read(data)
    if boards is None:
        return None
    texts = [b""] * len(boards)
    for size in {size for size, _ in boards}:
        cases = [case for case, board in enumerate(boards) if board[0] == size]
        for case, text in zip(cases, _answered(size, [boards[case][1] for case in cases]), strict=True):
            texts[case] = text
    return b"".join(texts)


def _read(data: bytes) -> list[tuple[tuple[int, int], bytes]] | None:
    """Return (height, width) and all symbols of each board, or None."""
    lines = data.rstrip(b"\n").split(b"\n")
    cases = _integers(lines[0], 1)
    if cases is None or cases[0] > len(lines):
        return None
    boards, sizes, at = [], {}, 1
    for _ in range(cases[0]):
        head = lines[at] if at < len(lines) else b""
        if head not in sizes:
            sizes[head] = _size(head)
        size = sizes[head]
        if size is None:
            return None
        rows = lines[at + 1 : at + 1 + size[0]]
        at += 1 + size[0]
        symbols = b"".join(rows)
        if len(rows) != size[0] or {*map(len, rows)} != {size[1]} or symbols.strip(b"#o."):
            return None
        boards.append((size, symbols))
    return boards if at == len(lines) else None


def _size(head: bytes) -> tuple[int, int] | None:
    """Return height and width if both are plain and the solver takes such boards."""
    sides = _integers(head, 2)
    if sides is None or 0 in sides or too_large(*sides):
        return None
    return sides[0], sides[1]


def _integers(line: bytes, count: int) -> list[int] | None:
    """Return so many integers parted by single blanks, or None."""
    words = line.split(b" ")
    if len(words) != count or not all(word.isdigit() and len(word) < 10 for word in words):
        return None
    numbers = [int(word) for word in words]
    return numbers if b" ".join(b"%d" % number for number in numbers) == line else None


def _answered(size: tuple[int, int], boards: list[bytes]) -> list[bytes]:
    """Return the output for each of some boards of one size."""
    height, width = size
    stack = np.frombuffer(b"".join(boards), dtype=np.uint8).reshape(-1, height, width)
    counts, colourings = answers(stack)
    lines = np.full((len(boards), height, width + 1), ord("\n"), dtype=np.uint8)
    lines[:, :, :-1] = colourings
    text, length = lines.tobytes(), height * (width + 1)
    return [
        b"%d\n%b\n" % (count, text[case * length : (case + 1) * length] if count else b"")
        for case, count in enumerate(counts)
    ]
