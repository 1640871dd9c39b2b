"""The queries of `ludex.Catalogue` about objects and the links between them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludex.catalogue.catalogue import Catalogue as Store
from ludex.catalogue.cypher.engine import MOST_ROWS, Table
from ludex.catalogue.cypher.projection import run_cypher
from ludex.catalogue.graph.exporting import everything
from ludex.catalogue.graph.following import Follows, follows, stored_id
from ludex.catalogue.graph.matching import match
from ludex.catalogue.graph.neighbours import neighbours_page
from ludex.catalogue.graph.paths import Paths, shortest_paths
from ludex.catalogue.graph.patterns import read_pattern
from ludex.catalogue.graph.surroundings import surroundings
from ludex.catalogue.graph.walks import Walks, walk
from ludex.catalogue.objects.links import Neighbour
from ludex.catalogue.objects.reading import find

if TYPE_CHECKING:
    import networkx

_PAGE_SIZE = 1000


class GraphQueries:
    """The methods of :class:`ludex.Catalogue` that follow links between objects."""

    _store: Store

    def neighbours(self, name: str, relation: str | None = None, *, kind: str | None = None) -> Iterator[Neighbour]:
        """Yield the objects that are linked to an object.

        Parameters
        ----------
        name : str
            The label or slug of the object.
        relation : str, optional
            Only neighbours by this relation. Either of its two names is accepted, such as ``has-graph`` or
            ``graph-of``.
        kind : str, optional
            Only neighbours of this kind.

        Yields
        ------
        Neighbour
            A linked object, with `label`, `kind`, `relation`, `place` and `detail`.

        Raises
        ------
        UnknownObject, UnknownRelation, UnknownKind
            If there is no such object, relation or kind.

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
            node = find(reader, name).id
        return self._neighbours(node, followed, kind_name)

    def _neighbours(self, node: int, followed: Follows, kind: str | None) -> Iterator[Neighbour]:
        after = None
        while True:
            with self._store.reading() as reader:
                found, after = neighbours_page(reader, node, followed, kind=kind, after=after, limit=_PAGE_SIZE)
            yield from found
            if after is None:
                return

    def walk(self, name: str, path: Sequence[str], *, limit: int = 1000) -> Walks:
        """Return the ends of all walks from an object along some relations. The object itself is not included.

        Parameters
        ----------
        name : str
            The label or slug of the start.
        path : sequence of str
            The relations to follow in order, each given by either of its names.
        limit : int, optional
            Maximum number of ends.

        Returns
        -------
        Walks
            Each item of `ends` has a `node` and the number of `walks` that end at it. `complete` is False if a bound of
            the search was reached, so that walks are missing.

        Raises
        ------
        UnknownObject, UnknownRelation
            If there is no such object or relation.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     [(end.node.kind, end.walks) for end in catalogue.walk(level.label, ["has-graph"]).ends]
        [('planarity-graph', 1)]
        """
        with self._store.reading() as reader:
            return walk(reader, find(reader, name).id, path, limit=limit)

    def paths(self, start: str, end: str, relations: Sequence[str] | None = None, *, max_length: int = 20) -> Paths:
        """Return the shortest paths between two objects.

        Parameters
        ----------
        start, end : str
            The labels or slugs of the objects.
        relations : sequence of str, optional
            The relations to follow, each given by either of its names; all by default.
        max_length : int, optional
            Maximum length of the paths.

        Returns
        -------
        Paths
            `length` is None if no path was found, `path` and `relations` are one shortest path, and `shortest_paths` is
            the number of shortest paths. `complete` is False if a bound ended the search.

        Raises
        ------
        UnknownObject, UnknownRelation
            If there is no such object or relation.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     catalogue.paths(level.label, level["graph"]).relations
        ('has-graph',)
        """
        with self._store.reading() as reader:
            return shortest_paths(
                reader, stored_id(reader, start), stored_id(reader, end), relations, max_length=max_length
            )

    def match(
        self, nodes: Mapping[str, Mapping[str, Any]], links: Sequence[Sequence[str]] = ()
    ) -> Iterator[dict[str, str]]:
        """Yield the matches of a pattern. A match assigns a different object to each name, with the links between them.

        Parameters
        ----------
        nodes : mapping of str to mapping
            A mapping for each name. It has the ``kind`` of the object and, optionally, its ``label`` and, as ``where``,
            filters as for ``POST /match``, such as ``{"min_swaps": 4}``.
        links : sequence of (str, str, str), optional
            The name of the source, the relation, and the name of the target.

        Yields
        ------
        dict of str to str
            A label for each name.

        Raises
        ------
        PatternError
            If the pattern is invalid; the message has the place.

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
        with self._store.reading() as reader:
            pattern, after = read_pattern(reader, nodes, links), None
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
    ) -> Table:
        """Run a read-only Cypher query on the current content of the catalogue.

        It needs the extra ``ludex[cypher]``. Each kind is a node table such as ``PlanarityLevel`` and each relation a
        relationship table such as ``HAS_GRAPH``. The first call builds these tables in a file beside the catalogue.

        Parameters
        ----------
        query : str
            The query.
        parameters : mapping, optional
            The values of ``$name`` in the query.
        limit : int, optional
            Maximum number of rows.
        time_limit : float, optional
            Time limit of the query in seconds; none by default.

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
            If the query is not read-only, or the engine refuses it.
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
        return run_cypher(self._store, query, parameters, seconds=time_limit, rows=limit)

    def to_networkx(
        self,
        name: str | None = None,
        *,
        depth: int = 2,
        relations: Sequence[str] | None = None,
        limit: int = 1000,
    ) -> "networkx.MultiDiGraph":
        """Return the catalogue, or the surroundings of an object, as a networkx graph.

        Parameters
        ----------
        name : str, optional
            The label or slug of an object; the whole catalogue by default.
        depth : int, optional
            Maximum number of links from the object.
        relations : sequence of str, optional
            The relations to follow, each given by either of its names; all by default.
        limit : int, optional
            Maximum number of objects in the surroundings, the nearest first.

        Returns
        -------
        networkx.MultiDiGraph
            The nodes are labels, with the attribute `kind`. The edges have the attribute `relation`, and in the whole
            catalogue also `place`.

        Raises
        ------
        UnknownObject, UnknownRelation
            If there is no such object or relation.

        Notes
        -----
        The whole catalogue takes about a kilobyte of memory per link. For large catalogues use
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
        with self._store.reading() as reader:
            if name is None:
                return everything(reader).graph()
            return surroundings(reader, find(reader, name).id, depth, relations, limit=limit).graph()
