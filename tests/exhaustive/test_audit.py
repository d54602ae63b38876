"""The audits find nothing on small boards, and every fault that is planted in a move, a merge or a table."""

import json
import sys
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner
from tests.exhaustive.colourings import valid_colourings

from doublecount.audit import black_white as black_white_audit
from doublecount.audit.black_white.border import state as state_of
from doublecount.audit.black_white.painting import Board, standing
from doublecount.audit.black_white.walk import walk
from doublecount.audit.dots_and_boxes import nth_set
from doublecount.audit.engine import run
from doublecount.audit.futures import NONE
from doublecount.audit.overlapping_squares import Painting
from doublecount.audit.record import Kind, Sampling
from doublecount.audit.wooden_chess import written
from doublecount.cli import main
from doublecount.cli.main import group
from doublecount.dp import injured_queen
from doublecount.dp.black_white import boards, curve
from doublecount.dp.black_white.curve import START
from doublecount.dp.dots_and_boxes import whole_grid
from doublecount.dp.layered import DEAD, LayeredGraph, explore
from doublecount.dp.overlapping_squares import edges, pictures
from doublecount.dp.wooden_chess.staircases import graph_of
from doublecount.problems.wooden_chess import PROBLEM as CHESS
from doublecount.problems.wooden_chess import Instance as ChessBoard
from doublecount.verify import catalogue

SMALL = [
    *(("black-white", size) for size in ("1x1", "1x2", "5x1", "2x2", "2x3", "6x2", "3x3", "4x3", "4x4")),
    *(("injured-queen", size) for size in ("1x1", "2x2", "3x3", "7x7")),
    ("overlapping-squares", "4x4"),
    *(("wooden-chess", size) for size in ("1x1", "1x5", "5x1", "3x4", "5x5")),
    *(("dots-and-boxes", size) for size in ("1x1", "1x2", "1x3")),
]


def audited(*words):
    """Return the exit code of the command and the object that it prints."""
    done = CliRunner().invoke(group, ["audit", *map(str, words), "--json"])
    assert done.stdout, done.stderr
    return done.exit_code, json.loads(done.stdout)


def told(*words):
    """Return the exit code of the command and what it says."""
    done = CliRunner().invoke(group, ["audit", *map(str, words)])
    return done.exit_code, done.output


def found(audit):
    return {fault["kind"] for fault in audit["faults"]}


@pytest.mark.parametrize(("problem", "size"), SMALL)
def test_nothing_is_wrong_on_small_boards(problem, size):
    code, audit = audited(problem, "--size", size)
    assert (code, audit["faults"], audit["share"]) == (0, [], 1)
    assert audit["states"] == audit["of_states"] > 0
    assert audit["states"] == 13_464 or problem != "overlapping-squares"


def test_the_numbers_of_states_are_the_known_ones():
    numbers = {
        ("black-white", "5x5"): 621,
        ("wooden-chess", "5x5"): 252,
        ("dots-and-boxes", "1x3"): 2 * 2**10,
        ("injured-queen", "7x7"): 49,
    }
    for (problem, size), states in numbers.items():
        assert audited(problem, "--size", size)[1]["states"] == states, problem


# Black & White: what the audit itself stands on


@pytest.mark.parametrize("sides", [(1, 1), (4, 1), (2, 2), (3, 2), (3, 3), (4, 3)])
def test_the_paintings_that_keep_the_rules_are_those_of_brute_force(sides):
    board = Board(*sides)
    layers = list(walk(board))
    ways = [int(kind.standing is not None) for kind in layers[-1].kinds]
    for layer in reversed(layers[:-1]):
        ways = [sum(ways[target] for target in arcs if target != NONE) for arcs in layer.arcs]
    assert ways == [len(valid_colourings(*sides))]


def test_a_painting_breaks_a_rule_when_a_part_is_closed_off_from_another():
    board = Board(3, 3)
    assert standing(board, bytes((0, 1, 0))) is not None
    assert standing(board, bytes((0, 1, 0, 1, 0, 0))) is None  # the first cell is shut in
    assert standing(board, bytes((0, 0, 1, 0, 0))) is None  # a block
    assert standing(board, bytes((0, 1, 1, 1, 1))) is not None  # shut in, but alone
    assert standing(board, bytes((0, 1, 1, 1, 1, 0))) is None


