"""A catalogue: a database, and what its games declare. Readers see one snapshot; there is one writer at a time."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.database import Database
from ludex.catalogue.database_errors import DatabaseError
from ludex.catalogue.registry import Game, Registry
from ludex.catalogue.writer_queue import PATIENT, Patience

if TYPE_CHECKING:
    import networkx

    from ludex.catalogue.graph.paths import Paths
    from ludex.catalogue.graph.walks import Walks
    from ludex.catalogue.holder import Holder
    from ludex.catalogue.links import Neighbour

T = TypeVar("T")

# Below the number of values that one statement may have on either database.
CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Reader:
    """A connection that sees one snapshot of the catalogue, and what the games declare. A write by it is refused.

    `holder` has facts that the process holds; a writer asks the database alone, for what it has written itself.
    `known` is what the reader has found out about its snapshot.
    """

    connection: Connection
    registry: Registry
    holder: "Holder | None" = None
    known: dict[object, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Writer(Reader):
    """The one connection that writes; what it wrote is there once the transaction has ended.

    `touched` are the numbers of the kinds of which objects were stored, changed or deleted.
    """

    touched: set[int] = field(default_factory=set)


class Catalogue:
    """A catalogue in a database. Threads share one object; a forked process makes its own.

    >>> from tempfile import mkdtemp
    >>> from ludex.catalogue.kinds import GAMES
    >>> catalogue = Catalogue("sqlite:///" + mkdtemp() + "/catalogue.sqlite", GAMES)
    >>> catalogue.database.upgrade()
    >>> from ludex.catalogue.listing import count
    >>> with catalogue.reading() as reader:
    ...     count(reader, catalogue.registry.kind["planarity-level"], {})
    Count(count=0, exact=True)
    >>> catalogue.close()
    """

    def __init__(self, url: str, games: Sequence[Game], patience: Patience = PATIENT, *, make: bool = True) -> None:
        """Prepare the connection.

        The file of SQLite is made here where it is missing and one may `make` it, and never later.
        """
        from ludex.catalogue.holder import Holder

        self.database = Database(url, patience, make=make)
        self.registry = Registry(games)
        self.holder = Holder()

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """Open a reader on one snapshot of the catalogue."""
        with self.database.reading() as connection:
            yield Reader(connection, self.registry, self.holder)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Open the writer: it commits at the end, or changes nothing where an exception leaves it.

        Waits for the writer before it: keep searches out of it. Only operations and the catalogue's administration
        write. Who stored the last of many objects seals them too: see :mod:`ludex.catalogue.columns.sealing`.
        """
        from ludex.catalogue.sealing_due import due

        with self.database.writing() as connection:
            writer = Writer(connection, self.registry)
            yield writer
            ready = due(writer, writer.touched) if writer.touched else []
        if ready:
            self._seal(ready)

    def _seal(self, kinds: Sequence[int]) -> None:
        """Seal what is due, for readers to come."""
        from ludex.catalogue.columns.sealing import seal_kinds

        # What was asked for is committed. If this fails now, the next writer tries again.
        with suppress(DatabaseError, SQLAlchemyError):
            seal_kinds(self, kinds)

    def neighbours(self, name: str, relation: str | None = None, *, limit: int = 1000) -> "list[Neighbour]":
        """Return the objects that the one with a label or slug is linked with, by a relation under either name.

        Raises UnknownObject, UnknownRelation; so do the other questions about the graph.
        """
        from ludex.catalogue.graph.following import follows
        from ludex.catalogue.graph.neighbours import neighbours_page
        from ludex.catalogue.reading import find

        with self.reading() as reader:
            followed = follows(self.registry, None if relation is None else [relation])
            return neighbours_page(reader, find(reader, name).id, followed, limit=limit)[0]

    def walk(self, name: str, path: Sequence[str], *, limit: int = 1000) -> "Walks":
        """Return where walks along relations, one after another, end; see :func:`ludex.catalogue.graph.walks.walk`."""
        from ludex.catalogue.graph.walks import walk
        from ludex.catalogue.reading import find

        with self.reading() as reader:
            return walk(reader, find(reader, name).id, path, limit=limit)

    def surroundings(
        self, name: str, depth: int = 2, relations: Sequence[str] | None = None, *, limit: int = 1000
    ) -> "networkx.MultiDiGraph":
        """Return the objects at most so many hops away and the links between them as a graph of networkx."""
        from ludex.catalogue.graph.surroundings import surroundings
        from ludex.catalogue.reading import find

        with self.reading() as reader:
            return surroundings(reader, find(reader, name).id, depth, relations, limit=limit).graph()

    def paths(self, start: str, end: str, relations: Sequence[str] | None = None, *, max_length: int = 20) -> "Paths":
        """Return the shortest paths; see :func:`ludex.catalogue.graph.paths.shortest_paths`."""
        from ludex.catalogue.graph.following import stored_id
        from ludex.catalogue.graph.paths import shortest_paths

        with self.reading() as reader:
            return shortest_paths(
                reader, stored_id(reader, start), stored_id(reader, end), relations, max_length=max_length
            )

    def match(
        self, nodes: Mapping[str, Mapping[str, Any]], links: Sequence[Sequence[str]] = ()
    ) -> Iterator[dict[str, str]]:
        """Yield all matches of a pattern, the label for each name; see :mod:`ludex.catalogue.graph.patterns`.

        Raises PatternError.
        """
        from ludex.catalogue.graph.matching import match
        from ludex.catalogue.graph.patterns import read_pattern

        with self.reading() as reader:
            pattern, after = read_pattern(reader, nodes, links), None
            while True:
                found = match(reader, pattern, after=after, limit=1000)
                yield from ({name: node.label for name, node in one.items()} for one in found.items)
                after = found.after
                if after is None:
                    return

    def close(self) -> None:
        """Close every connection."""
        self.database.close()


def chunks(items: Sequence[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    """Yield the items in slices of at most `size`.

    >>> [list(part) for part in chunks([1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    for start in range(0, len(items), size):
        yield items[start : start + size]
