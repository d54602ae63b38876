"""What Tab completes. Shells ask by the environment, as click defines it; no solver and no library is loaded.

A module of one's own is never run for it, and what can't be read offers nothing.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from doublecount.verify import catalogue

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

VARIABLE = "_DOUBLECOUNT_COMPLETE"
"""The variable of the environment by which a shell asks."""
WORDS = "doublecount.words"
"""Under which a context keeps the words of the command line."""
SCRIPTS = ("bash_source", "fish_source", "zsh_source")
"""Its values that print the script of a shell."""


def items(words: Iterable[str], begun: str) -> "list[CompletionItem[Any]]":
    """Return those of the words that go on what was begun."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(word) for word in words if word.startswith(begun)]


def problems(begun: str) -> "list[CompletionItem[Any]]":
    """Return the names of problems, or else leave it to the shell to find the file of a module."""
    from click.shell_completion import CompletionItem

    return items(catalogue.names(), begun) or [CompletionItem(begun, type="file")]


def models(context: "click.Context", _: "click.Parameter", begun: str) -> "list[CompletionItem[Any]]":
    """Return the names of the models of the problems named so far, or of all."""
    words = {word for name in _named(context) for word in catalogue.MODEL_NAMES[name]}
    return items(sorted(words), begun)


def solvers(context: "click.Context", _: "click.Parameter", begun: str) -> "list[CompletionItem[Any]]":
    """Return who can answer the problem named so far: the solver and its models."""
    words = ("dp", *(word for name in _named(context) for word in catalogue.MODEL_NAMES[name]))
    return items(dict.fromkeys(words), begun)


def scopes(context: "click.Context", _: "click.Parameter", begun: str) -> "list[CompletionItem[Any]]":
    """Return the small worlds of the problems named so far."""
    return items((one.name for name in _named(context) for one in catalogue.problem(name).scopes), begun)


def _named(context: "click.Context") -> tuple[str, ...]:
    """The problems of ours that the command line names, or all.

    Arguments are not parsed yet where an option still lacks its value, hence the plain words.
    """
    words = context.meta.get(WORDS, ())
    return tuple(word for word in words if word in catalogue.NAMES) or catalogue.NAMES


def findings(context: "click.Context", _: "click.Parameter", begun: str) -> "list[CompletionItem[Any]]":
    """Return the findings of the store that ``--store`` names so far."""
    from doublecount.verify.store import Store, StoreError

    path = context.params.get("store") or context.params.get("store_path")
    if path is None:
        return []
    try:
        return items(Store(Path(path).expanduser()).finding_ids(), begun)
    except StoreError:
        return []


def findings_and_problems(
    context: "click.Context", parameter: "click.Parameter", begun: str
) -> "list[CompletionItem[Any]]":
    """Return the findings of the store that is named so far, or problems."""
    return findings(context, parameter, begun) or problems(begun)


def signatures(context: "click.Context", _: "click.Parameter", begun: str) -> "list[CompletionItem[Any]]":
    """Return the signatures of the known findings."""
    from doublecount.verify import known

    try:
        return items((one.signature for one in known.read(Path(context.params["path"]))), begun)
    except known.KnownError:
        return []
