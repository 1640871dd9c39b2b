"""The declaration of a request, the context in which it runs, and the forms of its result."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from types import UnionType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_args

from ludex.engine.budget import Budget
from ludex.requests.fields import RequestModel

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.kinds.registry import Registry
    from ludex.catalogue.objects.reading import Shown
    from ludex.catalogue.objects.store_result import Stored

T = TypeVar("T")


class Stores(Enum):
    """Whether a request stores.

    `asked`: a command with `--store`, the service always. `chosen`: if its field `store` says so. `open`: as asked,
    but a service that is read-only answers all the same. `changes`: always, an object that is there.
    """

    NEVER = "never"
    ALWAYS = "always"
    ASKED = "asked"
    CHOSEN = "chosen"
    OPEN = "open"
    CHANGES = "changes"


class ExecutionContext(Protocol):
    """The context in which a request runs: a service with its bounds, a command without bounds, a page, a job."""

    @property
    def catalogue(self) -> "Catalogue":
        """Return the catalogue; a command opens it then."""

    @property
    def kept(self) -> "Catalogue | None":
        """Return the catalogue if the answer is to be stored, else None."""

    def search(self) -> AbstractContextManager[Budget]:
        """Yield the budget of a search; a service holds a computing slot meanwhile."""

    def bound(self, limit: T) -> T | None:
        """Return a bound of the service; a command has none."""


@dataclass(frozen=True, slots=True)
class Media:
    """An answer that is not a JSON object: its media types, none if there is no body."""

    types: tuple[str, ...]


SVG = Media(("image/svg+xml",))
TEXT = Media(("text/plain",))
NOTHING = Media(())


@dataclass(frozen=True, slots=True)
class Subject:
    """What requests are about that are about no one kind of object: a heading of the documentation."""

    name: str
    tag: str
    about: str


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """One thing that a user can ask for.

    `address` is its method and its address below /api/v1, `command` its words on the command line; either may be
    empty. `run` carries it out: its parameter `asked` is typed by the model of the fields, its docstring is the
    documentation, what it is annotated to return the answer, unless `answers` makes the model of that. Fields that the
    address names are read from there. `said` gives the lines for people, of the answer and what was asked. `subject` is
    the address of a kind, or a subject. `drawn` makes a picture of the answer: the address with `.svg`, and the option
    `--plot`. `remark` is what a command says beside its output, `fails` tells whether it ends with exit code 1.
    `problems` are statuses beyond the usual ones.
    """

    address: str
    command: str
    run: Callable[[Any, ExecutionContext], Any]
    said: Callable[[Any, Any], Iterable[str]]
    subject: str | Subject
    stores: Stores = Stores.NEVER
    answers: "Callable[[Registry], Any] | Media | None" = None
    drawn: Callable[[Any, Any], str] | None = None
    remark: Callable[[Any, Any], str | None] = lambda _answer, _asked: None
    fails: Callable[[Any], bool] = lambda _answer: False
    problems: tuple[int, ...] = ()

    @property
    def takes(self) -> type[RequestModel]:
        """Return the model of its fields."""
        model: type[RequestModel] = _function(self.run).__annotations__["asked"]
        return model

    @property
    def answer(self) -> "Callable[[Registry], Any] | Media | type[Any]":
        """Return the model of its answer, or what makes it."""
        if self.answers is not None:
            return self.answers
        made = _function(self.run).__annotations__["return"]
        return (lambda _registry: get_args(made)) if isinstance(made, UnionType) else made

    @property
    def about(self) -> str:
        """Return what it does, in sentences; the first line is a summary."""
        return inspect.getdoc(_function(self.run)) or ""


def _function(run: Callable[..., Any]) -> Callable[..., Any]:
    return run.func if isinstance(run, partial) else run


@dataclass(frozen=True, slots=True)
class StoredResult:
    """An object that a request stored: it is answered as its document, with further members.

    `stored` has the object as it is shown. `shown` is extra information for the text output of commands.
    """

    stored: "Stored"
    members: Mapping[str, Any] = field(default_factory=dict)
    shown: Any = None


@dataclass(frozen=True, slots=True)
class UpdatedResult:
    """A stored object after a request has changed it."""

    shown: "Shown"


@dataclass(frozen=True, slots=True)
class ObjectResult:
    """The result of a request about an object of a kind, given by its label; None if it is not stored.

    `of` is the value for text output, if `value` does not contain it.
    """

    value: Any
    kind: str
    label: str | None
    created: bool = False
    of: Any = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a request, which may have stored something new; `of` is the value for text output and pictures."""

    value: Any
    created: bool = False
    of: Any = None

    @classmethod
    def page(cls, items: Sequence[Any]) -> "Result":
        """Return a whole list as a page that has all of it."""
        return cls({"items": items, "next": None, "count": len(items), "count_exact": True}, of=items)


@dataclass(frozen=True, slots=True)
class LookupResult:
    """Stored objects that were looked up, each with a matching."""

    items: "Sequence[Shown]"
    matchings: Sequence[Sequence[int] | None]
    members: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ListResult:
    """Objects that a request generated or stored, with further members of the answer.

    `stored` has the result of storing each; `of` is the value for text output.
    """

    items: "Sequence[Shown]"
    stored: "Sequence[Stored]"
    members: Mapping[str, Any] = field(default_factory=dict)
    of: Any = None

    @property
    def created(self) -> bool:
        """Tell whether any is new."""
        return any(one.created for one in self.stored)


@dataclass(frozen=True, slots=True)
class Streamed:
    """An answer that is written while it is sent: the pieces of its JSON, of `length` bytes, and its lines for people.

    A command may find it while it writes: `length` is None then.
    """

    json: Callable[[], Iterable[bytes]]
    lines: Callable[[], Iterable[str]]
    length: int | None = None


class Text(str):
    """An answer that is a text as it is: a picture, a graph in a format of other programs."""

    __slots__ = ()
