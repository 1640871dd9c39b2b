"""Labels and slugs: how a stored object is called.

A label is made of the object's kind, its readable invariants and the first sixteen characters of its key's hash in
lower-case base32 (RFC 4648). It depends on the content only, so it is the same in every installation.
"""

import re

from ludex.engine.faults import Fault
from ludex.engine.keys import KEY_BYTES, KEY_VERSION

HASH_CHARACTERS = 16
HASH_AT, HASH_BYTES = 1, 5 * HASH_CHARACTERS // 8
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
_DIGITS = str.maketrans(_BASE32, "0123456789abcdefghijklmnopqrstuv")
_PAIRS = tuple(first + second for first in _BASE32 for second in _BASE32)
_SHIFTS = range(5 * HASH_CHARACTERS - 10, -1, -10)
MAX_SLUG = 64
RESERVED_SLUGS = ("batch", "counts", "dedup", "facets", "import", "lookup", "random", "replay")
"""Words that stand in addresses where the name of an object stands; nothing is called so."""

_LABEL = re.compile(r"[a-z]+(?:-[0-9a-z]+)+-[a-z2-7]{16}")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class TextError(Fault):
    """A text of an object that cannot be stored, by its field: 'title', 'description'."""

    def __init__(self, field: str) -> None:
        said = f"the {field} holds a character that cannot be stored; leave out NUL and halves of surrogate pairs"
        super().__init__(said, (field,))


class SlugError(Fault):
    """A slug that cannot name an object."""

    def __init__(self, message: str) -> None:
        super().__init__(message, ("slug",))

    def __str__(self) -> str:
        """Return the message alone, which names the slug."""
        return self.message


class NameTaken(SlugError):
    """The slug names another object of the kind, or is kept for one."""


class Protected(ValueError):
    """An object of the starting catalogue, or one that is always there, cannot be deleted or changed."""


def label(kind: str, invariants: tuple[str | int, ...], key: bytes) -> str:
    """Return the permanent label of the object of this kind with this key.

    Raises ValueError if the key is not one that :func:`ludex.engine.keys.content_key` makes.

    >>> from ludex.engine.keys import content_key
    >>> label("swish-card", ("1x2",), content_key("card", b"*o"))
    'swish-card-1x2-nkmudhghzxw3gov4'
    """
    return "-".join([kind, *map(str, invariants), _hashed(key)])


def hash_of(key: bytes) -> bytes:
    """Return the part of a key that its label shows, 10 bytes."""
    return key[HASH_AT : HASH_AT + HASH_BYTES]


def hash_shown(label: str) -> bytes | None:
    """Return what a label shows of the hash of its key, 10 bytes, or None for a text that shows none.

    Whether anything has the label is another question: it is compared as a whole.

    >>> from ludex.engine.keys import content_key
    >>> hash_shown("swish-card-1x2-nkmudhghzxw3gov4") == hash_of(content_key("card", b"*o")), hash_shown("swish-36")
    (True, None)
    """
    # By the digits of Python's own base 32: base64.b32decode takes several times as long.
    if label[-HASH_CHARACTERS - 1 : -HASH_CHARACTERS] != "-":
        return None
    try:
        return int(label[-HASH_CHARACTERS:].translate(_DIGITS), 32).to_bytes(HASH_BYTES, "big")
    except (ValueError, OverflowError):
        return None


def label_fits(label: str, kind: str, key: bytes) -> bool:
    """Tell whether a label may be that of the object of a kind with a key: its invariants are not looked at.

    >>> from ludex.engine.keys import content_key
    >>> label_fits("swish-card-1x2-nkmudhghzxw3gov4", "swish-card", content_key("card", b"*o"))
    True
    """
    return has_shape_of_label(label) and label.startswith(f"{kind}-") and label.endswith(f"-{_hashed(key)}")


def _hashed(key: bytes) -> str:
    """Return what a label has of a key. Raises ValueError."""
    if len(key) != KEY_BYTES or key[0] != KEY_VERSION:
        raise ValueError(f"not a key of version {KEY_VERSION}: {key.hex()}")
    # Ten bits make two characters, by shifts: base64.b32encode takes several times as long.
    bits = int.from_bytes(hash_of(key), "big")
    return "".join([_PAIRS[bits >> shift & 1023] for shift in _SHIFTS])


def has_shape_of_label(text: str) -> bool:
    """Tell whether a text looks like a label, of whatever kind: kinds are two words at least.

    >>> has_shape_of_label("swish-card-1x2-nkmudhghzxw3gov4"), has_shape_of_label("swish-36")
    (True, False)
    """
    return _LABEL.fullmatch(text) is not None


def is_slug(text: str) -> bool:
    """Tell whether an object may be called so: letters and digits in words joined by '-', no label, no reserved word.

    >>> is_slug("swish-36"), is_slug("My deck"), is_slug("swish-card-1x2-nkmudhghzxw3gov4")
    (True, False, False)
    """
    fits = len(text) <= MAX_SLUG and _SLUG.fullmatch(text) is not None
    return fits and not has_shape_of_label(text) and text not in RESERVED_SLUGS


def is_storable(text: str) -> bool:
    r"""Tell whether both databases can hold and compare a text: no NUL, no half of a surrogate pair.

    >>> is_storable("swish-36"), is_storable("a\0b"), is_storable("\ud800")
    (True, False, False)
    """
    try:
        return b"\0" not in text.encode("utf-8")
    except UnicodeEncodeError:
        return False


def require_texts(**texts: str | None) -> None:
    """Raise TextError for the first text, given by its field, that cannot be stored."""
    for field, text in texts.items():
        if text is not None and not is_storable(text):
            raise TextError(field)
