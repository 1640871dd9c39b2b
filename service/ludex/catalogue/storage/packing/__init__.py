"""Compression of texts in the database.

The texts are documents, and the values and certificates of claims.

The first byte of a packed text states its format. If the first byte is 0, the text follows unchanged in UTF-8. If it is
another number n, a Zstandard frame without the magic number follows. The frame was compressed with the dictionary
`n.dictionary` beside this module, which contains the common parts of documents. Each text is packed separately, to
about a fifth of its size, and unpacked in a microsecond or two. A frame ends with a checksum of the text.

A dictionary never changes. A new dictionary is a new file with the next number, so older texts can still be read. The
first dictionary was trained by `zstd --train` on two sets of documents and claims: those of the starting catalogue, and
those of levels with 5 to 26 vertices.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING

from sqlalchemy import Dialect, LargeBinary, TypeDecorator

if TYPE_CHECKING:
    from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor

_PLAIN = 0
_NEWEST = 1
_LEVEL = 3
_MAGIC = b"\x28\xb5\x2f\xfd"
_FEW = 4
_SHORT = 100


class _Own(local):
    """The compressors and decompressors of one thread. Threads must not share them."""

    def __init__(self) -> None:
        self.packer: ZstdCompressor | None = None
        self.unpackers: dict[int, ZstdDecompressor] = {}
        self.unpacker_of_many: ZstdDecompressor | None = None


_own = _Own()


def pack(text: str) -> bytes:
    r"""Pack a text for the database. Cost: about three microseconds per thousand characters.

    >>> pack("a"), len(pack('{"kind":"planarity-order-type","points":11,"hull":6}')) < 40
    (b'\x00a', True)
    """
    return _pack_short(text) if len(text) <= _SHORT else _pack(text)


def _pack(text: str) -> bytes:
    data = text.encode()
    packer = _own.packer
    if packer is None:
        packer = _own.packer = _packer()
    packed = packer.compress(data)
    return bytes([_NEWEST]) + packed if len(packed) < len(data) else bytes([_PLAIN]) + data


# Short texts, such as empty document members and the methods of claims, occur very often.
_pack_short = lru_cache(maxsize=256)(_pack)


def unpack(packed: bytes) -> str:
    """Unpack a text. Raises ValueError if the bytes are not a packed text. Cost: a microsecond or two.

    >>> unpack(pack("text " * 20)) == "text " * 20
    True
    """
    unpacker = _own.unpackers.get(packed[0]) if packed else None
    if unpacker is None:
        if packed[:1] == bytes([_PLAIN]):
            return packed[1:].decode()
        unpacker = _unpacker(packed)
    try:
        text = unpacker.decompress(packed[1:]).decode()
    except (_error(), MemoryError) as error:
        raise ValueError(f"a text cannot be unpacked: {error}") from None
    if not text:
        # Empty texts are never compressed, so the stated length is damaged. The library does not check the checksum of
        # a frame with a stated length of 0.
        raise ValueError("a text cannot be unpacked: its length is damaged")
    return text


def unpack_all(packed: Sequence[bytes]) -> list[str]:
    """Unpack several texts, in order. Raises ValueError like :func:`unpack`.

    One call of the library unpacks many texts. With a separate call for each text, the thread would release the
    interpreter lock at each call, and waiting for the lock again would take longer than unpacking.

    >>> unpack_all([pack("text " * 20), pack("a")] * 9) == ["text " * 20, "a"] * 9
    True
    """
    newest = bytes([_NEWEST])
    if len(packed) < _FEW or not all(text.startswith(newest) for text in packed):
        return list(map(unpack, packed))
    unpacker = _own.unpacker_of_many
    if unpacker is None:
        from zstandard import ZstdDecompressor

        unpacker = _own.unpacker_of_many = ZstdDecompressor(dict_data=_dictionary(_NEWEST))
    try:
        found = unpacker.multi_decompress_to_buffer([_MAGIC + text[1:] for text in packed])
    except (_error(), ValueError, MemoryError):
        # At least one text is damaged. Unpack the texts one by one, so that the error describes the damaged text.
        return list(map(unpack, packed))
    texts = [found[place].tobytes().decode() for place in range(len(found))]
    return texts if all(texts) else list(map(unpack, packed))


@cache
def _dictionary(number: int) -> "ZstdCompressionDict":
    from zstandard import ZstdCompressionDict

    return ZstdCompressionDict((Path(__file__).parent / f"{number}.dictionary").read_bytes())


def _packer() -> "ZstdCompressor":
    import zstandard

    parameters = zstandard.ZstdCompressionParameters.from_level(
        _LEVEL, format=zstandard.FORMAT_ZSTD1_MAGICLESS, write_content_size=1, write_checksum=1, write_dict_id=0
    )
    return zstandard.ZstdCompressor(dict_data=_dictionary(_NEWEST), compression_params=parameters)


def _unpacker(packed: bytes) -> "ZstdDecompressor":
    import zstandard

    if not packed or not _PLAIN < packed[0] <= _NEWEST:
        raise ValueError(f"this is not the packed form of a text in this version: {packed[:8].hex() or 'nothing'}")
    unpacker = zstandard.ZstdDecompressor(dict_data=_dictionary(packed[0]), format=zstandard.FORMAT_ZSTD1_MAGICLESS)
    _own.unpackers[packed[0]] = unpacker
    return unpacker


@cache
def _error() -> type[Exception]:
    from zstandard import ZstdError

    return ZstdError


class Packed(TypeDecorator[str]):
    """The type of a column that contains packed texts.

    >>> Packed().process_result_value(Packed().process_bind_param("text", None), None)
    'text'
    """

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect | None) -> bytes | None:
        """Pack a text."""
        del dialect
        return None if value is None else pack(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect | None) -> str | None:
        """Unpack a value. Raises ValueError if the value is not a packed text."""
        del dialect
        return None if value is None else unpack(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[bytes | None], str | None]:
        """Return the function that unpacks the bytes from the driver.

        It is a single function for the sake of speed, because lists read many texts.
        """
        del dialect, coltype
        return lambda value: None if value is None else unpack(value)
