"""The library face: what ``from doublecount import …`` offers, typed, lazy, with examples that are run."""

import doctest
import re
import subprocess
import sys
from base64 import b64decode
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

import doublecount
from doublecount import black_white, dots_and_boxes, injured_queen, overlapping_squares, wooden_chess
from doublecount.verify import catalogue

ROOT = Path(__file__).parents[2]
MODULES = [name.replace("-", "_") for name in catalogue.NAMES]
BOARDS = {
    "black_white": black_white.board("...", "#.o"),
    "injured_queen": injured_queen.board("1????"),
    "overlapping_squares": overlapping_squares.stack([(0, 0), (1, 1)]),
    "wooden_chess": wooden_chess.board([[1, 2]], [[2, 1]]),
    "dots_and_boxes": dots_and_boxes.board([(2, 1)], rows=1, columns=2),
}


def python(code):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_the_docstrings_hold(module):
    result = doctest.testmod(import_module(f"doublecount.{module}"))
    assert (result.failed, result.attempted >= 5) == (0, True)


@pytest.mark.parametrize("module", MODULES)
def test_every_problem_offers_what_its_solver_does(module):
    face, solver = import_module(f"doublecount.{module}"), catalogue.solver(module.replace("_", "-"))
    for function in ("solve", "solutions", "sample", "marginals", "count_many"):
        assert hasattr(face, function) == (getattr(solver, function) is not None), function
    assert hasattr(face, "count") == (solver.count_many is not None)
    assert {"Answer", "Instance", "board", "models", "solve"} <= {*face.__all__}
    assert face.models() == catalogue.models(module.replace("_", "-"))


@pytest.mark.parametrize("module", MODULES)
def test_answers_are_those_of_the_solver(module):
    face, board = import_module(f"doublecount.{module}"), BOARDS[module]
    problem = catalogue.problem(module.replace("_", "-"))
    answer = face.solve(board)
    assert problem.to_json(answer) == problem.to_json(problem.load_solver().solve(board))
    assert answer.instance is board


@pytest.mark.parametrize("module", MODULES)
def test_boards_and_answers_are_drawn_in_notebooks_without_scripts(module):
    board = BOARDS[module]
    answer = import_module(f"doublecount.{module}").solve(board)
    drawings = [board._repr_html_(), answer._repr_html_()]
    for html in drawings:
        (data,) = re.findall(
            r'^<img alt="[a-z-]+" src="data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)">$', html
        )
        drawing = b64decode(data).decode()
        assert drawing.startswith("<svg ")
        assert not re.search(r"<script|\bon\w+=|javascript:|<foreignObject|href=", drawing)
    assert drawings[0] != drawings[1]


def test_an_answer_that_breaks_the_rules_draws_its_board_alone():
    board = BOARDS["black_white"]
    wrong = black_white.Answer(1, ("o#o", "#o#"), None, board)
    assert wrong._repr_html_() == board._repr_html_()
    assert replace(wrong, instance=None)._repr_html_() is None
    assert injured_queen.Instance((None,) * 200)._repr_html_() is None


def test_what_is_too_large_is_refused_in_words():
    with pytest.raises(ValueError, match=r"^too large: "):
        black_white.solve(black_white.board(*["." * 40] * 40))
    with pytest.raises(ValueError, match=r"^too large: "):
        dots_and_boxes.solve(dots_and_boxes.board(rows=9, columns=9))
    with pytest.raises(ValueError, match="row 1 has 2 cells, expected 3"):
        black_white.board("...", "..")


def test_importing_the_package_loads_nothing_and_a_face_no_solver_library():
    assert python(
        "import sys, doublecount; print(*[n for n in sys.modules if n.startswith('doublecount')])"
    ) == ["doublecount"]
    heavy = "{'numpy', 'ortools', 'pysat', 'networkx', 'hypothesis', 'click', 'doublecount.reports'}"
    code = (
        f"import sys\nfrom doublecount import injured_queen, black_white\nprint(*{heavy} & {{*sys.modules}})"
    )
    assert python(code) == []


def test_what_is_offered_is_named_and_what_is_not_is_refused():
    assert {*MODULES, "cross_check", "strategies"} == {*doublecount.__all__} <= {*dir(doublecount)}
    for name in doublecount.__all__:
        assert getattr(doublecount, name)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        doublecount.chess  # noqa: B018


CLIENT = """
from collections.abc import Iterator

import doublecount
from doublecount import black_white, cross_check, dots_and_boxes
from doublecount import injured_queen, overlapping_squares, wooden_chess

puzzle = black_white.board("...", "#.o")
count: int = black_white.count(puzzle)
colouring: tuple[str, ...] | None = black_white.solve(puzzle).colouring
every: Iterator[tuple[str, ...]] = black_white.solutions(puzzle)
cells: list[list[tuple[int, int]]] = black_white.marginals(puzzle)
names: list[str] = [model.name for model in injured_queen.models()]
placement: tuple[int, ...] | None = injured_queen.solve(injured_queen.board("??")).placement
possible: bool | None = overlapping_squares.solve(overlapping_squares.stack([(0, 0)])).possible
value: int | None = wooden_chess.solve(wooden_chess.board([[1]], [[2]])).value
winner: str | None = doublecount.dots_and_boxes.solve(dots_and_boxes.board()).winner


@cross_check("black-white", examples=10)
def test_mine(instance: black_white.Instance) -> int:
    return black_white.count(instance)
"""


@pytest.mark.slow
def test_a_client_is_checked_strictly(tmp_path):
    (tmp_path / "client.py").write_text(CLIENT)
    (tmp_path / "wrong.py").write_text(CLIENT.replace("count: int", "count: str"))
    command = [Path(sys.executable).parent / "mypy", tmp_path / "client.py", tmp_path / "wrong.py"]
    # Here, for the house's strict settings and its cache.
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert [Path(line.partition(":")[0]).name for line in errors] == ["wrong.py"], done.stdout + done.stderr
