"""Black & White (UVa 10572), also known as Yin-Yang: in how many ways can the free cells be painted?"""

from doublecount.problems.black_white.changes import changed
from doublecount.problems.black_white.clauses import concluded
from doublecount.problems.black_white.formats import (
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
from doublecount.problems.black_white.generate import JUDGE_SIDES, STRATA
from doublecount.problems.black_white.instance import Answer, Instance
from doublecount.problems.black_white.options import BLANK
from doublecount.problems.black_white.picture import drawable, picture
from doublecount.problems.black_white.relations import RELATIONS, SPLIT, images
from doublecount.problems.black_white.rules import check, decide, refutes
from doublecount.problems.black_white.scopes import SCOPES, tiny
from doublecount.problems.black_white.simpler import simpler, size
from doublecount.problems.black_white.suspicions import DIAGONALS, MISSING_COLOUR, SUSPICIONS
from doublecount.problems.record import Limits, Problem, Reading

__all__ = ["PROBLEM", "Answer", "Instance"]

PROBLEM = Problem[Instance, Answer](
    name="black-white",
    title="Black & White",
    judge="UVa 10572",
    question="In how many ways can the free cells be painted so that both colours are connected and no 2x2 "
    "block has one colour only?",
    readings=(
        Reading("Cells are connected by their sides.", DIAGONALS),
        Reading(
            "A colour without a cell counts as connected; only a board of one row or column can lack one.",
            MISSING_COLOUR,
        ),
        Reading("Blank lines in a program's output, also the one after each case, are not judged."),
    ),
    suspicions=SUSPICIONS,
    limits=Limits(
        "2 to 8 rows and columns",
        lambda instance: instance.height in JUDGE_SIDES and instance.width in JUDGE_SIDES,
        cases_per_file=100,
    ),
    read=read,
    write=write,
    read_jsonl=read_jsonl,
    write_jsonl=write_jsonl,
    read_answers=read_answers,
    write_answer=write_answer,
    to_json=to_json,
    witness_to_json=witness_to_json,
    write_witness=write_witness,
    options=(BLANK,),
    compared=("count", "solutions"),
    settled=("1\n8 8\n" + "........\n" * 8, 11974112),  # OEIS A068381
    check=check,
    decide=decide,
    refutes=refutes,
    concluded=concluded,
    split=SPLIT,
    relations=RELATIONS,
    strata=STRATA,
    is_large=lambda instance: min(instance.height, instance.width) >= 6 and instance.givens > 0,
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
