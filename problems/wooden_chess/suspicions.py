"""Wooden Chess: faults and other readings that wrong values are compared with. Hints, never evidence."""

from collections.abc import Callable

from doublecount.problems.record import Solve, Suspicion, solved_as
from doublecount.problems.wooden_chess.instance import Answer, Cell, Instance, Scores
from doublecount.problems.wooden_chess.rules import difference

Answers = Callable[[Instance, Solve[Instance, Answer]], Answer | None]


def _cut(rows: slice, columns: slice) -> Callable[[Instance], Instance | None]:
    def cut(scores: Scores) -> Scores:
        return tuple(row[columns] for row in scores[rows])

    def derive(instance: Instance) -> Instance | None:
        a, b = cut(instance.a), cut(instance.b)
        return Instance(a, b) if a and a[0] else None

    return derive


def _zeros(scores: Scores) -> Scores:
    return tuple((0,) * len(row) for row in scores)


def _turned(scores: Scores) -> Scores:
    return tuple(zip(*scores, strict=True))


def _b_transposed(instance: Instance) -> Instance | None:
    return Instance(instance.a, _turned(instance.b)) if instance.n == instance.m else None


def _corner_zero(row: int, column: int) -> Callable[[Instance], Instance]:
    """The same board with nothing to earn in one corner."""

    def without(scores: Scores) -> Scores:
        rows = [list(one) for one in scores]
        rows[row][column] = 0
        return tuple(map(tuple, rows))

    return lambda instance: Instance(without(instance.a), without(instance.b))


def _second_begins(instance: Instance, solve: Solve[Instance, Answer]) -> Answer | None:
    exchanged = solve(Instance(instance.b, instance.a))
    return None if exchanged is None or exchanged.value is None else Answer(-exchanged.value)


def _played(choose: Callable[[Instance, int, Cell], int]) -> Answers:
    """The value when every move is the highest by ``choose(instance, move, cell)``, the first of equals."""

    def answer(instance: Instance, _: Solve[Instance, Answer]) -> Answer:
        pieces, line = [0] * instance.n, []
        for move in range(instance.cells):
            cells = [
                (row, column)
                for row, column in enumerate(pieces)
                if column < instance.m and (row == 0 or pieces[row - 1] > column)
            ]
            best = max(cells, key=lambda cell: choose(instance, move, cell))
            line.append(best)
            pieces[best[0]] += 1
        return Answer(difference(instance, tuple(line)))

    return answer


def _own_score(instance: Instance, move: int, cell: Cell) -> int:
    return (instance.a, instance.b)[move % 2][cell[0]][cell[1]]


def _both_scores(instance: Instance, _: int, cell: Cell) -> int:
    return instance.a[cell[0]][cell[1]] + instance.b[cell[0]][cell[1]]


ALL = slice(None)
SECOND_BEGINS: Suspicion[Instance, Answer] = Suspicion("the second player begins", _second_begins)
SUSPICIONS: tuple[Suspicion[Instance, Answer], ...] = (
    Suspicion("the score tables of the players are exchanged", solved_as(lambda one: Instance(one.b, one.a))),
    Suspicion("the second player's scores are all 0", solved_as(lambda one: Instance(one.a, _zeros(one.b)))),
    Suspicion("the first player's scores are all 0", solved_as(lambda one: Instance(_zeros(one.a), one.b))),
    Suspicion("both players have the first one's scores", solved_as(lambda one: Instance(one.a, one.a))),
    Suspicion("both players have the second one's scores", solved_as(lambda one: Instance(one.b, one.b))),
    Suspicion("the second player's table is read by columns", solved_as(_b_transposed)),
    Suspicion("the last row is left out", solved_as(_cut(slice(-1), ALL))),
    Suspicion("the last column is left out", solved_as(_cut(ALL, slice(-1)))),
    Suspicion("the first row is left out", solved_as(_cut(slice(1, None), ALL))),
    Suspicion("the first column is left out", solved_as(_cut(ALL, slice(1, None)))),
    Suspicion("the first cell earns nothing", solved_as(_corner_zero(0, 0))),
    Suspicion("the last cell earns nothing", solved_as(_corner_zero(-1, -1))),
    Suspicion("each move takes the highest score of the player's own", _played(_own_score)),
    Suspicion("each move takes the highest sum of both scores", _played(_both_scores)),
)
