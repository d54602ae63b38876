"""Campaigns made by hand for the browser: a few findings, many, and hostile ones."""

from dataclasses import replace
from itertools import islice, product

from doublecount.problems.picture import Cell, Picture
from doublecount.verify.results import (
    Campaign,
    Certificate,
    Dossier,
    Finding,
    Generated,
    Kind,
    Met,
    Pair,
    PartyInfo,
    Planted,
    Role,
    Row,
    Solutions,
    Standing,
    Summary,
    Switch,
    Tally,
    Timing,
)

PROBLEM = "injured-queen"
PARTIES = (
    PartyInfo("dp", Role.SOLVER, "dynamic programming"),
    PartyInfo("sat", Role.MODEL, "enumeration", "7 columns", ("pysat",)),
    PartyInfo("mine", Role.CANDIDATE, "external program: ./mine"),
)
BOARD = Picture(2, 2, (Cell(0, 0, "?"), Cell(1, 1, "1")), caption="a board")


def finding(number: int = 1, **changes: object) -> Finding:
    """A finding of its own cause: a board with the number written in its fixed rows."""
    rows = "?" + "".join("1234567"[number // 7**place % 7] for place in range(6)) + "?"
    told = Finding(
        id=f"{number:012x}",
        problem=PROBLEM,
        kind=Kind.WRONG_ANSWER,
        accused="mine",
        status=Standing.REFUTED,
        why="count 2; dp and sat say count 1",
        against=("dp", "sat"),
        case=1,
        instance=rows + "\n",
        original=rows + "??\n",
        answers={"dp": {"count": "1"}, "sat": {"count": "1"}, "mine": {"count": "2"}},
        hint="equals the right count taken twice",
        replay=f"doublecount replay {number:012x} --store s.sqlite",
        number=number,
        stratum="thin" if number % 2 else "uniform",
        evidence=rows + "\n",
        evidence_why="the rules decide this board: count 0, not count 1",
        command="./mine",
        pictures={"instance": BOARD, "original": BOARD, "evidence": BOARD, "dp": BOARD, "mine": BOARD},
        certificates={"dp": Certificate.EXHAUSTED, "mine": Certificate.REFUTED, "sat": Certificate.WITNESS},
        switches=(Switch("queens may touch", True), Switch("rows count from 0", False)),
        solutions=Solutions(4, 1, 1, 0, {"both": (BOARD,), "only accused": (BOARD,)}),
    )
    return replace(told, **changes)


def dossier(*findings: Finding, rows: int = 0, **changes: object) -> Dossier:
    """A campaign with these findings and so many instances."""
    met = (Met(Kind.WRONG_ANSWER, "mine", len(findings)),) if findings else ()
    summary = Summary(
        problem=PROBLEM,
        parties=PARTIES,
        checked=max(rows, 300),
        agreed=max(rows, 300) - len(findings),
        undecided=0,
        large=100,
        nontrivial=100,
        strata={"thin": 200, "uniform": 100},
        tallies={party.name: Tally(answered=290, too_large=10, seconds=1.5) for party in PARTIES},
        findings=findings,
        met=met,
        offered={"thin": 0.6, "uniform": 0.3, "rare": 0.1},
        generated={"thin": Generated(200, 200, 200, {"4-7": 150, "8-15": 50}, {"0": 20, "10-99": 180})},
        pairs=(Pair("dp", "sat", 280, 280), Pair("dp", "mine", 300, 290), Pair("sat", "mine", 280, 271)),
        timings={"dp": {"4-7": Timing(150, {"64": 150}), "8-15": Timing(50, {"128": 50})}},
    )
    campaign = Campaign(
        seed=1,
        version="1",
        environment={"python": "3"},
        command="doublecount verify --seed 1",
        summaries=(replace(summary, **changes),),
    )
    planted = (Planted(PROBLEM, "twice", "all counted twice", "program", 1, 3, True),)
    return Dossier(campaign, {PROBLEM: tuple(map(row, range(1, rows + 1)))} if rows else {}, planted)


def row(number: int) -> Row:
    """An instance; every tenth differs."""
    differs = number % 10 == 0
    verdict, met = ("differing", ("wrong-answer mine",)) if differs else ("agreed", ())
    return Row(number, "thin" if number % 2 else "uniform", 1 + number % 15, verdict, str(number % 97), met)


def hostile_strings(count: int) -> list[str]:
    """Markup, control and bidi characters, lone surrogates, terminal escapes, very long lines, combined."""
    owned = "document.title='owned'"
    parts = (
        f"</script><script>{owned}</script>",
        f'<img src=https://example.invalid/x onerror="{owned}">',
        "</style><style>@import url(https://example.invalid/x.css);*{display:none}</style>",
        f"</title></pre></textarea><svg onload=\"{owned}\"><p style='position:fixed;inset:0'>",
        "<meta http-equiv=refresh content='0;url=https://example.invalid/'><base href=//example.invalid>",
        f"javascript:{owned}//\" onclick={owned} x='",
        "]]>--><!--<iframe srcdoc='<script>parent." + owned + "</script>'>",
        "&lt;script&gt;&#60;b&#62;{{ page }}{% raw %}${1+1}",
        "\x1b]0;owned\x07\x1b[2J\x1b[31m\r\x08\x00\x7f\x9b31m",
        "\u202eowned\u2066\u2069\u200b\u200f\ufeff\u2028\u2029",
        "\ud800 lone \udfff\udc80",
        "\u0301\u0336" * 40 + "\U0001f9d1\u200d\U0001f680",
        "w" * 3_000,
        "ｗ" * 2_000 + "\t" * 500,
        "a\n" * 200,
        "'; DROP TABLE finding; --\\\"\\'$(reboot)`reboot`|&",
    )
    lengths = (1, 2, 3)
    combined = ("".join(some) for length in lengths for some in product(parts, repeat=length))
    return list(islice(combined, count))


def hostile(count: int) -> Dossier:
    """So many hostile strings as program output, file names, party names and what else holds text."""
    strings = hostile_strings(count)
    findings = tuple(
        finding(
            number,
            id=text[:60],
            kind=Kind.MALFORMED_OUTPUT,
            accused=text,
            why=text,
            answers={text: text, "dp": {"count": "1", text: [text]}},
            hint=text,
            replay=f"doublecount replay {text}",
            stratum=text,
            command=text,
            relation=text,
            original=text,
            pictures={"instance": Picture(1, 2, (Cell(0, 0, text),), caption=text)},
            certificates={},
        )
        for number, text in enumerate(strings)
    )
    some = strings[:16]
    told = dossier(
        *findings,
        parties=tuple(PartyInfo(text, Role.CANDIDATE, text, text, (text,)) for text in some),
        strata=dict.fromkeys(some, 1),
        tallies={text: Tally(answered=10) for text in some},
        generated={text: Generated(3, 3, 3, {text: 3}, {text: 3}) for text in some},
        pairs=tuple(Pair(one, other, 3, 2) for one in some for other in some),
        timings={text: {text: Timing(3, {"64": 3})} for text in some},
        failures=tuple(some),
    )
    rows = tuple(Row(k + 1, text, 1, "differing", text, (f"crash {text}",)) for k, text in enumerate(strings))
    campaign = replace(told.campaign, environment=dict.fromkeys(some, some[0]), command=some[-1])
    return replace(told, campaign=campaign, rows={PROBLEM: rows})
