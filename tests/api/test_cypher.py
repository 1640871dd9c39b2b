"""`POST /cypher` on the starting catalogue: rows, limits and the problem documents of wrong queries."""

import pytest

from ludex.catalogue.cypher import engine, projection


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    """A cache folder of its own for catalogues on PostgreSQL."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


def ask(client, status=200, **body):
    answer = client.post("/api/v1/cypher", json=body)
    assert answer.status_code == status, answer.text
    return answer.get_json()


def store(client, points):
    edges = [[0, 1], [0, 2], [1, 3], [2, 3]]
    answer = client.post("/api/v1/planarity/levels", json={"points": points, "edges": edges})
    assert answer.status_code in (200, 201), answer.text
    return answer.get_json()


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/query"),
        ({"query": ""}, "/query"),
        ({"query": 1}, "/query"),
        ({"query": "RETURN 1", "time_limit": 61}, "/time_limit"),
        ({"query": "RETURN 1", "rows": 5}, "/rows"),
        ({"query": "RETURN $a", "parameters": {"a": []}}, "/parameters/a"),
        ({"query": "RETURN $a", "parameters": {"a": {}}}, "/parameters/a"),
        ({"query": "RETURN $a", "parameters": [1]}, "/parameters"),
    ],
)
def test_wrong_fields_are_400(client, body, pointer):
    assert pointer in [error["pointer"] for error in ask(client, 400, **body)["errors"]]


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("MATCH (a) RETRN a", "line: 1, offset:"),
        ("MATCH (a:Nothing) RETURN a", "Nothing does not exist"),
        ("MATCH (a) DELETE a", "a query can only read the catalogue"),
        ("LOAD FROM '/etc/passwd' RETURN *", "line 1, column 1: LOAD is not allowed"),
        ("CALL threads=64", "a query cannot change settings"),
        ("RETURN $a", "the parameter $a has no value"),
        ("RETURN 1 / 0", "Divide by zero"),
    ],
)
def test_wrong_queries_are_422_with_their_place(client, query, detail):
    problem = ask(client, 422, query=query)
    assert problem["type"].endswith("#refused-input")
    assert [error["pointer"] for error in problem["errors"]] == ["/query"]
    assert detail in problem["detail"]


def test_a_query_beyond_its_time_is_422(client):
    query = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b = 7 RETURN count(*)"
    problem = ask(client, 422, query=query, time_limit=0.5)
    assert problem["type"].endswith("#computation-too-large")
    assert client.get("/health").status_code == 200


def test_rows_beyond_the_limit_are_left_out(client):
    found = ask(client, query="UNWIND range(1, 20000) AS x RETURN x")
    assert (len(found["rows"]), found["complete"]) == (engine.MOST_ROWS, False)


def test_without_the_engine_the_answer_is_501(client, monkeypatch):
    monkeypatch.setattr(engine, "find_spec", lambda _name: None)
    problem = ask(client, 501, query="RETURN 1")
    assert problem["type"].endswith("#not-installed")
    assert "pip install 'ludex[cypher]'" in problem["detail"]


def test_an_engine_that_fails_is_503(client, monkeypatch):
    def fail(*_given):
        raise engine.EngineError("the disk is full")

    monkeypatch.setattr(projection.engine, "load", fail)
    store(client, [[0, 0], [8, 0], [3, 9], [9, 5]])
    ask(client, 503, query="RETURN 1")
