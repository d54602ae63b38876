"""The engine on toy graphs whose counts are known, and its uses on both counting problems."""

import sys
from collections import Counter as Tally
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest

from doublecount.dp import black_white, forward, injured_queen, layered
from doublecount.dp.black_white import boards
from doublecount.dp.counting import Counter
from doublecount.dp.layered import DEAD, coloured, coloured_moves, explore, in_order, merged, numbered
from doublecount.dp.layers import compiled
from doublecount.dp.marginals import marginals
from doublecount.dp.sampling import sampled
from doublecount.models.black_white import brute_force
from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import blank, cut_into_rows
from doublecount.problems.injured_queen import Instance as Queens
from doublecount.verify import catalogue
from doublecount.verify.instances import draw

PROBLEM = catalogue.problem("black-white")


# Toy graphs: binary words


def any_word(_, states):
    """Every word; the state is the last letter."""
    return np.stack((np.zeros_like(states), np.ones_like(states)))


def no_two_ones(_, states):
    return np.stack((np.zeros_like(states), np.where(states == 1, DEAD, 1)))


def distinguishing_words(layer, states):
    """Every word, each with a state of its own; only those with two ones at most are completed."""
    after = np.stack((2 * states, 2 * states + 1))
    return np.where(np.bitwise_count(after) > 2, DEAD, after) if layer == 9 else after


def alike_at_first(layer, states):
    """Every word that begins with two zeros."""
    words = any_word(layer, states)
    return np.stack((words[0], words[1] if layer > 1 else np.full_like(states, DEAD)))


def everything(layers):
    return np.ones((layers, 2), dtype=np.bool_)


def counter(moves, layers):
    return Counter(compiled(merged(explore(0, layers, moves))))


@pytest.mark.parametrize("layers", [1, 7, 8, 9, 15, 16, 31, 32, 62, 63, 64, 300, 1100])
def test_counts_are_exact_whatever_their_length(layers):
    graph = Counter(compiled(explore(0, layers, any_word)))
    assert graph.ways(everything(layers))[0].sum() == 2**layers
    assert forward.count(0, layers, any_word) == 2**layers


def test_counts_use_machine_integers_where_they_fit():
    graph = Counter(compiled(explore(0, 70, any_word)))
    ways = graph.ways(everything(70))
    kinds = [layer.dtype for layer in ways]
    assert kinds[70] == np.uint8 and kinds[57] == np.uint16 and kinds[45] == np.uint32
    assert kinds[10] == np.int64 and kinds[7].hasobject
    assert all(layer[0] == 0 and layer[1] == 2 ** (70 - number) for number, layer in enumerate(ways))


def test_ways_are_listed_in_order_and_ranked_alike():
    graph = Counter(compiled(explore(0, 6, no_two_ones)))
    allowed = everything(6)
    allowed[2, 0] = allowed[5, 1] = False
    ways = graph.ways(allowed)
    listed = list(graph.walk(ways))
    assert listed == [
        word
        for word in product((0, 1), repeat=6)
        if (1, 1) not in pairwise(word) and word[2] == 1 and word[5] == 0
    ]
    assert len(listed) == ways[0].sum() == forward.count(0, 6, no_two_ones, allowed)
    ranks = np.arange(len(listed))
    found = graph.ranked([layer[:, None] for layer in ways], ranks, np.zeros(len(listed), dtype=np.intp))
    assert [*map(tuple, found.T.tolist())] == listed


def test_a_batch_counts_as_its_instances_do_one_by_one():
    graph = Counter(compiled(explore(0, 70, no_two_ones)))
    rng = np.random.default_rng(1)
    batch = rng.random((70, 2, 20)) < 0.9
    together = graph.ways(batch)
    for number in range(20):
        alone = graph.ways(batch[:, :, number])
        for one, other in zip(alone, together, strict=True):
            assert (one == other[:, number]).all()


RESTRICTIONS = [(), (0,), (1,), (34,), (68,), (69,), (0, 69), (1, 2, 3), (30, 31, 50), (5, 60)]


