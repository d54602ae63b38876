"""Who is to blame when a whole file comes to nothing: the file, one of its cases, or nobody.

Programs are functions here that answer a file and say how long that took.
"""

from doublecount.problems.injured_queen import PROBLEM, Answer
from doublecount.verify import runner
from doublecount.verify.results import Kind, Standing
from doublecount.verify.runner import Ended, Run
from doublecount.verify.trial import try_file
from tests.harness.seated import MINE, board, candidate_panel, placements

BOARDS = [board("?" * (2 + k % 3)) for k in range(64)]


def timed(monkeypatch, seconds):
    """Let programs be right and take ``seconds(cases)``; returns the numbers of cases of their files."""
    asked = []

    def run(_, data, limits, __):
        file = tuple(PROBLEM.read(data.decode(), "test"))
        asked.append(len(file))
        needed = seconds(len(file))
        if needed > limits.seconds:
            return Run(Ended.TIMEOUT, -9, b"", b"", limits.seconds)
        output = "".join(PROBLEM.write_answer(1, Answer(placements(one))) for one in file)
        return Run(Ended.EXITED, 0, output.encode(), b"", needed)

    monkeypatch.setattr(runner, "run", run)
    return asked


def blamed(monkeypatch, seconds):
    """The numbers of cases of the files blamed for a timeout, and of those asked."""
    asked = timed(monkeypatch, seconds)
    found = try_file(candidate_panel(), BOARDS, samples=()).differences
    assert all(
        (one.kind, one.accused, one.standing) == (Kind.TIMEOUT, "mine", Standing.REFUTED) for one in found
    )
    return [len(one.file) for one in found], asked


def test_a_program_that_hangs_on_a_long_file_is_blamed_however_slowly_it_starts(monkeypatch):
    for start in (0.01, 0.2, 1.0):
        files, _ = blamed(monkeypatch, lambda cases, start=start: start if cases <= 50 else 1e9)
        assert files == [64]


def test_the_file_that_is_blamed_is_a_part_of_which_the_halves_are_answered(monkeypatch):
    files, asked = blamed(monkeypatch, lambda cases: 0.2 if cases <= 9 else 1e9)
    assert files == [16]
    assert asked == [64, *[1] * 64, 32, 16, 8, 8]


def test_a_program_that_needs_its_time_for_every_case_is_not_blamed(monkeypatch):
    limit = MINE.time_limit
    for start, each in ((0.0, limit / 60), (0.1, limit / 40), (1.0, limit / 20), (0.1, limit / 4)):
        files, asked = blamed(monkeypatch, lambda cases, start=start, each=each: start + cases * each)
        assert not files, (start, each, asked)


def test_cases_that_are_quick_one_by_one_leave_nothing_to_ask(monkeypatch):
    files, asked = blamed(monkeypatch, lambda cases: 0.05 if cases < 64 else 1e9)
    assert (files, asked) == ([64], [64, *[1] * 64])


def test_a_program_that_hangs_on_one_case_that_it_answered_before_leaves_no_file_to_blame(monkeypatch):
    told = iter([1e9, *[0.1] * 64])
    files, asked = blamed(monkeypatch, lambda _: next(told, 1e9))
    assert files == []
    assert asked == [64, *[1] * 64, 32, 16, 8, 4, 2, 1]
