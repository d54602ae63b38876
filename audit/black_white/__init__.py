"""Black & White: the states that speak of a curve, audited by paintings of cells.

``painting`` knows the rules, ``border`` the curve; ``walk`` follows all paintings that either tells apart;
``compare`` holds the solver's moves against them, ``merging`` what was merged, left out and stored.

For every state and move of the solver it is shown that the move leads to the state that the border of a
painting asks for, or is forbidden only where nothing that keeps the rules can follow; that paintings which
stand for one state have the same futures; and that exactly the states that can be completed were kept,
those with equal futures as one.
"""

from doublecount.audit.black_white.compare import Comparison
from doublecount.audit.black_white.merging import judge
from doublecount.audit.black_white.painting import Board
from doublecount.audit.black_white.walk import Layer, walk
from doublecount.audit.futures import classified
from doublecount.audit.ledger import Ledger
from doublecount.audit.record import Auditor, Sampling, Size
from doublecount.dp.black_white.boards import stages, too_large

MOST_WIDTH = 10
"""Of the shorter side: each column and row takes five times as long."""


def refuses(size: Size) -> str | None:
    """Return None, or why a size can't be audited."""
    if min(size) > MOST_WIDTH:
        return f"more than {MOST_WIDTH} rows and columns"
    return too_large(*size)


def look(size: Size, _: Sampling, ledger: Ledger) -> None:
    """Audit the graph of a size, which is that of the size with sides exchanged. O(paintings x cells)."""
    board, compiled = Board(max(size), min(size)), stages(*size)
    states = sum(compiled.explored.states)
    ledger.expect(states, states)
    compared, layers = Comparison(board, compiled, ledger), list[Layer]()
    for number, layer in enumerate(walk(board)):
        layers.append(layer)
        ledger.glance("states", ledger.states, ledger.wanted)
        if number < board.cells:
            compared.layer(number, layer)
    if size[0] < size[1]:
        ledger.notes.append(f"as the solver compiles it: {board.height} rows of {board.width} cells")
    paintings = sum(len(layer.paintings) for layer in layers[:-1])
    ledger.notes.append(f"rebuilt from {paintings:,} partial paintings that the rules tell apart")
    completed = [kind.standing is not None for kind in layers[-1].kinds]
    judge(compared, layers, classified([layer.arcs for layer in layers[:-1]], completed), ledger)


AUDITOR = Auditor(full=(8, 8), refuses=refuses, look=look)
