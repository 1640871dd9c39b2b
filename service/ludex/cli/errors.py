"""Output of errors and warnings on standard error, as one line with the place and the remedy, without tracebacks."""

import os
import sys
import traceback
from typing import Any, TextIO

import typer

from ludex.cli.game_commands import current_games
from ludex.engine.budget import BudgetExhausted

FAILED = 1
INVALID_INPUT = 2
INTERRUPTED = 130

_EXHAUSTED = {
    "time": "the time limit was reached before anything was found; raise --time-limit or leave it out",
    "memory": "this machine does not have enough memory for this search",
    "cancelled": "interrupted before anything was found",
}


class CommandError(ValueError):
    """Invalid input of a command; the message has the place and the remedy."""


def supports_colour(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal with colours that are not turned off by `NO_COLOR`."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def warn(message: str) -> None:
    """Write a message to standard error as one line, preceded by the name of the program."""
    name = "\x1b[31mludex:\x1b[0m" if supports_colour(sys.stderr) else "ludex:"
    print(name, " ".join(message.split()), file=sys.stderr)  # noqa: T201


def report(error: BaseException) -> int:
    """Write the message of an error to standard error and return the exit code of the command."""
    message, code = _message_and_code(error)
    if message:
        warn(message)
    return code


def flush_output() -> None:
    """Flush standard output. If its reader has closed it, prevent the interpreter from reporting this at exit."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _message_and_code(error: BaseException) -> tuple[str, int]:
    origin = type(error).__module__.partition(".")[0]
    packages = {"ludex", *(game.commands.partition(".")[0] for game in current_games())}
    result: tuple[str, int]
    if isinstance(error, KeyboardInterrupt | typer.Abort):
        result = "interrupted", INTERRUPTED
    elif isinstance(error, BudgetExhausted):
        result = _EXHAUSTED[error.reason], INTERRUPTED if error.reason == "cancelled" else FAILED
    elif isinstance(error, typer.TyperException):
        result = _usage_message(error), INVALID_INPUT
    elif origin in packages:
        result = str(error), INVALID_INPUT
    elif isinstance(error, UnicodeDecodeError):
        result = f"the input is not UTF-8 text: byte {error.start} is invalid", INVALID_INPUT
    elif isinstance(error, OSError):
        result = _system_message(error), INVALID_INPUT
    elif isinstance(error, MemoryError):
        result = _EXHAUSTED["memory"], FAILED
    elif origin == "sqlalchemy":
        result = (
            f"the catalogue cannot be used: {getattr(error, 'orig', None) or error}; see LUDEX_DATABASE_URL",
            FAILED,
        )
    else:
        message = f"internal error: {type(error).__name__}: {error}; set LUDEX_LOG_LEVEL=debug to see the traceback"
        result = message, FAILED
        if os.environ.get("LUDEX_LOG_LEVEL") == "debug":
            traceback.print_exception(error)
    return result


def _usage_message(error: Any) -> str:  # noqa: ANN401 - a class of Typer that it does not export
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    message = message.replace("Value error, ", "")
    context = getattr(error, "ctx", None)
    return f"{message.rstrip('.')}; see `{context.command_path if context else 'ludex'} --help`"


def _system_message(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason
