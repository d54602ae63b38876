"""Dots and boxes by its game tree: every continuation is played to the end, nothing is remembered.

Boxes are kept as the number of sides they still lack, which drawing a line lowers and taking it back raises.
"""

from math import perm

from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.dots_and_boxes import Answer, Instance
from doublecount.problems.dots_and_boxes.instance import Line, winner_of
from doublecount.problems.record import Model, Outcome

MOST_FREE = 10
UNIT = "positions"

Box = tuple[int, int]
"""Row and column, from 0."""


def boxes_at(instance: Instance, line: Line) -> list[Box]:
    """Return the boxes on either side of a line: above and below it, or left and right of it."""
    row, column = divmod(line[0] - 1, instance.columns + 1)
    across = line[1] - line[0] == 1
    sides = [(row - 1, column), (row, column)] if across else [(row, column - 1), (row, column)]
    return [(r, c) for r, c in sides if 0 <= r < instance.rows and 0 <= c < instance.columns]


class Game:
    """A game under way: ``lead`` is Tom's points minus Jerry's."""

    def __init__(self, instance: Instance) -> None:
        self.boxes = {line: boxes_at(instance, line) for line in instance.lines + instance.free}
        self.lacking = {box: 4 for line in self.boxes for box in self.boxes[line]}
        self.lead = 0
        self.turn = 1
        """1 when Tom draws next, -1 when Jerry does."""
        self.again = instance.rules == "standard"
        """Whether who closes a box draws the next line too."""
        for line in instance.lines:
            self.draw(line)

    def draw(self, line: Line) -> None:
        """Draw a line and pass the turn, unless it is kept."""
        for box in self.boxes[line]:
            self.lacking[box] -= 1
        closed = self.full(line)
        self.lead += closed * self.turn
        if not (closed and self.again):
            self.turn = -self.turn

    def take_back(self, line: Line) -> None:
        """Undo ``draw`` of the line drawn last."""
        closed = self.full(line)
        if not (closed and self.again):
            self.turn = -self.turn
        self.lead -= closed * self.turn
        for box in self.boxes[line]:
            self.lacking[box] += 1

    def full(self, line: Line) -> int:
        """Return how many of the boxes beside a line lack no side."""
        return sum(not self.lacking[box] for box in self.boxes[line])

    def margins(self, free: tuple[Line, ...]) -> list[int]:
        """Return for each free line Tom's final lead if it is drawn next and both play on at their best."""
        found = []
        for line in free:
            self.draw(line)
            found.append(self.margin(tuple(other for other in free if other != line)))
            self.take_back(line)
        return found

    def margin(self, free: tuple[Line, ...]) -> int:
        """Return Tom's final lead with best play of both."""
        if not free:
            return self.lead
        return max(self.margins(free)) if self.turn == 1 else min(self.margins(free))


def positions(free: int) -> int:
    """Return how many positions the tree has: one for every sequence of some of the free lines."""
    return sum(perm(free, drawn) for drawn in range(free + 1))


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Play every first line; the size of the tree is known before."""
    meter = Meter(budget)
    try:
        meter.spend(positions(instance.free_count))
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    game, free = Game(instance), instance.free
    margins = dict(zip(free, game.margins(free), strict=True))
    margin = (max if game.turn == 1 else min)(margins.values(), default=game.lead)
    best = tuple(line for line in free if margins[line] == margin)
    return answered(Answer(winner_of(margin), margin, best), meter.spent)


MODEL = Model(
    name="game-tree",
    technique="plays every order of the free lines to the end, Tom maximising and Jerry minimising",
    run=run,
    budget=120_000,
    unit=UNIT,
    fits=lambda instance: f"more than {MOST_FREE} free lines" if instance.free_count > MOST_FREE else None,
    size_limit=f"{MOST_FREE} free lines; 8 within the default budget",
)
