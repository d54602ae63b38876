"""The script that shows a finding: in a process of its own, it says what both sides and the rules say."""

import ast
import re
import shlex
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from doublecount.problems.record import Form
from doublecount.reports.snippet import snippet
from doublecount.verify import catalogue, function
from doublecount.verify.conclude import settle
from doublecount.verify.finding import FROM_FILE
from doublecount.verify.finding import finding as made
from doublecount.verify.parties import CandidateSpec, panel
from doublecount.verify.results import Campaign, Kind, PartyInfo, Role, Sandbox
from doublecount.verify.trial import try_file
from tests.harness.command import planted
from tests.harness.findings import BOARDS, QUEENS, finding, summary

PARTIES = (PartyInfo("dp", Role.SOLVER, ""), PartyInfo("cp-sat", Role.MODEL, ""))
CAMPAIGN = Campaign(
    7, "1.2.3", {"python": "3.99"}, "doublecount verify --seed 7", (replace(summary(), parties=PARTIES),)
)
HOSTILE = (
    "\nraise SystemExit('owned')\n#",
    "'''\nraise SystemExit('owned')\n'''",
    '")\nraise SystemExit("owned")\n("',
    "\\",
    "\r\x0c\x85\u2028raise SystemExit('owned')",
    "\ud800\udfff",
    "\u202eright to left\x1b[2J\x00",
    "{0} %s $name ${name}",
)


def met(problem, text, spec, **options):
    """The first finding on a file with a program in the place of the candidate, models left out."""
    seated = replace(panel(catalogue.problem(problem), [spec], **options), models=())
    file = list(seated.problem.read(text, "test"))
    difference = try_file(seated, file).differences[0]
    return made(seated, settle(seated, difference), FROM_FILE, difference.file)


def shown(finding, campaign=CAMPAIGN):
    """What the script prints, run as the command of a stranger would."""
    return ran(snippet(finding, campaign))


def ran(script):
    done = subprocess.run(
        [sys.executable, "-"], input=script, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def program(tmp_path, code, **options):
    """A candidate that counts queens."""
    path = tmp_path / "my program.py"
    path.write_text(f"import sys\nboards = sys.stdin.read().split()\n{code}\n")
    return CandidateSpec("mine", f"{sys.executable} -S '{path}'", **options)


def test_a_wrong_count_is_shown_with_what_the_solver_says():
    said = shown(met(QUEENS, "???\n", CandidateSpec("mine", planted(QUEENS, "last_row_missed"))))
    assert '\ndp: {"count": "2", "placement": [1, 3, 1]}\n' in said
    assert '\nmine: {"count": "0", "placement": null}\n' in said


def test_the_rules_speak_on_a_witness(tmp_path):
    code = "print('1\\n1\\n2 2\\n##\\n##' if 0 else '1\\n##\\n##\\n')"
    said = shown(met(BOARDS, "1\n2 2\n..\n..\n", program(tmp_path, code)))
    (line,) = re.findall(r"^mine: .*\n  rules: (.*)", said, re.MULTILINE)
    assert "2 x 2" in line or "2×2" in line or "block" in line, line
    assert re.search(r"^dp: .*\n  rules: they decide nothing against it here", said, re.MULTILINE)


def test_what_the_rules_decide_is_said(tmp_path):
    said = shown(met(QUEENS, "131\n", program(tmp_path, "print(5)")))
    assert '\nthe rules: {"count": "1", "placement": [1, 3, 1]}\n' in said
    assert 'mine: {"count": "5", "placement": null}\n  rules: not the answer that the rules give\n' in said


def test_what_trying_everything_gives_is_said():
    spec = CandidateSpec("mine", planted("wooden-chess", "players_exchanged_on_odd_boards"))
    said = shown(met("wooden-chess", "1 3\n1 2 5\n1 1 1\n", spec))
    assert re.search(r"^\d+ play\S*: |^the rules: ", said, re.MULTILINE), said
    assert re.search(r"^mine: .*\n  rules: not the answer that", said, re.MULTILINE), said


def test_a_witness_left_over_from_another_case_is_shown_in_the_file_and_alone():
    text = "2\n2 2\n#.\n..\n2 2\no.\n..\n"
    spec = CandidateSpec("mine", planted(BOARDS, "stale_colouring"))
    stale = met(BOARDS, text, spec)
    said = shown(stale)
    assert stale.case == 2
    in_file, alone = re.findall(r"^mine: .*\n  rules: (.*)", said, re.MULTILINE)
    assert in_file != "they decide nothing against it here"
    assert alone == "they decide nothing against it here"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("sys.exit(3)", "exit status 3"),
        ("import os; os.abort()", "signal 6"),
        ("print('no number')", "no number"),
        ("import time; time.sleep(60)", "no answer within 0.5 s"),
        ("x = bytearray(900 << 20)", "exit status 1"),
        ("while True: print('x' * 1000)", "wrote too much: "),
    ],
)
def test_how_a_program_failed_is_shown(code, said, tmp_path):
    limits = {"time_limit": 0.5 if "sleep" in code else 10.0, "memory_limit": 300}
    found = finding(QUEENS, "???\n", accused="mine", command=program(tmp_path, code).command, **limits)
    (line,) = re.findall("^mine: (.*)", shown(found), re.MULTILINE)
    assert said in line


def test_a_program_that_is_gone_is_no_traceback():
    assert "mine: \"can't be run: " in shown(finding(QUEENS, "???\n", accused="mine", command="/no/program"))


def test_no_process_of_a_program_outlives_the_script(tmp_path):
    sign = tmp_path / "sign"
    code = (
        "import os, time\n"
        f"if os.fork() == 0:\n    time.sleep(0.5)\n    open({str(sign)!r}, 'w').close()\n"
        "print(5)"
    )
    spec = program(tmp_path, code)
    shown(finding(QUEENS, "???\n", accused="mine", command=spec.command))
    time.sleep(0.7)
    assert not sign.exists()


