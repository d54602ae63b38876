"""The command ``doublecount``: subcommands, and the one place where errors become exit codes.

Commands are loaded on first use, so that ``--help`` and ``solve`` start fast.
"""

import gc
import io
import os
import signal
import sys
from importlib import import_module
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from doublecount import __version__
from doublecount.cli.common import clean, near, one_line, uninterrupted
from doublecount.cli.completion import SCRIPTS, VARIABLE

BROKEN_PIPE = 141
"""What a shell shows for a command ended by a broken pipe."""
INTERRUPTED = 130
"""Likewise, by Ctrl-C; so does a request to end (SIGTERM), which the contract knows no other code for."""
COMMANDS = {
    "problems": "The problems, their solvers and models.",
    "new": "Write a module for a problem of your own.",
    "solve": "Answer instances, fast.",
    "generate": "Print random instances.",
    "draw": "Draw instances and answers as SVG.",
    "puzzle": "Yin-Yang puzzles: check, hint, make, convert.",
    "verify": "Cross-check solvers, models and your own program.",
    "replay": "Run a finding, or a file, again with all parties.",
    "known": "Findings that are no news.",
    "promote": "Make a finding a regression file, to be tried first.",
    "slowest": "Search for the instance that takes your program longest.",
    "report": "Write a report of a campaign, or compare two.",
    "separate": "Write a test on which wrong programs fail.",
    "doctor": "What is installed, and does it work?",
    "selftest": "Plant faults, and see the harness catch them.",
    "audit": "Rebuild a solver's states and moves from a plain graph.",
}
NEW_OBJECTS = 100_000
"""Before garbage is looked for. Starting up makes many objects and no garbage."""
EXAMPLES = """\b
Examples:
  doublecount verify                                      all five problems, about a minute
  doublecount verify black-white --candidate ./mine       is my program right?
  doublecount solve injured-queen boards.txt              right answers, fast
  doublecount generate wooden-chess --count 5 --seed 1    random instances
"""


class _Lazy(click.Group):
    """A group whose commands live in modules of their own names."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an interrupt ends it with one line (click would print an empty one before)."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            return _interrupted()

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:  # a shell asks what could follow
                return None
            raise click.UsageError(f"{cmd_name!r} is no command; {near(cmd_name, list(COMMANDS))}")
        command: click.Command = import_module(f"doublecount.cli.{cmd_name}").command
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        """Return the commands that go on so, without loading them, or options."""
        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        known = ((name, words) for name, words in COMMANDS.items() if name.startswith(incomplete))
        return [CompletionItem(name, help=words) for name, words in known]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, help=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="doublecount")
def group() -> None:
    """Hold the commands."""


def main() -> NoReturn:
    """Run the command line and exit."""
    gc.set_threshold(NEW_OBJECTS)
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # set while modules were loaded
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminated)
    if sys.stderr is None:  # closed by whoever started us
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - stays open until the end
    code = _run() if sys.stdout is not None else _failed("standard output is closed")
    gc.freeze()  # the interpreter's last collections look at nothing: they took as long as small work
    sys.exit(code)


def _terminated(*_: object) -> NoReturn:
    """Take a request to end for an interrupt: the first one, for ``timeout`` sends two."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def _run() -> int:
    """Run a command; return its exit code."""
    try:
        code = group.main(prog_name="doublecount", standalone_mode=False) or 0
        with uninterrupted():
            sys.stdout.flush()
    except click.UsageError as error:
        shown, message = io.StringIO(), error.format_message()
        error.show(shown)
        usage = shown.getvalue().removesuffix(message + "\n")
        _say(f"{clean(usage)}{one_line(message)}\n")
        return error.exit_code
    except click.ClickException as error:
        _say(f"Error: {one_line(error.format_message())}\n")
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        _forget_output()
        return _interrupted()
    except SystemExit as exited:
        return _exited(exited)
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE
    except MemoryError:
        return _failed("out of memory")
    except ImportError as error:  # so little memory that a library can't be loaded, or a broken installation
        return _failed((str(error).strip() or "a library can't be loaded").splitlines()[-1])
    except OSError as error:
        _forget_output()
        return _failed(f"the output cannot be written: {error.strerror}")
    except Exception as error:
        if (end := _of_own_problem(error)) is None:
            raise
        return end
    return int(code)


def _of_own_problem(error: Exception) -> int | None:
    """Say what is wrong with a problem from elsewhere, if it is; return the exit code."""
    own = sys.modules.get("doublecount.verify.own")  # loaded for such problems only
    if own is None:
        return None
    if isinstance(error, own.OwnProblemError):
        _say(f"Error: {clean(str(error))}\n")
        return 2
    blamed: str | None = str(error) if isinstance(error, own.BrokenProblemError) else own.blamed(error)
    return None if blamed is None else _failed(clean(blamed))


def _exited(end: SystemExit) -> int:
    """Tell apart click's two ways to exit by itself: a shell has its answer, or our reader has enough."""
    if not end.code:
        return 0
    wanted = os.environ.get(VARIABLE)
    if wanted and wanted.endswith("_source") and wanted not in SCRIPTS:
        _say(f"Error: expected {', '.join(SCRIPTS[:-1])} or {SCRIPTS[-1]}, found {wanted!r}\n")
        return 2
    _forget_output()
    return BROKEN_PIPE


def _interrupted() -> int:
    after_the_key = "\n" if sys.stderr.isatty() else ""
    _say(f"{after_the_key}interrupted\n")
    return INTERRUPTED


def _failed(why: str) -> int:
    _say(f"Error: {why}\n")
    return 3


def _say(text: str) -> None:
    """Write to standard error; if that can't be, the exit code has to do."""
    try:
        click.echo(text, err=True, nl=False)
    except OSError:
        _forget(2)


def _forget_output() -> None:
    """Keep the interpreter from complaining at its end about output that nobody takes."""
    _forget(1)


def _forget(stream: int) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
