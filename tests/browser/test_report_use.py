"""Using the report: filters, links, keys, copying, themes, and what a screen reader is told."""

from importlib import resources
from pathlib import Path

import pytest
from tests.browser.told import dossier, finding

from doublecount.reports.page import write_report
from doublecount.verify.results import Kind, Standing

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """120 findings on three pages: crashes of "other program" among them; 250 instances."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    crashes = (
        finding(n, kind=Kind.CRASH, accused="other program", status=Standing.OUTVOTED, against=())
        for n in range(100, 120)
    )
    write_report(dossier(*map(finding, range(100)), *crashes, rows=250), path)
    return path


@pytest.fixture
def page(open_page, report):
    opened = open_page(report, permissions=["clipboard-read", "clipboard-write"]).ready()
    yield opened.page
    assert opened.quiet, (opened.said, opened.requested)


def fill(page, text):
    page.fill("#filter", text)
    page.wait_for_function(
        "text => location.hash === (text ? '#q=' + encodeURIComponent(text) : '')", arg=text
    )


def counts(page):
    return page.locator("#count").inner_text(), page.locator("#row-count").inner_text()


def test_the_axe_finds_no_violation_in_either_theme(open_page, tmp_path):
    report = tmp_path / "report.html"
    write_report(dossier(*map(finding, range(2)), rows=3), report)
    source = (resources.files("axe_playwright_python") / "axe.min.js").read_text()
    for scheme in ("light", "dark"):
        page = open_page(report, color_scheme=scheme).ready().page
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.evaluate(source)
        found = page.evaluate("levels => axe.run({runOnly: levels})", LEVELS)
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []
        assert found["passes"]


def test_everything_is_shown_until_something_is_filtered(page):
    assert counts(page) == ("120 causes of 120", "250 instances of 250")
    assert page.locator("article").count() == 50
    assert page.locator("#row-list tr").count() == 100


@pytest.mark.parametrize(
    ("text", "causes", "instances"),
    [
        ("kind:crash", 20, 0),
        ("-kind:crash", 100, 250),
        ('party:"other program"', 20, 0),
        ("accused:mine stratum:thin", 50, 0),
        ("stratum:thin", 60, 125),
        ("status:outvoted", 20, 250),
        ("verdict:differing", 120, 25),
        ("size:>14", 120, 16),
        ("size:3", 120, 17),
        ("id:00000000000a", 1, 250),
        ("problem:injured", 120, 250),
        ("problem:black", 0, 0),
        ("known:no", 120, 250),
        ("taken twice", 120, 0),
        ("knd:crash", 0, 0),
        ("-knd:crash", 120, 250),
        ("constructor:x", 0, 0),
        ('kind:"crash', 20, 0),
    ],
)
def test_tokens_select_findings_and_instances(page, text, causes, instances):
    fill(page, text)
    shown, listed = (int(count.split()[0].replace(",", "")) for count in counts(page))
    assert (shown, listed) == (causes, instances)


def test_buttons_put_their_token_into_the_filter_and_take_it_out(page):
    chip = page.locator("#chips button", has_text="crash 20")
    chip.click()
    assert page.input_value("#filter") == "kind:crash"
    assert chip.get_attribute("aria-pressed") == "true"
    assert page.evaluate("location.hash") == "#q=kind%3Acrash"
    chip.click()
    assert (page.input_value("#filter"), chip.get_attribute("aria-pressed")) == ("", "false")
    assert page.evaluate("location.hash") == ""


def test_a_link_to_a_filter_opens_it(open_page, report):
    page = open_page(report, "#q=kind%3Acrash").ready().page
    assert page.input_value("#filter") == "kind:crash"
    assert counts(page)[0] == "20 causes of 120"


def test_a_link_to_a_finding_on_a_later_page_opens_it(open_page, report):
    page = open_page(report, f"#finding-{110:012x}").ready().page
    article = page.locator(f"#finding-{110:012x}")
    assert "current" in article.get_attribute("class")
    assert article.evaluate("one => Math.abs(one.getBoundingClientRect().top) < innerHeight")
    assert "Page 3 of 3" in page.locator("#pages-of-findings").inner_text()


def test_a_link_to_a_finding_gives_up_a_filter_that_hides_it(page):
    fill(page, "kind:crash")
    page.evaluate(f"location.hash = '#finding-{5:012x}'")
    page.wait_for_function("() => document.querySelector('article.current')")
    assert page.input_value("#filter") == ""


@pytest.mark.parametrize(
    "hash", ["#finding-%E0%A4%A", "#finding-nobody", "#q=%E0%A4%A", "#q=[(*\\", "#nowhere", "#<b onclick=1>"]
)
def test_links_to_nowhere_open_the_page_as_it_is(open_page, report, hash):
    opened = open_page(report, hash).ready()
    assert opened.page.locator("h1").is_visible()
    assert opened.quiet, opened.said


def test_keys_walk_over_findings_and_instances(page):
    page.keyboard.press("n")
    page.keyboard.press("n")  # the first that accuses somebody else comes second
    page.wait_for_function(f"() => location.hash === '#finding-{100:012x}'")
    assert page.evaluate("document.activeElement.id") == f"finding-{100:012x}"
    page.keyboard.press("p")
    page.wait_for_function(f"() => location.hash === '#finding-{0:012x}'")
    for _ in range(2):
        page.keyboard.press("j")
    page.keyboard.press("k")
    assert page.locator("tr.current td").nth(1).inner_text() == "1"
    assert page.locator("tr.current").count() == 1


def test_keys_go_on_to_the_next_page(page):
    page.evaluate(f"location.hash = '#finding-{49:012x}'")
    page.wait_for_function("() => document.querySelector('article.current')")
    page.keyboard.press("n")
    page.wait_for_function(f"() => location.hash === '#finding-{50:012x}'")
    assert "Page 2 of 3" in page.locator("#pages-of-findings").inner_text()


def test_the_slash_key_goes_to_the_filter_and_escape_leaves_it(page):
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "filter"
    page.keyboard.type("n")
    assert page.input_value("#filter") == "n"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") != "filter"


def test_the_question_mark_opens_help_and_escape_closes_it(page):
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()


def test_every_key_has_a_button_that_does_the_same(page):
    page.click("[data-move=next-finding]")
    page.wait_for_function("() => location.hash.startsWith('#finding-')")
    page.click("[data-move=next-row]")
    assert page.locator("tr.current").count() == 1
    page.click("#help-button")
    page.click("#help-close")
    assert not page.locator("#help").is_visible()
    page.click("[data-move=copy]")
    page.wait_for_function("() => document.getElementById('said').textContent === 'copied'")


def test_c_copies_the_replay_command(page):
    page.keyboard.press("n")
    page.wait_for_function("() => location.hash.startsWith('#finding-')")
    page.keyboard.press("c")
    page.wait_for_function("() => document.getElementById('said').textContent === 'copied'")
    assert page.evaluate("navigator.clipboard.readText()") == f"doublecount replay {0:012x} --store s.sqlite"


def test_the_script_and_findings_of_later_pages_are_copied_too(page):
    page.evaluate(f"location.hash = '#finding-{60:012x}'")
    page.wait_for_function("() => document.querySelector('article.current')")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.click(f"#finding-{60:012x} .snippet .copy")
    page.wait_for_function("() => document.getElementById('said').textContent === 'copied'")
    copied = page.evaluate("navigator.clipboard.readText()")
    compile(copied, "snippet", "exec")
    assert f"{60:012x}" in copied


def test_without_a_clipboard_the_text_is_selected(open_page, report):
    page = open_page(report).ready().page
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.evaluate("document.execCommand = () => false")
    page.click(f"#finding-{0:012x} .command .copy")
    page.wait_for_function("() => document.getElementById('said').textContent === 'selected, not copied'")
    assert page.evaluate("String(getSelection())") == f"doublecount replay {0:012x} --store s.sqlite"


def test_the_theme_goes_round_and_is_remembered(page):
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.click("#theme")
    assert page.evaluate(ground) == light
    page.click("#theme")
    assert page.locator("#theme").inner_text() == "Theme: dark"
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    page.wait_for_selector("[data-ready]", state="attached")
    assert page.evaluate(ground) == dark
    page.click("#theme")
    assert page.evaluate(ground) == light


def test_the_file_can_be_downloaded(page):
    link = page.locator("article a[download]").first
    with page.expect_download() as waiting:
        link.click()
    assert waiting.value.suggested_filename == f"finding-{0:012x}.in"
    assert Path(waiting.value.path()).read_text() == "?111111?\n"


def test_every_link_and_label_resolves_once_all_is_drawn(page):
    broken = page.evaluate(
        """() => [...document.querySelectorAll('a[href^="#"], [aria-labelledby], label[for]')].filter(one => {
            const name = one.getAttribute('href')?.slice(1) || one.getAttribute('aria-labelledby')
                || one.getAttribute('for');
            return !document.getElementById(name);
        }).map(one => one.outerHTML)"""
    )
    assert broken == []
