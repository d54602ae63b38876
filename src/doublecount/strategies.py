"""Hypothesis strategies for the instances of all problems; needs ``pip install 'doublecount[strategies]'``.

::

    from hypothesis import given
    from doublecount import black_white, strategies

    @given(strategies.black_white())
    def test_mine(board):
        assert mine(board) == black_white.count(board)

Each draws a size and then a *list* of what is given, not a value for every cell: so Hypothesis shrinks to
small boards with few givens, where a value for every cell ends on boards that are larger than need be.
"""

from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from doublecount.problems.black_white.instance import COLOURS, blank
from doublecount.problems.dots_and_boxes.instance import Rules
from doublecount.problems.overlapping_squares.rules import BLANK, painted
from doublecount.problems.wooden_chess.instance import JUDGE_SCORE
from doublecount.problems import black_white as _black_white
from doublecount.problems import dots_and_boxes as _dots_and_boxes
from doublecount.problems import injured_queen as _injured_queen
from doublecount.problems import overlapping_squares as _overlapping_squares
from doublecount.problems import wooden_chess as _wooden_chess

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["black_white", "dots_and_boxes", "injured_queen", "instances", "overlapping_squares", "wooden_chess"]


def black_white(
    max_height: int = 6, max_width: int = 6, min_height: int = 1, min_width: int = 1
) -> "SearchStrategy[_black_white.Instance]":
    """Draw boards of Black & White with any cells given, solvable or not; the judge's are 2 to 8 cells wide."""

    @st.composite
    def boards(draw: st.DrawFn) -> _black_white.Instance:
        height, width = draw(st.integers(min_height, max_height)), draw(st.integers(min_width, max_width))
        cell = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1), st.sampled_from(COLOURS))
        board = blank(height, width)
        for row, column, colour in draw(st.lists(cell, unique_by=lambda one: one[:2], max_size=height * width)):
            board = board.painting(row, column, colour)
        return board

    return boards()


def injured_queen(max_n: int = 9, min_n: int = 1) -> "SearchStrategy[_injured_queen.Instance]":
    """Draw boards of Injured Queen with any queens fixed; the judge's have up to 15 columns."""

    @st.composite
    def boards(draw: st.DrawFn) -> _injured_queen.Instance:
        n = draw(st.integers(min_n, max_n))
        fixed = draw(st.dictionaries(st.integers(0, n - 1), st.integers(0, n - 1), max_size=n))
        return _injured_queen.Instance(tuple(fixed.get(column) for column in range(n)))

    return boards()


def overlapping_squares(
    max_squares: int = 9, max_flips: int = 3
) -> "SearchStrategy[_overlapping_squares.Instance]":
    """Draw pictures of the judge's board: a stack of squares, of which some edges are drawn or erased.

    The blank picture, which programs read differently, is among them.
    """

    @st.composite
    def pictures(draw: st.DrawFn) -> _overlapping_squares.Instance:
        picture = BLANK
        for square in draw(st.lists(st.sampled_from(BLANK.squares), max_size=max_squares)):
            picture = painted(picture, square)
        for edge in draw(st.lists(st.sampled_from(BLANK.edges), max_size=max_flips, unique=True)):
            picture = picture.flipped(edge)
        return picture

    return pictures()


def wooden_chess(
    max_rows: int = 4, max_columns: int = 4, max_score: int = JUDGE_SCORE
) -> "SearchStrategy[_wooden_chess.Instance]":
    """Draw boards of wooden chess; the judge's have up to 10 rows and columns."""

    @st.composite
    def boards(draw: st.DrawFn) -> _wooden_chess.Instance:
        n, m = draw(st.integers(1, max_rows)), draw(st.integers(1, max_columns))
        place = st.tuples(st.integers(0, 1), st.integers(0, n - 1), st.integers(0, m - 1))
        scores = draw(st.dictionaries(place, st.integers(0, max_score), max_size=2 * n * m))
        first, second = (
            tuple(tuple(scores.get((player, row, column), 0) for column in range(m)) for row in range(n))
            for player in (0, 1)
        )
        return _wooden_chess.Instance(first, second)

    return boards()


def dots_and_boxes(
    min_drawn: int = 0, max_drawn: int = 24, rows: int = 3, columns: int = 3, rules: Rules = "strict"
) -> "SearchStrategy[_dots_and_boxes.Instance]":
    """Draw games of dots and boxes; the judge's have 12 lines or more drawn on 3 x 3 boxes, strict rules."""
    empty = _dots_and_boxes.Instance((), rows, columns, rules)
    lines = st.lists(
        st.sampled_from(empty.free), min_size=min_drawn, max_size=min(max_drawn, len(empty.free)), unique=True
    )
    return lines.map(lambda drawn: empty.with_lines(tuple(drawn)))


def instances(problem: str, beyond_judge: bool = False) -> "SearchStrategy[Any]":
    """Draw instances of any problem by its own generator, one of your own included, by name or path.

    They shrink as far as the choices of the generator do; the other strategies here shrink further.

    Raises:
        LookupError: there is no such problem.
    """
    from doublecount.verify import catalogue

    record = catalogue.problem(problem)
    strata = [one for one in record.strata if beyond_judge or not one.beyond_judge]

    @st.composite
    def drawn(draw: st.DrawFn) -> Any:
        stratum = draw(st.sampled_from(strata))
        rng: Random = draw(st.randoms(use_true_random=False))
        return stratum.make(rng)

    found = drawn()
    return found if beyond_judge else found.filter(record.limits.allows)
