"""Overlapping Squares: is this answer valid? Written from the statement only."""

from dataclasses import replace

from doublecount.problems.overlapping_squares.instance import NO_STACK, Answer, Instance, Square

BLANK = Instance.of(())
"""The judge's board with nothing drawn."""
SHAPE = ["|   |", "|_ _|"]
"""A square below its top side."""
OUTLINE = 8
"""Edges of a square's outline."""


def painted(picture: Instance, square: Square) -> Instance:
    """Return the picture after one more square is placed on top.

    The characters at the corners of its top side belong to the cells above and stay as they are.
    """
    row, column = square[0], 2 * square[1]
    rows = [*picture.rows]
    top = rows[row]
    rows[row] = f"{top[: column + 1]}_{top[column + 2]}_{top[column + 4 :]}"
    for below, shown in enumerate(SHAPE, start=row + 1):
        rows[below] = rows[below][:column] + shown + rows[below][column + 5 :]
    return replace(picture, rows=tuple(rows))


def broken_rule(instance: Instance, order: tuple[Square, ...]) -> str | None:
    """Return None if placing these squares makes the picture, else the first rule that is broken."""
    if not 1 <= len(order) <= instance.limit:
        return f"{len(order)} squares are placed, not 1 to {instance.limit}"
    picture = instance.with_edges(())
    for number, square in enumerate(order, start=1):
        if square not in instance.squares:
            return f"square {number} is off the board, at row {square[0] + 1}, column {square[1] + 1}"
        picture = painted(picture, square)
    for row, (made, wanted) in enumerate(zip(picture.rows, instance.rows, strict=True), start=1):
        if made != wanted:
            return f"row {row} of the picture becomes {made!r}, not {wanted!r}"
    return None


def check(instance: Instance, answer: Answer) -> str | None:
    """Check the order of squares, and that the stated facts fit each other."""
    fewest, order = answer.fewest, answer.order
    if order is not None:
        broken = broken_rule(instance, order)
        if broken:
            return broken
        if answer.possible is False:
            return "an order of squares is given although the answer is No"
        if fewest is not None and not NO_STACK < fewest <= len(order):
            return f"{len(order)} squares are given, the fewest are said to be {_number(fewest)}"
    within = fewest is not None and 1 <= fewest <= instance.limit
    if None not in (answer.possible, fewest) and answer.possible != within:
        return f"the answer is {'Yes' if answer.possible else 'No'}, the fewest squares {_number(fewest)}"
    return None


def refutes(instance: Instance, one: Answer, other: Answer) -> str | None:
    """Say why the valid order of squares in ``one`` proves ``other`` wrong."""
    if one.order is None or broken_rule(instance, one.order) is not None:
        return None
    if other.possible is False or other.fewest == NO_STACK:
        return f"placing {len(one.order)} square(s) makes the picture"
    if other.fewest is not None and other.fewest > len(one.order):
        return f"{len(one.order)} square(s) make the picture, not {other.fewest}"
    return None


def decide(instance: Instance) -> Answer | None:
    """Decide a picture without a wholly visible square, and one of a single square.

    The square placed last is wholly visible: placing it once more changes nothing.
    """
    visible = [square for square in instance.squares if _is_visible(instance, square)]
    if not visible:
        return Answer(possible=False, fewest=NO_STACK)
    if len(instance.marked) == OUTLINE:
        return Answer(possible=True, fewest=1, order=(visible[0],))
    return None


def _is_visible(instance: Instance, square: Square) -> bool:
    row, column = square[0], 2 * square[1]
    top, *below = (text[column : column + 5] for text in instance.rows[row : row + 3])
    return top[1] == top[3] == "_" and below == SHAPE


def _number(fewest: int | None) -> str:
    return "of no number" if fewest == NO_STACK else str(fewest)
