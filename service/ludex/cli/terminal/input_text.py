"""The files that commands read: a line an item, or a page with items, as requests answer it; `-`: standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ludex.cli.terminal.failures import CommandError
from ludex.requests.pages import begins_page, items_of_page

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


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file; if it is a page, its items."""
    first = file.readline()
    if begins_page(first.decode("utf-8", "replace")):
        whole = first + file.read()
        page = items_of_page(whole.decode("utf-8"))
        yield from whole.splitlines(keepends=True) if page is None else map(str.encode, page)
        return
    if first:
        yield first
    yield from file


def number_of_lines(name: str) -> int | None:
    """Return how many lines a file has, so that progress has an end; None for standard input and what is no file."""
    if name == STANDARD_INPUT or not Path(name).is_file():
        return None
    with Path(name).open("rb") as file:
        return sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 20), b""))


def read_text(name: str) -> str:
    """Return what a file or standard input holds. Raises CommandError if there is no such file."""
    with opened_lines(name) as file:
        return file.read().decode("utf-8")


def read_items(name: str) -> list[tuple[int, str]]:
    """Return the lines of a file with their numbers, from 1; empty ones and comments (`# ...`) are left out."""
    numbered = ((number, line.strip()) for number, line in enumerate(read_text(name).splitlines(), start=1))
    return [(number, line) for number, line in numbered if line and not line.startswith("#")]


def called(name: str) -> str:
    """Return what messages call a file."""
    return "standard input" if name == STANDARD_INPUT else name


@dataclass(frozen=True, slots=True)
class Content:
    """What a word of the command line stands for: itself, or the file that it names. `called`: in messages."""

    text: str
    called: str
    numbers: tuple[int, ...] = ()
    unit: str = "line"

    def items(self) -> "list[Content]":
        """Return its lines, each by its number if it is a file; of a page its items."""
        lines = self.text.splitlines()
        if not self.numbers:
            return [Content(line, repr(line)) for line in lines]
        return [
            Content(line, f"{self.called}, {self.unit} {number}")
            for line, number in zip(lines, self.numbers, strict=True)
        ]


def content_of(word: str, *, is_file: bool = False) -> Content:
    """Return what a word stands for; empty lines and comments (`# ...`) of a file are left out.

    Raises CommandError if it must be a file, and is none.
    """
    if not is_file and word != STANDARD_INPUT and not _names_a_file(word):
        return Content(word, repr(word if len(word) <= 40 else word[:37] + "..."))
    items = read_items(word)
    text = "\n".join(line for _, line in items)
    page = items_of_page(text)
    if page is not None:
        return Content("\n".join(page), called(word), tuple(range(1, len(page) + 1)), "item")
    return Content(text, called(word), tuple(number for number, _ in items))


def _names_a_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except OSError:  # too long for a name
        return False
