"""How large the report is and how fast it opens: many findings, many instances. Run by ``make bench-report``.

The findings are those that a solver would have against a program that counts one too many, on random
instances, each of a cause of its own; the page is opened from disk in a headless Chromium. Times are wall
clock and include a new tab, not the start of the browser: ``opened`` is when the page's text is there,
``ready`` when its script has unpacked the index and drawn the first page.
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench import machine
from playwright.sync_api import Browser, sync_playwright

from doublecount.problems.record import Form
from doublecount.reports.page import write_report
from doublecount.verify import catalogue
from doublecount.verify.instances import draw
from doublecount.verify.results import (
    Campaign,
    Dossier,
    Finding,
    Kind,
    Met,
    PartyInfo,
    Role,
    Row,
    Standing,
    Summary,
    Tally,
)

PROBLEM = catalogue.problem("black-white")
PARTIES = (PartyInfo("dp", Role.SOLVER, "dynamic programming"), PartyInfo("mine", Role.CANDIDATE, "./mine"))
CASES = (("a clean report", 0, 0), ("5,000 findings", 5_000, 0), ("100,000 instances", 0, 100_000))
RUNS = 5


def main() -> None:
    """Measure and print the table."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("expected chromium; `make test` installs it")
    print(machine())
    print("| report | size | written | opened | ready |\n|---|---|---|---|---|")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, findings, instances in CASES:
            path = Path(folder) / "report.html"
            started = time.perf_counter()
            write_report(dossier(findings, instances), path)
            written = time.perf_counter() - started
            runs = [timed(browser, path) for _ in range(RUNS)]
            opened, ready = (median(times) for times in zip(*runs, strict=True))
            size = path.stat().st_size / 1e6
            print(f"| {name} | {size:.2f} MB | {written:.1f} s | {opened:.2f} s | {ready:.2f} s |")
        browser.close()


def timed(browser: Browser, path: Path) -> tuple[float, float]:
    """Open the page in a new tab; seconds until it is there, and until its script is ready."""
    page = browser.new_page()
    started = time.perf_counter()
    page.goto(path.as_uri())
    opened = time.perf_counter() - started
    page.wait_for_selector("[data-ready]", state="attached")
    ready = time.perf_counter() - started
    page.close()
    return opened, ready


def dossier(findings: int, instances: int) -> Dossier:
    """A campaign with so many findings and instances."""
    summary = Summary(
        problem=PROBLEM.name,
        parties=PARTIES,
        checked=max(findings, instances, 300),
        agreed=max(instances, 300) - findings if findings < instances else 300 * (not findings),
        undecided=0,
        large=0,
        nontrivial=0,
        strata={},
        tallies={party.name: Tally() for party in PARTIES},
        findings=tuple(map(finding, range(findings))),
        met=(Met(Kind.WRONG_ANSWER, "mine", findings),) if findings else (),
    )
    rows = tuple(map(row, range(instances)))
    return Dossier(Campaign(1, "0", {}, "doublecount verify", (summary,)), {PROBLEM.name: rows})


def finding(number: int) -> Finding:
    """A wrong answer on a random instance."""
    drawn = draw(PROBLEM, 1, number, judge_only=True)
    answer = PROBLEM.load_solver().solve(drawn.instance)
    wrong = {"count": str(answer.count + 1)}
    text = PROBLEM.write([drawn.instance])
    blank = PROBLEM.picture(drawn.instance, None)
    return Finding(
        id=f"{number:012x}",
        problem=PROBLEM.name,
        kind=Kind.WRONG_ANSWER,
        accused="mine",
        status=Standing.OUTVOTED,
        why=f"count {answer.count + 1}; dp: count {answer.count}",
        against=("dp",),
        case=1,
        instance=text,
        original=text,
        answers={"dp": PROBLEM.to_json(answer), "mine": wrong},
        hint="equals the right count plus 1",
        replay=f"doublecount replay {number:012x} --store campaign.sqlite",
        number=number + 1,
        stratum=drawn.stratum,
        command="./mine",
        form=Form.JUDGE,
        pictures={"instance": blank, "dp": PROBLEM.picture(drawn.instance, answer)},
    )


def row(number: int) -> Row:
    """An instance; one in a hundred differs."""
    names = [stratum.name for stratum in PROBLEM.strata]
    differs = number % 100 == 99
    return Row(
        number=number + 1,
        stratum=names[number % len(names)],
        size=4 + number * 7 % 61,
        verdict="differing" if differs else "agreed",
        answer=str(number * number % 9_973),
        differences=("wrong-answer mine",) if differs else (),
    )


if __name__ == "__main__":
    main()
