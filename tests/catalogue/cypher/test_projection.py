"""The projection follows every write, and is built again where it must."""

import errno
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest
from sqlalchemy import select

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import store_claim
from ludex.catalogue.cypher import engine, projection
from ludex.catalogue.cypher.engine import EngineMissing
from ludex.catalogue.cypher.projection import ProjectionBusy, folder_of, refresh, run_cypher
from ludex.catalogue.cypher.schema import node_name, relationship_name
from ludex.catalogue.cypher.statement import StatementError
from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.objects.reading import find
from ludex.catalogue.objects.storing import add_links, delete_links, delete_object, store
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import fold
from ludex.catalogue.storage.database_errors import StorageFull
from ludex.engine.budget import Budget
from ludex.engine.faults import MissingInput
from tests.catalogue.graph.grown import as_networkx, grow
from tests.catalogue.necklaces import BOX, NECKLACE, Necklace

COUNTS = "MATCH (n) RETURN label(n) AS name, count(*) AS objects ORDER BY name"


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
        for kind in reader.registry.kinds:
            names = [fact.name for fact in kind.facts if fact.name in kind.model.model_fields]
            shown = ", ".join(["n.label", *(f"n.{name}" for name in names)])
            for label, *values in cypher(catalogue, f"MATCH (n:{node_name(kind.name)}) RETURN {shown}"):
                document = find(reader, label).document()
                assert values == [getattr(document, name) for name in names], label
    told = cypher(catalogue, "MATCH (c:Claim)-[:ABOUT]->(n) RETURN n.label, c.value_json, c.proved")
    assert sorted(told) == sorted(map(tuple, claims))


@pytest.mark.slow
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


def test_the_id_of_a_deleted_object_does_not_return(toys):
    grow(toys, 10)
    first = put(toys, "abcdabcd")
    agrees(toys)
    with toys.writing() as writer:
        delete_object(writer, first)
    assert put(toys, "ddcbbaa") > first
    agrees(toys)


@pytest.mark.slow
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


@pytest.mark.slow
def test_queries_of_several_threads_wait_for_one_projection(toys):
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


def test_queries_run_beside_one_another(toys):
    grow(toys, 10)
    assert run_cypher(toys, COUNTS).rows
    meeting = threading.Barrier(3, timeout=20)

    def ask(_number):
        return run_cypher(toys, COUNTS, computing=lambda: nullcontext(meeting.wait())).rows

    with ThreadPoolExecutor(3) as asking:
        first, *others = asking.map(ask, range(3))
    assert first and all(other == first for other in others)


def test_a_query_that_waits_holds_no_computing_slot_and_few_may_wait(toys, monkeypatch):
    grow(toys, 10)
    slow, build, computing = threading.Event(), projection._build, []
    monkeypatch.setattr(projection, "_build", lambda *given: (slow.wait(20), build(*given)))
    monkeypatch.setattr(projection, "_WAITING", threading.Semaphore(2))

    def ask(_number):
        return run_cypher(toys, COUNTS, computing=lambda: nullcontext(computing.append(1))).rows

    with ThreadPoolExecutor(2) as asking:
        found = asking.map(ask, range(2))
        while projection._WAITING.acquire(blocking=False):
            projection._WAITING.release()
            time.sleep(0.01)
        with pytest.raises(ProjectionBusy, match="too many"):
            run_cypher(toys, COUNTS)
        assert computing == []
        slow.set()
        assert all(found)
    assert len(computing) == 2 and run_cypher(toys, COUNTS).rows


def test_a_full_disk_is_a_full_disk(toys, monkeypatch):
    grow(toys, 10)

    def full(*_given):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(projection, "write_rows", full)
    with pytest.raises(StorageFull, match="free some space"):
        run_cypher(toys, COUNTS)


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