@pytest.mark.parametrize("moves", [any_word, no_two_ones])
@pytest.mark.parametrize("merge", [merged, lambda graph: graph], ids=["merged", "not merged"])
def test_alone_an_instance_is_answered_as_by_all_its_ways(moves, merge):
    """Restrictions in the first layer, in the last, between or nowhere; counts beyond 63 bits and below."""
    graph = Counter(compiled(coloured(merge(explore(0, 70, moves)))))
    for layers, choice in product(RESTRICTIONS, (0, 1)):
        allowed = everything(70)
        allowed[list(layers), choice] = False
        ways = graph.ways(allowed)
        total, first = int(ways[0].sum()), next(graph.walk(ways), None)
        for _ in range(2):
            assert graph.total(allowed) == total
            found = graph.answer(allowed)
            assert found[0] == total and (found[1] and (*found[1],)) == first
        batch = np.repeat(allowed[:, :, None], 3, axis=2)
        assert graph.totals(batch) == [total] * 3
        assert (*graph.firsts(graph.ways(batch))[:, 2].tolist(),) == first


def test_the_layers_of_a_batch_are_restricted_in_their_order():
    """On boards, where the order is that of the cells, nobody sees it: turned round, a board counts alike."""
    graph = Counter(compiled(coloured(merged(explore(0, 5, alike_at_first)))))
    allowed = everything(5)
    allowed[4, 0] = False
    batch = np.repeat(allowed[:, :, None], 2, axis=2)
    assert graph.totals(batch) == [int(graph.ways(allowed)[0].sum())] * 2 == [4, 4]


def test_alone_a_graph_may_end_in_more_states_than_it_begins_with():
    graph = Counter(compiled(coloured(explore(0, 10, distinguishing_words))))
    allowed = everything(10)
    allowed[3, 0] = allowed[9, 1] = False
    ways = graph.ways(allowed)
    for _ in range(2):
        total, first = graph.answer(allowed)
        assert (total, (*first,)) == (ways[0].sum(), next(graph.walk(ways)))


def test_alone_an_instance_without_a_way_has_no_first_one():
    graph = Counter(compiled(coloured(explore(0, 9, any_word))))
    allowed = everything(9)
    allowed[4] = False
    assert [graph.answer(allowed) for _ in range(2)] == [(0, None)] * 2
    nothing = explore(0, 3, lambda layer, states: np.full((2, len(states)), DEAD if layer == 2 else 0))
    graph = Counter(compiled(merged(nothing)))
    assert [graph.answer(everything(3)) for _ in range(2)] == [(0, None)] * 2


def test_states_with_more_arcs_come_first_and_arcs_that_lack_take_no_room():
    graph = coloured(merged(explore(0, 36, boards.Moves(6, 6))))
    for arcs in graph.arcs:
        number = (arcs != DEAD).sum(axis=0)
        assert (np.diff(number) <= 0).all()
    different = {id(arcs): arcs for arcs in graph.arcs}.values()
    alive = sum((arcs != DEAD).sum() + 1 + (arcs != DEAD).all(axis=0).any() for arcs in different)
    assert len(compiled(graph)["arcs"]) == alive


def test_equal_futures_are_merged_and_dead_states_removed():
    full = explore(0, 10, distinguishing_words)
    small = merged(full)
    assert sum(full.states) == 2**10 - 1
    assert small.states == (1, 2, 3, 3, 3, 3, 3, 3, 3, 2)
    assert np.array_equal(merged(small).arcs[5], small.arcs[5])


def test_a_graph_without_a_way_has_no_state():
    graph = explore(0, 3, lambda layer, states: np.full((2, len(states)), DEAD if layer == 2 else 0))
    assert merged(graph).states == (0, 0, 0)


@pytest.mark.parametrize("top", [10, 2**40, 2**62])
def test_keys_are_put_in_order_however_large(top):
    keys = np.random.default_rng(2).integers(0, top, 1000) // 2 * 2
    ordered, places = in_order(keys)
    assert (ordered == np.sort(keys)).all() and (keys[places] == ordered).all()
    numbers, different = numbered(np.append(keys, DEAD))
    assert (different == np.unique(keys)).all()
    assert (different[numbers[:-1]] == keys).all() and numbers[-1] == DEAD


