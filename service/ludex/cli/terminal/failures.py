"""Failures as one line on standard error: what is wrong, where, and what to do. Never a traceback."""

import os
import sys
import traceback
from typing import Any

import typer

from ludex.cli.game_commands import games
from ludex.cli.terminal.colours import fault_marked
from ludex.engine.budget import BudgetExhausted

FAILED = 1
WRONG_INPUT = 2
INTERRUPTED = 130

_ENDED = {
    "time": "the time limit came before anything was known; give more with --time-limit, or leave it out",
    "memory": "the memory of this machine does not suffice for this search",
    "cancelled": "ended before anything was known",
}


class CommandError(ValueError):
    """Wrong input of a command; the message names the place and the remedy."""


def report(error: BaseException) -> int:
    """Say on standard error why a command failed, in one line, and return its exit code."""
    message, code = _said(error)
    if message:
        print(fault_marked("ludex:", sys.stderr), " ".join(message.split()), file=sys.stderr)  # noqa: T201
    return code


def close_output() -> None:
    """Write what is left; if the reader has gone, let the interpreter find nothing to complain of."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _said(error: BaseException) -> tuple[str, int]:
    origin = type(error).__module__.partition(".")[0]
    ours = {"ludex", *(game.declared.__module__.partition(".")[0] for game in games())}
    said: tuple[str, int]
    if isinstance(error, KeyboardInterrupt | typer.Abort):
        said = "ended", INTERRUPTED
    elif isinstance(error, BudgetExhausted):
        said = _ENDED[error.reason], INTERRUPTED if error.reason == "cancelled" else FAILED
    elif isinstance(error, typer.TyperException):
        said = _of_usage(error), WRONG_INPUT
    elif origin in ours:
        said = str(error), WRONG_INPUT
    elif isinstance(error, UnicodeDecodeError):
        said = f"the input is not UTF-8 text: byte {error.start} is wrong", WRONG_INPUT
    elif isinstance(error, OSError):
        said = _of_system(error), WRONG_INPUT
    elif isinstance(error, MemoryError):
        said = _ENDED["memory"], FAILED
    elif origin == "sqlalchemy":
        said = f"the catalogue cannot be used: {getattr(error, 'orig', None) or error}; see LUDEX_DATABASE_URL", FAILED
    else:
        said = f"internal error: {type(error).__name__}: {error}; LUDEX_LOG_LEVEL=debug shows where", FAILED
        if os.environ.get("LUDEX_LOG_LEVEL") == "debug":
            traceback.print_exception(error)
    return said


def _of_usage(error: Any) -> str:  # noqa: ANN401 - a class of Typer that it does not export
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    message = message.replace("Value error, ", "")
    context = getattr(error, "ctx", None)
    return f"{message.rstrip('.')}; see `{context.command_path if context else 'ludex'} --help`"


def _of_system(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason
