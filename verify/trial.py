"""Puts a file of cases before the parties of a panel and collects the differences.

A candidate answers the whole file in one process, and alone every case on which that looks wrong, and one
case besides; now and then the cases follow each other in another order, too. Wrong alone: the case is the
finding. Wrong in the file only: the file is.
"""

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile
from typing import Any

from doublecount.problems.record import Relation, Status, differing_facts
from doublecount.verify.again import Again, asked_again, contradictions
from doublecount.verify.batches import rearranged
from doublecount.verify.compare import Comparison, Verdict, compare, describe
from doublecount.verify.parties import Candidate, Oracle, Panel
from doublecount.verify.results import Difference, Kind, Reply, Role, Standing
from doublecount.verify.variants import VARIANTS

_UNASKED = Reply(Status.OUT_OF_BUDGET, text="not asked: it ran out of time on an earlier case of the file")


@dataclass(frozen=True)
class Case:
    """What came of one case of a file."""

    replies: Mapping[str, Reply]
    comparison: Comparison
    again: Mapping[Again, Reply] = field(default_factory=dict)
    """What oracles say when asked in other ways."""


@dataclass(frozen=True)
class Trial:
    """What came of one file: every case by itself, and all differences, those of single cases first."""

    cases: tuple[Case, ...]
    differences: tuple[Difference, ...]


def try_file(
    panel: Panel,
    file: Sequence[Any],
    samples: Sequence[int] = (0,),
    turn: int | None = None,
    deadline: float = float("inf"),
    closely: Collection[int] | None = None,
) -> Trial:
    """Ask everybody about a file.

    ``samples`` are the cases that get the dearer checks of the solver and of candidates, and one of them an
    answer in a process of its own; ``closely`` (by default the same) those about which dear oracles are
    asked, and all oracles in their other ways, too. ``turn`` is the file's number in a campaign, which says
    whether candidates get its cases in another order, too. From the ``deadline`` on (``time.monotonic()``)
    oracles are asked about no further case: the file then ends there.
    """
    in_time = takewhile(lambda case: case == 0 or time.monotonic() < deadline, range(len(file)))
    closely = samples if closely is None else closely
    opinions = [panel.consult(file[case], closely=case in closely) for case in in_time]
    file, samples = file[: len(opinions)], [case for case in samples if case < len(opinions)]
    alone = samples[(turn or 0) % len(samples)] if samples else None
    whole: list[Difference] = []
    for candidate in panel.candidates:
        answered, in_file = _candidate_replies(panel, candidate, file, opinions, alone)
        whole += in_file
        if turn is not None and not in_file:
            whole += _rearranged(panel, candidate, file, answered, rearranged(panel.problem, file, turn))
        for replies, reply in zip(opinions, answered, strict=True):
            replies[candidate.name] = reply
    cases = tuple(
        Case(
            replies,
            compare(panel.problem, instance, replies, _roles(panel), _shares(panel)),
            asked_again(panel.oracles, instance, replies) if case in closely else {},
        )
        for case, (instance, replies) in enumerate(zip(file, opinions, strict=True))
    )
    single = [difference for case in cases for difference in case.comparison.differences]
    for instance, case in zip(file, cases, strict=True):
        single += contradictions(panel.problem, instance, case.replies, case.again)
    selfchecked: tuple[Oracle | Candidate, ...] = (panel.solver, *panel.candidates)
    for party in selfchecked:
        undisputed = [case for case in samples if cases[case].comparison.verdict is not Verdict.DIFFERING]
        asked = [(file[case], cases[case].replies[party.name]) for case in undisputed]
        heard = [(instance, said) for instance, said in asked if said.status is Status.ANSWERED]
        stated = [(instance, said.answer) for instance, said in heard]
        single += related(panel, party, stated, panel.problem.relations)
        if panel.formats and isinstance(party, Candidate):
            single += [met for instance, plain in heard for met in formatted(party, instance, plain)]
    return Trial(cases, (*single, *whole))


def _roles(panel: Panel) -> dict[str, Role]:
    return {party.name: party.info.role for party in panel.parties}


