"""Runs a planted program: ``python -m doublecount.faults PROBLEM FAULT``, the judge's input on stdin."""

import sys
from importlib import import_module

from doublecount.problems.fault import AnyBank
from doublecount.problems.record import AnyProblem


def main(problem_name: str, fault_name: str) -> None:
    """Read a file, answer it wrongly."""
    module = problem_name.replace("-", "_")
    problem: AnyProblem = import_module(f"doublecount.problems.{module}").PROBLEM
    bank: AnyBank = import_module(f"doublecount.faults.{module}").BANK
    program = bank.fault(fault_name).program
    assert program
    instances = list(problem.read(sys.stdin.read(), "<stdin>"))
    for case, answer in enumerate(program(instances), start=1):
        sys.stdout.write(answer if isinstance(answer, str) else problem.write_answer(case, answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
