"""What a command answers: text for people, or JSON as the API answers it."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.cli.terminal.colours import fault_marked, labels_marked
from ludex.cli.terminal.failures import CommandError
from ludex.requests.json_text import json_text

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, as the API does.")]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file, not to standard output.")]


def answer(value: Any, as_json: bool, lines: Iterable[str]) -> None:  # noqa: ANN401 - whatever JSON can be made of
    """Write an answer: the value as one line of JSON, or the lines for people.

    The value is a model, a dataclass, or a dict, list or tuple of such; a Fraction or Decimal must be a text or number
    already.
    """
    write([json_text(value)] if as_json else lines)


def write(lines: Iterable[str]) -> None:
    """Write lines to standard output, each at once."""
    for line in lines:
        put(line + "\n")


def put(text: str) -> None:
    """Write a text to standard output. If its reader has gone the command ends, and that is no failure."""
    try:
        sys.stdout.write(labels_marked(text, sys.stdout))
    except BrokenPipeError:
        raise typer.Exit from None


def complain(message: str) -> None:
    """Say in one line on standard error what is wrong with a part of the input; the command goes on."""
    print(fault_marked("ludex:", sys.stderr), " ".join(message.split()), file=sys.stderr)  # noqa: T201


def write_text(text: str, file: Path | None) -> None:
    """Write a text to a file, or to standard output if none is given."""
    whole = text if text.endswith("\n") else text + "\n"
    if file is None:
        put(whole)
    else:
        require_writable(file)
        file.write_text(whole, encoding="utf-8")


def write_lines(lines: Iterable[str], file: Path | None) -> int:
    """Write lines to a file, which appears when it is whole, or else to standard output; return how many there were."""
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
    with partial.open("w", encoding="utf-8") as opened:
        opened.writelines(line + "\n" for line in counted())
    partial.rename(file)
    return written


def write_pieces(pieces: Iterable[bytes], file: Path | None) -> None:
    """Write the pieces of one line, as they come."""
    if file is not None:
        write_text(b"".join(pieces).decode(), file)
        return
    for piece in pieces:
        put(piece.decode())
    put("\n")


def require_writable(file: Path | None) -> None:
    """Raise CommandError if a file cannot be made at this place, before anything long is computed."""
    if file is not None and file.is_dir():
        raise CommandError(f"{file} is a folder; name a file in it")
    if file is not None and not file.absolute().parent.is_dir():
        raise CommandError(f"there is no folder {file.absolute().parent}; make it, or name another file")