def _shares(panel: Panel) -> dict[str, tuple[str, ...]]:
    return {party.name: party.info.shares for party in panel.parties}


def _rearranged(
    panel: Panel, candidate: Candidate, file: Sequence[Any], answered: Sequence[Reply], order: Sequence[int]
) -> list[Difference]:
    """Ask a candidate about the cases in another order, and compare with what it said before."""
    if not order or any(reply.fault for reply in answered):
        return []
    again = [file[case] for case in order]
    replies = candidate.ask_file(again)
    if replies[0].fault:
        return _after_fault(candidate, again, replies[0])[1]
    for place, (case, reply) in enumerate(zip(order, replies, strict=True)):
        if _differ(panel, reply, answered[case]) and _differ(panel, reply, candidate.ask(file[case])):
            return [_order_dependent(candidate, again, place, reply)]
    return []


def _candidate_replies(
    panel: Panel,
    candidate: Candidate,
    file: Sequence[Any],
    opinions: Sequence[Mapping[str, Reply]],
    sample: int | None,
) -> tuple[list[Reply], list[Difference]]:
    """Return a reply to every case, from its own process where there was doubt, and whole-file faults."""
    if len(file) == 1:
        return [candidate.ask(file[0])], []
    batch = candidate.ask_file(file)
    if batch[0].fault:
        return _after_fault(candidate, file, batch[0])
    final = list(batch)
    differences = []
    for case, instance in enumerate(file):
        doubtful = bool(
            charges(panel, candidate.name, instance, {**opinions[case], candidate.name: batch[case]})
        )
        if not doubtful and case != sample:
            continue
        alone = final[case] = candidate.ask(instance)
        wrong_alone = charges(panel, candidate.name, instance, {**opinions[case], candidate.name: alone})
        if not wrong_alone and (doubtful or _differ(panel, batch[case], alone)):
            differences.append(_order_dependent(candidate, file, case, batch[case]))
    return final, differences


def _after_fault(
    candidate: Candidate, file: Sequence[Any], fault: Reply
) -> tuple[list[Reply], list[Difference]]:
    """Ask case by case; the file is to blame only if no case fails by itself.

    A candidate that runs out of time is not blamed for a file whose cases take that long: one by one, or,
    since every process costs a start, half by half.
    """
    assert fault.fault
    alone: list[Reply] = []
    for instance in file:
        hung = any(reply.fault is Kind.TIMEOUT for reply in alone)
        alone.append(_UNASKED if hung else candidate.ask(instance))
    if any(reply.fault for reply in alone):
        return alone, []
    if fault.fault is Kind.TIMEOUT and _is_long(candidate, sum(reply.seconds for reply in alone)):
        file = _hanging(candidate, file)
        if not file:
            return alone, []
    why = f"on {len(file)} cases in one file, none of them alone: {fault.text.splitlines()[0]}"
    return alone, [_itself(fault.fault, candidate.name, why, 0, file, fault)]


def _is_long(candidate: Candidate, seconds: float) -> bool:
    """Whether so much work may well exceed the time limit."""
    return 2 * seconds > candidate.spec.time_limit


def _hanging(candidate: Candidate, file: Sequence[Any]) -> Sequence[Any]:
    """A part of a file that ran out of time, which does so although its halves are answered soon, or none."""
    while len(file) > 1:
        half = len(file) // 2
        seconds = 0.0
        for part in (file[:half], file[half:]):
            told = candidate.ask_file(part)
            if told[0].fault is Kind.TIMEOUT:
                file = part
                break
            seconds += sum(reply.seconds for reply in told)
        else:
            return [] if _is_long(candidate, seconds) else file
    return []


def _itself(
    kind: Kind,
    accused: str,
    why: str,
    case: int,
    file: Sequence[Any],
    reply: Reply,
    relation: str | None = None,
) -> Difference:
    """A difference in which the accused stands against itself."""
    return Difference(kind, accused, (), Standing.REFUTED, why, case, tuple(file), relation, reply)


