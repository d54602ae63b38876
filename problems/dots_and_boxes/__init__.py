"""Dots and boxes (HDU 4753): who wins, with best play of both, from the lines drawn so far?"""

from doublecount.problems.dots_and_boxes.changes import changed
from doublecount.problems.dots_and_boxes.exhaust import exhaust
from doublecount.problems.dots_and_boxes.formats import (
    read,
    read_answers,
    read_jsonl,
    to_json,
    write,
    write_answer,
    write_jsonl,
)
from doublecount.problems.dots_and_boxes.game import GAME
from doublecount.problems.dots_and_boxes.generate import FEWEST_DRAWN, STRATA
from doublecount.problems.dots_and_boxes.instance import TOM, Answer, Instance
from doublecount.problems.dots_and_boxes.options import BLANK, RULES_OPTION
from doublecount.problems.dots_and_boxes.picture import drawable, picture
from doublecount.problems.dots_and_boxes.relations import RELATIONS, SPLIT, images
from doublecount.problems.dots_and_boxes.rules import check, decide
from doublecount.problems.dots_and_boxes.scopes import SCOPES
from doublecount.problems.dots_and_boxes.simpler import simpler, size
from doublecount.problems.dots_and_boxes.suspicions import (
    DOUBLE_ONCE,
    EXTRA_TURN,
    MADE_NOT_COUNTED,
    SUSPICIONS,
)
from doublecount.problems.record import Limits, Problem, Reading

__all__ = ["PROBLEM", "Answer", "Instance"]


def _within_limits(instance: Instance) -> bool:
    judges = (instance.rows, instance.columns, instance.rules) == (3, 3, "strict")
    return judges and len(instance.lines) >= FEWEST_DRAWN


def _is_trivial(instance: Instance, answer: Answer) -> bool:
    return instance.free_count < 2 or answer.best == instance.free


_SAMPLE = "1\n15\n1 2\n1 5\n2 6\n5 9\n6 10\n9 10\n5 6\n2 3\n3 7\n7 11\n10 11\n3 4\n6 7\n7 8\n4 8\n"
"""Of the judge."""

PROBLEM = Problem[Instance, Answer](
    name="dots-and-boxes",
    title="Fishhead's Little Game",
    judge="HDU 4753",
    question="Who wins this game of dots and boxes, with best play of both, from the lines drawn so far?",
    readings=(
        Reading("Players alternate strictly: who closes a box draws no extra line.", EXTRA_TURN),
        Reading("A line that closes two boxes gives two points.", DOUBLE_ONCE),
        Reading(
            "The lines already drawn are given in the order of drawing, and the points made by them count.",
            MADE_NOT_COUNTED,
        ),
        Reading("Fewer than 12 drawn lines, down to none, are accepted beyond the judge's limits."),
    ),
    suspicions=SUSPICIONS,
    limits=Limits("3 x 3 boxes, 12 to 24 lines drawn", _within_limits, cases_per_file=100),
    read=read,
    write=write,
    read_jsonl=read_jsonl,
    write_jsonl=write_jsonl,
    read_answers=read_answers,
    write_answer=write_answer,
    to_json=to_json,
    options=(BLANK, RULES_OPTION),
    compared=("winner", "margin", "best"),
    settled=(_SAMPLE, TOM),
    check=check,
    decide=decide,
    exhaust=exhaust,
    game=GAME,
    split=SPLIT,
    relations=RELATIONS,
    strata=STRATA,
    is_large=lambda instance: instance.free_count >= 8,
    is_trivial=_is_trivial,
    size=size,
    simpler=simpler,
    images=images,
    scopes=SCOPES,
    changed=changed,
    picture=picture,
    drawable=drawable,
)
