"""Checkers of clausal proofs: what refutes is accepted, what does not is refused by each of them."""

import stat
from itertools import combinations, product
from random import Random

import pytest
from pysat.solvers import Solver

from doublecount.verify import proofs, rup

SQUARE = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
CHECKERS = {name.split()[0]: checker for name, checker in proofs.at_hand().items()}
EVERY = pytest.mark.parametrize("checker", CHECKERS.values(), ids=CHECKERS)


def pigeonhole(holes):
    """More pigeons than holes: each in one, no two together."""
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    apart = ([-one[hole], -other[hole]] for hole in range(holes) for one, other in combinations(at, 2))
    return [*at, *apart]


def refutation(formula, name="glucose4"):
    """A solver's proof, or None where it finds a model."""
    with Solver(name=name, bootstrap_with=formula, with_proof=True) as solver:
        return None if solver.solve() else solver.get_proof()


def random_formula(random, variables=5, clauses=22, shortest=3):
    lengths = (random.randint(shortest, 3) for _ in range(clauses))
    return [random_clause(random, variables, length) for length in lengths]


def random_clause(random, variables, length):
    return [random.choice((1, -1)) * name for name in random.sample(range(1, variables + 1), length)]


def satisfiable(formula):
    """By trying all assignments."""
    names = sorted({abs(literal) for clause in formula for literal in clause})
    signs = (dict(zip(names, values, strict=True)) for values in product((1, -1), repeat=len(names)))
    return any(all(any(sign[abs(one)] * one > 0 for one in clause) for clause in formula) for sign in signs)


@pytest.mark.parametrize("solver", ["glucose4", "cadical153"])
@EVERY
def test_proofs_of_the_pigeonhole_principle_are_accepted(checker, solver):
    for holes in (2, 3, 4):
        assert checker(pigeonhole(holes), refutation(pigeonhole(holes), solver)) is None


@EVERY
def test_a_proof_without_the_empty_clause_is_refused(checker):
    proof = refutation(pigeonhole(4))
    assert checker(pigeonhole(4), proof) is None
    for length in range(0, len(proof) - 1, 5):
        assert checker(pigeonhole(4), proof[:length])


def test_our_own_checker_insists_on_the_empty_clause_even_where_propagation_does_without():
    assert rup.check([[1], [-1]], []) == "it does not come to the empty clause"
    assert rup.check([[1], [-1]], ["0"]) is None
    assert rup.check([[]], ["0"]) is None


@EVERY
def test_steps_that_do_not_follow_are_refused(checker):
    assert checker(SQUARE, ["1 0", "0"]) is None
    assert checker(SQUARE[1:], ["1 0", "0"])
    assert checker(SQUARE, ["0"])
    assert checker([[1, 2, 3], *SQUARE[1:]], ["1 3 0", "1 0", "0"])


@EVERY
def test_clauses_that_are_decided_when_they_are_read_count_as_they_should(checker):
    assert checker([[-1], [-2], [1, 2, 3], [-3]], ["0"]) is None
    assert checker([[2], [1, 2], [-1]], ["0"])
    assert checker([[2], [-1, 3], [1, -2], [-3]], ["0"]) is None


@EVERY
def test_formulas_with_short_clauses_are_refuted_exactly_if_nothing_satisfies_them(checker):
    random, refuted = Random(3), 0
    for _ in range(150):
        formula = random_formula(random, 4, 7, shortest=1)
        proof = refutation(formula)
        if proof is None:
            assert checker(formula, ["0"])
        else:
            assert checker(formula, [*proof, "0"]) is None
            refuted += 1
    assert 20 < refuted < 130


@pytest.mark.parametrize("name", ["rup", "dratify"])
def test_a_step_that_only_keeps_a_formula_satisfiable_or_is_none_is_refused(name):
    assert CHECKERS[name](SQUARE, ["5 0", "1 0", "0"])
    assert CHECKERS[name](SQUARE, ["x 0", "1 0", "0"])


@EVERY
def test_what_is_deleted_is_not_used_any_more(checker):
    assert checker(SQUARE, ["d 1 2 0", "1 0", "0"])
    assert checker([*SQUARE, SQUARE[0]], ["d 2 1 0", "1 0", "0"]) is None
    assert checker(SQUARE, ["1 0", "d 1 2 0", "d 3 4 0", "0"]) is None


