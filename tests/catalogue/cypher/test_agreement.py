"""The answers of Cypher agree with patterns, paths, walks, lists and counts on 200 generated questions."""

from dataclasses import dataclass
from random import Random

import ladybug
import pytest
from sqlalchemy import select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.cypher.projection import folder_of, refresh
from ludex.catalogue.cypher.schema import node_name, relationship_name
from ludex.catalogue.cypher.statement import readable_statement
from ludex.catalogue.graph.following import follows
from ludex.catalogue.graph.matching import match
from ludex.catalogue.graph.neighbours import count_links
from ludex.catalogue.graph.paths import shortest_paths, walk
from ludex.catalogue.graph.patterns import read_pattern
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.storage import tables
from ludex.engine.budget import Budget
from tests.catalogue.conftest import made
from tests.catalogue.graph.grown import grow
from tests.catalogue.necklaces import TOYS

FACTS = {
    "toy-necklace": [("length", 5), ("period", 5)],
    "toy-multiset": [("different", 4)],
    "toy-letter": [],
    "toy-box": [],
}
STEPS = {
    "toy-necklace": [("has-multiset", "toy-multiset"), ("in-box", "toy-box"), ("mirror-of", "toy-necklace")],
    "toy-multiset": [("holds", "toy-letter"), ("multiset-of", "toy-necklace")],
    "toy-letter": [("held-by", "toy-multiset")],
    "toy-box": [("has-necklace", "toy-necklace")],
}


@dataclass
class Asked:
    """A catalogue, all of its objects, and a connection to its projection.

    The engine runs in this process, because a process per question would take most of the time of the tests.
    """

    catalogue: Catalogue
    nodes: list
    connection: ladybug.Connection

    def cypher(self, query, **parameters):
        return [tuple(row) for row in self.connection.execute(readable_statement(query), parameters).get_all()]

    def any_node(self, numbers):
        """Return a random object and its kind."""
        node = numbers.choice(self.nodes)
        with self.catalogue.reading() as reader:
            return node, reader.registry.kind_name(node.kind)

    def step(self, source, relation, target):
        """A step of a walk or pattern in Cypher."""
        declared, backwards = self.catalogue.registry.directed[relation]
        arrow = f"[:{relationship_name(declared.name)}]"
        return f"({source})<-{arrow}-({target})" if backwards else f"({source})-{arrow}->({target})"


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    catalogue = made(Catalogue(f"sqlite:///{tmp_path_factory.mktemp('grown')}/catalogue.sqlite", (TOYS,)))
    grow(catalogue)
    refresh(catalogue)
    with catalogue.reading() as reader:
        nodes = reader.connection.execute(select(tables.node).order_by(tables.node.c.id)).all()
    file = folder_of(catalogue) / "graph.lbug"
    with (
        ladybug.Database(file, read_only=True, max_num_threads=1) as database,
        ladybug.Connection(database) as connected,
    ):
        yield Asked(catalogue, nodes, connected)
    catalogue.close()


def condition(numbers, kind):
    """A condition on a fact of a kind, as filters and in Cypher."""
    if not FACTS[kind] or numbers.random() < 0.4:
        return {}, ""
    fact, most = numbers.choice(FACTS[kind])
    least = numbers.randint(1, most)
    if numbers.random() < 0.5:
        return {fact: least}, f"{{}}.{fact} = {least}"
    return {fact: {"min": least, "max": least + 1}}, f"{{}}.{fact} >= {least} AND {{}}.{fact} <= {least + 1}"


def pattern_question(asked, numbers):
    kinds, links = [numbers.choice(list(FACTS))], []
    for place in range(1, numbers.randint(2, 4)):
        near = numbers.randrange(place)
        relation, kind = numbers.choice(STEPS[kinds[near]])
        kinds.append(kind)
        links.append((near, relation, place))
    names = "abcd"[: len(kinds)]
    wheres = [condition(numbers, kind) for kind in kinds]
    nodes = {name: {"kind": kind, "where": where} for name, kind, (where, _) in zip(names, kinds, wheres, strict=True)}
    with asked.catalogue.reading() as reader:
        pattern = read_pattern(reader, nodes, [(names[a], relation, names[b]) for a, relation, b in links])
        stored = match(reader, pattern, limit=100_000, budget=Budget())
    assert stored.complete and stored.after is None
    parts = [f"({name}:{node_name(kind)})" for name, kind in zip(names, kinds, strict=True)]
    parts += [asked.step(names[a], relation, names[b]) for a, relation, b in links]
    conditions = [text.replace("{}", name) for name, (_, text) in zip(names, wheres, strict=True) if text]
    conditions += [
        f"{a}.id <> {b}.id"
        for place, a in enumerate(names)
        for b in names[place + 1 :]
        if kinds[place] == kinds[names.index(b)]
    ]
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    query = f"MATCH {', '.join(parts)}{where} RETURN DISTINCT {', '.join(f'{name}.label' for name in names)}"
    expected = sorted(tuple(item[name].label for name in names) for item in stored.items)
    return query, sorted(asked.cypher(query)), expected


