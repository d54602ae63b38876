"""Following a difference down: which instance is the evidence, and against whom."""

from dataclasses import replace

from doublecount.problems.record import Limits
from doublecount.verify.localise import Evidence, Unrefuted, localise
from tests.harness.seated import PROBLEM, Answer, board, in_process, oracle, panel, placements
from tests.harness.seated import candidate_panel as with_candidate

FREE = board("???")


def last_row_missed(instance):
    """Count no placement whose first queen stands in the last row."""
    last = instance.n - 1
    if instance.rows[0] == last:
        return 0
    return placements(instance) - (instance.rows[0] is None and placements(instance.fixing(0, last)))


def one_more_at_the_top(instance):
    """Right on all boards but those without a fixed queen."""
    return placements(instance) + (len(instance.free) == instance.n)


def test_a_count_is_followed_down_to_a_complete_board_that_the_rules_decide():
    found = localise(panel(last_row_missed), FREE, "mine", "dp")
    assert found == Evidence(
        "mine", "mine says count 0; the rules decide this board: count 1, not count 0", board("313")
    )
    assert found.instance.free == ()


def test_the_opponent_may_be_the_one_who_is_refuted():
    found = localise(panel(last_row_missed), FREE, "dp", "mine")
    assert (found.accused, found.instance) == ("mine", board("313"))


def test_whoever_contradicts_its_own_parts_is_refuted_on_the_spot():
    told = "the count is 3, its parts add up to 2; of the parts it says count 1, count 0, count 1"
    for names in (("mine", "dp"), ("dp", "mine")):
        found = localise(panel(one_more_at_the_top), FREE, *names)
        assert (found.accused, found.instance) == ("mine", FREE)
        assert found.why == f"mine contradicts itself: split on a free column: {told}"


def test_a_party_that_is_wrong_alike_everywhere_contradicts_nothing():
    twice = {board("??"): 0}
    blind = panel(lambda instance: twice.get(instance, placements(instance)))
    assert isinstance(localise(blind, board("??"), "mine", "dp"), Unrefuted)


def test_without_parts_nothing_is_found():
    no_split = replace(PROBLEM, split=None)
    assert isinstance(localise(panel(one_more_at_the_top, no_split), FREE, "mine", "dp"), Unrefuted)
    undecided = replace(PROBLEM, decide=lambda _: None)
    assert isinstance(localise(panel(last_row_missed, undecided), board("313"), "mine", "dp"), Unrefuted)


def test_the_rules_decide_where_there_is_no_split():
    no_split = replace(PROBLEM, split=None)
    found = localise(panel(last_row_missed, no_split), board("313"), "mine", "dp")
    assert found.accused == "mine"


def test_no_part_beyond_the_limits_is_asked_about():
    limits = Limits("", lambda instance: instance.rows[0] != 0, 10)
    outside = replace(PROBLEM, limits=limits)
    assert isinstance(
        localise(panel(last_row_missed, outside, judge_only=True), FREE, "mine", "dp"), Unrefuted
    )
    assert isinstance(localise(panel(last_row_missed, outside), FREE, "mine", "dp"), Evidence)


def test_parts_that_one_of_the_two_does_not_answer_lead_nowhere():
    def silent(instance):
        if instance.rows[0] == 1:
            raise ValueError("no")
        return last_row_missed(instance)

    assert isinstance(localise(panel(silent), FREE, "mine", "dp"), Unrefuted)
    assert isinstance(localise(panel(last_row_missed, right=silent), FREE, "mine", "dp"), Unrefuted)


def test_what_counts_as_evidence_is_asked_case_by_case():
    together = panel(one_more_at_the_top, together=placements)
    assert localise(together, FREE, "mine", "dp").accused == "mine"

    def as_whole(instance):
        return placements(instance) + (instance in (FREE, board("2??")))

    assert isinstance(localise(panel(as_whole, together=placements), FREE, "mine", "dp"), Unrefuted)


def test_parts_unanswered_case_by_case_are_no_evidence_but_the_others_are():
    def alone(instance):
        if len(instance.free) < instance.n:
            raise ValueError("no")
        return placements(instance)

    accused = oracle("accused", alone, together=placements)
    two = panel(one_more_at_the_top)
    three = replace(two, models=(*two.models, accused))
    assert localise(three, FREE, "accused", "mine").accused == "mine"
    assert isinstance(localise(three, FREE, "accused", "dp"), Unrefuted)


def broken_witness(instance):
    """Miss the last row, and show a broken placement beside all other counts that are not 0."""
    count = last_row_missed(instance)
    return Answer(count, (0,) * instance.n) if count and instance != FREE else count


def test_a_broken_witness_beside_the_right_value_is_neither_followed_nor_evidence():
    found = localise(panel(broken_witness), FREE, "mine", "dp")
    assert (found.accused, found.instance) == ("mine", board("313"))

    def only_broken(instance):
        return Answer(placements(instance), (0,) * instance.n)

    assert isinstance(localise(panel(only_broken), board("131"), "mine", "dp"), Unrefuted)


def test_a_majority_is_no_evidence():
    wrong = panel(lambda instance: placements(instance) + 1, replace(PROBLEM, split=None))
    assert isinstance(localise(wrong, FREE, "mine", "dp"), Unrefuted)


def test_the_way_down_ends_after_so_many_steps(monkeypatch):
    monkeypatch.setattr("doublecount.verify.localise.MOST_STEPS", 3)
    assert isinstance(localise(panel(last_row_missed), FREE, "mine", "dp"), Unrefuted)
    monkeypatch.setattr("doublecount.verify.localise.MOST_STEPS", 4)
    assert isinstance(localise(panel(last_row_missed), FREE, "mine", "dp"), Evidence)


def test_a_program_gets_the_parts_in_files_of_the_judges_length(monkeypatch):
    program = in_process(monkeypatch, lambda file: list(map(last_row_missed, file)))
    limited = replace(PROBLEM, limits=replace(PROBLEM.limits, cases_per_file=2))
    found = localise(with_candidate(limited), FREE, "mine", "dp")
    assert found.instance == board("313")
    assert max(map(len, program.files)) == 2


def test_it_is_said_why_nothing_is_refuted(monkeypatch):
    no_split = replace(PROBLEM, split=None)
    outside = replace(PROBLEM, limits=Limits("", lambda instance: instance.rows[0] is None, 10))

    def why(seated, instance=FREE):
        return localise(seated, instance, "mine", "dp").why

    assert why(panel(one_more_at_the_top, no_split)) == "it has no parts to follow it down to"
    told = why(panel(last_row_missed, outside, judge_only=True))
    assert told == "its parts are not what the judge may ask"
    told = why(panel(one_more_at_the_top, together=lambda _: 1 / 0))
    assert told == "mine gives no answer to one of its parts (failed)"
    twice = panel(lambda one: 0 if one == board("??") else placements(one))
    assert why(twice, board("??")) == "both agree on its parts, and neither contradicts itself"
    in_process(monkeypatch, lambda file: [7 for one in file if one == FREE])
    told = why(with_candidate(PROBLEM))
    assert told == "mine gives no answer to one of its parts (malformed-output)"
