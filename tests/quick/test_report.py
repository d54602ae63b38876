"""The HTML report: what it says, that it is well formed, and that hostile text stays text."""

import base64
import gzip
import hashlib
import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from doublecount.problems.picture import Cell, Edge, Paint, Picture
from doublecount.reports import data
from doublecount.reports.data import STATIC_FINDINGS
from doublecount.reports.page import render as render_dossier
from doublecount.reports.page import write_report
from doublecount.reports.svg import draw
from doublecount.reports.text import MOST_CHARACTERS, cut, plain, presentable, visible
from doublecount.reports.words import bound, kind_words, standing_words
from doublecount.verify.results import (
    Campaign,
    Dossier,
    Finding,
    Kind,
    PartyInfo,
    Planted,
    Role,
    Row,
    Standing,
    Summary,
    Tally,
)

VOID = {"meta", "br", "link", "img", "input", "hr"}
HOSTILE = (
    "</script><script>document.title='owned'</script>",
    "<img src=https://example.invalid/x onerror=\"document.title='owned'\">",
    "</style></pre></title><h1>gone</h1>",
    "\x1b[2J\x1b]0;owned\x07\r\x00",
    "\ud800 lone \udfff surrogates",
    "\u202eright to left\u2066\u200b",
    "javascript:alert(1)\" onclick='alert(1)' style=color:red",
    "{{ page }} {% raw %}",
    "x" * 100_000,
)

PARTIES = (
    PartyInfo("dp", Role.SOLVER, "dynamic programming"),
    PartyInfo("first", Role.MODEL, "enumeration", "16 cells", ("library",)),
    PartyInfo("second", Role.MODEL, "search", "", ("library", "other")),
    PartyInfo("mine", Role.CANDIDATE, "external program: ./mine"),
)
BOARD = Picture(2, 2, (Cell(0, 0, "#", Paint.BLACK), Cell(1, 1, "Q", Paint.GIVEN)), caption="a caption")
SOLVED = replace(BOARD, cells=(*BOARD.cells, Cell(0, 1, "q", Paint.BEST)))


def summary(**changes: object) -> Summary:
    clean = Summary(
        problem="some-problem",
        parties=PARTIES,
        checked=300,
        agreed=297,
        undecided=3,
        large=110,
        nontrivial=240,
        strata={"uniform": 200, "thin": 100},
        tallies={
            party.name: Tally(answered=290, out_of_budget=7, too_large=2, failed=1) for party in PARTIES
        },
        seconds=12.34,
    )
    return replace(clean, **changes)


def campaign(*summaries: Summary, **changes: object) -> Campaign:
    told = Campaign(
        seed=4711,
        version="1.2.3",
        environment={"doublecount": "1.2.3", "python": "3.99", "numpy": "9.9"},
        command="doublecount verify --seed 4711",
        summaries=summaries or (summary(),),
        started="2030-01-02T03:04:05Z",
        finished="2030-01-02T03:05:05Z",
    )
    return replace(told, **changes)


def finding(**changes: object) -> Finding:
    told = Finding(
        id="0123456789ab",
        problem="some-problem",
        kind=Kind.WRONG_ANSWER,
        accused="mine",
        status=Standing.REFUTED,
        why="the rules decide this board: count 1, not count 2",
        against=("dp", "first"),
        case=1,
        instance="2 2\n#.\n..\n",
        original="3 3\n#..\n...\n...\n",
        answers={
            "dp": {"count": "1", "board": ["#o", "oo"]},
            "mine": {"count": "2", "board": None},
            "second": "too large: more than 3 cells",
        },
        hint="equals the right count with the sign reversed",
        replay="doublecount replay 0123456789ab --store found.sqlite",
        number=17,
        stratum="thin",
        evidence="1 1\n#\n",
        trials=24,
        command="./mine --fast",
        pictures={"instance": BOARD, "original": Picture(3, 3, (Cell(0, 0, "#"),)), "dp": SOLVED},
    )
    return replace(told, **changes)


def found(*findings: Finding) -> Campaign:
    return campaign(summary(agreed=290, findings=findings or (finding(),)))