def path_question(asked, numbers):
    (start, start_kind), (end, end_kind) = asked.any_node(numbers), asked.any_node(numbers)
    names = numbers.sample(("holds", "has-multiset", "in-box", "mirror-of"), numbers.randint(2, 4))
    way = numbers.choice(("forwards", "backwards", "both"))
    directed = asked.catalogue.registry.directed
    inverses = [directed[name][0].inverse for name in names]
    relations = {"forwards": names, "backwards": inverses, "both": names + inverses}[way]
    with asked.catalogue.reading() as reader:
        stored = shortest_paths(reader, start.id, end.id, relations, budget=Budget())
    assert stored.complete
    kinds = "|".join(map(relationship_name, names))
    left, right = {"forwards": ("-", "->"), "backwards": ("<-", "-"), "both": ("-", "-")}[way]
    query = (
        f"MATCH p = (a:{node_name(start_kind)}){left}[e:{kinds}* ALL SHORTEST 1..20]{right}(b:{node_name(end_kind)}) "
        "WHERE a.label = $one AND b.label = $other RETURN DISTINCT length(p), properties(nodes(p), 'label')"
    )
    rows = asked.cypher(query, one=start.label, other=end.label)
    found = (rows[0][0], len(rows)) if rows else (None, 0)
    expected = (stored.length, stored.shortest_paths)
    if start.id == end.id:
        # Cypher begins with one step, a path of the catalogue with none.
        assert expected == (0, 1)
        expected = found
    elif stored.length is not None:
        assert [node.label for node in stored.path] in [row[1] for row in rows], query
    return query, found, expected


def walk_question(asked, numbers):
    start, first = asked.any_node(numbers)
    kind, path = first, []
    for _ in range(numbers.randint(1, 3)):
        relation, kind = numbers.choice(STEPS[kind])
        path.append(relation)
    with asked.catalogue.reading() as reader:
        stored = walk(reader, start.id, path, limit=10_000)
    # Each step is its own clause: within one, Cypher takes a link only once.
    clauses = [f"MATCH {asked.step(f'n{n}', relation, f'n{n + 1}')}" for n, relation in enumerate(path)]
    query = " ".join(clauses).replace("(n0)", f"(n0:{node_name(first)})", 1)
    last = f"n{len(path)}"
    query = f"{query} WHERE n0.label = $start AND {last}.label <> $start RETURN {last}.label, count(*)"
    expected = sorted((end.label, end.walks) for end in stored.ends)
    return query, sorted(asked.cypher(query, start=start.label)), expected


def filtered(numbers):
    """A kind, filters of its list, and the same conditions in Cypher."""
    kind = numbers.choice(("toy-necklace", "toy-multiset"))
    filters, conditions = {}, []
    for fact, most in FACTS[kind]:
        least = numbers.randint(1, most)
        form = numbers.choice(("one", "range", "from", "no"))
        if form == "one":
            filters[fact], conditions = least, [*conditions, f"a.{fact} = {least}"]
        elif form == "range":
            filters[fact] = f"{least}..{least + 1}"
            conditions.append(f"a.{fact} >= {least} AND a.{fact} <= {least + 1}")
        elif form == "from":
            filters[fact], conditions = f"{least}..", [*conditions, f"a.{fact} >= {least}"]
    return kind, filters, f" WHERE {' AND '.join(conditions)}" if conditions else ""


def list_question(asked, numbers):
    kind, filters, where = filtered(numbers)
    sort, descending = numbers.choice([fact for fact, _ in FACTS[kind]]), numbers.random() < 0.5
    with asked.catalogue.reading() as reader:
        stored = page(reader, reader.registry.kind[kind], filters, sort, descending=descending, limit=1000)
    assert stored.after is None
    order = " DESC" if descending else ""
    query = f"MATCH (a:{node_name(kind)}){where} RETURN a.label ORDER BY a.{sort}{order}, a.id{order}"
    return query, [label for (label,) in asked.cypher(query)], [item.label for item in stored.items]


def count_question(asked, numbers):
    kind, filters, where = filtered(numbers)
    query = f"MATCH (a:{node_name(kind)}){where} RETURN count(*)"
    with asked.catalogue.reading() as reader:
        stored = count(reader, reader.registry.kind[kind], filters)
    assert stored.exact
    return query, asked.cypher(query), [(stored.count,)]


def degree_question(asked, numbers):
    wanted = numbers.choice(list(STEPS))
    node, kind = asked.any_node(numbers)
    while kind != wanted:
        node, kind = asked.any_node(numbers)
    relation, _ = numbers.choice(STEPS[kind])
    query = f"MATCH {asked.step(f'a:{node_name(kind)}', relation, 'b')} WHERE a.label = $label RETURN count(*)"
    with asked.catalogue.reading() as reader:
        stored = count_links(reader, node.id, follows(reader.registry, [relation]))
    return query, asked.cypher(query, label=node.label), [(stored.count,)]


QUESTIONS = {
    pattern_question: 50,
    path_question: 40,
    walk_question: 40,
    list_question: 30,
    count_question: 20,
    degree_question: 20,
}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_cypher_agrees(asked, question):
    answers = set()
    for seed in range(QUESTIONS[question]):
        query, found, expected = question(asked, Random(seed))
        assert found == expected, f"seed {seed}: {query}"
        answers.add(str(expected))
    # The questions are not all alike.
    assert len(answers) >= 5
