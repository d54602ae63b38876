"""Dots and boxes: the order of "simpler" and the steps that shrink a game."""

from collections.abc import Iterator
from itertools import combinations

from doublecount.problems.dots_and_boxes.instance import Instance


def size(instance: Instance) -> tuple[int, ...]:
    """Fewer drawn lines; then fewer pairs of them out of sorted order."""
    inversions = sum(earlier > later for earlier, later in combinations(instance.lines, 2))
    return (len(instance.lines), inversions)


def simpler(instance: Instance) -> Iterator[Instance]:
    """Take back two successive lines or a single one; sort the lines, or exchange two successive ones.

    Taking back two leaves all other lines with the players who drew them.
    """
    lines = instance.lines
    for gone in (2, 1):
        for place in range(len(lines) - gone + 1):
            yield instance.with_lines(lines[:place] + lines[place + gone :])
    if list(lines) != sorted(lines):
        yield instance.with_lines(tuple(sorted(lines)))
    for place in range(1, len(lines)):
        earlier, later = lines[place - 1 : place + 1]
        if earlier > later:
            yield instance.with_lines((*lines[: place - 1], later, earlier, *lines[place + 1 :]))
