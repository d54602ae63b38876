"""Overlapping Squares: what must hold between the answers to a picture and to pictures derived from it."""

from collections.abc import Sequence
from dataclasses import replace

from doublecount.problems.overlapping_squares.instance import NO_STACK, Answer, Instance
from doublecount.problems.overlapping_squares.rules import painted
from doublecount.problems.record import Relation


def mirrored(instance: Instance) -> Instance:
    """Swap left and right."""
    return replace(instance, rows=tuple(row[::-1] for row in instance.rows))


def transposed(instance: Instance) -> Instance:
    """Swap rows and columns: upper sides of cells become left sides, a board of m x n one of n x m."""
    marked = (
        (column // 2 + 1, 2 * row) if column % 2 == 1 else (column // 2, 2 * row - 1)
        for row, column in instance.marked
    )
    return Instance.of(marked, instance.width, instance.height, instance.limit)


def _symmetries(instance: Instance) -> tuple[Instance, ...]:
    """The seven images of the picture under the other symmetries; four turn an oblong board on its side."""
    images = [instance]
    for _ in range(3):
        images.append(mirrored(transposed(images[-1])))
    return (*images[1:], *(mirrored(image) for image in images))


def _same(instance: Instance, answer: Answer, images: Sequence[Answer]) -> str | None:
    for name in ("possible", "fewest"):
        value = getattr(answer, name)
        for number, image in enumerate(images, start=1):
            other = getattr(image, name)
            if None not in (value, other) and value != other:
                return f"{name} is {value}, for symmetric picture {number} it is {other}"
    return None


def _one_more_square(instance: Instance) -> tuple[Instance, ...]:
    return tuple(painted(instance, square) for square in instance.squares)


def _at_most_one_more(instance: Instance, answer: Answer, higher: Sequence[Answer]) -> str | None:
    if answer.fewest in (None, NO_STACK):
        return None
    most = answer.fewest + 1
    for square, image in zip(instance.squares, higher, strict=True):
        place = f"with one more square at row {square[0] + 1}, column {square[1] + 1}"
        if image.possible is False and most <= instance.limit:
            return f"{answer.fewest} squares suffice, yet the picture {place} is said to be impossible"
        if image.fewest is not None and not NO_STACK < image.fewest <= most:
            return f"fewest is {answer.fewest}, {place} it is {image.fewest}"
    return None


RELATIONS = (
    Relation("board symmetries", _symmetries, _same),
    Relation("one more square on top", _one_more_square, _at_most_one_more),
)


def images(instance: Instance) -> tuple[Instance, ...]:
    """Return the picture under the eight symmetries of the square."""
    return (instance, *_symmetries(instance))
