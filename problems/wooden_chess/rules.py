"""Wooden Chess: is this answer valid? Written from the statement only."""

from itertools import product

from doublecount.problems.wooden_chess.instance import Answer, Cell, Instance, Line


def _named(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def broken_rule(instance: Instance, line: Line) -> str | None:
    """Return None if the line of play fills the board by the rules, else the first rule that it breaks."""
    if len(line) != instance.cells:
        return f"{len(line)} moves on a board of {instance.cells} cells"
    filled: set[Cell] = set()
    for number, (row, column) in enumerate(line, start=1):
        move = f"move {number} ({_named((row, column))})"
        if not (0 <= row < instance.n and 0 <= column < instance.m):
            return f"{move} is off the board"
        if (row, column) in filled:
            return f"{move} fills a filled cell"
        for needed in [*((row, left) for left in range(column)), *((above, column) for above in range(row))]:
            if needed not in filled:
                return f"{move} is made while {_named(needed)} is empty"
        filled.add((row, column))
    return None


def difference(instance: Instance, line: Line) -> int:
    """Return the first player's total minus the second's; the players alternate, the first begins."""
    earned = [(instance.a, instance.b)[number % 2][row][column] for number, (row, column) in enumerate(line)]
    return sum(earned[::2]) - sum(earned[1::2])


def check(instance: Instance, answer: Answer) -> str | None:
    """Check that the line of play obeys the rules and gives the stated value."""
    if answer.line is None:
        return None
    broken = broken_rule(instance, answer.line)
    if broken:
        return broken
    played = difference(instance, answer.line)
    if answer.value not in (None, played):
        return f"the line of play gives {played}, the value is {answer.value}"
    return None


def decide(instance: Instance) -> Answer | None:
    """Decide a board of one row or one column, on which every move is forced."""
    if min(instance.n, instance.m) > 1:
        return None
    line = tuple(product(range(instance.n), range(instance.m)))
    return Answer(difference(instance, line), line)