@EVERY
def test_a_clause_is_a_set_of_literals(checker):
    assert checker([[1, 1, 2], [-2, 1], [-1, 2, -1], [-1, -2]], ["1 1 0", "0"]) is None
    assert checker([[1, -1], [2], [-2, 3]], ["0"])


@pytest.mark.parametrize("step", ["", "1 2", "x 0", "1 0 0", "+1 0", "d", "1  0", "0 1", "1_0 0", "٣ 0"])
def test_what_is_no_step_is_refused(step):
    assert rup.check(SQUARE, [step, "1 0", "0"]) == f"step 1 is no clause: {step!r}"


@EVERY
def test_no_proof_of_a_satisfiable_formula_is_accepted(checker):
    random = Random(1)
    refused = 0
    while refused < 150:
        formula = random_formula(random)
        proof = refutation(formula)
        if proof is None:
            other = refutation([*formula, *random_formula(random)])
            assert satisfiable(formula)
            assert checker(formula, ["0"])
            assert other is None or checker(formula, other)
            refused += 1
        else:
            assert not satisfiable(formula)
            assert checker(formula, [*proof, "0"]) is None


def damaged(random, proof):
    """The proof with a step lost, or a literal lost, negated or added."""
    steps = [*proof]
    place = random.randrange(len(steps))
    words = steps[place].split()
    match random.randrange(4):
        case 0:
            del steps[place]
        case 1 if len(words) > 1:
            del words[random.randrange(len(words) - 1)]
        case 2 if len(words) > 1:
            words[0] = words[0] if words[0] == "d" else str(-int(words[0]))
        case _:
            words.insert(len(words) - 1, str(random.choice((1, -1)) * random.randint(1, 6)))
    return steps if len(steps) < len(proof) else [*steps[:place], " ".join(words), *steps[place + 1 :]]


def test_damaged_proofs_refute_nothing_that_can_be_satisfied():
    random, accepted = Random(2), 0
    formulas = [random_formula(random, 6, 40) for _ in range(30)]
    proven = [(formula, proof) for formula in formulas if (proof := refutation(formula))]
    for _ in range(1000):
        formula, proof = random.choice(proven)
        weaker = [clause for clause in formula if random.random() < 0.97]
        broken = damaged(random, proof)
        if not any(checker(weaker, broken) for checker in CHECKERS.values()):
            assert not satisfiable(weaker)
            accepted += 1
    assert 20 < accepted < 980


def test_all_checkers_must_accept_and_are_named(monkeypatch):
    assert proofs.checked(SQUARE, ["1 0", "0"])[0] == "rup"
    assert any(name.startswith("dratify 0.") for name in proofs.at_hand())
    with pytest.raises(proofs.RefusedError, match=r"^rup refuses the proof: it does not come to the empty"):
        proofs.checked(SQUARE, ["1 0"])
    at_hand = proofs.at_hand()
    monkeypatch.setattr(proofs, "at_hand", lambda: {**at_hand, "mule": lambda *_: "no"})
    with pytest.raises(proofs.RefusedError, match="mule refuses the proof: no"):
        proofs.checked(SQUARE, ["1 0", "0"])


def test_a_zero_among_the_literals_is_no_formula():
    for formula in ([[1, 0]], [[1], [-1, 0]]):
        with pytest.raises(ValueError, match="no literal"):
            proofs.checked(formula, ["0"])


DRAT_TRIM = """#!/bin/sh
head -1 "$1"; tail -1 "$1"; tail -1 "$2"
grep -q '^p cnf 2 4$' "$1" && grep -q '^-1 -2 0$' "$1" && grep -q '^1 0$' "$2" \\
  && echo 's VERIFIED' || { echo 's NOT VERIFIED'; exit 1; }
"""


def test_drat_trim_is_asked_where_it_is_installed(tmp_path, monkeypatch):
    program = tmp_path / "drat-trim"
    program.write_text(DRAT_TRIM)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert "drat-trim" in proofs.checked(SQUARE, ["1 0", "0"])
    with pytest.raises(proofs.RefusedError, match="drat-trim refuses the proof: s NOT VERIFIED"):
        proofs.checked(SQUARE, ["2 0", "0"])
    program.write_text("#!/bin/sh\nexit 3\n")
    with pytest.raises(proofs.RefusedError, match="drat-trim refuses the proof: exit status 3"):
        proofs.checked(SQUARE, ["1 0", "0"])
