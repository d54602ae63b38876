"""Who stands accused, and on what grounds."""

from dataclasses import replace
from types import SimpleNamespace

from doublecount.problems.injured_queen import PROBLEM, Answer, Instance
from doublecount.problems.record import Exhausted, Status
from doublecount.problems.wooden_chess import PROBLEM as CHESS
from doublecount.problems.wooden_chess import Answer as Value
from doublecount.problems.wooden_chess import Instance as Board
from doublecount.verify.compare import Verdict, compare, describe, independent
from doublecount.verify.results import Kind, Reply, Role, Standing

FREE = Instance((None,) * 4)
ROLES = {"dp": Role.SOLVER, "m1": Role.MODEL, "m2": Role.MODEL, "mine": Role.CANDIDATE}
GOOD, OTHER, WRONG = (0, 2, 0, 2), (0, 3, 0, 3), (0, 0, 2, 0)


def judged(shares=None, **answers):
    replies = {
        name: answer if isinstance(answer, Reply) else Reply(Status.ANSWERED, answer)
        for name, answer in answers.items()
    }
    return compare(PROBLEM, FREE, replies, ROLES, shares or {})


def accused(comparison):
    return [(one.accused, one.kind, one.standing) for one in comparison.differences]


def test_equal_answers_of_two_parties_agree_whatever_their_witnesses():
    assert judged(dp=Answer(16, GOOD), m1=Answer(16, OTHER)).verdict is Verdict.AGREED


def test_one_party_alone_decides_nothing():
    assert judged(dp=Answer(16)).verdict is Verdict.UNDECIDED


def test_unknown_is_neither_agreement_nor_difference():
    late = Reply(Status.OUT_OF_BUDGET)
    assert judged(dp=Answer(16), m1=late, m2=Reply(Status.TOO_LARGE)).verdict is Verdict.UNDECIDED
    assert judged(dp=Answer(16), m1=late, m2=Answer(16)).verdict is Verdict.AGREED


def test_a_failed_oracle_is_no_finding():
    assert judged(dp=Answer(16), m1=Answer(16), m2=Reply(Status.FAILED, text="boom")).differences == ()


def test_a_candidate_alone_against_the_oracles_is_outvoted():
    found = judged(dp=Answer(16), m1=Answer(16), mine=Answer(15))
    assert found.verdict is Verdict.DIFFERING
    assert accused(found) == [("mine", Kind.WRONG_ANSWER, Standing.OUTVOTED)]
    assert found.differences[0].against == ("dp", "m1")
    assert found.differences[0].why == "count 15; dp and m1: count 16"


def test_the_solver_is_outvoted_by_two_models_and_a_candidate_has_no_vote():
    assert accused(judged(dp=Answer(15), m1=Answer(16), m2=Answer(16)))[0][0] == "dp"
    assert accused(judged(dp=Answer(16), m1=Answer(15), mine=Answer(15)))[0][0] == "m1"


def test_one_model_against_another_accuses_somebody():
    assert len(accused(judged(m1=Answer(15), m2=Answer(16)))) == 1


def test_one_against_one_the_solver_is_trusted_more_than_a_model_and_the_earlier_of_two_models():
    assert accused(judged(m1=Answer(15), dp=Answer(16)))[0][0] == "m1"
    assert accused(judged(m1=Answer(15), m2=Answer(16)))[0][0] == "m2"


def test_with_equal_support_a_candidate_is_trusted_less_than_a_model_whatever_their_order():
    found = judged(mine=Answer(15), m1=Answer(15), m2=Answer(16))
    assert [name for name, _, _ in accused(found)] == ["mine", "m2"]


def test_what_a_candidate_says_is_put_in_nobody_elses_mouth_and_stands_against_nobody():
    roles = {**ROLES, "other": Role.CANDIDATE}
    values = {"dp": 16, "m1": 16, "other": 3, "mine": 15}
    for order in (values, dict(reversed(values.items()))):
        replies = {name: Reply(Status.ANSWERED, Answer(value)) for name, value in order.items()}
        found = {one.accused: one for one in compare(PROBLEM, FREE, replies, roles).differences}
        assert set(found) == {"other", "mine"}
        assert {one.against for one in found.values()} <= {("dp", "m1"), ("m1", "dp")}
        assert found["mine"].why.startswith("count 15; ") and "count 3" not in found["mine"].why


