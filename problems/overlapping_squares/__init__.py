"""Overlapping Squares (UVa 12113): can one to six squares, placed one on another, make this picture?

Other boards than the judge's of 4 x 4 cells, and other limits than its 6 squares, are instances too.
"""

from doublecount.problems.overlapping_squares.changes import changed
from doublecount.problems.overlapping_squares.clauses import concluded
from doublecount.problems.overlapping_squares.exhaust import exhaust
from doublecount.problems.overlapping_squares.formats import (
    read,
    read_answers,
    read_jsonl,
    to_json,
    write,
    write_answer,
    write_jsonl,
)
from doublecount.problems.overlapping_squares.generate import STRATA
from doublecount.problems.overlapping_squares.instance import Answer, Instance
from doublecount.problems.overlapping_squares.picture import drawable, picture
from doublecount.problems.overlapping_squares.relations import RELATIONS, images
from doublecount.problems.overlapping_squares.rules import check, decide, refutes
from doublecount.problems.overlapping_squares.scopes import SCOPES
from doublecount.problems.overlapping_squares.simpler import simpler, size
from doublecount.problems.overlapping_squares.suspicions import BLANK_IS_YES, NOTHING_HIDDEN, SUSPICIONS
from doublecount.problems.record import Limits, Problem, Reading

__all__ = ["PROBLEM", "Answer", "Instance"]

PROBLEM = Problem[Instance, Answer](
    name="overlapping-squares",
    title="Overlapping Squares",
    judge="UVa 12113",
    question="Can 1 to 6 squares of 2 x 2 cells, placed one after the other on a 4 x 4 board, make it?",
    readings=(
        Reading(
            "A square shows its outline and hides whatever lies under it, inside and on the outline.",
            NOTHING_HIDDEN,
        ),
        Reading(
            "At least one square is placed: the blank picture is No. (Most accepted programs say Yes.)",
            BLANK_IS_YES,
        ),
        Reading("The fewest squares are counted beyond 6 too, though the answer is No then."),
        Reading(
            "Any board from 2 x 2 cells on and any limit in place of 6 are accepted, too: beyond the judge's."
        ),
    ),
    suspicions=SUSPICIONS,
    limits=Limits(
        "a 4 x 4 board, 1 to 6 squares, at least one edge drawn",
        lambda instance: instance.is_judges and bool(instance.marked),
        cases_per_file=100,
    ),
    read=read,
    write=write,
    read_jsonl=read_jsonl,
    write_jsonl=write_jsonl,
    read_answers=read_answers,
    write_answer=write_answer,
    to_json=to_json,
    compared=("possible", "fewest"),
    settled=(
        "         #\n _ _ _   #\n| |_ _|  #\n|_|   |  #\n  |_ _|  #\n0\n",
        True,
    ),  # the sample of the judge
    check=check,
    decide=decide,
    exhaust=exhaust,
    refutes=refutes,
    concluded=concluded,
    relations=RELATIONS,
    strata=STRATA,
    is_large=lambda instance: len(instance.marked) >= 16,
    is_trivial=lambda instance, answer: decide(instance) is not None,
    size=size,
    simpler=simpler,
    images=images,
    scopes=SCOPES,
    changed=changed,
    picture=picture,
    drawable=drawable,
)
