"""Coverage-guided fuzzing, where atheris is installed: pip install 'doublecount[fuzz]'."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from doublecount.problems.text import encodable
from tests.fuzz.targets import targets

pytestmark = pytest.mark.slow
SECONDS = 20
NAMES = [one.name for one in targets() if one.name.startswith(("judge", "JSON", "known", "answer"))]


@pytest.mark.parametrize("name", NAMES)
def test_no_input_that_coverage_leads_to_is_a_fault(name, tmp_path):
    if find_spec("atheris") is None:
        pytest.skip("NO COVERAGE-GUIDED FUZZING: atheris is missing, pip install 'doublecount[fuzz]'")
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.guided", name, str(SECONDS)],
        capture_output=True,
        timeout=10 * SECONDS,
        check=False,
    )
    assert done.returncode == 0, encodable(done.stdout.decode(errors="surrogateescape"))[-2000:]
