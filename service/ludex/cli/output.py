"""The output of commands: text for people, or JSON in the form of the API."""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from ludex.cli.errors import CommandError, supports_colour
from ludex.requests.json_text import json_text

Json = Annotated[
    bool, typer.Option("--json", help="Write JSON Lines: each line is one JSON value, in the form of the API.")
]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file, not to standard output.")]

_LABEL = re.compile(r"\b[a-z]+(?:-[0-9a-z]+)+-[a-z2-7]{16}\b")


def highlight_labels(text: str, stream: TextIO) -> str:
    """Colour the labels of objects in a text, if the stream supports colours.

    >>> import sys
    >>> highlight_labels("swish-card-1x2-nkmudhghzxw3gov4", sys.stdout)
    'swish-card-1x2-nkmudhghzxw3gov4'
    """
    return _LABEL.sub("\x1b[36m\\g<0>\x1b[0m", text) if supports_colour(stream) else text


def write_result(value: Any, as_json: bool, lines: Iterable[str]) -> None:  # noqa: ANN401 - any value that JSON can have
    """Write the result of a command: the value as one line of JSON, or the lines for people.

    The value is a model, a dataclass, or a dict, list or tuple of these. A Fraction or Decimal must be converted to a
    text or a number first.
    """
    write([json_text(value)] if as_json else lines)


def write(lines: Iterable[str]) -> None:
    """Write lines to standard output as they are generated."""
    for line in lines:
        put(line + "\n")


def put(text: str) -> None:
    """Write a text to standard output. If the reader has closed it, the command ends without an error."""
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

    The file appears only when it is complete.
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
    partial = file.with_name(file.name + ".partial")
    with partial.open("w", encoding="utf-8") as stream:
        stream.writelines(line + "\n" for line in counted())
    partial.rename(file)
    return written


def write_pieces(pieces: Iterable[bytes], file: Path | None) -> None:
    """Write the pieces of a single line as they are generated."""
    if file is not None:
        write_text(b"".join(pieces).decode(), file)
        return
    for piece in pieces:
        put(piece.decode())
    put("\n")


def require_writable(file: Path | None) -> None:
    """Raise CommandError if a file cannot be created. This is called before long computations."""
    if file is not None and file.is_dir():
        raise CommandError(f"{file} is a folder; name a file in it")
    if file is not None and not file.absolute().parent.is_dir():
        raise CommandError(f"there is no folder {file.absolute().parent}; create it, or name another file")
