"""The data step: what a page will show, as data, against a golden file; one seed gives one page."""

import json
import re
from typing import Any

import msgspec
import pytest
from tests.browser.told import dossier, finding
from tests.harness.command import doublecount, planted
from tests.quick.golden import matches

from doublecount.reports.data import page_of
from doublecount.verify.results import Standing

CLOCKS = re.compile(r'<(td|dd|figure) class="[^"]*\bclock">.*?</\1>', re.DOTALL)
"""What the page marks as read from a clock."""


def bare(value: Any) -> Any:
    """Data with every drawing replaced by its title."""
    if isinstance(value, dict):
        return {key: bare(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [bare(one) for one in value]
    if isinstance(value, str) and value.startswith("<svg"):
        return f"drawing: {value.partition('<title>')[2].partition('</title>')[0]}"
    return value


def test_the_page_shows_what_the_golden_file_says():
    outvoted = finding(2, status=Standing.OUTVOTED, evidence=None, solutions=None, accused="other")
    page = page_of(dossier(finding(1), finding(1, id="alike"), outvoted, rows=12))
    told = json.loads(msgspec.json.encode(page, enc_hook=str))
    for one in told["findings"]:
        del one["snippet"]  # has a test of its own
    assert matches("page.json", json.dumps(bare(told), indent=1, ensure_ascii=False) + "\n")


@pytest.mark.slow
def test_one_seed_gives_one_page_apart_from_times_whatever_the_number_of_workers(tmp_path):
    pages = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        folder.mkdir()
        campaign = ("verify", "injured-queen", "--candidate", planted("injured-queen", "counts_in_32_bits"))
        words = ("--seed", 3, "--examples", 40, "--jobs", jobs, "--store", "s", "--report", "r.html")
        done = doublecount(*campaign, *words, cwd=folder)
        assert done.returncode == 1, done.stderr
        pages.append((folder / "r.html").read_text())
    assert CLOCKS.search(pages[0])
    assert CLOCKS.sub("", pages[0]) == CLOCKS.sub("", pages[1])
