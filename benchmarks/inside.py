"""One warm Python process: what a board costs when the interpreter, NumPy and the graph are there.

python benchmarks/inside.py < FILE     prints medians in seconds a board, as JSON
"""

import json
import statistics
import sys
import time
from collections.abc import Callable

from doublecount.verify import catalogue

ROUNDS = 5
ALONE = 100
"""Boards solved one by one in each round."""
BATCHES = {"black-white": 500, "wooden-chess": 16}


def seconds_a_board(action: Callable[[], object], boards: int) -> float:
    """Return the median of a few rounds after a first one."""
    times = []
    for _ in range(1 + ROUNDS):
        started = time.perf_counter()
        action()
        times.append((time.perf_counter() - started) / boards)
    return statistics.median(times[1:])


def measured(name: str, text: str) -> dict[str, float]:
    """Return seconds a board, by what is asked and how."""
    problem = catalogue.problem(name)
    boards, solver = list(problem.read(text, "-")), problem.load_solver()
    some, size = boards[:ALONE], BATCHES[name]
    batches = [boards[first : first + size] for first in range(0, len(boards) - size + 1, size)]

    def in_batches(function: Callable[[list], object]) -> float:
        return seconds_a_board(lambda: [function(batch) for batch in batches], size * len(batches))

    found = {
        "solve, one by one": seconds_a_board(lambda: [solver.solve(board) for board in some], len(some)),
        f"solve, batches of {size}": in_batches(solver.solve_many),
    }
    if name == "black-white":
        from doublecount.dp.black_white import count

        found["count, one by one"] = seconds_a_board(lambda: [count(board) for board in some], len(some))
        found[f"count, batches of {size}"] = in_batches(solver.count_many)
    else:
        from doublecount.dp.lanes import wooden_chess

        found["value, batches of 64, from text"] = seconds_a_board(
            lambda: wooden_chess.answer_text(text.encode()), len(boards)
        )
    return found


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], sys.stdin.read())))
