"""The same problem with a solver that is wrong: which holes does it forget?"""

from collections import Counter
from dataclasses import replace

from dominoes import PROBLEM as RIGHT
from dominoes import Answer, Instance

from doublecount.problems.own import Solver


def solve(instance: Instance) -> Answer:
    """Go through the cells row by row; a state is which of the cells ahead are covered."""
    rows, width = instance.rows, len(instance.rows[0])
    counts = Counter({0: 1})
    for r, row in enumerate(rows):
        for c, kind in enumerate(row):
            before, counts = counts, Counter()
            for ahead, count in before.items():
                if kind == "#" or ahead & 1:
                    counts[ahead >> 1] += count
                    continue
                if c + 1 < width and row[c + 1] == "." and not ahead & 2:
                    counts[ahead >> 1 | 1] += count
                if r + 1 < len(rows):
                    counts[ahead >> 1 | 1 << width - 1] += count
    return Answer(counts[0])


PROBLEM = replace(RIGHT, name="dominoes-wrong", load_solver=lambda: Solver(solve=solve))