def test_a_state_is_written_as_the_solver_documents_it():
    board = Board(4, 4)
    ended = curve.ENDED
    assert state_of(board, bytes((0, 0, 1))) == ended << 2
    assert state_of(board, bytes((0, 0, 0, 0, 0, 1))) == curve.OPENING | curve.CLOSING << 2
    assert state_of(board, bytes((0, 1, 1, 1, 1, 0))) == "a checkerboard"
    assert state_of(board, bytes((0, 0, 0, 0, 0, 0))) == "a 2 x 2 block of one colour"
    assert state_of(board, bytes((0, 1, 0, 1))) == "the border reaches the rim a third time"


@pytest.mark.parametrize("sides", [(6, 2), (8, 2), (3, 3), (9, 3), (6, 4), (12, 4), (7, 5)])
def test_layers_share_their_arcs_only_where_their_moves_are_the_same(sides):
    moves = curve.Moves(*sides)
    shared = explore(START, sides[0] * sides[1], moves, moves.kind)
    single = explore(START, sides[0] * sides[1], moves)
    assert all(np.array_equal(*arcs) for arcs in zip(shared.arcs, single.arcs, strict=True))


# Black & White: planted faults


@pytest.fixture
def stages(monkeypatch):
    """Return a function that puts something wrong into what the solver compiled."""

    def planted(**wrong):
        def damaged(height, width):
            found = boards.stages(height, width)
            return found._replace(**{name: damage(getattr(found, name)) for name, damage in wrong.items()})

        monkeypatch.setattr(black_white_audit, "stages", damaged)

    return planted


def one_move(wanted, target):
    """Return a damage to moves: in layer 6, the first state and choice of this kind lead to ``target``."""

    def damage(moves):
        def damaged(layer, states):
            after = moves(layer, states)
            if layer == 6:
                choice, state = (int(place[0]) for place in np.nonzero(wanted(after)))
                after[choice, state] = target(after[choice, state])
            return after

        return damaged

    return damage


def alive(after):
    return after != DEAD


def test_a_move_to_a_wrong_state_is_found_and_drawn_with_the_way_to_it(stages):
    stages(moves=one_move(alive, lambda target: target ^ (3 << 4)))
    code, audit = audited("black-white", "--size", "4x4")
    assert code == 1
    fault = audit["faults"][0]
    assert fault["kind"] == "move"
    assert fault["what"].startswith("layer 6: a move leads to state")
    assert len(fault["path"].replace("/", "")) == 6
    rows = fault["picture"].splitlines()
    assert rows[0] == fault["path"].split("/")[0]
    assert rows[1].startswith(fault["path"].split("/")[1] + "?.   the cell in row 2, column 3 becomes ")
    assert rows[4].startswith("rebuilt  ") and rows[5].startswith("solver   ") and rows[4][9:] != rows[5][9:]


def test_a_move_that_is_forbidden_though_it_can_be_completed_is_found(stages):
    stages(moves=one_move(alive, lambda _: DEAD))
    code, audit = audited("black-white", "--size", "4x4")
    assert code == 1
    assert "layer 6: a move is forbidden that can be completed" in [f["what"] for f in audit["faults"]]


def test_a_move_that_is_allowed_against_the_rules_is_found(stages):
    stages(moves=one_move(lambda after: after == DEAD, lambda _: START))
    code, audit = audited("black-white", "--size", "4x4")
    assert code == 1
    assert any("a move is allowed that makes a" in fault["what"] for fault in audit["faults"])


def every_move(height, width):
    """Yield layer, state and choice of every move of the solver."""
    moves, states = curve.Moves(height, width), np.array([START])
    for layer in range(height * width):
        after = moves(layer, states)
        yield from ((layer, state, choice) for state in states.tolist() for choice in (0, 1))
        states = np.unique(after[after != DEAD])


def test_any_single_move_that_leads_elsewhere_is_found_on_3x3(stages):
    def led_astray(layer, state, choice):
        def damage(moves):
            def damaged(number, states):
                after = moves(number, states)
                if number == layer:
                    after[choice, np.flatnonzero(states == state)] += 1
                return after

            return damaged

        return damage

    moves = list(every_move(3, 3))
    assert len(moves) == 72
    for move in moves:
        stages(moves=led_astray(*move))
        audit = run(black_white_audit.AUDITOR, "black-white", (3, 3), Sampling(), lambda *_: None, None)
        assert audit.found and audit.faults[0].kind is Kind.MOVE, move
        assert audit.faults[0].what.startswith(f"layer {move[0]}: "), move


@pytest.fixture
def compiled_anew():
    """Forget the graphs compiled before a test, and those compiled wrongly after it."""
    boards._small.cache_clear()
    yield
    boards._small.cache_clear()


