"""Levels are stored once, whatever their names and mirror images; found again, listed, exported, drawn."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.games.planarity.requests.drawn import CYCLE, KITE, PATHS, PLANARITY, SQUARE, problem

LEVELS = f"{PLANARITY}/levels"


@pytest.fixture(scope="module", autouse=True)
def stocked(app: Flask) -> None:
    """Store the square, the cycle, a path, and a drawing that no swaps make plane."""
    client = app.test_client()
    unreachable = {"points": SQUARE["points"], "edges": [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]}
    for drawing in (SQUARE, CYCLE, PATHS[0], unreachable):
        assert client.post(LEVELS, json=drawing).status_code == 201


def test_a_new_level_has_a_location(client: FlaskClient) -> None:
    drawing = {"points": [*KITE, [20, 3]], "edges": [[0, 1], [1, 2], [2, 3], [3, 4]]}
    first = client.post(LEVELS, json=drawing)
    assert (first.status_code, first.headers["Location"]) == (201, first.get_json()["url"])
    assert client.get(first.headers["Location"]).get_json() | {"duplicate_of": None} == first.get_json()
    assert client.post(LEVELS, json=drawing).status_code == 200


def test_a_batch_of_too_many_vertices_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.games.planarity.requests.bounds.DEDUP_VERTICES", 7)
    problem(client.post(f"{LEVELS}/dedup", json={"drawings": [SQUARE, SQUARE]}), 422, "/drawings")


def test_the_graphs_of_levels_are_exported_as_graph6_and_for_untangle(client: FlaskClient) -> None:
    import networkx

    everything = client.get(f"{LEVELS}?limit=1000").get_json()["items"]
    response = client.get(f"{LEVELS}?format=graph6")
    assert response.headers["Content-Type"] == "text/plain; charset=us-ascii"
    for level, line in zip(everything, response.text.splitlines(), strict=True):
        graph = networkx.from_graph6_bytes(line.encode())
        assert sorted(sorted(edge) for edge in graph.edges) == level["drawing"]["edges"]
    for level, line in zip(everything, client.get(f"{LEVELS}?format=untangle").text.splitlines(), strict=True):
        edges = ",".join(f"{u}-{v}" for u, v in level["drawing"]["edges"])
        assert line == f"{level['vertices']}:{edges}"
        assert client.get(f"{level['url']}/untangle").text == line + "\n"
    labelled = client.get(f"{LEVELS}?format=untangle&labels=true").text.splitlines()
    assert [line.partition("\t")[2] for line in labelled] == [level["label"] for level in everything]
    graphs = client.get(f"{PLANARITY}/graphs?limit=1000").get_json()["items"]
    lines = client.get(f"{PLANARITY}/graphs?format=graph6").text.splitlines()
    assert [graph["graph6"] for graph in graphs] == lines
