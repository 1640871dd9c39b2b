"""Levels are stored once, whatever their names and mirror images; found again, listed, exported, drawn."""

import csv
import io
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.games.planarity.requests.drawn import CYCLE, KITE, PATHS, PLANARITY, SQUARE, mirrored, problem, renamed

LEVELS = f"{PLANARITY}/levels"
FIXED = {
    *("label", "url", "drawing", "vertices", "edges", "crossings", "hull", "min_swaps", "proved", "optimal_solutions"),
    *("difficulty", "graph", "order_type", "x_type", "provenance"),
}


@pytest.fixture(scope="module", autouse=True)
def stocked(app: Flask) -> None:
    """Store the square, the cycle, a path, and a drawing that no swaps make plane."""
    client = app.test_client()
    unreachable = {"points": SQUARE["points"], "edges": [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]}
    for drawing in (SQUARE, CYCLE, PATHS[0], unreachable):
        assert client.post(LEVELS, json=drawing).status_code == 201


def label_of(client: FlaskClient, drawing: dict[str, Any]) -> str:
    return str(client.post(f"{PLANARITY}/invariants", json=drawing).get_json()["level"])


def test_a_level_has_the_fixed_fields(client: FlaskClient) -> None:
    level = client.get(f"{LEVELS}/{label_of(client, CYCLE)}").get_json()
    assert set(level) >= FIXED
    assert (level["min_swaps"], level["proved"], level["vertices"], level["edges"]) == (6, True, 8, 8)
    assert level["provenance"] == {"source": "submitted"}
    assert level["drawing"]["points"] == CYCLE["points"]
    assert level["difficulty"]["grade"] > 0
    for kind, name in (("graphs", "graph"), ("order-types", "order_type"), ("x-types", "x_type")):
        assert client.get(f"{PLANARITY}/{kind}/{level[name]}").get_json()["label"] == level[name]


@pytest.mark.parametrize("names", [[3, 1, 0, 2], [1, 2, 3, 0]])
def test_a_duplicate_answers_with_the_stored_level_and_the_matching(client: FlaskClient, names: list[int]) -> None:
    stored = client.get(f"{LEVELS}/{label_of(client, SQUARE)}").get_json()
    sent = renamed(mirrored(SQUARE), names)
    response = client.post(LEVELS, json=sent)
    answer = response.get_json()
    assert response.status_code == 200
    assert "Location" not in response.headers
    duplicate = answer.pop("duplicate_of")
    assert answer == stored
    assert duplicate["relation"] == "swap"
    images = {frozenset(duplicate["matching"][end] for end in edge) for edge in sent["edges"]}
    assert images == {frozenset(edge) for edge in stored["drawing"]["edges"]}


def test_a_new_level_has_a_location(client: FlaskClient) -> None:
    drawing = {"points": [*KITE, [20, 3]], "edges": [[0, 1], [1, 2], [2, 3], [3, 4]]}
    first = client.post(LEVELS, json=drawing)
    assert (first.status_code, first.headers["Location"]) == (201, first.get_json()["url"])
    assert client.get(first.headers["Location"]).get_json() | {"duplicate_of": None} == first.get_json()
    assert client.post(LEVELS, json=drawing).status_code == 200


def test_what_cannot_be_made_plane_is_stored_as_such(client: FlaskClient) -> None:
    found = client.get(f"{LEVELS}?reachable=false").get_json()["items"]
    assert [(level["min_swaps"], level["proved"], level["edges"]) for level in found] == [(None, True, 6)]
    solution = client.get(f"{found[0]['url']}/solution").get_json()
    assert solution == {"swaps": [], "min_swaps": None, "proved": True, "evidence": "certificate"}


@pytest.mark.parametrize(("relation", "found"), [("swap", 1), ("order-type", 0), ("graph", 1), ("x-type", 1)])
def test_the_other_path_is_looked_up(client: FlaskClient, relation: str, found: int) -> None:
    body = {"drawing": PATHS[1], "relation": relation}
    answer = client.post(f"{LEVELS}/lookup", json=body).get_json()
    assert len(answer["items"]) == len(answer["matchings"]) == found
    for level, matching in zip(answer["items"], answer["matchings"], strict=True):
        assert level["vertices"] == 4
        assert sorted(matching) == [0, 1, 2, 3]


