"""``solve``: other forms of input, and what can be asked of counting problems besides an answer."""

import json
import os
import pty
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from doublecount.cli.main import group
from doublecount.cli.progress import Watch
from doublecount.problems.record import InputOption
from doublecount.verify import catalogue
from doublecount.verify.instances import draw


def solve(*words, text=""):
    return CliRunner().invoke(group, ["solve", *words], input=text)


def objects(*words, text=""):
    done = solve(*words, "--json", text=text)
    assert done.exit_code == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_json_lines_are_answered_as_the_judges_text(name):
    problem = catalogue.problem(name)
    instances = [draw(problem, 4, index, judge_only=True).instance for index in range(20)]
    from_text = solve(name, text=problem.write(instances))
    from_lines = solve(name, "--format", "jsonl", text=problem.write_jsonl(instances))
    assert (from_lines.exit_code, from_lines.stdout) == (0, from_text.stdout)


@pytest.mark.parametrize(
    ("name", "text"), [("injured-queen", "?????\n"), ("black-white", "1\n3 3\n.#.\n...\n..o\n")]
)
def test_counts_solutions_samples_and_marginals_belong_together(name, text):
    (found,) = objects(name, "--all", "--sample", "50", "--seed", "3", "--marginals", text=text)
    (again,) = objects(name, "--all", "--sample", "50", "--seed", "3", "--marginals", text=text)
    count = int(found["count"])
    assert found == again
    assert len(found["solutions"]) == count > 1
    assert {json.dumps(one) for one in found["sample"]} <= {json.dumps(one) for one in found["solutions"]}
    assert solve(name, "--count-only", text=text).stdout == f"{count}\n"
    assert objects(name, "--count-only", text=text) == [{"case": 1, "count": str(count)}]


def test_marginals_of_queens_count_the_listed_placements():
    (found,) = objects("injured-queen", "--all", "--marginals", text="??4??\n")
    for column, counts in enumerate(found["marginals"]):
        rows = [placement[column] for placement in found["solutions"]]
        assert [int(count) for count in counts] == [rows.count(row) for row in range(1, 6)]


def test_marginals_of_colourings_count_the_listed_colourings():
    (found,) = objects("black-white", "--blank", "3x4", "--all", "--marginals")
    for row in range(3):
        for column in range(4):
            cells = [colouring[row][column] for colouring in found["solutions"]]
            assert found["marginals"][row][column] == [str(cells.count("#")), str(cells.count("o"))]


def test_lists_are_cut_by_a_limit_and_printed_as_text():
    assert solve("injured-queen", "--all", text="????\n").stdout.count("\n") == 16
    assert solve("injured-queen", "--all", "--limit", "2", text="????\n").stdout == "1 3 1 3\n1 3 1 4\n"
    assert solve("injured-queen", "--all", "--limit", "0", text="????\n").stdout == ""
    assert solve("black-white", "--blank", "2x2", "--all", "--limit", "1").stdout.count("\n") == 3


def test_nothing_is_drawn_where_there_is_no_solution():
    assert solve("injured-queen", "--sample", "3", text="11???\n").stdout == ""
    (found,) = objects("injured-queen", "--sample", "3", "--all", text="11???\n")
    assert (found["count"], found["sample"], found["solutions"]) == ("0", [], [])


def test_a_blank_board_needs_no_file():
    assert objects("black-white", "--blank", "4x5")[0]["count"] == "220"


def test_the_standard_rule_changes_who_draws_next():
    game = '{"rows": 2, "columns": 2, "lines": []}\n'
    (strict,) = objects("dots-and-boxes", "--format", "jsonl", text=game)
    (standard,) = objects("dots-and-boxes", "--format", "jsonl", "--rules", "standard", text=game)
    assert (strict["margin"], standard["margin"]) == ("-2", "2")
    judged = solve("dots-and-boxes", "--rules", "standard", "--judge-limits", text="1\n12\n" + TWELVE)
    assert (
        judged.exit_code,
        solve("dots-and-boxes", "--judge-limits", text="1\n12\n" + TWELVE).exit_code,
    ) == (2, 0)


SQUARES = '{"rows": [" _ _   ", "|   |_ ", "|_ _| |", "  |_ _|"]%s}\n'
"""Two squares on 3 x 3 cells."""


def test_other_boards_and_limits_of_squares_are_json_lines():
    text = "".join(SQUARES % limit for limit in ("", ', "limit": 1', ', "limit": 2'))
    yes = {"answer": "Yes", "fewest": 2, "order": [[2, 2], [1, 1]]}
    no = {"answer": "No", "fewest": 2, "order": None}
    found = objects("overlapping-squares", "--format", "jsonl", text=text)
    assert found == [{"case": case, **answer} for case, answer in enumerate((yes, no, yes), start=1)]
    for solver in ("cp-sat", "sat", "painting"):
        done = solve("overlapping-squares", "--format", "jsonl", "--solver", solver, text=text)
        assert (done.exit_code, done.stdout) == (0, "Case 1: Yes\nCase 2: No\nCase 3: Yes\n")