def test_a_candidates_witness_refutes_where_no_oracle_has_one():
    roles = {**ROLES, "other": Role.CANDIDATE}
    witness = Answer(2, GOOD, frozenset({GOOD, OTHER}))
    for oracle, against in ((Answer(2), ("other",)), (witness, ("dp",))):
        answers = {"dp": oracle, "mine": Answer(1), "other": witness}
        replies = {name: Reply(Status.ANSWERED, answer) for name, answer in answers.items()}
        (found,) = compare(PROBLEM, FREE, replies, roles).differences
        assert (found.accused, found.standing, found.against) == ("mine", Standing.REFUTED, against)


def test_oracles_of_different_opinions_are_each_quoted():
    (m1, mine) = judged(dp=Answer(16), m1=Answer(17), m2=Answer(16), mine=Answer(15)).differences
    assert m1.why == "count 17; dp and m2: count 16"
    assert (mine.why, mine.against) == ("count 15; dp and m2: count 16; m1: count 17", ("dp", "m1", "m2"))


def test_a_candidate_that_agrees_with_an_outvoted_oracle_does_not_speak_against_the_others():
    found = judged(m1=Answer(15), dp=Answer(16), mine=Answer(15)).differences
    assert [(one.accused, one.against) for one in found] == [("m1", ("dp",)), ("mine", ("dp",))]


def test_where_no_oracle_answers_one_of_two_candidates_that_differ_is_accused():
    replies = {name: Reply(Status.ANSWERED, Answer(k)) for k, name in enumerate(("mine", "other"))}
    roles = {"mine": Role.CANDIDATE, "other": Role.CANDIDATE}
    (found,) = compare(PROBLEM, FREE, replies, roles).differences
    assert (found.accused, found.against, found.why) == ("other", ("mine",), "count 1; mine: count 0")


def test_every_difference_names_its_case_and_carries_the_file():
    fault = Reply(Status.FAILED, fault=Kind.CRASH, text="ended")
    several = [
        *judged(dp=Answer(16), m1=Answer(16), mine=fault).differences,
        *judged(dp=Answer(16, WRONG), m1=Answer(15)).differences,
        *judged(dp=Answer(1), m1=Answer(2, GOOD, frozenset({GOOD, OTHER}))).differences,
    ]
    assert len(several) == 4
    assert {(one.case, one.file) for one in several} == {(0, (FREE,))}
    board = Instance((0, 2, 0, 2))
    replies = {name: Reply(Status.ANSWERED, Answer(k)) for k, name in enumerate(("dp", "m1"))}
    (by_rules,) = compare(PROBLEM, board, replies, ROLES).differences
    assert (by_rules.case, by_rules.file) == (0, (board,))


def test_facts_are_described_in_short():
    facts = SimpleNamespace(possible=True, empty=False, solutions=frozenset({GOOD, OTHER}), count=3)
    assert describe(PROBLEM, facts, ["possible", "count", "solutions"]) == "Yes, count 3, 2 listed solutions"
    assert describe(PROBLEM, facts, ["empty"]) == "No"


def test_exhaustion_decides_for_whoever_is_outvoted_though_a_witness_refutes_another():
    problem = replace(PROBLEM, exhaust=lambda _: Exhausted(Answer(2), "everything"))
    answers = {"dp": Answer(2, GOOD, frozenset({GOOD, OTHER})), "m1": Answer(1), "m2": Answer(3)}
    replies = {name: Reply(Status.ANSWERED, answer) for name, answer in answers.items()}
    before = compare(PROBLEM, FREE, replies, ROLES)
    assert [standing for _, _, standing in accused(before)] == [Standing.REFUTED, Standing.OUTVOTED]
    after = compare(problem, FREE, replies, ROLES)
    assert [(name, standing) for name, _, standing in accused(after)] == [
        ("m1", Standing.REFUTED),
        ("m2", Standing.REFUTED),
    ]
    assert after.differences[1].why == "exhausted everything: count 2, not count 3"


def test_valid_solutions_refute_a_count_that_is_too_small():
    found = judged(dp=Answer(1), m1=Answer(2, GOOD, frozenset({GOOD, OTHER})))
    assert accused(found) == [("dp", Kind.WRONG_ANSWER, Standing.REFUTED)]


def test_a_count_below_zero_is_a_wrong_answer_and_refuted_by_itself():
    found = judged(dp=Answer(16), m1=Answer(16), mine=Answer(-2))
    assert accused(found) == [("mine", Kind.WRONG_ANSWER, Standing.REFUTED)]
    assert found.differences[0].why == "it counts -2, less than none"


