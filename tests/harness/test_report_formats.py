"""Reports for machines: JUnit XML as CI systems read it, and JSON lines."""

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from click.testing import CliRunner

from doublecount.cli.report import command as report_command
from doublecount.reports.junit import junit
from doublecount.reports.lines import json_lines
from doublecount.verify import catalogue
from doublecount.verify.causes import signature_of
from doublecount.verify.known import add, entry
from doublecount.verify.present import finding_json
from doublecount.verify.results import Campaign, Kind, Met, PartyInfo, Role, Tally
from doublecount.verify.store import Reached, Store
from tests.harness.command import doublecount
from tests.harness.findings import BOARDS, QUEENS, finding, summary

COUNTS = ("tests", "failures", "errors", "skipped")
ALLOWED = {
    "testsuites": ({"name"}, {*COUNTS, "time"}, {"testsuite"}),
    "testsuite": ({"name", *COUNTS, "time"}, {"timestamp"}, {"properties", "testcase"}),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, set(), set()),
    "testcase": ({"classname", "name", "time"}, set(), {"failure", "error", "skipped"}),
    "failure": ({"message", "type"}, set(), set()),
    "error": ({"message", "type"}, set(), set()),
    "skipped": ({"message"}, set(), set()),
}
"""Of Jenkins' and Ant's schemas: by element the attributes that must and that may be, and the children."""
WRONG = finding(QUEENS, "???\n", id="abc", hint="a hint", evidence="1??\n", evidence_why="the rules")
TALLIES = {"dp": Tally(answered=9, seconds=1.25), "candidate": Tally(answered=9), "idle": Tally(too_large=9)}
PARTIES = (
    PartyInfo("dp", Role.SOLVER, ""),
    PartyInfo("idle", Role.MODEL, ""),
    PartyInfo("candidate", Role.CANDIDATE, ""),
)
NASTY = (
    "\x00\x1b[31m\x08",
    "\ud800",
    "\ufffe\uffff",
    "]]>&<\"'",
    "a\r\n\tb\x85\u2028c",
    "\u202e",
)


def found(*findings, **given):
    changes = {"tallies": TALLIES, "checked": 9, "agreed": 7, "undecided": 1, **given}
    return replace(summary(*findings), **{"parties": PARTIES, **changes})


def campaign(*summaries, **given):
    told = Campaign(
        7, "1.2", {"python": "3.99"}, "doublecount verify --seed 7", summaries, started="2030-01-02T03:04:05Z"
    )
    return replace(told, **given)


def parsed(told, known=None):
    """The tree, after it was checked by the rules of the schemas."""
    root = ET.fromstring(junit(told, known))
    check(root)
    return root


def check(root):
    assert root.tag == "testsuites"
    for element in root.iter():
        must, may, children = ALLOWED[element.tag]
        assert must <= {*element.attrib} <= must | may, element.tag
        assert {child.tag for child in element} <= children
    for suite in root:
        tags = [child.tag for child in suite]
        assert tags == sorted(tags, key="testcase".__eq__), "properties come first"
        cases = suite.findall("testcase")
        assert all(len(case) <= 1 for case in cases)
        ends = [case[0].tag for case in cases if len(case)]
        told = {"tests": len(cases), "failures": ends.count("failure"), "errors": ends.count("error")}
        told["skipped"] = ends.count("skipped")
        assert {name: int(suite.get(name)) for name in COUNTS} == told
        names = [(case.get("classname"), case.get("name")) for case in cases]
        assert len({*names}) == len(names)
        assert re.fullmatch(r"\d+-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp"))
        assert all(re.fullmatch(r"\d+\.\d{3}", one.get("time")) for one in (suite, *cases))
    for name in COUNTS:
        assert int(root.get(name)) == sum(int(suite.get(name)) for suite in root)


def cases(root):
    """By suite and test: how it ended and the element that says so."""
    return {
        (suite.get("name"), case.get("name")): (case[0].tag, case[0]) if len(case) else ("passed", None)
        for suite in root
        for case in suite.iter("testcase")
    }


def ends(root):
    return {name: end for (_, name), (end, _) in cases(root).items()}


