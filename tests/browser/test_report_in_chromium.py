"""The report opened from disk in a real browser: nothing is asked for, nothing runs, nothing breaks out."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from doublecount.problems.picture import Cell, Picture
from doublecount.reports.page import write_report
from doublecount.verify.results import Campaign, Finding, Kind, PartyInfo, Role, Standing, Summary, Tally

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOSTILE = (
    "</script><script>document.title='owned'</script>",
    "<img src=https://example.invalid/x onerror=\"document.title='owned'\">",
    "</style><style>@import url(https://example.invalid/x.css);</style>",
    "</title></pre><svg onload=\"document.title='owned'\"><p style='position:fixed'>",
    "<meta http-equiv=refresh content='0;url=https://example.invalid/'><base href=//example.invalid>",
    "\x1b]0;owned\x07\x1b[2J \u202e \ud800",
    "w" * 20_000,
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.fail("chromium is not installed; `make test` installs it (apt-get install chromium)")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(hostile(), path)
    return path.as_uri()


def hostile() -> Campaign:
    findings = tuple(
        Finding(
            id=f"{number:012}",
            problem=text,
            kind=Kind.MALFORMED_OUTPUT,
            accused=text,
            status=Standing.REFUTED,
            why=text,
            against=("dp",),
            case=1,
            instance=text,
            original=text + "\n",
            answers={text: text, "dp": {"count": "1", text: [text]}},
            hint=text,
            replay=text,
            number=1,
            stratum=text,
            evidence=text,
            command=text,
            pictures={"instance": Picture(1, 2, (Cell(0, 0, text),), caption=text)},
        )
        for number, text in enumerate(HOSTILE)
    )
    parties = tuple(PartyInfo(text, Role.CANDIDATE, text, text, (text,)) for text in HOSTILE)
    summary = Summary(
        problem=HOSTILE[0],
        parties=parties,
        checked=10,
        agreed=3,
        undecided=0,
        large=1,
        nontrivial=1,
        strata=dict.fromkeys(HOSTILE, 1),
        tallies={text: Tally(answered=10) for text in HOSTILE},
        findings=findings,
        failures=HOSTILE,
    )
    return Campaign(
        seed=1,
        version="1",
        environment=dict.fromkeys(HOSTILE, HOSTILE[0]),
        command=HOSTILE[-1],
        summaries=(summary,),
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_page_opens_from_disk_quietly_and_within_its_width(
    browser: Browser, address: str, scheme: str, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    said: list[str] = []
    requested: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: requested.append(request.url))
    page.goto(address)
    page.wait_for_timeout(300)
    assert said == []
    assert requested == [address]
    assert page.title() == f"doublecount: {len(HOSTILE)} findings"
    assert page.locator("article").count() == len(HOSTILE)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_style_is_applied_in_both_schemes(browser: Browser, address: str) -> None:
    colours = set()
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto(address)
        colours.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        page.close()
    assert len(colours) == 2 and "rgba(0, 0, 0, 0)" not in colours


def test_policy_of_the_page_stops_what_is_injected(browser: Browser, address: str) -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(address)
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend',"
        ' \'<img src="https://example.invalid/x" onerror="document.title=1"><p style="color:red">\')'
    )
    page.wait_for_timeout(300)
    assert len([text for text in said if "Content Security Policy" in text]) >= 2
    assert page.title() == f"doublecount: {len(HOSTILE)} findings"
    page.close()


def test_print_is_light_and_shows_what_is_folded_away(browser: Browser, address: str) -> None:
    page = browser.new_page(color_scheme="dark", viewport={"width": 720, "height": 1000})
    page.emulate_media(media="print")
    page.goto(address)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("document.querySelector('article > details > .case').checkVisibility()")
    page.close()