def _order_dependent(candidate: Candidate, file: Sequence[Any], case: int, reply: Reply) -> Difference:
    why = f"case {case + 1} of {len(file)} is answered otherwise in a file of its own"
    return _itself(Kind.ORDER_DEPENDENT, candidate.name, why, case, file, reply)


def _differ(panel: Panel, one: Reply, other: Reply) -> bool:
    both = one.status is Status.ANSWERED and other.status is Status.ANSWERED
    return both and bool(differing_facts(panel.problem, one.answer, other.answer))


def charges(panel: Panel, accused: str, instance: Any, replies: Mapping[str, Reply]) -> list[Difference]:
    """Return the differences on one case of which one party stands accused."""
    found = compare(panel.problem, instance, replies, _roles(panel), _shares(panel)).differences
    return [difference for difference in found if difference.accused == accused]


def ask_all(party: Oracle | Candidate, instances: Sequence[Any], cases_per_file: int) -> list[Reply]:
    """Ask one party about several instances: an oracle at once, a candidate in files its judge allows.

    Where a file comes to nothing, its cases are tried one by one.
    """
    if isinstance(party, Oracle):
        return party.ask_many(instances)
    replies: list[Reply] = []
    for start in range(0, len(instances), cases_per_file):
        file = instances[start : start + cases_per_file]
        told = party.ask_file(file)
        if len(file) > 1 and told[0].fault and told[0].fault is not Kind.TIMEOUT:
            told = [party.ask(instance) for instance in file]
        replies += told
    return replies


def related(
    panel: Panel,
    party: Oracle | Candidate,
    answered: Sequence[tuple[Any, Any]],
    relations: Iterable[Relation[Any, Any]],
) -> list[Difference]:
    """Check a party's answers to instances against its own to derived ones, which it is asked together.

    Where a derived answer can be shown to be wrong by itself, that is the difference, not the relation.
    """
    derived = [
        (instance, answer, relation, others)
        for instance, answer in answered
        for relation in relations
        if (others := relation.derive(instance)) and all(map(panel.allows, others))
    ]
    together = [other for *_, others in derived for other in others]
    most = panel.problem.limits.cases_per_file
    replies = ask_all(party, together, most) if together else []
    told = iter(replies)
    failed: list[Any] = []
    violated: list[tuple[Any, Reply, Relation[Any, Any], Sequence[Any], str]] = []
    for instance, answer, relation, others in derived:
        own = list(islice(told, len(others)))
        failed += [other for other, reply in zip(others, own, strict=True) if reply.fault]
        if any(reply.status is not Status.ANSWERED for reply in own):
            continue
        violation = relation.violation(instance, answer, [reply.answer for reply in own])
        if violation:
            said = Reply(Status.ANSWERED, answer)
            violated.append((instance, said, relation, others, f"{relation.name}: {violation}"))
    found = _wrong_derived(panel, party, failed)
    if violated:
        files = range(0, len(together), most)
        changed = (_changed_alone(panel, party, together[k : k + most], replies[k : k + most]) for k in files)
        found += next(filter(None, changed), []) or [
            difference
            for instance, reply, relation, others, why in violated
            for difference in _wrong_derived(panel, party, others)
            or [_itself(Kind.RELATION_VIOLATED, party.name, why, 0, [instance], reply, relation.name)]
        ]
    return found


def _changed_alone(
    panel: Panel, party: Oracle | Candidate, file: Sequence[Any], replies: Sequence[Reply]
) -> list[Difference]:
    """The difference, if a candidate answers a case of the file otherwise in a file of its own."""
    if isinstance(party, Oracle) or len(file) == 1:
        return []
    for case, (instance, reply) in enumerate(zip(file, replies, strict=True)):
        if _differ(panel, reply, party.ask(instance)):
            return [_order_dependent(party, file, case, reply)]
    return []


def _wrong_derived(panel: Panel, party: Oracle | Candidate, derived: Sequence[Any]) -> list[Difference]:
    """Try each derived instance by itself against the other oracles; return the first that is wrong."""
    for instance in derived:
        replies = {**panel.consult(instance), party.name: party.ask(instance)}
        found = charges(panel, party.name, instance, replies)
        if found:
            return found
    return []


