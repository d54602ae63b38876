"""Black & White: what ``solve`` can be asked for besides a file."""

from collections.abc import Iterator

from doublecount.problems.black_white.formats import MOST_CELLS
from doublecount.problems.black_white.instance import Instance, blank
from doublecount.problems.record import InputOption
from doublecount.problems.text import sides


def _blank(size: str, _: Iterator[Instance]) -> Iterator[Instance]:
    height, width = sides(size, digits=7) or (0, 0)
    if not 0 < height * width <= MOST_CELLS:
        raise ValueError(f"expected HEIGHTxWIDTH with 1 to {MOST_CELLS} cells, not {size!r}")
    return iter([blank(height, width)])


BLANK = InputOption("--blank", "HxW", "Answer a blank board of this size instead of a file.", _blank, True)
