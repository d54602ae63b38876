"""What a problem of one's own gets without saying it: formats, steps, changes, pictures; and its contract."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

import pytest

from doublecount.problems import own
from doublecount.problems.own import skeleton, steps
from doublecount.problems.own.formats import Value
from doublecount.problems.picture import as_text
from doublecount.problems.text import InputError
from doublecount.verify.contract import checked, unusable

STRIP = replace(skeleton.PROBLEM, name="strip")


@dataclass(frozen=True)
class Board:
    rows: tuple[str, ...]
    weights: tuple[int, ...] = ()
    most: int = 0

    def __post_init__(self):
        if not self.rows or len({len(row) for row in self.rows}) > 1:
            raise ValueError("rows of one length, please")


@dataclass(frozen=True)
class Told:
    count: int | None = None
    marks: tuple[str, ...] | None = None
    solutions: frozenset[str] | None = field(default=None)


PLAIN = own.problem(
    name="plain",
    question="How many marks?",
    instance=Board,
    answer=Told,
    generate=lambda rng: Board(tuple("".join(rng.choices(".#", k=3)) for _ in range(rng.randint(1, 4)))),
    solve=lambda board: Told("".join(board.rows).count("#")),
    models=[
        own.model("letters", "a letter after the other", lambda b: Told(sum(r.count("#") for r in b.rows)))
    ],
)
BOARD = Board(("#.", ".#", ".."), (3, 0, 1), 5)


def wrong(problem):
    return [one.wrong for one in checked(problem) if one.wrong]


def promises(problem):
    return [one.promise for one in checked(problem) if one.wrong]


def test_a_module_that_says_the_least_keeps_the_contract():
    assert wrong(PLAIN) == []
    assert wrong(STRIP) == []
    assert unusable(PLAIN) is None


def test_json_lines_come_from_the_fields():
    text = PLAIN.write([BOARD])
    assert text == '{"rows": ["#.", ".#", ".."], "weights": [3, 0, 1], "most": 5}\n'
    assert list(PLAIN.read(text, "t")) == [BOARD]
    assert list(PLAIN.read_jsonl('{"rows": ["."]}', "t")) == [Board((".",))]


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{}",
        '{"rows": [1]}',
        '{"rows": ["."], "most": "x"}',
        '{"rows": [".", ""]}',
        '{"rows": ["."], "x": 1}',
    ],
)
def test_json_lines_that_are_no_instance_are_refused_with_a_place(line):
    with pytest.raises(InputError, match=r"\At:1:1: expected [^\n]+, found [^\n]+\Z"):
        list(PLAIN.read_jsonl(line, "t"))


def test_a_case_that_can_not_be_made_is_refused_at_its_first_line():
    with pytest.raises(InputError, match=r"^t:2:1: expected an instance, found .expected a strip"):
        list(STRIP.read("..\n.x\n", "t"))


def test_a_reader_that_takes_nothing_does_not_go_on_for_ever():
    lazy = own.problem(
        name="lazy",
        question="?",
        instance=Board,
        answer=Told,
        generate=lambda _: BOARD,
        solve=lambda _: Told(0),
        read_case=lambda _: BOARD,
        write_case=str,
    )
    with pytest.raises(RuntimeError, match="at least one line"):
        list(lazy.read("x", "t"))


def test_answers_are_a_value_on_a_line_exact_at_any_size():
    big = 10**60
    assert PLAIN.write_answer(1, Told(big)) == f"{big}\n"
    assert PLAIN.read_answers(f" {big} \r\n\n-1\n", [BOARD] * 2) == [Told(big), Told(-1)]
    assert PLAIN.to_json(Told(big, ("a",), frozenset("b"))) == {"count": str(big), "marks": ["a"]}


@pytest.mark.parametrize(
    "text", ["", "1\n", "1\n2\n3\n", "x\n1\n", "1 2\n3\n", "1.0\n2\n", "None\n1\n", "²\n1\n"]
)
def test_outputs_that_are_no_answers_are_refused(text):
    with pytest.raises(InputError, match=r"\Aoutput:\d+:\d+: expected [^\n]+, found [^\n]+\Z"):
        PLAIN.read_answers(text, [BOARD] * 2)


@dataclass(frozen=True)
class Word:
    winner: Literal["first", "second"] | None = None


@dataclass(frozen=True)
class Bool:
    possible: bool | None = None


@pytest.mark.parametrize(
    ("answer", "text"), [(Word("second"), "second"), (Bool(True), "Yes"), (Bool(False), "No")]
)
def test_words_and_truth_values_are_answers_too(answer, text):
    value, lines = Value(type(answer)), own.Lines(f"{text}\nmaybe\n", "output")
    assert value.write(answer) == f"{text}\n"
    assert value.read(lines, None) == answer
    with pytest.raises(InputError, match=r"output:2:1: expected \w+ or \w+, found 'maybe'"):
        value.read(lines, None)


def test_an_answer_without_a_plain_value_must_say_how_it_is_written():
    @dataclass(frozen=True)
    class Order:
        order: tuple[int, ...] | None = None

    with pytest.raises(ValueError, match="say read_answer and write_answer"):
        own.problem(
            name="o", question="?", instance=Board, answer=Order, generate=lambda _: BOARD, solve=Order
        )


def test_steps_lead_to_smaller_instances_down_to_one_of_which_nothing_can_be_left_out():
    current, passed = BOARD, 0
    while step := next(iter(PLAIN.simpler(current)), None):
        assert PLAIN.size(step) < PLAIN.size(current)
        current, passed = step, passed + 1
    assert (current, passed > 3) == (Board(("",)), True)
    assert Board((".", "#", "."), (3, 0, 1), 5) in set(PLAIN.simpler(BOARD))
    assert Board(("#.", ".#"), (3, 0), 5) in set(PLAIN.simpler(BOARD))
    assert Board(("..", ".#", ".."), (3, 0, 1), 5) in set(PLAIN.simpler(BOARD))
    assert {one.most for one in PLAIN.simpler(BOARD)} == {5, 0, 2, 4}


def test_changes_make_instances_harder_as_well_as_easier():
    made = [PLAIN.changed(Random(seed), BOARD) for seed in range(200)]
    harder = sum(steps.size(one) > steps.size(BOARD) for one in made)
    assert 40 <= harder <= 160
    assert len(set(made)) > 30
    assert PLAIN.changed(Random(7), BOARD) == made[7]


def test_the_picture_is_the_board_or_the_numbers_in_a_row():
    assert as_text(PLAIN.picture(BOARD, None)) == "#.\n.#\n..\n"
    assert as_text(PLAIN.picture(BOARD, Told(2, ("ab", "cd", "ef")))) == "ab\ncd\nef\ncount 2\n"
    assert as_text(STRIP.picture(skeleton.Instance("..#"), None)) == "..#\n"


DAMAGED = {
    "text that": ("cases", {"read": lambda text, file: iter(())}),
    "another instance": ("cases", {"write": lambda instances: ".\n" * len(instances)}),
    "lines": ("JSON lines", {"write_jsonl": lambda instances: "{}\n" * len(instances)}),
    "junk": (
        "text that is no case",
        {
            "read": lambda text, file: iter(
                [skeleton.Instance(x) if set(x) <= {*".#"} else 0 for x in text.split()]
            )
        },
    ),
    "no smaller": ("steps", {"simpler": lambda instance: iter([instance])}),
    "no step": ("steps", {"simpler": lambda instance: iter(())}),
    "generator": (
        "random instances",
        {"strata": (own.Stratum("s", 1, lambda _: skeleton.generate(Random())),)},
    ),
    "limits": ("random instances", {"limits": own.Limits("none", lambda _: False, 100)}),
    "generator raises": ("random instances", {"strata": (own.Stratum("s", 1, lambda _: 1 / 0),)}),
    "changes": ("changed", {"changed": lambda rng, _: skeleton.generate(Random())}),
    "compared": ("instances and answers", {"compared": ("number",)}),
    "type": ("instances and answers", {"answer_type": int}),
    "answer": ("the solver answers", {"load_solver": lambda: own.Solver(solve=lambda _: 7)}),
    "output": ("answers that are written", {"write_answer": lambda case, answer: "0\n"}),
    "rules": ("the rules accept", {"check": lambda instance, answer: "no"}),
    "no rules": ("the rules refuse damaged", {"check": lambda instance, answer: None}),
    "models": ("there is a model", {"load_models": lambda: ()}),
    "picture": ("pictures", {"picture": lambda instance, answer: None}),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_each_broken_promise_is_told(what):
    promise, change = DAMAGED[what]
    told = [one for one in checked(replace(STRIP, **change)) if one.wrong]
    assert any(one.promise.startswith(promise) for one in told), told
    assert all("\n" not in one.wrong for one in told)


def test_models_that_use_the_same_library_must_say_so():
    def counted(instance):
        import networkx

        return skeleton.stone_by_stone(instance) if networkx else None

    def models(*shares):
        return tuple(own.model(name, "", counted, shares=shares) for name in ("one", "other"))

    silent = replace(STRIP, load_models=lambda: models())
    assert promises(silent) == ["models declare what they share"]
    assert wrong(silent) == ["expected one and other to declare what both use in shares, found ['networkx']"]
    assert wrong(replace(STRIP, load_models=lambda: models("networkx"))) == []
