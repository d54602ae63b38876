"""A line for each instance of a campaign: packed, kept in the store, read back in bounds."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from doublecount.cli.selftest import command
from doublecount.problems.fault import Place
from doublecount.verify import statistics, store, summing
from doublecount.verify.compare import Verdict
from doublecount.verify.finding import Origin
from doublecount.verify.results import Dossier, Planted, Row
from doublecount.verify.rows import packed, row, unpacked
from doublecount.verify.selftest import Caught
from doublecount.verify.store import Reached, Store, StoreError, UnusableStoreError
from doublecount.verify.worker import Shard, try_shard
from tests.harness.seated import board, panel, placements
from tests.harness.test_store import CAMPAIGN, PROBLEM, QUEENS, SQUARES, begun, difference
from tests.harness.test_store_inside import FULL, finding, synchronous
from tests.harness.test_summing import DIFFERENCE, A, tried

KINDS = ("agreed", "undecided", "differing")
CAUGHT = Planted(QUEENS, "fault", "what is wrong", "model", 3, 12, True, "???\n")


def line(number, verdict="agreed"):
    differences = ("wrong-answer mine",) if verdict == "differing" else ()
    return Row(number, "open", number % 7, verdict, str(number), differences)


def stored(opened, rows, number=1, problem=PROBLEM):
    reached = Reached(summing.nothing(problem.name), rows[-1].number)
    opened.reach(number, problem, reached, (), rows)


@pytest.fixture
def opened(tmp_path):
    made, _ = begun(tmp_path / "s")
    yield made
    made.close()


def test_rows_are_unpacked_as_they_were_packed():
    rows = [line(4), line(5, "differing"), line(6, "undecided"), replace(line(7), differences=("a", "b"))]
    stretch = packed(rows)
    assert [*unpacked(stretch)] == rows
    assert (stretch.first, stretch.differing, stretch.verdicts) == (4, 1, "adua")
    assert {*stretch.differences} == {1, 3}
    assert [one.differs for one in rows] == [False, True, False, False]


def test_a_row_says_what_came_of_an_instance():
    one = tried(6, Verdict.DIFFERING, (A, A), differences=(DIFFERENCE,), measure=9, fact="12")
    assert row(one) == Row(7, "open", 9, "differing", "12", ("wrong-answer m",))
    assert [row(tried(0, verdict, (A, A))).verdict for verdict in Verdict] == [one.value for one in Verdict]
    assert {one.value for one in Verdict} == {*KINDS}


@pytest.mark.parametrize(
    ("value", "said"),
    [(True, "Yes"), (False, "No"), (None, ""), (0, "0"), (-12, "-12"), ("Tom200", "Tom200"),
     (10**39, str(10**39)), (10**40, "1" + 38 * "0" + "…")],
)  # fmt: skip
def test_an_answer_is_shown_by_its_first_fact_and_a_long_one_is_cut(value, said):
    problem = SimpleNamespace(compared=("value", "other"))
    assert statistics.fact(problem, SimpleNamespace(value=value, other=3)) == said
    assert len(said) <= statistics.LONGEST


def test_a_shard_tells_sizes_and_answers():
    seated = panel(lambda queens: placements(queens) + (queens.n == 3))
    boards = iter([board("?"), board("???"), board("3??")])
    small = replace(
        seated.problem, strata=(replace(PROBLEM.strata[0], name="s", make=lambda _: next(boards)),)
    )
    done = try_shard(replace(seated, problem=small), 1, Shard(QUEENS, 4, 7, float("inf")))
    wrong = ("wrong-answer mine",)
    assert [*map(row, done.tried)] == [
        Row(5, "s", 1, "agreed", "1"),
        Row(6, "s", 3, "differing", "2", wrong),
        Row(7, "s", 3, "differing", "1", wrong),
    ]


def test_rows_are_read_back_by_problem_in_their_order(opened):
    squares = replace(PROBLEM, name=SQUARES)
    stored(opened, [line(1), line(2, "differing")], problem=squares)
    stored(opened, [line(k, KINDS[k % 3]) for k in range(1, 11)])
    stored(opened, [line(k) for k in range(11, 14)])
    stored(opened, [line(1)], number=2)
    told = opened.dossier({"signature": "reason"})
    assert [*told.rows] == [*told.row_count] == [SQUARES, QUEENS]
    assert told.rows[SQUARES] == (line(1), line(2, "differing"))
    whole = tuple(line(k, KINDS[k % 3]) if k < 11 else line(k) for k in range(1, 14))
    assert told.rows[QUEENS] == whole
    assert told.row_count == {SQUARES: 2, QUEENS: 13}
    assert (told.campaign, told.known) == (opened.newest(), {"signature": "reason"})


def test_a_campaign_without_rows_has_a_dossier(opened):
    assert opened.dossier() == Dossier(CAMPAIGN)


def test_of_too_many_instances_those_that_differ_are_kept_and_the_first_others(opened, monkeypatch):
    monkeypatch.setattr(store, "MOST_ROWS", 6)
    wrong = {3, 12, 18}
    for first in (1, 11):
        stretch = range(first, first + 10)
        stored(opened, [line(k, "differing" if k in wrong else "agreed") for k in stretch])
    told = opened.dossier()
    assert [one.number for one in told.rows[QUEENS]] == [1, 2, 3, 4, 12, 18]
    assert told.row_count == {QUEENS: 20}
    monkeypatch.setattr(store, "MOST_ROWS", 2)
    assert [one.number for one in opened.dossier().rows[QUEENS]] == [3, 12]


def test_what_short_problems_leave_is_there_for_long_ones(opened, monkeypatch):
    monkeypatch.setattr(store, "MOST_ROWS", 10)
    squares = replace(PROBLEM, name=SQUARES)
    stored(opened, [line(k) for k in range(1, 21)])
    stored(opened, [line(k) for k in range(1, 4)], problem=squares)
    told = opened.dossier()
    assert {name: len(rows) for name, rows in told.rows.items()} == {QUEENS: 7, SQUARES: 3}
    stored(opened, [line(k) for k in range(4, 21)], problem=squares)
    told = opened.dossier()
    assert {name: len(rows) for name, rows in told.rows.items()} == {QUEENS: 5, SQUARES: 5}


def test_rows_are_stored_with_how_far_the_problem_has_come_or_not_at_all(opened):
    def breaking():
        yield Origin(1, "open"), difference()
        raise KeyboardInterrupt

    reached = Reached(summing.nothing(QUEENS), 1)
    with pytest.raises(KeyboardInterrupt):
        opened.reach(1, PROBLEM, reached, breaking(), [line(1)])
    assert opened._value("SELECT count(*) FROM tried") == 0
    stored(opened, [line(1)])
    with pytest.raises(StoreError, match="UNIQUE"):
        opened.reach(1, PROBLEM, replace(reached, position=99), (), [line(1)])
    assert opened.reached(1, QUEENS).position == 1
    assert opened.dossier().rows == {QUEENS: (line(1),)}


@pytest.mark.parametrize("change", ["'$.verdicts', 'ax'", "'$.verdicts', 'a'", "'$.answers', json('[]')"])
def test_a_damaged_row_is_told_in_words(change, opened):
    stored(opened, [line(1), line(2)])
    opened._database.execute(f"UPDATE tried SET rows = json_set(rows, {change})")
    with pytest.raises(StoreError, match="expected columns of one length and verdicts"):
        opened.dossier()


def test_the_newest_selftest_of_the_store_is_in_the_dossier(opened, tmp_path):
    assert opened.dossier().selftest == ()
    missed = replace(CAUGHT, instances=None, smallest=False, board="")
    opened.add_selftest([CAUGHT])
    assert synchronous(opened) == FULL
    opened.add_selftest([CAUGHT, missed])
    assert Store(tmp_path / "s").dossier().selftest == (CAUGHT, missed)


def selftest(path, monkeypatch, *words, error=""):
    """Run the command with an outcome made by hand: a fault that is caught and one that is missed."""
    found = finding("a", "???\n")
    fault = ("what is wrong", Place.MODEL, 3)
    outcome = [
        Caught(QUEENS, "fault", *fault, 12, found, True, 0.1),
        Caught(QUEENS, "other", *fault, None, None, False, 0.1, error),
    ]
    monkeypatch.setattr("doublecount.cli.selftest.run", lambda *_: outcome)
    return CliRunner().invoke(command, [QUEENS, "--fast", "--store", str(path), *words])


def test_the_command_keeps_its_outcome_in_a_new_store_or_beside_a_campaign(tmp_path, monkeypatch):
    missed = Planted(QUEENS, "other", "what is wrong", "model", 3, None, False)
    begun(tmp_path / "s")[0].close()
    for name in ("s", "new"):
        done = selftest(tmp_path / name, monkeypatch)
        assert (done.exit_code, done.stderr) == (1, f"store: {tmp_path / name}\n")
    assert Store(tmp_path / "s").dossier().selftest == (CAUGHT, missed)
    with pytest.raises(UnusableStoreError, match="no campaign"):
        Store(tmp_path / "new").dossier()
    begun(tmp_path / "new")[0].close()
    assert Store(tmp_path / "new").dossier().selftest == (CAUGHT, missed)


def test_a_failure_of_the_tool_is_told_kept_and_exit_code_3(tmp_path, monkeypatch):
    done = selftest(tmp_path / "s", monkeypatch, error="IndexError (here.py, line 3)")
    assert done.exit_code == 3
    assert tuple(done.stdout.splitlines()[2].split()[n] for n in (1, 4, 5, 6)) == (
        "other",
        "failed",
        "-",
        "-",
    )
    failed = "other, seed 3: not tried, the tool itself failed: IndexError (here.py, line 3) (what is wrong)"
    assert failed in done.stdout
    begun(tmp_path / "s")[0].close()
    _, other = Store(tmp_path / "s").dossier().selftest
    assert other.error == "IndexError (here.py, line 3)"


def test_a_store_that_can_not_be_used_is_told_before_any_fault_is_tried(tmp_path, monkeypatch):
    (tmp_path / "s").write_text("somebody's text " * 100)
    done = selftest(tmp_path / "s", monkeypatch)
    assert (done.exit_code, done.stdout) == (3, "")
    assert done.stderr.startswith(f"Error: {tmp_path / 's'}: no store of doublecount")
    assert len(done.stderr.splitlines()) == 1


def test_a_store_that_can_not_be_written_at_the_end_is_a_failure_of_the_tool(tmp_path, monkeypatch):
    def full(*_):
        raise StoreError("s: disk is full")

    monkeypatch.setattr(Store, "add_selftest", full)
    done = selftest(tmp_path / "s", monkeypatch)
    assert (done.exit_code, done.stderr) == (3, "Error: s: disk is full\n")