def test_marginals_and_samples_of_toy_words():
    graph = Counter(compiled(coloured(explore(0, 66, any_word))))
    allowed = everything(66)
    ways = graph.ways(allowed)
    assert marginals(graph, allowed, ways) == [[2**65, 2**65]] * 66
    drawn = sampled(graph, ways, 400, 1)
    assert abs(drawn.mean() - 0.5) < 0.02
    assert len({*map(bytes, drawn.T.copy())}) == 400


# Boards


def random_boards(rng, height, width, number):
    """Boards with givens on 2 to 20% of their cells."""
    found = []
    for _ in range(number):
        share = rng.choice([0.02, 0.05, 0.1, 0.2])
        cells = "".join(rng.choice("#o") if rng.random() < share else "." for _ in range(height * width))
        found.append(Instance(cut_into_rows(cells, width)))
    return found


def drawn_boards(number):
    """Boards of all strata, of many sizes."""
    return [draw(PROBLEM, 9, index, judge_only=False).instance for index in range(number)]


FEW = Instance(("#.....", "......", "..o...", "......", ".....#"))


def assert_uniform(drawn, solutions):
    """Pearson's chi-square within four standard deviations of what chance makes it."""
    assert {*drawn} <= {*solutions}
    tally, expected = Tally(drawn), len(drawn) / len(solutions)
    chi_square = sum((tally[solution] - expected) ** 2 / expected for solution in solutions)
    freedom = len(solutions) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("instance", [blank(4, 4), blank(3, 5), FEW], ids=["4x4", "3x5", "5x6 with givens"])
def test_sampled_colourings_are_uniform(instance, seed):
    listed = list(black_white.solutions(instance))
    assert 1 < len(listed) < 200
    drawn = black_white.sample(instance, 50 * len(listed), seed)
    assert_uniform(drawn, listed)
    assert drawn == black_white.sample(instance, 50 * len(listed), seed)


def test_sampled_placements_are_uniform():
    instance = Queens((None, None, 0, None, None))
    listed = list(injured_queen.solutions(instance))
    assert 1 < len(listed) < 200
    assert_uniform(injured_queen.sample(instance, 50 * len(listed), 1), listed)


def test_drawing_from_nothing_is_an_error():
    with pytest.raises(ValueError, match="nothing to draw from"):
        black_white.sample(Instance(("##", "##")), 1, 1)
    with pytest.raises(ValueError, match="nothing to draw from"):
        injured_queen.sample(Queens((0, 0, None)), 1, 1)


def test_solutions_are_those_of_brute_force():
    checked = 0
    for instance in drawn_boards(150):
        if brute_force.fits(instance) is None and len(instance.free) <= 9:
            answer = brute_force.run(instance, 10**6).answer
            assert {*black_white.solutions(instance)} == answer.solutions
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("instance", [blank(4, 5), blank(5, 3), blank(1, 6), FEW, Instance(("##", "##"))])
def test_marginals_are_tallies_of_the_solutions(instance):
    listed = list(black_white.solutions(instance))
    found = black_white.marginals(instance)
    for row in range(instance.height):
        for column in range(instance.width):
            tally = Tally(colouring[row][column] for colouring in listed)
            assert found[row][column] == (tally["#"], tally["o"])


@pytest.mark.parametrize("sides", [(7, 8), (9, 6)])
def test_marginals_of_large_boards_are_counts_of_boards_with_a_cell_more(sides):
    (instance,) = random_boards(Random(4), *sides, 1)
    found = black_white.marginals(instance)
    whole = black_white.count(instance)
    for row, column in instance.free[::5]:
        parts = [black_white.count(instance.painting(row, column, colour)) for colour in "#o"]
        assert [*found[row][column]] == parts and sum(parts) == whole


