"""The render step: the report as one self-contained HTML file that asks nobody for anything."""

import base64
import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from doublecount.reports.data import MOST_FINDINGS, MOST_ROWS, STATIC_FINDINGS, page_of
from doublecount.reports.payload import payload
from doublecount.reports.text import MOST_CHARACTERS, presentable
from doublecount.reports.words import counted, shortened
from doublecount.verify.results import Dossier
from doublecount.verify.whole import write_whole

_HERE = Path(__file__).parent
STYLES = ("board.css", "report.css")


def render(dossier: Dossier, title: str = "doublecount") -> str:
    """Return the report as HTML; the same dossier gives the same text, and UTF-8 can always encode it."""
    style = "".join((_HERE / name).read_text(encoding="utf-8") for name in STYLES)
    script = (_HERE / "report.js").read_text(encoding="utf-8")
    templates = _templates()
    page = page_of(dossier)
    article = templates.get_template("finding.html").module.article  # type: ignore[attr-defined]
    return templates.get_template("report.html").render(
        page=page,
        title=presentable(title),
        style=Markup(style),
        style_digest=_digest(style),
        script=Markup(script),
        script_digest=_digest(script),
        payload=payload(page.findings, page.rows, STATIC_FINDINGS, article),
        static=STATIC_FINDINGS,
        most_findings=MOST_FINDINGS,
        most_rows=MOST_ROWS,
        most_characters=MOST_CHARACTERS,
    )


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"counted": counted, "short": shortened, "clean": presentable}
    return environment


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def write_report(dossier: Dossier, path: Path) -> None:
    """Write the report; a reader of the path sees the old file or the whole new one.

    Raises:
        OSError: the path can't be written.
    """
    write_whole(render(dossier).encode(), path)
