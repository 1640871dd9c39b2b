"""Key -> label. No database, no game.

A label is made of the object's kind, its readable invariants and the first sixteen characters of its key's hash in
lower-case base32 (RFC 4648). It depends on the content only, so it is the same in every installation.
"""

import re
from base64 import b32encode

from ludex.engine.keys import KEY_BYTES, KEY_VERSION

LABEL_HASH_CHARACTERS = 16

_LABEL = re.compile(r"[a-z]+(?:-[0-9a-z]+)*-[a-z2-7]{16}")


def label(kind: str, invariants: tuple[str | int, ...], key: bytes) -> str:
    """Return the permanent label of the object of this kind with this key.

    Raises ValueError where the key is not one that :func:`content_key` makes.

    >>> from ludex.engine.keys import content_key
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
