"""When a campaign has found enough: ``--max-findings``, candidate by candidate."""

from dataclasses import replace

import pytest

from doublecount.cli.outcome import Shown, say_result
from doublecount.problems.record import Status
from doublecount.verify import catalogue
from doublecount.verify.campaign import Options, _Search
from doublecount.verify.compare import Verdict
from doublecount.verify.known import Sort
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.present import campaign_json
from doublecount.verify.results import Campaign, Difference, Kind, PartyInfo, Role, Standing
from doublecount.verify.store import Reached, Store
from doublecount.verify.summing import nothing
from doublecount.verify.worker import ShardResult, Tried
from tests.harness.findings import QUEENS, instances, summary

NOISY, RARE = "noisy", "rare"
ASKED = Options(
    (QUEENS,),
    examples=100,
    seed=1,
    max_findings=3,
    candidates=tuple(CandidateSpec(n, n) for n in (NOISY, RARE)),
)
BOARD = tuple(instances(QUEENS, "???\n"))


class Accusing:
    """Workers that find what ``accused(number)`` says: who is wrong on the instance, counted from 0."""

    jobs = 1

    def __init__(self, accused):
        self.accused, self.handed_out = accused, 0

    def run(self, next_task):
        while task := next_task():
            tried = tuple(map(self.tried, range(task.start, task.stop)))
            self.handed_out = task.stop
            yield task, ShardResult(tried, (PartyInfo("dp", Role.SOLVER, ""),))

    def tried(self, number):
        differences = tuple(
            Difference(Kind.WRONG_ANSWER, name, ("dp",), Standing.REFUTED, "", 0, BOARD)
            for name in self.accused(number)
        )
        verdict = Verdict.DIFFERING if differences else Verdict.AGREED
        return Tried(
            number, "open", verdict, True, True, {"dp": Status.ANSWERED}, {"dp": 0.1}, (), differences
        )


def explored(accused, store, options=ASKED, number=None):
    """A search that has tried its instances, and what its workers were asked."""
    number = number or store.begin(Campaign(1, "", {}, "", ()), {})
    reached = store.reached(number, QUEENS) or Reached(nothing(QUEENS))
    workers = Accusing(accused)
    problem = catalogue.problem(QUEENS)
    search = _Search(problem, options, store, number, workers, lambda *_: None, reached)
    search.explore()
    return search


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "s", create=True)
    yield opened
    opened.close()


def noisy_and_rare(number):
    return [NOISY] * (number % 2) + [RARE] * (number % 20 == 0)


def test_one_noisy_candidate_does_not_use_up_what_the_others_have(store):
    search = explored(noisy_and_rare, store)
    assert search.result().checked == 41
    assert search._stopped() == "when 23 instances differed, 3 or more for each candidate"


def test_a_candidate_that_is_right_is_tried_on_all(store):
    search = explored(lambda number: [NOISY] * (number % 2), store)
    assert (search.result().checked, search._stopped()) == (100, "")


def test_an_only_candidate_ends_the_search_at_its_limit(store):
    options = replace(ASKED, candidates=ASKED.candidates[:1])
    search = explored(lambda number: [NOISY] * (number % 2), store, options)
    assert (search.result().checked, search._stopped()) == (6, "when 3 instances differed")


def test_where_all_are_expected_to_be_wrong_each_is_to_be_caught_once(store):
    assert explored(noisy_and_rare, store, replace(ASKED, all_wrong=True)).result().checked == 4


def test_an_oracle_that_is_wrong_counts_for_everybody(store):
    assert explored(lambda number: ["dp"] * (number % 2), store).result().checked == 6


def test_known_findings_count_for_nobody(store):
    known = (Sort(QUEENS, Kind.WRONG_ANSWER, NOISY),)
    assert explored(noisy_and_rare, store, replace(ASKED, known=known)).result().checked == 100


@pytest.mark.parametrize("known", [(), (Sort(QUEENS, Kind.WRONG_ANSWER, NOISY),)], ids=["news", "known"])
def test_a_search_taken_up_again_counts_what_it_had(known, store, tmp_path):
    options = replace(ASKED, known=known)
    whole = explored(noisy_and_rare, store, options)
    other = Store(tmp_path / "other", create=True)
    number = other.begin(Campaign(1, "", {}, "", ()), {})
    for examples in (7, 30, 100):
        broken = explored(noisy_and_rare, other, replace(options, examples=examples), number)
    assert (broken.result().checked, broken._counts) == (whole.result().checked, whole._counts)
    assert broken._differing == whole._differing
    other.close()


def test_of_each_candidate_as_many_differences_as_the_limit_are_brought_to_a_verdict(store):
    search = explored(noisy_and_rare, store, replace(ASKED, max_findings=1))
    assert sorted(difference.accused for _, difference in search._chosen()) == [NOISY, RARE]


def test_why_it_ended_is_said_in_text_and_json(capsys):
    ended = replace(summary(), checked=41, stopped="when 3 instances differed")
    campaign = Campaign(1, "0", {}, "", (ended,))
    say_result(campaign, (), Shown(None, False, False, (), False, None))
    assert f"\n{QUEENS}: ended when 3 instances differed\n" in capsys.readouterr().out + "\n"
    assert campaign_json(campaign)["problems"][QUEENS]["stopped"] == "when 3 instances differed"
    whole = replace(campaign, summaries=(replace(ended, stopped=""),))
    assert "stopped" not in campaign_json(whole)["problems"][QUEENS]