def test_a_finding_is_a_failed_test_that_says_all_that_is_needed():
    told = replace(WRONG, answers={"dp": {"count": "2"}, "candidate": "crash: oh"})
    _, failure = cases(parsed(campaign(found(told))))[QUEENS, "candidate: wrong-answer (abc)"]
    assert failure.get("type") == "wrong-answer"
    assert failure.get("message") == "candidate is refuted: it is wrong"
    lines = failure.text.splitlines()
    for line in ("it is wrong", "???", "hint: a hint", "1??", "again: doublecount replay"):
        assert line in lines
    assert 'dp: {"count": "2"}' in lines
    assert "candidate: crash: oh" in lines
    assert f"signature: {signature_of(WRONG)}; differences of this kind met: 3" in lines


def test_parties_that_nothing_stands_against_pass_and_those_that_never_answered_are_skipped():
    assert ends(parsed(campaign(found(WRONG)))) == {
        "candidate: wrong-answer (abc)": "failure",
        "dp (solver)": "passed",
        "idle (model)": "skipped",
        "instances that nobody could decide": "skipped",
    }


def test_a_campaign_without_findings_has_no_failure():
    root = parsed(campaign(found(undecided=0, agreed=9), found(problem=BOARDS, undecided=0, agreed=9)))
    assert [suite.get("name") for suite in root] == [QUEENS, BOARDS]
    assert root.get("failures") == root.get("errors") == "0"
    assert ends(root)["candidate (candidate)"] == "passed"


def test_findings_with_one_cause_are_one_test():
    again = replace(WRONG, id="def", instance="???\n", number=2)
    assert root_failures(campaign(found(WRONG, again))) == 1
    assert root_failures(campaign(found(WRONG, replace(again, instance="????\n")))) == 2


def root_failures(told):
    return int(parsed(told).get("failures"))


def test_differences_that_were_never_pursued_fail_too():
    met = (Met(Kind.CRASH, "candidate", 4), Met(Kind.WRONG_ANSWER, "candidate", 2))
    told = ends(parsed(campaign(found(WRONG, met=met))))
    assert told["candidate: crash (not pursued)"] == "failure"
    assert "candidate: wrong-answer (not pursued)" not in told
    assert "candidate (candidate)" not in told


def test_differences_of_which_nothing_more_is_known_fail():
    told = ends(parsed(campaign(found(undecided=1, agreed=7, checked=9))))
    assert told["differences (not pursued)"] == "failure"


def test_a_known_finding_is_skipped_with_its_reason():
    root = parsed(campaign(found(WRONG)), {signature_of(WRONG): "to be mended"})
    end, element = cases(root)[QUEENS, "candidate: wrong-answer (abc)"]
    assert end == "skipped"
    assert element.get("message") == f"known as {signature_of(WRONG)}: to be mended"
    assert root.get("failures") == "0"


def test_failures_of_the_tool_and_interruptions_are_errors():
    told = parsed(campaign(found(failures=("cp-sat: gone", "sat: gone")), interrupted=True))
    assert told.get("errors") == "3"
    assert cases(told)["campaign", "the campaign came to its end"][0] == "error"
    assert cases(told)[QUEENS, "failure 2 of the tool"][1].text == "sat: gone"


def test_a_campaign_that_has_tried_nothing_does_not_look_clean():
    assert parsed(campaign()).get("errors") == "1"
    assert parsed(campaign(replace(summary(), parties=()))).get("skipped") == "1"


@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_text_that_xml_forbids_is_shown_as_escapes(text):
    nasty = replace(WRONG, why=text, hint=text, id=text[:9], answers={text: text}, replay=text, accused=text)
    told = campaign(
        found(nasty, failures=(text,), problem=QUEENS), command=text, environment={text: text}, version=text
    )
    root = parsed(told, {"other": text})
    assert root.get("failures") == "2"
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", junit(told).decode())
    if text.startswith("\x00"):
        assert r"\x00\x1b[31m\x08" in junit(told).decode()
    assert [*map(json.loads, json_lines(told).splitlines())]


