"""The second count of blank Black & White boards: known values, the solver's, and both ways round."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from doublecount.dp.black_white import count as solvers_count
from doublecount.problems.black_white.instance import blank

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "benchmarks" / "second_count.py"


def loaded():
    spec = importlib.util.spec_from_file_location("bench_second_count", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


second = loaded()


def known():
    lines = (Path(__file__).parent / "values.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {
        tuple(map(int, re.findall(r"\d+", key))): int(value)
        for kind, key, value, _ in rows
        if kind == "yinyang_blank"
    }


def counted(height, width, **switches):
    return second.counted(second.Board(height, width, **switches)).value


def boards(least, most):
    """The known boards whose longer side is from least to most."""
    return [
        pytest.param(*sides, value, id="{}x{}".format(*sides))
        for sides, value in known().items()
        if least <= max(sides) <= most
    ]


@pytest.mark.parametrize(("height", "width", "value"), boards(1, 7))
def test_known_values_of_small_boards(height, width, value):
    assert counted(height, width) == counted(width, height) == value


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "value"), boards(8, 12))
def test_known_values_of_large_boards(height, width, value):
    assert counted(height, width) == counted(width, height) == value


@pytest.mark.parametrize("sides", [(height, width) for height in range(1, 7) for width in range(1, 7)])
def test_the_lemmas_lose_nothing(sides):
    assert counted(*sides, lemmas=False) == counted(*sides)


@pytest.mark.parametrize("sides", [(1, 20), (20, 1), (2, 20), (9, 4), (5, 9), (30, 3)])
def test_boards_that_are_not_square_have_the_solver_s_count(sides):
    assert counted(*sides) == solvers_count(blank(*sides))


@pytest.mark.slow
@pytest.mark.parametrize("sides", [(10, 10), (11, 11), (12, 12), (13, 13), (10, 12), (12, 10)])
def test_large_boards_have_the_solver_s_count(sides):
    assert counted(*sides) == solvers_count(blank(*sides))


def about(number, error, **changes):
    exact = second.Count(number % 2**64, number % second.PRIME, float(number), error, 1, 1)
    return exact._replace(**changes)


def test_residues_and_size_give_numbers_beyond_both():
    number = 3**100 + 12345
    assert about(number, float(2**120)).value == number
    assert about(number, float(2**122)).value is None


def test_a_residue_that_is_wrong_fits_no_size():
    with pytest.raises(ArithmeticError, match="no number near"):
        _ = about(10**20, 1e6, residue=7).value


def test_a_count_admits_one_number_only():
    count = second.counted(second.Board(4, 5))
    assert count.admits(220)
    assert not any(count.admits(other) for other in (219, 221, 220 + 2**64, 220 + 2**64 * second.PRIME))


def test_as_many_sums_as_may_be_merged_keep_their_residues():
    largest = np.full(second.MOST_MERGED, second.PRIME - 1, dtype=np.uint64)
    sums = second.Sums(largest, largest, largest.astype(np.float64))
    merged = sums.merged(np.arange(second.MOST_MERGED, dtype=np.uint32), np.zeros(1, dtype=np.intp))
    whole = second.MOST_MERGED * (second.PRIME - 1)
    assert (merged.wrapped[0], merged.residue[0]) == (whole % 2**64, whole % second.PRIME)


def run(*words):
    return subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, check=False)


def test_the_script_prints_both_counts():
    done = run("4", "5")
    assert done.returncode == 0
    assert "value           220\n" in done.stdout
    assert "solver          220: the same\n" in done.stdout


def test_another_count_of_the_solver_is_a_difference(monkeypatch, capsys):
    monkeypatch.setattr(second, "solvers_count", lambda board: 222)
    assert second.main(["4", "5"]) == 1
    assert "solver          222: DIFFERS\n" in capsys.readouterr().out


@pytest.mark.parametrize("words", [("0",), ("3", "21"), ("three",)])
def test_sides_out_of_range_are_usage_errors(words):
    done = run(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
