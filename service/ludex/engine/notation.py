"""Conversion of bytes to text and of text to lines. All input of the service goes through this module.

One leading byte order mark is removed. Text is UTF-8, or UTF-16 if it has the mark or begins with an ASCII character.
Only LF, CRLF and CR end a line: `str.splitlines` also splits at characters that may occur in a name or a comment, such
as U+2028. In lines, each byte that is not UTF-8 is kept as an unpaired surrogate, so that it affects no other line.

The notation of a text. All input that may be in one of several notations is recognized by this module.

graph6 comes first: its alphabet and its length are exact, whereas the graph6 text of 60 vertices begins with `{` and
that of 28 vertices with `[`, as JSON does. Names of objects, and the notations of games, are other texts.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from io import BufferedReader, StringIO, TextIOWrapper
from typing import IO, Any

from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault

UNDECODED = re.compile("[\ud800-\udfff]")
_ESCAPED = "surrogateescape"
_MARK = "\ufeff"


def read_lines(file: IO[bytes]) -> Iterator[str]:
    r"""Yield the lines of a file without their line breaks. :func:`require_text` refuses a line with invalid bytes.

    >>> from io import BytesIO
    >>> list(read_lines(BytesIO(b"\xef\xbb\xbfa\r\nb\xe2\x80\xa8c\rd\xe9")))
    ['a', 'b\u2028c', 'd\udce9']
    """
    buffered = file if hasattr(file, "peek") else BufferedReader(file)  # type: ignore[type-var]
    text = TextIOWrapper(buffered, _encoding(buffered.peek(2)[:2]), _ESCAPED)
    try:
        for line in text:
            yield line.removesuffix("\n")
    except UnicodeDecodeError as error:
        raise _no_utf16(error) from None
    finally:
        # The caller closes the file, possibly before all lines are read.
        with suppress(ValueError):
            text.detach()


def split_lines(text: str) -> list[str]:
    r"""Split a text into lines, as :func:`read_lines` does with a file.

    >>> split_lines("a\r\nb\u2028c\rd\n")
    ['a', 'b\u2028c', 'd']
    """
    return [line.removesuffix("\n") for line in StringIO(text.removeprefix(_MARK), newline=None)]


def decode_text(raw: bytes) -> str:
    r"""Return the text of bytes, with LF as the line break. Raises Fault, which states the line and the column.

    >>> decode_text(b"a\nb\xe9")
    Traceback (most recent call last):
    ...
    ludex.engine.faults.Fault: line 2, column 2: the byte 0xE9 is not UTF-8; save the text as UTF-8
    """
    try:
        text = raw.decode(_encoding(raw[:2]), _ESCAPED)
    except UnicodeDecodeError as error:
        raise _no_utf16(error) from None
    return require_text(text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text)


def require_text(text: str) -> str:
    r"""Return a line or a text if all of its bytes are valid. Raises Fault, which states the place.

    >>> require_text("d\udce9")
    Traceback (most recent call last):
    ...
    ludex.engine.faults.Fault: column 2: the byte 0xE9 is not UTF-8; save the text as UTF-8
    """
    found = None if text.isascii() else UNDECODED.search(text)
    if found is None:
        return text
    raise Fault(undecoded_fault(text, found.start()))


def undecoded_fault(text: str, place: int) -> str:
    """Return the message about an invalid byte at a place of a text, with its line if there are several."""
    line = f"line {text.count(chr(10), 0, place) + 1}, " if "\n" in text else ""
    code = ord(text[place])
    what = f"the byte 0x{code - 0xDC00:02X} is not UTF-8" if 0xDC80 <= code <= 0xDCFF else "an unpaired surrogate"
    return f"{line}column {place - text.rfind(chr(10), 0, place)}: {what}; save the text as UTF-8"


def replaced(text: str) -> str:
    """Return a text for display, in which U+FFFD replaces invalid bytes."""
    return UNDECODED.sub("\ufffd", text)


def _no_utf16(error: UnicodeDecodeError) -> Fault:
    return Fault(f"the text begins as UTF-16, but not all of it is: {error.reason}")


def _encoding(start: bytes) -> str:
    """Return the encoding of a text that starts with the given two bytes."""
    if start in (BOM_UTF16_LE, BOM_UTF16_BE):
        return "utf-16"
    # In UTF-16, a zero byte precedes or follows each ASCII character.
    if start[:1] == b"\0":
        return "utf-16-be"
    return "utf-16-le" if start[1:] == b"\0" else "utf-8-sig"


MAX_GRAPH6_VERTICES = 128
"""The largest number of vertices of a graph in graph6 text."""

_HEADER = re.compile(r"^>>(?:graph6|sparse6|digraph6)<<")


class Notation(StrEnum):
    """The notation of a text."""

    GRAPH6 = "graph6"
    SPARSE6 = "sparse6"
    INCREMENTAL_SPARSE6 = "incremental sparse6"
    DIGRAPH6 = "digraph6"
    PLANAR_CODE = "planar_code"
    JSON = "JSON"
    OTHER = "another notation"


GRAPH_TEXTS = frozenset(Notation) - {Notation.JSON, Notation.OTHER}
"""The notations of graphs, of which `read_graph` reads graph6 and sparse6, and names the others."""

NOT_READ = {
    Notation.INCREMENTAL_SPARSE6: "each line depends on the line before it; convert it to graph6 with `copyg -g`",
    Notation.DIGRAPH6: "its arcs have directions, but the edges of a graph have none; give graph6",
    Notation.PLANAR_CODE: "give graph6, which `plantri -g` writes",
}
"""The remedy for each notation of graphs that is recognized only."""

_FIRST = {":": Notation.SPARSE6, ";": Notation.INCREMENTAL_SPARSE6, "&": Notation.DIGRAPH6}


def notation_of(text: str) -> Notation:
    """Return the notation of a text.

    >>> [notation_of(text).value for text in ("Bg", ":Bc", "[", '{"cards": []}', "swish-36")]
    ['graph6', 'sparse6', 'JSON', 'JSON', 'another notation']
    """
    line = without_header(text)
    if line.startswith((">>planar_code", ">>edge_code")):
        return Notation.PLANAR_CODE
    if all("?" <= character <= "~" for character in line[1:]):
        if line[:1] in _FIRST:
            return _FIRST[line[0]]
        if "?" <= line[:1] <= "~" and _has_length_of_graph6(line):
            return Notation.GRAPH6
    return Notation.JSON if line.startswith(("{", "[")) else Notation.OTHER


def without_header(text: str) -> str:
    """Return a text without its byte order mark, surrounding spaces, and the header of graph6, sparse6 or digraph6.

    >>> without_header(">>graph6<<Bg ")
    'Bg'
    """
    return _HEADER.sub("", text.removeprefix("\ufeff").strip(), count=1)


def is_json(text: str) -> bool:
    """Return whether a text is in JSON, which may be invalid."""
    return notation_of(text) is Notation.JSON


def members_of_json(text: str, *names: str) -> dict[str, Any] | None:
    """Return those members of a JSON object that have one of `names`, or None if a text is not in JSON.

    Raises ValueError if the JSON is invalid, or not an object.

    >>> members_of_json('{"height": 3, "cards": 36}', "height", "width"), members_of_json("4x3", "height")
    ({'height': 3}, None)
    """
    if not is_json(text):
        return None
    members = exact_json(text)
    if not isinstance(members, dict):
        raise ValueError("not a JSON object, but a list")
    return {name: members[name] for name in names if name in members}


def graph6_size(line: str) -> tuple[int, int]:
    """Return the number of vertices at the beginning of a graph6 text, and the number of characters that state it.

    The number of vertices is only a lower bound if it is greater than MAX_GRAPH6_VERTICES.

    >>> graph6_size("Bg"), graph6_size("~?@?")
    ((3, 1), (64, 4))
    """
    digits = [ord(character) - 63 for character in line[:4]]
    if digits[:1] != [63]:
        return (digits[0], 1) if digits else (0, 0)
    return sum(digit << shift for digit, shift in zip(digits[1:], (12, 6, 0), strict=False)), 4


def _has_length_of_graph6(line: str) -> bool:
    vertices, head = graph6_size(line)
    return 0 < head <= len(line) == head + -(-vertices * (vertices - 1) // 12) and vertices <= MAX_GRAPH6_VERTICES