def test_json_lines_are_the_head_the_findings_and_the_sums():
    told = campaign(found(WRONG), found(problem=BOARDS, failures=("sat: gone",)))
    head, one, *problems = map(json.loads, json_lines(told, {signature_of(WRONG): "old"}).splitlines())
    assert head == {
        "record": "campaign",
        "seed": 7,
        "version": "1.2",
        "command": "doublecount verify --seed 7",
        "environment": {"python": "3.99"},
        "interrupted": False,
        "started": "2030-01-02T03:04:05Z",
        "finished": "",
    }
    more = {
        "record": "finding",
        "signature": signature_of(WRONG),
        "why": "it is wrong",
        "met": 3,
        "known": "old",
    }
    assert one == {"record": "finding"} | finding_json(WRONG) | more
    assert [(line["record"], line["problem"]) for line in problems] == [
        ("problem", QUEENS),
        ("problem", BOARDS),
    ]
    assert [line["differing"] for line in problems] == [1, 1]
    assert problems[0]["parties"]["dp"]["answered"] == 9
    assert problems[0]["met"] == [{"kind": "wrong-answer", "accused": "candidate", "count": 3}]
    assert problems[1]["failures"] == ["sat: gone"]


def stored(path, *summaries):
    """A store with a campaign."""
    store = Store(path, create=True)
    number = store.begin(campaign(), {})
    for one in summaries:
        store.reach(number, catalogue.problem(one.problem), Reached(one, one.checked, True))
        for place, each in enumerate(one.findings):
            store.add_finding(number, place, each)
    store.update(number, campaign(), True)
    store.close()
    return path


def report(*words):
    """Run the command in this process."""
    return CliRunner().invoke(report_command, [*map(str, words)])


def test_the_command_writes_every_format_to_a_file_or_to_standard_output(tmp_path):
    store = stored(tmp_path / "s", found(WRONG))
    for form, start in (("html", "<!doctype html>"), ("junit", "<?xml"), ("jsonl", '{"record"')):
        path = tmp_path / form
        done = report("--store", store, "--format", form, "-o", path)
        assert (done.exit_code, done.stdout) == (0, ""), done.stderr
        assert path.read_text().lower().startswith(start)
        done = report("--store", store, "--format", form, "-o", "-")
        assert done.exit_code == 0, done.stderr
        assert done.stdout == path.read_text()
        assert done.stderr == ""


def test_the_command_leaves_known_findings_aside(tmp_path):
    store = stored(tmp_path / "s", found(WRONG))
    known = tmp_path / "known.jsonl"
    add(known, entry(WRONG, "old"))
    words = ("--store", store, "-o", "-", "--known", known, "--format")
    assert 'failures="0"' in report(*words, "junit").stdout
    assert '"known": "old"' in report(*words, "jsonl").stdout


def test_bad_words_get_a_line_and_exit_code_2(tmp_path):
    store = stored(tmp_path / "s", found(WRONG))
    for words in (
        ["--store", store],
        ["-o", tmp_path / "r.html"],
        ["--store", store, "-o", "-", "--format", "pdf"],
        ["--store", store, "-o", "-", "--known", tmp_path / "known"],
        ["--store", store, "-o", "-", "--format", "junit", "--known", tmp_path / "known"],
        ["--store", tmp_path / "none", "-o", "-"],
    ):
        done = report(*words)
        assert done.exit_code == 2, words
        assert "Error: " in done.stderr
    assert report("--store", store, "-o", tmp_path / "no" / "folder", "--format", "junit").exit_code == 2
    done = doublecount("report", "--store", tmp_path / "none", "-o", "-")
    assert (done.returncode, done.stderr) == (2, f"Error: {tmp_path}/none: no such store\n")


@pytest.mark.parametrize(
    "words",
    [
        ("report", "--store", "s", "-o", "s"),
        ("report", "--store", "s", "-o", "link"),
        ("report", "--store", "s", "-o", "s-wal"),
        ("report", "--store", "s", "--known", "known", "-o", "known"),
        ("report", "--compare", "s", "s", "-o", "s"),
        ("verify", "--store", "s", "--report", "s", "--examples", 1),
        ("verify", "--store", "new", "--report", "new", "--examples", 1),
        ("draw", QUEENS, "board", "-o", "board"),
    ],
)
def test_nothing_that_is_read_is_written_over(words, tmp_path):
    (tmp_path / "link").symlink_to("s")
    for name in ("s", "s-wal", "known", "board"):
        (tmp_path / name).write_text("?\n")
    done = doublecount(*words, cwd=tmp_path)
    assert (done.returncode, "expected another file to write to" in done.stderr) == (2, True), done.stderr
    assert (tmp_path / "s").read_text() == (tmp_path / "board").read_text() == "?\n"
    assert not (tmp_path / "new").exists()
