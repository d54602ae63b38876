"""Every kind of finding, produced by a planted program through the command line; and expected outcomes."""

import sys
from dataclasses import replace

import pytest

from doublecount.verify import catalogue
from doublecount.verify.parties import CandidateSpec, panel
from doublecount.verify.results import Kind
from doublecount.verify.trial import try_file
from tests.harness.command import PLANTED, doublecount, planted, verify_json

QUEENS = "injured-queen"
RIGHT = (PLANTED / "injured_queen" / "right.py").read_text()
WIDE = "import os, sys, time\nboards = sys.stdin.read().split()\nwide = max(map(len, boards)) > 2\n"
"""Reads the boards; ``wide`` tells whether the misdeed is to be done."""
TELL = "for board in boards: print(count(board))\n"
COUNT = RIGHT[: RIGHT.index("for line in")]

MISDEEDS = {
    Kind.WRONG_ANSWER: COUNT + WIDE + "for board in boards: print(count(board) + (len(board) > 2))",
    Kind.CRASH: COUNT + WIDE + TELL + "sys.exit(3 * wide)",
    Kind.TIMEOUT: COUNT + WIDE + "wide and time.sleep(60)\n" + TELL,
    Kind.MEMORY_LIMIT: COUNT + WIDE + "x = [bytearray(1 << 22) for _ in range(99 * wide)]\n" + TELL,
    Kind.OUTPUT_LIMIT: COUNT + WIDE + TELL + "while wide: print('0\\n' * 99999)",
    Kind.MALFORMED_OUTPUT: COUNT + WIDE + TELL + "if wide: print('done')",
    Kind.ORDER_DEPENDENT: COUNT
    + WIDE
    + "for case, board in enumerate(boards): print(count(board) + (case == 1))",
    Kind.FORMAT_SENSITIVE: COUNT
    + "import sys\nfor line in sys.stdin.buffer.read().decode().split('\\n'):\n"
    + "    if line: print(-1 if line[-1] not in ROWS + '?' else count(line))",
}
OPTIONS = {
    Kind.TIMEOUT: ["--time-limit", 1, "--seconds", 15],
    Kind.MEMORY_LIMIT: ["--memory-limit", 64],
    Kind.FORMAT_SENSITIVE: ["--formats"],
}
SMALLEST = {Kind.ORDER_DEPENDENT: "?\n?\n", Kind.FORMAT_SENSITIVE: "?\n"}


@pytest.mark.parametrize("kind", MISDEEDS, ids=lambda kind: kind.value)
def test_a_planted_program_is_caught_with_its_kind(kind, tmp_path):
    program = tmp_path / "mine.py"
    program.write_text(MISDEEDS[kind])
    command, store = f"mine={sys.executable} -S {program}", tmp_path / "store"
    options = ["--examples", 10, "--seed", 2, "--max-findings", 1, *OPTIONS.get(kind, [])]
    code, told = verify_json(QUEENS, "--candidate", command, *options, "--store", store)
    assert code == 1
    (finding, *others) = told["problems"][QUEENS]["findings"]
    assert (finding["kind"], finding["accused"], finding["status"]) == (kind.value, "mine", "refuted")
    assert not others
    if kind is not Kind.TIMEOUT:  # that takes its time
        assert finding["instance"] == SMALLEST.get(kind, "???\n")
    again = doublecount("replay", finding["id"], "--store", store)
    assert again.returncode == 1, again.stdout + again.stderr
    assert f"{kind.value}, mine is refuted" in again.stdout


def test_a_program_with_an_impossible_witness_is_caught(tmp_path):
    program = tmp_path / "mine.py"
    right = (PLANTED / "black_white" / "right.py").read_text()
    program.write_text(
        f"import io, sys\nsys.stdout, told = io.StringIO(), sys.stdout\n{right}\n"
        "told.write(sys.stdout.getvalue().replace('#', 'o'))\n"
    )
    options = ["--examples", 20, "--seed", 2, "--max-findings", 1, "--store", tmp_path / "store"]
    command = f"mine={sys.executable} -S {program}"
    code, told = verify_json("black-white", "--candidate", command, *options)
    assert code == 1
    assert {one["kind"] for one in told["problems"]["black-white"]["findings"]} == {"invalid-witness"}


@pytest.mark.slow
def test_a_program_that_contradicts_itself_where_nobody_else_answers_is_caught(tmp_path):
    scores = ("1 " * 12 + "1\n") * 26
    command = f"mine={sys.executable} -S -c 'print(7)'"
    words = ["replay", "wooden-chess", "-", "--beyond-judge", "--candidate", command]
    done = doublecount(*words, data=f"13 13\n{scores}")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "relation-violated, mine is refuted" in done.stdout


