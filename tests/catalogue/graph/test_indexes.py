"""No question reads the whole table of links: SQLite says of each statement how it would run it."""

from contextlib import contextmanager

import pytest
from sqlalchemy import event

from ludex.catalogue.graph.following import follows
from ludex.catalogue.graph.matching import match
from ludex.catalogue.graph.neighbours import count_links, neighbours_page, surroundings
from ludex.catalogue.graph.paths import paths_to_any, shortest_paths, walk
from ludex.catalogue.graph.patterns import read_pattern
from tests.catalogue.graph.grown import grow
from tests.catalogue.graph.test_matching import PATTERNS


@contextmanager
def plans(reader):
    """Collect how the statements that run meanwhile are run."""
    found = []

    def explain(_connection, cursor, statement, parameters, *_rest):
        if statement.startswith("SELECT"):
            found.extend(row[-1] for row in cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters))

    event.listen(reader.connection, "before_cursor_execute", explain)
    yield found
    event.remove(reader.connection, "before_cursor_execute", explain)


def neighbours(reader, ids):
    followed = follows(reader.registry)
    _, after = neighbours_page(reader, ids[0], followed, limit=1)
    neighbours_page(reader, ids[0], followed, after=after, limit=5)
    count_links(reader, ids[0], followed, "toy-multiset")


QUESTIONS = {
    "neighbours": neighbours,
    "walk": lambda reader, ids: [walk(reader, ids[0], ["held-by", "holds"], after=one, limit=3) for one in (0, 2)],
    "surroundings": lambda reader, ids: surroundings(reader, ids[0], 3),
    "paths": lambda reader, ids: shortest_paths(reader, ids[0], ids[-1]),
    "paths to any": lambda reader, ids: paths_to_any(reader, ids[0], reader.registry.kind["toy-box"], {}),
    **{
        f"match {name}": lambda reader, _ids, name=name: match(reader, read_pattern(reader, *PATTERNS[name]))
        for name in PATTERNS
        if name != "one"
    },
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_links_are_found_by_their_indexes(sqlite_toys, question):
    grow(sqlite_toys)
    with sqlite_toys.reading() as reader:
        letter, multiset = (reader.registry.facts[f"toy-{one}"] for one in ("letter", "multiset"))
        ids = [next(iter(reader.connection.scalars(table.select()))) for table in (letter, multiset)]
        with plans(reader) as found:
            QUESTIONS[question](reader, ids)
    assert found
    assert [step for step in found if step.startswith("SCAN link")] == []
