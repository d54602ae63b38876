"""What the page's script draws on demand: gzipped JSON in base64, by the names of its elements.

Only what is looked at is unpacked, so the page opens as fast with thousands of findings as with fifty.
"""

import base64
import gzip
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from doublecount.reports.findings import FindingView
from doublecount.reports.text import presentable
from doublecount.verify.results import Row


def payload(
    findings: Sequence[FindingView],
    rows: Mapping[str, Sequence[Row]],
    static: int,
    article: Callable[[FindingView], str],
) -> dict[str, str]:
    """Return the contents: "index" of all findings, their articles beyond the ``static`` ones, "rows".

    The articles come in packets of ``static``: "packet-1" follows those that the page shows by itself.
    """
    packets = {"index": packed([view.index for view in findings])} if findings else {}
    for start in range(static, len(findings), static):
        some = [str(article(view)) for view in findings[start : start + static]]
        packets[f"packet-{start // static}"] = packed(some)
    if any(rows.values()):
        packets["instances"] = packed([_columns(name, some) for name, some in rows.items() if some])
    return packets


def packed(value: Any) -> str:
    """Compress a value; the same value gives the same text."""
    return base64.b64encode(gzip.compress(msgspec.json.encode(value), mtime=0)).decode()


def _columns(problem: str, rows: Sequence[Row]) -> dict[str, Any]:
    """The rows of a problem by column; texts, which repeat, as places in a list of them."""
    return {
        "problem": problem,
        "number": [row.number for row in rows],
        "size": [row.size for row in rows],
        "stratum": _coded([row.stratum for row in rows]),
        "answer": _coded([row.answer for row in rows]),
        "verdict": _coded([row.verdict for row in rows]),
        "differences": _coded([", ".join(row.differences) for row in rows]),
    }


def _coded(texts: Sequence[str]) -> dict[str, Any]:
    places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    return {"texts": [presentable(text) for text in places], "places": [places[text] for text in texts]}