TABLES = [("_DOWN", 4), ("_RIGHT", 1), ("_TURN_BEHIND", 5), ("_TURN_BEFORE", 10), ("_CLOSES", 9)]


@pytest.mark.parametrize(("table", "entry"), TABLES)
@pytest.mark.usefixtures("compiled_anew")
def test_a_wrong_entry_in_a_table_of_the_moves_is_found(monkeypatch, table, entry):
    damaged = getattr(curve, table).copy()
    damaged[entry] = damaged[entry] ^ damaged.dtype.type(1)
    monkeypatch.setattr(curve, table, damaged)
    code, audit = audited("black-white", "--size", "5x5")
    assert code == 1 and "move" in found(audit)


def arcs_changed(change):
    """Return a damage to a graph: ``change`` is applied to the arcs of layer 8, which are a copy."""

    def damage(graph):
        arcs = list(graph.arcs)
        arcs[8] = change(arcs[8].copy())
        return LayeredGraph(tuple(arcs))

    return damage


def test_a_pair_that_is_merged_wrongly_is_found_with_its_painting(stages):
    def join(arcs):
        arcs[arcs == 1] = 0
        return arcs

    stages(merged=arcs_changed(join))
    code, audit = audited("black-white", "--size", "4x4")
    assert code == 1
    merged = [fault for fault in audit["faults"] if fault["kind"] == "merged"]
    assert merged[0]["what"].startswith("layer 9, merged graph: different futures, but merged")
    assert len(merged[0]["path"].replace("/", "")) == 9


def test_a_state_that_is_removed_wrongly_is_found(stages):
    def remove(arcs):
        arcs[arcs == arcs.max()] = DEAD
        return arcs

    stages(merged=arcs_changed(remove))
    code, audit = audited("black-white", "--size", "4x4")
    assert code == 1 and "removed" in found(audit)


def test_a_dead_state_that_is_kept_is_found(stages):
    def keep(arcs):
        arcs.flat[np.flatnonzero(arcs == DEAD)[0]] = 0
        return arcs

    stages(merged=arcs_changed(keep))
    code, audit = audited("black-white", "--size", "4x4")
    assert code == 1 and "kept" in found(audit)


def test_a_kept_state_that_nothing_leads_to_is_found(stages):
    def more(graph):
        arcs = list(graph.arcs)
        arcs[8] = np.concatenate((arcs[8], arcs[8][:, :1]), axis=1)
        return LayeredGraph(tuple(arcs))

    stages(merged=more)
    code, audit = audited("black-white", "--size", "4x4")
    assert code == 1 and found(audit) == {"kept"}


def test_equal_states_that_are_not_merged_are_found(stages):
    stages(merged=lambda graph: boards.stages(4, 4).explored)
    code, audit = audited("black-white", "--size", "4x4")
    assert code == 1 and {"not merged", "kept"} & found(audit)


def test_an_arc_of_the_explored_graph_that_is_not_a_move_is_found(stages):
    def turn(arcs):
        return arcs[::-1].copy()

    stages(explored=arcs_changed(turn))
    code, audit = audited("black-white", "--size", "4x4")
    assert code == 1
    assert [fault["what"] for fault in audit["faults"]] == [
        "layer 8: the explored graph does not have the arcs that the moves give"
    ]


def stored(change):
    """Return a damage to what counters read: ``change(arcs, layer)`` in layer 8."""

    def damage(layers):
        layers = list(layers)
        arcs = layers[8].arcs.copy()
        change(arcs, layers[8])
        layers[8] = layers[8]._replace(arcs=arcs)
        return layers

    return damage


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda arcs, layer: arcs.__setitem__(1, 0), "removed"),
        (lambda arcs, layer: arcs.__setitem__(1, arcs[1] + 2), "not merged"),
        (lambda arcs, layer: arcs.__setitem__(1, arcs[1] + 1), "removed"),
        (lambda arcs, layer: arcs.__setitem__(0, 1), "state"),
        (lambda arcs, layer: arcs.__setitem__(1, 999), "state"),
    ],
    ids=["gone", "elsewhere", "other colour", "from nowhere", "beyond"],
)
def test_a_wrong_arc_of_the_stored_graph_is_found(stages, change, kind):
    stages(layers=stored(change))
    code, audit = audited("black-white", "--size", "4x4")
    assert code == 1 and kind in found(audit)
    assert all("stored graph" in fault["what"] for fault in audit["faults"])


