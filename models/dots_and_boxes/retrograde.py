"""Dots and boxes by networkx: retrograde analysis of the graph of all positions that can follow.

The grid is networkx's own, its boxes are the cycles of length four in it. A node is the set of lines drawn
from now on; an arc draws one more and carries the points that this makes. networkx orders the nodes. The
value of a node is what the player to move wins from there on minus what the other wins, whoever moves.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations, pairwise

import networkx as nx

from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.dots_and_boxes import Answer, Instance
from doublecount.problems.dots_and_boxes.instance import Line, winner_of
from doublecount.problems.record import Model, Outcome

MOST_FREE = 14
UNIT = "arcs"

Lines = frozenset[Line]


@lru_cache(maxsize=64)
def boxes(rows: int, columns: int) -> tuple[Lines, ...]:
    """Return the boxes as sets of lines."""
    grid = nx.grid_2d_graph(rows + 1, columns + 1)
    number = {point: place for place, point in enumerate(sorted(grid), start=1)}
    cycles = nx.simple_cycles(nx.relabel_nodes(grid, number), length_bound=4)
    return tuple(
        frozenset((min(step), max(step)) for step in pairwise([*cycle, cycle[0]])) for cycle in cycles
    )


def so_far(instance: Instance) -> tuple[int, int]:
    """Return Tom's points minus Jerry's, and 1 if Tom draws next, else -1.

    The last side of a box makes the point.
    """
    turn = {line: number for number, line in enumerate(instance.lines)}
    full = [box for box in boxes(instance.rows, instance.columns) if all(line in turn for line in box)]
    made = Counter(max(turn[line] for line in box) for box in full)
    lead, player = 0, 1
    for number in range(len(instance.lines)):
        lead += player * made[number]
        player *= passed(instance, made[number])
    return lead, player


def passed(instance: Instance, points: int) -> int:
    """Return -1 if the turn passes after a line that made so many points, 1 if the same player goes on."""
    return 1 if points and instance.rules == "standard" else -1


def graph(instance: Instance, meter: Meter) -> "nx.DiGraph[Lines]":
    """Build the graph of positions; ``arcs[drawn][after]["points"]`` is what the move makes."""
    free, before = instance.free, frozenset(instance.lines)
    meter.spend(len(free) * 2 ** len(free) // 2)
    missing = [box - before for box in boxes(instance.rows, instance.columns) if not box <= before]
    at = {line: [box for box in missing if line in box] for line in free}
    arcs: nx.DiGraph[Lines] = nx.DiGraph()
    for count in range(len(free) + 1):
        for chosen in combinations(free, count):
            after = frozenset(chosen)
            arcs.add_node(after)
            arcs.add_edges_from(
                (after - {line}, after, {"points": sum(box <= after for box in at[line])}) for line in chosen
            )
    return arcs


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Go through the positions from the last to the present one."""
    meter = Meter(budget)
    try:
        arcs = graph(instance, meter)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    rest: dict[Lines, int] = {}
    moves: dict[Lines, int] = {}
    for drawn in reversed(list(nx.topological_sort(arcs))):
        moves = {
            after: arc["points"] + passed(instance, arc["points"]) * rest[after]
            for after, arc in arcs[drawn].items()
        }
        rest[drawn] = max(moves.values(), default=0)
    best = sorted(line for after in moves if moves[after] == rest[frozenset()] for line in after)
    lead, player = so_far(instance)
    margin = lead + player * rest[frozenset()]
    return answered(Answer(winner_of(margin), margin, tuple(best)), meter.spent)


MODEL = Model(
    name="networkx",
    technique="networkx orders the graph of all positions; values are carried from its last one backwards",
    run=run,
    budget=55_000,
    unit=UNIT,
    fits=lambda instance: f"more than {MOST_FREE} free lines" if instance.free_count > MOST_FREE else None,
    size_limit=f"{MOST_FREE} free lines; 13 within the default budget",
    shares=frozenset({"networkx"}),
)