def formatted(
    candidate: Candidate, instance: Any, plain: Reply, sought: str | None = None
) -> list[Difference]:
    """Try a candidate on input texts of the same meaning; only if the one ``sought`` breaks it."""
    if sought and not _sensitive(candidate, instance, plain, sought):
        return []
    broken = {name: why for name in VARIANTS if (why := _sensitive(candidate, instance, plain, name))}
    if not broken:
        return []
    first = sought if sought in broken else next(iter(broken))
    others = ", ".join(name for name in broken if name != first)
    why = f"with {first}{broken[first]}{others and f'; also with {others}'}"
    return [_itself(Kind.FORMAT_SENSITIVE, candidate.name, why, 0, [instance], plain, first)]


def _sensitive(candidate: Candidate, instance: Any, plain: Reply, name: str) -> str | None:
    """What a variant changes, given the answer to the plain text; None where nothing."""
    problem, variant = candidate.problem, VARIANTS[name]
    file = [instance] * variant.cases
    if len(file) > problem.limits.cases_per_file:
        return None
    usual = candidate.ask_file(file) if len(file) > 1 else [plain]
    if usual[0].fault:
        return None
    told = candidate.ask_file(file, lambda text: variant.reshape(problem, text, instance))
    for before, reply in zip(usual, told, strict=True):
        if reply.fault:
            return f": {reply.text.splitlines()[0]}"
        facts = differing_facts(problem, reply.answer, before.answer)
        if facts:
            said = [describe(problem, answer, facts) for answer in (reply.answer, before.answer)]
            return f" it answers {said[0]}, without {said[1]}"
    return None


def recur(panel: Panel, difference: Difference, file: Sequence[Any]) -> Difference | None:
    """Look on another file for the same kind of difference between the same parties.

    Asks only the accused and who stood against it. Returns the difference found there.
    """
    if len(file) > 1:
        return _recur_in_file(panel, difference, file)
    accused, instance = panel.party(difference.accused), file[0]
    if difference.kind is Kind.RELATION_VIOLATED or difference.kind is Kind.FORMAT_SENSITIVE:
        reply = accused.ask(instance)
        if reply.status is not Status.ANSWERED:
            return None
        if difference.kind is Kind.FORMAT_SENSITIVE:
            assert isinstance(accused, Candidate)
            found = formatted(accused, instance, reply, difference.relation)
        elif isinstance(accused, Oracle) and difference.relation and difference.relation in accused.ways:
            told = {
                Again(accused.name, difference.relation): accused.ask_otherwise(difference.relation, instance)
            }
            found = contradictions(panel.problem, instance, {accused.name: reply}, told)
        else:
            relations = [one for one in panel.problem.relations if one.name == difference.relation]
            found = related(panel, accused, [(instance, reply.answer)], relations)
    else:
        replies = panel.consult(instance, {*difference.against, difference.accused})
        if isinstance(accused, Candidate):
            replies[accused.name] = accused.ask(instance)
        found = charges(panel, accused.name, instance, replies)
    return next((other for other in found if _alike(difference, other)), None)


def _recur_in_file(panel: Panel, difference: Difference, file: Sequence[Any]) -> Difference | None:
    accused = panel.party(difference.accused)
    assert isinstance(accused, Candidate)
    narrow = replace(panel, candidates=(accused,), models=(), formats=False)
    opinions = [narrow.consult(instance) for instance in file]
    decided = all(replies[panel.solver.name].answer is not None for replies in opinions)
    sample = None if decided else len(file) - 1
    _, found = _candidate_replies(narrow, accused, file, opinions, sample)
    return next((other for other in found if _alike(difference, other)), None)


def _alike(one: Difference, other: Difference) -> bool:
    same_opponents = not one.against or not other.against or bool({*one.against} & {*other.against})
    return one.kind is other.kind and one.accused == other.accused and same_opponents
