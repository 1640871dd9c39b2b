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


def sealed(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines of an export, and then their seal.

    >>> [line[:50] for line in sealed([])]
    ['{"seal":"ludex-export-1","objects":0,"claims":0,"d']
    """
    objects = claims = total = 0
    for line in lines:
        if is_claim_line(line):
            claims += 1
        else:
            objects += 1
        total += int.from_bytes(blake2b(line.encode(), digest_size=_DIGEST_BYTES).digest())
        yield line
    digest = f"{total % 2 ** (8 * _DIGEST_BYTES):064x}"
    yield compact_json({"seal": SEAL, "objects": objects, "claims": claims, "digest": digest})


def is_seal(line: str | bytes) -> bool:
    """Return whether a line is a seal.

    >>> is_seal('{"seal":"ludex-export-1"}'), is_seal(b'{"kind":"seal"}')
    (True, False)
    """
    text = line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")
    return text.startswith(b'{"seal":')
