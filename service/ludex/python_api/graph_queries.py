"""The queries of `ludex.Catalogue` about objects and the links between them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludex.catalogue.catalogue import Catalogue as Store
from ludex.catalogue.cypher.engine import MOST_ROWS, QueryResult
from ludex.catalogue.cypher.projection import run_cypher
from ludex.catalogue.graph.exporting import everything
from ludex.catalogue.graph.following import Follows, follows
from ludex.catalogue.graph.given_objects import find_given, require_stored, with_labels
from ludex.catalogue.graph.matching import match
from ludex.catalogue.graph.neighbours import graph_counts, neighbours_page, surroundings
from ludex.catalogue.graph.paths import Paths, Walks, shortest_paths, walk
from ludex.catalogue.graph.patterns import read_pattern
from ludex.catalogue.kinds.registry import AnyKind
from ludex.catalogue.objects.links import Neighbour
from ludex.catalogue.objects.reading import ObjectView
from ludex.engine.arguments import require_integer, require_list, require_texts, require_type
from ludex.engine.budget import Budget
from ludex.python_api.objects import StoredObject
from ludex.python_api.values import Value, type_of

if TYPE_CHECKING:
    import networkx

_PAGE_SIZE = 1000


class GraphQueries:
    """The methods of :class:`ludex.Catalogue` that follow links between objects."""

    _store: Store
    _values: tuple[Value, ...]

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
        with self._store.reading() as reader:
            counts = {kind.kind: kind.count for kind in graph_counts(reader).kinds}
        return {kind.name: counts.get(kind.name, 0) for kind in self._store.registry.kinds}

    def _find(self, given: object, kind: AnyKind | None = None) -> ObjectView:
        """Return the stored object that is given by name, by value, or as a stored object."""
        if isinstance(given, str | Mapping):
            return find_given(self._store, given, Budget(), kind=kind)
        if isinstance(given, StoredObject):
            return find_given(self._store, given.label, Budget(), kind=kind)
        value_type = type_of(given, self._values)
        found = self._store.registry.kind[value_type.kind]
        if kind not in (None, found):
            raise ValueError(f"a {value_type.name} is a {found.words}, not of the kind {kind.name if kind else None}")
        return require_stored(self._store, value_type.identify(given, Budget()), found, f"the {found.words}")

    def neighbours(self, name: object, relation: str | None = None, *, kind: str | None = None) -> Iterator[Neighbour]:
        """Yield the objects that are linked to an object.

        Parameters
        ----------
        name : str, mapping or value
            The object: its label or slug, a text in a notation, JSON, or a value as for :meth:`look_up`.
        relation : str, optional
            Yield only neighbours by this relation. Either of its two names is accepted, such as ``has-graph`` or
            ``graph-of``.
        kind : str, optional
            Yield only neighbours of this kind.

        Yields
        ------
        Neighbour
            A linked object, with `label`, `kind`, `relation`, `place` and `detail`.

        Raises
        ------
        UnknownObject, UnknownRelation, UnknownKind
            If there is no such object, relation or kind, or no stored object is equal to the value.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     [neighbour.kind for neighbour in catalogue.neighbours(level.label, "has-graph")]
        ['planarity-graph']
        """
        kind_name = None if kind is None else self._store.registry.called(kind).name
        with self._store.reading() as reader:
            followed = follows(reader.registry, None if relation is None else [relation])
        node = self._find(name).id
        return self._neighbours(node, followed, kind_name)

    def _neighbours(self, node: int, followed: Follows, kind: str | None) -> Iterator[Neighbour]:
        after = None
        while True:
            with self._store.reading() as reader:
                found, after = neighbours_page(reader, node, followed, kind=kind, after=after, limit=_PAGE_SIZE)
            yield from found
            if after is None:
                return

    def walk(self, name: object, path: Sequence[str], *, limit: int = 1000) -> Walks:
        """Return the ends of all walks that follow some relations, except the start.

        Parameters
        ----------
        name : str, mapping or value
            The start: its label or slug, a text in a notation, JSON, or a value as for :meth:`look_up`.
        path : sequence of str
            The relations to follow, in order. Each relation is specified by either of its two names.
        limit : int, optional
            Maximum number of ends.

        Returns
        -------
        Walks
            Each item of `ends` has a `node` and the number of `walks` that end at this node. `complete` is False if
            walks are missing because a search bound was reached.

        Raises
        ------
        UnknownObject, UnknownRelation
            If there is no such object or relation, or no stored object is equal to the value.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     [(end.node.kind, end.walks) for end in catalogue.walk(level.label, ["has-graph"]).ends]
        [('planarity-graph', 1)]
        """
        require_texts(path, "path")
        require_integer(limit, "limit")
        with self._store.reading() as reader:
            return walk(reader, self._find(name).id, path, limit=limit)

    def paths(
        self, start: object, end: object, relations: Sequence[str] | None = None, *, max_length: int = 20
    ) -> Paths:
        """Return the shortest paths between two objects.

        Parameters
        ----------
        start, end : str, mapping or value
            The objects: their labels or slugs, texts in a notation, JSON, or values as for :meth:`look_up`.
        relations : sequence of str, optional
            The relations to follow, each specified by either of its two names. By default, all relations are followed.
        max_length : int, optional
            Maximum length of the paths.

        Returns
        -------
        Paths
            `length` is None if no path was found. `path` and `relations` describe one shortest path, and
            `shortest_paths` is the number of shortest paths. `complete` is False if the search was ended by a bound.

        Raises
        ------
        UnknownObject, UnknownRelation
            If there is no such object or relation, or no stored object is equal to the value.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> drawing = planarity.read_untangle("4:0-1,1-3,2-3,0-2")
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(drawing)
        ...     catalogue.paths(drawing, level["graph"]).relations
        ('has-graph',)
        """
        if relations is not None:
            require_texts(relations, "relations")
        require_integer(max_length, "max_length")
        with self._store.reading() as reader:
            ends = self._find(start).id, self._find(end).id
            return shortest_paths(reader, *ends, relations, max_length=max_length)

    def match(
        self, nodes: Mapping[str, Mapping[str, Any]], links: Sequence[Sequence[str]] = ()
    ) -> Iterator[dict[str, str]]:
        """Yield the matches of a pattern.

        A match assigns a different object to each name, such that the objects have the given links.

        Parameters
        ----------
        nodes : mapping of str to mapping
            For each name, a mapping with the ``kind`` and, optionally, further members: ``label``, or ``object``
            (specified by name or value), and ``where``, which contains filters as for ``POST /match``, such as
            ``{"min_swaps": 4}``.
        links : sequence of (str, str, str), optional
            For each link, the name of the source, the relation, and the name of the target.

        Yields
        ------
        dict of str to str
            A label for each name.

        Raises
        ------
        PatternError
            If the pattern is invalid. The message states the place.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> nodes = {"level": {"kind": "planarity-level"}, "graph": {"kind": "planarity-graph"}}
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     matches = list(catalogue.match(nodes, [("level", "has-graph", "graph")]))
        ...     matches == [{"level": level.label, "graph": level["graph"]}]
        True
        """
        require_type(nodes, Mapping, "nodes")
        for name, described in nodes.items():
            require_type(described, Mapping, f"nodes/{name}")
        for place, link in enumerate(require_list(links, "links")):
            require_texts(link, f"links/{place}", 3)
        with self._store.reading() as reader:
            labelled = with_labels(reader.registry, nodes, lambda _name, given, kind: self._find(given, kind))
            pattern, after = read_pattern(reader, labelled, links), None
            while True:
                page = match(reader, pattern, after=after, limit=_PAGE_SIZE)
                yield from ({name: node.label for name, node in found.items()} for found in page.items)
                after = page.after
                if after is None:
                    return

    def cypher(
        self,
        query: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        limit: int = MOST_ROWS,
        time_limit: float | None = None,
    ) -> QueryResult:
        """Run a read-only Cypher query on the current content of the catalogue.

        It needs the extra ``ludex[cypher]``. Each kind is a node table (such as ``PlanarityLevel``), and each relation
        is a relationship table (such as ``HAS_GRAPH``). The first call creates these tables in a file next to the
        catalogue.

        Parameters
        ----------
        query : str
            The query.
        parameters : mapping, optional
            The values of ``$name`` in the query.
        limit : int, optional
            Maximum number of rows.
        time_limit : float, optional
            Time limit of the query in seconds. By default, there is no limit.

        Returns
        -------
        Table
            The rows. Iterating over the table yields a dictionary for each row, and ``to_pandas()`` returns a
            DataFrame. The attributes are `columns`, `types`, `rows`, and `complete`, which is False if there are more
            rows.

        Raises
        ------
        EngineMissing
            If the extra is not installed.
        StatementError, QueryError
            If the query is not read-only, or if the engine rejects it.
        BudgetExhausted
            If the query reaches its limit of time or memory.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     list(catalogue.cypher("MATCH (a:PlanarityLevel)-[:HAS_GRAPH]->(g) RETURN g.vertices AS size"))
        [{'size': 4}]
        """
        require_type(query, str, "query")
        require_type(parameters or {}, Mapping, "parameters")
        require_integer(limit, "limit")
        return run_cypher(self._store, query, parameters, seconds=time_limit, rows=limit)

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
        if relations is not None:
            require_texts(relations, "relations")
        for field, number in (("depth", depth), ("limit", limit)):
            require_integer(number, field)
        with self._store.reading() as reader:
            if name is None:
                return everything(reader).graph()
            return surroundings(reader, self._find(name).id, depth, relations, limit=limit).graph()
