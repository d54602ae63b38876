"""Overlapping Squares: the DP and the models against pictures painted by hand, all of them.

On the judge's board the DP and the painting search; on smaller ones all of them, with various limits.
"""

from collections import Counter
from functools import cache
from random import Random

import pytest

from doublecount.dp.overlapping_squares import SOLVER, encode, peeling
from doublecount.models.overlapping_squares import MODELS, cp_sat, painting
from doublecount.problems.overlapping_squares import PROBLEM, Instance
from doublecount.problems.overlapping_squares.instance import EDGES, NO_STACK

KNOWN_BY_FEWEST = {0: 1, 1: 9, 2: 56, 4: 923, 6: 3590, 7: 3680, 8: 2162, 9: 557}
"""Pictures by fewest squares, from an independent breadth-first search; 3 and 5 are not published apart."""
KNOWN_UP_TO_SIX, KNOWN_IN_ALL = 7065, 13464


def blank(height, width):
    return (" " * (2 * width + 1) + "\n") * (height + 1)


def paint(picture, row, column):
    """Draw a square over the text, character by character."""
    grid = [list(line) for line in picture.splitlines()]
    for y in range(row + 1, row + 3):
        for x in range(2 * column, 2 * column + 5):
            grid[y][x] = " "
        grid[y][2 * column] = grid[y][2 * column + 4] = "|"
    for x in (2 * column + 1, 2 * column + 3):
        grid[row][x] = grid[row + 2][x] = "_"
    return "".join("".join(line) + "\n" for line in grid)


@cache
def pictures(height=4, width=4, highest=None):
    """All pictures that a stack makes, with the height of the lowest; painted height by height.

    With ``highest`` those of stacks up to so many squares.
    """
    places = [(row, column) for row in range(height - 1) for column in range(width - 1)]
    layer = [blank(height, width)]
    fewest = {layer[0]: 0}
    for squares in range(1, (highest or len(places) + 1) + 1):
        painted = {paint(below, *place) for below in layer for place in places}
        layer = sorted(painted - fewest.keys())
        fewest |= dict.fromkeys(layer, squares)
    assert highest or not layer, "no picture needs more squares than there are places: all were found"
    return fewest


@cache
def mutated(count=10_000):
    """Pictures of stacks with one to three edges drawn or erased."""
    rng = Random(12113)
    stacks = sorted(pictures())
    result = []
    for _ in range(count):
        instance = parsed(rng.choice(stacks))
        for edge in rng.sample(EDGES, rng.randint(1, 3)):
            instance = instance.flipped(edge)
        result.append(instance)
    return result


def parsed(picture):
    return Instance(tuple(picture.splitlines()))


def truth(instance):
    """The fewest squares; of the blank picture none, as at least one square is placed."""
    return pictures().get("".join(row + "\n" for row in instance.rows), 0) or NO_STACK


def model_answer(instance):
    return painting.run(instance, painting.MODEL.budget).answer


PARTIES = pytest.mark.parametrize("answer_of", [SOLVER.solve, model_answer], ids=["dp", "painting"])


def test_there_are_as_many_pictures_of_each_height_as_known():
    counts = Counter(pictures().values())
    assert {height: counts[height] for height in KNOWN_BY_FEWEST} == KNOWN_BY_FEWEST
    assert sum(count for height, count in counts.items() if height <= 6) == KNOWN_UP_TO_SIX
    assert len(pictures()) == KNOWN_IN_ALL


@PARTIES
def test_every_picture_of_a_stack_gets_its_fewest_squares_and_a_lowest_order(answer_of):
    for instance in map(parsed, pictures()):
        answer, fewest = answer_of(instance), truth(instance)
        assert (answer.possible, answer.fewest) == (1 <= fewest <= 6, fewest), instance
        assert len(answer.order or ()) == (fewest if answer.possible else 0), instance
        assert PROBLEM.check(instance, answer) is None, instance


@PARTIES
def test_mutated_pictures_get_the_same_answer_as_by_painting(answer_of):
    for instance in mutated():
        answer, fewest = answer_of(instance), truth(instance)
        assert (answer.possible, answer.fewest) == (1 <= fewest <= 6, fewest), instance


