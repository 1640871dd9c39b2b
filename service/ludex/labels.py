"""Canonical bytes -> key -> label. No database, no game.

A key is a version byte and the BLAKE2b-256 hash of an object's canonical form; it is unique in its
table. A label is made of the object's kind, its readable invariants and the first sixteen characters of the hash in
lower-case base32 (RFC 4648). Both depend on the content only, so they are the same in every installation.
"""

import re
from base64 import b32encode
from hashlib import blake2b

KEY_VERSION = 1
KEY_BYTES = 33
LABEL_HASH_CHARACTERS = 16

_LABEL = re.compile(r"[a-z]+(?:-[0-9a-z]+)*-[a-z2-7]{16}")


def content_key(kind: str, canonical_form: bytes) -> bytes:
    """Return the key of a canonical form: 33 bytes, the first of them the key version.

    What is hashed is the kind, a zero byte and the form, so that equal forms of two kinds have different keys.

    >>> content_key("card", b"*o").hex()[:10]
    '016a99419c'
    """
    digest = blake2b(kind.encode("ascii") + b"\0" + canonical_form, digest_size=32).digest()
    return bytes([KEY_VERSION]) + digest


def label(kind: str, invariants: tuple[str | int, ...], key: bytes) -> str:
    """Return the permanent label of the object of this kind with this key.

    Raises ValueError where the key is not one that :func:`content_key` makes.

    >>> label("card", ("1x2",), content_key("card", b"*o"))
    'card-1x2-nkmudhghzxw3gov4'
    """
    if len(key) != KEY_BYTES or key[0] != KEY_VERSION:
        raise ValueError(f"not a key of version {KEY_VERSION}: {key.hex()}")
    hashed = b32encode(key[1:]).decode("ascii").lower()[:LABEL_HASH_CHARACTERS]
    return "-".join([kind, *map(str, invariants), hashed])


def is_label(text: str, kind: str) -> bool:
    """Tell whether a text has the form of a label of this kind.

    >>> is_label("card-1x2-nkmudhghzxw3gov4", "card"), is_label("card-1x2", "card")
    (True, False)
    """
    return text.startswith(kind + "-") and _LABEL.fullmatch(text) is not None
