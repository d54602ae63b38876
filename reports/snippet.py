"""Writes the script that shows one finding: what the solver says, what the accused says, and the rules.

The script needs the installed package only and, for a program on trial, that program. All its code is
constant text; what comes from a finding stands in it as Python literals, made by ``repr``, and nowhere else.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from doublecount.verify.results import Campaign, Finding, Kind, Role, Sandbox
from doublecount.verify.shell import split

_IMPORTS = """\
from doublecount.problems.record import Form, differing_facts
from doublecount.reports.text import visible
from doublecount.verify import catalogue
"""
_COMMON = '''
problem = catalogue.problem(PROBLEM)
said = {}


def say(party, instance, answer):
    """Print what a party says to an instance, and what the rules say of the witness it shows."""
    if isinstance(answer, str):
        print(f"{visible(party)}: {answer!r}", flush=True)
        return
    word, (truth, how) = problem.check(instance, answer), decided(instance)
    if word is None and truth is not None and differing_facts(problem, truth, answer):
        word = f"not the answer that {how} give"
    print(f"{visible(party)}: {json.dumps(problem.to_json(answer))}")
    for other, valid in said.get(str(instance), {}).items():
        word = word or against(instance, other, valid, answer)
    print(f"  rules: {word or 'they decide nothing against it here'}", flush=True)
    if problem.check(instance, answer) is None:
        said.setdefault(str(instance), {})[party] = answer


def against(instance, other, valid, answer):
    """Why another party's witness, which the rules accept, proves an answer wrong; None if it doesn't."""
    why = problem.refutes(instance, valid, answer)
    return why and f"{why}, as {visible(other)} shows"


def decided(instance):
    """The answer, and how, where the rules alone give it or where all that they allow can be tried."""
    answer, how = problem.decide(instance), "the rules"
    if answer is None and (exhausted := problem.exhaust(instance)):
        answer, how = exhausted.answer, exhausted.tried
    return answer, how


def rules(instance):
    """Print what the rules decide."""
    answer, how = decided(instance)
    if answer is not None:
        print(f"{how}: {json.dumps(problem.to_json(answer))}", flush=True)


def oracle(name, instance):
    """The answer of the solver (dp) or of a model, or why there is none."""
    if name == "dp":
        solver = problem.load_solver()
        return solver.fits(instance) or solver.solve(instance)
    model = next(model for model in problem.load_models() if model.name == name)
    if why := model.fits(instance):
        return why
    outcome = model.run(instance, model.budget)
    return outcome.answer or f"{outcome.status.value}: {outcome.detail}"


'''
_LOOK = """

print("the finding:", visible(WHY))
instances = list(problem.read_as(Form(FORM), FILE, "FILE"))
instance = instances[CASE - 1]
print(f"case {CASE} of the file:", visible(FILE), sep="\\n")
for name in ORACLES:
    say(name, instance, oracle(name, instance))
rules(instance)
say(ACCUSED, instance, accused(instances)[CASE - 1])
if len(instances) > 1:
    print("alone in its file:")
    say(ACCUSED, instance, accused([instance])[0])
"""
_RELATED = """
relation = next(one for one in problem.relations if one.name == RELATION)
derived = relation.derive(instance)
answers = [accused([other])[0] for other in (instance, *derived)]
for other, answer in zip(derived, answers[1:], strict=True):
    print("derived:", visible(problem.write_jsonl([other])), end="")
    say(ACCUSED, other, answer)
if not any(isinstance(answer, str) for answer in answers):
    broken = relation.violation(instance, answers[0], answers[1:])
    print(f"{RELATION}: {broken or 'holds'}")
"""
_ASKED_AGAIN = """
model = next(one for one in problem.load_models() if one.name == ACCUSED)
way = next(one for one in model.ways if one.name == RELATION)
outcome = way.run(instance, model.budget)
say(f"{ACCUSED}, asked {RELATION}", instance, outcome.answer or f"{outcome.status.value}: {outcome.detail}")
"""
_RESHAPED = """
from doublecount.verify.variants import VARIANTS

variant = VARIANTS[RELATION]
file = [instance] * variant.cases
text = variant.reshape(problem, problem.write(file), instance)
print(f"with {RELATION}: {text!r}")
say(ACCUSED, instance, answers_to(text, file)[-1])
"""
_EVIDENCE = """
(instance,) = problem.read_as(Form(FORM), EVIDENCE, "EVIDENCE")
print("evidence, followed down from there:", visible(EVIDENCE), sep="\\n")
for name in ORACLES:
    say(name, instance, oracle(name, instance))
