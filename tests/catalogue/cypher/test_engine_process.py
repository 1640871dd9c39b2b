"""The second guard alone: the process of the engine does no harm with statements that the first guard refuses."""

import json
import platform
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from ludex.catalogue.cypher import engine
from ludex.catalogue.cypher.engine import EngineError, QueryError, load, query
from ludex.engine.budget import Budget, BudgetExhausted
from tests.catalogue.cypher.dangerous import DANGEROUS, WRITING

TABLES = {"ToyLetter": ["id", "label"], "NEXT": []}


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    """A small projection with letters."""
    file = tmp_path_factory.mktemp("graph") / "graph.lbug"
    load(
        file,
        [
            ("CREATE NODE TABLE ToyLetter(id INT64 PRIMARY KEY, label STRING)", {}),
            ("CREATE REL TABLE NEXT(FROM ToyLetter TO ToyLetter)", {}),
            ("UNWIND range(1, 20) AS x CREATE (:ToyLetter {id: x, label: 'letter-' + cast(x AS STRING)})", {}),
            ("MATCH (a:ToyLetter), (b:ToyLetter) WHERE b.id = a.id + 1 CREATE (a)-[:NEXT]->(b)", {}),
        ],
    )
    return file


def run(graph, text, seconds=20.0, parameters=None, **options):
    return query(graph, text, parameters or {}, TABLES, seconds, Budget(), **options)


@pytest.mark.slow
def test_no_dangerous_statement_does_harm(graph, tmp_path):
    (tmp_path / "evil.so").write_bytes(b"")
    before, content = sorted(tmp_path.iterdir()), graph.read_bytes()
    for statement in DANGEROUS:
        try:
            found = run(graph, statement.replace("FOLDER", str(tmp_path)))
        except QueryError:
            continue
        # Settings are those of the process, which ends with the query.
        assert statement.startswith(("CALL", "BEGIN", "LOAD EXTENSION", "COMMENT")), statement
        assert "root:" not in json.dumps(found.rows)
    assert sorted(tmp_path.iterdir()) == before
    assert graph.read_bytes() == content
    assert sorted(file.name for file in graph.parent.iterdir()) == ["graph.lbug"]


@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="no filter of system calls")
def test_a_confined_process_opens_and_writes_and_connects_to_nothing(tmp_path):
    program = """
import os, socket, subprocess, sys
sys.path.insert(0, sys.argv[1])
import engine_process
writable = open(sys.argv[2] + "/open", "w")
engine_process.confine(1 << 30, 5.0)
def tried(call):
    try:
        call()
    except OSError as error:
        return type(error).__name__
    return "done"
def write():
    writable.write("x")
    writable.flush()
for call in (lambda: open("/etc/passwd"), lambda: open(sys.argv[2] + "/new", "w"), socket.socket,
             lambda: os.execv("/bin/true", ["true"]), lambda: os.mkdir(sys.argv[2] + "/new"),
             lambda: os.remove(sys.argv[2] + "/open"), lambda: os.kill(os.getppid(), 0)):
    print(tried(call))
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
print(tried(write))
sys.stdout.flush()
os._exit(0)
"""
    folder = str(Path(engine.engine_process.__file__).parent)
    command = [sys.executable, "-c", program, folder, str(tmp_path)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert set(lines[:-1]) == {"PermissionError"}
    assert lines[-1] == "OSError"
    assert (tmp_path / "open").read_text() == ""


@pytest.mark.parametrize("statement", WRITING)
def test_the_engine_refuses_to_write(graph, statement):
    with pytest.raises(QueryError, match="a query can only read the catalogue"):
        run(graph, statement)


def test_an_extension_is_not_fetched_from_the_network(graph):
    heard = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(2.0)
        port = server.getsockname()[1]

        def listen():
            with suppress(TimeoutError):
                heard.append(server.accept())

        listener = threading.Thread(target=listen)
        listener.start()
        for statement in (
            f"INSTALL httpfs FROM 'http://127.0.0.1:{port}/'",
            f"LOAD FROM 'http://127.0.0.1:{port}/a.csv' RETURN *",
        ):
            with pytest.raises(QueryError):
                run(graph, statement)
        listener.join()
    assert not heard


def test_values_become_json(graph):
    found = run(
        graph,
        "MATCH p = (a:ToyLetter {id: 1})-[r:NEXT]->(b) "
        "RETURN a, r, p, b.label AS name, 1.5, [1, 2], {x: 1}, date('2020-02-01'), 1.0 / 0, "
        "cast('170141183460469231731687303715884105727' AS INT128), NULL",
    )
    first = {"table": "ToyLetter", "label": "letter-1", "properties": {"id": 1, "label": "letter-1"}}
    second = {"table": "ToyLetter", "label": "letter-2", "properties": {"id": 2, "label": "letter-2"}}
    link = {"table": "NEXT", "source": "letter-1", "target": "letter-2", "properties": {}}
    path = {"nodes": [first, second], "relationships": [link]}
    values = ["letter-2", 1.5, [1, 2], {"x": 1}, "2020-02-01", None, 2**127 - 1, None]
    assert found.rows == [[first, link, path, *values]]
    assert found.columns[3] == "name"
    assert found.types[:4] == ("NODE", "REL", "RECURSIVE_REL", "STRING")
    assert [each["name"] for each in found] == ["letter-2"]


def test_a_relationship_alone_has_the_labels_of_its_ends(graph):
    rows = run(graph, "MATCH (a)-[r:NEXT]->() RETURN r ORDER BY a.id").rows
    ends = [(row[0]["source"], row[0]["target"]) for row in rows]
    assert ends == [(f"letter-{number}", f"letter-{number + 1}") for number in range(1, 20)]


def test_rows_beyond_the_limit_are_left_out(graph):
    query_ = "UNWIND range(1, 100) AS x RETURN x"
    assert run(graph, query_, rows=100).complete
    found = run(graph, query_, rows=99)
    assert (len(found), found.complete) == (99, False)


def test_a_result_of_many_bytes_is_cut_off(graph):
    found = run(graph, "UNWIND range(1, 100) AS x RETURN repeat('a', 1000000)", rows=1000)
    assert not found.complete
    assert 1 <= len(found) <= 10


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b = 7 RETURN count(*)", "time"),
        ("UNWIND range(1, 100000000) AS x WITH collect(x) AS l RETURN size(l)", "memory"),
    ],
)
def test_limits_end_a_query(graph, text, reason):
    with pytest.raises(BudgetExhausted) as error:
        run(graph, text, seconds=1.0 if reason == "time" else 30.0)
    assert error.value.reason == reason
    assert run(graph, "RETURN 1").rows == [[1]]


def test_a_cancelled_query_ends(graph):
    text = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b = 7 RETURN count(*)"
    with pytest.raises(BudgetExhausted) as error:
        query(graph, text, {}, TABLES, None, Budget(seconds=60.0, stop=lambda: True))
    assert error.value.reason == "cancelled"


def test_the_errors_of_the_engine_have_their_place(graph):
    with pytest.raises(QueryError, match=r"line: 2, offset: \d+"):
        run(graph, "MATCH (a)\nRETRN a")
    with pytest.raises(QueryError, match="Cannot find property colour"):
        run(graph, "MATCH (a) RETURN a.colour")


def test_a_broken_file_is_an_error_of_the_engine(tmp_path):
    broken = tmp_path / "graph.lbug"
    broken.write_bytes(b"nothing" * 1000)
    with pytest.raises(QueryError):
        run(broken, "RETURN 1")
    with pytest.raises(EngineError):
        load(broken, [("CREATE NODE TABLE A(id INT64 PRIMARY KEY)", {})])
