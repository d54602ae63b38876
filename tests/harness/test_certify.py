"""What backs the answers of a finding: witnesses, exhaustion, other readings, complete boards."""

from dataclasses import replace

import pytest

from doublecount.problems import black_white, dots_and_boxes, overlapping_squares, wooden_chess
from doublecount.problems.injured_queen import Answer
from doublecount.problems.record import Outcome, Reading, Status, Suspicion
from doublecount.verify import catalogue, certify, solutions
from doublecount.verify.complete import complete_boards, summed_up
from doublecount.verify.finding import FROM_FILE, Settled, finding
from doublecount.verify.parties import OutOfTimeError
from doublecount.verify.results import Certificate, Difference, Kind, Reply, Role, Standing, Switch
from doublecount.verify.runner import Ended
from tests.harness.seated import (
    PROBLEM,
    board,
    candidate_panel,
    in_process,
    oracle,
    panel,
    placements,
)

FREE = board("???")
REFUTED, EXHAUSTED = Certificate.REFUTED, Certificate.EXHAUSTED
WITNESS, UNCHECKED = Certificate.WITNESS, Certificate.UNCHECKED


def found(seated, instance=FREE, kind=Kind.WRONG_ANSWER, accused="mine", problem=PROBLEM):
    """The finding of a difference on one instance, with what everybody says to it."""
    seated = replace(seated, problem=problem)
    replies = {party.name: party.ask(instance) for party in seated.parties}
    difference = Difference(kind, accused, ("dp",), Standing.OUTVOTED, "", 0, (instance,))
    return finding(seated, Settled(difference, replies), FROM_FILE, (instance,))


def certified(name, instance, **answers):
    problem = catalogue.problem(name)
    truth = certify.truth(problem, instance, complete_boards(problem, instance))
    return certify.certificates(problem, instance, answers, truth)


def picture_of(*squares):
    blank = overlapping_squares.Instance.of(())
    for square in squares:
        blank = overlapping_squares.rules.painted(blank, square)
    return blank


def test_an_order_of_squares_settles_that_there_is_one():
    two, order = picture_of((0, 0), (1, 1)), ((0, 0), (1, 1))
    say = overlapping_squares.Answer
    assert certified(
        "overlapping-squares", two, dp=say(True, 2, order), judge=say(True), no=say(False), three=say(True, 3)
    ) == {"dp": WITNESS, "judge": EXHAUSTED, "no": REFUTED, "three": REFUTED}


def test_where_trying_all_is_too_dear_an_order_still_settles_it_and_refutes_no():
    problem = replace(catalogue.problem("overlapping-squares"), exhaust=lambda _: None)
    two, order = picture_of((0, 0), (1, 1)), ((0, 0), (1, 1))
    say = overlapping_squares.Answer
    answers = {
        "dp": say(True, 2, order),
        "judge": say(True),
        "no": say(False),
        "broken": say(True, 1, order[:1]),
    }
    assert certify.truth(problem, two, None) is None
    assert certify.certificates(problem, two, answers, None) == {
        "dp": WITNESS, "judge": UNCHECKED, "no": REFUTED, "broken": REFUTED,
    }  # fmt: skip


def test_the_value_of_a_small_game_is_exhausted_and_a_line_of_play_alone_settles_nothing():
    game = wooden_chess.Instance(((1, 2), (3, 4)), ((4, 3), (2, 1)))
    right = catalogue.problem("wooden-chess").load_solver().solve(game)
    wrong = wooden_chess.Answer(right.value + 1)
    assert certified("wooden-chess", game, dp=right, mine=wrong) == {"dp": EXHAUSTED, "mine": REFUTED}
    problem = replace(catalogue.problem("wooden-chess"), exhaust=lambda _: None)
    assert certify.certificates(problem, game, {"dp": right}, None) == {"dp": UNCHECKED}
    told = certify.certificates(problem, game, {"mine": replace(right, value=right.value + 1)}, None)
    assert told == {"mine": REFUTED}  # by its own line


def test_what_exhaustion_does_not_state_stays_unchecked():
    problem = catalogue.problem("dots-and-boxes")
    game = dots_and_boxes.Instance(problem.load_solver().solve(dots_and_boxes.Instance(())).best[:1], 1, 1)
    right = problem.load_solver().solve(game)
    assert certified("dots-and-boxes", game, dp=right, silent=dots_and_boxes.Answer()) == {
        "dp": EXHAUSTED, "silent": UNCHECKED,
    }  # fmt: skip
    part = replace(right, best=None)
    assert certify.certificates(problem, game, {"dp": right, "part": part}, part) == {
        "dp": UNCHECKED, "part": EXHAUSTED,
    }  # fmt: skip


