"""Width probes hit what they aim at: right answers on both sides of the ends of machine numbers."""

from random import Random

import pytest

from doublecount.verify import catalogue

AIMS = [
    ("black-white", "widths", (31, 32, 53, 63, 64)),
    ("injured-queen", "widths", (16, 31, 32, 53)),
    ("injured-queen", "beyond", (63, 64)),
    ("wooden-chess", "judge-widths", (7, 8, 15, 16)),
    ("wooden-chess", "widths", (31, 32, 53)),
]
DRAWN = 80


@pytest.mark.parametrize(("name", "stratum", "aims"), AIMS, ids=[f"{n}: {s}" for n, s, _ in AIMS])
def test_answers_lie_within_a_factor_of_three_of_each_aim(name, stratum, aims):
    problem = catalogue.problem(name)
    (found,) = (one for one in problem.strata if one.name == stratum)
    solve = problem.load_solver().solve
    answers = [solve(found.make(Random(seed))) for seed in range(DRAWN)]
    values = [abs(getattr(answer, problem.compared[0])) for answer in answers]
    for bits in aims:
        assert any(2**bits <= 3 * value < 9 * 2**bits for value in values), bits
    assert any(value >= 2 ** aims[-1] for value in values)
    if name == "wooden-chess":
        assert {answer.value > 0 for answer in answers} == {True, False}


def test_a_program_that_counts_in_doubles_is_wrong_on_a_probe():
    problem = catalogue.problem("injured-queen")
    (found,) = (one for one in problem.strata if one.name == "widths")
    counts = [problem.load_solver().solve(found.make(Random(seed))).count for seed in range(20)]
    assert any(count > 2**53 for count in counts)
    assert any(count > 2**32 for count in counts if count < 2**34)
