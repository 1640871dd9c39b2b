"""Input of requests that is read from the catalogue by label or slug, in the form of values or pictures.

The types of values, declared by games, that can be looked up in a catalogue or added to it.

Bounds of the service that all games share. The request models take their limits from this module.

The bounds of each game are in the module `bounds` of the game's requests. `ludex.api.bounds` creates the table of
bounds in the documentation.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ludex.catalogue import objects
from ludex.catalogue.kinds.label import MAX_QUERY, MAX_SLUG, MAX_TAGS, has_shape_of_label
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, Place, within

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.kinds.kind import Identity, Matching
    from ludex.catalogue.objects.store_result import Stored


T = TypeVar("T")


@contextmanager
def known(place: Place, remedy: str = "") -> Iterator[None]:
    """Convert UnknownObject to a Fault at a place in the input. A remedy is appended to the message."""
    try:
        yield
    except objects.reading.UnknownObject as error:
        raise Fault(f"{error}{remedy}", place) from None


class HasCatalogue(Protocol):
    """A context with a catalogue from which stored objects are read."""

    @property
    def catalogue(self) -> "Catalogue":
        """Return the catalogue."""


class InputContext(HasCatalogue, Protocol):
    """A context with a catalogue, and with the bounds of the service."""

    def bound(self, limit: T) -> T | None:
        """Return `limit` in a service, and None in a command, a job or a program."""


class SearchContext(InputContext, Protocol):
    """A context that can also search, such as that of a page."""

    def search(self) -> AbstractContextManager[Budget]:
        """Yield the budget of a search. The service occupies a computing slot during the search."""


def stored(context: HasCatalogue, label: str, *kinds: str) -> Any:  # noqa: ANN401 - a value of one of the kinds
    """Return the value of the object with a label, a slug or a short name.

    Raises Fault if there is no such object, or if its kind is not one of the given kinds.
    """
    return _stored(context, label, kinds, required=True)


def stored_value(context: HasCatalogue, label: str, *kinds: str) -> Any:  # noqa: ANN401 - a value of one of the kinds
    """Return the same as :func:`stored`, but None for an object of another kind."""
    return _stored(context, label, kinds, required=False)


def _stored(context: HasCatalogue, label: str, kinds: Sequence[str], *, required: bool) -> Any:  # noqa: ANN401
    with within("label"), context.catalogue.reading() as reader:
        try:
            result = objects.reading.find(reader, label)
        except objects.reading.UnknownObject as error:
            said = "no object has this name; give a label, a slug, a short name, or the object itself"
            raise Fault(str(error) if has_shape_of_label(label) else said) from None
        if result.kind.name in kinds:
            return objects.reading.value_of(reader, result)
        if required:
            words = " or ".join(reader.registry.kind[kind].words for kind in kinds)
            raise Fault(f"{label} is a {result.kind.words}; give the label of a {words}")
        return None


def drawn_object(label: str, context: HasCatalogue) -> str:
    """Return the picture of the object with a label.

    Raises Fault if there is no such object, or if it has no picture.
    """
    with known(("label",)), context.catalogue.reading() as reader:
        try:
            return objects.pictures.picture_of(reader, objects.reading.find(reader, label))
        except objects.pictures.NoPicture as error:
            raise Fault(str(error), ("label",)) from None


@dataclass(frozen=True, slots=True)
class StoredValue:
    """The stored object for a value, and the matching from the parts of the value to its parts.

    There is no matching if the object has no parts.
    """

    stored: "Stored"
    matching: "Matching | None"


Add = Callable[["Catalogue", Any, "Budget", str | None], StoredValue]
"""A function that solves and stores a value.

