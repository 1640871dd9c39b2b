"""Texts as the database holds them, packed: documents, and what proves claims.

A packed text is a byte that says how, and what follows it: after 0 the text as it is, in UTF-8; after n a frame of
Zstandard without its magic number, made with the dictionary `n.dictionary` beside this module, which holds what
documents have in common. Each text is packed by itself, to a fifth, and read again in a microsecond or two; a frame
ends with a checksum of the text.

A dictionary never changes. Another one is another file, with the next number, and older texts can still be read. The
first was trained by `zstd --train` on the documents and claims of the starting catalogue and on those of levels of 5
to 26 vertices.
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
    """What one thread packs and unpacks with: it is not to be shared."""

    def __init__(self) -> None:
        self.packer: ZstdCompressor | None = None
        self.unpackers: dict[int, ZstdDecompressor] = {}
        self.unpacker_of_many: ZstdDecompressor | None = None


_own = _Own()


def pack(text: str) -> bytes:
    r"""Return a text as the database holds it. Cost: about three microseconds for a thousand characters.

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


# What documents leave empty and how claims were found comes again and again.
_pack_short = lru_cache(maxsize=256)(_pack)


def unpack(packed: bytes) -> str:
    """Return the text that was packed. Raises ValueError for what was not. Cost: a microsecond or two.

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
        # An empty text is not packed, and of a frame that says that it is empty nothing more is looked at.
        raise ValueError("a text cannot be unpacked: its length is damaged")
    return text


def unpack_all(packed: Sequence[bytes]) -> list[str]:
    """Return the texts that were packed, in their order. Raises ValueError as :func:`unpack` does.

    Many are unpacked by one call: a call for each lets other threads in each time, which takes longer than unpacking.

    >>> unpack_all([pack("text " * 20), pack("a")] * 9) == ["text " * 20, "a"] * 9
    True
    """
    newest = bytes([_NEWEST])
    if len(packed) < _FEW or not all(one.startswith(newest) for one in packed):
        return list(map(unpack, packed))
    unpacker = _own.unpacker_of_many
    if unpacker is None:
        from zstandard import ZstdDecompressor

        unpacker = _own.unpacker_of_many = ZstdDecompressor(dict_data=_dictionary(_NEWEST))
    try:
        found = unpacker.multi_decompress_to_buffer([_MAGIC + one[1:] for one in packed])
    except (_error(), ValueError, MemoryError):
        # One of them is damaged: it is named.
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
        raise ValueError(f"no text of this version is packed so: {packed[:8].hex() or 'nothing'}")
    unpacker = zstandard.ZstdDecompressor(dict_data=_dictionary(packed[0]), format=zstandard.FORMAT_ZSTD1_MAGICLESS)
    _own.unpackers[packed[0]] = unpacker
    return unpacker


@cache
def _error() -> type[Exception]:
    from zstandard import ZstdError

    return ZstdError


class Packed(TypeDecorator[str]):
    """The type of a column of packed texts.

    >>> Packed().process_result_value(Packed().process_bind_param("text", None), None)
    'text'
    """

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect | None) -> bytes | None:
        """Return a text packed."""
        del dialect
        return None if value is None else pack(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect | None) -> str | None:
        """Return the text that a value holds. Raises ValueError if it holds none."""
        del dialect
        return None if value is None else unpack(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[bytes | None], str | None]:
        """Return what makes texts of what the drivers read, which is bytes: lists read many."""
        del dialect, coltype
        return lambda value: None if value is None else unpack(value)
