"""Black & White: what ``solve`` can be asked for besides a file."""

import re
from collections.abc import Iterator

from doublecount.problems.black_white.formats import MOST_CELLS
from doublecount.problems.black_white.instance import FREE, Instance
from doublecount.problems.record import InputOption

_SIZES = re.compile(r"([1-9][0-9]{0,6})x([1-9][0-9]{0,6})", re.ASCII)


def _blank(sizes: str, _: Iterator[Instance]) -> Iterator[Instance]:
    match = _SIZES.fullmatch(sizes)
    if not match or int(match[1]) * int(match[2]) > MOST_CELLS:
        raise ValueError(f"expected HEIGHTxWIDTH with 1 to {MOST_CELLS} cells, not {sizes!r}")
    return iter([Instance((FREE * int(match[2]),) * int(match[1]))])


BLANK = InputOption("--blank", "HxW", "Answer a blank board of this size instead of a file.", _blank, True)
