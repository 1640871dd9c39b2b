"""Labels computed from canonical forms, and the encodings that the forms of several games share."""

from base64 import b32encode
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import pairwise


def label(kind: str, invariants: Sequence[object], tag: str, form: bytes) -> str:
    """Return the label of an object from its kind, its invariants and the hash of its canonical form.

    The label ends with the first 16 characters of the hash. The hash is computed from the tag and the form.
    """
    digest = blake2b(tag.encode() + b"\0" + form, digest_size=32).digest()
    return "-".join([kind, *map(str, invariants), b32encode(digest).decode().lower()[:16]])


def square_images(rows: Sequence[str]) -> list[list[str]]:
    """Return the images of the rows of a square board under its eight symmetries.

    >>> ["/".join(image) for image in square_images(["ab", "cd"])]
    ['ab/cd', 'ba/dc', 'cd/ab', 'dc/ba', 'ac/bd', 'ca/db', 'bd/ac', 'db/ca']
    """
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    flipped = [image for board in (list(rows), turned) for image in (board, board[::-1])]
    return [image for board in flipped for image in (board, [row[::-1] for row in board])]


def packed(numbers: Iterable[int]) -> bytes:
    """Encode numbers one after another, with seven bits per byte and the low bits first.

    In each byte except the last byte of a number, the highest bit is set.
    """
    written = bytearray()
    for number in numbers:
        while number > 127:
            written.append(number & 127 | 128)
            number >>= 7  # noqa: PLW2901 - the bits that are not yet encoded
        written.append(number)
    return bytes(written)


def unpacked(written: bytes) -> list[int]:
    """Decode the numbers that :func:`packed` encodes."""
    numbers, number, shift = [], 0, 0
    for byte in written:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
    return numbers


def graph_form(colours: Sequence[int], edges: Iterable[tuple[int, int]], order: Sequence[int]) -> bytes:
    """Encode a graph whose vertices have the canonical numbers given by `order`.

    The encoding consists of 0, the colours of the vertices, the neighbours of each vertex that have greater numbers
    than the vertex itself, and 0.
    """
    number = {v: place for place, v in enumerate(order)}
    greater: list[list[int]] = [[] for _ in order]
    for u, v in edges:
        greater[min(number[u], number[v])].append(max(number[u], number[v]))
    lists = [[colours[v] for v in order], *map(sorted, greater)]
    return packed([0, *(number for each in lists for number in _with_gaps(each)), 0])


def _with_gaps(ascending: Sequence[int]) -> list[int]:
    """Return the length of an ascending list, the first number, and the differences between successive numbers."""
    return [len(ascending), *ascending[:1], *(b - a for a, b in pairwise(ascending))]