Its arguments are the catalogue, the value, the budget, and what to find.
"""


@dataclass(frozen=True, slots=True)
class Value:
    """A type of values that can be looked up in a catalogue.

    Parameters
    ----------
    name : str
        The name of the type in messages, such as `swish.Position`.
    accepts : callable
        Returns whether a value is of this type.
    kind : str
        The name of the kind of the stored objects.
    identify : callable
        Returns the identity of a value: its key, and the canonical order of its parts.
    add : callable, optional
        Solves and stores a value. None if values of this type are stored only as parts of other objects.
    finds : tuple of str
        What `add` can find in a value and store with it.
    """

    name: str
    accepts: Callable[[object], bool]
    kind: str
    identify: "Callable[[Any, Budget], Identity]"
    add: Add | None = None
    finds: tuple[str, ...] = ()


def type_of(value: object, types: tuple[Value, ...]) -> Value:
    """Return the type of a value. Raises TypeError if no type accepts the value."""
    for candidate in types:
        if candidate.accepts(value):
            return candidate
    known = ", ".join(candidate.name for candidate in types)
    raise TypeError(f"values of the type {type(value).__name__} cannot be looked up; the types are {known}")


def require_addable(of: Value, find: str | None) -> Add:
    """Return the function that adds values of a type.

    Raises TypeError if there is no such function, and ValueError if `find` is not one of the choices.
    """
    if of.add is None:
        raise TypeError(f"a {of.name} cannot be added alone; it is stored as part of other objects")
    if find is not None and find not in of.finds:
        known = f"find is one of {', '.join(of.finds)}" if of.finds else "there is nothing to find in it"
        raise ValueError(f"find={find!r} is not possible for a {of.name}: {known}")
    return of.add


_MARKS = (b",", b'"', b"[", b"{")
_STRING = re.compile(rb'"[^"]*"?')
_SQUARE = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))

BODY_BYTES = 8 * 1024 * 1024
JSON_DEPTH = 16
JSON_NAMES = 64
JSON_MARKS = 500_000
REQUEST_LINE_BYTES = 8190
HEADERS = 100
HEADER_BYTES = 8190

FEW_ITEMS = 100
"""The service reads a request with more points, edges, cards or other items in a computing slot."""

TIME_LIMIT = 60.0
TIME_LIMIT_LEAST = 0.05
TIME_LIMIT_DEFAULT = 10.0

LIST_LIMIT = 1000
LIST_LIMIT_DEFAULT = 100
PAGE_BYTES = 8 * 1024 * 1024
LARGE_LIST_BYTES = 1024 * 1024
LARGE_LISTS = 8
EXPORTS = 16
EVENT_STREAMS = 12
SEARCH_LIMIT_DEFAULT = 20
CURSOR_CHARACTERS = 1024
BATCH_LABELS = 1000
LABEL_CHARACTERS = 128
OBJECT_CHARACTERS = 8000

SLUG_CHARACTERS = MAX_SLUG
TITLE_CHARACTERS = 200
DESCRIPTION_CHARACTERS = 2000
TAGS = MAX_TAGS
QUERY_CHARACTERS = MAX_QUERY
SEED = 2**63 - 1
IMPORT_LINES = 1000
DEDUP_POSITIONS = 1000
DEDUP_PARTS = 10_000
PACK_LEVELS = 1000
ARCHIVED_LEVELS = 200

PATTERN_CHARACTERS = 2000
WALK_STEPS = 8
DEPTH = 8
PATH_LENGTH = 100
PATH_LENGTH_DEFAULT = 20


@dataclass(frozen=True, slots=True)
class Bound:
    """A row of the bounds table: the bounded quantity, where the bound applies, and the limit."""

    subject: str
    place: str
    limit: str


def one_to(maximum: int, default: int) -> str:
    """Return the table cell for an optional number. It shows the range and the default of the number."""
    return f"1 to {maximum:,}, default {default:,}"


def in_bytes(number: int) -> str:
    """Return the table cell for a number of bytes."""
    return f"{number // (1024 * 1024)} MiB" if number % (1024 * 1024) == 0 else f"{number:,} bytes"


def require_small_json(text: str) -> None:
    """Raise Fault if JSON has too many values or is nested too deeply, before it is parsed."""
    raw = text.encode()
    # The parser holds the global interpreter lock while it runs. For this number of values, it runs for about 0.3
    # seconds.
    if sum(map(raw.count, _MARKS)) > JSON_MARKS:
        raise Fault(f"more than {JSON_MARKS:,} commas, quotes and opening brackets")
    # Each of these few passes takes milliseconds. A Python loop over the bytes would delay all other requests.
    strings_end_at_quotes = raw.replace(b"\\\\", b"").replace(b'\\"', b"")
    brackets = _STRING.sub(b"", strings_end_at_quotes).translate(_SQUARE, _NO_BRACKETS)
    for _ in range(JSON_DEPTH):
        brackets = brackets.replace(b"[]", b"")
    if b"[]" in brackets or brackets.startswith(b"[" * (JSON_DEPTH + 1)):
        raise Fault(f"more than {JSON_DEPTH} levels of nesting")