def test_counts_that_have_no_room_are_found(stages):
    def narrow(layers):
        return [layers[0]._replace(dtype=np.dtype(np.int8)), *layers[1:]]

    stages(layers=narrow)
    code, audit = audited("black-white", "--size", "5x5")
    assert code == 1
    assert [f["what"] for f in audit["faults"]] == [
        "layer 0, stored graph: up to 660 ways are counted in int8"
    ]


# Injured Queen


def test_a_wrong_sum_of_the_queens_is_found_and_drawn(monkeypatch):
    def wrong(layer):
        ways = injured_queen.before(layer)
        ways[0] += layer[1] if len(ways) > 4 else 0
        return ways

    monkeypatch.setattr("doublecount.audit.injured_queen.before", wrong)
    code, audit = audited("injured-queen", "--size", "5x5")
    assert code == 1 and found(audit) == {"move"}
    fault = audit["faults"][0]
    assert fault["what"] == "column 1, row 1 to row 2: the sum takes a row 1 times, rebuilt 0"
    assert (fault["path"], fault["picture"].splitlines()[:2]) == ("1", ["Q....", ".?..."])
    later = audit["faults"][2]
    assert later["what"].startswith("column 3, row 1") and len(later["path"].split()) == 3


def test_a_walk_of_the_queens_that_enters_an_attacked_row_is_found(monkeypatch):
    monkeypatch.setattr("doublecount.audit.injured_queen.attacked", lambda row: range(row, row + 2))
    code, audit = audited("injured-queen", "--size", "4x4")
    assert code == 1
    assert audit["faults"][0]["what"] == "column 1, row 2 to row 1: the walk enters a row that is attacked"


def test_wrong_ways_and_runs_of_the_queens_are_found(monkeypatch):
    from doublecount.dp.lanes import injured_queen as lane

    def wrong_ways(instance):
        ways = injured_queen.ways(instance)
        ways[1][2] += 1
        return ways

    def wrong_runs(n):
        runs = lane_ways(n).copy()
        runs[2, 0, 3] += 1
        return runs

    lane_ways = lane.ways
    monkeypatch.setattr("doublecount.audit.injured_queen.ways", wrong_ways)
    monkeypatch.setattr(lane, "ways", wrong_runs)
    code, audit = audited("injured-queen", "--size", "4x4")
    whats = [fault["what"] for fault in audit["faults"]]
    assert code == 1
    assert "column 2, row 3: 3 ways are counted, rebuilt 2" in whats
    assert any(what.startswith("2 free columns between row 1 and row 4 have") for what in whats)


# Overlapping Squares


def test_planted_faults_in_the_table_of_pictures_are_found(monkeypatch):
    table = dict(pictures.table())
    low, high = [next(p for p, entry in table.items() if entry[0] == height) for height in (1, 5)]
    whole = max(table, key=lambda picture: table[picture][0])
    lost = next(p for p, entry in table.items() if entry[0] == 3)
    table[low] = (2, *table[low][1:])
    table[high] = (table[high][0], (table[high][1] + 1) % 9, table[high][2])
    table[1] = (1, 0, 0)
    del table[lost]
    moves = list(edges.moves())
    monkeypatch.setattr("doublecount.audit.overlapping_squares.table", lambda: table)
    code, audit = audited("overlapping-squares")
    assert code == 1 and found(audit) == {"state", "move", "kept", "removed"}
    assert audit["found"] == 4
    by_kind = {fault["kind"]: fault for fault in audit["faults"]}
    assert by_kind["state"]["what"] == "2 squares are the fewest, painted 1"
    assert len(by_kind["removed"]["path"].split()) == 3
    assert by_kind["kept"]["path"] == "no stack"
    assert table[whole][0] == 9 and len(moves) == 9


def test_a_wrong_mask_of_a_square_is_found_and_drawn(monkeypatch):
    moves = list(edges.moves())
    moves[4] = (moves[4][0], moves[4][1] & (moves[4][1] - 1))
    monkeypatch.setattr("doublecount.audit.overlapping_squares.moves", lambda: tuple(moves))
    code, audit = audited("overlapping-squares")
    assert code == 1
    first = audit["faults"][0]
    assert (first["what"], first["path"]) == (
        "a further square makes another picture (square 2,2)",
        "the blank board",
    )
    assert audit["found"] == 13_464


def test_stacks_are_painted_as_the_statement_has_it():
    painting = Painting()
    one_each = painting.above([()])[0]
    assert one_each == tuple(outline for _, outline in edges.moves())
    blank, hidden = painting.pictures(painting.owners([(), (4, 0, 2, 6, 8)]))
    assert (blank, hidden.bit_count()) == (0, 24)


