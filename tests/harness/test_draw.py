"""The command ``draw``: cases in, one SVG document out."""

import os
import stat
import xml.etree.ElementTree as ET

import pytest

from doublecount.verify import catalogue
from doublecount.verify.instances import draw
from tests.harness.command import doublecount

SVG = "{http://www.w3.org/2000/svg}"


def texts(document):
    return [text.text for text in ET.fromstring(document).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_cases_of_every_problem_are_drawn_with_their_answers(name, tmp_path):
    problem = catalogue.problem(name)
    drawn = [draw(problem, 1, number, judge_only=True).instance for number in range(3)]
    file, output = tmp_path / "in", tmp_path / "out.svg"
    file.write_text(problem.write(drawn))
    done = doublecount("draw", name, file, "--solve", "-o", output)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"picture: {output}\n")
    assert [text for text in texts(output.read_text()) if text.startswith("case")] == [
        "case 1",
        "case 2",
        "case 3",
    ]
    assert sorted(os.listdir(tmp_path)) == ["in", "out.svg"]


def test_one_case_is_drawn_to_standard_output_and_the_answer_only_on_demand():
    blank = doublecount("draw", "injured-queen", data="?3??\n")
    solved = doublecount("draw", "injured-queen", "-", "--solve", "-o", "-", data="?3??\n")
    assert blank.returncode == solved.returncode == 0
    assert "case 1" not in texts(blank.stdout)
    assert "queen, placed" not in texts(blank.stdout) and "queen, placed" in texts(solved.stdout)


def test_json_lines_are_drawn_too():
    data = '{"rows": 1, "columns": 2, "lines": []}\n'
    done = doublecount("draw", "dots-and-boxes", "--format", "jsonl", data=data)
    assert "Tom200 0, Jerry404 0; Tom200 draws next" in texts(done.stdout)


@pytest.mark.parametrize(
    ("words", "data", "said"),
    [
        (["injured-quen"], "", "did you mean 'injured-queen'?"),
        (["injured-queen"], "?G?\n", "<stdin>:1:2: expected"),
        (["injured-queen"], "", "<stdin>: expected at least one case to draw, found none"),
        (["injured-queen"], "??\n" * 101, "<stdin>: expected at most 100 cases to draw, found more"),
        (
            ["injured-queen"],
            "?" * 101,
            "case 1: expected a board of at most 10,000 cells, found one of 101 x",
        ),
        (["injured-queen", "--solve"], "?" * 5000, "case 1: "),
        (["injured-queen", "-o", "/"], "??\n", "/"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_line(words, data, said):
    done = doublecount("draw", *words, data=data)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_path_that_cannot_be_written_is_the_tool_s_failure_and_a_pipe_is_written_to(tmp_path):
    done = doublecount("draw", "injured-queen", "-o", tmp_path / "no" / "x.svg", data="??\n")
    assert (done.returncode, done.stdout) == (2, "")
    folder = tmp_path / "no"
    assert done.stderr == f"Error: {folder / 'x.svg'}: can't be written: there is no folder {folder}\n"
    done = doublecount("draw", "injured-queen", "-o", "/dev/null", data="??\n")
    assert done.returncode == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_the_same_file_gives_the_same_picture():
    one, other = (doublecount("draw", "injured-queen", "--solve", data="?????\n").stdout for _ in range(2))
    assert one == other != ""
