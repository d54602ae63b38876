"""The pytest plugin: a function that is wrong fails its test with the smallest board, a right one passes."""

import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

MINE = """
def right(instance):
    previous = [1] * instance.n
    for column in range(instance.n):
        fixed = instance.rows[column]
        free = [fixed is None or row == fixed for row in range(instance.n)]
        ways = lambda row: sum(w for other, w in enumerate(previous) if abs(row - other) > 1)
        previous = [(ways(row) if column else 1) if free[row] else 0 for row in range(instance.n)]
    return sum(previous)

def wrong(instance):
    return right(instance) - (instance.n > 2 and instance.rows[-1] is None)
"""
TESTS = """
from mine import right, wrong
from doublecount import cross_check

@cross_check("injured-queen", examples=30, seed=1)
def test_right(instance):
    return right(instance)

@cross_check("injured-queen", examples=30, seed=1)
def test_wrong(instance):
    return wrong(instance)

def test_right_by_the_fixture(doublecount):
    assert doublecount.check(right, "injured-queen", examples=12) == 12

def test_wrong_by_the_fixture(doublecount):
    doublecount.check(wrong, "injured-queen", examples=30, seed=1)
"""


@pytest.fixture
def suite(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(pytester.path))
    pytester.makepyfile(mine=MINE, test_mine=TESTS)
    return pytester


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_wrong_function_fails_with_the_smallest_board_and_a_right_one_passes(suite, options):
    result = suite.runpytest_subprocess("-p", "no:cacheprovider", *options)
    result.assert_outcomes(passed=2, failed=2)
    text = result.stdout.str()
    assert text.count("injured-queen: wrong-answer, function is refuted") >= 2
    for line in ("    ???", '  dp: {"count": "2"', '  function: {"count": "1", "placement": null}'):
        assert line in text
    again = "printf '???\\n' | doublecount replay injured-queen --candidate-py "
    assert f"{again}test_mine.py:test_wrong" in text
    assert f"{again}mine.py:wrong" in text
    assert "crosscheck.py:" not in text  # the test's own line, not ours


def test_the_line_to_run_it_again_does(suite):
    line = "printf '???\\n' | {} -m doublecount replay injured-queen --candidate-py test_mine.py:test_wrong"
    done = subprocess.run(
        ["bash", "-c", line.format(sys.executable)],
        cwd=suite.path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "wrong-answer, candidate is refuted" in done.stdout) == (1, True), done.stderr


def test_fixtures_errors_and_answers_that_are_none(pytester):
    pytester.makepyfile(
        """
        import pytest
        from doublecount import cross_check

        @pytest.fixture
        def limit():
            return 2

        @cross_check("injured-queen", examples=10)
        def test_raises(instance, limit):
            if instance.n > limit:
                raise KeyError("so many")
            return {1: 1, 2: 0}[instance.n] * all(row is None or True for row in instance.rows)

        @cross_check("injured-queen", examples=10)
        def test_returns_nothing(instance):
            pass

        @cross_check("chess", examples=10)
        def test_no_problem(instance):
            return 1

        def test_without_an_instance():
            with pytest.raises(TypeError, match="expected a function with a parameter 'instance'"):
                cross_check("injured-queen")(lambda board: 1)
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=3)
    text = result.stdout.str()
    assert "injured-queen: crash, function is refuted" in text
    assert "raised KeyError: 'so many'" in text
    assert "injured-queen: malformed-output, function is refuted" in text
    assert "'chess' is no problem" in text


def test_a_problem_of_ones_own_can_be_named_by_its_path(pytester):
    from doublecount.problems.own import skeleton

    with open(skeleton.__file__) as file:
        (pytester.path / "strip.py").write_text(file.read().replace("NAME", "strip"))
    pytester.makepyfile(
        """
        from doublecount import cross_check

        @cross_check("strip.py", examples=20)
        def test_strip(instance):
            return 2 ** instance.strip.count(".")
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    assert "exhausted all ways to put stones or not: count 3, not count 4" in result.stdout.str()
    assert "doublecount replay" in result.stdout.str()


def test_unused_the_plugin_costs_nothing(pytester):
    pytester.makepyfile(
        """
        import sys

        def test_nothing_is_loaded():
            ours = {name for name in sys.modules if name.split(".")[0] == "doublecount"}
            assert ours == {"doublecount", "doublecount.verify", "doublecount.verify.pytest_plugin"}
            assert not {"numpy", "ortools", "networkx", "msgspec", "click"} & {*sys.modules}
        """
    )
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)
