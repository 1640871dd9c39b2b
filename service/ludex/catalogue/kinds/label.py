"""Labels and slugs: the names of stored objects.

A label consists of the object's kind, of readable invariants, and of the first 16 characters of the hash of the
object's key in lower-case base32 (RFC 4648). A label depends only on the content of the object, so it is the same in
every installation.
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
MAX_DIGITS = 4000
"""Maximum number of digits of a number, because Python does not parse longer integers."""

MAX_TAGS = 50
"""Maximum number of tags of an object."""
MAX_QUERY = 1000
"""Maximum number of characters of a query."""

RESERVED_SLUGS = (
    *("batch", "build", "classes", "counts", "dedup", "facets", "import", "lookup", "random", "replay", "totals"),
)
"""Words that occur in addresses at places where the name of an object is expected. They cannot be slugs."""

_SHORT_HASH_CHARACTERS = 4
_MAX_SHORT = 15
_SHORT = re.compile(rf"(?:[0-9a-z]+-)*[a-z2-7]{{{_SHORT_HASH_CHARACTERS},{HASH_CHARACTERS - 1}}}")
NAME = "[0-9a-z]+(?:-[0-9a-z]+)*"
"""A regular expression of all names of objects: labels, slugs, and the short forms of labels."""

_NAME = re.compile(NAME)
_LABEL = re.compile(r"[a-z]+(?:-[0-9a-z]+)+-[a-z2-7]{16}")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_TAG = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")


class TextError(Fault):
    """The value of a text field, such as 'title' or 'description', cannot be stored."""

    def __init__(self, field: str) -> None:
        said = f"the {field} contains a character that cannot be stored; remove NUL and unpaired surrogates"
        super().__init__(said, (field,))


class SlugError(Fault):
    """The text is not a valid slug for an object."""

    def __init__(self, message: str) -> None:
        super().__init__(message, ("slug",))

    def __str__(self) -> str:
        """Return the message without the name of the field, because the message already includes the slug."""
        return self.message


class NameTaken(SlugError):
    """The slug already belongs to another object of the kind, or is reserved for another object."""


class Protected(ValueError):
    """The object cannot be deleted or changed, because it is built in or belongs to the starting catalogue."""


def label(kind: str, invariants: tuple[str | int, ...], key: bytes) -> str:
    """Return the permanent label of the object with a given kind and key.

    Raises ValueError if the key was not created by :func:`ludex.engine.keys.content_key`.

    >>> from ludex.engine.keys import content_key
    >>> label("swish-card", ("1x2",), content_key("card", b"*o"))
    'swish-card-1x2-nkmudhghzxw3gov4'
    """
    return "-".join([kind, *map(str, invariants), _hashed(key)])


def hash_of(key: bytes) -> bytes:
    """Return the 10 bytes of a key that the label of the object encodes."""
    return key[HASH_AT : HASH_AT + HASH_BYTES]


def hash_shown(label: str) -> bytes | None:
    """Return the 10 bytes of the key's hash that a label encodes, or None if the text is not a label.

    The result alone does not identify an object. The complete label must be compared too.

    >>> from ludex.engine.keys import content_key
    >>> hash_shown("swish-card-1x2-nkmudhghzxw3gov4") == hash_of(content_key("card", b"*o")), hash_shown("swish-36")
    (True, None)
    """
    # int(text, 32) after translation is several times as fast as base64.b32decode.
    if label[-HASH_CHARACTERS - 1 : -HASH_CHARACTERS] != "-":
        return None
    try:
        return int(label[-HASH_CHARACTERS:].translate(_DIGITS), 32).to_bytes(HASH_BYTES, "big")
    except (ValueError, OverflowError):
        return None


def short(label: str, kind: str) -> str:
    """Return a short form of a label, without the kind and most of the key.

    The short form is long enough to distinguish the objects on a page.

    >>> short("planarity-level-8-10-7utzrfjcrnuth2x7", "planarity-level")
    '8-10-7utz'
    """
    shape, _, key = label.removeprefix(f"{kind}-").rpartition("-")
    return f"{shape}-{key[:_SHORT_HASH_CHARACTERS]}"[-_MAX_SHORT:].lstrip("-")


_TIMES = re.compile(r"(?<=\d)x(?=\d)")
_ONE = re.compile(r"\b1 (\w+)s\b")
_SINGULAR = {"vertice": "vertex", "propertie": "property"}


def plain_name(label: str, kind: str, form: str) -> str:
    """Return a name of an object for people, made of the invariants in its label. Different objects may share it.

    `form` has a replacement field for each invariant that the name contains, in the order of the label.

    >>> plain_name("planarity-level-8-10-7utzrfjcrnuth2x7", "planarity-level", "Level of {} vertices and {} edges")
    'Level of 8 vertices and 10 edges'
    >>> plain_name("swish-position-4x3-1-7utzrfjcrnuth2x7", "swish-position", "Position of {1} cards, {0}")
    'Position of 1 card, 4 × 3'
    """
    invariants = label.removeprefix(f"{kind}-").split("-")[:-1]
    name = form.format(*(_TIMES.sub(" × ", invariant) for invariant in invariants))
    return _ONE.sub(lambda found: f"1 {_SINGULAR.get(found[1], found[1])}", name)


def fits_short(text: str, label: str, kind: str) -> bool:
    """Return whether a text is a short form of a label, or a prefix of it with at least 4 characters of the key.

    >>> label = "planarity-level-8-10-7utzrfjcrnuth2x7"
    >>> texts = ("8-10-7utz", "8-10-7utzrf", "planarity-level-8-10-7utz", "7utz", "8-11-7utz")
    >>> [fits_short(text, label, "planarity-level") for text in texts]
    [True, True, True, False, False]
    """
    given, _, digits = text.rpartition("-")
    shape, _, key = label.removeprefix(f"{kind}-").rpartition("-")
    whole = f"{kind}-{shape}".rstrip("-")
    return text == short(label, kind) or (key.startswith(digits) and given in (shape, whole))


def hashes_of_short(text: str) -> tuple[bytes, bytes] | None:
    """Return the least and the greatest hash that a short form or a prefix of a label can stand for.

    Return None if the text is neither.

    >>> hashes_of_short("8-10-7utz")[0] <= hash_shown("planarity-level-8-10-7utzrfjcrnuth2x7")
    True
    >>> hashes_of_short("swish-36") is None
    True
    """
    if _SHORT.fullmatch(text) is None:
        return None
    digits = text.rpartition("-")[2]
    bits = 5 * (HASH_CHARACTERS - len(digits))
    prefix = int(digits.translate(_DIGITS), 32)
    return (prefix << bits).to_bytes(HASH_BYTES, "big"), ((prefix + 1 << bits) - 1).to_bytes(HASH_BYTES, "big")


def is_name(text: str) -> bool:
    """Return whether a text has the form of a name of an object: a label, a prefix of a label, a short form or a slug.

    >>> is_name("planarity-level-8-10-7utzrfjcrnuth2x7"), is_name("8-10-7utz"), is_name("easy"), is_name("My deck")
    (True, True, True, False)
    """
    return _NAME.fullmatch(text) is not None


def label_fits(label: str, kind: str, key: bytes) -> bool:
    """Return whether a label agrees with a kind and a key. This does not check the invariants in the label.

    >>> from ludex.engine.keys import content_key
    >>> label_fits("swish-card-1x2-nkmudhghzxw3gov4", "swish-card", content_key("card", b"*o"))
    True
    """
    return has_shape_of_label(label) and label.startswith(f"{kind}-") and label.endswith(f"-{_hashed(key)}")


def _hashed(key: bytes) -> str:
    """Return the characters with which a label encodes a key.

    Raises ValueError if the version of the key is unknown.
    """
    if len(key) != KEY_BYTES or key[0] != KEY_VERSION:
        raise ValueError(f"not a key of version {KEY_VERSION}: {key.hex()}")
    # Converting ten bits to two characters by shifts is several times as fast as base64.b32encode.
    bits = int.from_bytes(hash_of(key), "big")
    return "".join([_PAIRS[bits >> shift & 1023] for shift in _SHIFTS])


def has_shape_of_label(text: str) -> bool:
    """Return whether a text has the form of a label of any kind. Kind names have at least two words.

    >>> has_shape_of_label("swish-card-1x2-nkmudhghzxw3gov4"), has_shape_of_label("swish-36")
    (True, False)
    """
    return _LABEL.fullmatch(text) is not None


def is_slug(text: str) -> bool:
    """Return whether a text is a valid slug.

    A slug consists of words of letters and digits joined by '-'. It is neither a label nor reserved.

    >>> is_slug("swish-36"), is_slug("My deck"), is_slug("swish-card-1x2-nkmudhghzxw3gov4")
    (True, False, False)
    """
    fits = len(text) <= MAX_SLUG and _SLUG.fullmatch(text) is not None
    return fits and not has_shape_of_label(text) and text not in RESERVED_SLUGS


def is_tag(text: str) -> bool:
    """Return whether a text is a valid tag: words of lower-case letters and digits joined by '-' or '_'.

    >>> is_tag("boss"), is_tag("world-3_b"), is_tag("My tag")
    (True, True, False)
    """
    return len(text) <= MAX_SLUG and _TAG.fullmatch(text) is not None


def no_tag(text: str) -> str:
    """Return the message for a text that is not a valid tag."""
    words = "-".join("".join(letter if letter.isalnum() else " " for letter in text.lower()).split())
    hint = f"; did you mean {words!r}?" if is_tag(words) else ""
    rule = f"use 1 to {MAX_SLUG} lower-case letters and digits, in words joined by '-' or '_'"
    return f"invalid tag {text[:MAX_SLUG]!r}: {rule}{hint}"


def is_storable(text: str) -> bool:
    r"""Return whether both databases can store and compare a text: it contains no NUL and no unpaired surrogates.

    >>> is_storable("swish-36"), is_storable("a\0b"), is_storable("\ud800")
    (True, False, False)
    """
    try:
        return b"\0" not in text.encode("utf-8")
    except UnicodeEncodeError:
        return False


def require_texts(**texts: str | None) -> None:
    """Raise TextError for the first field whose text cannot be stored."""
    for field, text in texts.items():
        if text is not None and not is_storable(text):
            raise TextError(field)
