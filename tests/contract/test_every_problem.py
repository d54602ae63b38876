"""What every problem's record promises, checked for all problems alike on generated instances."""

import json
import re
from random import Random

import pytest

from doublecount.problems.picture import as_text
from doublecount.problems.record import differing_facts
from doublecount.verify import catalogue
from doublecount.verify.instances import draw

COUNT = 60


@pytest.fixture(params=catalogue.NAMES)
def problem(request):
    return catalogue.problem(request.param)


@pytest.fixture
def instances(problem):
    return [draw(problem, 5, index, judge_only=False).instance for index in range(COUNT)]


@pytest.fixture
def small(problem, instances):
    """The instances that the solver answers in next to no time."""
    return [instance for instance in instances if problem.load_solver().fits(instance) is None]


def test_same_seed_gives_same_instances_and_another_seed_others(problem, instances):
    again = [draw(problem, 5, index, judge_only=False).instance for index in range(COUNT)]
    other = [draw(problem, 6, index, judge_only=False).instance for index in range(COUNT)]
    assert instances == again
    assert instances != other


def test_judge_only_instances_are_within_the_judges_limits(problem):
    for index in range(COUNT):
        assert problem.limits.allows(draw(problem, 1, index, judge_only=True).instance)


def test_every_stratum_yields_instances(problem):
    for stratum in problem.strata:
        for seed in range(5):
            instance = stratum.make(Random(seed))
            assert stratum.beyond_judge or problem.limits.allows(instance), stratum.name


def test_writing_and_reading_returns_the_instances(problem, instances):
    assert list(problem.read(problem.write(instances), "t")) == instances


def test_json_lines_say_the_same_as_the_judges_text(problem, instances):
    lines = problem.write_jsonl(instances)
    assert lines.count("\n") == len(instances)
    assert list(problem.read_jsonl(lines, "t")) == instances
    assert list(problem.read_jsonl(lines.replace("\n", " \r\n\n").rstrip(), "t")) == instances


@pytest.mark.parametrize(
    ("broken", "place"),
    [
        (lambda line: line[:-2], "t:1:"),
        (lambda line: "[]", "t:1:1: "),
        (lambda line: "{}", "t:1:1: expected field '"),
        (lambda line: line + line, "t:1:"),
        (lambda line: line.replace("[", "[NaN, ", 1), "t:1:1: "),
        (lambda line: line.replace("[", "[{}, ", 1), "t:1:"),
        (lambda line: line.replace("[", "[[[[", 1).replace("]", "]]]]", 1), "t:1:"),
        (lambda line: "[" * 100_000, "t:1:1: "),
        (
            lambda line: line.replace("}", ', "other": 1}'),
            "t:1:[0-9]+: expected no other field, found 'other'",
        ),
        (lambda line: line[:-1] + ", " + line[1:], "t:1:1: .*twice"),
        (lambda line: '{"lines": ' + "9" * 5000 + "}", "t:1:1: .*40 digits"),
    ],
)
def test_json_lines_are_read_strictly(problem, instances, broken, place):
    from doublecount.problems.text import InputError

    line = problem.write_jsonl(instances[:1]).strip()
    with pytest.raises(InputError, match=rf"\A{place}[^\n]*\Z"):
        list(problem.read_jsonl(broken(line) + "\n", "t"))


@pytest.mark.parametrize(
    "reshape",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", " \t\n"),
        lambda text: text.rstrip("\n"),
        lambda text: text + "\n\n",
    ],
    ids=["CRLF", "trailing blanks", "no final newline", "blank lines at the end"],
)
def test_readers_accept_what_judge_files_contain(problem, instances, reshape):
    assert list(problem.read(reshape(problem.write(instances)), "t")) == instances


def test_simpler_instances_are_smaller_and_can_be_written(problem, instances):
    for instance in instances[:20]:
        for simpler in problem.simpler(instance):
            assert problem.size(simpler) < problem.size(instance)
            assert list(problem.read(problem.write([simpler]), "t")) == [simpler]


def test_the_solvers_answers_obey_the_rules_and_the_rules_decide_nothing_else(problem, small):
    for instance in small:
        answer = problem.load_solver().solve(instance)
        assert problem.check(instance, answer) is None
        truth = problem.decide(instance)
        if truth is not None:
            for fact in problem.compared:
                stated = getattr(answer, fact)
                assert stated is None or getattr(truth, fact) in (None, stated)


def test_exhaustion_gives_the_solvers_answer(problem, small):
    answers = [(instance, problem.exhaust(instance)) for instance in small]
    for instance, exhausted in answers:
        if exhausted:
            assert problem.check(instance, exhausted.answer) is None
            assert not differing_facts(problem, problem.load_solver().solve(instance), exhausted.answer)
            assert re.fullmatch(r"[0-9]+ (plays|stacks from the top down)", exhausted.tried)
    decided = sum(exhausted is not None for _, exhausted in answers)
    assert decided >= len(small) / 3 or (problem.split and "count" in problem.compared)


def test_answers_survive_the_judges_output_format(problem, small):
    answers = [problem.load_solver().solve(instance) for instance in small]
    text = "".join(problem.write_answer(case, answer) for case, answer in enumerate(answers, start=1))
    for answer, read in zip(answers, problem.read_answers(text, small), strict=True):
        assert problem.write_answer(1, read) == problem.write_answer(1, answer)


def test_answers_go_to_json_with_numbers_as_strings(problem, small):
    for instance in small[:10]:
        json.dumps(problem.to_json(problem.load_solver().solve(instance)), allow_nan=False)


def test_the_solvers_answers_obey_every_relation(problem, small):
    solve = problem.load_solver().solve
    applied = 0
    for instance in small[:30]:
        for relation in problem.relations:
            derived = relation.derive(instance)
            if derived:
                violation = relation.violation(instance, solve(instance), [solve(one) for one in derived])
                assert violation is None, f"{relation.name}: {instance}: {violation}"
                applied += 1
    assert applied >= 30


def test_pictures_can_be_drawn_as_text(problem, small):
    for instance in small[:10]:
        assert as_text(problem.picture(instance, None)).strip() or not problem.limits.allows(instance)
        assert as_text(problem.picture(instance, problem.load_solver().solve(instance)))


def test_large_and_nontrivial_instances_are_common_enough(problem, small):
    answers = [problem.load_solver().solve(instance) for instance in small]
    trivial = sum(problem.is_trivial(*pair) for pair in zip(small, answers, strict=True))
    assert sum(map(problem.is_large, small)) >= len(small) / 4
    assert trivial <= len(small) / 2


@pytest.mark.parametrize("junk", ["\x00", "²", "0" * 5000, "-1", "a b c", "1\n", "#", "?\x0b?"])
def test_readers_refuse_junk_with_a_position_in_one_line(problem, junk):
    from doublecount.problems.text import InputError

    if problem.name == "injured-queen" and junk == "1\n":
        junk = "2\n"  # "1" is a board
    with pytest.raises(InputError, match=r"\At:\d+:\d+: expected [^\n]+, found [^\n]+\Z"):
        list(problem.read(junk, "t"))
