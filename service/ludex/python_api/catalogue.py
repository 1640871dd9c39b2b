"""A catalogue in Python: open it, read it, add to it, verify it."""

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ludex.catalogue.catalogue import Catalogue as Store
from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.claims.lists import ClaimFilters, page_of_claims
from ludex.catalogue.graph.counts import graph_counts
from ludex.catalogue.graph.exporting import everything
from ludex.catalogue.graph.following import follows, stored_id
from ludex.catalogue.graph.matching import match
from ludex.catalogue.graph.neighbours import neighbours_page
from ludex.catalogue.graph.paths import Paths, shortest_paths
from ludex.catalogue.graph.patterns import read_pattern
from ludex.catalogue.graph.surroundings import surroundings
from ludex.catalogue.graph.walks import Walks, walk
from ludex.catalogue.kinds.registry import Game
from ludex.catalogue.lists.filters import CREATED, AnyOf, ListingError, require_type
from ludex.catalogue.lists.listing import asked_of
from ludex.catalogue.objects.derived_links import order_of
from ludex.catalogue.objects.links import Neighbour
from ludex.catalogue.objects.reading import find, find_key, shown
from ludex.catalogue.starting import fill
from ludex.catalogue.storage.revisions import require_current, require_known
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.verification import Report, verify, verify_some
from ludex.engine.budget import Budget
from ludex.games.kinds import GAMES
from ludex.graphs.canonical import matching_from_orders
from ludex.python_api.listing import Listing
from ludex.python_api.objects import StoredObject
from ludex.python_api.values import Value, declared_values, require_addable, type_of

if TYPE_CHECKING:
    import networkx


__all__ = ["Catalogue"]

_AT_ONCE = 1000


