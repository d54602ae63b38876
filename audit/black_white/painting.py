"""Black & White: what the statement says of a board that is painted in part, cell by cell, row by row.

Nothing here is taken from the solver. Cells are numbered row by row from 0; a painting is the colours, 0 or
1, of the first so many cells.
"""

from dataclasses import dataclass

import networkx as nx

Painting = bytes


@dataclass(frozen=True)
class Board:
    """A board of ``height`` x ``width`` cells."""

    height: int
    width: int

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.height * self.width

    def frontier(self, painted: int) -> range:
        """Return the last cells painted that a rule can still speak of: a row and one more."""
        return range(max(0, painted - self.width - 1), painted)

    def is_open(self, cell: int, painted: int) -> bool:
        """Tell whether a painted cell has a neighbour that is not."""
        below, right = cell + self.width, cell + 1
        return (painted <= below < self.cells) or (painted <= right and right % self.width != 0)


Standing = tuple[tuple[int, ...], tuple[int, ...], tuple[bool, bool]]
"""All that the rules can still ask of what was painted, whichever colour is called black: the colours of the
frontier as alike (0) or not (1) to the last cell; which of the open cells are connected, as the number of
their part in order of appearance; whether a part of the last cell's colour, and of the other, is closed
off."""


def standing(board: Board, painting: Painting) -> Standing | None:
    """Return what stands after a painting; None if its last cell breaks a rule.

    A rule is broken by a 2 x 2 block of one colour, or by a part of a colour that no unpainted cell touches
    while there is another part of that colour.
    """
    if _one_coloured_block(board, painting):
        return None
    painted, last = len(painting), painting[-1]
    parts = list(nx.connected_components(_cells(board, painting)))
    open_cells = [[cell for cell in part if board.is_open(cell, painted)] for part in parts]
    parts_of, closed_of = [0, 0], [0, 0]
    for part, still_open in zip(parts, open_cells, strict=True):
        unlike = painting[next(iter(part))] ^ last
        parts_of[unlike] += 1
        closed_of[unlike] += not still_open
    if any(closed and parts > 1 for closed, parts in zip(closed_of, parts_of, strict=True)):
        return None
    part_of = {cell: number for number, part in enumerate(open_cells) for cell in part}
    names: dict[int, int] = {}
    connected = tuple(names.setdefault(part_of[cell], len(names)) for cell in sorted(part_of))
    colours = tuple(painting[cell] ^ last for cell in board.frontier(painted))
    return colours, connected, (closed_of[0] > 0, closed_of[1] > 0)


def _one_coloured_block(board: Board, painting: Painting) -> bool:
    """Tell whether the last cell completes a 2 x 2 block of one colour."""
    cell = len(painting) - 1
    if cell < board.width or cell % board.width == 0:
        return False
    block = (cell, cell - 1, cell - board.width, cell - board.width - 1)
    return len({painting[one] for one in block}) == 1


def _cells(board: Board, painting: Painting) -> nx.Graph:
    """Return the graph of the painted cells; neighbours of one colour are joined."""
    graph, width = nx.Graph(), board.width
    graph.add_nodes_from(range(len(painting)))
    for cell, colour in enumerate(painting):
        if cell % width and painting[cell - 1] == colour:
            graph.add_edge(cell - 1, cell)
        if cell >= width and painting[cell - width] == colour:
            graph.add_edge(cell - width, cell)
    return graph
