"""Proofs and tables behind verdicts: who is backed or refuted by them, in findings and by ``--certify``."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from doublecount.cli.main import group
from doublecount.problems import overlapping_squares, wooden_chess
from doublecount.problems.claim import Claim
from doublecount.problems.injured_queen import Answer
from doublecount.problems.record import Outcome, Status
from doublecount.verify import catalogue, certify, proven
from doublecount.verify.conclude import settle
from doublecount.verify.finding import FROM_FILE, finding
from doublecount.verify.instances import draw
from doublecount.verify.parties import Oracle
from doublecount.verify.parties import panel as standard_panel
from doublecount.verify.proven import BRIEF, FULL, Proven, Unproven
from doublecount.verify.results import Certificate, Difference, Kind, PartyInfo, Role, Standing
from tests.harness.seated import PROBLEM, board, panel, placements

PROOF, TABLE, EXHAUSTED = Certificate.PROOF, Certificate.TABLE, Certificate.EXHAUSTED
REFUTED, UNCHECKED = Certificate.REFUTED, Certificate.UNCHECKED
LARGE = board("????????2")
RIGHT = Answer(2, None, frozenset([(0, 2, 0), (2, 0, 2)]))
QUEENS = catalogue.problem("injured-queen")


def shown(answer, party="sat"):
    return Proven(answer, "by a proof", PROOF, party)


def test_whoever_gives_a_proof_is_backed_by_it_and_others_where_nothing_simpler_does():
    answers = {"dp": Answer(2), "sat": Answer(2), "mine": Answer(3), "silent": Answer(None, (0, 2, 0))}
    told = certify.certificates(PROBLEM, board("???"), answers, RIGHT, shown(RIGHT))
    assert told == {"dp": EXHAUSTED, "sat": PROOF, "mine": REFUTED, "silent": UNCHECKED}
    told = certify.certificates(PROBLEM, board("???"), answers, None, shown(RIGHT))
    assert told == {"dp": PROOF, "sat": PROOF, "mine": REFUTED, "silent": UNCHECKED}


def test_what_a_proof_leaves_open_is_not_backed_by_it():
    listed = Answer(2, None, frozenset([(0, 2, 0), (2, 0, 2)]))
    told = certify.certificates(PROBLEM, board("???"), {"dp": listed}, None, shown(Answer(2)))
    assert told == {"dp": UNCHECKED}


def outvoted(seated, instance, accused="mine", against=("dp",)):
    difference = Difference(Kind.WRONG_ANSWER, accused, against, Standing.OUTVOTED, "votes", 0, (instance,))
    return settle(seated, difference, FULL)


def with_proof(seated, *answers):
    """The panel with a prover that gives these answers in turn, and what it was asked."""
    asked, waiting = [], list(answers)

    def prove(instance, said, effort):
        asked.append((instance, said, effort))
        return waiting.pop(0)

    return replace(seated, problem=replace(PROBLEM, split=None, exhaust=lambda _: None), prove=prove), asked


def test_a_proof_decides_what_was_a_matter_of_votes():
    seated, asked = with_proof(panel(lambda queens: placements(queens) + 1), shown(RIGHT))
    settled = outvoted(seated, board("???"))
    assert (settled.difference.accused, settled.difference.standing) == ("mine", Standing.REFUTED)
    assert settled.evidence.why == "count 3; sat, by a proof: count 2"
    assert settled.evidence.instance == board("???")
    assert [(instance, {one.count for one in said}, effort) for instance, said, effort in asked] == [
        (board("???"), {2, 3}, FULL)
    ]
    told = finding(seated, settled, FROM_FILE, (board("???"),))
    assert (told.status, told.evidence_why) == (Standing.REFUTED, settled.evidence.why)
    assert told.certificates["mine"] is REFUTED


def test_a_proof_may_turn_against_those_who_outvoted_the_accused():
    seated, _ = with_proof(panel(lambda queens: placements(queens) + 1), shown(Answer(3)))
    settled = outvoted(seated, board("???"))
    assert (settled.difference.accused, settled.difference.against) == ("dp", ("mine",))
    assert settled.difference.standing is Standing.REFUTED


def test_without_a_proof_it_stays_a_matter_of_votes():
    seated, _ = with_proof(panel(lambda queens: placements(queens) + 1), Unproven("too large"))
    settled = outvoted(seated, board("???"))
    assert (settled.difference.standing, settled.proven) == (Standing.OUTVOTED, None)
    bare = replace(seated, prove=None)
    assert outvoted(bare, board("???")).difference.standing is Standing.OUTVOTED


def wrong(name, change):
    """A real panel with the model "mine" that is wrong by a change of the solver's answer."""
    seated = standard_panel(catalogue.problem(name))
    solve = seated.problem.load_solver().solve
    mine = Oracle(
        PartyInfo("mine", Role.MODEL, ""),
        lambda instance: Outcome(Status.ANSWERED, change(solve(instance))),
    )
    return replace(seated, models=(*seated.models, mine))


