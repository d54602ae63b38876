"""Makes docs/report.png, the picture in the README: the report on a planted wrong program.

Run as ``.venv/bin/python docs/picture.py``; needs Debian's Chromium, as the tests do.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
WRONG = "tests/planted/black_white/last_column_unchecked.py"


def main() -> None:
    """Run a campaign that finds the fault and photograph the top of its report."""
    with tempfile.TemporaryDirectory() as folder:
        page_file = Path(folder) / "report.html"
        words = ["verify", "black-white", "--candidate", f"mine={sys.executable} {WRONG}"]
        options = ["--seed", "1", "--examples", "60", "--store", f"{folder}/s", "--report", str(page_file)]
        done = subprocess.run([sys.executable, "-m", "doublecount", *words, *options], cwd=ROOT, check=False)
        assert done.returncode == 1, "the planted fault was not found"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport={"width": 1100, "height": 900})
            page.goto(page_file.as_uri())
            page.screenshot(path=ROOT / "docs" / "report.png")
            browser.close()


if __name__ == "__main__":
    main()
