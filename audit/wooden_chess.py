"""Wooden Chess: the graph of staircases, audited by sets of filled cells.

The statement is one plain graph: each cell waits for its left and its upper neighbour. A position is a set of
filled cells; a piece goes on any cell that waits for nothing more. All positions are reached from the empty
board, move by move. It is shown that each is a state of the solver in the layer of its number of pieces, that
there are no others, and that the moves of the state are exactly those of the position, each to the state of
the position that follows. Nothing is merged: a state is a position.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate, pairwise

import networkx as nx

from doublecount.audit.ledger import Ledger
from doublecount.audit.record import Auditor, Fault, Kind, Sampling, Size
from doublecount.dp.wooden_chess import MOST_STEPS
from doublecount.dp.wooden_chess.staircases import LEAST, Graph, graph_of, staircases

Cell = tuple[int, int]
Position = frozenset[Cell]
Move = tuple[Cell, int | None]
"""The cell filled, and the state that follows; None if there is none."""


def refuses(size: Size) -> str | None:
    """Return None, or why a size can't be audited."""
    return f"more than {MOST_STEPS} rows and columns together" if sum(size) > MOST_STEPS else None


def waiting(size: Size) -> dict[Cell, frozenset[Cell]]:
    """Return for each cell those that must be filled before it."""
    graph = nx.DiGraph()
    for row in range(size[0]):
        for column in range(size[1]):
            graph.add_node((row, column))
            if row:
                graph.add_edge((row - 1, column), (row, column))
            if column:
                graph.add_edge((row, column - 1), (row, column))
    return {cell: frozenset(graph.predecessors(cell)) for cell in graph}


def written(size: Size, position: Iterable[Cell]) -> int:
    """Return the border of a position as the solver's documentation has it.

    It is walked from the bottom left corner of the board to the top right, from the lowest bit on: a one for
    each step up, a zero for each step to the right.
    """
    lengths = Counter(row for row, _ in position)
    border = bit = reached = 0
    for row in reversed(range(size[0])):
        bit += lengths[row] - reached
        border |= 1 << bit
        bit, reached = bit + 1, lengths[row]
    return border


class Comparison:
    """The solver's graph of a size beside the positions."""

    def __init__(self, size: Size, ledger: Ledger) -> None:
        """Fetch the graph that the solver uses."""
        self.size, self.ledger = size, ledger
        self.graph: Graph = graph_of(*size)
        self.waiting = waiting(size)
        sizes = [moves.movers[0] for moves in self.graph] + [1]
        borders = staircases(*size)[0].tolist()
        self.states = [
            {border: state for state, border in enumerate(borders[start:end])}
            for start, end in pairwise(accumulate(sizes, initial=0))
        ]
        """For each layer the borders and the numbers of its states."""
        ledger.expect(len(borders), len(borders))

    def all_layers(self) -> None:
        """Follow all positions from the empty board on."""
        positions = {Position()}
        for number, states in enumerate(self.states):
            if len(states) != len(positions):
                what = f"{len(states)} states stand for {len(positions)} positions"
                self.fault(Kind.STATE, number, Position(), what)
            following: set[Position] = set()
            for position in positions:
                cells = self.free(position)
                following.update(position | {cell} for cell in cells)
                self.compare(number, position, cells)
            positions = following

    def free(self, position: Position) -> list[Cell]:
        """Return the cells on which a piece may go, the lowest first."""
        cells = [cell for cell in self.waiting if cell not in position and self.waiting[cell] <= position]
        return sorted(cells, reverse=True)

    def compare(self, number: int, position: Position, cells: list[Cell]) -> None:
        """Compare a position and its moves with the state that stands for it."""
        state = self.states[number].get(written(self.size, position))
        self.ledger.look(len(cells))
        if state is None:
            self.fault(Kind.STATE, number, position, "no state stands for a position")
            return
        if not cells:
            return
        after = self.states[number + 1]
        wanted = [(cell, after.get(written(self.size, position | {cell}))) for cell in cells]
        wanted += wanted[-1:] * (LEAST - len(wanted))
        found = self.found(number, state)
        if found != wanted:
            self._wrong_move(number, position, wanted, found)

    def found(self, number: int, state: int) -> list[Move]:
        """Return the solver's moves in their order; the last is repeated, to make up ``LEAST``."""
        moves = self.graph[number]
        found: list[Move] = []
        for place in (part.start + state for part in moves.parts if state < part.stop - part.start):
            cell = divmod(int(moves.cell[place]), self.size[1])
            found.append((cell, int(moves.following[place])))
        return found

    def _wrong_move(self, number: int, position: Position, wanted: list[Move], found: list[Move]) -> None:
        unlike = next((move for move in [*found, *wanted] if (move in found) != (move in wanted)), None)
        if unlike is None:
            self.fault(Kind.MOVE, number, position, f"the moves are not in order, or not {LEAST} at least")
            return
        cell = unlike[0]
        rebuilt, solver = (_told(dict(moves), cell) for moves in (wanted, found))
        what = f"a piece in row {cell[0] + 1}, column {cell[1] + 1} {solver}; rebuilt, it {rebuilt}"
        self.fault(Kind.MOVE, number, position, what, cell)

    def fault(self, kind: Kind, number: int, position: Position, what: str, cell: Cell | None = None) -> None:
        """Take down what is wrong with a position."""
        way = " ".join(f"{row + 1},{column + 1}" for row, column in sorted(position))
        picture = "\n".join(_rows(self.size, position, cell))
        self.ledger.fault(lambda: Fault(kind, f"layer {number}: {what}", way or "the empty board", picture))


def _told(moves: dict[Cell, int | None], cell: Cell) -> str:
    return f"leads to state {moves[cell]}" if cell in moves else "is no move"


def _rows(size: Size, position: Position, cell: Cell | None) -> list[str]:
    """Return the rows of a board: ``#`` filled, ``?`` the move at fault."""
    signs = dict.fromkeys(position, "#")
    if cell is not None:
        signs[cell] = "?"
    return ["".join(signs.get((row, column), ".") for column in range(size[1])) for row in range(size[0])]


def look(size: Size, _: Sampling, ledger: Ledger) -> None:
    """Audit the graph of a size. O(moves x cells)."""
    Comparison(size, ledger).all_layers()


AUDITOR = Auditor(full=(10, 10), refuses=refuses, look=look)
