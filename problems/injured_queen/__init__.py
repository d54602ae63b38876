"""Injured Queen (UVa 10401): how many ways to place injured queens, some of them fixed?"""

from doublecount.problems.injured_queen.changes import changed
from doublecount.problems.injured_queen.clauses import concluded
from doublecount.problems.injured_queen.formats import (
    read,
    read_answers,
    read_jsonl,
    to_json,
    witness_to_json,
    write,
    write_answer,
    write_jsonl,
    write_witness,
)
from doublecount.problems.injured_queen.generate import JUDGE_N, STRATA
from doublecount.problems.injured_queen.instance import Answer, Instance
from doublecount.problems.injured_queen.picture import drawable, picture
from doublecount.problems.injured_queen.relations import RELATIONS, SPLIT, images
from doublecount.problems.injured_queen.rules import check, decide, refutes
from doublecount.problems.injured_queen.scopes import SCOPES, tiny
from doublecount.problems.injured_queen.simpler import simpler, size
from doublecount.problems.injured_queen.suspicions import CYCLIC_ROWS, FULL_QUEENS, SUSPICIONS, WHOLE_ROWS
from doublecount.problems.record import Limits, Problem, Reading

__all__ = ["PROBLEM", "Answer", "Instance"]

PROBLEM = Problem[Instance, Answer](
    name="injured-queen",
    title="Injured Queen",
    judge="UVa 10401",
    question="How many placements of one queen a column are there, no two queens attacking each other?",
    readings=(
        Reading("Rows of queens in neighbouring columns differ by at least 2.", CYCLIC_ROWS),
        Reading("An injured queen attacks none but her neighbours in her row.", WHOLE_ROWS),
        Reading("All queens are injured, the fixed ones, too.", FULL_QUEENS),
        Reading("A fixed row above the length of the line is invalid input."),
    ),
    suspicions=SUSPICIONS,
    limits=Limits("1 to 15 columns", lambda instance: instance.n <= JUDGE_N, cases_per_file=1000),
    read=read,
    write=write,
    read_jsonl=read_jsonl,
    write_jsonl=write_jsonl,
    read_answers=read_answers,
    write_answer=write_answer,
    to_json=to_json,
    witness_to_json=witness_to_json,
    write_witness=write_witness,
    compared=("count", "solutions"),
    settled=("??????\n", 2642),  # the sample of the judge
    check=check,
    decide=decide,
    refutes=refutes,
    concluded=concluded,
    split=SPLIT,
    relations=RELATIONS,
    strata=STRATA,
    is_large=lambda instance: instance.n >= 6,
    is_trivial=lambda instance, answer: answer.count in (0, 1),
    size=size,
    simpler=simpler,
    tiny=tiny,
    images=images,
    scopes=SCOPES,
    changed=changed,
    picture=picture,
    drawable=drawable,
)