rules(instance)
say(ACCUSED, instance, accused([instance])[0])
parts = problem.split.derive(instance) if problem.split else ()
if parts:
    print(f"{problem.split.name}: its parts, and what {visible(ACCUSED)} says of them:")
for part in parts:
    print(visible(problem.write_jsonl([part])), end="")
    say(ACCUSED, part, accused([part])[0])
"""


@dataclass(frozen=True)
class _Code:
    """How the script asks the accused: ``accused(instances)``, answers or texts why there is none."""

    standard: str
    """Imports of the standard library."""
    imports: str
    code: str


_ORACLE = _Code(
    "import json\n",
    "",
    '''\
def accused(instances):
    """Ask the solver or the model."""
    return [oracle(ACCUSED, instance) for instance in instances]
''',
)
_FUNCTION = _Code(
    "import faulthandler\nimport json\nimport resource\nimport sys\nimport traceback\n",
    "from doublecount.verify.function import as_answer, load\n",
    '''\
def accused(instances):
    """Call the function, in this process; where it hangs, the script ends and says where."""
    sys.path.insert(0, FOLDER)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    if SECONDS:
        faulthandler.dump_traceback_later(SECONDS, exit=True)
    try:
        function = load(FUNCTION)
        return [as_answer(problem, instance, function(instance)) for instance in instances]
    except Exception as error:
        traceback.print_exc()
        return [f"{type(error).__name__}: {error}"] * len(instances)
    finally:
        faulthandler.cancel_dump_traceback_later()
''',
)
_PROGRAM = _Code(
    "import json\nimport os\nimport resource\nimport signal\nimport subprocess\n"
    "import tempfile\nfrom contextlib import suppress\n",
    "from doublecount.problems.text import InputError\nfrom doublecount.verify.shell import split\n",
    '''\
def limits():
    """In the program's process: the limits of the campaign."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (8 << 20, 8 << 20))


def run(text):
    """Run the program, no shell between; return its output and None, or why there is none."""
    with tempfile.TemporaryFile() as output:
        options = {"stdout": output, "start_new_session": True, "preexec_fn": limits}
        try:
            process = subprocess.Popen(WORDS, stdin=subprocess.PIPE, **options)
        except OSError as error:
            return "", f"can't be run: {error}"
        try:
            process.communicate(text.encode(), SECONDS)
        except subprocess.TimeoutExpired:
            return "", f"no answer within {SECONDS} s"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        written = output.seek(0, os.SEEK_END)
        if written > 1 << 20:
            return "", f"wrote too much: {written >> 10} KiB"
        if process.returncode < 0:
            return "", f"ended with signal {-process.returncode}"
        if process.returncode:
            return "", f"ended with exit status {process.returncode}"
        output.seek(0)
        return output.read().decode(errors="backslashreplace"), None


def answers_to(text, instances):
    """What the program says to an input text: answers, or why they can't be read."""
    told, fault = run(text)
    if fault is None:
        try:
            return read(problem, told, instances)
        except InputError as error:
            fault = f"{error}; it wrote {told[:2000]}"
    return [fault] * len(instances)


def accused(instances):
    """Run the program on a file of cases."""
    return answers_to(problem.write(instances), instances)
''',
)
_WORDS = {
    Sandbox.NONE: ("", "\nWORDS = split(COMMAND)\n"),
    Sandbox.BWRAP: (
        "from doublecount.verify.sandbox import wrapped\n",
        "\nWORDS = wrapped(split(COMMAND))\n",
    ),
}
_READ = '''\


def read(problem, text, instances):
    """The program writes the judge's output."""
    return problem.read_answers(text, instances)


'''
_READ_LINES = '''\


def read(problem, text, instances):
    """The program calls a function and writes JSON lines."""
    return function.read_answers(problem, text, instances)


