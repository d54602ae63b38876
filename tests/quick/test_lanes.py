"""Fast lanes: they print what the slow path prints, and leave alone what they do not know."""

from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

from doublecount.cli.solve import command
from doublecount.dp.dots_and_boxes import whole_grid
from doublecount.dp.injured_queen import count
from doublecount.dp.lanes.injured_queen import FREE, count_many
from doublecount.dp.lanes.text import integers, numbered
from doublecount.problems.text import InputError
from doublecount.verify import catalogue
from doublecount.verify.instances import draw

WITH_LANE = [name for name in catalogue.NAMES if catalogue.solver(name).answer_text]


@pytest.fixture(autouse=True, scope="module")
def _the_table_of_dots_and_boxes_is_at_hand():
    """Else its lane leaves small files to the solver, who then needs no table of the whole grid."""
    whole_grid(3, 3)


@pytest.fixture(params=WITH_LANE)
def problem(request):
    return catalogue.problem(request.param)


@pytest.fixture
def lane(problem, monkeypatch):
    """The lane, whatever the size of the file."""
    module = f"doublecount.dp.lanes.{problem.name.replace('-', '_')}"
    lane = pytest.importorskip(module)
    monkeypatch.setattr(lane, "FEW", 0, raising=False)
    return lane.answer_text


def slowly(problem, text):
    solve = problem.load_solver().solve
    cases = enumerate(problem.read(text, "t"), start=1)
    return "".join(problem.write_answer(case, solve(instance)) for case, instance in cases).encode()


def file_of(problem, seed, cases):
    return problem.write([draw(problem, seed, index, judge_only=True).instance for index in range(cases)])


def test_all_problems_whose_answers_are_short_have_a_lane():
    assert {"injured-queen", "overlapping-squares", "wooden-chess", "dots-and-boxes"} <= set(WITH_LANE)


def test_a_lane_prints_what_the_slow_path_prints(problem, lane):
    text = file_of(problem, 11, 1200)
    assert lane(text.encode()) == slowly(problem, text)


@pytest.mark.parametrize("cases", [1, 2, 7, 8, 9, 63])
def test_a_lane_handles_files_of_any_length(problem, lane, cases):
    text = file_of(problem, cases, cases)
    assert lane(text.encode()) == slowly(problem, text)


def test_a_lane_never_answers_what_the_reader_refuses(problem, lane):
    """Change a byte, drop one, add one: whatever the lane still answers, the slow path answers alike."""
    rng = Random(5)
    data = file_of(problem, 3, 4).encode()
    answered = 0
    for _ in range(1500):
        place = rng.randrange(len(data))
        junk = bytes([rng.choice(b"0129?AFG #_|-+.\n\r\t\0\xff")])
        broken = rng.choice([data[:place] + junk + data[place + 1 :], data[:place] + data[place + 1 :]])
        broken = rng.choice([broken, data[:place] + junk + data[place:], data[:place]])
        output = lane(broken)
        if output is not None:
            assert output == slowly(problem, broken.decode("utf-8", errors="backslashreplace"))
            answered += 1
    assert answered < 1500


@pytest.mark.parametrize(
    "reshape",
    [
        lambda data: b"",
        lambda data: b"\n",
        lambda data: b"\n" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"\n", b" \n"),
        lambda data: data + b"junk\n",
        lambda data: data + b"\xff",
    ],
    ids=["empty", "newline", "blank line first", "CRLF", "trailing blanks", "junk behind", "not ASCII"],
)
def test_a_lane_leaves_unusual_files_alone(problem, lane, reshape):
    assert lane(reshape(file_of(problem, 2, 5).encode())) is None


def test_the_command_takes_the_lane_and_prints_the_same(problem, tmp_path):
    text = file_of(problem, 8, 300)
    (tmp_path / "cases").write_text(text)
    done = CliRunner().invoke(command, [problem.name, str(tmp_path / "cases")])
    assert done.exit_code == 0
    assert done.stdout_bytes == slowly(problem, text)


