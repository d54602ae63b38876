"""Names of files are data: no shell, no terminal and no page interprets them, and printed commands work."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublecount.cli.candidates import candidate_specs
from doublecount.problems.text import encodable
from doublecount.verify.results import Sandbox
from doublecount.verify.shell import joined, quoted, split
from doublecount.verify.store import Store
from tests.fuzz.targets import run_command
from tests.harness.command import planted

QUEENS = "injured-queen"
NAMES = (
    *(
        "$(touch owned)",
        "`touch owned`",
        "; touch owned;",
        "-rf",
        "a b",
        "it's",
        'say "x"',
        "back\\slash",
        "*",
        "~",
    ),
    *(
        "two\nlines",
        "tab\there",
        "\x1b[31mred\x1b]0;owned\x07",
        "\u202egnp",
        "caf\u00e9",
        "\udcff\udcfe",
        "$'x'",
        "\\'",
    ),
)
COMMAND = (sys.executable, "-m", "doublecount")


def run(*words, cwd, data=b""):
    done = subprocess.run(
        [*COMMAND, *map(os.fsencode, words)], input=data, capture_output=True, check=False, cwd=cwd
    )
    assert b"Traceback" not in done.stderr, done.stderr
    return done


def unsafe(output):
    """What a terminal would act on."""
    text = output.decode(errors="surrogateescape")
    return [character for character in text if not character.isprintable() and character != "\n"]


def by_shell(command, cwd):
    """Paste a command into bash, with doublecount on its path."""
    line = f'doublecount() {{ {shlex.join(COMMAND)} "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", line.encode()], capture_output=True, check=False, cwd=cwd)


@settings(max_examples=200, deadline=None)
@given(
    words=st.lists(
        st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("'\\$\n\udc80\udcff")), max_size=4
    )
)
def test_words_that_are_quoted_are_printable_and_split_again(words):
    line = joined(words)
    assert line.isprintable()
    assert split(line) == [os.fsdecode(os.fsencode(word)) for word in words]


@pytest.mark.parametrize(
    "command", ['a \'b c\' "d \\" e" f\\ g', "", "x=\"$'a'\" '$'\\''a'", "python3 -c 'print(1)'"]
)
def test_commands_without_odd_quotes_split_as_ever(command):
    assert split(command) == shlex.split(command)


@pytest.mark.parametrize("command", ["'", 'a "b', "$'x"])
def test_quotes_that_do_not_end_are_refused(command):
    with pytest.raises(ValueError, match="quotation"):
        split(command)


def test_bash_reads_a_quoted_word_byte_for_byte(tmp_path):
    words = list(NAMES)
    done = by_shell(f"printf '%s\\0' {joined(words)}", tmp_path)
    assert done.stdout == b"".join(os.fsencode(word) + b"\0" for word in words)
    assert not (tmp_path / "owned").exists()


def test_text_of_any_bytes_can_be_encoded():
    assert encodable("a\udcffb\u00e9") == "a\\xffb\u00e9"


@pytest.mark.parametrize("name", [NAMES[0], NAMES[3], NAMES[10], NAMES[12], NAMES[15]])
def test_messages_about_a_file_are_one_safe_line_whatever_its_name(name, tmp_path):
    (tmp_path / name).write_text("?x\n")
    for words in (
        ["solve", QUEENS, "--", name],
        ["draw", QUEENS, "-o", "p.svg", "--", name],
        ["replay", QUEENS, "--", name],
        ["report", f"--store={name}", "-o", "r.html"],
        ["known", "list", f"--known={name}"],
    ):
        done = run(*words, cwd=tmp_path)
        assert done.returncode == 2, (words, done.stderr)
        assert len(done.stderr.splitlines()) == 1
        assert unsafe(done.stderr) == []
    assert not (tmp_path / "owned").exists()


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """A campaign in a folder, on a program in a folder, with a store, all with the worst of names."""
    folder = tmp_path_factory.mktemp("names") / ("$(touch owned) 'x'\n\x1b[31m;" + "\udcff")
    folder.mkdir()
    source = Path(planted(QUEENS, "last_row_missed").split()[-1])
    program = folder / "mine `touch owned`\n.py"
    program.write_bytes(source.read_bytes())
    command = joined([sys.executable, "-S", str(program)])
    options = ["--examples", "12", "--seed", "1", "--max-findings", "1", "--jobs", "1"]
    done = run(
        "verify", QUEENS, "--candidate", command, *options, "--store", str(folder / "s\n$(x)"), cwd=folder
    )
    assert done.returncode == 1, done.stderr
    return folder, done


def line_after(mark, output):
    (line,) = (line for line in output.decode().splitlines() if mark in line)
    return line.split(mark)[1]


def test_the_commands_that_a_campaign_prints_work_when_pasted(campaign):
    folder, done = campaign
    assert unsafe(done.stdout) == unsafe(done.stderr) == []
    assert by_shell(line_after("again: ", done.stdout), folder).returncode == 1
    made = by_shell(line_after("for a page: ", done.stderr), folder)
    assert made.returncode == 0, made.stderr
    page = (folder / "report.html").read_bytes()
    page.decode()
    assert b"\x1b" not in page
    assert not [*folder.parent.rglob("owned")]


def test_the_stored_command_line_repeats_the_campaign(campaign):
    folder, _ = campaign
    stored = Store(folder / "s\n$(x)").newest().command
    assert unsafe(stored.encode()) == []
    again = by_shell(f"{stored} --max-findings 1 --store again", folder)
    assert again.returncode == 1, again.stderr


def test_the_script_of_a_finding_runs(campaign):
    from doublecount.reports.snippet import snippet

    folder, _ = campaign
    newest = Store(folder / "s\n$(x)").newest()
    script = snippet(newest.summaries[0].findings[0], newest)
    assert unsafe(script.encode()) == []
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert unsafe(done.stdout) == []
    assert b"rules:" in done.stdout


def test_a_campaign_with_such_names_is_resumed(campaign):
    folder, _ = campaign
    done = run("verify", "--resume", "--store", str(folder / "s\n$(x)"), cwd=folder)
    assert done.returncode == 1, done.stderr
    assert b"the campaign had ended" in done.stderr


def test_a_reason_and_a_regression_file_may_have_any_name(campaign):
    folder, done = campaign
    (finding,) = {
        line.split()[1].strip(":") for line in done.stdout.decode().splitlines() if "candidate is" in line
    }
    store = str(folder / "s\n$(x)")
    added = run(
        "known", "add", finding, "--store", store, "--reason", "\udcff\x1b[2J", "--known", "k\n", cwd=folder
    )
    assert added.returncode == 0, added.stderr
    listed = run("known", "list", "--known", "k\n", cwd=folder)
    assert unsafe(added.stderr) == unsafe(listed.stdout) == []
    kept = folder / "kept"
    kept.mkdir()
    (kept / f"{QUEENS}-\udcff\x1b\n.txt").write_text("????\n")
    words = ["verify", QUEENS, "--examples", "1", "--regressions", "kept", "--store", "other", "--jobs", "1"]
    done = run(*words, cwd=folder)
    assert done.returncode in (0, 4), done.stderr
    assert unsafe(done.stdout) == []
    assert b"tried first" in done.stdout


def test_a_function_in_a_file_whose_name_is_no_utf8_is_refused_in_words(tmp_path):
    (tmp_path / "f\udcff.py").write_text("def solve(instance):\n    return 1\n")
    done = run("replay", QUEENS, "--candidate-py", "f\udcff.py:solve", cwd=tmp_path, data=b"???\n")
    assert done.returncode == 2
    assert b"UTF-8" in done.stderr


def test_what_a_candidate_writes_reaches_no_terminal_raw(tmp_path):
    evil = "\x1b[2J\x1b]0;owned\x07\u202e\u2066\x9b31m\r\b"
    code = f"import sys; print({evil!r}); sys.stderr.write({evil!r}); sys.exit(sys.argv[1:] != [])"
    for more in ([], ["x"]):
        command = shlex.join([sys.executable, "-S", "-c", code, *more])
        done = run("replay", QUEENS, "--candidate", command, cwd=tmp_path, data=b"???\n")
        assert done.returncode == 1, done.stderr
        assert unsafe(done.stdout) == unsafe(done.stderr) == []
        assert quoted(command).isprintable()


def test_a_command_keeps_its_words():
    for name in NAMES:
        (spec,) = candidate_specs(QUEENS, [joined(["/bin/echo", name])], [], 1.0, 100, Sandbox.NONE)
        assert spec.argv == ["/bin/echo", name]
        assert spec.command.isprintable()
        spec.typed.encode()


LONG = "a" * 300
"""No system takes so long a name in a folder."""


@pytest.mark.parametrize(
    "words",
    [
        ["new", LONG],
        ["verify", f"{LONG}.py"],
        ["problems", f"{LONG}.py"],
        ["puzzle", "check", "yinyang/5/5/" + "a" * 9_000],
        ["draw", "black-white", "-o", LONG],
        ["separate", "injured-queen", "--candidate", "cat", "--pack", LONG],
        ["replay", "x", "--store", LONG],
        ["report", "--compare", LONG, LONG],
    ],
    ids=lambda words: words[0],
)
def test_a_name_that_is_too_long_for_the_system_is_bad_usage(words):
    assert run_command(words, codes={2}) == 2


def test_a_word_of_a_command_may_be_longer_than_any_name():
    command = joined([sys.executable, "-c", f"# {LONG}"])
    (spec,) = candidate_specs(QUEENS, [command], [], 10.0, 1024, Sandbox.NONE)
    assert spec.argv == [sys.executable, "-c", f"# {LONG}"]
