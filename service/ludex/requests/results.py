"""The results of requests that are not plain values: stored objects, texts, pictures and streams.

Every surface treats them in the same way. For example, the API responds with 201 if a request stored a new object.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from pydantic import BaseModel

from ludex.requests.json_text import json_text
from ludex.requests.stored_object import StoredObject

if TYPE_CHECKING:
    from ludex.catalogue.objects.store_result import Stored

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class OfKind:
    """Marks a result that contains stored objects: their kind, and the additional members of the response.

    A member is described by a type and a field of pydantic. `title` is the name of the model of a list in the OpenAPI
    document.
    """

    kind: str
    title: str = ""
    further: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)


class Objects(Sequence[StoredObject]):
    """Objects that a request generated or stored.

    `members` are additional members of the response. `shown` is a value that only the text output shows.
    """

    def __init__(self, items: Iterable[StoredObject], *, shown: Any = None, **members: Any) -> None:  # noqa: ANN401
        self.items = tuple(items)
        self.shown = shown
        self.members = members

    @property
    def created(self) -> bool:
        """Whether any of the objects is new."""
        return any(item.created for item in self.items)

    @property
    def stored(self) -> "tuple[Stored, ...]":
        """The results of storing the objects."""
        return tuple(item.stored for item in self.items if item.stored is not None)

    @overload
    def __getitem__(self, index: int) -> StoredObject: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[StoredObject]: ...
    def __getitem__(self, index: int | slice) -> StoredObject | Sequence[StoredObject]:
        return self.items[index]

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {list(self.items)}>"


class Matches(Objects):
    """Stored objects that were looked up, each with its matching."""

    @property
    def matchings(self) -> tuple[Sequence[int] | None, ...]:
        """For each object, the parts that match the parts of the given object."""
        return tuple(item.matching for item in self.items)


@dataclass(frozen=True)  # a generic class cannot have slots too
class Identified(Generic[T]):
    """A value that names an object of a kind, which may be stored.

    Attributes
    ----------
    value
        The value: a dataclass or a model. The API adds the URL of the object.
    kind
        The name of the kind.
    label
        The label of the object, or None if the object is not stored.
    created
        Whether the request stored the object.
    """

    value: T
    kind: str
    label: str | None = None
    created: bool = False

    @property
    def members(self) -> dict[str, Any]:
        """The members of the value."""
        if is_dataclass(self.value) and not isinstance(self.value, type):
            return asdict(self.value)
        return dict(self.value) if isinstance(self.value, BaseModel | Mapping) else {}


class Svg(str):
    """A picture in SVG. The API and commands also write it in other formats."""

    __slots__ = ()


class PlainText(str):
    """A plain text, such as a graph or a program in an external format."""

    __slots__ = ()


class JsonLines(PlainText):
    """Lines of JSON, such as a part of an export."""

    __slots__ = ()


@dataclass(frozen=True)
class Stream(Generic[T]):
    """A long result, which is written while it is computed or read. `T` is the type of its JSON.

    Attributes
    ----------
    json
        Returns the JSON text in pieces.
    lines
        Returns the lines of the text output. By default, they are the JSON text.
    length
        The length of the JSON text in bytes, or None if it is not known.
    """

    json: Callable[[], Iterable[bytes]]
    lines: Callable[[], Iterable[str]] | None = None
    length: int | None = None

    def text(self) -> Iterator[str]:
        """Return the lines of the text output."""
        if self.lines is not None:
            return iter(self.lines())
        return iter([b"".join(self.json()).decode().removesuffix("\n")])

    def bytes(self) -> bytes:
        """Return the JSON text."""
        return b"".join(self.json())


def without_url(item: StoredObject) -> str:
    """Return an object as JSON without its URL, as in commands and jobs."""
    return item.view.text(*([json_text(item.further)[1:-1]] if item.further else []))