def hostile() -> Campaign:
    """Hostile text in every place that can hold text."""
    findings = tuple(
        finding(
            id=text[:50],
            kind=kind,
            accused=text,
            against=(text,),
            why=text,
            hint=text,
            instance=text,
            original=text + text,
            evidence=text,
            command=text,
            relation=text,
            stratum=text,
            replay=text,
            answers={text: {text: text, "list": [text]}, "dp": text},
            pictures={"instance": Picture(1, 1, (Cell(0, 0, text),), caption=text), text: SOLVED},
        )
        for text, kind in zip(HOSTILE, Kind, strict=False)
    )
    everywhere = "".join(HOSTILE)
    parties = tuple(PartyInfo(text, Role.CANDIDATE, text, text, (text, "common")) for text in HOSTILE)
    one = summary(
        problem=everywhere[:500], parties=parties, strata={everywhere: 1}, failures=HOSTILE, findings=findings
    )
    return campaign(one, environment={everywhere: everywhere}, command=everywhere, version=everywhere)


def render(told: Campaign | Dossier) -> str:
    return render_dossier(told if isinstance(told, Dossier) else Dossier(told))


class Reader(HTMLParser):
    """Collects elements and the text of each kind; insists that elements close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.texts[tag] = self.texts.get(tag, "") + data

    def having(self, name: str) -> list[str]:
        return [attributes[name] or "" for _, attributes in self.elements if name in attributes]


EVERY_PAGE = pytest.mark.parametrize(
    "told", [campaign(), found(), hostile(), campaign(summary(), interrupted=True)], ids=lambda _: "page"
)


@EVERY_PAGE
def test_every_page_is_well_formed_and_asks_nobody_for_anything(told: Campaign) -> None:
    reader = Reader(render(told))
    names = {name for _, attributes in reader.elements for name in attributes}
    assert not {name for name in names if name == "style" or name.startswith("on")}
    assert not {tag for tag, _ in reader.elements} & {"img", "link", "iframe", "object", "base", "form"}
    assert reader.having("src") == []
    scripts = [attributes for tag, attributes in reader.elements if tag == "script"]
    assert [one for one in scripts if one.get("type") != "text/plain"] == [{}] and scripts[-1] == {}


@EVERY_PAGE
def test_every_link_and_every_label_of_the_page_resolves(told: Campaign) -> None:
    reader = Reader(render(told))
    ids = reader.having("id")
    assert len(ids) == len(set(ids))
    links = [href for href in reader.having("href") if not href.startswith("data:text/plain;")]
    assert all(href.startswith("#") and href[1:] in ids for href in links)
    assert all(label in ids for name in ("aria-labelledby", "for") for label in reader.having(name))


@EVERY_PAGE
def test_policy_allows_the_style_and_the_script_of_the_page_by_their_hashes_and_nothing_else(
    told: Campaign,
) -> None:
    page = render(told)
    policy = next(
        attributes["content"]
        for _, attributes in Reader(page).elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    style, script = (
        re.search(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL).group(1) for tag in ("style", "script")
    )
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (script, style)]
    assert policy is not None
    allowed = f"script-src 'sha256-{digests[0]}'; style-src 'sha256-{digests[1]}'; img-src data:;"
    assert policy.startswith(f"default-src 'none'; {allowed}")
    assert "unsafe" not in policy


@EVERY_PAGE
def test_headings_go_down_one_level_at_a_time_and_tables_have_scoped_heads(told: Campaign) -> None:
    reader = Reader(render(told))
    levels = [int(tag[1]) for tag, _ in reader.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(next_ <= level + 1 for level, next_ in pairwise(levels))
    assert all("scope" in attributes for tag, attributes in reader.elements if tag == "th")


@EVERY_PAGE
def test_every_drawing_is_well_formed_and_named(told: Campaign) -> None:
    drawings = re.findall(r"<svg.*?</svg>", render(told), re.DOTALL)
    assert drawings
    for drawing in drawings:
        assert next(iter(ET.fromstring(drawing))).tag == "title"


@EVERY_PAGE
def test_same_campaign_gives_the_same_bytes(told: Campaign) -> None:
    assert render(told).encode() == render(told).encode()


def test_clean_page_says_what_was_covered_and_how_sure_one_can_be() -> None:
    page = render(campaign())
    assert "<title>doublecount: no difference</title>" in page
    assert "No difference: mine and the other parties agree on all 297 decided instances." in page
    assert "at most 1 % of instances like these" in page
    assert "uniform" in page and "33.3 %" in page
    assert 'id="findings"' not in page


def test_page_tells_of_the_parties_and_what_they_share() -> None:
    page = render(campaign())
    assert "first and second share library: their agreement counts for less." in page
    assert "share other" not in page
    for text in ("dynamic programming", "16 cells", "external program: ./mine", "candidate"):
        assert text in page


def test_page_tells_of_the_circumstances() -> None:
    page = render(campaign())
    for text in ("4711", "doublecount verify --seed 4711", "2030-01-02T03:05:05Z", "numpy", "9.9"):
        assert text in page


def test_finding_is_told_in_full() -> None:
    page = render(found())
    assert "<title>doublecount: 1 finding</title>" in page
    assert "mine is refuted on some-problem." in page
    for text in (
        "the rules decide this board: count 1, not count 2",
        "equals the right count with the sign reversed",
        '<pre tabindex="0">\n2 2\n#.\n..\n</pre>',
        '<pre tabindex="0">\n1 1\n#\n</pre>',
        '<pre tabindex="0">\n3 3\n#..\n',
        "<code>doublecount replay 0123456789ab --store found.sqlite</code>",
        "too large: more than 3 cells",
        "a caption",
        "instance 17 of the campaign, stratum thin",
        'id="finding-0123456789ab"',
        kind_words(Kind.WRONG_ANSWER),
        standing_words(Standing.REFUTED),
    ):
        assert text in page, text


def test_accused_is_shown_first_and_what_it_did_not_state_is_left_out() -> None:
    page = render(found())
    cards = page[page.index('<ul class="answers">') :]
    assert cards.index("<b>mine") < cards.index("<b>dp") < cards.index("<b>second")
    assert "None" not in cards[: cards.index("Run it again")]


def test_verdict_names_the_gravest_and_counts_the_rest() -> None:
    weak = [finding(accused=f"p{k}", status=Standing.OUTVOTED, id=f"{k:012}") for k in range(4)]
    page = render(found(*weak, finding()))
    assert "mine is refuted on some-problem. Outvoted: p0, p1 and p2 on some-problem; 1 more." in page


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (campaign(summary(agreed=290)), "The parties differ on 7 instances; none was pursued further."),
        (campaign(summary(failures=("it broke",))), "The tool itself failed 1 time;"),
        (
            campaign(summary(agreed=0, undecided=300)),
            "Nothing was decided: no two parties answered any of 300",
        ),
        (campaign(summary(), interrupted=True), "Interrupted; so far: No difference"),
    ],
)
def test_verdict_says_what_is_less_than_clean(told: Campaign, sentence: str) -> None:
    assert sentence in render(told)


def test_failures_of_the_tool_are_shown() -> None:
    page = render(campaign(summary(failures=("first: it broke & died",))))
    assert "first: it broke &amp; died" in page


def test_a_fault_that_the_self_test_failed_on_is_among_the_failures_of_the_tool() -> None:
    missed = Planted("some-problem", "twice", "all counted twice", "program", 7, None, False)
    broken = replace(missed, fault="half", error="IndexError <here>")
    page = render_dossier(Dossier(campaign(summary()), selftest=(missed, broken)))
    assert page.count("self-test, fault") == 1
    assert "self-test, fault half, seed 7: IndexError &lt;here&gt;" in page


def test_every_kind_and_standing_is_explained() -> None:
    assert len({kind_words(kind) for kind in Kind}) == len(Kind)
    assert len({standing_words(standing) for standing in Standing}) == len(Standing)


def test_sureness_is_a_bound_a_share_or_an_admission() -> None:
    assert "at most 0.3 %" in bound(1000, 0)
    assert "at most 63 %" in bound(3, 0)
    assert "nothing is known" in bound(0, 0)
    assert bound(0, 12) == "Parties differed on 12 of 12 decided instances (100 %)."
    assert bound(9, 1) == "Parties differed on 1 of 10 decided instances (10 %)."


def test_findings_of_one_name_have_links_of_their_own() -> None:
    page = render(found(finding(), finding()))
    assert 'id="finding-0123456789ab"' in page and 'id="finding-0123456789ab-2"' in page


def unpacked(page: str, name: str) -> Any:
    """What the page's script would unpack."""
    packed = re.search(f'<script type="text/plain" id="payload-{name}">(.*?)</script>', page)
    assert packed
    return json.loads(gzip.decompress(base64.b64decode(packed.group(1))))


