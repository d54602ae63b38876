"""The files that the benchmark measures, in the judges' formats: the same seed gives the same files.

Cases are drawn one after the other: a file of fewer cases holds the first cases of a longer one.

    python benchmarks/files.py KIND CASES FILE
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

SEED = 1


def black_white(rng: Random) -> Iterator[str]:
    """8 x 8 boards; each draws its density of givens from 2, 5, 10, 20%."""
    while True:
        density = rng.choice((0.02, 0.05, 0.1, 0.2))
        rows = (
            "".join(rng.choice("#o") if rng.random() < density else "." for _ in range(8)) for _ in range(8)
        )
        yield "8 8\n" + "".join(f"{row}\n" for row in rows)


def black_white_blank(rng: Random) -> Iterator[str]:
    """The blank 8 x 8 board."""
    while True:
        yield "8 8\n" + "........\n" * 8


def injured_queen(rng: Random) -> Iterator[str]:
    """Lines of 15 columns, each ``?`` with probability 1/4, else a random row."""
    while True:
        yield "".join("?" if rng.random() < 0.25 else rng.choice("123456789ABCDEF") for _ in range(15)) + "\n"


def injured_queen_blank(rng: Random) -> Iterator[str]:
    """400 free columns."""
    while True:
        yield "?" * 400 + "\n"


def overlapping_squares(rng: Random) -> Iterator[str]:
    """Pictures of 1 to 8 random squares."""
    texts: dict[int, str] = {}
    squares = [_square(row, column) for row in range(3) for column in range(3)]
    while True:
        picture = 0
        for _ in range(rng.randint(1, 8)):
            inside, outline = rng.choice(squares)
            picture = picture & ~inside | outline
        if picture not in texts:
            texts[picture] = _text(picture)
        yield texts[picture]


def _square(row: int, column: int) -> tuple[int, int]:
    """Return as bit masks of characters (bit 9 x row + column) the inside and the outline of a square."""
    left, middle, right = 2 * column, 2 * column + 2, 2 * column + 4
    sides = {(row + down, at) for down in (1, 2) for at in (left, right)}
    sides |= {(row + down, at) for down in (0, 2) for at in (left + 1, right - 1)}
    inside = {(row + 1, left + 1), (row + 1, right - 1), (row + 1, middle), (row + 2, middle)}
    return _mask(inside), _mask(sides)


def _mask(characters: set[tuple[int, int]]) -> int:
    return sum(1 << 9 * row + column for row, column in characters)


def _text(picture: int) -> str:
    marks = ["_|"[place % 9 % 2 == 0] if picture >> place & 1 else " " for place in range(45)]
    return "".join("".join(marks[9 * row : 9 * row + 9]) + "#\n" for row in range(5))


def wooden_chess(rng: Random) -> Iterator[str]:
    """10 x 10 boards of random scores up to 100,000."""
    return _chess(rng, 10)


def wooden_chess_12(rng: Random) -> Iterator[str]:
    """12 x 12 boards likewise."""
    return _chess(rng, 12)


def _chess(rng: Random, n: int) -> Iterator[str]:
    while True:
        rows = (" ".join(str(rng.randint(0, 100_000)) for _ in range(n)) for _ in range(2 * n))
        yield f"{n} {n}\n" + "".join(f"{row}\n" for row in rows)


def dots_and_boxes(rng: Random) -> Iterator[str]:
    """Positions of 3 x 3 boxes with 12 random lines drawn."""
    across = [(p, p + 1) for p in range(1, 17) if p % 4]
    lines = across + [(p, p + 4) for p in range(1, 13)]
    while True:
        yield "12\n" + "".join(f"{start} {end}\n" for start, end in rng.sample(lines, 12))


def dots_and_boxes_empty(rng: Random) -> Iterator[str]:
    """The 3 x 3 board with nothing drawn."""
    while True:
        yield "0\n"


KINDS: dict[str, Callable[[Random], Iterator[str]]] = {
    "black-white": black_white,
    "black-white-blank": black_white_blank,
    "injured-queen": injured_queen,
    "injured-queen-blank": injured_queen_blank,
    "overlapping-squares": overlapping_squares,
    "wooden-chess": wooden_chess,
    "wooden-chess-12": wooden_chess_12,
    "dots-and-boxes": dots_and_boxes,
    "dots-and-boxes-empty": dots_and_boxes_empty,
}


def text_of(kind: str, cases: int, seed: int = SEED) -> str:
    """Return a file of so many cases."""
    drawn = KINDS[kind](Random(f"{seed} {kind}"))
    text = "".join(next(drawn) for _ in range(cases))
    if kind.startswith(("black-white", "dots-and-boxes")):
        return f"{cases}\n{text}"
    return text + "0\n" if kind == "overlapping-squares" else text


if __name__ == "__main__":
    Path(sys.argv[3]).write_text(text_of(sys.argv[1], int(sys.argv[2])))
