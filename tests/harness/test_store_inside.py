"""The store within one process: what is written is what is read, and errors are told in words."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner

from doublecount.cli.verify import command as verify
from doublecount.verify import database, store, summing
from doublecount.verify.finding import Origin
from doublecount.verify.results import Finding, Kind, Standing
from doublecount.verify.store import ForeignStoreError, Reached, Store, StoreError, UnusableStoreError
from tests.harness.test_store import CAMPAIGN, PROBLEM, QUEENS, SQUARES, begun, difference, foreign

FULL, NORMAL = 2, 1
"""What ``PRAGMA synchronous`` says."""


def finding(name, text="??\n", problem=QUEENS, why=""):
    kind, standing = Kind.WRONG_ANSWER, Standing.REFUTED
    return Finding(
        name, problem, kind, "mine", standing, why, (), 1, text, text, {}, None, f"again {name}", 1, ""
    )


@pytest.fixture
def opened(tmp_path):
    made, _ = begun(tmp_path / "s")
    yield made
    made.close()


def synchronous(opened):
    return opened._value("PRAGMA synchronous")


def test_a_store_that_is_not_there_is_not_made_unless_asked_for_and_then_with_its_folders(tmp_path):
    path = tmp_path / "a" / "b" / "s"
    with pytest.raises(UnusableStoreError, match="s: no such store"):
        Store(path)
    with pytest.raises(UnusableStoreError, match="expected a file, found a folder"):
        Store(tmp_path)
    assert not path.exists()
    for _ in range(2):
        Store(path, create=True).close()
    assert path.is_file()


@pytest.mark.parametrize("create", [False, True])
@pytest.mark.parametrize("what", ["text", "other tables", "format 1", "format 2", "format 4"])
def test_what_is_no_store_of_this_version_is_named(what, create, tmp_path):
    said = foreign(tmp_path / "s", what)
    with pytest.raises(ForeignStoreError, match=said):
        Store(tmp_path / "s", create)


@pytest.mark.parametrize("create", [False, True])
def test_a_store_with_a_table_more_is_not_one_of_ours(create, tmp_path):
    made, _ = begun(tmp_path / "s")
    made._database.execute("CREATE TABLE more (id INTEGER)")
    made.close()
    with pytest.raises(ForeignStoreError, match="found tables of another shape"):
        Store(tmp_path / "s", create)


def test_few_pages_are_kept_in_memory(opened):
    assert opened._value("PRAGMA cache_size") == -database.CACHE_KIB


def test_others_may_read_while_a_store_is_written(opened):
    assert opened._value("PRAGMA journal_mode") == "wal"


def test_no_handle_stays_open_after_closing_or_refusing(tmp_path):
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("somebody's text " * 100)
    before = psutil.Process().num_fds()
    Store(tmp_path / "s", create=True).close()
    for name in ("empty", "text"):
        with pytest.raises((UnusableStoreError, ForeignStoreError)) as kept:
            Store(tmp_path / name)
        assert kept.value.__cause__ is None or kept.value.__traceback__
        assert psutil.Process().num_fds() == before


def test_a_campaign_and_its_options_are_read_back(opened):
    campaign = replace(CAMPAIGN, seed=7, command="verify", environment={"python": "3"})
    number = opened.begin(campaign, {"seconds": 3})
    assert number == 2
    assert opened.newest() == campaign
    assert opened.unfinished() == store.Begun(2, campaign, '{"seconds":3}', False)
    opened.update(2, replace(campaign, finished="now"), ended=True)
    assert opened.newest() == replace(campaign, finished="now")
    assert opened.unfinished().number == 1


def test_a_campaign_does_not_keep_its_summaries_twice(opened):
    summary = replace(summing.nothing(QUEENS), checked=3, findings=(finding("a"),))
    opened.reach(1, PROBLEM, Reached(summary, 3))
    opened.update(1, replace(CAMPAIGN, summaries=(replace(summary, checked=99),)), ended=False)
    bare = replace(summary, findings=())
    assert opened.newest().summaries == (bare,)
    assert opened.reached(1, QUEENS) == Reached(bare, 3, False)
    assert '"summaries":[]' in opened._value("SELECT content FROM campaign WHERE id = 1")
    assert "findings" not in opened._value("SELECT summary FROM reached").replace('"findings":[]', "")


def test_a_problem_begins_at_its_first_instance_and_has_not_ended():
    assert Reached(summing.nothing(QUEENS)) == Reached(summing.nothing(QUEENS), 0, False)


def test_summaries_stand_in_the_order_in_which_the_problems_were_begun(opened):
    squares = replace(PROBLEM, name=SQUARES)
    opened.reach(1, squares, Reached(summing.nothing(SQUARES), 1))
    opened.reach(1, PROBLEM, Reached(summing.nothing(QUEENS), 1))
    opened.reach(1, squares, Reached(summing.nothing(SQUARES), 2))
    assert [one.problem for one in opened.summaries(1)] == [SQUARES, QUEENS]
    assert opened.summaries(2) == ()
    assert opened.summary(1, "none") is None


def test_the_files_of_differences_are_kept_once(opened):
    met = [(Origin(1, "open"), difference("1?\n3?2\n"))]
    opened.reach(1, PROBLEM, Reached(summing.nothing(QUEENS), 1), met)
    assert opened.differences(1, PROBLEM) == met
    assert '"file":[]' in opened._value("SELECT content FROM difference")
    assert opened.differences(1, replace(PROBLEM, name=SQUARES)) == []
    assert opened.differences(2, PROBLEM) == []


def test_findings_survive_a_loss_of_power_and_shards_a_kill(opened):
    opened.add_finding(1, 0, finding("a"))
    assert synchronous(opened) == FULL
    opened.reach(1, PROBLEM, Reached(summing.nothing(QUEENS), 1))
    assert synchronous(opened) == NORMAL


def test_findings_are_read_by_their_places_and_say_where_to_replay_them(tmp_path):
    made, number = begun(tmp_path / "a store")
    path = f"'{tmp_path / 'a store'}'"
    second, first = (made.add_finding(number, place, finding(name)) for place, name in ((2, "b"), (1, "a")))
    assert (first.replay, second.replay) == (f"again a --store {path}", f"again b --store {path}")
    assert list(made.findings(number, QUEENS).items()) == [(1, first), (2, second)]
    assert made.findings(number, SQUARES) == made.findings(number + 1, QUEENS) == {}
    with pytest.raises(StoreError, match="UNIQUE constraint"):
        made.add_finding(number, 1, finding("c"))
    made.reach(number, PROBLEM, Reached(summing.nothing(QUEENS), 1))
    assert made.summary(number, QUEENS).findings == (first, second)


def test_a_finding_is_found_by_the_beginning_of_its_name(opened):
    for place, name in enumerate(("abc", "abd", "b")):
        opened.add_finding(1, place, finding(name))
    assert opened.finding("abd").id == "abd"
    assert opened.finding("b").id == "b"
    assert opened.finding("b").replay.startswith("again b --store ")
    for name, what in (("ab", "more than one finding"), ("", "more than one finding"), ("c", "no finding")):
        with pytest.raises(StoreError, match=f"{what} with the id '{name}'; there are: abc, abd, b$"):
            opened.finding(name)


def test_of_the_same_finding_met_again_the_newest_is_shown(opened):
    opened.add_finding(1, 0, finding("a", why="old"))
    opened.add_finding(2, 0, finding("a", why="new"))
    assert opened.finding("a").why == "new"


def test_a_single_finding_is_not_meant_by_an_empty_name(opened):
    opened.add_finding(1, 0, finding("a"))
    with pytest.raises(StoreError):
        opened.finding("")


def test_ten_findings_are_named_at_most_and_none_where_there_is_none(opened):
    with pytest.raises(StoreError, match=r"no finding with the id 'x'; there are: none$"):
        opened.finding("x")
    for place in range(12):
        opened.add_finding(1, place, finding(f"f{place:02}"))
    with pytest.raises(StoreError, match=r"f08, f09$"):
        opened.finding("x")


def test_a_campaign_of_another_process_that_is_gone_is_claimed(opened, monkeypatch):
    opened._database.execute("UPDATE campaign SET writer = ?", ('["elsewhere", 1, 0.0]',))
    opened.claim(1)
    assert "elsewhere" not in opened._value("SELECT writer FROM campaign")
    monkeypatch.setattr(store, "still_running", lambda _: 42)
    monkeypatch.setattr(store, "this_process", lambda: "another")
    with pytest.raises(UnusableStoreError, match="still running, as process 42"):
        opened.claim(1)
    assert opened._value("SELECT writer FROM campaign") != "another"


def test_a_damaged_row_is_told_in_words(opened):
    opened._database.execute("UPDATE campaign SET content = '{'")
    with pytest.raises(StoreError, match="s: ") as met:
        opened.newest()
    assert not isinstance(met.value, UnusableStoreError)
    opened.reach(1, PROBLEM, Reached(summing.nothing(QUEENS), 1), [(Origin(1, ""), difference())])
    opened._database.execute("UPDATE difference SET file = 'x'")
    with pytest.raises(StoreError, match="difference"):
        opened.differences(1, PROBLEM)


@pytest.mark.parametrize("limits", [(0.5, 1), (store.MOST_SECONDS, store.MOST_MIB)])
def test_a_finding_with_the_least_or_largest_limits_that_there_are_can_be_run_again(limits, opened):
    opened.add_finding(1, 0, replace(finding("a"), time_limit=limits[0], memory_limit=limits[1]))
    found = opened.finding("a")
    assert (found.time_limit, found.memory_limit) == limits


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"problem": "nobody's"}, "finding 'a' is of no problem: \"nobody's\""),
        ({"case": 3}, "finding 'a' is of case 3 of 2"),
        ({"case": 0}, "finding 'a' is of case 0 of 2"),
        ({"time_limit": 0.0}, "finding 'a' has limits that no program can be run under"),
        ({"memory_limit": 0}, "finding 'a' has limits that no program can be run under"),
        ({"memory_limit": store.MOST_MIB + 1}, "finding 'a' has limits that no program can be run under"),
        ({"command": "mine 'x"}, "finding 'a' has a command that is none"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_finding_that_can_not_be_run_again_is_damage_and_not_a_missing_one(change, said, opened):
    opened.add_finding(1, 0, replace(finding("a", "??\n??\n"), **change))
    with pytest.raises(StoreError, match=f"s: {said}") as met:
        opened.finding("a")
    assert not isinstance(met.value, UnusableStoreError)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE campaign SET content = x'00ff'", "expected text, found "),
        ("UPDATE reached SET position = 'far'", "expected an integer, found \"'far'\""),
    ],
    ids=["bytes where text was", "text where a number was"],
)
def test_a_value_of_another_type_is_told_in_words(damage, said, opened):
    opened.reach(1, PROBLEM, Reached(summing.nothing(QUEENS), 1))
    opened._database.execute(damage)
    with pytest.raises(StoreError, match=said):
        opened.newest()


def test_a_store_whose_own_problems_can_not_be_read_is_refused_and_closed(tmp_path):
    made, _ = begun(tmp_path / "s")
    made._database.execute("""UPDATE campaign SET content = '{"own":[{'""")
    made.close()
    before = psutil.Process().num_fds()
    with pytest.raises(StoreError, match="s: Input data was truncated"):
        Store(tmp_path / "s")
    assert psutil.Process().num_fds() == before


class Refusing:
    """A connection that can't be used, for this reason."""

    def __init__(self, code):
        self.code, self.closed = code, False

    def execute(self, _):
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = self.code
        raise error

    def close(self):
        self.closed = True


