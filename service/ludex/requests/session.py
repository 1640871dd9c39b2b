"""What a request works with: the catalogue, and the rights to search and to write.

In the service, a search takes a computing slot, and a writing request writes with the rights of the client. A command
shows its progress. In Python, a search has no limits.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Self, TypeVar

from ludex.catalogue import graph, objects
from ludex.engine.budget import Budget
from ludex.engine.exact_json import exact_json_text
from ludex.engine.faults import within
from ludex.requests.values import Value, type_of

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue as Store
    from ludex.catalogue.kinds.registry import AnyKind, Registry
    from ludex.catalogue.objects.reading import ObjectView
    from ludex.catalogue.storage.snapshot import ReaderContext
    from ludex.jobs.store import JobStore

T = TypeVar("T")

Right = Literal["store", "edit", "admin"]
"""A right to write: to store objects, to change and delete one's own objects, or to do both with all objects."""

Search = Callable[[float | None], AbstractContextManager[Budget]]
"""A function that returns the budget of a search with a time limit in seconds, or with the default time limit."""


def unlimited(seconds: float | None) -> AbstractContextManager[Budget]:
    """Return the budget of a search that has no other limit than its own."""
    return nullcontext(Budget(seconds=seconds))


def _anyone(_owner: str | None) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Client:
    """The client of a request. A command and a program may do everything.

    Attributes
    ----------
    owner
        The owner of its API key.
    request_id
        The id of the request in the log of the service.
    reads_job
        Returns whether it may read the arguments, the log and the result of an owner's job.
    reaches
        Returns whether it may change what belongs to an owner.
    """

    owner: str | None = None
    request_id: str | None = None
    reads_job: Callable[[str | None], bool] = _anyone
    reaches: Callable[[str | None], bool] = _anyone


