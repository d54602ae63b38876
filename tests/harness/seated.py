"""Panels for tests of the harness's own parts: injured queens, and parties that are functions."""

from itertools import product

from doublecount.problems.injured_queen import PROBLEM, Answer
from doublecount.problems.injured_queen.rules import broken_rule
from doublecount.problems.record import Outcome, Status
from doublecount.verify.parties import Candidate, CandidateSpec, Oracle, Panel
from doublecount.verify.results import PartyInfo, Role
from doublecount.verify.runner import Ended, Run

MINE = CandidateSpec("mine", "mine", time_limit=10.0)


def placements(board):
    """How many placements a small board has, by trying all."""
    rows = [range(board.n) if row is None else (row,) for row in board.rows]
    return sum(broken_rule(board, placement) is None for placement in product(*rows))


def board(text):
    """The board of a judge's line."""
    (instance,) = PROBLEM.read(text + "\n", "test")
    return instance


def oracle(name, count=placements, role=Role.MODEL, together=None):
    """A party that answers with ``count(board)``, an answer or its count; ``together``: in a batch."""

    def outcome(counting):
        def answer(instance):
            value = counting(instance)
            return Outcome(Status.ANSWERED, value if isinstance(value, Answer) else Answer(value))

        return answer

    batch = together and (lambda instances: list(map(outcome(together), instances)))
    return Oracle(PartyInfo(name, role, ""), outcome(count), batch)


def panel(count, problem=PROBLEM, together=None, right=placements, **options):
    """The solver ``dp``, which is right, and the model ``mine``, which is not."""
    solver = oracle("dp", right, Role.SOLVER)
    return Panel(problem, solver, (oracle("mine", count, together=together),), **options)


def candidate_panel(problem=PROBLEM, spec=MINE, **options):
    """The solver ``dp``, which is right, and the program ``mine``, which ``in_process`` stands in for."""
    solver = oracle("dp", placements, Role.SOLVER)
    return Panel(problem, solver, (), (Candidate(spec, problem),), **options)


class InProcess:
    """Stands in for the runner: answers a file with ``counts(boards)``; remembers the files."""

    def __init__(self, counts):
        self.counts, self.files = counts, []

    def __call__(self, command, data, limits, sandbox):
        file = tuple(PROBLEM.read(data.decode(), "test"))
        self.files.append(file)
        told = self.counts(file)
        if isinstance(told, Ended):
            return Run(told, -9, b"", b"", limits.seconds)
        output = "".join(PROBLEM.write_answer(k, Answer(count)) for k, count in enumerate(told, 1))
        return Run(Ended.EXITED, 0, output.encode(), b"", 0.0)


def in_process(monkeypatch, counts):
    """Let programs be ``counts(boards)``; returns what remembers the files they got."""
    program = InProcess(counts)
    monkeypatch.setattr("doublecount.verify.runner.run", program)
    return program