def test_a_count_is_certified_by_all_complete_boards_and_not_by_a_witness():
    both = frozenset([(0, 2, 0), (2, 0, 2)])
    answers = {
        "right": Answer(2, (0, 2, 0), both),
        "fewer": Answer(1, (0, 2, 0)),
        "more": Answer(3),
        "silent": Answer(None, (0, 2, 0)),
        "broken": Answer(2, (0, 1, 0)),
    }
    told = certified("injured-queen", FREE, **answers)
    assert told == {"right": EXHAUSTED, "silent": UNCHECKED} | dict.fromkeys(
        ("fewer", "more", "broken"), REFUTED
    )
    large = board("????????")
    assert certified("injured-queen", large, dp=Answer(placements(board("?????")))) == {"dp": UNCHECKED}


def test_a_witness_of_anybody_refutes_a_count_that_lacks_it_where_nothing_is_exhausted():
    answers = {"dp": Answer(9, (0, 2, 0)), "none": Answer(0)}
    assert certify.certificates(PROBLEM, FREE, answers, None) == {"dp": UNCHECKED, "none": REFUTED}


def test_complete_boards_are_all_there_in_order_and_add_up():
    boards = complete_boards(PROBLEM, FREE)
    assert len(boards) == 27
    assert [one.board for one in boards][:4] == [board("111"), board("112"), board("113"), board("121")]
    right = summed_up(boards)
    assert (right.count, right.solutions) == (2, frozenset([(0, 2, 0), (2, 0, 2)]))
    assert len(complete_boards(PROBLEM, board("????"))) == 256
    assert [one.board for one in complete_boards(PROBLEM, board("313"))] == [board("313")]


@pytest.mark.parametrize("line", ["?????", "?" * 200])
def test_too_many_complete_boards_are_given_up(line):
    assert complete_boards(PROBLEM, board(line)) is None


def test_only_counts_that_can_be_split_down_to_the_rules_have_complete_boards():
    assert complete_boards(catalogue.problem("dots-and-boxes"), dots_and_boxes.Instance((), 1, 1)) is None
    assert complete_boards(replace(PROBLEM, split=None), FREE) is None
    assert complete_boards(replace(PROBLEM, decide=lambda _: None), FREE) is None


def test_a_finding_says_what_backs_each_answer_and_leaves_out_who_is_silent():
    seated = panel(lambda queens: placements(queens) + 1)
    silent = replace(oracle("silent"), answer=lambda _: Outcome(Status.OUT_OF_BUDGET))
    told = found(replace(seated, models=(*seated.models, silent)))
    assert told.certificates == {"dp": EXHAUSTED, "mine": REFUTED}


def test_every_other_reading_is_said_to_agree_or_not():
    def switch(name, answer):
        return Reading("", Suspicion(name, answer))

    readings = (
        switch(
            "always one more", lambda queens, solve: replace(solve(queens), count=solve(queens).count + 1)
        ),
        switch("nothing changes", lambda queens, solve: solve(queens)),
        switch("too dear", lambda _, __: None),
        switch("nothing is stated", lambda _, __: Answer()),
        Reading("not doubtful"),
    )
    told = found(panel(lambda queens: placements(queens) + 1), problem=replace(PROBLEM, readings=readings))
    assert told.switches == (
        Switch("always one more", True),
        Switch("nothing changes", False),
        Switch("too dear", None),
        Switch("nothing is stated", None),
    )


def test_an_accused_that_does_not_answer_has_neither_readings_nor_solutions():
    seated = panel(placements)
    dead = replace(seated.models[0], answer=lambda _: Outcome(Status.OUT_OF_BUDGET))
    told = found(replace(seated, models=(dead,)))
    assert (told.switches, told.solutions) == ((), None)
    assert told.certificates == {"dp": EXHAUSTED}


def first_row_for_last(queens):
    """Take placements whose first queen stands in the last row for wrong, and 111 for right."""
    if queens.free:
        return sum(first_row_for_last(queens.fixing(queens.free[0], row)) for row in range(queens.n))
    return int(queens == board("111") or (placements(queens) > 0 and queens.rows[0] != queens.n - 1))


def test_the_boards_of_the_accused_are_set_beside_those_of_the_rules():
    told = found(panel(first_row_for_last)).solutions
    assert (told.boards, told.both, told.only_accused, told.only_rules) == (27, 1, 1, 1)
    assert told.shown == {
        "both": (PROBLEM.picture(board("131"), None),),
        "only accused": (PROBLEM.picture(board("111"), None),),
        "only rules": (PROBLEM.picture(board("313"), None),),
    }