def test_a_list_that_lacks_a_valid_solution_is_refuted_though_counts_agree():
    found = judged(dp=Answer(1, GOOD, frozenset({GOOD})), m1=Answer(1, OTHER, frozenset({OTHER})))
    assert {name for name, _, _ in accused(found)} == {"dp", "m1"}


def test_an_invalid_witness_refutes_its_party():
    found = judged(dp=Answer(16, GOOD), m1=Answer(16, GOOD), mine=Answer(16, WRONG))
    assert accused(found) == [("mine", Kind.INVALID_WITNESS, Standing.REFUTED)]


def test_an_invalid_witness_refutes_nobody_else():
    found = judged(dp=Answer(0), m1=Answer(0), mine=Answer(1, WRONG))
    assert {name for name, _, _ in accused(found)} == {"mine"}


def test_the_rules_decide_complete_boards_against_any_majority():
    complete = Instance((0, 2, 0, 2))
    replies = {name: Reply(Status.ANSWERED, Answer(0)) for name in ("dp", "m1", "mine")}
    replies["m2"] = Reply(Status.ANSWERED, Answer(1))
    found = compare(PROBLEM, complete, replies, ROLES)
    assert accused(found) == [(n, Kind.WRONG_ANSWER, Standing.REFUTED) for n in ("dp", "m1", "mine")]


def test_a_candidates_fault_is_its_own_kind():
    fault = Reply(Status.FAILED, fault=Kind.CRASH, text="ended with exit status 3\nbecause")
    found = judged(dp=Answer(16), m1=Answer(16), mine=fault)
    assert accused(found) == [("mine", Kind.CRASH, Standing.REFUTED)]
    assert found.differences[0].why == "ended with exit status 3"


SHARED = {"m1": ("ortools",), "m2": ("ortools", "pysat")}


def test_models_that_share_a_part_have_one_vote():
    assert accused(judged(SHARED, dp=Answer(15), m1=Answer(16), m2=Answer(16)))[0][0] == "m1"
    assert accused(judged(dp=Answer(15), m1=Answer(16), m2=Answer(16)))[0][0] == "dp"


def test_a_verdict_says_what_all_opponents_share():
    shares = {**SHARED, "dp": ("pysat",)}
    found = judged(SHARED, m1=Answer(16), m2=Answer(16), mine=Answer(15))
    assert found.differences[0].why == "count 15; m1 and m2: count 16 (m1 and m2 share ortools)"
    for parts in (shares, {"m1": ("ortools",)}, {}):
        found = judged(parts, dp=Answer(16), m1=Answer(16), mine=Answer(15))
        assert found.differences[0].why == "count 15; dp and m1: count 16"


def test_shared_parts_are_named_in_their_order():
    parts = ("f", "b", "d", "a", "e", "c")
    found = judged({"m1": parts, "m2": parts}, m1=Answer(16), m2=Answer(16), mine=Answer(15))
    assert found.differences[0].why.endswith("(m1 and m2 share a and b and c and d and e and f)")


def test_groups_without_a_part_in_common_are_counted():
    assert independent([], {}) == 0
    assert independent(["a", "b", "c"], {}) == 3
    chain = {"a": ("x",), "b": ("x", "y"), "c": ("y",), "d": ("z",)}
    assert independent(["a", "c", "b", "d"], chain) == 2
    assert independent(["a", "c", "d"], chain) == 3
    assert independent(["a", "c", "e"], {**chain, "e": ("x",)}) == 2


SMALL = Board(((1, 2), (3, 4)), ((0, 5), (1, 0)))
LARGE = Board(((1,) * 9,) * 9, ((0,) * 9,) * 9)


def tried(board, **values):
    replies = {name: Reply(Status.ANSWERED, Value(value)) for name, value in values.items()}
    return compare(CHESS, board, replies, ROLES).differences


def test_a_small_board_on_which_parties_differ_is_decided_by_exhaustion_against_any_majority():
    (found,) = tried(SMALL, dp=-1, m1=-1, m2=3)
    assert (found.accused, found.standing) == ("m2", Standing.REFUTED)
    assert found.why == "exhausted 2 plays: value -1, not value 3"
    found = tried(SMALL, dp=3, m1=3, m2=-1)
    assert [(one.accused, one.against) for one in found] == [("dp", ("m2",)), ("m1", ("m2",))]


def test_a_large_board_is_left_to_the_vote():
    (found,) = tried(LARGE, dp=41, m1=41, mine=40)
    assert (found.accused, found.standing) == ("mine", Standing.OUTVOTED)
