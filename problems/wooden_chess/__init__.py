"""Wooden Chess (Luogu P4363): what is the value of a game of filling a board from the corner?"""

from doublecount.problems.record import Limits, Problem, Reading
from doublecount.problems.wooden_chess.changes import changed
from doublecount.problems.wooden_chess.exhaust import exhaust
from doublecount.problems.wooden_chess.formats import (
    read,
    read_answers,
    read_jsonl,
    to_json,
    write,
    write_answer,
    write_jsonl,
)
from doublecount.problems.wooden_chess.game import GAME
from doublecount.problems.wooden_chess.generate import STRATA
from doublecount.problems.wooden_chess.instance import (
    JUDGE_SCORE,
    JUDGE_SIDE,
    Answer,
    Instance,
    within_judge_limits,
)
from doublecount.problems.wooden_chess.picture import drawable, picture
from doublecount.problems.wooden_chess.relations import RELATIONS, images
from doublecount.problems.wooden_chess.rules import check, decide
from doublecount.problems.wooden_chess.scopes import SCOPES, tiny
from doublecount.problems.wooden_chess.simpler import simpler, size
from doublecount.problems.wooden_chess.suspicions import SECOND_BEGINS, SUSPICIONS

__all__ = ["PROBLEM", "Answer", "Instance"]


def _is_trivial(instance: Instance, answer: Answer) -> bool:
    """No choice, or nothing to gain by it."""
    return min(instance.n, instance.m) == 1 or instance.total_a + instance.total_b == 0


PROBLEM = Problem[Instance, Answer](
    name="wooden-chess",
    title="Wooden Chess",
    judge="Luogu P4363",
    question="By how much does the first player win when both play best?",
    readings=(
        Reading("A piece may be put in an empty cell when all cells to its left and above it are filled."),
        Reading(
            "The players alternate, the first begins; each plays for the own total minus the other's.",
            SECOND_BEGINS,
        ),
        Reading("The judge's file holds one board; several in a row are read as well."),
    ),
    suspicions=SUSPICIONS,
    limits=Limits(
        f"at most {JUDGE_SIDE} rows and columns, scores up to {JUDGE_SCORE}, one board a file",
        within_judge_limits,
        cases_per_file=1,
    ),
    read=read,
    write=write,
    read_jsonl=read_jsonl,
    write_jsonl=write_jsonl,
    read_answers=read_answers,
    write_answer=write_answer,
    to_json=to_json,
    compared=("value",),
    settled=("2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n", 2),  # the sample of the judge
    check=check,
    decide=decide,
    exhaust=exhaust,
    game=GAME,
    relations=RELATIONS,
    strata=STRATA,
    is_large=lambda instance: min(instance.n, instance.m) >= 3,
    is_trivial=_is_trivial,
    size=size,
    simpler=simpler,
    tiny=tiny,
    images=images,
    scopes=SCOPES,
    changed=changed,
    picture=picture,
    drawable=drawable,
)
