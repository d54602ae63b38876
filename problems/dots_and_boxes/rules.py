"""Dots and boxes: whose are the closed boxes, and can this answer be right? From the statement only.

A box is named by its top-left point.
"""

from collections import Counter

from doublecount.problems.dots_and_boxes.instance import (
    JERRY,
    TOM,
    Answer,
    Instance,
    Line,
    boxes_beside,
    sides,
    winner_of,
)


def owners(instance: Instance) -> dict[int, str]:
    """Return who closed each closed box, in the order of closing. O(lines)."""
    drawn: set[Line] = set()
    owner: dict[int, str] = {}
    for line, player in zip(instance.lines, instance.drawers, strict=False):
        drawn.add(line)
        for box in boxes_beside(instance, line):
            if drawn.issuperset(sides(instance, box)):
                owner[box] = player
    return owner


def points_made(instance: Instance) -> tuple[int, int]:
    """Return the points that Tom and Jerry have made so far."""
    made = Counter(owners(instance).values())
    return made[TOM], made[JERRY]


def broken_rule(instance: Instance, best: tuple[Line, ...]) -> str | None:
    """Return None if these can be the best lines, else the first rule that they break."""
    free = set(instance.free)
    for line in best:
        if line not in free:
            return f"the best line {line[0]}-{line[1]} is drawn already or not on the grid"
    if list(best) != sorted(set(best)):
        return "the best lines are not sorted, or one is named twice"
    if free and not best:
        return "no best line is named although some line can be drawn"
    return None


def check(instance: Instance, answer: Answer) -> str | None:
    """Check that winner, margin and best lines fit each other, the points made and the boxes left."""
    tom, jerry = points_made(instance)
    left = instance.boxes - tom - jerry
    possible = range(tom - jerry - left, tom - jerry + left + 1, 2)
    if answer.margin is not None and answer.margin not in possible:
        return f"the margin {answer.margin} cannot come from {tom} : {jerry} with {left} box(es) left"
    if answer.winner is not None and answer.winner not in map(winner_of, possible):
        return f"{answer.winner} is impossible from {tom} : {jerry} with {left} box(es) left"
    if None not in (answer.margin, answer.winner) and winner_of(answer.margin or 0) != answer.winner:
        return f"the winner is {answer.winner}, the margin {answer.margin}"
    return None if answer.best is None else broken_rule(instance, answer.best)


def decide(instance: Instance) -> Answer | None:
    """Decide a game in which no line is free, or a single one, which must be drawn."""
    if instance.free_count > 1:
        return None
    tom, jerry = points_made(instance.with_lines(instance.lines + instance.free))
    return Answer(winner_of(tom - jerry), tom - jerry, instance.free)