def test_a_program_at_a_large_game_is_refuted_by_the_checked_table():
    rows = tuple(tuple(3 * row + column for column in range(5)) for row in range(4))
    game = wooden_chess.Instance(rows, rows[::-1])
    seated = wrong("wooden-chess", lambda right: wooden_chess.Answer(right.value + 1))
    settled = outvoted(seated, game)
    assert settled.difference.standing is Standing.REFUTED
    told = finding(seated, settled, FROM_FILE, (game,))
    assert (told.certificates["dp"], told.certificates["mine"]) == (TABLE, REFUTED)
    assert "dp, checked at every of 126 positions: value" in told.evidence_why


@pytest.mark.parametrize("name", ["black-white", "injured-queen", "overlapping-squares"])
def test_every_answer_of_the_sat_model_in_a_finding_carries_a_checked_proof(name):
    def changed(right):
        if name == "overlapping-squares":
            return overlapping_squares.Answer(not right.possible)
        return replace(right, count=right.count + 1, solutions=None)

    seated, met = wrong(name, changed), 0
    for index in range(12):
        instance = draw(seated.problem, 41, index, judge_only=True).instance
        solved = seated.solver.ask(instance).answer
        if name != "overlapping-squares" and solved.count > 60:
            continue
        settled = outvoted(seated, instance)
        told = finding(seated, settled, FROM_FILE, (instance,))
        if settled.replies["sat"].answer is not None:
            assert told.certificates["sat"] is PROOF, instance
            assert told.certificates["mine"] is REFUTED
            assert told.certificates["dp"] is not UNCHECKED
            met += 1
    assert met >= 5


def test_too_many_solutions_are_given_up_before_they_are_enumerated():
    assert proven.proven(QUEENS, LARGE, [Answer(10**6)], FULL) == Unproven("more than 10,000 solutions")
    assert proven.proven(QUEENS, LARGE, [Answer(10**6), Answer()], BRIEF) == Unproven(
        "more than 1,000 solutions"
    )


def test_the_fewest_solutions_that_anybody_counts_decide_whether_a_proof_is_tried():
    instance, few = board("???"), replace(FULL, solutions=2)
    for said in ([], [Answer(9), Answer(2)], [Answer(2), Answer()]):
        assert proven.proven(QUEENS, instance, said, few).answer.count == 2
    assert proven.proven(QUEENS, instance, [Answer(9), Answer(3)], few) == Unproven("more than 2 solutions")


def test_a_proof_may_be_as_long_as_the_limit_and_is_told_by_the_clauses_it_adds():
    def deleting(outcome):
        return replace(outcome, answer=replace(outcome.answer, proof=("d 1 2 0", "0")))

    found = proven.proven(claiming(deleting), board("1??"), effort=replace(FULL, steps=2))
    assert "refuted the rest: proof (1 clause, rup and " in found.how
    found = proven.proven(QUEENS, board("????"))
    assert int(found.how.split("proof (")[1].split()[0]) > 1 and " clauses, rup" in found.how


def claiming(change):
    """The queens with a model whose claims are changed."""
    (sat,) = [model for model in QUEENS.load_models() if model.claim]
    model = replace(sat, claim=lambda *asked: change(sat.claim(*asked)))
    return replace(QUEENS, load_models=lambda: (model,))


def test_a_claim_that_does_not_stand_is_a_fault_of_the_tool():
    def shortened(outcome):
        return replace(outcome, answer=replace(outcome.answer, proof=outcome.answer.proof[:-1]))

    def unfounded(outcome):
        return replace(outcome, answer=replace(outcome.answer, stated=((1,), *outcome.answer.stated)))

    def lost(outcome):
        return replace(outcome, answer=Claim((), *list(vars(outcome.answer).values())[1:]))

    for change, why in ((shortened, "rup refuses"), (unfounded, "do not say"), (lost, "rup refuses")):
        found = proven.proven(claiming(change), board("????"))
        assert isinstance(found, Unproven) and found.wrong and why in found.why


