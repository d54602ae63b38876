"""A take-away game: two players take stones from a heap in turn; who takes the last possible ones wins."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Literal

from doublecount.problems import own


@dataclass(frozen=True)
class Instance:
    """So many ``stones``, and how many of them may be taken in a turn: ascending, each once."""

    stones: int
    takes: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.stones < 0 or not self.takes or self.takes[0] < 1:
            raise ValueError("expected a number of stones, and at least one number of stones to take")
        if list(self.takes) != sorted(set(self.takes)):
            raise ValueError("expected the numbers of stones to take in ascending order, each once")


@dataclass(frozen=True)
class Answer:
    """Who wins, with best play of both, and all first takes that win. Who can't take any has lost."""

    winner: Literal["first", "second"] | None = None
    best: tuple[int, ...] | None = None


def read_case(lines: own.Lines) -> Instance:
    """Read a line: the number of stones, then what may be taken."""
    words = lines.take("stones and takes").words()
    stones, *takes = (word.integer(0, 10**6, "a number of stones") for word in words)
    return Instance(stones, tuple(takes))


def write_case(instance: Instance) -> str:
    """Write the line."""
    return " ".join(map(str, (instance.stones, *instance.takes))) + "\n"


def check(instance: Instance, answer: Answer) -> str | None:
    """Check that each best take is allowed; who wins is no matter of rules alone."""
    for take in answer.best or ():
        if take not in instance.takes or take > instance.stones:
            return f"{take} stones can't be taken"
    return None


def exhaust(instance: Instance) -> own.Exhausted[Answer] | None:
    """Play all games to their ends, remembering nothing: what the rules alone say of a small heap."""
    if instance.stones * len(instance.takes) > 40:
        return None

    def best(stones: int) -> tuple[int, ...]:
        return tuple(take for take in instance.takes if take <= stones and not best(stones - take))

    found = best(instance.stones)
    return own.Exhausted(Answer("first" if found else "second", found), "all plays")


def generate(rng: Random) -> Instance:
    """Draw a heap and some numbers to take, often 1 and its successors."""
    most = rng.randint(1, 6)
    takes = list(range(1, most + 1)) if rng.random() < 0.4 else rng.sample(range(1, 8), rng.randint(1, 4))
    return Instance(rng.randint(0, 25), tuple(sorted(takes)))


def solve(instance: Instance) -> Answer:
    """Say of every heap, from the smallest, whether who is to move wins."""
    wins: list[bool] = []
    for stones in range(instance.stones + 1):
        wins.append(any(take <= stones and not wins[stones - take] for take in instance.takes))
    left = ((take, instance.stones - take) for take in instance.takes)
    best = tuple(take for take, rest in left if rest >= 0 and not wins[rest])
    return Answer("first" if best else "second", best)


def by_graph(instance: Instance) -> Answer:
    """Find the kernel of the graph of moves, backwards from the heaps without one."""
    import networkx as nx

    heaps = range(instance.stones + 1)
    graph = nx.DiGraph((heap, heap - take) for heap in heaps for take in instance.takes if take <= heap)
    graph.add_nodes_from(heaps)
    lost: set[int] = set()
    for heap in reversed(list(nx.topological_sort(graph))):
        if lost.isdisjoint(graph.successors(heap)):
            lost.add(heap)
    best = tuple(
        sorted(instance.stones - rest for rest in lost.intersection(graph.successors(instance.stones)))
    )
    return Answer("first" if best else "second", best)


def fits(instance: Instance) -> str | None:
    """Say where recursion would go too deep."""
    return None if instance.stones <= 500 else "more than 500 stones"


def by_play(instance: Instance) -> Answer:
    """Play from the whole heap down, remembering for each smaller one whether it wins."""

    @cache
    def wins(stones: int) -> bool:
        return any(take <= stones and not wins(stones - take) for take in instance.takes)

    left = ((take, instance.stones - take) for take in instance.takes)
    best = tuple(take for take, rest in left if rest >= 0 and not wins(rest))
    return Answer("first" if best else "second", best)


PROBLEM = own.problem(
    name="take-away",
    question="Who wins, with best play of both, if a player who can't take any stones has lost?",
    instance=Instance,
    answer=Answer,
    compared=("winner", "best"),
    read_case=read_case,
    write_case=write_case,
    check=check,
    exhaust=exhaust,
    generate=generate,
    solve=solve,
    models=[
        own.model("kernel", "kernel of the graph of moves", by_graph, shares=["networkx"]),
        own.model("play", "plays from the whole heap down", by_play, fits=fits, size_limit="500 stones"),
    ],
)
