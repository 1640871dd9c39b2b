"""The input of commands.

It consists of words of the command line, of files, and of standard input (`-`).

A file contains either one item per line, or a page of items in the form that requests return.
"""

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from ludex.cli.output import CommandError
from ludex.requests.text_input import CsvError, begins_page, is_header, items_of_page, json_lines, labels_or_lines

STANDARD_INPUT = "-"

# In some notations, a word may end in a dot and one or more letters `o`. Such an ending does not count as a file
# suffix.
_FILE_NAME = re.compile(r"[^\s{}\[\]\",:*]+\.(?!o+$)[a-z][a-z0-9]{1,7}")


@contextmanager
def open_lines(name: str) -> Iterator[BinaryIO]:
    """Open a file or standard input for reading. Raises CommandError if there is no such file."""
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    if not Path(name).is_file():
        raise CommandError(f"there is no file {name}")
    with Path(name).open("rb") as lines:
        yield lines


def lines_of(file: BinaryIO, name: str, columns: Collection[str] = ()) -> Iterator[bytes]:
    """Yield the lines of a file.

    Items of a page, and rows of CSV that has a column `label` or one of `columns`, become lines of JSON.

    Raises CommandError, with the `name` of the file, if the CSV is invalid.
    """
    first = file.readline()
    if is_header(first.decode("utf-8", "replace"), columns):
        text = (line.decode("utf-8") for line in chain([first], file))
        with _located(name):
            yield from map(str.encode, json_lines(text, columns))
        return
    if begins_page(first.decode("utf-8", "replace")):
        whole = first + file.read()
        page = items_of_page(whole.decode("utf-8"))
        yield from whole.splitlines(keepends=True) if page is None else map(str.encode, page)
        return
    if first:
        yield first
    yield from file


def count_lines(name: str) -> int | None:
    """Return the number of lines of a file, for a progress bar.

    Return None for standard input, and if the file does not exist.
    """
    if name == STANDARD_INPUT or not Path(name).is_file():
        return None
    with Path(name).open("rb") as file:
        return sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 20), b""))


def read_text(name: str) -> str:
    """Return the text of a file or of standard input. Raises CommandError if there is no such file."""
    with open_lines(name) as file:
        return file.read().decode("utf-8")


def read_items(name: str) -> list[tuple[int, str]]:
    """Return the lines of a file with their numbers, counted from 1.

    Empty lines and comments (`# ...`) are omitted.

    If the file is CSV with a column `label`, return the labels instead of the lines.
    """
    lines = read_text(name).splitlines()
    if lines and is_header(lines[0]):
        with _located(name):
            lines = labels_or_lines(lines)
    numbered = ((number, line.strip()) for number, line in enumerate(lines, start=1))
    return [(number, line) for number, line in numbered if line and not line.startswith("#")]


@contextmanager
def _located(name: str) -> Iterator[None]:
    """Prepend the name of a file to the messages about errors in its CSV."""
    try:
        yield
    except CsvError as error:
        raise CommandError(f"{source_name(name)}, {error}") from None


def source_name(name: str) -> str:
    """Return the name of a file for use in messages."""
    return "standard input" if name == STANDARD_INPUT else name


@dataclass(frozen=True, slots=True)
class Content:
    """The content that a command-line word stands for: the word itself, or the text of the file that it names.

    Attributes
    ----------
    text : str
        The text.
    name : str
        The name in messages: the quoted word, or the name of the file.
    numbers : tuple of int
        The numbers of the lines or items in the file. Empty if the content is a word.
    unit : str
        The unit of the numbers in messages: ``line`` or ``item``.
    """

    text: str
    name: str
    numbers: tuple[int, ...] = ()
    unit: str = "line"

    def items(self) -> "list[Content]":
        """Return the lines of a file or the items of a page as separate contents. The lines of a file are numbered."""
        lines = self.text.splitlines()
        if not self.numbers:
            return [Content(line, repr(line)) for line in lines]
        return [
            Content(line, f"{self.name}, {self.unit} {number}")
            for line, number in zip(lines, self.numbers, strict=True)
        ]


def content_of(word: str, *, is_file: bool = False) -> Content:
    """Return the content of a word. Empty lines and comments (`# ...`) of a file are omitted.

    Raises CommandError if there is no such file, and either `is_file` is true or the word has the suffix of a file
    name.
    """
    if not is_file and word != STANDARD_INPUT and not _is_file(word):
        if _FILE_NAME.fullmatch(word):
            raise CommandError(f"there is no file {word}")
        return Content(word, repr(word if len(word) <= 40 else word[:37] + "..."))
    items = read_items(word)
    text = "\n".join(line for _, line in items)
    page = items_of_page(text)
    if page is not None:
        return Content("\n".join(page), source_name(word), tuple(range(1, len(page) + 1)), "item")
    return Content(text, source_name(word), tuple(number for number, _ in items))


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except OSError:  # The word is too long for a file name.
        return False


def read_options(words: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Split the words of a command line into arguments, and options with their values. Raises CommandError.

    >>> read_options(["levels", "--min_swaps", "4", "--pack=hard", "--where", "edges>9"])
    (['levels'], [('min_swaps', '4'), ('pack', 'hard'), ('where', 'edges>9')])
    """
    arguments: list[str] = []
    options: list[tuple[str, str]] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            arguments.append(word)
            continue
        name, sign, text = word.lstrip("-").partition("=")
        value = text if sign else next(rest, None)
        if value is None:
            raise CommandError(f"{word} needs a value")
        options.append((name, value))
    return arguments, options
