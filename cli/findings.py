"""A finding on the terminal."""

from doublecount.cli.common import clean, json_line
from doublecount.verify.results import Finding


def finding_lines(finding: Finding) -> list[str]:
    """Return the lines that show a finding: who, why, the file, the answers, the evidence, how to go on."""
    again = [f"  again: {finding.replay}"] if finding.number else []
    hint = [f"  hint: {finding.hint}"] if finding.hint else []
    return [
        "",
        f"{finding.problem} {finding.id}: {finding.kind.value}, {finding.accused} is {finding.status.value}",
        f"  {clean(finding.why)}",
        f"  {_file_title(finding)}:",
        *_indented(finding.instance),
        *_answers(finding),
        *_evidence(finding),
        *hint,
        *again,
    ]


def _file_title(finding: Finding) -> str:
    if not finding.number:
        return "on the file"
    return "smallest file found" if finding.minimal else "smallest file found in the time given"


def _answers(finding: Finding) -> list[str]:
    """One line a party, for the case that matters."""
    which = [f"  case {finding.case}:"] if finding.case > 1 else []
    texts = {
        party: answer if isinstance(answer, str) else json_line(answer)
        for party, answer in finding.answers.items()
    }
    return which + [f"  {party}: {clean(text).splitlines()[0]}" for party, text in texts.items() if text]


def _evidence(finding: Finding) -> list[str]:
    """The board that decides, where it is not the file itself."""
    if finding.evidence is None:
        return []
    if finding.evidence == finding.instance:
        return [f"  evidence: {clean(finding.evidence_why)}"]
    return [
        f"  evidence, followed down from there: {clean(finding.evidence_why)}",
        *_indented(finding.evidence),
    ]


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.splitlines()]
