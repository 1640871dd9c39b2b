"""The projection follows every write, is built again where it must, and agrees with the other queries of the graph."""

import json
import threading
from random import Random

import pytest
from sqlalchemy import func, select

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import store_claim
from ludex.catalogue.cypher import engine, projection
from ludex.catalogue.cypher.engine import EngineMissing
from ludex.catalogue.cypher.projection import ProjectionBusy, folder_of, refresh, run_cypher
from ludex.catalogue.cypher.schema import node_name, relationship_name
from ludex.catalogue.cypher.statement import StatementError
from ludex.catalogue.graph.matching import match
from ludex.catalogue.graph.paths import walk
from ludex.catalogue.graph.patterns import read_pattern
from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.lists.listing import count
from ludex.catalogue.objects.storing import add_links, delete_links, delete_object, store
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import fold
from ludex.engine.budget import Budget
from ludex.engine.faults import MissingInput
from tests.catalogue.graph.grown import FOLLOWED, as_networkx, grow
from tests.catalogue.necklaces import BOX, NECKLACE, Necklace

# Each seed is a process of the engine.
SEEDS = [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 20))]
COUNTS = "MATCH (n) RETURN label(n) AS name, count(*) AS objects"


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    """A cache folder of its own for catalogues on PostgreSQL."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


def put(catalogue, word, **options):
    with catalogue.writing() as writer:
        return store(writer, prepare(NECKLACE, Necklace(word, **options))).id


def cypher(catalogue, query, **parameters):
    return [tuple(row) for row in run_cypher(catalogue, query, parameters).rows]


def agrees(catalogue):
    """Check that the projection has all objects, links and claims, with what they hold."""
    graph = as_networkx(catalogue)
    labels = cypher(catalogue, "MATCH (n) WHERE label(n) <> 'Claim' RETURN label(n), n.label")
    assert sorted(labels) == sorted((node_name(kind), label) for label, kind in graph.nodes(data="kind"))
    links = cypher(catalogue, "MATCH (a)-[r]->(b) WHERE label(r) <> 'ABOUT' RETURN a.label, label(r), b.label, r.place")
    names = {relation.name: relationship_name(relation.name) for relation in catalogue.registry.relations}
    stored = [
        (a, names[data["relation"]], b, data["place"])
        for a, b, data in graph.edges(data=True)
        if data["relation"] in names
    ]
    assert sorted(links) == sorted(stored)
    with catalogue.reading() as reader:
        chosen = select(tables.node.c.label, tables.claim.c.value, tables.claim.c.proved)
        claims = reader.connection.execute(chosen.join(tables.claim, tables.claim.c.subject == tables.node.c.id)).all()
    told = cypher(catalogue, "MATCH (c:Claim)-[:ABOUT]->(n) RETURN n.label, c.value_json, c.proved")
    assert sorted(told) == sorted(map(tuple, claims))


def test_every_write_is_seen_by_the_next_query(toys, monkeypatch):
    builds = []
    build = projection._build
    monkeypatch.setattr(projection, "_build", lambda *given: (builds.append(1), build(*given)))
    grow(toys, 20)
    agrees(toys)
    node = put(toys, "abcabd", weight=7)
    agrees(toys)
    put(toys, "abcabd", weight=6, proved=True)
    agrees(toys)
    with toys.writing() as writer:
        box = store(writer, prepare(BOX, "late")).id
        label = writer.connection.scalar(select(tables.node.c.label).where(tables.node.c.id == node))
        add_links(writer, box, [NewLink("has-necklace", label, 1)])
    agrees(toys)
    with toys.writing() as writer:
        store_claim(writer, node, Claim("toy.weight", parameters={"scale": "old"}, value=9, proved=False))
        other = store(writer, prepare(NECKLACE, Necklace("ddddc"))).label
    agrees(toys)
    with toys.writing() as writer:
        add_links(writer, box, [NewLink("has-necklace", other, 2)])
        delete_links(writer, "in-box", box, [node])
    agrees(toys)
    with toys.writing() as writer:
        delete_links(writer, "in-box", box)
        delete_object(writer, box)
    agrees(toys)
    put(toys, "bbca")
    agrees(toys)
    assert len(builds) == 1


def test_the_id_of_a_deleted_object_may_return(toys):
    grow(toys, 10)
    first = put(toys, "abcdabcd")
    agrees(toys)
    with toys.writing() as writer:
        delete_object(writer, first)
    put(toys, "ddcbbaa")
    agrees(toys)


def test_the_projection_is_built_again_if_the_log_is_incomplete_or_its_form_changed(toys, monkeypatch):
    grow(toys, 10)
    mark = refresh(toys)
    node = put(toys, "aaab")
    with toys.writing() as writer:
        fold(writer, writer.registry.numbers.kinds["toy-necklace"])
    agrees(toys)
    state = folder_of(toys) / "state.json"
    state.write_text(json.dumps({"form": "other", "top": mark.top, "label": mark.label, "change": mark.change}))
    agrees(toys)
    state.write_text("{")
    agrees(toys)
    (folder_of(toys) / "graph.lbug").write_bytes(b"")
    state.unlink()
    agrees(toys)
    assert node


def test_an_update_that_was_cut_off_is_made_again(toys, monkeypatch):
    grow(toys, 10)
    refresh(toys)
    put(toys, "abab")
    load = engine.load

    def fail(file, statements):
        load(file, statements)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(engine, "load", fail)
        with pytest.raises(KeyboardInterrupt):
            refresh(toys)
    agrees(toys)


def test_large_numbers_and_texts_are_kept(toys):
    huge = 2**127 - 1
    put(toys, "ab", weight=huge, note='a "quoted",\nline \\ and é')
    put(toys, "cd", weight=huge + 1)
    rows = cypher(toys, "MATCH (a:ToyNecklace) RETURN a.note, a.weight ORDER BY a.id")
    assert rows == [('a "quoted",\nline \\ and é', huge), ("", None)]
    assert cypher(toys, "MATCH (c:Claim) RETURN c.value, c.value_json, c.upper ORDER BY c.id") == [
        (huge, str(huge), huge),
        (None, str(huge + 1), None),
    ]


def test_parameters_are_values(toys):
    put(toys, "abc")
    assert cypher(toys, "MATCH (a:ToyNecklace) WHERE a.length IN $sizes RETURN a.period", sizes=[2, 3]) == [(3,)]
    assert cypher(toys, "MATCH (a:ToyNecklace {note: $note}) RETURN a.label", note="x'}) DELETE a //") == []
    for value in ([], [1, "a"], {"a": 1}, [[1]], 2**64):
        with pytest.raises(MissingInput):
            cypher(toys, "RETURN $value", value=value)
    with pytest.raises(StatementError, match=r"\$other has no value"):
        cypher(toys, "RETURN $other", value=1)


def test_queries_of_several_threads_wait_for_one_another(toys):
    grow(toys, 10)
    found, errors = [], []

    def ask():
        try:
            found.append(sorted(cypher(toys, COUNTS)))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert len(found) == 4
    assert all(one == found[0] for one in found)


def test_a_query_waits_no_longer_than_it_may(toys, monkeypatch):
    grow(toys, 12)
    slow = threading.Event()
    build = projection._build
    monkeypatch.setattr(projection, "_build", lambda *given: (slow.wait(20), build(*given)))
    with pytest.raises(ProjectionBusy):
        run_cypher(toys, COUNTS, budget=Budget(seconds=0.3))
    slow.set()
    assert run_cypher(toys, COUNTS).rows
    for thread in threading.enumerate():
        if thread.name == "cypher-projection":
            thread.join(20)  # before the catalogue is closed


def test_without_the_engine_the_message_has_the_command(toys, monkeypatch):
    monkeypatch.setattr(engine, "find_spec", lambda _name: None)
    with pytest.raises(EngineMissing, match=r"pip install 'ludex\[cypher\]'"):
        run_cypher(toys, COUNTS)


def test_rows_beyond_the_limit_are_left_out(toys):
    grow(toys, 20)
    found = run_cypher(toys, "MATCH (n) RETURN n.label", rows=5)
    assert (len(found), found.complete) == (5, False)


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """A catalogue of random necklaces with a projection; nothing writes to it."""
    from ludex.catalogue.catalogue import Catalogue
    from tests.catalogue.conftest import made
    from tests.catalogue.necklaces import TOYS

    catalogue = made(Catalogue(f"sqlite:///{tmp_path_factory.mktemp('grown')}/catalogue.sqlite", (TOYS,)))
    yield grow(catalogue)
    catalogue.close()


KINDS = {
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


def step(registry, source, relation, target):
    """A step of a walk or pattern in Cypher."""
    declared, backwards = registry.directed[relation]
    arrow = f"[:{relationship_name(declared.name)}]"
    return f"({source})<-{arrow}-({target})" if backwards else f"({source})-{arrow}->({target})"


def condition(numbers, kind):
    """A condition on a fact of a kind, as filters and in Cypher."""
    if not KINDS[kind] or numbers.random() < 0.4:
        return {}, ""
    fact, most = numbers.choice(KINDS[kind])
    least = numbers.randint(1, most)
    if numbers.random() < 0.5:
        return {fact: least}, f"{{}}.{fact} = {least}"
    return {fact: {"min": least, "max": least + 1}}, f"{{}}.{fact} >= {least} AND {{}}.{fact} <= {least + 1}"


@pytest.mark.parametrize("seed", SEEDS)
def test_patterns_agree_with_match(grown, seed):
    numbers = Random(seed)
    kinds, links = [numbers.choice(list(KINDS))], []
    for place in range(1, numbers.randint(2, 4)):
        near = numbers.randrange(place)
        relation, kind = numbers.choice(STEPS[kinds[near]])
        kinds.append(kind)
        links.append((near, relation, place))
    names = "abcd"[: len(kinds)]
    wheres = [condition(numbers, kind) for kind in kinds]
    nodes = {name: {"kind": kind, "where": where} for name, kind, (where, _) in zip(names, kinds, wheres, strict=True)}
    with grown.reading() as reader:
        pattern = read_pattern(reader, nodes, [(names[a], relation, names[b]) for a, relation, b in links])
        stored = match(reader, pattern, limit=100_000, budget=Budget())
    parts = [f"({name}:{node_name(kind)})" for name, kind in zip(names, kinds, strict=True)]
    parts += [step(grown.registry, names[a], relation, names[b]) for a, relation, b in links]
    conditions = [text.replace("{}", name) for name, (_, text) in zip(names, wheres, strict=True) if text]
    conditions += [
        f"{a}.id <> {b}.id"
        for place, a in enumerate(names)
        for b in names[place + 1 :]
        if kinds[place] == kinds[names.index(b)]
    ]
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    query = f"MATCH {', '.join(parts)}{where} RETURN DISTINCT {', '.join(f'{name}.label' for name in names)}"
    found = run_cypher(grown, query, rows=100_000)
    assert stored.complete
    assert stored.after is None
    assert sorted(map(tuple, found.rows)) == sorted(tuple(item[name].label for name in names) for item in stored.items)


@pytest.mark.parametrize("seed", SEEDS)
def test_walks_agree(grown, seed):
    numbers = Random(seed)
    with grown.reading() as reader:
        start = numbers.choice(reader.connection.execute(select(tables.node)).all())
        kind, path = reader.registry.kind_name(start.kind), []
        for _ in range(numbers.randint(1, 3)):
            relation, kind = numbers.choice(STEPS[kind])
            path.append(relation)
        stored = walk(reader, start.id, path, limit=10_000)
    # Each step is its own clause: within one, Cypher takes a link only once.
    clauses = [f"MATCH {step(grown.registry, f'n{n}', relation, f'n{n + 1}')}" for n, relation in enumerate(path)]
    query = " ".join(clauses).replace("(n0)", f"(n0:{node_name(reader.registry.kind_name(start.kind))})", 1)
    last = f"n{len(path)}"
    query = f"{query} WHERE n0.label = $start AND {last}.label <> $start RETURN {last}.label, count(*)"
    assert sorted(cypher(grown, query, start=start.label)) == sorted((end.node.label, end.walks) for end in stored.ends)


@pytest.mark.parametrize("seed", SEEDS[:12])
def test_lists_and_counts_agree(grown, seed):
    numbers = Random(seed)
    kind = ("toy-necklace", "toy-multiset")[seed % 2]
    filters, conditions = {}, []
    for fact, most in KINDS[kind]:
        least = numbers.randint(1, most)
        filters[fact] = f"{least}..{least + 1}"
        conditions.append(f"a.{fact} >= {least} AND a.{fact} <= {least + 1}")
    query = f"MATCH (a:{node_name(kind)}) WHERE {' AND '.join(conditions)} RETURN count(*)"
    with grown.reading() as reader:
        stored = count(reader, grown.registry.kind[kind], filters)
    assert cypher(grown, query) == [(stored.count,)]


@pytest.mark.parametrize("relation", sorted(set(FOLLOWED)))
def test_numbers_of_links_agree(grown, relation):
    declared, backwards = grown.registry.directed[relation]
    with grown.reading() as reader:
        number = reader.registry.numbers.relations[declared.name]
        chosen = select(func.count()).select_from(tables.link).where(tables.link.c.relation == number)
        stored = reader.connection.scalar(chosen)
    arrow = f"<-[r:{relationship_name(declared.name)}]-" if backwards else f"-[r:{relationship_name(declared.name)}]->"
    assert cypher(grown, f"MATCH (a){arrow}(b) RETURN count(r)") == [(stored,)]