def test_mutated_pictures_are_of_both_kinds():
    kinds = Counter(truth(instance) != NO_STACK for instance in mutated())
    assert min(kinds[True], kinds[False]) > 100


def test_the_rules_decide_no_picture_wrongly():
    decided = 0
    for instance in [*map(parsed, pictures()), *mutated()]:
        answer = PROBLEM.decide(instance)
        if answer is not None:
            decided += 1
            assert answer.fewest == truth(instance), instance
            assert PROBLEM.check(instance, answer) is None, instance
    assert decided > 1000


# Other boards

SMALL = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (3, 4)]
ORACLES = {"dp": SOLVER.solve} | {
    model.name: lambda instance, model=model: model.run(instance, model.budget).answer for model in MODELS
}
EVERY = pytest.mark.parametrize("name", ORACLES)


def on_board(picture, height, width, limit=6):
    """The instance, and the fewest squares that make it by painting."""
    fewest = pictures(height, width).get(picture, 0)
    return Instance(tuple(picture.splitlines()), limit), fewest or NO_STACK


def assert_right(name, instance, fewest):
    answer = ORACLES[name](instance)
    assert (answer.possible, answer.fewest) == (1 <= fewest <= instance.limit, fewest), instance
    assert len(answer.order or ()) == (fewest if answer.possible else 0), instance
    assert PROBLEM.check(instance, answer) is None, instance


def flipped(rng, picture):
    """The picture with one edge drawn or erased."""
    instance = Instance(tuple(picture.splitlines()))
    return "".join(row + "\n" for row in instance.flipped(rng.choice(instance.edges)).rows)


def test_oblong_boards_have_as_many_pictures_on_their_sides():
    assert [len(pictures(*board)) for board in SMALL] == [2, 5, 5, 53, 27, 469, 469]


@EVERY
@pytest.mark.parametrize("board", SMALL, ids=lambda board: f"{board[0]}x{board[1]}")
def test_pictures_of_small_boards_and_their_neighbours_get_their_fewest_squares(name, board):
    rng = Random(1)
    chosen = sorted(pictures(*board))
    if len(chosen) > 60 and name != "dp":
        chosen = rng.sample(chosen, 60)
    for picture in chosen:
        for one in (picture, flipped(rng, picture)):
            assert_right(name, *on_board(one, *board, limit=rng.randint(1, 8)))


@EVERY
def test_the_limit_decides_between_yes_and_no(name):
    fewest = pictures(3, 4)
    for height in sorted({*fewest.values()} - {0}):
        picture = next(picture for picture in sorted(fewest) if fewest[picture] == height)
        for limit in range(1, 9):
            assert_right(name, *on_board(picture, 3, 4, limit))


def test_peeling_finds_the_fewest_squares_of_the_judges_pictures_too():
    for instance in [*map(parsed, pictures()), *mutated()]:
        stack = peeling.lowest_stack(encode(instance), 4, 4)
        assert len(stack or ()) == truth(instance), instance


NOT_BY_LEAVING_OUT = [
    ((" _ _ _ _ _ ", "|  _|   |_|", "|_| |_ _|_|", "|_|_ _|_|_|", "|   |_|   |", "|_ _|_|_ _|"), 11),
    ((" _ _ _ _ _ ", "| |   |   |", "|_|_ _|_ _|", "|_|_ _|_|_ ", "|   |_|   |", "|_ _| |_ _|"), 8),
    ((" _ _   _ _ ", "|  _|_|   |", "|_|   |_ _|", " _|_ _|_|_|", "|   |_|   |", "|_ _|_|_ _|"), 8),
    (
        (
            " _ _ _ _ _ _ ",
            "|   |   |_ _|",
            "|_ _|_ _| | |",
            "|_ _|_|_ _|_|",
            "|_ _|_|_|   |",
            "|   | | |_ _|",
            "|_ _|_|_ _|_|",
        ),
        13,
    ),
    (
        (
            " _ _ _ _ _ _ ",
            "| |   |_|_| |",
            "|_|_ _|   |_|",
            "|   | |_ _|_|",
            "|_ _|_|_|_|_|",
            "|   |_|   | |",
            "|_ _|_|_ _|_|",
        ),
        16,
    ),
    (
        (
            "   _ _ _     ",
            " _|_  |_|_ _ ",
            "|   |_|_|_ _|",
            "|_ _|_|_|_ _|",
            "|_ _| |_|   |",
            "|   |_| |_ _|",
            "|_ _|_ _|_ _|",
        ),
        14,
    ),
]
"""Pictures with their fewest squares, where sets with one more exist from which no square can be spared."""


