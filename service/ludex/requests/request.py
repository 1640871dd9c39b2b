"""The classes that declare a request.

They include the context in which a request runs, and the types of its result.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from types import UnionType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_args

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.requests.fields import Argument, RequestModel, validate

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.kinds.registry import Registry
    from ludex.catalogue.objects.reading import ObjectView
    from ludex.catalogue.objects.store_result import Stored

T = TypeVar("T")


class Stores(Enum):
    """Whether a request stores its result.

    `ON_REQUEST`: the service always stores the result, and a command stores it if `--store` is given. `OPTIONAL`: the
    result is stored if the request's field `store` is true. `IF_ALLOWED`: like `ON_REQUEST`, but a read-only service
    responds without storing the result. `UPDATES`: the request changes an existing object.
    """

    NEVER = "never"
    ALWAYS = "always"
    ON_REQUEST = "on-request"
    OPTIONAL = "optional"
    IF_ALLOWED = "if-allowed"
    UPDATES = "updates"


class ExecutionContext(Protocol):
    """The context in which a request runs.

    The API and pages have bounds. Commands and jobs have none.
    """

    @property
    def catalogue(self) -> "Catalogue":
        """Return the catalogue. A command opens the catalogue on first use."""

    @property
    def destination(self) -> "Catalogue | None":
        """Return the catalogue in which to store the result, or None if the result is not to be stored."""

    def search(self) -> AbstractContextManager[Budget]:
        """Yield the budget of a search. The service occupies a computing slot during the search."""

    def bound(self, limit: T) -> T | None:
        """Return `limit` in a service, and None in a command or job."""


@dataclass(frozen=True, slots=True)
class Media:
    """The media types of a response that is not a JSON object. There are none if the response has no body."""

    types: tuple[str, ...]


SVG = Media(("image/svg+xml",))
TEXT = Media(("text/plain",))
JSON_LINES = Media(("application/x-ndjson",))
NOTHING = Media(())


@dataclass(frozen=True, slots=True)
class Subject:
    """A section of the API documentation for requests that do not belong to one kind of object."""

    name: str
    tag: str
    about: str


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """The declaration of a request.

    Attributes
    ----------
    address : str
        The HTTP method, and the path relative to /api/v1. Empty if the request is not in the API. Fields in braces are
        path parameters.
    command : str
        The words of the command. Empty if the request is not a command.
    run : callable
        Runs the request. The annotation of the parameter `request` is the model of the fields. The docstring is the
        documentation. The return annotation is the response model, unless `answers` is set.
    said : callable
        Returns the lines of the text output, given the result and the request.
    subject : str or Subject
        The address of a kind, or a section of the documentation.
    stores : Stores
        Whether the request stores its result.
    answers : callable or Media, optional
        The factory of the response model, or the media type of the response.
    drawn : callable, optional
        Draws the result. If `drawn` is set, the API also has the path with the suffix `.svg`, and the command has the
        option `--plot`.
    remark : callable
        Returns a remark that the command writes to standard error, or None for no remark.
    fails : callable
        Returns whether a command ends with exit code 1.
    problems : tuple of int
        The error statuses that the request can return, in addition to those that every request can return.
    tool : bool
        Whether the request is offered to programs that call tools (MCP).
    """

    address: str
    command: str
    run: Callable[[Any, ExecutionContext], Any]
    said: Callable[[Any, Any], Iterable[str]]
    subject: str | Subject
    stores: Stores = Stores.NEVER
    answers: "Callable[[Registry], Any] | Media | None" = None
    drawn: Callable[[Any, Any], str] | None = None
    remark: Callable[[Any, Any], str | None] = lambda _answer, _request: None
    fails: Callable[[Any], bool] = lambda _answer: False
    problems: tuple[int, ...] = ()
    tool: bool = False

    @property
    def takes(self) -> type[RequestModel]:
        """Return the model of the fields."""
        model: type[RequestModel] = _function(self.run).__annotations__["request"]
        return model

    def read_text(self, text: str) -> RequestModel:
        """Return the request model for a text, parsed as the argument of the command, within the bounds of the service.

        Raises Fault.
        """
        for name, info in self.takes.model_fields.items():
            for mark in info.metadata:
                if isinstance(mark, Argument):
                    try:
                        result = mark.read(text)
                    except ValueError as error:
                        raise Fault(str(error)) from None
                    return validate(self.takes, result if mark.merged else {name: result})
        raise Fault("this request does not read text")

    @property
    def answer(self) -> "Callable[[Registry], Any] | Media | type[Any]":
        """Return the response model, or its factory."""
        if self.answers is not None:
            return self.answers
        result = _function(self.run).__annotations__["return"]
        return (lambda _registry: get_args(result)) if isinstance(result, UnionType) else result

    @property
    def about(self) -> str:
        """Return the documentation, which begins with a one-line summary."""
        return inspect.getdoc(_function(self.run)) or ""


def _function(run: Callable[..., Any]) -> Callable[..., Any]:
    return run.func if isinstance(run, partial) else run


@dataclass(frozen=True, slots=True)
class StoredResult:
    """An object that a request stored.

    The response is the document of the object, with additional members.

    `stored` contains the document. `shown` contains additional information for the text output.
    """

    stored: "Stored"
    members: Mapping[str, Any] = field(default_factory=dict)
    shown: Any = None


@dataclass(frozen=True, slots=True)
class UpdatedResult:
    """A stored object after a request has changed it."""

    shown: "ObjectView"


@dataclass(frozen=True, slots=True)
class ObjectResult:
    """The result of a request about an object of a kind. `label` is None if the object is not stored.

    The text output shows `of` if `value` does not contain the domain value.
    """

    value: Any
    kind: str
    label: str | None
    created: bool = False
    of: Any = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a request, which may have stored a new object.

    The text output and pictures show the value `of`.
    """

    value: Any
    created: bool = False
    of: Any = None

    @classmethod
    def page(cls, items: Sequence[Any]) -> "Result":
        """Return a complete list as one page."""
        return cls({"items": items, "next": None, "count": len(items), "count_exact": True}, of=items)


@dataclass(frozen=True, slots=True)
class LookupResult:
    """Stored objects that were looked up, together with their matchings."""

    items: "Sequence[ObjectView]"
    matchings: Sequence[Sequence[int] | None]
    members: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ListResult:
    """Objects that a request has generated or stored, and additional members of the response.

    `stored` contains the result of storing each object. `of` is the value that the text output shows.
    """

    items: "Sequence[ObjectView]"
    stored: "Sequence[Stored]"
    members: Mapping[str, Any] = field(default_factory=dict)
    of: Any = None

    @property
    def created(self) -> bool:
        """Return whether any object is new."""
        return any(stored.created for stored in self.stored)


@dataclass(frozen=True, slots=True)
class StreamedResult:
    """A result that is streamed, as pieces of JSON text or as lines of text output.

    The JSON text is given as pieces, whose total size is `length` bytes. The text output is given as lines.

    `length` is None if the result is computed while it is written. This happens only in commands.
    """

    json: Callable[[], Iterable[bytes]]
    lines: Callable[[], Iterable[str]]
    length: int | None = None


class Text(str):
    """A result that is plain text: a picture, or a graph in an external format."""

    __slots__ = ()