def test_a_program_that_is_wrong_only_at_first_is_flaky(tmp_path):
    runs = 11  # the file of ten cases, then every case alone
    program = tmp_path / "mine.py"
    program.write_text(
        f"{COUNT}import sys\nwith open({str(tmp_path / 'runs')!r}, 'a+') as runs:\n"
        "    wrong = runs.tell() < " + str(runs) + "\n    runs.write('.')\n"
        "for line in sys.stdin: print(count(line.strip()) + wrong)\n"
    )
    options = ["--examples", 10, "--seed", 2, "--jobs", 1, "--store", tmp_path / "store"]
    code, told = verify_json(QUEENS, "--candidate", f"mine={sys.executable} -S {program}", *options)
    findings = told["problems"][QUEENS]["findings"]
    assert code == 1
    assert {(one["kind"], one["accused"], one["status"]) for one in findings} == {
        ("flaky", "mine", "refuted")
    }


BATCH = {
    "wrong after a large case": (
        "print(count(board) + (case > 0 and len(boards[case - 1]) > 8))",
        Kind.ORDER_DEPENDENT,
    ),
    "wrong on a case seen before": ("print(count(board) + (board in boards[:case]))", Kind.ORDER_DEPENDENT),
    "wrong on the second case": ("print(count(board) + (case == 1))", Kind.ORDER_DEPENDENT),
    "answers of two cases exchanged": (
        "print(count(boards[case ^ 1] if len(boards) > case ^ 1 else board))",
        Kind.ORDER_DEPENDENT,
    ),
    "one answer too few": (
        "print(count(board)) if case == 0 or case < len(boards) - 1 else None",
        Kind.MALFORMED_OUTPUT,
    ),
    "one answer too many": ("print(*[count(board)] * (1 + (case == 2)), sep='\\n')", Kind.MALFORMED_OUTPUT),
    "a line between answers": ("print('--\\n' * (case > 0), count(board), sep='')", Kind.MALFORMED_OUTPUT),
    "exit status 3": ("print(count(board)); case == 3 and sys.exit(3)", Kind.CRASH),
}
"""Per fault: what is done for every case, and the kind."""


@pytest.mark.parametrize("fault", BATCH)
def test_what_is_wrong_in_a_file_only_is_told_from_what_is_wrong_alone(fault, tmp_path):
    deed, kind = BATCH[fault]
    program, problem = tmp_path / "mine.py", catalogue.problem(QUEENS)
    program.write_text(f"{COUNT}{WIDE}for case, board in enumerate(boards): {deed}\n")
    file = tuple(problem.read("?????????\n????\n???\n????\n", "test"))
    spec = CandidateSpec("mine", f"{sys.executable} -S {program}", time_limit=60)
    seated = replace(panel(problem, [spec]), models=())
    trial = try_file(seated, file, [len(file) - 1])
    assert {(one.kind, one.accused) for one in trial.differences} == {(kind, "mine")}
    assert file in [one.file for one in trial.differences]
    for case, instance in zip(trial.cases, file, strict=True):
        alone = seated.candidates[0].ask(instance)
        assert alone.answer.count == case.replies["dp"].answer.count


def candidates(*programs):
    return [word for name in programs for word in ("--candidate", f"{name[:4]}={planted(QUEENS, name)}")]


def test_a_set_of_wrong_programs_is_a_test(tmp_path):
    wrong = candidates("last_row_missed", "table_kept", "counts_in_32_bits")
    options = ["--examples", 40, "--seed", 4, "--max-findings", 1, "--store", tmp_path / "s"]
    code, told = verify_json(QUEENS, *wrong, *options, "--expect", "wrong")
    accused = {finding["accused"] for finding in told["problems"][QUEENS]["findings"]}
    assert (code, told["expected"], accused) == (0, "wrong", {"last", "tabl", "coun"})


def test_a_right_program_among_those_expected_to_be_wrong_is_named(tmp_path):
    words = candidates("last_row_missed", "right")
    options = ["--examples", 10, "--seed", 4, "--max-findings", 1, "--store", tmp_path / "s"]
    done = doublecount("verify", QUEENS, *words, *options, "--expect", "wrong")
    assert done.returncode == 1
    told = "expected wrong: something wrong was found in 1 of 2 candidates, nothing in righ\n"
    assert told in done.stdout
    assert "expected to be wrong but not caught: righ\n" in done.stderr


def test_a_right_program_that_is_expected_to_be_right_passes(tmp_path):
    options = ["--examples", 10, "--seed", 4, "--store", tmp_path / "s", "--expect", "right"]
    code, told = verify_json(QUEENS, *candidates("right"), *options)
    assert (code, told["expected"]) == (0, "right")
    code, told = verify_json(QUEENS, *candidates("last_row_missed"), *options, "--max-findings", 1)
    assert (code, told["expected"]) == (1, "right")


def test_an_expectation_needs_a_candidate():
    done = doublecount("verify", QUEENS, "--expect", "wrong")
    assert done.returncode == 2
    assert "--expect needs a candidate" in done.stderr
