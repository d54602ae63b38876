"""Dots and boxes: the table of a whole grid, audited by graphs of points and lines.

A position is a set of drawn lines, which is a graph on the points; a box is closed if its four sides are
edges. For each position looked at, and every line that may be drawn, it is shown that the solver counts the
closed boxes, that its value of the line is what the line earns, less what the other can make of the
position that follows (under the standard rule more, where the same player goes on), and that the position
is worth the best of its lines. Both rules are audited; positions of a large grid are sampled, as many of
each number of lines.
"""

from collections.abc import Iterator
from math import comb

import networkx as nx

from doublecount.audit.ledger import Ledger
from doublecount.audit.record import Auditor, Fault, Kind, Sampling, Size
from doublecount.audit.sampling import chosen
from doublecount.dp.dots_and_boxes import MOST_FREE, Standings, whole_grid
from doublecount.problems.dots_and_boxes.instance import RULES, Line, Rules

MOST = 100_000
"""Positions looked at by default."""

Box = tuple[Line, ...]


def refuses(size: Size) -> str | None:
    """Return None, or why a grid can't be audited."""
    lines = size[0] * (size[1] + 1) + (size[0] + 1) * size[1]
    return f"{lines} lines, more than {MOST_FREE}" if lines > MOST_FREE else None


def _points(size: Size) -> Size:
    return size[0] + 1, size[1] + 1


class Comparison:
    """The solver's table under one rule beside the positions."""

    def __init__(self, size: Size, rules: Rules, ledger: Ledger) -> None:
        """Fetch the table that the solver uses."""
        self.size, self.rules, self.ledger = size, rules, ledger
        self.standings: Standings = whole_grid(*size, rules)
        self.lines = _lines(size)
        self.boxes = _boxes(size)

    def lines_agree(self) -> bool:
        """Tell whether the table is about the lines of the grid; without that nothing else can be read."""
        if self.standings.free == self.lines and len(self.standings.table) == 1 << len(self.lines):
            return True
        what = f"{self.rules}: the table is not about the {len(self.lines)} lines of the grid in order"
        self.ledger.fault(lambda: Fault(Kind.STATE, what, "no line", ""))
        return False

    def position(self, mask: int) -> None:
        """Compare a position, given as bits in the order of lines, and all its moves."""
        drawn = nx.Graph(line for bit, line in enumerate(self.lines) if mask >> bit & 1)
        closed = self.closed(drawn)
        moves = {line: self.worth_of(drawn, closed, mask, line) for line in self._free(mask)}
        self.ledger.look(len(moves))
        if self.standings.closed(mask) != closed:
            self.fault(mask, None, f"{self.standings.closed(mask)} boxes are closed, in the graph {closed}")
        found = self.standings.moves(mask)
        for line in moves.keys() | found.keys():
            if moves.get(line) != found.get(line):
                self.fault(mask, line, f"line {line} is worth {found.get(line)}, rebuilt {moves.get(line)}")
        best, value = max(moves.values(), default=0), closed - int(self.standings.table[mask])
        if value != best:
            self.fault(mask, None, f"the position is worth {value}, the best of its lines {best}")

    def closed(self, drawn: nx.Graph) -> int:
        """Return how many boxes have four sides."""
        return sum(all(drawn.has_edge(*side) for side in box) for box in self.boxes)

    def worth_of(self, drawn: nx.Graph, closed: int, mask: int, line: Line) -> int:
        """Return what a line earns and what follows, to who draws it; the table knows what follows."""
        drawn.add_edge(*line)
        after = self.closed(drawn)
        drawn.remove_edge(*line)
        rest = after - int(self.standings.table[mask | 1 << self.lines.index(line)])
        again = self.rules == "standard" and after > closed
        return after - closed + (rest if again else -rest)

    def _free(self, mask: int) -> Iterator[Line]:
        return (line for bit, line in enumerate(self.lines) if not mask >> bit & 1)

    def fault(self, mask: int, line: Line | None, what: str) -> None:
        """Take down what is wrong with a position, or with a line drawn there."""
        drawn = [one for bit, one in enumerate(self.lines) if mask >> bit & 1]
        way = " ".join(f"{start}-{end}" for start, end in drawn) or "no line"
        told = f"{self.rules} rule, position {mask}: {what}"
        kind = Kind.STATE if line is None else Kind.MOVE
        self.ledger.fault(lambda: Fault(kind, told, way, "\n".join(_rows(self.size, drawn, line))))


def _lines(size: Size) -> tuple[Line, ...]:
    """Return the lines of a grid in order; points are numbered from 1, row by row."""
    width = size[1] + 1
    edges = nx.grid_2d_graph(*_points(size)).edges
    numbers = ((1 + a * width + b, 1 + c * width + d) for (a, b), (c, d) in edges)
    return tuple(sorted((min(ends), max(ends)) for ends in numbers))


def _boxes(size: Size) -> list[Box]:
    """Return the sides of each box."""
    width = size[1] + 1
    corners = [row * width + column + 1 for row in range(size[0]) for column in range(size[1])]
    return [
        ((at, at + 1), (at, at + width), (at + 1, at + width + 1), (at + width, at + width + 1))
        for at in corners
    ]


def _rows(size: Size, drawn: list[Line], line: Line | None) -> list[str]:
    """Draw a position; ``~`` and ``!`` are the line at fault."""
    width = size[1] + 1
    canvas = [[" "] * (2 * width - 1) for _ in range(2 * size[0] + 1)]
    for point in range((size[0] + 1) * width):
        canvas[2 * (point // width)][2 * (point % width)] = "+"
    for one in [*drawn, *([line] if line else [])]:
        row, column = divmod(one[0] - 1, width)
        across = one[1] == one[0] + 1
        sign = ("~" if across else "!") if one == line else ("-" if across else "|")
        canvas[2 * row + (not across)][2 * column + across] = sign
    return ["".join(row).rstrip() for row in canvas]


def nth_set(rank: int, size: int, lines: int) -> int:
    """Return the set of so many of the lines, as bits, that has this rank from 0 among all of them."""
    mask = 0
    for line in reversed(range(lines)):
        if size and rank >= comb(line, size):
            rank -= comb(line, size)
            mask |= 1 << line
            size -= 1
    return mask


def look(size: Size, sampling: Sampling, ledger: Ledger) -> None:
    """Audit the tables of a grid under both rules. O(lines x boxes) a position."""
    lines = len(_lines(size))
    layers = [comb(lines, drawn) for drawn in range(lines + 1)]
    taken = chosen(sampling, layers * len(RULES), MOST)
    ledger.expect(sum(map(len, taken)), sum(layers) * len(RULES))
    if ledger.wanted < ledger.of_states:
        ledger.notes.append(f"a sample, as many of each number of lines as there are, seed {sampling.seed}")
    for number, rules in enumerate(RULES):
        compared = Comparison(size, rules, ledger)
        if compared.lines_agree():
            for drawn, ranks in enumerate(taken[number * len(layers) :][: len(layers)]):
                for rank in ranks:
                    compared.position(nth_set(rank, drawn, lines))


AUDITOR = Auditor(full=(3, 3), refuses=refuses, look=look, samples=True)