@pytest.mark.parametrize(
    ("code", "create", "used", "read"),
    [
        (sqlite3.SQLITE_CANTOPEN, False, False, True),
        (sqlite3.SQLITE_CANTOPEN, True, False, False),
        (sqlite3.SQLITE_CANTOPEN, False, True, False),
        (sqlite3.SQLITE_BUSY, False, False, False),
    ],
    ids=["can't be written", "is to be made", "is in use", "is busy"],
)
def test_only_a_store_that_nobody_uses_is_read_as_it_stands(code, create, used, read, tmp_path, monkeypatch):
    path = tmp_path / "s"
    Store(path, create=True).close()
    if used:
        Path(f"{path}-wal").touch()
    real, refusing = sqlite3.connect, Refusing(code)
    monkeypatch.setattr(
        database.sqlite3, "connect", lambda where, **how: real(where, **how) if "uri" in how else refusing
    )
    if read:
        with closing(Store(path)._database) as opened:
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                opened.execute("CREATE TABLE t (x)")
            assert opened.isolation_level is None
    else:
        with pytest.raises(StoreError, match="unable to open"):
            Store(path, create)
    assert refusing.closed


@pytest.mark.parametrize("what", ["removed", "replaced"])
def test_a_store_that_goes_during_the_campaign_is_said_to_be_gone(what, tmp_path, monkeypatch):
    path = tmp_path / "s"

    def run(*_):
        path.unlink()
        if what == "replaced":
            path.write_text("somebody else's")
        return iter(())

    monkeypatch.setattr("doublecount.cli.verify.run", run)
    done = CliRunner().invoke(verify, [QUEENS, "--store", str(path)], standalone_mode=False)
    assert done.exception.exit_code == 3
    gone = f"{path}: was removed or replaced while it was in use: nothing of this campaign is kept"
    assert done.exception.format_message() == gone


def test_a_campaign_on_a_locked_store_fails_in_words_and_the_store_opens_afterwards(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE_SECONDS", 0.05)
    path = tmp_path / "s"
    Store(path, create=True).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = CliRunner().invoke(verify, [QUEENS, "--store", str(path)], standalone_mode=False)
    assert done.exception.exit_code == 3
    assert done.exception.format_message() == f"{path}: database is locked"
    with closing(Store(path)._database) as again:
        assert again.execute("SELECT count(*) FROM campaign").fetchone() == (0,)
