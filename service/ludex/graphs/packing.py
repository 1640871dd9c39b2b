"""Integers as bytes: the compact, platform-independent encoding of canonical forms."""

from collections.abc import Iterable


def pack(numbers: Iterable[int]) -> bytes:
    """Return `numbers`, each at least 0, encoded one after another with seven bits a byte, low bits first (LEB128).

    Raises ValueError for a negative number.

    >>> pack([0, 127, 300]).hex()
    '007fac02'
    """
    listed = list(numbers)
    if min(listed, default=0) < 0:
        raise ValueError(f"{min(listed)} is negative")
    if max(listed, default=0) <= 127:
        return bytes(listed)
    packed = bytearray()
    for number in listed:
        rest = number
        while rest > 127:
            packed.append(rest & 127 | 128)
            rest >>= 7
        packed.append(rest)
    return bytes(packed)


def unpack(packed: bytes) -> list[int]:
    """Return the numbers encoded in the bytes `packed`. Raises ValueError if the last number is incomplete.

    >>> unpack(bytes.fromhex("007fac02"))
    [0, 127, 300]
    """
    numbers: list[int] = []
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
    if shift:
        raise ValueError("the last number is cut off")
    return numbers
