"""Black & White: the border between the colours of a painting, as a plain graph, and the state it stands for.

A *segment* separates two painted neighbours of different colours. Segments meet at grid points: joined at an
inner point once its four cells are painted, with an *open end* at one where a cell lacks, ending for good at
the rim of the board. The connected components are the *pieces*.

A state of the solver is written down as its documentation says: two bits for each pair of neighbours along
the frontier, 0 for no open end, 1 and 2 for the first and the second open end of one piece, 3 for the open
end of a piece that reaches the rim.
"""

from dataclasses import dataclass

import networkx as nx

from doublecount.audit.black_white.painting import Board, Painting

FIRST, SECOND, FROM_RIM = 1, 2, 3
MOST_RIM_ENDS = 2

Point = tuple[int, int]
"""Row and column; cell (r, c) has its upper left corner at point (r, c)."""


@dataclass(frozen=True)
class Segment:
    """The border between two painted cells, from one point to another."""

    cells: tuple[int, int]
    ends: tuple[Point, Point]


def segments(board: Board, painting: Painting) -> list[Segment]:
    """Return the border of a painting."""
    found, width = [], board.width
    for cell, colour in enumerate(painting):
        row, column = divmod(cell, width)
        if column and painting[cell - 1] != colour:
            found.append(Segment((cell - 1, cell), ((row, column), (row + 1, column))))
        if row and painting[cell - width] != colour:
            found.append(Segment((cell - width, cell), ((row, column), (row, column + 1))))
    return found


def state(board: Board, painting: Painting) -> int | str:
    """Return the state that a painting stands for, or why its border can't become one curve.

    The curve that the solver counts runs through every inner point, and from rim to rim or closed.
    """
    graph, stubs = _joined(board, painting, segments(board, painting))
    wrong = _wrong_at_point(board, painting, graph)
    if wrong:
        return wrong
    pieces = [[stubs[node] for node in piece if node in stubs] for piece in nx.connected_components(graph)]
    rim_ends = sum(end is None for piece in pieces for end in piece)
    if rim_ends > MOST_RIM_ENDS:
        return "the border reaches the rim a third time"
    unfinished = board.width > 1 and len(painting) < board.cells
    shut = [piece for piece in pieces if all(end is None for end in piece)]
    if shut and (unfinished or len(pieces) > 1):
        return "a piece of the border is shut off from the rest"
    if board.width == 1:
        return FROM_RIM if pieces else 0
    return sum(_written(sorted(end for end in piece if end is not None)) for piece in pieces)


def _joined(
    board: Board, painting: Painting, border: list[Segment]
) -> tuple[nx.Graph, dict[object, int | None]]:
    """Return the border as a graph, and its loose ends: their places on the frontier, None at the rim."""
    graph = nx.Graph()
    stubs: dict[object, int | None] = {}
    for number, segment in enumerate(border):
        nodes: list[object] = []
        for row, column in segment.ends:
            rim = row in (0, board.height) or column in (0, board.width)
            if not rim and row * board.width + column < len(painting):
                nodes.append((row, column))
                continue
            nodes.append((number, row, column))
            stubs[nodes[-1]] = None if rim else place_of(board, len(painting), segment)
        graph.add_edge(*nodes)
    return graph, stubs


def place_of(board: Board, painted: int, segment: Segment) -> int:
    """Return which pair of neighbours along the frontier a segment separates, the first one is 0.

    The frontier is the current row up to the last painted cell, then the row above from over that cell on.
    """
    row, column = divmod(segment.cells[1], board.width)
    upright = segment.ends[0][0] != segment.ends[1][0]
    in_last_row = row == (painted - 1) // board.width
    return column - 1 if upright and in_last_row else column


def _wrong_at_point(board: Board, painting: Painting, graph: nx.Graph) -> str | None:
    """Say what is wrong at the point whose fourth cell is the last one, if it is an inner one."""
    point = divmod(len(painting) - 1, board.width)
    if not all(point):
        return None
    return {0: "a 2 x 2 block of one colour", 4: "a checkerboard"}.get(len(graph.adj.get(point, ())))


def _written(places: list[int]) -> int:
    """Return the bits of one piece, given the places of its open ends in order."""
    plugs = {0: (), 1: (FROM_RIM,), 2: (FIRST, SECOND)}[len(places)]
    return sum(plug << 2 * place for plug, place in zip(plugs, places, strict=True))
