"""The same game with a solver that knows the rule by heart: who is left a multiple of most + 1 loses."""

from dataclasses import replace

from take_away import PROBLEM as RIGHT
from take_away import Answer, Instance

from doublecount.problems.own import Solver


def solve(instance: Instance) -> Answer:
    """Leave the other player a multiple of the largest take and one."""
    rest = instance.stones % (instance.takes[-1] + 1)
    return Answer("first" if rest else "second", (rest,) if rest in instance.takes else ())


PROBLEM = replace(RIGHT, name="take-away-wrong", load_solver=lambda: Solver(solve=solve))
