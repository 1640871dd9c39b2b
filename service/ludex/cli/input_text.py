"""The files that commands read: a line an item, `-` for standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ludex.cli.failures import CommandError

STANDARD_INPUT = "-"


@contextmanager
def opened_lines(name: str) -> Iterator[BinaryIO]:
    """Yield a file, or standard input, whose lines are read as they come. Raises CommandError for no such file."""
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    if not Path(name).is_file():
        raise CommandError(f"there is no file {name}")
    with Path(name).open("rb") as lines:
        yield lines


def read_text(name: str) -> str:
    """Return what a file or standard input holds. Raises CommandError where there is no such file."""
    with opened_lines(name) as file:
        return file.read().decode("utf-8")


def read_items(name: str) -> list[tuple[int, str]]:
    """Return the lines of a file with their numbers, from 1; empty ones and comments (`# ...`) are left out."""
    numbered = ((number, line.strip()) for number, line in enumerate(read_text(name).splitlines(), start=1))
    return [(number, line) for number, line in numbered if line and not line.startswith("#")]


def called(name: str) -> str:
    """Return what messages call a file."""
    return "standard input" if name == STANDARD_INPUT else name
