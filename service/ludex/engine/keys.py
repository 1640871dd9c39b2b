"""Canonical bytes -> key.

A key is a version byte and the BLAKE2b-256 hash of an object's canonical form. It is unique in its table. It depends on
the content only, so it is the same in every installation.
"""

from hashlib import blake2b

KEY_VERSION = 1

KEY_BYTES = 33


def content_key(kind: str, canonical_form: bytes) -> bytes:
    """Return the key of an object from its `kind` and `canonical_form`: 33 bytes, the first of them the key version.

    What is hashed is the kind, a zero byte and the form, so that equal forms of two kinds have different keys.

    >>> content_key("card", b"*o").hex()[:10]
    '016a99419c'
    """
    digest = blake2b(kind.encode("ascii") + b"\0" + canonical_form, digest_size=32).digest()
    return bytes([KEY_VERSION]) + digest