def test_errors_are_the_readers_however_long_the_file(problem, tmp_path):
    right = file_of(problem, 8, 300)
    (tmp_path / "cases").write_text(text := right + "~\n")
    done = CliRunner().invoke(command, [problem.name, str(tmp_path / "cases")])
    with pytest.raises(InputError) as complaint:
        list(problem.read(text, str(tmp_path / "cases")))
    assert done.exit_code == 2
    assert done.stderr == f"Error: {complaint.value}\n"
    assert slowly(problem, right).startswith(done.stdout_bytes)
    assert len(done.stdout_bytes) > 0.9 * len(slowly(problem, right))


# The parts


@pytest.mark.parametrize(
    ("text", "values", "ends"),
    [
        (b"1\n", [1], [1]),
        (b"10 0 7\n999999999999999999\n", [10, 0, 7, 10**18 - 1], [3, 4]),
    ],
)
def test_plain_integers_are_read_with_the_ends_of_their_lines(text, values, ends):
    read = integers(text)
    assert read is not None
    assert [read[0].tolist(), read[1].tolist()] == [values, ends]


@pytest.mark.parametrize(
    "text",
    [
        *b"|1|1 |01\n|-1\n|+1\n|1\r\n|1\t2\n| 1\n|1 \n|1  2\n|\n|1\n\n|x\n|\xd9\xa1\n".split(b"|"),
        b"1" * 19 + b"\n",
    ],
)
def test_other_integers_are_left_to_the_strict_reader(text):
    assert integers(text) is None


@pytest.mark.parametrize("cases", [1, 9, 10, 11, 999, 1000, 1001, 1999, 2000, 12345])
def test_cases_are_numbered_as_python_numbers_them(cases):
    words = (b"No", b"Yes")
    chosen = np.arange(cases) % 3 % 2
    wanted = b"".join(b"Case %d: %s\n" % (case, words[word]) for case, word in enumerate(chosen, start=1))
    assert numbered(b"Case ", words, chosen) == wanted


@pytest.mark.parametrize("n", range(1, 16))
def test_batches_of_queens_are_counted_as_one_by_one(n):
    rng = np.random.default_rng(n)
    for share in (0.25, 0.7, 1.0):
        boards = rng.integers(0, n, (60, n), dtype=np.uint8)
        boards[rng.random(boards.shape) < share] = FREE
        rows = [[None if row == FREE else row for row in board] for board in boards.tolist()]
        assert count_many(boards).tolist() == [count(board) for board in rows]


@pytest.mark.parametrize("highest", [9, 100_000, 10**15])
@pytest.mark.parametrize("boards", [1, 2, 17, 63, 64, 65])
def test_boards_of_wooden_chess_are_evaluated_as_one_by_one(boards, highest):
    problem = catalogue.problem("wooden-chess")
    rng = Random(boards)
    sizes = [(1, 1), (1, 8), (8, 1), (3, 4)]
    text = "".join(
        f"{n} {m}\n"
        + "".join(" ".join(str(rng.randint(0, highest)) for _ in range(m)) + "\n" for _ in range(2 * n))
        for n, m in sizes * boards
    )
    lane = pytest.importorskip("doublecount.dp.lanes.wooden_chess").answer_text
    assert lane(text.encode()) == slowly(problem, text)


def test_lines_of_queens_of_any_length_may_be_mixed():
    problem = catalogue.problem("injured-queen")
    lines = ["?" * n for n in (15, 1, 16, 17, 40, 2, 15)] + ["?" * 30 + "F" + "?" * 30, "1", "2424"] * 30
    text = "\n".join(lines) + "\n"
    lane = pytest.importorskip("doublecount.dp.lanes.injured_queen").answer_text
    assert lane(text.encode()) == slowly(problem, text)


def test_every_picture_of_a_stack_and_its_neighbours_are_told_apart():
    from doublecount.dp.overlapping_squares import encode, table
    from doublecount.problems.overlapping_squares import Instance
    from doublecount.problems.overlapping_squares.instance import EDGES

    problem = catalogue.problem("overlapping-squares")
    by_code = {encode(Instance.of([edge])): edge for edge in EDGES}
    pictures = [
        Instance.of(edge for bit, edge in by_code.items() if picture & bit) for picture in sorted(table())
    ]
    rng = Random(1)
    pictures += [picture.flipped(rng.choice(EDGES)) for picture in pictures[::3]]
    text = problem.write(pictures)
    lane = pytest.importorskip("doublecount.dp.lanes.overlapping_squares").answer_text
    assert lane(text.encode()) == slowly(problem, text)
