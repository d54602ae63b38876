"""Whether what the tests reach is enough: the gate of ``make coverage``, on made-up figures."""

import pytest
from tests import covered
from tests.covered import Module, Reached, chosen, faults, table


@pytest.fixture
def wanted(monkeypatch):
    monkeypatch.setattr(covered, "WHOLE", {"readers": ("read.py", "*/formats.py")})


def module(branches_reached, *missing, branches=100):
    return Module(Reached(10, 10, branches, branches_reached), missing)


WHOLE = {"read.py": module(100), "b/formats.py": module(100)}


def test_modules_that_are_named_must_be_reached_wholly_and_others_for_the_most_part(wanted):
    assert faults({**WHOLE, "other.py": module(90, "7")}) == []


@pytest.mark.parametrize("path", WHOLE)
def test_one_branch_that_is_not_reached_of_a_named_module_is_a_fault(wanted, path):
    assert faults({**WHOLE, path: module(99, "3 to 5")}) == [f"{path}: not reached: 3 to 5"]


@pytest.mark.parametrize(("reached", "told"), [(950, []), (949, ["94.9% of all are reached, less than 95%"])])
def test_of_all_modules_together_ninety_five_percent_are_enough(wanted, reached, told):
    nothing = dict.fromkeys(WHOLE, module(0, branches=0))
    assert faults({**nothing, "other.py": module(reached, branches=1000)}) == told


def test_lines_count_like_branches(wanted):
    straight = Module(Reached(100, 50, 0, 0))
    assert faults({**dict.fromkeys(WHOLE, module(0, branches=0)), "other.py": straight}) != []


def test_a_name_that_means_no_module_is_refused(wanted):
    with pytest.raises(ValueError, match=r"no module measured is called \*/formats.py"):
        faults({"read.py": module(100)})


def test_a_share_that_is_not_all_does_not_look_so():
    figures = [Reached(1000, 1000, 9999, 9999), Reached(1, 1, 1, 0)]
    assert table({"caps": figures}).splitlines()[-1] == (
        "| caps | 2 | 1,001 | 1,001 (100.0%) | 10,000 | 9,999 (99.9%) |"
    )


def test_every_module_of_the_list_is_there():
    root = covered.Path(__file__).parents[2]
    files = {str(path.relative_to(root)): module(1) for path in root.glob("*/**/*.py")}
    for patterns in covered.WHOLE.values():
        assert chosen(files, patterns)
