"""What a request works with: the catalogue, and the right to search.

In the service, a search takes a computing slot. A command shows its progress. In Python, it has no limits.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext

from ludex.catalogue.catalogue import Catalogue as Store
from ludex.catalogue.graph.given_objects import NotStored, find_given, require_stored
from ludex.catalogue.kinds.registry import AnyKind, Registry
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, find
from ludex.catalogue.storage.snapshot import ReaderContext
from ludex.engine.budget import Budget
from ludex.engine.faults import within
from ludex.requests.json_text import exact_json_text
from ludex.requests.values import Value, type_of

Search = Callable[[float | None], AbstractContextManager[Budget]]
"""A function that returns the budget of a search with a time limit in seconds, or with the default time limit."""


def unlimited(seconds: float | None) -> AbstractContextManager[Budget]:
    """Return the budget of a search that has no other limit than its own."""
    return nullcontext(Budget(seconds=seconds))


class Session:
    """A catalogue during a request. :class:`ludex.Catalogue` is the session of a program."""

    def __init__(self, store: Store, values: tuple[Value, ...] = (), search: Search = unlimited) -> None:
        self._store = store
        self._values = values
        self._search = search

    @property
    def registry(self) -> Registry:
        """The declarations of the games."""
        return self._store.registry

    def reading(self) -> ReaderContext:
        """Open a reader on one snapshot of the catalogue."""
        return self._store.reading()

    def searching(self, time_limit: float | None = None) -> AbstractContextManager[Budget]:
        """Return the budget of a search, which the service lends only while a computing slot is free."""
        return self._search(time_limit)

    def resolve(self, given: object, *place: str, kind: AnyKind | None = None) -> ObjectView:
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
        except UnknownObject as error:
            error.place = place
            raise

    def resolve_stored(self, given: object, *place: str) -> ObjectView:
        """Return an object that is not only built in. Raises as :meth:`resolve`."""
        found = self.resolve(given, *place)
        if found.id:
            return found
        error = NotStored(f"{found.label} is built in and not stored, so it has no links")
        error.place = place
        raise error

    def _resolve(self, given: object, kind: AnyKind | None) -> ObjectView:
        if isinstance(given, str):
            try:
                with self.reading() as reader:
                    return find(reader, given.strip(), kind)
            except UnknownObject:
                pass  # It may be a text in a notation.
        if isinstance(given, str | Mapping):
            with self.searching() as budget:
                return find_given(self._store, given, budget, kind=kind, write_json=exact_json_text)
        value_type = type_of(given, self._values)
        found = self.registry.kind[value_type.kind]
        if kind not in (None, found):
            raise ValueError(f"a {value_type.name} is a {found.words}, not of the kind {kind.name if kind else None}")
        with self.searching() as budget:
            return require_stored(self._store, value_type.identify(given, budget), found, f"the {found.words}")
