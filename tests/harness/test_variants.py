"""Format variants mean the same to our readers; programs that think otherwise are format-sensitive only."""

import sys
import time

import pytest

from doublecount.verify import catalogue
from doublecount.verify.conclude import conclude
from doublecount.verify.finding import Origin
from doublecount.verify.instances import draw
from doublecount.verify.parties import CandidateSpec, panel
from doublecount.verify.results import Kind
from doublecount.verify.trial import try_file
from doublecount.verify.variants import VARIANTS
from tests.harness.command import PLANTED

RIGHT = (PLANTED / "injured_queen" / "right.py").read_text()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", catalogue.NAMES)
def test_our_reader_reads_the_same_from_a_variant(name, variant):
    problem = catalogue.problem(name)
    for index in range(40):
        instance = draw(problem, 8, index, judge_only=True).instance
        file = [instance] * VARIANTS[variant].cases
        text = problem.write(file)
        changed = VARIANTS[variant].reshape(problem, text, instance)
        assert changed != text
        assert list(problem.read(changed, "t")) == file


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_blank_line_stands_between_the_cases(name):
    problem = catalogue.problem(name)
    for index in range(40):
        instance = draw(problem, 8, index, judge_only=True).instance
        text = problem.write([instance] * 2)
        changed = VARIANTS["a blank line between cases"].reshape(problem, text, instance)
        before, _, after = changed.partition("\n\n")
        assert problem.write([instance]).rstrip("0\n").endswith(before.rstrip("0\n").split("\n", 1)[-1])
        assert after.count("\n") in (before.count("\n"), before.count("\n") + 1, before.count("\n") + 2)


def tried(tmp_path, reads):
    """What a right program that reads its lines so is accused of."""
    program = tmp_path / "mine.py"
    head, _, _ = RIGHT.partition("for line in sys.stdin:")
    program.write_text(f"{head}{reads}")
    spec = CandidateSpec("mine", f"{sys.executable} -S {program}")
    seated = panel(catalogue.problem("injured-queen"), [spec], formats=True)
    (instance,) = catalogue.problem("injured-queen").read("?????\n", "t")
    differences = try_file(seated, [instance]).differences
    assert {met.kind for met in differences} <= {Kind.FORMAT_SENSITIVE}
    return seated, differences


@pytest.mark.parametrize(
    ("reads", "variants"),
    [
        ("[print(count(line[:-1])) for line in sys.stdin]", [*VARIANTS]),
        (
            "[print(count(line)) for line in sys.stdin.read().rstrip().split('\\n')]",
            ["a blank line between cases"],
        ),
        (
            "[print(count(line.strip())) for line in sys.stdin if line.endswith('\\n')]",
            ["a blank line between cases", "a blank line at the end", "no final newline"],
        ),
        ("[print(count(word)) for word in sys.stdin.read().split()]", []),
    ],
)
def test_every_variant_that_breaks_a_program_is_named(reads, variants, tmp_path):
    seated, differences = tried(tmp_path, reads)
    assert len(differences) == bool(variants)
    for met in differences:
        assert [name for name in VARIANTS if name in met.why] == variants
        found = conclude(seated, met, Origin(1, ""), time.monotonic() + 60)
        assert (found.kind, found.relation) == (Kind.FORMAT_SENSITIVE, variants[0])
        assert found.minimal
