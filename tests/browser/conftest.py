"""A headless Chromium, and pages that notice whatever is said or asked for."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Opened:
    """A page opened from disk, with what it said on the console and what it asked for."""

    page: Page
    address: str
    said: list[str] = field(default_factory=list)
    requested: list[str] = field(default_factory=list)

    @property
    def quiet(self) -> bool:
        """Whether nothing was said and nothing but the page itself asked for."""
        return not self.said and {address.partition("#")[0] for address in self.requested} == {
            self.address.partition("#")[0]
        }

    def ready(self) -> "Opened":
        """Wait for the page's script."""
        self.page.wait_for_selector("[data-ready]", state="attached")
        return self


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.fail("chromium is not installed; `make test` installs it (apt-get install chromium)")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Opened]]:
    """A function that opens a file: ``open_page(path, hash="", **options of the browser's context)``."""
    contexts = []

    def opening(path: Path, hash: str = "", **options: Any) -> Opened:
        context = browser.new_context(**options)
        contexts.append(context)
        opened = Opened(context.new_page(), path.as_uri() + hash)
        opened.page.on("console", lambda message: opened.said.append(message.text))
        opened.page.on("pageerror", lambda error: opened.said.append(str(error)))
        opened.page.on("request", lambda request: opened.requested.append(request.url))
        opened.page.goto(opened.address)
        return opened

    yield opening
    for context in contexts:
        context.close()