# Wooden Chess


def damaged_graph(monkeypatch, change):
    graph = [
        replace(moves, following=moves.following.copy(), cell=moves.cell.copy()) for moves in graph_of(4, 4)
    ]
    graph[5] = change(graph[5])
    monkeypatch.setattr("doublecount.audit.wooden_chess.graph_of", lambda *_: tuple(graph))


def test_a_move_to_a_wrong_staircase_is_found_and_drawn(monkeypatch):
    def change(moves):
        moves.following[0] += 1
        return moves

    damaged_graph(monkeypatch, change)
    code, audit = audited("wooden-chess", "--size", "4x4")
    assert (code, audit["found"]) == (1, 1)
    fault = audit["faults"][0]
    assert fault["what"].startswith("layer 5: a piece in row ") and "leads to state" in fault["what"]
    assert len(fault["path"].split()) == 5
    assert fault["picture"].count("#") == 5 and fault["picture"].count("?") == 1


def test_a_missing_move_and_a_wrong_cell_are_found(monkeypatch):
    def fewer(moves):
        return replace(moves, movers=(*moves.movers[:-1], moves.movers[-1] - 1))

    def moved(moves):
        moves.cell[1] = (moves.cell[1] + 1) % 16
        return moves

    for change in (fewer, moved):
        damaged_graph(monkeypatch, change)
        code, audit = audited("wooden-chess", "--size", "4x4")
        assert code == 1 and "move" in found(audit)


def test_a_lost_staircase_is_found(monkeypatch):
    from doublecount.dp.wooden_chess.staircases import staircases

    def wrong(n, m):
        borders, *rest = staircases(n, m)
        borders = borders.copy()
        borders[7] = borders[8]
        return borders, *rest

    monkeypatch.setattr("doublecount.audit.wooden_chess.staircases", wrong)
    code, audit = audited("wooden-chess", "--size", "3x3")
    assert code == 1 and "state" in found(audit)


def test_positions_are_written_as_the_solver_documents_it():
    assert written((2, 3), ()) == 0b00011
    assert written((2, 3), ((0, 0), (0, 1), (1, 0))) == 0b01010
    assert written((2, 3), ((r, c) for r in range(2) for c in range(3))) == 0b11000


def test_as_many_positions_are_audited_as_the_game_has():
    board = ChessBoard(((0,) * 5,) * 3, ((0,) * 5,) * 3)
    assert audited("wooden-chess", "--size", "3x5")[1]["states"] == CHESS.game.positions(board)


# Dots and boxes


@pytest.mark.parametrize("rules", ["strict", "standard"])
def test_a_wrong_value_of_a_position_is_found_and_drawn(monkeypatch, rules):
    def wrong(rows, columns, asked):
        standings = whole_grid(rows, columns, asked)
        table = standings.table.copy()
        if asked == rules:
            table[0b0101101] += 1
        return replace(standings, table=table)

    monkeypatch.setattr("doublecount.audit.dots_and_boxes.whole_grid", wrong)
    code, audit = audited("dots-and-boxes", "--size", "1x2")
    assert code == 1
    fault = next(
        f for f in audit["faults"] if f["what"].startswith(f"{rules} rule, position 45: the position")
    )
    assert fault["path"] == "1-2 2-3 2-5 4-5"
    assert fault["picture"].splitlines() == ["+-+-+", "  |", "+-+ +"]


def test_a_box_with_a_wrong_side_is_found(monkeypatch):
    def wrong(*words):
        standings = whole_grid(*words)
        return replace(standings, boxes=(standings.boxes[0] & (standings.boxes[0] - 1), *standings.boxes[1:]))

    monkeypatch.setattr("doublecount.audit.dots_and_boxes.whole_grid", wrong)
    code, audit = audited("dots-and-boxes", "--size", "1x2")
    assert code == 1 and found(audit) == {"state", "move"}
    assert any(mark in fault["picture"] for fault in audit["faults"] for mark in "~!")


def test_a_table_of_other_lines_is_found(monkeypatch):
    monkeypatch.setattr(
        "doublecount.audit.dots_and_boxes.whole_grid", lambda r, c, rules: whole_grid(1, 1, rules)
    )
    code, audit = audited("dots-and-boxes", "--size", "1x2")
    assert (code, audit["found"], audit["states"]) == (1, 2, 0)


