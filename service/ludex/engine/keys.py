"""Keys: hashes of canonical forms.

A key is a version byte followed by the BLAKE2b-256 hash of an object's canonical form. It depends only on the content,
so it is the same in every installation.
"""

from hashlib import blake2b

KEY_VERSION = 1

KEY_BYTES = 33


def content_key(kind: str, canonical_form: bytes) -> bytes:
    """Return the key of an object with this `kind` and `canonical_form`: 33 bytes that begin with the key version.

    The hash is computed from the kind, a zero byte and the form, so equal forms of different kinds have different keys.

    >>> content_key("card", b"*o").hex()[:10]
    '016a99419c'
    """
    digest = blake2b(kind.encode("ascii") + b"\0" + canonical_form, digest_size=32).digest()
    return bytes([KEY_VERSION]) + digest