'''


def snippet(finding: Finding, campaign: Campaign) -> str:
    """Return a Python script that shows a finding, as text that UTF-8 can always encode.

    It prints what the solver says (or, where that is accused, the models against it), what the accused
    says, and the rules' word on the witness shown. A program is run under the limits of the campaign, a
    function is imported, unless it was on trial in a sandbox.
    """
    ways = _function(finding)
    accused = _FUNCTION if ways else _PROGRAM if finding.command is not None else _ORACLE
    imports, before = accused.imports, ""
    if accused is _PROGRAM:
        more, before = _WORDS[finding.sandbox]
        imports += more
        before += _READ_LINES if finding.function else _READ
    head, data = "".join(_comments(finding, campaign)), "".join(_data(finding, campaign, ways))
    if finding.function and not ways:
        imports += "from doublecount.verify import function\n"
    top = f"{head}\n{accused.standard}\n{_sorted(_IMPORTS + imports)}\n{data}"
    return f"{top}{_COMMON}{before.lstrip()}{accused.code}{_LOOK}{_rest(finding)}"


def _sorted(imports: str) -> str:
    return "".join(sorted(imports.splitlines(keepends=True)))


def _rest(finding: Finding) -> str:
    """The part that only some kinds of findings need, and the evidence."""
    program = finding.command is not None
    rest = ""
    if finding.kind is Kind.RELATION_VIOLATED:
        rest += _RELATED if program or finding.accused == "dp" else _ASKED_AGAIN
    if finding.kind is Kind.FORMAT_SENSITIVE and program and not _function(finding):
        rest += _RESHAPED
    return rest + (_EVIDENCE if finding.evidence is not None else "")


def _function(finding: Finding) -> list[str]:
    """The folder and the name of a function that may be imported; else nothing."""
    if not finding.function or finding.sandbox is not Sandbox.NONE:
        return []
    try:
        words = split(finding.command or "")
    except ValueError:
        return []
    return words[-2:] if len(words) > 2 else []


def _comments(finding: Finding, campaign: Campaign) -> Iterator[str]:
    """What the script shows, and where it comes from. ``repr`` leaves no line end in a text."""
    needs = "" if finding.command is None else ", and what is on trial"
    yield f"# Finding {finding.id!r}: {finding.kind.value} of {finding.accused!r}, {finding.status.value}.\n"
    yield f"# Why: {finding.why!r}\n"
    yield f"# From a campaign with seed {campaign.seed}, doublecount {campaign.version!r}, with:\n"
    yield from (f"#   {name!r}: {version!r}\n" for name, version in campaign.environment.items())
    yield f"# The campaign: {campaign.command!r}\n"
    yield f"# All parties again: {finding.replay!r}\n"
    yield f"# This script needs doublecount{needs}; run it with Python.\n"


def _data(finding: Finding, campaign: Campaign, ways: list[str]) -> Iterator[str]:
    """The finding's texts and numbers, as assignments."""
    modules = [one.file for one in campaign.own if one.name == finding.problem and not one.installed]
    yield f"PROBLEM = {(modules or [finding.problem])[0]!r}\n"
    yield f"FORM = {finding.form.value!r}\n"
    yield f"FILE = {_literal(finding.instance)}\n"
    yield f"CASE = {finding.case}\n"
    yield f"WHY = {_literal(finding.why)}\n"
    yield f"ORACLES = {_oracles(finding, campaign)!r}\n"
    yield f"ACCUSED = {finding.accused!r}\n"
    if finding.command is not None:
        seconds = finding.time_limit if math.isfinite(finding.time_limit) else None
        yield f"SECONDS = {seconds}\n"
        yield f"MEMORY = {finding.memory_limit} << 20\n"
        if ways:
            yield f"FOLDER = {ways[0]!r}\nFUNCTION = {ways[1]!r}\n"
        else:
            yield f"COMMAND = {finding.command!r}\n"
    if finding.relation is not None:
        yield f"RELATION = {finding.relation!r}\n"
    if finding.evidence is not None:
        yield f"EVIDENCE = {_literal(finding.evidence)}\n"


def _literal(text: str) -> str:
    """A text as a literal, a line of code for each of its lines."""
    lines = text.splitlines(keepends=True)
    if len(lines) < 2:
        return repr(text)
    return "(\n" + "".join(f"    {line!r}\n" for line in lines) + ")"


def _oracles(finding: Finding, campaign: Campaign) -> list[str]:
    """Whom to hear beside the accused: the solver; where it is accused, the models against it."""
    if finding.accused != "dp":
        return ["dp"]
    models = {
        party.name
        for one in campaign.summaries
        for party in one.parties
        if one.problem == finding.problem and party.role is Role.MODEL
    }
    return [name for name in finding.against if name in models]
