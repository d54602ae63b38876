"""The render step: the report as one self-contained HTML file that asks nobody for anything."""

import base64
import hashlib
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from doublecount.reports.data import page_of
from doublecount.reports.files import write_whole
from doublecount.reports.text import presentable
from doublecount.reports.words import counted, shortened
from doublecount.verify.results import Campaign

_HERE = Path(__file__).parent
STYLES = ("board.css", "report.css")


def render(campaign: Campaign, title: str = "doublecount") -> str:
    """Return the report as HTML; the same campaign gives the same text, and UTF-8 can always encode it."""
    style = "".join((_HERE / name).read_text(encoding="utf-8") for name in STYLES)
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"counted": counted, "short": shortened}
    return environment.get_template("report.html").render(
        page=page_of(campaign),
        title=presentable(title),
        style=Markup(style),
        digest=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
    )


def write_report(campaign: Campaign, path: Path) -> None:
    """Write the report; a reader of the path sees the old file or the whole new one.

    Raises:
        OSError: the path can't be written.
    """
    write_whole(render(campaign).encode(), path)
