"""The report opened from disk in a real browser: nothing is asked for, nothing runs, nothing breaks out."""

from pathlib import Path

import pytest
from tests.browser.told import dossier, finding, hostile

from doublecount.reports.page import write_report

HOSTILE = 1_000


@pytest.fixture(scope="module")
def hostile_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(hostile(HOSTILE), path)
    return path


@pytest.fixture(scope="module")
def page_on_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(dossier(*map(finding, range(3)), rows=120), path)
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_page_opens_from_disk_quietly_and_within_its_width(open_page, page_on_disk, scheme, width):
    opened = open_page(page_on_disk, viewport={"width": width, "height": 900}, color_scheme=scheme).ready()
    assert opened.quiet, (opened.said, opened.requested)
    assert opened.page.title() == "doublecount: 3 findings"
    assert opened.page.locator("article").count() == 3
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.slow), 390])
def test_a_thousand_hostile_strings_run_no_script_and_break_no_layout(open_page, hostile_page, width):
    opened = open_page(hostile_page, viewport={"width": width, "height": 900}).ready()
    shown = 0
    while True:
        page = opened.page
        assert page.title() == f"doublecount: {HOSTILE:,} findings"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        articles = page.locator("#list > article")
        shown += articles.count()
        assert articles.count() == page.locator("article").count()
        assert page.locator("#list script, #list iframe, #list img, #list [style], #list base").count() == 0
        following = page.locator("#pages-of-findings button", has_text="Next page")
        if following.is_disabled():
            break
        before = articles.first.get_attribute("id")
        following.click()
        page.wait_for_function(
            "before => document.querySelector('#list > article').id !== before", arg=before
        )
    assert shown == HOSTILE
    assert opened.quiet, (opened.said, opened.requested)


def test_policy_of_the_page_stops_what_is_injected(open_page, page_on_disk):
    opened = open_page(page_on_disk).ready()
    opened.page.evaluate(
        "document.body.insertAdjacentHTML('beforeend',"
        ' \'<img src="https://example.invalid/x" onerror="document.title=1"><p style="color:red">\')'
    )
    opened.page.wait_for_timeout(300)
    assert len([text for text in opened.said if "Content Security Policy" in text]) >= 2
    assert opened.page.title() == "doublecount: 3 findings"


def test_print_is_light_and_shows_what_is_folded_away(open_page, page_on_disk):
    page = open_page(page_on_disk, color_scheme="dark", viewport={"width": 720, "height": 1000}).ready().page
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("document.querySelector('article > details > .case').checkVisibility()")
    assert not page.locator("#tools").is_visible()
    assert not page.locator(".copy").first.is_visible()


def test_without_javascript_the_first_findings_and_the_summary_are_readable(open_page, tmp_path):
    path = tmp_path / "report.html"
    write_report(dossier(*map(finding, range(60)), rows=120), path)
    opened = open_page(path, java_script_enabled=False)
    page = opened.page
    assert opened.quiet
    assert page.locator("article:visible").count() == 50
    assert page.get_by_text("The first 50 of 60 causes are shown").is_visible()
    assert page.locator("h1").inner_text() == "mine is refuted on injured-queen."
    assert page.locator("button:visible, input:visible").count() == 0


def test_clean_report_says_how_sure_one_can_be(open_page, tmp_path):
    path = tmp_path / "report.html"
    write_report(dossier(rows=300), path)
    opened = open_page(path).ready()
    assert opened.quiet
    assert opened.page.get_by_text("with 95 % confidence, at most 0.99 %").first.is_visible()
    assert opened.page.locator("#row-list tr").count() == 100
    opened.page.fill("#filter", "size:>14")
    opened.page.wait_for_function("() => location.hash !== ''")
    assert opened.page.locator("#row-count").inner_text() == "20 instances of 300"
    assert opened.quiet
