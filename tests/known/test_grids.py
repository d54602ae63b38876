"""The table of docs/dots-and-boxes.md against script, solver and known values; the script itself."""

import importlib.util
import re
from pathlib import Path

import pytest

from doublecount import dots_and_boxes
from doublecount.dp.dots_and_boxes import MOST_FREE
from doublecount.models.dots_and_boxes import game_tree
from doublecount.problems.dots_and_boxes import Instance
from tests.known.test_known_values import values

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "dots-and-boxes.md").read_text()
ROWS = re.findall(r"^\| (\d) x (\d) \| (\d+) \| (\S+) \| (\d+) \| (\S+) \| (\d+) \|.*$", GUIDE, re.MULTILINE)
QUICK = 10
"""Lines: with more, models take seconds."""
SECOND = 17
"""Lines: with more, both ways to compute a grid take seconds."""


def loaded():
    spec = importlib.util.spec_from_file_location("bench_grids", ROOT / "benchmarks" / "grids.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = loaded()


def cases():
    """The rows as numbers; those of large grids are marked slow."""
    for row in ROWS:
        numbers = [int(cell) for cell in row]
        marks = [pytest.mark.slow] if numbers[2] > SECOND else []
        yield pytest.param(*numbers, id="{}x{}".format(*numbers), marks=marks)


def test_the_table_has_every_grid_that_the_solver_takes():
    listed = [script.Grid(int(rows), int(columns)) for rows, columns, *_ in ROWS]
    assert listed == [*script.grids(MOST_FREE)]
    assert script.MOST_LINES == MOST_FREE
    for grid, row in zip(listed, ROWS, strict=True):
        assert Instance((), grid.rows, grid.columns).free_count == grid.lines == int(row[2])


@pytest.mark.parametrize(("rows", "columns", "lines", "strict", "firsts", "standard", "others"), [*cases()])
def test_the_table_says_what_the_solver_and_the_second_route_say_of_a_grid_and_its_transpose(
    rows, columns, lines, strict, firsts, standard, others
):
    for sides in (rows, columns), (columns, rows):
        for rules, margin, best in ("strict", strict, firsts), ("standard", standard, others):
            found = dots_and_boxes.solve(dots_and_boxes.board((), *sides, rules))
            assert (found.margin, len(found.best)) == (margin, best)
            assert script.opening(script.Grid(*sides), rules) == script.Opening(margin, found.best)


@pytest.mark.parametrize("rules", ["strict", "standard"])
def test_known_values_stand_in_the_table(rules):
    table = {f"{r[0]}x{r[1]} boxes": int(r[3 if rules == "strict" else 5]) for r in ROWS}
    known = values(f"dots_boxes_{rules}")
    assert known.items() <= table.items()
    assert len(known) == 7


def test_the_script_prints_the_table(capsys):
    assert script.main(["--most", str(QUICK)]) == 0
    printed = capsys.readouterr().out
    *_, last = printed.splitlines()
    assert [line for line in printed.splitlines() if line not in GUIDE.splitlines()] == []
    assert last.startswith("| 1 x 3 | 10 |")


@pytest.mark.slow
def test_the_script_prints_all_of_the_table(capsys):
    assert script.main([]) == 0
    assert capsys.readouterr().out in GUIDE


@pytest.mark.parametrize("rules", ["strict", "standard"])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (2, 1)])
def test_the_second_route_finds_what_playing_every_order_of_lines_does(rows, columns, rules):
    found = script.opening(script.Grid(rows, columns), rules)
    played = game_tree.run(Instance((), rows, columns, rules), 10**6).answer
    assert (found.worth, found.best) == (played.margin, played.best)


def test_whoever_disagrees_is_named_and_the_exit_code_is_one(monkeypatch, capsys):
    wrong = script.Opening(5, ())
    monkeypatch.setattr(script, "others", lambda grid, rules: iter([("dp", wrong), ("networkx", wrong)]))
    assert script.main(["--most", "4"]) == 1
    assert "| 1 x 1 | 4 | -1 | 4 BUT dp, networkx | -1 | 4 BUT dp, networkx |" in capsys.readouterr().out


@pytest.mark.parametrize("most", ["3", "25", "x"])
def test_a_bad_number_of_lines_is_bad_usage(most, capsys):
    with pytest.raises(SystemExit) as end:
        script.main(["--most", most])
    assert end.value.code == 2
    assert capsys.readouterr().out == ""