def test_first_findings_are_in_the_page_and_the_others_in_packets() -> None:
    page = render(found(*(finding(id=f"{k:012}") for k in range(2 * STATIC_FINDINGS + 1))))
    assert page.count("<article") == STATIC_FINDINGS
    packets = [unpacked(page, f"packet-{k}") for k in (1, 2)]
    assert [len(packet) for packet in packets] == [STATIC_FINDINGS, 1]
    assert f'id="finding-{2 * STATIC_FINDINGS:012}"' in packets[1][0]
    index = unpacked(page, "index")
    assert [entry["anchors"] for entry in index[-1:]] == [[f"finding-{2 * STATIC_FINDINGS:012}"]]
    assert len(index) == 2 * STATIC_FINDINGS + 1


def test_findings_beyond_the_limit_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "MOST_FINDINGS", 5)
    page = render(found(*(finding(id=f"{k:012}") for k in range(8))))
    assert page.count("<article") == 5
    assert "3 more findings in the store" in page


def test_instances_are_packed_by_column_and_those_beyond_the_limit_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(data, "MOST_ROWS", 2)
    rows = tuple(Row(number, "thin", 4, "agreed", "7") for number in (1, 2, 3))
    page = render(Dossier(campaign(summary(checked=3, agreed=3, undecided=0)), {"some-problem": rows}))
    (columns,) = unpacked(page, "instances")
    assert (columns["number"], columns["size"]) == ([1, 2], [4, 4])
    assert columns["stratum"] == {"texts": ["thin"], "places": [0, 0]}
    assert "1 more in the store" in page


