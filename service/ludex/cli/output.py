"""The output of commands.

Results are text for people, or JSON in the form of the API. Errors go to standard error.

An error or a warning is a single line with the place and the remedy, without a traceback.
"""

import os
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from ludex.cli.game_commands import current_games
from ludex.engine.budget import BudgetExhausted
from ludex.requests.json_text import json_text

Json = Annotated[
    bool, typer.Option("--json", help="Write JSON Lines: each line is one JSON value, in the form of the API.")
]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file instead of standard output.")]

_LABEL = re.compile(r"\b[a-z]+(?:-[0-9a-z]+)+-[a-z2-7]{16}\b")


def highlight_labels(text: str, stream: TextIO) -> str:
    """Colour the object labels in a text, if the stream supports colours.

    >>> import sys
    >>> highlight_labels("swish-card-1x2-nkmudhghzxw3gov4", sys.stdout)
    'swish-card-1x2-nkmudhghzxw3gov4'
    """
    return _LABEL.sub("\x1b[36m\\g<0>\x1b[0m", text) if supports_colour(stream) else text


def write_result(value: Any, as_json: bool, lines: Iterable[str]) -> None:  # noqa: ANN401 - any value that JSON can have
    """Write the result of a command: either the value as one line of JSON, or the lines for people.

    The value is a model, a dataclass, or a dict, list or tuple of these. The caller must convert a Fraction or Decimal
    to a text or a number first.
    """
    write([json_text(value)] if as_json else lines)


def write(lines: Iterable[str]) -> None:
    """Write lines to standard output as soon as they are generated."""
    for line in lines:
        put(line + "\n")


def put(text: str) -> None:
    """Write a text to standard output. If the reader has closed standard output, the command ends without an error."""
    try:
        sys.stdout.write(highlight_labels(text, sys.stdout))
    except BrokenPipeError:
        raise typer.Exit from None


def write_text(text: str, file: Path | None) -> None:
    """Write a text to a file, or to standard output if no file is given."""
    whole = text if text.endswith("\n") else text + "\n"
    if file is None:
        put(whole)
    else:
        require_writable(file)
        file.write_text(whole, encoding="utf-8")


def write_lines(lines: Iterable[str], file: Path | None) -> int:
    """Write lines to a file, or to standard output if no file is given, and return the number of lines.

    The file appears only when it is complete. A device or a pipe is written to, and never replaced.
    """
    written = 0

    def counted() -> Iterator[str]:
        nonlocal written
        for line in lines:
            yield line
            written += 1

    if file is None:
        write(counted())
        return written
    require_writable(file)
    replaces = file.is_file() or not file.exists()
    partial = file.with_name(file.name + ".partial") if replaces else file
    try:
        with partial.open("w", encoding="utf-8") as stream:
            stream.writelines(line + "\n" for line in counted())
    except BaseException:
        if replaces:
            partial.unlink(missing_ok=True)
        raise
    if replaces:
        partial.rename(file)
    return written


def write_pieces(pieces: Iterable[bytes], file: Path | None) -> None:
    """Write the pieces of a single line as soon as they are generated."""
    if file is not None:
        write_text(b"".join(pieces).decode(), file)
        return
    for piece in pieces:
        put(piece.decode())
    put("\n")


def write_bytes(content: bytes, file: Path | None) -> None:
    """Write bytes to a file, or to standard output unless it is a terminal. Raises CommandError."""
    if file is not None:
        require_writable(file)
        file.write_bytes(content)
    elif sys.stdout.isatty():
        raise CommandError("this is no text; name a file with --output")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)


def use_utf8() -> None:
    """Encode standard output as UTF-8. A terminal keeps its encoding; characters that it lacks are replaced."""
    if isinstance(sys.stdout, TextIOWrapper):
        encoding = sys.stdout.encoding if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="replace")


def require_writable(file: Path | None) -> None:
    """Raise CommandError if a file cannot be created. Call this function before a long computation."""
    if file is not None and file.is_dir():
        raise CommandError(f"{file} is a folder; name a file in it")
    if file is not None and not file.absolute().parent.is_dir():
        raise CommandError(f"there is no folder {file.absolute().parent}; create it, or name another file")


FAILED = 1
INVALID_INPUT = 2
INTERRUPTED = 130

_EXHAUSTED = {
    "time": "the time limit was reached before anything was found; increase or omit --time-limit",
    "memory": "this machine does not have enough memory for this search",
    "cancelled": "interrupted before anything was found",
}


class CommandError(ValueError):
    """The input of a command is invalid. The message states the place and the remedy."""


def supports_colour(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that supports colours. If `NO_COLOR` is set, return False."""
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
    """Flush standard output.

    If the reader has closed the stream, make sure that the interpreter does not report this at exit.
    """
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
