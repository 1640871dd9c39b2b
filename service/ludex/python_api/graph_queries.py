"""The methods of `ludex.Catalogue` about the graph that give other forms of results than the requests."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludex.catalogue.cypher.engine import MOST_ROWS, QueryResult
from ludex.catalogue.cypher.projection import run_cypher
from ludex.catalogue.graph.exporting import everything
from ludex.engine.arguments import require_integer, require_texts, require_type
from ludex.requests import graph as requests
from ludex.requests import stored_objects
from ludex.requests.session import Session

if TYPE_CHECKING:
    import networkx


class GraphQueries(Session):
    """The methods of :class:`ludex.Catalogue` that follow links between objects."""

    graph = requests.graph
    neighbours = requests.neighbours
    walk = requests.walk
    surroundings = requests.surroundings
    paths = requests.paths
    match = requests.match
    measures = requests.measures
    get_many = stored_objects.get_many
    delete = stored_objects.delete

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
        if name is None:
            for field, number in (("depth", depth), ("limit", limit)):
                require_integer(number, field)
            require_texts(relations or (), "relations")
            with self.reading() as reader:
                return everything(reader).graph()
        return self.surroundings(name, depth, relations, limit=limit).graph()
