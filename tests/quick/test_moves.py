"""``solve --moves`` and ``moves`` of the library: what every move of a position is worth, by playing on."""

import json
from random import Random

import pytest
from click.testing import CliRunner

from doublecount import dots_and_boxes
from doublecount.cli.main import group
from doublecount.models.dots_and_boxes.game_tree import Game
from doublecount.problems.dots_and_boxes import Instance
from doublecount.problems.dots_and_boxes.instance import RULES, TOM
from doublecount.verify import catalogue

DOTS, CHESS = "dots-and-boxes", "wooden-chess"
MOST_FREE = 6
"""Lines: all their orders are played by the game tree."""


def solve(*words, text=""):
    return CliRunner().invoke(group, ["solve", *words], input=text)


def positions(rules):
    """Random positions of all grids up to 3 x 3 with at most ``MOST_FREE`` lines free."""
    for seed in range(40):
        rng = Random(seed)
        lines = list(Instance((), rows := rng.randint(1, 3), columns := rng.randint(1, 3)).free)
        rng.shuffle(lines)
        free = min(rng.randint(1, MOST_FREE), len(lines))
        yield Instance(tuple(lines[free:]), rows, columns, rules)


def by_playing(game):
    """Each free line and what who draws it wins from there on minus what the other does, by the game tree."""
    tree = Game(game)
    sign = 1 if game.mover == TOM else -1
    lead = tree.lead
    return dict(zip(game.free, [sign * (end - lead) for end in tree.margins(game.free)], strict=True))


@pytest.mark.parametrize("rules", RULES)
def test_every_line_is_worth_what_playing_on_makes_of_it(rules):
    for game in positions(rules):
        worth = by_playing(game)
        assert dots_and_boxes.moves(game) == worth
        best = [line for line in game.free if worth[line] == max(worth.values())]
        assert list(dots_and_boxes.solve(game).best) == best


def test_the_best_moves_stand_first():
    for game in positions("standard"):
        worths = list(dots_and_boxes.moves(game).values())
        assert worths == sorted(worths, reverse=True)


def test_moves_are_printed_below_the_answer_of_their_case():
    games = [Instance(((1, 2), (1, 4), (4, 5), (2, 3)), 1, 2), Instance(Instance((), 1, 1).free, 1, 1)]
    text = catalogue.problem(DOTS).write_jsonl(games)
    done = solve(DOTS, "--format", "jsonl", "--moves", text=text)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "Case #1: Tom200\n  2 5  +2  best\n  3 6  +0\n  5 6  +0\nCase #2: Jerry404\n"
    assert by_playing(games[0]) == {(2, 5): 2, (3, 6): 0, (5, 6): 0}


def test_moves_as_json_stand_beside_the_answer():
    done = solve(DOTS, "--blank", "1x2", "--rules", "standard", "--moves", "--json")
    found = json.loads(done.stdout)
    told = {tuple(one["move"]): int(one["worth"]) for one in found["moves"]}
    assert told == by_playing(Instance((), 1, 2, "standard"))
    assert [one["move"] for one in found["moves"] if one["best"]] == found["best"]
    (chess,) = [json.loads(solve(CHESS, "--moves", "--json", text="1 2\n3 5\n1 4\n").stdout)]
    assert chess["moves"] == [{"move": [1, 1], "worth": chess["value"], "best": True}]


@pytest.mark.parametrize(
    ("words", "text", "said"),
    [
        (["injured-queen", "--moves"], "???\n", "injured-queen has no --moves"),
        ([DOTS, "--moves", "--certify"], "0\n", "--moves"),
        ([DOTS, "--moves", "--solver", "networkx"], "0\n", "no --solver"),
        ([DOTS, "--blank", "3x4", "--moves"], "", "--blank: case 1: too large for the solver: more than 24"),
    ],
)
def test_moves_that_cannot_be_had_are_refused_in_one_line(words, text, said):
    done = solve(*words, text=text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("size", ["0x3", "3", "3x", "x3", "3x3x3", "+3x3", "a", "1x99999999", "٣x3", "-1x2"])
def test_a_bad_size_of_a_grid_is_refused(size):
    done = solve(DOTS, f"--blank={size}")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "expected ROWSxCOLUMNS" in done.stderr.splitlines()[-1]


def test_an_empty_grid_needs_no_file_and_takes_rules():
    for words, margin in ([], "2"), (["--rules", "standard"], "0"):
        assert json.loads(solve(DOTS, "--blank", "1x2", *words, "--json").stdout)["margin"] == margin
        assert json.loads(solve(DOTS, *words, "--blank", "1x2", "--json").stdout)["margin"] == margin