def test_hostile_text_is_shown_and_stays_text() -> None:
    page = render(hostile())
    reader = Reader(page)
    assert reader.texts["title"].startswith("doublecount: 9 findings")
    assert "&lt;/script&gt;&lt;script&gt;" in page
    assert "\\x1b[2J" in page and "\\ud800" in page and "\\u202e" in page
    assert page.count("<script") == 1 + page.count('<script type="text/plain"')
    assert all(character.isprintable() or character in "\n\t" for character in page)
    assert "of 100,000 characters shown]" in page
    assert len(page.encode()) < 3_000_000


def test_text_is_made_visible_and_cut() -> None:
    assert visible("a\tb\n\x1b\r\ud800é") == "a\tb\n\\x1b\\r\\ud800é"
    assert cut("x" * MOST_CHARACTERS) == "x" * MOST_CHARACTERS
    assert cut("x" * (MOST_CHARACTERS + 1)).endswith("[… cut: 4,096 of 4,097 characters shown]")
    assert presentable({"\x00": (Paint.BEST, [1, "\x01"])}) == {"\\x00": (Paint.BEST, [1, "\\x01"])}


def test_answers_are_written_for_people() -> None:
    assert plain(["##", "oo"]) == "##\noo"
    assert plain([[1, 2], [3, 4]]) == "(1, 2)  (3, 4)"
    assert plain({"a": 1, "b": [2, 3]}) == "a: 1; b: 2  3"
    assert plain(1 << 40_000) == "a number of 40,001 bits"


def test_paints_differ_by_shape_as_well_as_by_colour() -> None:
    shapes = set()
    for paint in Paint:
        drawing = draw(Picture(1, 1, (Cell(0, 0, "", paint),)), "")
        shapes.add(re.sub(r'class="[^"]*"', "", drawing))
    assert len(shapes) >= 6
    edges = [draw(Picture(1, 1, edges=(Edge(0, 0, True, paint),)), "") for paint in (Paint.LAST, Paint.PLAIN)]
    assert 'class="tick"' in edges[0] and 'class="tick"' not in edges[1]


def test_drawings_are_bounded_in_size() -> None:
    cells = tuple(Cell(row, column, ".") for row in range(100) for column in range(100))
    large = draw(Picture(100, 100, cells), "large")
    assert float(ET.fromstring(large).attrib["width"]) <= 420
    assert len(large) < 400_000
    assert "too large to draw" in draw(Picture(101, 100), "larger")


def test_page_is_written_whole_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    write_report(Dossier(hostile()), path)
    assert path.read_bytes() == render(hostile()).encode()
    assert list(tmp_path.iterdir()) == [path]


def test_path_that_cannot_be_written_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        write_report(Dossier(campaign()), tmp_path / "missing" / "report.html")
    with pytest.raises(OSError):
        write_report(Dossier(campaign()), tmp_path)
    assert list(tmp_path.iterdir()) == []