def test_what_is_too_dear_is_unproven_and_no_fault():
    late = claiming(lambda _: Outcome(Status.OUT_OF_BUDGET, detail="not within 3 conflicts"))
    assert proven.proven(late, board("???")) == Unproven("sat: not within 3 conflicts")
    assert proven.proven(QUEENS, board("?????"), effort=replace(FULL, steps=2)) == Unproven(
        "a proof of more than 2 steps"
    )
    assert proven.proven(replace(QUEENS, load_models=lambda: ()), board("???")) == Unproven(
        "no model proves its answers"
    )
    assert proven.proven(QUEENS, board("?" * 9)).why.startswith("too large for sat")


def solve(*words, text):
    return CliRunner().invoke(group, ["solve", *words, "--certify"], input=text)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_solve_says_what_certifies_each_answer_and_answers_as_ever(name):
    problem = catalogue.problem(name)
    drawn = (draw(problem, 51, index, judge_only=True).instance for index in range(40))
    text = problem.write([one for one in drawn if _is_cheap(problem, one)][:3])
    plain = CliRunner().invoke(group, ["solve", name], input=text)
    done = solve(name, text=text)
    assert (done.exit_code, done.stdout) == (0, plain.stdout)
    lines = done.stderr.splitlines()
    assert [line.split(": ")[:2] for line in lines] == [
        [f"case {k}", "certified"] for k in range(1, len(lines) + 1)
    ]
    told = [json.loads(line) for line in solve(name, "--json", text=text).stdout.splitlines()]
    assert [f"case {one['case']}: certified: {one['certified']}" for one in told] == lines
    assert lines


def _is_cheap(problem, instance):
    if problem.game:
        return problem.game.positions(instance) < 3000
    return (getattr(problem.load_solver().solve(instance), "count", 0) or 0) < 60


def test_solve_says_why_an_answer_is_unchecked():
    assert (
        solve("injured-queen", text="?" * 9 + "\n").stderr
        == "case 1: unchecked: more than 10,000 solutions\n"
    )
    (told,) = map(json.loads, solve("injured-queen", "--json", text="?" * 9 + "\n").stdout.splitlines())
    assert (told["certified"], told["unchecked"]) == (None, "more than 10,000 solutions")


def test_solve_ends_where_the_solver_is_shown_to_be_wrong(monkeypatch):
    problem = catalogue.problem("injured-queen")
    liar = replace(problem.load_solver(), solve=lambda _: Answer(5, (0, 2, 0)))
    monkeypatch.setattr(catalogue, "problem", lambda _: replace(problem, load_solver=lambda: liar))
    done = solve("injured-queen", text="???\n")
    assert (done.exit_code, done.stdout) == (3, "")
    assert "the answer of dp does not stand: count 5; enumerated 2, refuted the rest: proof (" in done.stderr
    assert done.stderr.count("\n") == 1


def test_certify_goes_with_answers_only():
    assert solve("injured-queen", "--count-only", text="???\n").exit_code == 2


def test_where_nothing_is_proven_rules_exhaustion_and_witnesses_still_back_an_answer():
    squares = catalogue.problem("overlapping-squares")
    bare = replace(squares, load_models=lambda: ())
    blank = overlapping_squares.Instance.of(())
    solve_one = squares.load_solver().solve
    two = overlapping_squares.rules.painted(overlapping_squares.rules.painted(blank, (0, 0)), (1, 1))
    assert certify.backing(bare, blank, solve_one(blank)).by == "the rules alone"
    assert certify.backing(bare, two, solve_one(two)).by.startswith("all that is possible, ")
    dear = replace(bare, exhaust=lambda _: None)
    assert certify.backing(dear, two, solve_one(two)) == certify.Backing(
        "witness", "no model proves its answers"
    )
    assert certify.backing(dear, two, overlapping_squares.Answer(True)).by is None
    with pytest.raises(certify.WrongAnswerError, match="the rules alone: No"):
        certify.backing(bare, blank, overlapping_squares.Answer(True))
    with pytest.raises(certify.WrongAnswerError, match="off the board"):
        certify.backing(bare, two, overlapping_squares.Answer(True, 1, ((9, 9),)))
