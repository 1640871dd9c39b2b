"""Requests accept drawings of up to 128 vertices, and refuse larger ones before they compute anything."""

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.untangle import write_untangle
from tests.games.planarity.requests.drawn import PLANARITY
from tests.games.planarity.sample_drawings import shuffled
from tests.games.planarity.solving.test_large_drawings import plane_grid


def document(drawing: Drawing) -> dict[str, Any]:
    return {"points": [list(point) for point in drawing.points], "edges": [list(edge) for edge in drawing.edges]}


@pytest.mark.parametrize("vertices", [65, 100, 128])
def test_a_large_drawing_is_stored_once_and_solved(client: FlaskClient, vertices: int) -> None:
    drawing = plane_grid(vertices).swapped((0, 1))
    new = client.post(f"{PLANARITY}/levels", json=document(drawing))
    assert new.status_code == 201, new.text
    level = new.get_json()
    assert (level["vertices"], level["edges"], level["min_swaps"], level["proved"]) == (
        vertices,
        len(drawing.edges),
        1,
        True,
    )
    again = client.post(f"{PLANARITY}/levels", json=document(shuffled(Random(vertices), drawing)))
    assert (again.status_code, again.get_json()["label"]) == (200, level["label"])
    assert client.get(f"{level['url']}/solution").get_json()["swaps"] == [[0, 1]]
    for related in ("graph", "order_type", "x_type"):
        assert client.get(f"/api/v1/objects/{level[related]}").get_json()["label"] == level[related]
    picture = client.get(f"/api/v1/objects/{level['label']}.svg")
    assert (picture.status_code, picture.text.count("<circle") >= vertices) == (200, True)
    listed = client.get(f"{PLANARITY}/levels", query_string={"vertices": vertices, "format": "csv"})
    assert level["label"] in listed.text


def test_other_requests_accept_large_drawings(client: FlaskClient) -> None:
    plane = plane_grid(90)
    drawing = document(plane.swapped((0, 1)))
    hint = client.post(f"{PLANARITY}/hint", json=drawing | {"swaps": []}).get_json()
    assert (hint["best"], hint["remaining"], hint["proved"]) == ([[0, 1]], 1, True)
    equivalence = {"a": drawing, "b": document(shuffled(Random(1), plane.swapped((0, 1))))}
    for relation in ("swap", "order-type", "graph", "point-set", "x-type"):
        answer = client.post(f"{PLANARITY}/equivalence", json=equivalence | {"relation": relation}).get_json()
        assert "equivalent" in answer, answer
        assert (relation, answer["equivalent"], sorted(answer["matching"])) == (relation, True, list(range(90)))
    text = write_untangle(plane)
    read = client.post(f"{PLANARITY}/untangle", json={"text": text})
    assert (read.status_code, text in read.text or len(read.get_json()["drawing"]["points"]) == 90) == (200, True)
    generated = client.post(
        f"{PLANARITY}/generate",
        json={"vertices": 80, "edges": 130, "swaps": 2, "delta": 0.0002, "method": "repair", "seed": 5, "count": 1},
    )
    assert generated.status_code == 200, generated.text
    assert [level["vertices"] for level in generated.get_json()["items"]] == [80]


def test_a_drawing_with_too_many_vertices_or_edges_is_refused(client: FlaskClient) -> None:
    points = [[v, v * v] for v in range(129)]
    edges = [[u, v] for v in range(65) for u in range(v)]
    for drawing, pointer in (
        ({"points": points, "edges": []}, "/points"),
        ({"points": points[:65], "edges": edges[:2017]}, "/edges"),
    ):
        response = client.post(f"{PLANARITY}/solve", json=drawing)
        assert response.status_code == 400
        assert [error["pointer"] for error in response.get_json()["errors"]] == [pointer]
    text = "65:" + ",".join(f"{u}-{v}" for u, v in edges[:2017])
    response = client.post(f"{PLANARITY}/untangle", json={"text": text})
    assert response.status_code in (400, 422)
    assert "2017 edges given; at most 2016 are allowed" in response.text