def test_a_function_is_imported(tmp_path):
    (tmp_path / "mine.py").write_text("def solve(board):\n    return board.n\n")
    words = function.command(QUEENS, str(tmp_path), "mine:solve")
    spec = CandidateSpec("mine", " ".join(words), function=True)
    script = snippet(met(QUEENS, "????\n", spec), CAMPAIGN)
    assert '\nmine: {"count": "4", "placement": null}\n' in ran(script)
    assert "subprocess" not in script


def test_a_function_that_raises_or_hangs_leaves_a_traceback(tmp_path):
    (tmp_path / "mine.py").write_text("def solve(board):\n    raise LookupError(board.n)\n")
    words = function.command(QUEENS, str(tmp_path), "mine:solve")
    found = finding(QUEENS, "????\n", accused="mine", command=" ".join(words), function=True)
    assert "mine: 'LookupError: 4'" in shown(found)
    (tmp_path / "mine.py").write_text("def solve(board):\n    while True:\n        pass\n")
    done = subprocess.run(
        [sys.executable, "-"],
        input=snippet(replace(found, time_limit=0.3), CAMPAIGN),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "mine.py" in done.stderr
    assert "\ndp: " in done.stdout


def test_a_function_in_a_sandbox_is_not_imported(tmp_path):
    words = function.command(QUEENS, str(tmp_path), "mine:solve")
    found = finding(
        QUEENS, "??\n", accused="mine", command=" ".join(words), function=True, sandbox=Sandbox.BWRAP
    )
    script = snippet(found, CAMPAIGN)
    assert "load(" not in script
    assert "wrapped(split(COMMAND))" in script


def test_a_model_is_run_by_its_name():
    said = shown(finding(QUEENS, "???\n", accused="cp-sat", against=("dp",)))
    assert said.count('{"count": "2"') == 2
    assert "\ncp-sat: " in said
    assert "\ndp: " in said


def test_where_the_solver_is_accused_the_models_against_it_speak():
    found = finding(QUEENS, "???\n", accused="dp", against=("cp-sat", "another program"))
    said = shown(found)
    assert "\ncp-sat: " in said
    assert said.count("\ndp: ") == 1


def test_an_answer_that_depends_on_the_text_is_shown_for_both_texts(tmp_path):
    code = "print(9 if text.endswith('\\r\\n') else 2)"
    spec = program(tmp_path, "")
    path = tmp_path / "my program.py"
    path.write_text(f"import sys\ntext = sys.stdin.buffer.read().decode()\n{code}\n")
    found = finding(
        QUEENS,
        "???\n",
        accused="mine",
        kind=Kind.FORMAT_SENSITIVE,
        command=spec.command,
        relation="CRLF line ends",
    )
    said = shown(found)
    assert '\nmine: {"count": "2", "placement": null}\n' in said
    assert '\nmine: {"count": "9", "placement": null}\n' in said
    assert "CRLF line ends" in said


def test_a_violated_relation_is_shown_with_the_derived_answers(tmp_path):
    (relation, *_) = catalogue.problem(QUEENS).relations
    found = finding(
        QUEENS,
        "1??\n",
        accused="mine",
        kind=Kind.RELATION_VIOLATED,
        command=program(tmp_path, "for b in boards: print(int(b[0] == '1'))").command,
        relation=relation.name,
    )
    said = shown(found)
    assert f"{relation.name}: " in said


def test_the_evidence_is_asked_about_too(tmp_path):
    spec = program(tmp_path, "for board in boards: print(7)")
    found = finding(QUEENS, "??\n", accused="mine", command=spec.command, evidence="131\n")
    assert shown(found).count('\nmine: {"count": "7", "placement": null}\n') == 2


def test_a_file_of_json_lines_is_read_as_such():
    found = finding(
        "dots-and-boxes",
        '{"rows": 1, "columns": 1, "rules": "standard", "lines": []}\n',
        Form.JSONL,
        accused="cp-sat",
    )
    assert '"winner"' in shown(found)


def test_the_script_states_seed_versions_and_id():
    script = snippet(finding(QUEENS, "???\n"), CAMPAIGN)
    comments = "".join(line for line in script.splitlines(True) if line.startswith("#"))
    for word in ("000000000000", "seed 7", "1.2.3", "3.99", "doublecount verify --seed 7"):
        assert word in comments


def skeleton(script):
    """The code without its constants."""
    tree = ast.parse(script)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            node.value = 0
    return ast.dump(tree)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("kind", [Kind.WRONG_ANSWER, Kind.ORDER_DEPENDENT, Kind.RELATION_VIOLATED])
@pytest.mark.parametrize("by_function", [False, True])
def test_hostile_texts_stay_texts(text, kind, by_function):
    def told(word):
        campaign = replace(CAMPAIGN, version=word, environment={word: word}, command=word)
        found = finding(
            QUEENS,
            word,
            id=word,
            kind=kind,
            accused=word,
            why=word,
            hint=word,
            original=word,
            evidence=word,
            replay=word,
            command=" ".join(map(shlex.quote, function.command(QUEENS, word, word))) if by_function else word,
            relation=word,
            function=by_function,
        )
        return snippet(found, campaign)

    assert skeleton(told(text)) == skeleton(told("tame"))
    told(text).encode()


def test_limits_that_are_no_numbers_leave_a_script_that_runs(tmp_path):
    spec = program(tmp_path, "print(5)")
    found = finding(QUEENS, "??\n", accused="mine", command=spec.command, time_limit=float("inf"))
    assert '"5"' in shown(found)
