"""A right program passes a long campaign on every problem, in every format; no clock decides how long."""

import pytest
from tests.harness.command import planted, verify_json

from doublecount.verify import catalogue


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.NAMES)
def test_a_right_program_passes_200_instances(name, tmp_path):
    words = ["--candidate", planted(name, "right"), "--examples", 200, "--seed", 7, "--formats"]
    words += ["--time-limit", 120, "--expect", "right", "--store", tmp_path / "s"]
    code, told = verify_json(name, *words, seconds=1800)  # both on a busy machine
    assert told["problems"][name]["findings"] == []
    assert code == 0
    assert told["problems"][name]["checked"] == 200
    assert told["problems"][name]["agreed"] >= 190
