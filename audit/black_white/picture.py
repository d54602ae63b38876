"""Black & White: a painting with the cell at fault, and its frontier with the open ends of the border."""

from doublecount.audit.black_white.painting import Board, Painting

COLOURS = "#o"
PLUGS = ".()|"
"""No open end; the first and the second of one piece; that of a piece that reaches the rim."""
LEGEND = "along the frontier: ( ) the open ends of one piece of the border, | of one from the rim, . none"

State = int | str | None
"""A state of the solver, or why there is none."""


def rows(board: Board, painting: Painting, offending: int | None = None) -> list[str]:
    """Return the rows of a board that is painted in part, ``?`` at the cell that is tried in vain."""
    cells = "".join(COLOURS[colour] for colour in painting).ljust(board.cells, ".")
    if offending is not None:
        cells = cells[:offending] + "?" + cells[offending + 1 :]
    return [cells[start : start + board.width] for start in range(0, board.cells, board.width)]


def path(board: Board, painting: Painting) -> str:
    """Return the cells in the order in which they were painted, row by row."""
    painted = "".join(COLOURS[colour] for colour in painting)
    parts = [painted[start : start + board.width] for start in range(0, len(painted), board.width)]
    return "/".join(parts) or "the empty board"


def frontier(board: Board, painting: Painting) -> str:
    """Return the colours along the frontier: the current row, then the row above from its last cell on."""
    row, column = divmod(len(painting) - 1, board.width)
    start = row * board.width
    cells = [*range(start, start + column + 1)]
    if row:
        cells += range(start - board.width + column, start)
    return "".join(COLOURS[painting[cell]] for cell in cells)


def profile(colours: str, state: State) -> str:
    """Return the colours of a frontier with the plugs between them."""
    if not isinstance(state, int):
        return state or "no state"
    plugs = (PLUGS[state >> 2 * place & 3] for place in range(len(colours) - 1))
    extra = state >> 2 * max(0, len(colours) - 1)
    shown = "".join(colour + plug for colour, plug in zip(colours, [*plugs, ""], strict=True))
    return f"{shown} and {extra} beyond" if extra else shown


def drawn(board: Board, before: Painting, after: Painting, rebuilt: State, found: State) -> str:
    """Draw a move: the board with its cell as painted, and both frontiers after it."""
    cell = len(before)
    row, column = divmod(cell, board.width)
    lines = rows(board, before, cell)
    lines[row] += f"   the cell in row {row + 1}, column {column + 1} becomes {COLOURS[after[cell]]}"
    colours = frontier(board, after)
    lines.append(f"rebuilt  {profile(colours, rebuilt)}")
    lines.append(f"solver   {profile(colours, found)}")
    lines.append(LEGEND)
    return "\n".join(lines)
