"""The seal of an export: a last line that shows whether lines were lost or changed.

The seal states the number of objects and of claims, and a digest of all lines since the previous seal. The digest does
not depend on the order of the lines: it is the sum of the BLAKE2b digests of the lines, modulo 2^256. A seal shows
loss, not forgery, because anyone can compute one.
"""

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from ludex.catalogue.transfer.export import is_claim_line
from ludex.engine.compact_json import compact_json

SEAL = "ludex-export-1"
"""The version of the seal."""

_DIGEST_BYTES = 32


class Seal:
    """The seal of the lines that were added to it."""

    def __init__(self) -> None:
        self._objects = self._claims = self._total = 0

    def add(self, line: str) -> None:
        """Add a line, without its line break."""
        if is_claim_line(line):
            self._claims += 1
        else:
            self._objects += 1
        self._total += int.from_bytes(blake2b(line.encode(), digest_size=_DIGEST_BYTES).digest())

    def line(self) -> str:
        """Return the line of the seal."""
        digest = f"{self._total % 2 ** (8 * _DIGEST_BYTES):064x}"
        return compact_json({"seal": SEAL, "objects": self._objects, "claims": self._claims, "digest": digest})


def sealed(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines of an export, and then their seal.

    >>> [line[:50] for line in sealed([])]
    ['{"seal":"ludex-export-1","objects":0,"claims":0,"d']
    """
    seal = Seal()
    for line in lines:
        seal.add(line)
        yield line
    yield seal.line()


def is_seal(line: str | bytes) -> bool:
    """Return whether a line is a seal.

    >>> is_seal('{"seal":"ludex-export-1"}'), is_seal(b'{"kind":"seal"}')
    (True, False)
    """
    text = line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")
    return text.startswith(b'{"seal":')
