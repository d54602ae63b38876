"""Injured Queen: every row of every column, and every move to the next column, audited by a graph of queens.

On the plain graph of the board two cells are joined if they are neighbours in row, column or diagonal:
these are the cells that a queen attacks in the next column. It is shown that the solver's sum over the next
column takes exactly the rows that are not attacked, each once; that its walk and its draws leave out the
same rows; that its numbers of ways on the blank board are such sums, column by column; and, up to 15
columns, that the table of runs of free columns, from which files are answered, is too. Nothing is merged: a
state is a row.
"""

from collections.abc import Callable

import networkx as nx

from doublecount.audit.ledger import Ledger
from doublecount.audit.record import Auditor, Fault, Kind, Sampling, Size
from doublecount.dp.injured_queen import attacked, before, ways
from doublecount.problems.injured_queen import Instance

MOST_COLUMNS = 60
"""Each state is held against n rows: O(n^3) moves."""
MOST_IN_TABLE = 15

Cell = tuple[int, int]
"""Row and column."""


def refuses(size: Size) -> str | None:
    """Return None, or why a size can't be audited."""
    if size[0] != size[1]:
        return "the board is square"
    return f"more than {MOST_COLUMNS} columns" if size[0] > MOST_COLUMNS else None


def attacks(n: int) -> nx.Graph:
    """Return the graph of the board in which neighbours are joined."""
    graph = nx.grid_2d_graph(n, n)
    for row in range(n - 1):
        for column in range(n - 1):
            graph.add_edge((row, column), (row + 1, column + 1))
            graph.add_edge((row + 1, column), (row, column + 1))
    return graph


class Comparison:
    """The solver's moves beside those of the graph."""

    def __init__(self, n: int, ledger: Ledger) -> None:
        """Ask the solver what it makes of each single row of the next column."""
        self.n, self.ledger = n, ledger
        self.graph = attacks(n)
        self.taken = [before([int(row == other) for other in range(n)]) for row in range(n)]
        """``taken[next][row]``: how often the sum for a row has the next column's."""
        self.ways = ways(Instance((None,) * n))

    def free_rows(self, cell: Cell) -> list[int]:
        """Return the rows of the next column that a queen does not attack."""
        column = cell[1] + 1
        return [row for row in range(self.n) if not self.graph.has_edge(cell, (row, column))]

    def column(self, column: int) -> None:
        """Compare all states of a column and all rows of the next."""
        for row in range(self.n):
            last = column == self.n - 1
            self.ledger.look(0 if last else self.n)
            if not last:
                self._moves((row, column))
            free = [] if last else self.free_rows((row, column))
            wanted = 1 if last else sum(self.ways[column + 1][other] for other in free)
            if self.ways[column][row] != wanted:
                what = f"{self.ways[column][row]} ways are counted, rebuilt {wanted}"
                self.fault(Kind.STATE, (row, column), None, what)

    def _moves(self, cell: Cell) -> None:
        free = self.free_rows(cell)
        for other in range(self.n):
            wanted = int(other in free)
            if self.taken[other][cell[0]] != wanted:
                what = f"the sum takes a row {self.taken[other][cell[0]]} times, rebuilt {wanted}"
                self.fault(Kind.MOVE, cell, other, what)
            if (other not in attacked(cell[0])) != bool(wanted):
                what = f"the walk {'leaves out a row' if wanted else 'enters a row that is attacked'}"
                self.fault(Kind.MOVE, cell, other, what)

    def table(self, runs: Callable[[int, int, int], int]) -> None:
        """Compare the table of runs: ``runs(free, row, other)``.

        Row n is the wall, which attacks nobody. A run of no free column is a move; a longer one is a sum over
        its first column.
        """
        n = self.n
        free = [[*self.free_rows((row, 0)), n] if n > 1 else [n] for row in range(n)] + [[*range(n + 1)]]
        for length in range(n + 1):
            for row in range(n + 1):
                for other in range(n + 1):
                    steps = [step for step in free[row] if step < n]
                    wanted = sum(runs(length - 1, step, other) for step in steps) if length else None
                    self._run(length, row, other, int(other in free[row]) if wanted is None else wanted, runs)

    def _run(
        self, length: int, row: int, other: int, wanted: int, runs: Callable[[int, int, int], int]
    ) -> None:
        found = runs(length, row, other)
        if found != wanted:
            ends = " and ".join("the wall" if end == self.n else f"row {end + 1}" for end in (row, other))
            what = f"{length} free columns between {ends} have {found} ways, rebuilt {wanted}"
            self.ledger.fault(lambda: Fault(Kind.STATE, what, "the table of runs", ""))

    def fault(self, kind: Kind, cell: Cell, other: int | None, what: str) -> None:
        """Take down what is wrong with a state, or with a move to a row of the next column."""
        where = f"column {cell[1] + 1}, row {cell[0] + 1}"
        if other is not None:
            where += f" to row {other + 1}"
        self.ledger.fault(lambda: Fault(kind, f"{where}: {what}", *self._shown(cell, other)))

    def _shown(self, cell: Cell, other: int | None) -> tuple[str, str]:
        """Return a way to a state, and the board with its queens and the move at fault."""
        queens = self.way_to(cell)
        signs = dict.fromkeys(queens, "Q")
        if other is not None:
            signs[other, cell[1] + 1] = "?"
        rows = ["".join(signs.get((row, column), ".") for column in range(self.n)) for row in range(self.n)]
        return " ".join(str(row + 1) for row, _ in queens), "\n".join(rows)

    def way_to(self, cell: Cell) -> list[Cell]:
        """Return queens column by column that end at a cell; as many as there can be without an attack."""
        way = [cell]
        while way[-1][1] > 0:
            row, column = way[-1]
            peaceful = [
                other
                for other in range(self.n)
                if not self.graph.has_edge((row, column), (other, column - 1))
            ]
            if not peaceful:
                break
            way.append((peaceful[0], column - 1))
        return way[::-1]


def look(size: Size, _: Sampling, ledger: Ledger) -> None:
    """Audit all columns of an n x n board. O(n^3), and O(n^4) for the table of runs."""
    n = size[0]
    ledger.expect(n * n, n * n)
    compared = Comparison(n, ledger)
    for column in range(n):
        compared.column(column)
    if n <= MOST_IN_TABLE:
        from doublecount.dp.lanes import injured_queen as lane

        table = lane.ways(n).tolist()
        compared.table(lambda length, row, other: table[length][row][other])
        ledger.notes.append(f"with the table of runs of up to {n} free columns")


AUDITOR = Auditor(full=(15, 15), refuses=refuses, look=look)
