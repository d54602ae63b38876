"""Small worlds from end to end, by the command: all parties agree on every instance of them."""

import pytest
from tests.harness.command import doublecount

pytestmark = pytest.mark.slow
WORLDS = (
    ("black-white", "3x3-unlike", "1,444"),
    ("injured-queen", "n4", "700"),
    ("overlapping-squares", "near2", "2,600"),
    ("wooden-chess", "2x2", "6,732"),
    ("dots-and-boxes", "free3", "2,325"),
)


@pytest.mark.parametrize(("problem", "scope", "number"), WORLDS)
def test_all_parties_agree_on_all_of_a_small_world(problem, scope, number, tmp_path):
    done = doublecount("verify", problem, "--exhaustive", scope, "--store", tmp_path / "s", seconds=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"\nall {number} " in done.stdout
    assert f"{number} decided by two parties, {number} agreed, 0 differing, 0 undecided\n" in done.stdout