@pytest.mark.parametrize(
    ("text", "words", "complaint"),
    [
        (SQUARES % "", ["--judge-limits"], "<stdin>: case 1 is outside the judge's limits: a 4 x 4 board, "),
        (SQUARES % ', "limit": 0', [], "<stdin>:1:56: expected field 'limit': at least 1 square, found '0'"),
        (
            json.dumps({"rows": [" " * 23] * 13}),
            [],
            "<stdin>: case 1: too large for the solver: more than 100 places for a square",
        ),
    ],
)
def test_squares_beyond_the_limits_are_refused_in_one_line(text, words, complaint):
    done = solve("overlapping-squares", "--format", "jsonl", *words, text=text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {complaint}")
    assert done.stderr.count("\n") == 1


TWELVE = "1 2\n2 3\n3 4\n5 6\n6 7\n7 8\n9 10\n10 11\n11 12\n13 14\n14 15\n15 16\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["wooden-chess", "--all"], "wooden-chess has no --all"),
        (["dots-and-boxes", "--count-only"], "dots-and-boxes has no --count-only"),
        (["injured-queen", "--limit", "3"], "--limit goes with --all"),
        (["injured-queen", "--seed", "3"], "--seed goes with --sample"),
        (["injured-queen", "--marginals"], "--marginals goes with --json"),
        (["injured-queen", "--all", "--count-only"], "go together with --json only"),
        (["injured-queen", "--all", "--solver", "cp-sat"], "no --solver"),
        (["injured-queen", "--rules", "standard"], "No such option '--rules'"),
        (["dots-and-boxes", "--rules", "other"], "expected strict or standard, not 'other'"),
        (["wooden-chess", "--blank", "3x3"], "No such option '--blank'"),
        (["black-white", "--blank", "3"], "expected HEIGHTxWIDTH"),
        (["black-white", "--blank", "0x3"], "expected HEIGHTxWIDTH"),
        (["black-white", "--blank", "1001x1000"], "1 to 1000000 cells"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_can_not_be_asked_is_a_usage_error(words, complaint):
    done = solve(*words, text="????\n")
    assert done.exit_code == 2
    assert complaint in done.stderr
    assert done.stdout == ""


def test_a_long_count_shows_progress_on_a_terminal_only(monkeypatch):
    count = ["black-white", "--blank", "13x13", "--count-only"]
    monkeypatch.setattr("doublecount.cli.solve.PATIENCE", 0.0)
    quiet = solve(*count)
    watched(monkeypatch)
    shown = solve(*count)
    assert (quiet.exit_code, quiet.stderr) == (0, "")
    assert (shown.exit_code, shown.stdout) == (0, quiet.stdout)
    assert "counting" in shown.stderr
    assert "169/169" in shown.stderr


def test_work_that_says_nothing_shows_that_it_goes_on(monkeypatch):
    monkeypatch.setattr("doublecount.cli.solve.PATIENCE", 0.0)
    watched(monkeypatch)
    shown = solve("black-white", "--blank", "11x11", "--json", "--no-cache")
    assert shown.exit_code == 0
    assert "working" in shown.stderr


def test_output_goes_to_its_file_whatever_a_terminal_shows(tmp_path):
    expected = solve("black-white", "--blank", "6x6", "--all").stdout
    script = (
        "import doublecount.cli.solve as s; s.PATIENCE = 0.0; from doublecount.cli.main import main; main()"
    )
    run = [sys.executable, "-c", script, "solve", "black-white", "--blank", "6x6", "--all"]
    with open(tmp_path / "out", "wb") as output:
        shown = on_a_terminal(run, output)
    assert (tmp_path / "out").read_text() == expected
    assert b"cases" in shown or b"working" in shown


def on_a_terminal(command, output):
    """Run a command with its standard error on a terminal; return what the terminal got."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("CI", None)
    with subprocess.Popen(command, stdout=output, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # how the end of a terminal shows
            while chunk := os.read(ours, 1 << 16):
                shown += chunk
    os.close(ours)
    assert process.returncode == 0
    return shown


def test_a_terminal_is_cleared_before_output_goes_there(monkeypatch):
    steps = []
    monkeypatch.setattr("doublecount.cli.progress._bars", lambda: recorded(steps))
    watched(monkeypatch, stdout=Terminal())
    with Watch(0.0) as watch:
        watch("counting", 1, 2)
        while "shown" not in steps:
            time.sleep(0.001)
        watch.rest()
        assert steps[-1] == "hidden"


@contextmanager
def recorded(steps):
    yield lambda *_: steps.append("shown")
    steps.append("hidden")


def watched(monkeypatch, stdout=sys.stdout):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    terminals = SimpleNamespace(stderr=Terminal(), stdout=stdout)
    monkeypatch.setattr("doublecount.cli.progress.sys", terminals)


class Terminal:
    def isatty(self):
        return True


def test_a_board_too_large_for_the_solver_is_said_to_be():
    done = solve("injured-queen", "--count-only", text="?" * 1001 + "\n")
    assert done.exit_code == 2
    assert done.stderr == "Error: <stdin>: case 1: too large for the solver: more than 1000 columns\n"


def test_a_problems_own_options_are_in_its_help_only():
    options = {name: catalogue.problem(name).options for name in catalogue.NAMES}
    assert sum(map(len, options.values())) >= 2
    for name, own in options.items():
        text = solve(name, "--help").stdout
        for other in catalogue.NAMES:
            for option in options[other]:
                assert isinstance(option, InputOption)
                flags = {one.flag for one in own}
                assert (f"{option.flag} " in text) == (option.flag in flags)
                assert (f"{option.flag} {option.metavar} " in text) == (option in own)
