"""Claims of the SAT models: what they state holds by the rules, proofs hold, and nothing else is accepted."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from doublecount.problems import black_white, injured_queen, overlapping_squares
from doublecount.problems.black_white import clauses as in_colours
from doublecount.problems.claim import UnfoundedError
from doublecount.problems.injured_queen import clauses as in_queens
from doublecount.problems.overlapping_squares import clauses as in_squares
from doublecount.problems.overlapping_squares.rules import painted
from doublecount.problems.record import Status, differing_facts
from doublecount.verify import catalogue, proofs
from doublecount.verify.instances import draw
from doublecount.verify.proven import BRIEF, Proven, proven

PROVING = ("black-white", "injured-queen", "overlapping-squares")
COUNTING = PROVING[:2]


def model(name):
    return next(one for one in catalogue.models(name) if one.claim)


def claimed(name, instance, budget=20_000):
    outcome = model(name).claim(instance, budget)
    assert outcome.status is Status.ANSWERED
    return outcome.answer


def accepted(name, instance, claim):
    conclusion = catalogue.problem(name).concluded(instance, claim)
    proofs.checked(conclusion.formula, claim.proof)
    return conclusion.answer


def board(name, *rows):
    if name == "black-white":
        return black_white.Instance(rows)
    return next(catalogue.problem(name).read("\n".join(rows) + "\n", "test"))


PICTURE = overlapping_squares.Instance.of(overlapping_squares.instance.EDGES[:9])
SMALL = [board("black-white", "...", "#..", "..."), board("injured-queen", "????2")]


@pytest.mark.parametrize("name", PROVING)
def test_what_is_proven_is_what_the_solver_says(name):
    problem, shown = catalogue.problem(name), 0
    for index in range(16):
        instance = draw(problem, 21, index, judge_only=False).instance
        if problem.load_solver().fits(instance) is None:
            solved = problem.load_solver().solve(instance)
            found = proven(problem, instance, [solved], replace(BRIEF, solutions=150, work=800))
            if isinstance(found, Proven):
                assert differing_facts(problem, found.answer, solved) == (), instance
                assert problem.check(instance, found.answer) is None
                shown += 1
            else:
                assert not found.wrong, found
    assert shown >= 8


@pytest.mark.parametrize("name", PROVING)
def test_a_claim_repeats_exactly_and_a_small_budget_gives_none(name):
    instance = dict(zip(PROVING, [*SMALL, PICTURE], strict=True))[name]
    assert model(name).claim(instance, 20_000) == model(name).claim(instance, 20_000)
    assert model(name).claim(instance, 0).status is Status.OUT_OF_BUDGET


@pytest.mark.parametrize(("name", "instance"), [*zip(COUNTING, SMALL, strict=True)])
def test_a_solution_that_is_left_out_breaks_the_proof(name, instance):
    claim = claimed(name, instance)
    assert accepted(name, instance, claim).count == len(claim.witnesses) > 10
    for witness in claim.witnesses:
        fewer = tuple(other for other in claim.witnesses if other != witness)
        with pytest.raises(proofs.RefusedError):
            accepted(name, instance, replace(claim, witnesses=fewer))


@pytest.mark.parametrize(("name", "instance"), [*zip(COUNTING, SMALL, strict=True)])
def test_a_witness_that_breaks_the_rules_or_is_named_twice_is_unfounded(name, instance):
    claim = claimed(name, instance)
    broken = {"black-white": ("###", "###", "###"), "injured-queen": (0, 0, 0, 0, 1)}[name]
    for one, why in ((broken, "block|attack"), (claim.witnesses[0], "twice")):
        with pytest.raises(UnfoundedError, match=why):
            accepted(name, instance, replace(claim, witnesses=(*claim.witnesses, one)))


@pytest.mark.parametrize("name", PROVING)
def test_a_shortened_proof_is_refused_for_every_board(name):
    for index in range(4):
        instance = draw(catalogue.problem(name), 22, index, judge_only=True).instance
        outcome = model(name).claim(instance, 800)
        if outcome.answer:
            for length in {0, len(outcome.answer.proof) // 2, len(outcome.answer.proof) - 1}:
                with pytest.raises(proofs.RefusedError):
                    accepted(name, instance, replace(outcome.answer, proof=outcome.answer.proof[:length]))


def random_clauses(random, variables, number, longest):
    for _ in range(number):
        length = random.randint(1, longest)
        yield tuple(random.choice((1, -1)) * random.randint(1, variables) for _ in range(length))


def satisfied(clause, facts):
    return any((abs(fact) in facts) == (fact > 0) for fact in clause)


@pytest.mark.parametrize(
    ("name", "instance", "module", "variables"),
    [(COUNTING[0], SMALL[0], in_colours, 9), (COUNTING[1], SMALL[1], in_queens, 25)],
    ids=COUNTING,
)
def test_no_clause_is_said_to_hold_that_a_solution_violates(name, instance, module, variables):
    witnesses = [
        {fact for fact in module.named(one) if fact > 0} for one in claimed(name, instance).witnesses
    ]
    random, held = Random(5), 0
    for clause in random_clauses(random, variables, 4000, 7):
        if module.holds(instance, clause):
            assert all(satisfied(clause, facts) for facts in witnesses), clause
            held += 1
    assert 100 < held < 3900
    assert not module.holds(instance, ())
    assert not module.holds(instance, (variables + 1, -1, 1))


def stack_facts(instance, order):
    """The variables that are true for a stack, by painting it."""
    places, squares = instance.places, instance.squares
    facts = {places * places + step + 1 for step in range(places - len(order))}
    picture = instance.with_edges(())
    for step in range(places):
        square = None if step < places - len(order) else order[step - places + len(order)]
        if square is not None:
            facts.add(step * places + squares.index(square) + 1)
            picture = painted(picture, square)
        drawn = frozenset(picture.marked)
        first = places * (places + 1) + step + 1
        facts |= {first + places * k for k, edge in enumerate(instance.edges) if edge in drawn}
    return picture, facts


def test_no_clause_about_squares_is_said_to_hold_that_a_stack_violates():
    random, held = Random(6), 0
    blank = overlapping_squares.Instance.of((), 3, 4)
    for _ in range(40):
        order = random.sample(blank.squares, random.randint(1, blank.places))
        instance, facts = stack_facts(blank, order)
        stated = claimed("overlapping-squares", instance).stated
        for clause in random.sample(stated, 40):
            changed = list(clause)
            place = random.randrange(len(changed))
            if random.random() < 0.5:
                del changed[place]
            else:
                changed[place] *= -1
            most = random.randint(len(order), blank.places)
            for one in (clause, tuple(changed), *random_clauses(random, 36 + 6 + 34 * 6, 2, 3)):
                if in_squares.holds(instance, most, one):
                    held += 1
                    assert satisfied(one, facts), (order, one)
    assert held > 1400
    assert not in_squares.holds(blank, 6, (10_000,))
    assert not in_squares.holds(blank, 6, ())


def test_a_lower_stack_that_exists_cannot_be_refuted():
    one, two = stack_facts(overlapping_squares.Instance.of(()), [(0, 0), (1, 1)])[0], ((0, 0), (0, 0), (1, 1))
    claim = claimed("overlapping-squares", one)
    assert accepted("overlapping-squares", one, claim).fewest == 2
    with pytest.raises((UnfoundedError, proofs.RefusedError)):
        accepted("overlapping-squares", one, replace(claim, witnesses=(two,)))
    with pytest.raises((UnfoundedError, proofs.RefusedError)):
        accepted("overlapping-squares", one, replace(claim, witnesses=()))
    with pytest.raises(UnfoundedError, match="row 1 of the picture"):
        accepted("overlapping-squares", one, replace(claim, witnesses=(((1, 1), (1, 1), (0, 1)),)))
    with pytest.raises(UnfoundedError, match="more than one"):
        accepted("overlapping-squares", one, replace(claim, witnesses=claim.witnesses * 2))


def test_more_squares_than_allowed_are_a_no_with_the_fewest_proven():
    picture = stack_facts(overlapping_squares.Instance.of(()), [(0, 0), (1, 1), (2, 2)])[0]
    found = proven(catalogue.problem("overlapping-squares"), picture.with_limit(2))
    assert found.answer == overlapping_squares.Answer(False, 3)


@pytest.mark.parametrize(("name", "instance"), [*zip(COUNTING, SMALL, strict=True)])
def test_a_clause_that_the_rules_do_not_say_is_unfounded(name, instance):
    claim = claimed(name, instance)
    for clause in ((1, 2), (0,), (), (10_000, -10_000)):
        with pytest.raises(UnfoundedError, match="do not say"):
            accepted(name, instance, replace(claim, stated=(*claim.stated, clause)))


def test_a_cut_is_checked_by_following_paths():
    free = black_white.Instance(("...",) * 3)
    ring = [2, 4, 6, 8]  # the cells beside the middle one
    assert in_colours.holds(free, (-5, -1, *ring))
    assert in_colours.holds(free, (5, 1, *(-cell for cell in ring)))
    assert not in_colours.holds(free, (-5, -1, *ring[1:]))
    assert not in_colours.holds(free, (-1, -3, 2, 5))
    assert in_colours.holds(black_white.Instance(("...", "ooo", "...")), (-1, -9))


def test_every_board_of_four_queens_is_proven():
    problem = catalogue.problem("injured-queen")
    for rows in product((None, 0, 1, 2), repeat=4):
        instance = injured_queen.Instance(rows)
        solved = problem.load_solver().solve(instance)
        assert proven(problem, instance).answer.count == solved.count