def test_a_batch_is_sorted_into_classes_with_their_stored_levels(client: FlaskClient) -> None:
    drawings = [PATHS[0], SQUARE, PATHS[1], mirrored(SQUARE), {"points": KITE, "edges": []}]
    answer = client.post(f"{LEVELS}/dedup", json={"drawings": drawings}).get_json()
    assert [one["members"] for one in answer["classes"]] == [[0, 2], [1, 3], [4]]
    assert [one["levels"] for one in answer["classes"]] == [
        [label_of(client, PATHS[0])],
        [label_of(client, SQUARE)],
        [],
    ]
    assert all(one["matchings"][0] == list(range(4)) for one in answer["classes"])
    by_points = client.post(f"{LEVELS}/dedup", json={"drawings": drawings, "relation": "point-set"}).get_json()
    assert [one["members"] for one in by_points["classes"]] == [[0, 2, 4], [1, 3]]


def test_a_batch_of_too_many_vertices_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.games.planarity.requests.bounds.DEDUP_VERTICES", 7)
    problem(client.post(f"{LEVELS}/dedup", json={"drawings": [SQUARE, SQUARE]}), 422, "/drawings")


def test_levels_are_listed_by_their_invariants(client: FlaskClient) -> None:
    for query, vertices in (
        ("vertices=8&min_swaps=6&proved=true", [8]),
        ("min_crossings=1&max_crossings=1&max_vertices=4&proved=true&reachable=true", [4]),
        ("degrees=2,2,2,2", [4]),
        ("tree=true&max_vertices=4", [4]),
        ("source=import", []),
        ("min_grade=1&sort=-vertices&limit=1", [8]),
    ):
        answer = client.get(f"{LEVELS}?{query}")
        assert answer.status_code == 200, answer.text
        assert [level["vertices"] for level in answer.get_json()["items"]] == vertices, query
    level = client.get(f"{LEVELS}/{label_of(client, SQUARE)}").get_json()
    for name in ("graph", "order_type", "x_type"):
        listed = client.get(f"{LEVELS}?{name}={level[name]}").get_json()["items"]
        assert level["label"] in [one["label"] for one in listed]


def test_levels_are_exported(client: FlaskClient) -> None:
    everything = client.get(f"{LEVELS}?limit=1000").get_json()["items"]
    lines = client.get(f"{LEVELS}?format=ndjson").text.splitlines()
    assert [json.loads(line) for line in lines] == everything
    rows = list(csv.DictReader(io.StringIO(client.get(f"{LEVELS}?format=csv").text)))
    assert [row["label"] for row in rows] == [level["label"] for level in everything]
    assert [row["grade"] for row in rows] == [
        "" if level["difficulty"]["grade"] is None else str(level["difficulty"]["grade"]) for level in everything
    ]
    assert "drawing" not in rows[0]


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


def test_pictures_stand_beside_objects(client: FlaskClient) -> None:
    level = client.get(f"{LEVELS}/{label_of(client, CYCLE)}").get_json()
    for url in (
        f"/api/v1/objects/{level['label']}.svg",
        f"/api/v1/objects/{level['label']}.svg?frames=solution",
        f"/api/v1/objects/{level['order_type']}.svg",
        f"/api/v1/objects/{level['x_type']}.svg",
    ):
        response = client.get(url)
        assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
        assert response.text.startswith("<svg")


def test_the_solution_of_a_level_is_in_its_own_vertices(client: FlaskClient) -> None:
    answer = client.get(f"{LEVELS}/{label_of(client, CYCLE)}/solution").get_json()
    assert (answer["min_swaps"], answer["proved"], len(answer["swaps"])) == (6, True, 6)


def test_the_next_level_has_at_least_the_grade(client: FlaskClient) -> None:
    everything = client.get(f"{LEVELS}?sort=grade&limit=1000").get_json()["items"]
    graded = [one for one in everything if one["difficulty"]["grade"] is not None]
    for level, following in zip(graded, [*graded[1:], None], strict=True):
        answer = client.get(f"{level['url']}/next").get_json()["level"]
        assert (answer and answer["label"]) == (following and following["label"])
    problem(client.get(f"{graded[0]['url']}/next?pack=none"), 422, "/pack")