def test_every_set_of_lines_has_its_rank():
    for size in range(6):
        masks = [nth_set(rank, size, 5) for rank in range([1, 5, 10, 10, 5, 1][size])]
        assert len(set(masks)) == len(masks) and {mask.bit_count() for mask in masks} == {size}
        assert max(masks) < 32


def test_a_sample_is_the_same_for_the_same_seed_and_its_share_is_said():
    words = ("dots-and-boxes", "--size", "2x2", "--sample", "300")
    one, same = (audited(*words, "--seed", 1)[1] for _ in range(2))
    one.pop("seconds")
    same.pop("seconds")
    assert one == same
    assert (one["states"], one["of_states"], one["complete"]) == (300, 2 * 2**12, True)
    code, text = told(*words)
    assert code == 0 and "3.7%" in text and "a sample, as many of each number of lines" in text


# The command


def test_a_fault_is_told_in_words_with_its_picture(stages):
    stages(moves=one_move(alive, lambda target: target ^ (3 << 4)))
    code, text = told("black-white", "--size", "4x4")
    assert code == 1
    assert "\nmove: layer 6: a move leads to state" in text
    assert "\n  path: " in text
    assert "\n    rebuilt  " in text and "\n    solver   " in text


def test_an_audit_that_ran_out_of_time_says_how_far_it_came():
    code, text = told("wooden-chess", "--size", "8x8", "--seconds", "0.001")
    assert code == 4
    assert "12,870" in text and "ended early: " in text and "what needs all of them was not judged" in text


def test_an_interrupt_ends_an_audit_with_one_line(monkeypatch, capsys):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(black_white_audit, "walk", interrupted)
    monkeypatch.setattr(sys, "argv", ["doublecount", "audit", "black-white", "--size", "3x3"])
    assert main._run() == 130
    assert capsys.readouterr() == ("", "interrupted\n")


def test_a_board_that_is_wider_than_high_is_audited_as_the_solver_compiles_it():
    assert told("black-white", "--size", "2x5")[1].splitlines()[2].endswith("5 rows of 2 cells")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["black-white", "--size", "0x4"], "expected HxW such as 4x5"),
        (["black-white", "--size", "4"], "expected HxW such as 4x5"),
        (["black-white", "--size", "11x11"], "11x11: more than 10 rows and columns"),
        (["injured-queen", "--size", "3x4"], "3x4: the board is square"),
        (["injured-queen", "--size", "61x61"], "more than 60 columns"),
        (["overlapping-squares", "--size", "5x4"], "the table is of 4x4 alone"),
        (["wooden-chess", "--size", "13x12"], "more than 24 rows and columns together"),
        (["dots-and-boxes", "--size", "4x4"], "40 lines, more than 24"),
        (["black-white", "--sample", "5"], "all states of black-white are looked at"),
        (["wooden-chess", "--seed", "5"], "all states of wooden-chess are looked at"),
        (["dots-and-boxes", "--sample", "0"], "0 is not in the range"),
        (["wooden-ches"], "did you mean 'wooden-chess'?"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_usage_is_told_in_one_line(words, line):
    code, text = told(*words)
    assert code == 2 and line in " ".join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.NAMES)
def test_nothing_is_wrong_at_full_size(name):
    auditor = catalogue.auditor(name)
    audit = run(auditor, name, auditor.full, Sampling(), lambda *_: None, None)
    assert audit.complete and audit.found == 0, audit.faults
    assert audit.share == 1 or auditor.samples


NEVER_MET = {curve.ENDED + 4 * curve.CLOSING, curve.OPENING + 4 * curve.ENDED}
"""Pairs of plugs at a point that do not occur: a piece from the rim can't lie inside another."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "table", ["_DOWN", "_RIGHT", "_TURN_BEHIND", "_TURN_BEFORE", "_CLOSES", "_NONE", "_BOTH"]
)
@pytest.mark.usefixtures("compiled_anew")
def test_any_wrong_entry_in_a_table_of_the_moves_that_is_ever_read_is_found(monkeypatch, table):
    right = getattr(curve, table)
    for entry in np.flatnonzero(right):
        damaged = right.copy()
        damaged[entry] = 0
        monkeypatch.setattr(curve, table, damaged)
        boards._small.cache_clear()
        audit = run(black_white_audit.AUDITOR, "black-white", (6, 6), Sampling(), lambda *_: None, None)
        if entry in NEVER_MET:
            assert audit.found == 0, (table, entry)
        else:
            assert audit.found and audit.faults[0].kind in (Kind.MOVE, Kind.STATE), (table, entry)
