"""Makes docs/report.png, the picture in the README: the top of the example report, 1280 pixels wide.

    .venv/bin/python examples/picture.py

needs ``examples/report.html`` (see ``make_report.py``) and, as the tests do, Debian's Chromium.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "examples" / "report.html"
PICTURE = ROOT / "docs" / "report.png"
SIZE = {"width": 1280, "height": 900}


def photograph(page_file: Path, picture: Path) -> None:
    """Write a picture of the top of a page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport=SIZE)
        page.goto(page_file.as_uri())
        page.screenshot(path=picture)
        browser.close()


def main() -> None:
    """Make the picture."""
    if not PAGE.is_file():
        sys.exit(f"{PAGE.relative_to(ROOT)}: no such page; make it with examples/make_report.py")
    photograph(PAGE, PICTURE)


if __name__ == "__main__":
    main()