def test_marginals_of_queens_are_tallies_of_the_placements():
    for instance in (Queens((None,) * 5), Queens((None, 2, None, None)), Queens((0, 1, None))):
        listed = list(injured_queen.solutions(instance))
        assert injured_queen.marginals(instance) == [
            [sum(placement[column] == row for placement in listed) for row in range(instance.n)]
            for column in range(instance.n)
        ]


def test_queens_are_counted_in_batches():
    instances = [Queens((None,) * 20), Queens((3, None, None, 0)), Queens((0, 0))]
    assert injured_queen.count_many(instances) == [injured_queen.solve(one).count for one in instances]


def assert_split_adds_up(side, number):
    """The counts with the first free cell black and white add up to the count, for random boards."""
    instances = random_boards(Random(side), side, side, number)
    wholes = black_white.count_many(instances)
    assert sum(whole > 0 for whole in wholes) > number / 4
    parts = [
        black_white.count_many([one.painting(*one.free[0], colour) for one in instances]) for colour in "#o"
    ]
    assert wholes == [black + white for black, white in zip(*parts, strict=True)]


@pytest.mark.parametrize("side", [6, 7, 8, 9, 10])
def test_the_choices_of_a_cell_add_up(side):
    assert_split_adds_up(side, 100)


def test_many_boards_are_answered_as_one_by_one(monkeypatch):
    instances = drawn_boards(200)
    alone = [black_white.solve(instance) for instance in instances]
    assert black_white.solve_many(instances) == alone
    assert black_white.count_many(instances) == [answer.count for answer in alone]
    monkeypatch.setattr(boards, "MOST_BYTES", 2000)
    assert black_white.solve_many(instances) == alone
    assert black_white.solve_many([]) == black_white.count_many([]) == []


@pytest.mark.parametrize("sides", [(1, 9), (2, 7), (3, 4), (5, 5), (6, 8), (8, 9)])
def test_counting_without_a_graph_agrees_with_the_graph(sides, monkeypatch):
    monkeypatch.setattr(layered, "CHUNK", 50)
    for instance in (blank(*sides), *random_boards(Random(5), *sides, 5)):
        board = np.array([[ord(symbol) for symbol in row] for row in instance.rows], dtype=np.uint8)
        assert boards.count_forward(board, lambda *_: None) == black_white.count(instance)


def test_boards_whose_graph_is_too_large_are_counted_without_one(monkeypatch):
    instances = [blank(6, 6), *random_boards(Random(6), 6, 5, 3), blank(3, 4)]
    expected = black_white.count_many(instances)
    monkeypatch.setattr(boards, "MOST_WIDTH", 4)
    monkeypatch.setattr(boards, "counter_for", None)
    assert black_white.fits(instances[0]) and black_white.count_fits(instances[0]) is None
    assert black_white.count_many(instances[:-1]) == expected[:-1]


def test_the_limits_of_counting_alone_are_wider():
    assert black_white.count_fits(blank(18, 18)) is None
    assert black_white.count_fits(blank(19, 19)) == "more than 18 rows and columns"
    assert black_white.count_fits(blank(17, 37)) == "longer than 36 cells at a width of 17"


def givens_at(rows, side, rng):
    """A board with three givens, in these rows only."""
    cells = ["."] * (side * side)
    for _ in range(3 if rows else 0):
        cells[rng.choice(rows) * side + rng.randrange(side)] = rng.choice("#o")
    return Instance(cut_into_rows("".join(cells), side))


