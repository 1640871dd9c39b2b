"""The input of commands.

It consists of words of the command line, of files, and of standard input (`-`).

A file contains either one item per line, or a page of items in the form that requests return.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ludex.cli.output import CommandError
from ludex.engine.faults import Fault
from ludex.engine.text_lines import decode_text, read_lines, split_lines
from ludex.requests.text_input import input_lines

if TYPE_CHECKING:
    from ludex.requests.fields import Argument

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
    if not _is_file(name):
        raise CommandError(f"there is no file {name}")
    with Path(name).open("rb") as lines:
        yield lines


def count_lines(name: str) -> int | None:
    """Return the number of lines of a file, for a progress bar.

    Return None for standard input, and if the file does not exist.
    """
    if name == STANDARD_INPUT or not Path(name).is_file():
        return None
    with Path(name).open("rb") as file:
        return sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 20), b""))


def read_text(name: str) -> str:
    """Return the text of a file or of standard input.

    Raises CommandError if there is no such file, or if it is not text.
    """
    with open_lines(name) as file, located(name):
        return decode_text(file.read())


@contextmanager
def located(name: str) -> Iterator[None]:
    """Prepend the name of a file to the messages about errors in its text."""
    try:
        yield
    except Fault as error:
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
    lines : tuple of (int, str)
        The lines or the items of the file, with their numbers. Empty if the content is a word.
    unit : str
        The unit of the numbers in messages: ``line`` or ``item``.
    """

    text: str
    name: str
    lines: tuple[tuple[int, str], ...] = ()
    unit: str = "line"

    def items(self) -> "list[Content]":
        """Return the lines or the items of a file, or the lines of a word, as separate contents."""
        if not self.lines:
            return [Content(line, repr(line)) for line in split_lines(self.text)]
        return [Content(line, f"{self.name}, {self.unit} {number}") for number, line in self.lines]


def content_of(word: str, argument: "Argument | None" = None, *, is_file: bool = False) -> Content:
    """Return the content of a word. Empty lines and comments (`# ...`) of a file are omitted.

    `argument` declares the formats of files.

    If the file is CSV with a column `label`, its lines are the labels.

    Raises CommandError if there is no such file, and either `is_file` is true or the word has the suffix of a file
    name.
    """
    if not is_file and word != STANDARD_INPUT and not _is_file(word):
        if _FILE_NAME.fullmatch(word):
            raise CommandError(f"there is no file {word}")
        return Content(word, repr(word if len(word) <= 40 else word[:37] + "..."))
    with open_lines(word) as file, located(word):
        convert = None if argument is None else dict(argument.binary).get(Path(word).suffix.lower())
        lines = input_lines if argument is None else argument.lines
        read = list(read_lines(file) if convert is None else convert(Path(word).stem, file.read()))
        items = list(lines(read))
    numbered = tuple((number, line) for number, line in enumerate(items, start=1) if line.strip())
    unit = "line" if len(items) == len(read) else "item"
    # Empty lines remain in the text of several lines, so that the lines keep their numbers.
    text = numbered[0][1] if len(numbered) == 1 else "\n".join(items)
    return Content(text, source_name(word), numbered, unit)


def _is_file(word: str) -> bool:
    """Return whether a word names a file or a pipe."""
    try:
        return Path(word).exists() and not Path(word).is_dir()
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