@pytest.mark.parametrize("model", [cp_sat.MODEL, painting.MODEL], ids=lambda model: model.name)
@pytest.mark.parametrize(("rows", "fewest"), NOT_BY_LEAVING_OUT)
def test_fewest_squares_that_leaving_out_one_by_one_does_not_find(model, rows, fewest):
    instance = Instance(rows)
    assert SOLVER.solve(instance).fewest == fewest
    assert model.run(instance, 20 * model.budget).answer.fewest == fewest


@pytest.mark.parametrize("board", [(3, 4), (4, 4), (5, 5)], ids=lambda board: f"{board[0]}x{board[1]}")
def test_a_cut_is_the_squares_without_which_all_others_do_not_suffice(board):
    """Whatever is chosen already, and in whatever order the others are tried."""
    rng = Random(4)
    cuts = 0
    for _ in range(300):
        picture = blank(*board)
        for _ in range(rng.randint(2, 16)):
            picture = paint(picture, rng.randrange(board[0] - 1), rng.randrange(board[1] - 1))
        search = peeling.Search(encode(Instance(tuple(picture.splitlines()))), *board)
        squares = list(range(len(search.area)))
        rng.shuffle(squares)
        chosen = squares[: rng.randrange(len(squares))]
        allowed = squares[len(chosen) :]
        if search.suffices(chosen):
            continue
        cut = search.cut(*search.peel(0, chosen), allowed)
        assert cut, "all squares together suffice"
        assert not search.suffices([square for square in squares if square not in cut])
        cuts += 1
    assert cuts > 50


@EVERY
def test_low_stacks_on_a_larger_board_are_told_from_higher_ones(name):
    """On 5 x 5 cells: all pictures of up to two squares, and some of three, which are painted as well."""
    known = pictures(5, 5, highest=3)
    rng = Random(2)
    low = [picture for picture in known if 1 <= known[picture] <= 2]
    three = [picture for picture in sorted(known) if known[picture] == 3]
    chosen = rng.sample(low, 40) + rng.sample(three, 40) if name != "dp" else low + three
    for picture in chosen:
        instance = Instance(tuple(picture.splitlines()), rng.randint(1, 8))
        assert_right(name, instance, known[picture])


@pytest.mark.parametrize(
    "board", [(5, 5), (4, 5), (3, 7), (2, 9)], ids=lambda board: f"{board[0]}x{board[1]}"
)
def test_random_stacks_on_larger_boards_get_the_same_answer_from_all(board):
    rng = Random(3)
    answered = dict.fromkeys(ORACLES, 0)
    for _ in range(40):
        picture, (height, width) = blank(*board), board
        squares = [(rng.randrange(height - 1), rng.randrange(width - 1)) for _ in range(rng.randint(1, 16))]
        for square in squares:
            picture = paint(picture, *square)
        instance = Instance(tuple(picture.splitlines()), rng.randint(1, 8))
        told = {name: oracle(instance) for name, oracle in ORACLES.items()}
        told = {name: answer for name, answer in told.items() if answer is not None}
        assert len({(answer.possible, answer.fewest) for answer in told.values()}) == 1, (instance, told)
        assert told["dp"].fewest <= len({*squares})
        for name, answer in told.items():
            assert PROBLEM.check(instance, answer) is None, (name, instance)
            answered[name] += 1
    assert min(answered.values()) >= 36, answered