def test_the_first_six_of_each_group_are_shown():
    told = found(panel(lambda queens: 1), board("????")).solutions
    right = placements(board("????"))
    assert (told.boards, told.both, told.only_accused, told.only_rules) == (256, right, 256 - right, 0)
    assert [len(shown) for shown in told.shown.values()] == [min(6, right), 6, 0]


def test_a_program_is_asked_in_files_that_its_judge_allows(monkeypatch):
    program = in_process(monkeypatch, lambda boards: [int(placements(one) == 0) for one in boards])
    limits = replace(PROBLEM.limits, cases_per_file=10)
    told = found(candidate_panel(judge_only=True), problem=replace(PROBLEM, limits=limits)).solutions
    assert (told.boards, told.both, told.only_accused, told.only_rules) == (27, 0, 25, 2)
    assert [len(file) for file in program.files][-3:] == [10, 10, 7]
    fewer = replace(PROBLEM, limits=replace(limits, cases_per_file=8))
    assert found(candidate_panel(), problem=fewer).solutions is None


def crashing(boards):
    return [3] if len(boards) == 1 else Ended.TIMEOUT


def test_a_program_that_hangs_on_complete_boards_is_not_asked_on(monkeypatch):
    limits = replace(PROBLEM.limits, cases_per_file=10)
    program = in_process(monkeypatch, crashing)
    assert found(candidate_panel(), problem=replace(PROBLEM, limits=limits)).solutions is None
    assert sum(len(file) == 10 for file in program.files) == 1


def test_when_the_time_is_up_a_program_is_not_asked(monkeypatch):
    in_process(monkeypatch, lambda boards: [3] * len(boards))
    seated = candidate_panel()
    (mine,) = seated.candidates
    boards = complete_boards(PROBLEM, FREE)
    late = replace(seated, candidates=(replace(mine, deadline=0.0),))
    with pytest.raises(OutOfTimeError):
        late.candidates[0].ask(FREE)
    assert solutions.solutions(late, "mine", boards) is None
    assert solutions.solutions(seated, "mine", boards) is not None


def test_boards_outside_the_judges_limits_are_not_asked_about():
    seated = panel(placements, judge_only=True)
    narrow = replace(PROBLEM, limits=replace(PROBLEM.limits, allows=lambda queens: len(queens.free) > 0))
    assert found(seated, problem=narrow).solutions is None
    assert found(replace(seated, judge_only=False), problem=narrow).solutions is not None


@pytest.mark.parametrize("kind", Kind)
def test_solutions_are_told_where_the_answer_is_what_is_wrong(kind):
    told = found(panel(lambda queens: placements(queens) + 1), kind=kind)
    assert (told.solutions is not None) == (
        kind.value in ("wrong-answer", "invalid-witness", "relation-violated")
    )
    assert told.certificates == {"dp": EXHAUSTED, "mine": REFUTED}


def test_a_witness_that_breaks_the_rules_is_drawn_if_it_fits_the_board():
    problem = black_white.PROBLEM
    instance = black_white.Instance(("..", ".."))

    def outcome(rows):
        return lambda _: Outcome(Status.ANSWERED, black_white.Answer(12, rows))

    models = [
        replace(oracle(name, role=Role.MODEL), answer=outcome(rows))
        for name, rows in (("block", ("##", "##")), ("thin", ("#", "o")), ("odd", ("##", "#?")))
    ]
    seated = replace(
        panel(placements, problem), solver=oracle("dp", lambda _: 1, Role.SOLVER), models=tuple(models)
    )
    seated = replace(seated, solver=replace(seated.solver, answer=outcome(("##", "oo"))))
    told = found(seated, instance, Kind.INVALID_WITNESS, "block", problem)
    assert {*told.pictures} == {"instance", "dp", "block"}
    assert told.pictures["block"] == problem.picture(instance, black_white.Answer(12, ("##", "##")))
    assert told.certificates == {"dp": EXHAUSTED, "block": REFUTED, "thin": REFUTED, "odd": REFUTED}


def test_a_reply_without_an_answer_is_drawn_by_nobody():
    settled = Settled(
        Difference(Kind.CRASH, "mine", (), Standing.REFUTED, "", 0, (FREE,)),
        {"dp": Reply(Status.ANSWERED, Answer(2, (0, 2, 0))), "mine": Reply(Status.FAILED, fault=Kind.CRASH)},
    )
    told = finding(panel(placements), settled, FROM_FILE, (FREE,))
    assert {*told.pictures} == {"instance", "dp"}
    assert told.certificates == {"dp": EXHAUSTED}