@pytest.mark.parametrize("side", [4, 8, 9])
def test_givens_may_stand_in_any_rows(side):
    """In the first row, the last, one between or none: alone, together, and as boards turned around."""
    rng = Random(side)
    places = [[], [0], [1], [side - 1], [side // 2], [0, side - 1]]
    instances = [givens_at(rows, side, rng) for rows in places * 8]
    answers = [black_white.solve(instance) for instance in instances]
    assert black_white.solve_many(instances) == answers
    assert [black_white.count(instance) for instance in instances] == [one.count for one in answers]
    turned = [Instance(tuple(row[::-1] for row in instance.rows[::-1])) for instance in instances]
    assert black_white.count_many(turned) == [answer.count for answer in answers]
    for instance, answer in zip(instances, answers, strict=True):
        assert answer.colouring == next(black_white.solutions(instance), None)


@pytest.mark.parametrize("number", [1, 2, 5])
def test_batches_may_be_of_any_size(number, monkeypatch):
    instances = random_boards(Random(3), 5, 6, 23)
    alone = [black_white.solve(instance) for instance in instances]
    monkeypatch.setattr(boards, "MOST_BOARDS", number)
    assert black_white.solve_many(instances) == alone
    assert black_white.count_many(instances) == [answer.count for answer in alone]


def test_threads_share_a_counter():
    instances = random_boards(Random(8), 6, 6, 40)
    expected = black_white.solve_many(instances)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(black_white.solve, instances * 5)) == expected * 5
    finally:
        sys.setswitchinterval(interval)


def test_counting_without_a_graph_tells_how_far_it_is():
    seen = []
    assert forward.count(0, 3, any_word, progress=lambda *progress: seen.append(progress)) == 8
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_colours_enter_moves_as_they_enter_graphs():
    moves = boards.Moves(4, 3)
    by_moves = merged(explore(0, 12, coloured_moves(moves)))
    by_graph = merged(coloured(merged(explore(0, 12, moves))))
    assert by_moves.states == by_graph.states
    assert all(np.array_equal(*arcs) for arcs in zip(by_moves.arcs, by_graph.arcs, strict=True))


# The fast lane


def slow(data):
    instances = list(PROBLEM.read(data.decode(), "t"))
    answers = [PROBLEM.load_solver().solve(instance) for instance in instances]
    return "".join(PROBLEM.write_answer(case, answer) for case, answer in enumerate(answers, 1)).encode()


def test_the_fast_lane_prints_what_the_slow_path_prints():
    for seed in range(4):
        instances = [draw(PROBLEM, seed, index, judge_only=False).instance for index in range(60)]
        data = PROBLEM.write(instances).encode()
        assert black_white.answer_text(data) == slow(data)
        assert black_white.answer_text(data.rstrip()) == black_white.answer_text(data + b"\n\n") == slow(data)
    assert black_white.answer_text(b"0\n") == b""


GOOD = b"2\n2 3\n...\n#.o\n1 2\n..\n"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"x\n",
        b"-1\n",
        b"02" + GOOD[1:],
        b"3" + GOOD[1:],
        b"1" + GOOD[1:],
        b" " + GOOD,
        b"\n" + GOOD,
        GOOD + b" ",
        GOOD + b"..\n",
        GOOD + b"\0",
        GOOD.replace(b"\n", b"\r\n"),
        GOOD.replace(b"2 3", b"2  3"),
        GOOD.replace(b"2 3", b"2 03"),
        GOOD.replace(b"2 3", b"+2 3"),
        GOOD.replace(b"2 3", b"2 3 "),
        GOOD.replace(b"2 3", b"2\t3"),
        GOOD.replace(b"2 3", b"3 2"),
        GOOD.replace(b"2 3", b"2 4"),
        GOOD.replace(b"2 3", b"2"),
        GOOD.replace(b"1 2", b"0 2"),
        GOOD.replace(b"#", b"\xff"),
        GOOD.replace(b"#", b"O"),
        GOOD.replace(b"...", b"..."[:2]),
        GOOD.replace(b"...\n#", b"....\n"),
        GOOD.replace(b"...", b"...\n"),
        b"1\n99999999999999999999 1\n.\n",
        b"99999999999999999999\n",
        b"1\n\xc2\xb2 1\n.\n",
        b"1\n20 20\n" + b"." * 20 + b"\n",
        b"1\n15 15\n" + (b"." * 15 + b"\n") * 15,
    ],
)
def test_the_fast_lane_leaves_everything_unusual_to_the_strict_reader(data):
    assert black_white.answer_text(GOOD) == slow(GOOD)
    assert black_white.answer_text(data) is None
