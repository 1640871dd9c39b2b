"""The class `ludex.Catalogue`, which opens a catalogue, looks up objects, lists them and adds new ones."""

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ludex.catalogue.catalogue import Catalogue as Store
from ludex.catalogue.graph.exporting import everything
from ludex.catalogue.lists.filters import CREATED, ListingError
from ludex.catalogue.lists.listing import selectable_of
from ludex.catalogue.objects.links import order_of
from ludex.catalogue.objects.reading import find_key, read_views
from ludex.catalogue.storage.migrations import require_current
from ludex.engine.arguments import require_integer, require_texts, require_type
from ludex.engine.budget import Budget
from ludex.games import Game, part
from ludex.games import games as installed_games
from ludex.graphs.canonical import matching_from_orders
from ludex.python_api.game_requests import GameRequests
from ludex.python_api.maintenance import Maintenance
from ludex.requests import exact_results, packs, site, stored_objects
from ludex.requests import graph as links
from ludex.requests.kind_lists import Listing, read_filter
from ludex.requests.stored_object import StoredObject
from ludex.requests.values import Value, require_addable, type_of
from ludex.settings import read_settings

if TYPE_CHECKING:
    import networkx

__all__ = ["Catalogue"]


class Catalogue(Maintenance):
    """A catalogue of game positions, opened for reading, looking up, adding and verifying.

    The service and the command line use the same catalogue, and several programs can have it open at the same time.
    Close it at the end, or use it in a ``with`` statement. Threads can share it.

    Parameters
    ----------
    url : str or path, optional
        The URL of the database, ``sqlite:////folder/catalogue.sqlite`` or ``postgresql+psycopg://user@host/name``, or
        the path of a SQLite file. The default is the setting ``LUDEX_DATABASE_URL``.
    make : bool, optional
        Whether to create the database if it is missing, and upgrade the tables of a previous version.
    games : sequence of ludex.games.Game, optional
        The games of the catalogue. By default, these are the installed games that ``LUDEX_GAMES`` selects, or all
        installed games if it is not set.

    Raises
    ------
    DatabaseError
        If there is no catalogue, or if its tables have a different revision. The message states the remedy.
    SettingsError
        If a setting is invalid.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from ludex import Catalogue, planarity
    >>> square = planarity.Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
    >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
    ...     level = catalogue.add(square)
    ...     turned = planarity.Drawing(((0, 0), (0, 4), (-4, 5), (-3, 0)), square.edges)
    ...     found = catalogue.look_up(turned)
    ...     found == level, found.matching, [level["min_swaps"] for level in catalogue.find("levels", proved=True)]
    (True, (0, 1, 2, 3), [1])
    """

    get = stored_objects.get
    cite = stored_objects.cite
    get_many = stored_objects.get_many
    edit = stored_objects.edit
    replace = stored_objects.replace
    delete = stored_objects.delete
    trash = stored_objects.trash
    restore = stored_objects.restore
    graph = links.graph
    neighbours = links.neighbours
    walk = links.walk
    surroundings = links.surroundings
    paths = links.paths
    match = links.match
    measures = links.measures
    cypher = links.cypher
    claims = exact_results.claims
    claim_facets = exact_results.claim_facets
    cited_claims = exact_results.cited_claims
    proof = exact_results.proof
    collections = exact_results.collections
    collection = exact_results.collection
    records = exact_results.records
    record_table = exact_results.record_table
    sequences = exact_results.sequences
    sequence = exact_results.sequence
    next_term = exact_results.next_term
    search = site.search
    daily = site.daily
    calendar = site.calendar
    set_calendar = site.set_calendar
    remove_calendar = site.remove_calendar

    def __init__(
        self,
        url: str | os.PathLike[str] | None = None,
        *,
        make: bool = False,
        games: "Sequence[Game] | None" = None,
    ) -> None:
        selected = installed_games() if games is None else tuple(games)
        values: tuple[Value, ...] = tuple(value for game in selected for value in part(game, "values") or ())
        super().__init__(open_store(url, selected, make=make), lambda: values)
        self._games = {game.name: game for game in selected}

    def __getattr__(self, name: str) -> GameRequests:
        """Return the requests of a game as methods, such as ``catalogue.planarity.hint(drawing)``."""
        if name.startswith("_") or name not in self._games:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
        return GameRequests(self, name, packs.requests_of(self._games[name]))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._games]

    @property
    def public_url(self) -> str | None:
        """The setting ``LUDEX_PUBLIC_URL``."""
        return read_settings().public_url

    def look_up(self, value: object, *, time_limit: float | None = None) -> StoredObject | None:
        """Return the stored object that is equivalent to a value, or None if there is none. Nothing is stored.

        The object is found by its canonical key with one indexed query, whatever the size of the catalogue.

        Parameters
        ----------
        value : object
            A position, deck, drawing or another value whose type an installed game declares.
        time_limit : float, optional
            Time limit in seconds for computing the canonical form. By default, there is no limit.

        Returns
        -------
        StoredObject or None
            The object. Its attribute `matching` maps the parts of the value to the parts of the object.

        Raises
        ------
        TypeError
            If no game declares the type of the value. The message lists the types that can be used.
        ValueError
            If the value cannot be stored, such as three points on a line.
        BudgetExhausted
            If the time limit is reached.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> crossing = planarity.read_untangle("4:0-1,1-3,2-3,0-2")
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     before = catalogue.look_up(crossing)
        ...     added = catalogue.add(crossing)
        ...     before is None, catalogue.look_up(crossing) == added
        (True, True)
        """
        value_type = type_of(value, self._read_values())
        kind = self.store.registry.kind[value_type.kind]
        identity = value_type.identify(value, Budget(seconds=time_limit))
        with self.store.reading() as reader:
            found = find_key(reader, kind, identity.key)
        if found is None:
            return None
        order = None if identity.order is None else order_of(kind, found.document())
        matching = None if identity.order is None or order is None else matching_from_orders(identity.order, order)
        return StoredObject(self, found, matching=matching)

    def add(self, value: object, *, find: str | None = None, time_limit: float | None = None) -> StoredObject:
        """Solve and store a value, or return the equivalent stored object if there is one.

        Parameters
        ----------
        value : object
            A value of a type that :meth:`look_up` accepts.
        find : str, optional
            What to find in the value and store together with it, such as "any" or "all". The message of the ValueError
            lists the choices for the type of the value.
        time_limit : float, optional
            Time limit in seconds. Without a time limit, the search runs until the result is proved. With a time limit,
            an unproved result is stored with `proved` set to False.

        Returns
        -------
        StoredObject
            The object. The attribute `created` states whether the object is new, and `matching` maps the parts of the
            value to the parts of the object.

        Raises
        ------
        TypeError
            If values of this type cannot be added.
        ValueError
            If the value cannot be stored, or `find` is not one of the choices.
        NameTaken
            If another object has the slug of the value.
        BudgetExhausted
            If the time limit is reached before anything is found. In this case, nothing is stored.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, swish
        >>> cards = swish.Position.from_codes(["*o./...", "o../.*.", "..*/.o."])
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     added = catalogue.add(cards, find="largest")
        ...     added.created, added["largest_swish"]["size"], added["largest_swish"]["proved"]
        (True, 2, True)
        """
        store = require_addable(type_of(value, self._read_values()), find)
        result = store(self.store, value, Budget(seconds=time_limit), find)
        with self.store.reading() as reader:
            [found] = read_views(reader, result.stored.kind, [result.stored.id])
        return StoredObject(self, found, created=result.stored.created, matching=result.matching)

    def find(self, kind: str, *, sort: str = "created", limit: int | None = None, **filters: Any) -> Listing:  # noqa: ANN401
        """Return the objects of a kind that match some filters.

        Parameters
        ----------
        kind : str
            The name or the plural of a kind, such as ``levels``; :meth:`kinds` lists the names.
        sort : str, optional
            The fact to sort by, with a leading ``-`` for descending order. By default, the time of storing.
        limit : int, optional
            Maximum number of objects. By default, all objects are returned.
        **filters
            Values of facts, such as ``min_swaps=4``, or bounds of numbers, such as ``min_crossings=3`` and
            ``max_crossings=9``. A list matches any of its values, and None matches an unknown value. Linked objects are
            given by label, by slug or as :class:`StoredObject`: ``pack="hard"``. ``ludex list KIND --filters`` lists
            all filters.

        Returns
        -------
        Listing
            The objects, which are read from the database while you iterate over them.

        Raises
        ------
        UnknownKind
            If there is no such kind.
        ListingError
            If the kind has no such filter or sort order. The message lists the valid names.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     [found.label for found in catalogue.find("levels", vertices=4)] == [level.label]
        True
        """
        require_type(sort, str, "sort")
        if limit is not None:
            require_integer(limit, "limit")
        listed = self.store.registry.called(kind)
        declared = selectable_of(self.store.registry, listed)
        if sort.removeprefix("-") not in declared.sorts:
            raise ListingError(
                "sort",
                f"{listed.words_of_several} can be sorted by {', '.join(declared.sorts)}; {CREATED} sorts by age",
            )
        values = {name: read_filter(declared, name, value) for name, value in filters.items()}
        return Listing(self, listed, values, sort, limit)

    def kinds(self) -> dict[str, int]:
        """Return the number of stored objects of each kind.

        Returns
        -------
        dict of str to int
            The number of objects of each kind, keyed by kind name.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     catalogue.kinds()["planarity-level"]
        0
        """
        return {kind.kind: kind.count for kind in self.graph().kinds}

    def to_networkx(
        self,
        name: object = None,
        *,
        depth: int = 2,
        relations: Sequence[str] | None = None,
        limit: int = 1000,
    ) -> "networkx.MultiDiGraph":
        """Return the catalogue, or the surroundings of an object, as a networkx graph.

        Parameters
        ----------
        name : str, mapping or value, optional
            An object, specified as for :meth:`neighbours`. The default is the whole catalogue.
        depth : int, optional
            Maximum number of links from the object.
        relations : sequence of str, optional
            The relations to follow, each specified by either of its two names. By default, all relations are followed.
        limit : int, optional
            Maximum number of objects in the surroundings. The nearest objects are selected first.

        Returns
        -------
        networkx.MultiDiGraph
            The nodes are labels, with the attribute `kind`. The edges have the attribute `relation`. In a graph of the
            whole catalogue, they also have the attribute `place`.

        Raises
        ------
        UnknownObject, UnknownRelation
            If there is no such object or relation, or no stored object is equal to the value.

        Notes
        -----
        The graph of the whole catalogue requires about one kilobyte of memory per link. For large catalogues use
        :meth:`ludex.Catalogue.find` and :meth:`neighbours`, which read page by page.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     graph = catalogue.to_networkx(level.label, depth=1, relations=["has-graph"])
        ...     sorted(dict(graph.nodes(data="kind")).values())
        ['planarity-graph', 'planarity-level']
        """
        if name is None:
            for field, number in (("depth", depth), ("limit", limit)):
                require_integer(number, field)
            require_texts(relations or (), "relations")
            with self.reading() as reader:
                return everything(reader).graph()
        return self.surroundings(name, depth, relations, limit=limit).graph()

    def close(self) -> None:
        """Close all connections. A ``with`` statement does this at its end.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> catalogue = Catalogue(mkdtemp() + "/catalogue.sqlite", make=True)
        >>> catalogue.close()
        """
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Catalogue {self.store.database.url}>"


def open_store(url: str | os.PathLike[str] | None, games: Sequence[Game], *, make: bool = False) -> Store:
    """Open the database of a catalogue. The tables of the catalogue must have the current revision.

    If `make` is true, create the tables or upgrade them.
    """
    kinds = tuple(found for game in games if (found := part(game, "kinds")) is not None)
    store = Store(database_url(url), kinds, make=make)
    try:
        if make:
            store.upgrade()
        require_current(store.database)
    except BaseException:
        store.close()
        raise
    return store


def database_url(url: str | os.PathLike[str] | None) -> str:
    """Return the URL of a catalogue that is given by URL or file path. The default is the URL in the settings."""
    if url is None:
        return read_settings().database_url
    text = os.fspath(url)
    return text if "://" in text else f"sqlite:///{Path(text).absolute()}"
