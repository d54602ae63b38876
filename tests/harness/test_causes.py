"""Findings of one cause are one: the same up to symmetry, whatever the program is called by its path."""

from dataclasses import replace
from random import Random

import pytest

from doublecount.cli.compared import contrast_text
from doublecount.cli.findings import summary_lines
from doublecount.problems.record import Form
from doublecount.verify import catalogue
from doublecount.verify.causes import canonical, causes, signature_of
from doublecount.verify.history import contrast
from doublecount.verify.instances import draw
from doublecount.verify.results import Campaign, Kind, Met
from tests.harness.findings import BOARDS, QUEENS, finding, instances, summary

BOARD = "1\n2 3\n#..\n..o\n"


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_all_images_have_one_canonical_form_and_a_changed_instance_another(name):
    problem = catalogue.problem(name)
    for index in range(20):
        instance = draw(problem, 3, index, judge_only=True).instance
        images = problem.images(instance)
        assert instance in images
        assert {canonical(problem, [image]) for image in images} == {canonical(problem, [instance])}
        other = problem.changed(Random(index), instance)
        if other not in images:
            assert canonical(problem, [other]) != canonical(problem, [instance])


@pytest.mark.parametrize(
    "image",
    ["1\n2 3\n..#\no..\n", "1\n2 3\no..\n..#\n", "1\n3 2\n#.\n..\n.o\n", "1\n3 2\n.o\n..\n#.\n"],
)
def test_mirrored_turned_and_recoloured_boards_have_one_signature(image):
    assert signature_of(finding(BOARDS, image)) == signature_of(finding(BOARDS, BOARD))


@pytest.mark.parametrize(
    "other",
    [
        finding(BOARDS, "1\n2 3\n#..\n..#\n"),
        finding(BOARDS, BOARD, kind=Kind.CRASH),
        finding(BOARDS, BOARD, accused="sat"),
        finding(BOARDS, "2\n2 3\n#..\n..o\n2 3\n#..\n..o\n"),
    ],
)
def test_another_board_kind_accused_or_file_is_another_cause(other):
    assert signature_of(other) != signature_of(finding(BOARDS, BOARD))


def test_path_form_and_who_stands_against_it_do_not_matter():
    lines = catalogue.problem(BOARDS).write_jsonl(instances(BOARDS, BOARD))
    one = finding(BOARDS, lines, form=Form.JSONL, command="/elsewhere/mine", against=("dp", "sat"))
    assert signature_of(one) == signature_of(finding(BOARDS, BOARD))
    assert len(signature_of(one)) == 12


def test_one_symmetry_is_applied_to_all_cases_of_a_file():
    def signature(*lines):
        return signature_of(finding(QUEENS, "".join(f"{line}\n" for line in lines)))

    assert signature("1??", "4???") == signature("??1", "???4")
    assert signature("1??", "4???") != signature("??1", "4???")


def test_findings_alike_are_grouped_and_their_differences_counted():
    found = finding(QUEENS, "1??\n", id="a" * 12), finding(QUEENS, "??1\n", id="b" * 12)
    other = finding(QUEENS, "???\n", id="c" * 12)
    first, second = causes(summary(*found, other))
    assert (first.findings, second.findings) == (found, (other,))
    assert (first.met, second.met) == (9, None)


def test_the_differences_of_a_kind_are_told_once_and_not_for_each_of_its_causes():
    one, other = finding(QUEENS, "1??\n", id="a" * 12), finding(QUEENS, "???\n", id="c" * 12)
    text = "\n".join(summary_lines(summary(one, other), {}))
    assert text.count("6 differences of this kind met") == text.count("of this kind") == 1
    campaign = Campaign(1, "", {}, "", (summary(one, other),))
    changes = contrast(campaign, campaign).changes
    assert [(change.what, change.new.met) for change in changes] == [((), 6), ((), None)]
    more = replace(summary(other, one), met=(Met(Kind.WRONG_ANSWER, "candidate", 7),))
    first, second = contrast(campaign, replace(campaign, summaries=(more,))).changes
    assert {first.what, second.what} == {("differences met 6, now 7",), ()}
    assert {first.worse, second.worse} == {True, False}
    table = contrast_text(contrast(campaign, replace(campaign, summaries=(more,))))
    assert table.count(", 7 met") == 1
