"""The declaration of a request, what carries it out, and the forms of its answers."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from types import UnionType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_args

from ludex.engine.budget import Budget
from ludex.requests.fields import Asked

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.reading import Shown
    from ludex.catalogue.registry import Registry
    from ludex.catalogue.store_result import Stored

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


class Work(Protocol):
    """What carries out a request: a service with its bounds, a command without, a job."""

    @property
    def catalogue(self) -> "Catalogue":
        """Return the catalogue; a command opens it then."""

    @property
    def kept(self) -> "Catalogue | None":
        """Return the catalogue if the answer is to be stored, else None."""

    def search(self) -> AbstractContextManager[Budget]:
        """Yield the budget of a search; a service holds a computing slot meanwhile."""

    def bound(self, most: T) -> T | None:
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
    run: Callable[[Any, Work], Any]
    said: Callable[[Any, Any], Iterable[str]]
    subject: str | Subject
    stores: Stores = Stores.NEVER
    answers: "Callable[[Registry], Any] | Media | None" = None
    drawn: Callable[[Any, Any], str] | None = None
    remark: Callable[[Any, Any], str | None] = lambda _answer, _asked: None
    fails: Callable[[Any], bool] = lambda _answer: False
    problems: tuple[int, ...] = ()

    @property
    def takes(self) -> type[Asked]:
        """Return the model of its fields."""
        model: type[Asked] = _function(self.run).__annotations__["asked"]
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
class Made:
    """A stored object that a request came to: it is answered as its document, with further members.

    `shown` is what the lines for people say besides.
    """

    stored: "Stored"
    members: Mapping[str, Any] = field(default_factory=dict)
    shown: Any = None


@dataclass(frozen=True, slots=True)
class Changed:
    """A stored object that a request changed: it is answered as it is then."""

    shown: "Shown"


@dataclass(frozen=True, slots=True)
class About:
    """What a request came to, about an object of a kind by its label, None if it is not stored.

    `of` is what lines are made of, if the value does not say it.
    """

    value: Any
    kind: str
    label: str | None
    created: bool = False
    of: Any = None


@dataclass(frozen=True, slots=True)
class Told:
    """What a request came to, of which something may be new; `of` is what lines and pictures are made of."""

    value: Any
    created: bool = False
    of: Any = None

    @classmethod
    def page(cls, items: Sequence[Any]) -> "Told":
        """Return a whole list as a page that has all of it."""
        return cls({"items": items, "next": None, "count": len(items), "count_exact": True}, of=items)


@dataclass(frozen=True, slots=True)
class Matches:
    """Stored objects that were looked up, each with a matching."""

    items: "Sequence[Shown]"
    matchings: Sequence[Sequence[int] | None]
    members: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Listed:
    """Objects that a request made or stored, of which some may be new; `members` stand beside them.

    `stored` tells what came of storing each; `of` is what lines are made of.
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
