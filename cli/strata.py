"""What was generated, on the terminal: a line a stratum."""

from collections.abc import Mapping

from doublecount.cli.common import aligned
from doublecount.verify.results import Summary
from doublecount.verify.statistics import highest_rates


def strata_lines(summary: Summary) -> list[str]:
    """Return a table of the strata, with the highest failure rate that each leaves open."""
    rates = highest_rates(summary)
    rows = [("stratum", "tried", "decided", "at most (95%)", "sizes", "answers")]
    for name, one in summary.generated.items():
        rate = f"{100 * rates[name]:.2g}%" if name in rates else "-"
        counts = (str(one.tried), str(one.decided), rate)
        rows.append((name, *counts, _histogram(one.sizes), _histogram(one.answers)))
    table = [f"  {line}" for line in aligned(rows, left=len(rows[0]))]
    asked = [
        f"  {one.party}, asked again {one.way}: {one.alike} of {one.both} alike" for one in summary.asked
    ]
    return ["", f"{summary.problem}, by stratum:", *table, *asked]


def _histogram(bars: Mapping[str, int]) -> str:
    ranked = sorted(bars.items(), key=lambda bar: (-bar[1], bar[0]))
    return ", ".join(f"{name}: {count}" for name, count in ranked) or "-"