class Session:
    """A catalogue during a request. :class:`ludex.Catalogue` is the session of a program.

    Parameters
    ----------
    store : ludex.catalogue.catalogue.Catalogue, or callable
        The catalogue, or a function that opens it when it is first needed.
    values : function
        Returns the types of values that can be given for objects. They are read when the first value is given.
    search : callable
        Returns the budget of a search.
    wait : callable
        Returns the budget of waiting for something, which takes no computing slot.
    grant : callable, optional
        Returns the catalogue that writes with a right of the client, or raises an exception. By default, everything is
        allowed.
    jobs : callable, optional
        Returns the jobs of the catalogue.
    client : callable
        Returns the client of the request.
    served : bool
        Whether the bounds of the service apply.
    public_url : str or callable, optional
        The address of the site, or a function that returns it.
    daily_ahead : int
        The number of future days of a calendar that everyone sees.
    """

    def __init__(
        self,
        store: "Store | Callable[[], Store]",
        values: Callable[[], tuple[Value, ...]] = tuple,
        search: Search = unlimited,
        *,
        wait: Search = unlimited,
        grant: "Callable[[Right], Store] | None" = None,
        jobs: "Callable[[], JobStore] | None" = None,
        client: Callable[[], Client] = Client,
        served: bool = False,
        public_url: str | Callable[[], str | None] | None = None,
        daily_ahead: int = 0,
    ) -> None:
        self._open: Callable[[], Store] = store if callable(store) else lambda: store
        self._read_values = values
        self._search = search
        self._wait = wait
        self._grant = grant
        self._jobs = jobs
        self._client = client
        self._served = served
        self._right: Right | Literal["read", "any"] = "any"
        self._time_limit: float | None = None
        self._public_url = public_url
        self.daily_ahead = daily_ahead

    def _copied(self) -> Self:
        # Each request copies its session, and `copy.copy` would take five times as long.
        session = object.__new__(type(self))
        session.__dict__.update(self.__dict__)
        return session

    def allowing(self, right: Right | None, time_limit: float | None = None) -> Self:
        """Return the session of a request with a right to write, or with the right to read if it is None.

        The time limit of the request also applies to finding an object by its value.

        Raises RuntimeError if a request that has fewer rights runs another request.
        """
        session = self._copied()
        session._time_limit = time_limit
        if self._right != "any":
            if right not in (None, self._right):
                raise RuntimeError(f"a request that may {self._right} ran a request that may {right}")
            return session
        session._right = right or "read"
        if right is None:
            session._open = lambda: self._open().read_only
        elif self._grant is not None:
            granted = self._grant(right)
            session._open = lambda: granted
        return session

    @property
    def registry(self) -> "Registry":
        """The declarations of the games."""
        return self.store.registry

    @property
    def public_url(self) -> str | None:
        """The address of the site, or None if it is not set."""
        return self._public_url() if callable(self._public_url) else self._public_url

    @property
    def store(self) -> "Store":
        """The catalogue for operations. It can write if the declaration of the request has `writes`."""
        return self._open()

    @property
    def catalogue(self) -> "Store":
        """The same as `store`, for the functions that read inputs."""
        return self.store

    @property
    def jobs(self) -> "JobStore":
        """The jobs of the catalogue."""
        if self._jobs is None:
            raise RuntimeError("a catalogue runs no jobs; open its jobs with `ludex.Jobs(url)`")
        return self._jobs()

    @property
    def client(self) -> Client:
        """The client of the request."""
        return self._client()

    @property
    def destination(self) -> "Store | None":
        """The catalogue in which to store the result, or None if the request does not store it."""
        return None if self._right == "read" else self.store

    def bound(self, limit: T) -> T | None:
        """Return a limit in the service, and None in a command, a job or a program."""
        return limit if self._served else None

    def reading(self) -> "ReaderContext":
        """Open a reader on one snapshot of the catalogue."""
        return self.store.reading()

    def searching(self, time_limit: float | None = None) -> AbstractContextManager[Budget]:
        """Return the budget of a search, which the service lends only while a computing slot is free."""
        return self._search(time_limit or self._time_limit)

    def within(self, search: Budget) -> Self:
        """Return the session during a search. Its further searches are parts of that search, in the same slot."""
        session = self._copied()
        session._search = lambda seconds: nullcontext(search if seconds is None else search.share(seconds=seconds))
        return session

    def waiting(self, time_limit: float | None = None) -> AbstractContextManager[Budget]:
        """Return the budget of waiting for something, which the service lends without a computing slot."""
        return self._wait(time_limit)

    def resolve(self, given: object, *place: str, kind: "AnyKind | None" = None) -> "ObjectView":
        """Return an object that is given by name or by value.

        `place` is the place of the object in the request.

        Raises
        ------
        UnknownObject, SeveralObjects
            If there is no such object, or if several objects have the name.
        Fault
            If the value is invalid.
        """
        try:
            with within(*place):
                return self._resolve(given, kind)
        except objects.reading.UnknownObject as error:
            error.place = place
            raise

    def resolve_stored(self, given: object, *place: str) -> "ObjectView":
        """Return an object that is not only built in. Raises as :meth:`resolve`."""
        found = self.resolve(given, *place)
        try:
            return graph.given_objects.require_links(found)
        except graph.given_objects.NotStored as error:
            error.place = place
            raise

    def _resolve(self, given: object, kind: "AnyKind | None") -> "ObjectView":
        if isinstance(given, str | Mapping):
            return graph.given_objects.find_given(
                self.store, given, self.searching, kind=kind, write_json=exact_json_text
            )
        value_type = type_of(given, self._read_values())
        found = self.registry.kind[value_type.kind]
        if kind not in (None, found):
            raise ValueError(f"a {value_type.name} is a {found.words}, not of the kind {kind.name if kind else None}")
        with self.searching() as budget:
            return graph.given_objects.require_stored(
                self.store, value_type.identify(given, budget), found, f"the {found.words}"
            )
