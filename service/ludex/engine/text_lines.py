"""Conversion of bytes to text and of text to lines. All input of the service goes through this module.

One leading byte order mark is removed. Text is UTF-8, or UTF-16 if it has the mark or begins with an ASCII character.
Only LF, CRLF and CR end a line: `str.splitlines` also splits at characters that may occur in a name or a comment, such
as U+2028. In lines, each byte that is not UTF-8 is kept as an unpaired surrogate, so that it affects no other line.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import suppress
from io import BufferedReader, StringIO, TextIOWrapper
from typing import IO

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