class Catalogue:
    """A catalogue of game positions, opened for reading, looking up, adding and verifying.

    It is what the service serves and the command line works on; several programs may have it open. Close it at the
    end, or use it in a ``with`` statement. Threads may share one.

    Parameters
    ----------
    url : str or path, optional
        Its address, ``sqlite:////folder/catalogue.sqlite`` or ``postgresql+psycopg://user@host/name``, or the file of a
        SQLite catalogue. That of the settings (``LUDEX_DATABASE_URL``) if not given.
    make : bool, optional
        Create what is missing, and upgrade the tables of a previous version.
    games : sequence of Game, optional
        The games whose objects the catalogue holds; all installed games if not given.
    values : sequence of Value, optional
        The types of values that it takes; those that the installed games declare if not given.

    Raises
    ------
    DatabaseError
        If there is no catalogue, or its tables are not of this version. The message says what to do.
    SettingsError
        If the address of the settings is none.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from ludex import planarity
    >>> square = planarity.Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
    >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
    ...     level = catalogue.add(square)
    ...     turned = planarity.Drawing(((0, 0), (0, 4), (-4, 5), (-3, 0)), square.edges)
    ...     found = catalogue.look_up(turned)
    ...     found == level, found.matching, [one["min_swaps"] for one in catalogue.find("levels", proved=True)]
    (True, (0, 1, 2, 3), [1])
    """

    def __init__(
        self,
        url: str | os.PathLike[str] | None = None,
        *,
        make: bool = False,
        games: Sequence[Game] = GAMES,
        values: Sequence[Value] | None = None,
    ) -> None:
        self._values = declared_values() if values is None else tuple(values)
        self._store = Store(_address(url), games, make=make)
        try:
            if make:
                require_known(self._store.database.revision())
                self._store.database.upgrade()
            require_current(self._store.database)
        except BaseException:
            self.close()
            raise

    def get(self, name: str, kind: str | None = None) -> StoredObject:
        """Return the object with a label or a slug; a built-in deck need not be stored.

        Parameters
        ----------
        name : str
            A label, which is permanent, or a slug, which is unique within its kind.
        kind : str, optional
            The kind that it must be of, such as ``levels``: needed if objects of several kinds have the slug.

        Raises
        ------
        UnknownObject
            If nothing is called so.
        SeveralObjects
            If objects of several kinds are.
        """
        of_kind = None if kind is None else self._store.registry.called(kind)
        with self._store.reading() as reader:
            return StoredObject(self._store, find(reader, name, of_kind))

    def look_up(self, value: object, *, time_limit: float | None = None) -> StoredObject | None:
        """Return the stored object that a value is, in whatever disguise, or None. Nothing is stored.

        Its attribute `matching` says how the value is the object. One indexed look-up finds it, whatever the size of
        the catalogue.

        Parameters
        ----------
        value : object
            A value of a type that an installed game declares, such as a position, a deck or a drawing; the message of
            the TypeError lists all types.
        time_limit : float, optional
            Seconds that the canonical form may take.

        Raises
        ------
        TypeError
            If values of this type are none that a catalogue knows.
        ValueError
            If the value is none that can be stored, such as points on a line.
        BudgetExhausted
            If the time was too short.
        """
        of = type_of(value, self._values)
        kind = self._store.registry.kind[of.kind]
        identity = of.identify(value, Budget(seconds=time_limit))
        with self._store.reading() as reader:
            found = find_key(reader, kind, identity.key)
        if found is None:
            return None
        order = None if identity.order is None else order_of(kind, found.document())
        matching = None if identity.order is None or order is None else matching_from_orders(identity.order, order)
        return StoredObject(self._store, found, matching=matching)

    def add(self, value: object, *, find: str | None = None, time_limit: float | None = None) -> StoredObject:
        """Solve and store a value, or return the stored object that it is.

        Its attribute `created` says whether it is new, `matching` how the value is the object. What is stored is
        solved as by the API, with a proof, or with `proved` False if the time ends first.

        Parameters
        ----------
        value : object
            A value of a type that an installed game declares, as for :meth:`look_up`.
        find : str, optional
            What to find in the value and to store with it, such as "any" or "all"; the message of the ValueError lists
            what can be found in values of the type.
        time_limit : float, optional
            Seconds that this may take; without one a proof is found, however long that takes.

        Raises
        ------
        TypeError
            If values of this type cannot be added.
        ValueError
            If the value is none that can be stored, or `find` is nothing that is looked for in it.
        BudgetExhausted
            If the time was too short for anything to be known; then nothing is stored.
        """
        store = require_addable(type_of(value, self._values), find)
        made = store(self._store, value, Budget(seconds=time_limit), find)
        stored = made.stored
        with self._store.reading() as reader:
            [found] = shown(reader, stored.kind, [stored.id])
        return StoredObject(self._store, found, created=stored.created, matching=made.matching)

    def find(self, kind: str, *, sort: str = "created", limit: int | None = None, **filters: Any) -> Listing:  # noqa: ANN401
        """Return the objects of a kind under filters, as a :class:`Listing` that reads them as they are asked for.

        Parameters
        ----------
        kind : str
            The name or the plural of a kind, such as ``levels``; :meth:`kinds` lists them.
        sort : str
            A fact to sort by, falling with a leading ``-``; by age if not given.
        limit : int, optional
            At most this many.
        **filters
            Facts: ``min_swaps=4``, of a number also ``min_crossings=3`` and ``max_crossings=9``. A list asks for any of
            its values, None for what is not known. Objects: ``pack="hard"``, ``graph=label``, by label, slug or as they
            were found. `ludex list KIND --filters` shows all.

        Raises
        ------
        UnknownKind
            If no kind is called so.
        ListingError
            For a filter or a sort that the kind does not have; the message lists those that it has.
        """
        of = self._store.registry.called(kind)
        asked = asked_of(self._store.registry, of)
        if sort.removeprefix("-") not in asked.sorts:
            raise ListingError(
                "sort", f"{of.words_of_several} are sorted by {', '.join(asked.sorts)}; {CREATED} is their age"
            )
        return Listing(self._store, of, {name: _filter(asked, name, one) for name, one in filters.items()}, sort, limit)

    def kinds(self) -> dict[str, int]:
        """Return how many objects there are of each kind."""
        with self._store.reading() as reader:
            counted = {one.kind: one.count for one in graph_counts(reader).kinds}
        return {kind.name: counted.get(kind.name, 0) for kind in self._store.registry.kinds}

    def claims(
        self, name: str | None = None, *, statement: str | None = None, proved: bool | None = None
    ) -> Iterator[StoredClaim]:
        """Yield what is stated of stored objects, the oldest first, with its proof.

        Parameters
        ----------
        name : str, optional
            A label or slug: what is stated of that object, and what it is a largest example of.
        statement : str, optional
            Only claims of this statement.
        proved : bool, optional
            Only those that are proved, or are not.

        Raises
        ------
        UnknownObject
            If nothing is called so.
        ValueError
            For a statement that there is not.
        """
        if statement is not None and statement not in self._store.registry.statement:
            known = ", ".join(self._store.registry.statement)
            raise ValueError(f"no statement is called {statement!r}; there are {known}")
        node = None
        if name is not None:
            with self._store.reading() as reader:
                node = find(reader, name).id or -1
        return self._claims(ClaimFilters(statement, proved, concerning=node))

    def _claims(self, filters: Any) -> Iterator[StoredClaim]:  # noqa: ANN401 - ClaimFilters
        after: int | None = 0
        while after is not None:
            with self._store.reading() as reader:
                found = page_of_claims(reader, filters, after, _AT_ONCE)
            yield from found.items
            after = found.after

    def neighbours(self, name: str, relation: str | None = None, *, kind: str | None = None) -> Iterator[Neighbour]:
        """Yield the objects that one is linked with, each with `label`, `kind`, `relation`, `place` and `detail`.

        Parameters
        ----------
        name : str
            A label or slug.
        relation : str, optional
            Only those by this relation, under either of its names: ``has-graph``, ``graph-of``.
        kind : str, optional
            Only those of this kind.

        Raises
        ------
        UnknownObject, UnknownRelation, UnknownKind
            For a name that there is not.
        """
        followed = follows(self._store.registry, None if relation is None else [relation])
        of_kind = None if kind is None else self._store.registry.called(kind).name
        with self._store.reading() as reader:
            node = find(reader, name).id
        return self._neighbours(node, followed, of_kind)

    def _neighbours(self, node: int, followed: Any, kind: str | None) -> Iterator[Neighbour]:  # noqa: ANN401 - Follows
        after = None
        while True:
            with self._store.reading() as reader:
                found, after = neighbours_page(reader, node, followed, kind=kind, after=after, limit=_AT_ONCE)
            yield from found
            if after is None:
                return

    def to_networkx(
        self,
        name: str | None = None,
        *,
        depth: int = 2,
        relations: Sequence[str] | None = None,
        limit: int = 1000,
    ) -> "networkx.MultiDiGraph":
        """Return the catalogue, or the surroundings of an object, as a graph of networkx.

        Nodes are labels, with the attribute `kind`; edges have the attribute `relation`.

        Parameters
        ----------
        name : str, optional
            A label or slug. Without one the whole catalogue is returned, edges with the attribute `place` too.
        depth : int
            How many hops the surroundings reach.
        relations : sequence of str, optional
            Relations to follow, under either name; all if not given.
        limit : int
            At most this many objects of the surroundings, the nearest first.

        Raises
        ------
        UnknownObject, UnknownRelation
            For a name that there is not.

        Notes
        -----
        The whole catalogue takes about a kilobyte of memory a link; :meth:`find` and :meth:`neighbours` read any size.
        """
        with self._store.reading() as reader:
            if name is None:
                return everything(reader).graph()
            return surroundings(reader, find(reader, name).id, depth, relations, limit=limit).graph()

    def walk(self, name: str, path: Sequence[str], *, limit: int = 1000) -> Walks:
        """Return where walks along relations, one after another, end; see :func:`ludex.catalogue.graph.walks.walk`.

        Raises UnknownObject, UnknownRelation.
        """
        with self._store.reading() as reader:
            return walk(reader, find(reader, name).id, path, limit=limit)

    def paths(self, start: str, end: str, relations: Sequence[str] | None = None, *, max_length: int = 20) -> Paths:
        """Return the shortest paths; see :func:`ludex.catalogue.graph.paths.shortest_paths`.

        Raises UnknownObject, UnknownRelation.
        """
        with self._store.reading() as reader:
            return shortest_paths(
                reader, stored_id(reader, start), stored_id(reader, end), relations, max_length=max_length
            )

    def match(
        self, nodes: Mapping[str, Mapping[str, Any]], links: Sequence[Sequence[str]] = ()
    ) -> Iterator[dict[str, str]]:
        """Yield all matches of a pattern, the label for each name; see :mod:`ludex.catalogue.graph.patterns`.

        Raises PatternError.
        """
        with self._store.reading() as reader:
            pattern, after = read_pattern(reader, nodes, links), None
            while True:
                found = match(reader, pattern, after=after, limit=_AT_ONCE)
                yield from ({name: node.label for name, node in one.items()} for one in found.items)
                after = found.after
                if after is None:
                    return

    def verify(self, *names: str, time_limit: float | None = None) -> Report:
        """Recompute what the catalogue states: keys, documents, links, claims, proofs.

        Claims that are found to hold say from then on when they were checked, and how. The service may go on.

        Parameters
        ----------
        *names : str
            Labels or slugs of the objects to look at; all objects if none is given.
        time_limit : float, optional
            Seconds that this may take.

        Returns
        -------
        Report
            `sound` tells whether everything was looked at and nothing was found wrong, `findings` what is wrong and
            where, `unchecked` what could not be proved again in the share of time of one object, `checked` how many
            objects of each kind were looked at, `complete` whether the time sufficed.

        Raises
        ------
        UnknownObject
            If nothing stored is called so.
        """
        at = datetime.now(UTC).isoformat(timespec="seconds")
        budget = Budget(seconds=time_limit)
        return verify_some(self._store, names, budget, at) if names else verify(self._store, budget, at)

    def export(self) -> Iterator[str]:
        """Yield the whole catalogue, one snapshot of it, as lines of JSON; `ludex import` reads them."""
        return export_lines(self._store)

    def fill(self) -> bool:
        """Store the starting catalogue if it is not stored yet, and tell whether it was stored now."""
        return fill(self._store)

    def backup(self, file: str | os.PathLike[str]) -> None:
        """Copy a SQLite catalogue to a file that is not there yet, while it is in use.

        Raises FileExistsError, DatabaseError on PostgreSQL.
        """
        self._store.database.backup(Path(file))

    def close(self) -> None:
        """Close every connection."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, of: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Catalogue {self._store.database.url}>"


def _address(url: str | os.PathLike[str] | None) -> str:
    """Return the address of a catalogue: the file of a SQLite one needs no more than its path."""
    if url is None:
        from ludex.settings import read_settings

        return read_settings().database_url
    text = os.fspath(url)
    return text if "://" in text else f"sqlite:///{Path(text).absolute()}"


def _filter(asked: Any, name: str, value: Any) -> Any:  # noqa: ANN401 - the filters of a list, and values of any type
    """Return a filter as lists take it, an object by its label, of several values any. Raises ListingError."""
    several = isinstance(value, list | tuple | set | frozenset)
    if several and name in asked.document_filters:
        raise ListingError(name, "it is one pattern, not several; give one text")
    values = tuple(one.label if isinstance(one, StoredObject) else one for one in (value if several else [value]))
    for one in values:
        require_type(asked, name, one)
    return AnyOf(values) if several else values[0]
