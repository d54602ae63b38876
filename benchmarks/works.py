"""What the benchmark measures: the rows of its table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Work:
    """A row: a file of so many cases, or none where ``options`` say all.

    Peers get the same file; those that need long only its first ``peer_cases``, and their time is scaled.
    ``beside_numpy`` compares with an interpreter that loads NumPy and ends. ``long`` is the width of a board
    that is measured on request only.
    """

    problem: str
    title: str
    kind: str = ""
    cases: int = 1
    peer_cases: int = 0
    options: tuple[str, ...] = ()
    warm: bool = True
    beside_numpy: bool = False
    runs: int = 5
    long: int = 0
    in_quick: bool = True


def _blank(size: str, *, count_only: bool = True, **more) -> Work:
    options = ("--blank", size, *(("--count-only",) if count_only else ()))
    title = f"blank {size}, {'count' if count_only else 'count and colouring'}"
    return Work("black-white", title, options=options, warm=not count_only, **more)


WORKS = (
    Work("black-white", "boards of 8x8, count and colouring", "black-white", 1000, 250),
    Work("black-white", "one blank 8x8", "black-white-blank", beside_numpy=True),
    _blank("10x10"),
    _blank("11x11"),
    _blank("12x12"),
    _blank("12x12", count_only=False),
    _blank("13x13", in_quick=False),
    _blank("14x14", in_quick=False),
    _blank("16x16", runs=1, long=16),
    _blank("18x18", runs=1, long=18),
    Work("injured-queen", "lines of 15", "injured-queen", 200_000, 20_000),
    Work("injured-queen", "blank n = 400", "injured-queen-blank", warm=False),
    Work("overlapping-squares", "pictures", "overlapping-squares", 1_000_000, 100_000),
    Work("wooden-chess", "one board of 10x10", "wooden-chess", 1, 1, beside_numpy=True),
    Work("wooden-chess", "one board of 12x12", "wooden-chess-12", warm=False),
    Work("dots-and-boxes", "positions with 12 lines drawn", "dots-and-boxes", 10_000, 2_500),
    Work("dots-and-boxes", "the empty 3x3 board", "dots-and-boxes-empty"),
)
