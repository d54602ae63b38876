"""Dots and boxes: what must hold between the answers to a game and to games derived from it."""

from collections.abc import Callable, Sequence
from itertools import product

from doublecount.problems.dots_and_boxes.instance import (
    DRAW,
    JERRY,
    TOM,
    Answer,
    Instance,
    Line,
    winner_of,
)
from doublecount.problems.dots_and_boxes.rules import owners, points_made
from doublecount.problems.record import Relation

Symmetry = tuple[bool, bool, bool]
"""Mirror up-down, mirror left-right, then exchange rows and columns."""
SYMMETRIES: tuple[Symmetry, ...] = tuple(product((False, True), (False, True), (False, True)))[1:]
"""All but the identity; the last exchange turns a grid of m x n boxes into one of n x m."""
_RANK = (JERRY, DRAW, TOM)


def _moves(instance: Instance) -> tuple[Instance, ...]:
    """The game after each possible next line."""
    return tuple(instance.drawing(line) for line in instance.free)


def _best_of_moves(instance: Instance, answer: Answer, children: Sequence[Answer]) -> str | None:
    """Compare margins and best lines where all margins are stated, else winners."""
    margins = [child.margin for child in children if child.margin is not None]
    winners = [_RANK.index(child.winner) for child in children if child.winner is not None]
    if children and len(margins) == len(children):
        broken = _best_margin(instance, answer, margins)
        if broken:
            return broken
    if children and len(winners) == len(children):
        return _best_winner(instance, answer, winners)
    return None


def _choice(instance: Instance) -> Callable[[Sequence[int]], int]:
    """What the player to move does with values that count for Tom."""
    return max if instance.mover == TOM else min


def _best_margin(instance: Instance, answer: Answer, margins: Sequence[int]) -> str | None:
    top = _choice(instance)(margins)
    if answer.margin not in (None, top):
        return f"the margin is {answer.margin}, the best of {instance.mover}'s moves gives {top}"
    best = tuple(line for line, margin in zip(instance.free, margins, strict=True) if margin == top)
    if answer.best not in (None, best):
        return f"the best lines are {_named(answer.best)}, by the margins after them {_named(best)}"
    return None


def _best_winner(instance: Instance, answer: Answer, winners: Sequence[int]) -> str | None:
    top = _RANK[_choice(instance)(winners)]
    if answer.winner in (None, top):
        return None
    return f"the winner is {answer.winner}, the best of {instance.mover}'s moves leads to {top}"


def _named(lines: tuple[Line, ...] | None) -> str:
    return ", ".join(f"{start}-{end}" for start, end in lines or ()) or "none"


def image(instance: Instance, symmetry: Symmetry) -> Instance:
    """Return the game as seen under a symmetry of the grid."""
    lines = tuple(_line_image(instance, line, symmetry) for line in instance.lines)
    rows, columns = instance.rows, instance.columns
    if symmetry[2]:
        rows, columns = columns, rows
    return Instance(lines, rows, columns, instance.rules)


def _line_image(instance: Instance, line: Line, symmetry: Symmetry) -> Line:
    one, other = sorted(_point_image(instance, point, symmetry) for point in line)
    return one, other


def _point_image(instance: Instance, point: int, symmetry: Symmetry) -> int:
    up_down, left_right, transposed = symmetry
    row, column = divmod(point - 1, instance.width)
    row = instance.rows - row if up_down else row
    column = instance.columns - column if left_right else column
    return column * (instance.rows + 1) + row + 1 if transposed else row * instance.width + column + 1


def _images(instance: Instance) -> tuple[Instance, ...]:
    return tuple(image(instance, symmetry) for symmetry in SYMMETRIES)


def _same_images(instance: Instance, answer: Answer, images: Sequence[Answer]) -> str | None:
    for symmetry, seen in zip(SYMMETRIES, images, strict=True):
        best = answer.best
        if best is not None:
            best = tuple(sorted(_line_image(instance, line, symmetry) for line in best))
        difference = _difference(Answer(answer.winner, answer.margin, best), seen, "the mirrored game")
        if difference:
            return difference
    return None


def _before_first_box(instance: Instance) -> int:
    """The number of lines drawn before the first one that closed a box."""
    closing = (
        n for n in range(1, len(instance.lines) + 1) if owners(instance.with_lines(instance.lines[:n]))
    )
    return next(closing, len(instance.lines) + 1) - 1


def _opening_reversed(instance: Instance) -> tuple[Instance, ...]:
    """No points depend on the order of the lines drawn before the first box is closed."""
    opening = _before_first_box(instance)
    if opening < 2:
        return ()
    return (instance.with_lines(instance.lines[:opening][::-1] + instance.lines[opening:]),)


def _reversed(instance: Instance) -> tuple[Instance, ...]:
    """The lines drawn in reverse order: other points made, but the same lines left to the same player."""
    order = instance.with_lines(instance.lines[::-1])
    return () if len(instance.lines) < 2 or order.mover != instance.mover else (order,)


def _same_rest(instance: Instance, answer: Answer, others: Sequence[Answer]) -> str | None:
    """What the rest is worth does not depend on the points made: the players' swap between the two games."""
    lead = _lead(instance)
    for order, other in zip(_reversed(instance), others, strict=True):
        change = _lead(order) - lead
        margin = None if answer.margin is None else answer.margin + change
        same_winner = answer.winner if change == 0 else None
        winner = same_winner if margin is None or answer.winner is None else winner_of(margin)
        expected = Answer(winner, margin, answer.best)
        difference = _difference(expected, other, "the lines in reverse order")
        if difference:
            return difference
    return None


def _lead(instance: Instance) -> int:
    tom, jerry = points_made(instance)
    return tom - jerry


def _same(instance: Instance, answer: Answer, others: Sequence[Answer]) -> str | None:
    differences = (_difference(answer, other, "the game with another opening order") for other in others)
    return next(filter(None, differences), None)


def _difference(one: Answer, other: Answer, other_name: str) -> str | None:
    """The first fact that both answers state and in which they differ."""
    for fact in ("winner", "margin", "best"):
        here, there = getattr(one, fact), getattr(other, fact)
        if here is not None and there is not None and here != there:
            here, there = (_named(here), _named(there)) if fact == "best" else (here, there)
            return f"{fact}: {here}, that of {other_name}: {there}"
    return None


SPLIT = Relation("equals the best of its moves", _moves, _best_of_moves)
RELATIONS = (
    SPLIT,
    Relation("symmetries of the grid", _images, _same_images),
    Relation("lines drawn in reverse order", _reversed, _same_rest),
    Relation("order of the lines before the first box", _opening_reversed, _same),
)


def images(instance: Instance) -> tuple[Instance, ...]:
    """Return the game under the eight symmetries of the grid, the order of drawing kept."""
    return (instance, *_images(instance))
