"""Injured Queen: rules by hand, the text formats, the samples."""

import pytest

from doublecount.dp.injured_queen import MOST_COLUMNS, fits, solutions, solve, ways
from doublecount.problems.injured_queen import Answer, Instance
from doublecount.problems.injured_queen.formats import read, read_answers, to_json, write, write_answer
from doublecount.problems.injured_queen.rules import broken_rule, check, decide, refutes
from doublecount.problems.text import InputError

FREE = Instance((None,) * 4)


def board(status):
    (instance,) = read(status, "t")
    return instance


@pytest.mark.parametrize("placement", [(0, 2, 0, 2), (3, 0, 3, 1), (1, 3, 0, 3), (0, 3, 0, 3)])
def test_queens_two_rows_apart_do_not_attack(placement):
    assert broken_rule(FREE, placement) is None


@pytest.mark.parametrize(
    ("placement", "rule"),
    [
        ((0, 2, 0), "3 queens on 4 columns"),
        ((0, 2, 0, 4), "column 4 is off the board, in row 5"),
        ((-1, 2, 0, 2), "column 1 is off the board"),
        ((0, 0, 2, 0), "columns 1 and 2 attack"),
        ((0, 1, 3, 0), "columns 1 and 2 attack"),
        ((0, 2, 0, 1), "columns 3 and 4 attack"),
    ],
)
def test_broken_rules_are_named(placement, rule):
    assert rule in broken_rule(FREE, placement)


def test_a_fixed_queen_must_stay():
    assert broken_rule(FREE.fixing(1, 3), (0, 2, 0, 2)) == "the queen in column 2 is fixed in row 4, not 3"


def test_check_compares_count_placement_and_list():
    assert check(FREE, Answer(16, (0, 2, 0, 2))) is None
    assert check(FREE, Answer(0, (0, 2, 0, 2))) == "a solution is given although the count is 0"
    assert "attack" in check(FREE, Answer(1, (0, 0, 0, 0)))
    assert check(FREE, Answer(3, None, frozenset({(0, 2, 0, 2)}))) == "1 solutions are listed, the count is 3"


def test_valid_placements_refute_smaller_counts_and_shorter_lists():
    two = Answer(2, None, frozenset({(0, 2, 0, 2), (0, 3, 0, 3)}))
    assert refutes(FREE, two, Answer(1)) == "there are at least 2 valid solutions, it counts 1"
    assert refutes(FREE, two, Answer(2)) is None
    assert "lacks 1" in refutes(FREE, two, Answer(None, None, frozenset({(0, 2, 0, 2)})))
    assert refutes(FREE, Answer(9, (0, 0, 0, 0)), Answer(0)) is None


def test_the_rules_decide_boards_without_a_free_column_only():
    assert decide(board("2424")).count == 1
    assert decide(board("2324")).count == 0
    assert decide(board("2?24")) is None


@pytest.mark.parametrize(
    ("status", "count"),
    [
        ("??????", 2642),
        ("???????????????", 22696209911206174),
        ("???8?????", 2098208),
        ("43?????", 0),
        ("??", 0),
        ("?", 1),
        ("??????????????A", 1498872015836269),
    ],
)
def test_samples(status, count):
    assert solve(board(status)).count == count


def test_more_columns_than_the_judge_has_are_exact():
    free = Instance((None,) * 17)
    assert solve(free).count == 42642391831997377680
    assert sum(solve(free.fixing(8, row)).count for row in range(17)) == 42642391831997377680
    assert fits(Instance((None,) * (MOST_COLUMNS + 1)))


def test_solutions_come_in_order_and_each_once():
    listed = list(solutions(FREE))
    assert listed == sorted({*listed})
    assert len(listed) == 16 == sum(ways(FREE)[0])


def test_formats_round_trip():
    text = "?\n1?4??3\n???????????????\n??????????????F\n"
    assert write(list(read(text, "t"))) == text
    assert read_answers("3\r\n0  \n\n12", [FREE] * 3) == [Answer(3), Answer(0), Answer(12)]
    assert write_answer(7, Answer(12)) == "12\n"
    assert to_json(Answer(2**70, (0, 2))) == {"count": str(2**70), "placement": [1, 3]}
    assert to_json(Answer(0)) == {"count": "0", "placement": None}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1?51\n", "t:1:3: expected '?' or a row from 1 to 4, found '5'"),
        ("??\n?0?\n", "t:2:2: expected '?' or a row from 1 to 3, found '0'"),
        ("??x", "t:1:3: expected '?' or a row from 1 to 3, found 'x'"),
        ("a??????????", "t:1:1: expected '?' or a row from 1 to B, found 'a'"),
        ("? ?", "t:1:2: expected '?' or a row from 1 to 3, found ' '"),
        ("???\u0661", "t:1:4: expected '?' or a row from 1 to 4, found '\\u0661'"),
        ("\n\n 1", "t:3:1: expected '?' or a row from 1 to 2, found ' '"),
    ],
)
def test_malformed_input_is_refused_with_its_position(text, complaint):
    with pytest.raises(InputError) as caught:
        list(read(text, "t"))
    assert str(caught.value) == complaint


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "output:1:1: expected the count of case 1, found end of file"),
        ("1\n", "output:2:1: expected the count of case 2, found end of file"),
        ("1\n-0\n", "output:2:1: expected a count, found '-0'"),
        ("1\n2.0\n", "output:2:1: expected a count, found '2.0'"),
        ("1\n1_0\n", "output:2:1: expected a count, found '1_0'"),
        ("1\n+2", "output:2:1: expected a count, found '+2'"),
        ("1\n007", "output:2:1: expected a count, found '007'"),
        ("1\n2 3", "output:2:3: expected end of line after 1 number(s), found '3'"),
        ("1\n2\n3", "output:3:1: expected end of output after 2 count(s), found '3'"),
        ("1\n" + "9" * 9999, "output:2:1: expected a count, found '" + "9" * 37 + "...'"),
    ],
)
def test_malformed_output_is_refused_with_its_position(text, complaint):
    with pytest.raises(InputError) as caught:
        read_answers(text, [FREE, FREE])
    assert str(caught.value) == complaint


@pytest.mark.parametrize("rows", [(), (4, None, None, None), (-1, None)])
def test_instances_validate_themselves(rows):
    with pytest.raises(ValueError, match="board"):
        Instance(rows)
