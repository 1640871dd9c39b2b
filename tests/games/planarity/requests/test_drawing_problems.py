"""Wrong drawings, points and numbers: what is wrong is named, with its place, before any work."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.games.planarity.requests import REQUESTS
from ludex.requests.problem_types import problem_type
from ludex.settings import Settings
from tests.applications import application
from tests.games.planarity.requests.drawn import PLANARITY, SQUARE, problem

TRIANGLE = [[0, 0], [1, 1], [2, 5]]

# Requests that take one drawing, each with the place of the drawing in the body, and what else they take.
TAKING = [
    ("solve", "", {}),
    ("invariants", "", {}),
    ("levels", "", {}),
    ("pictures", "", {}),
    ("variants/rotate", "", {"edge": [0, 1]}),
    ("variants/stretch", "", {"edge": [0, 1], "factor": "2"}),
    ("variants/collapse", "", {"edge": [0, 1]}),
    ("variants/exchange", "", {"vertices": [0, 1]}),
    ("variants/drag", "", {"moves": [{"vertex": 0, "to": [9, 7]}]}),
    ("variants/exchange/minimum", "", {}),
    ("equivalence", "/a", {"b": SQUARE}),
    ("equivalence", "/b", {"a": SQUARE}),
    ("levels/lookup", "/drawing", {}),
    ("levels/dedup", "/drawings/1", {}),
]

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"points": [[0, 0], [1, 1], [2, 2]], "edges": [[0, 1]]}, "/points/2"),
    ({"points": [[0, 0], [5, 1], [0, 0]], "edges": [[0, 1]]}, "/points/2"),
    ({"points": TRIANGLE, "edges": [[0, 1], [2, 2]]}, "/edges/1"),
    ({"points": TRIANGLE, "edges": [[0, 1], [1, 2], [1, 0]]}, "/edges/2"),
    ({"points": TRIANGLE, "edges": [[0, 1], [0, 3]]}, "/edges/1"),
    ({"points": TRIANGLE, "edges": [[0, 1], [-1, 0]]}, "/edges/1"),
    ({"points": [[0, 0], [1, 2**30 + 1], [2, 5]], "edges": [[0, 1]]}, "/points/1/1"),
    ({"points": [[0, 0], [1, -(10**300)], [2, 5]], "edges": [[0, 1]]}, "/points/1/1"),
    ({"points": [[0, 0], [0.0000001, 1000000], [2, 5]], "edges": [[0, 1]]}, "/points/1/1"),
]

MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"points": [], "edges": []}, "/points"),
    ({"points": [[i, i * i] for i in range(129)], "edges": []}, "/points"),
    ({"points": [[0, 0], [1]], "edges": []}, "/points/1"),
    ({"points": [[0, 0], [1, 2, 3]], "edges": []}, "/points/1"),
    ({"points": [[0, 0], [1, "2"]], "edges": []}, "/points/1/1"),
    ({"points": [[0, 0], [1, None]], "edges": []}, "/points/1/1"),
    ({"points": [[0, 0], [1, True]], "edges": []}, "/points/1/1"),
    ({"points": {"0": [0, 0]}, "edges": []}, "/points"),
    ({"points": TRIANGLE, "edges": [[0]]}, "/edges/0"),
    ({"points": TRIANGLE, "edges": [[0, 1, 2]]}, "/edges/0"),
    ({"points": TRIANGLE, "edges": [[0, 0.5]]}, "/edges/0/1"),
    ({"points": TRIANGLE, "edges": [[0, True]]}, "/edges/0/1"),
    ({"points": TRIANGLE, "edges": [[0, 2**40]]}, "/edges/0/1"),
    ({"points": TRIANGLE, "edges": "0-1"}, "/edges"),
    ({"points": TRIANGLE}, "/edges"),
    ({"edges": []}, "/points"),
    ({"points": TRIANGLE, "edges": [], "bogus": 1}, "/bogus"),
]


def placed(drawing: dict[str, Any], place: str, others: dict[str, Any]) -> dict[str, Any]:
    if not place:
        return drawing | others
    if place == "/drawings/1":
        return {"drawings": [SQUARE, drawing], **others}
    return {place[1:]: drawing, **others}


@pytest.mark.parametrize(("path", "place", "others"), TAKING, ids=lambda value: str(value)[:30])
def test_a_drawing_that_the_game_refuses_is_422(
    client: FlaskClient, path: str, place: str, others: dict[str, Any]
) -> None:
    for drawing, pointer in REFUSED:
        problem(client.post(f"{PLANARITY}/{path}", json=placed(drawing, place, others)), 422, place + pointer)


@pytest.mark.parametrize(("path", "place", "others"), TAKING, ids=lambda value: str(value)[:30])
def test_a_drawing_of_the_wrong_form_is_400(client: FlaskClient, path: str, place: str, others: dict[str, Any]) -> None:
    for drawing, pointer in MALFORMED:
        problem(client.post(f"{PLANARITY}/{path}", json=placed(drawing, place, others)), 400, place + pointer)


@pytest.mark.parametrize(
    ("number", "status", "pointer"),
    [
        *((number, 400, "") for number in ("NaN", "Infinity", "-Infinity", "1e999", "1" * 5000)),
        ("0." + "3" * 70, 400, "/points/1/1"),
        ("1e-9999999", 422, "/points/1/1"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_numbers_that_are_none_or_too_long_are_refused(
    client: FlaskClient, number: str, status: int, pointer: str
) -> None:
    body = f'{{"points": [[0, 0], [1, {number}], [2, 5]], "edges": []}}'
    response = client.post(f"{PLANARITY}/solve", data=body, content_type="application/json")
    problem(response, status, pointer)


@pytest.mark.parametrize("path", ["solve", "levels", "invariants", "order-types", "point-sets/test"])
def test_ten_thousand_vertices_are_refused_before_any_work(client: FlaskClient, path: str) -> None:
    points = [[i, i * i % 10007] for i in range(10_000)]
    body = {"points": points} | ({} if path in ("order-types", "point-sets/test") else {"edges": []})
    problem(client.post(f"{PLANARITY}/{path}", json=body), 400, "/points")


def test_very_many_edges_are_refused_before_any_work(client: FlaskClient) -> None:
    body = {"points": TRIANGLE, "edges": [[0, 1]] * 100_000}
    problem(client.post(f"{PLANARITY}/solve", json=body), 400, "/edges")


def test_points_that_are_the_same_only_as_floats_are_different(client: FlaskClient) -> None:
    text = '{"points": [[0, 0], [0.10000000000000001, 0], [0.1, 0], [0, 1]], "edges": []}'
    found = problem(client.post(f"{PLANARITY}/solve", data=text, content_type="application/json"), 422)
    assert "the same" not in found["detail"]
    same = '{"points": [[0, 7], [0.10, 0], [1e-1, 0], [5, 1]], "edges": []}'
    found = problem(client.post(f"{PLANARITY}/solve", data=same, content_type="application/json"), 422, "/points/2")
    assert "the same" in found["detail"]


def test_collinear_points_are_named(client: FlaskClient) -> None:
    points = {"points": [[0, 0], [7, 1], [4, 4], [9, 9]]}
    found = problem(client.post(f"{PLANARITY}/order-types", json=points), 422, "/points/3")
    assert "0, 2 and 3" in found["detail"]


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"edges": 19}, 422, "/edges"),
        ({"edges": 3}, 422, "/edges"),
        ({"vertices": 2, "edges": 1}, 422, "/vertices"),
        ({"vertices": 7, "swaps": 9}, 422, "/swaps"),
        ({"swaps": 15}, 422, "/swaps"),
        ({"delta": 0.00005}, 422, "/delta"),
        ({"delta": 0.9}, 422, "/delta"),
        ({"delta": 1.5}, 400, "/delta"),
        ({"delta": "0.1"}, 400, "/delta"),
        ({"vertices": 129}, 400, "/vertices"),
        ({"seed": 2**63}, 400, "/seed"),
    ],
    ids=str,
)
def test_levels_that_cannot_be_are_refused_before_work(
    client: FlaskClient, change: dict[str, Any], status: int, pointer: str
) -> None:
    body = {"vertices": 8, "edges": 12, "swaps": 2, "delta": 0.02, "flips": 3, "seed": 7, "count": 1} | change
    problem(client.post(f"{PLANARITY}/generate", json=body), status, pointer)


@pytest.mark.parametrize(
    ("path", "change", "pointer"),
    [
        ("variants/rotate", {"edge": [0, 3]}, "/edge"),
        ("variants/rotate", {"edge": [0, 9]}, "/edge"),
        ("variants/stretch", {"edge": [0, 3], "factor": "2"}, "/edge"),
        ("variants/collapse", {"edge": [0, 3]}, "/edge"),
        ("variants/exchange", {"vertices": [0, 0]}, "/vertices"),
        ("variants/exchange", {"vertices": [0, 4]}, "/vertices"),
        ("variants/drag", {"moves": [{"vertex": 4, "to": [9, 9]}]}, "/moves/0/vertex"),
        ("variants/drag", {"moves": [{"vertex": 1, "to": [9, 8]}, {"vertex": 1, "to": [9, 9]}]}, "/moves/1/vertex"),
        ("variants/drag", {"moves": [{"vertex": 3, "to": [8, 0]}]}, "/moves/0/to"),
        ("variants/drag", {"moves": [{"vertex": 3, "to": [4, 0.000]}]}, "/moves/0/to"),
        ("pictures", {"swaps": [[0, 1], [0, 3]]}, "/swaps/1"),
    ],
    ids=str,
)
def test_moves_that_there_are_not_are_422(client: FlaskClient, path: str, change: dict[str, Any], pointer: str) -> None:
    drawing = {"points": [[0, 0], [4, 0], [9, 5], [5, 9]], "edges": [[0, 1], [2, 3]]}
    problem(client.post(f"{PLANARITY}/{path}", json=drawing | change), 422, pointer)


def test_other_relations_and_finds_are_400(client: FlaskClient) -> None:
    problem(client.post(f"{PLANARITY}/solve", json=SQUARE | {"find": "all"}), 400, "/find")
    body = {"a": SQUARE, "b": SQUARE, "relation": "mirror"}
    problem(client.post(f"{PLANARITY}/equivalence", json=body), 400, "/relation")
    problem(client.post(f"{PLANARITY}/variants/stretch", json=SQUARE | {"edge": [0, 1], "factor": 2}), 400, "/factor")


@pytest.mark.parametrize("kind", ["levels", "graphs", "order-types", "x-types", "packs", "census/classes"])
def test_an_unknown_label_is_404(client: FlaskClient, kind: str) -> None:
    for label in (
        "nothing",
        "x" * 100,
        "%ff",
        "a%2Fb",
        "ä",
        "planarity-level-4-4-aaaaaaaaaaaaaaaa",
    ):
        problem(client.get(f"{PLANARITY}/{kind}/{label}"), 404)
    problem(client.get(f"{PLANARITY}/{kind}/%00"), 400)
    for rest in ("/solution", "/untangle", "/similar", "/next", ".svg"):
        problem(client.get(f"{PLANARITY}/levels/nothing{rest}"), 404)
    for rest in ("/levels", "/next"):
        problem(client.get(f"{PLANARITY}/packs/nothing{rest}"), 404)


@pytest.mark.parametrize(
    ("path", "pointer"),
    [
        ("levels?vertices=x", "/vertices"),
        ("levels?vertices=-1", "/vertices"),
        ("levels?proved=perhaps", "/proved"),
        ("levels?sort=nothing", "/sort"),
        ("levels?format=xml", "/format"),
        ("graphs?format=untangle", "/format"),
        ("levels?limit=1001", "/limit"),
        ("levels?cursor=abc", "/cursor"),
        ("levels?format=graph6&cursor=abc", "/cursor"),
        ("levels?graph=%00", "/graph"),
        ("levels?bogus=1", "/bogus"),
        ("census/3", "/n"),
        ("census/1000000", "/n"),
    ],
)
def test_parameters_out_of_bounds_are_400(client: FlaskClient, path: str, pointer: str) -> None:
    problem(client.get(f"{PLANARITY}/{path}"), 400, pointer)


def test_an_unknown_name_in_a_filter_is_refused_if_objects_of_its_kind_have_no_other_names(client: FlaskClient) -> None:
    for name in ("graph", "order_type", "x_type", "one_swap"):
        problem(client.get(f"{PLANARITY}/levels?{name}=nope"), 400, f"/{name}")
    for name in ("pack", "job"):
        response = client.get(f"{PLANARITY}/levels?{name}=nope")
        assert response.status_code == 200 and response.get_json()["items"] == []
    problem(client.get("/api/v1/jobs/nope/objects"), 404)


def test_a_description_that_is_none_names_what_is_wrong(client: FlaskClient) -> None:
    for text in ("4", "4:", "0:", "4:0-4", "4:1-1", "4:0-1,1-0", "129:0-1", "4:0-1;", "9" * 4000, "4:0-1,x"):
        response = client.post(f"{PLANARITY}/untangle", json={"text": text})
        if text != "4:":
            found = problem(response, 422, "/text")
            assert len(found["detail"]) < 300
    problem(client.post(f"{PLANARITY}/untangle", json={"text": "1" * 20_000}), 400, "/text")


@pytest.fixture
def read_only(settings: Settings) -> Iterator[FlaskClient]:
    with application(settings.model_copy(update={"host": "0.0.0.0"}), requests=(REQUESTS,)) as app:
        yield app.test_client()


def test_what_stores_is_refused(read_only: FlaskClient) -> None:
    pack = {"slug": "mine", "title": "Mine", "levels": ["none"]}
    generate = {"vertices": 6, "edges": 8, "swaps": 1, "store": True}
    for path, body in (("levels", SQUARE), ("packs", pack), ("generate", generate)):
        assert problem(read_only.post(f"{PLANARITY}/{path}", json=body), 401)["type"] == problem_type("key-needed").uri
    lines = read_only.post(f"{PLANARITY}/levels/import", data=json.dumps(SQUARE), content_type="application/x-ndjson")
    assert problem(lines, 401)["type"] == problem_type("key-needed").uri
    problem(read_only.delete("/api/v1/objects/none"), 401)


def test_what_computes_is_answered(read_only: FlaskClient) -> None:
    for path, body in (
        ("solve", SQUARE),
        ("equivalence", {"a": SQUARE, "b": SQUARE}),
        ("invariants", SQUARE),
        ("generate", {"vertices": 6, "edges": 8, "swaps": 1}),
        ("levels/lookup", {"drawing": SQUARE}),
        ("levels/dedup", {"drawings": [SQUARE]}),
        ("point-sets", {"points": 5}),
        ("variants/exchange/minimum", SQUARE),
    ):
        assert read_only.post(f"{PLANARITY}/{path}", json=body).status_code == 200, path
    assert read_only.get(f"{PLANARITY}/levels").get_json()["count"] == 0


def test_points_are_random_and_the_seed_decides_them(client: FlaskClient) -> None:
    body = {"points": 9, "delta": 0.03, "seed": 5}
    first = client.post(f"{PLANARITY}/point-sets", json=body).get_json()
    assert first == client.post(f"{PLANARITY}/point-sets", json=body).get_json()
    assert len(first["points"]) == 9 == first["hull"] + first["interior"]
    assert (first["seed"], first["method"]) == (5, "rejection")
    test = client.post(f"{PLANARITY}/point-sets/test", json={"points": first["points"], "delta": 0.03}).get_json()
    assert (test["general_position"], test["delta_general"], test["fault"]) == (True, True, None)
    assert (len(test["hull"]), len(test["interior"])) == (first["hull"], first["interior"])
    assert test["grid_delta"] == first["grid_delta"] >= 300
    assert test["largest_delta"] >= 300
    chosen = client.post(f"{PLANARITY}/point-sets", json={"points": 3}).get_json()
    assert chosen["seed"] != client.post(f"{PLANARITY}/point-sets", json={"points": 3}).get_json()["seed"]


def test_points_that_are_not_found_are_422_and_say_what_to_try(client: FlaskClient) -> None:
    body = {"points": 18, "delta": 0.2, "seed": 1, "attempts": 1000}
    found = problem(client.post(f"{PLANARITY}/point-sets", json=body), 422, "/delta")
    assert (
        "no set of 18 points with delta 0.2 in 1,000 attempts; try a smaller delta or method repair" in found["detail"]
    )
    problem(client.post(f"{PLANARITY}/point-sets", json={"points": 18, "delta": 0.9}), 422, "/delta")
    late = body | {"delta": 0.3, "attempts": 1_000_000_000, "time_limit": 0.1}
    assert (
        problem(client.post(f"{PLANARITY}/point-sets", json=late), 422)["type"]
        == problem_type("computation-too-large").uri
    )


@pytest.mark.parametrize(
    ("points", "pointer"),
    [([[0, 0], [1, 1], [2, 2]], "/points/2"), ([[0, 0], [5, 1], [0, 0]], "/points/2"), ([[0, 0], [0, 0]], "/points/1")],
)
def test_points_that_are_not_in_general_position_are_told(client: FlaskClient, points: Any, pointer: str) -> None:
    test = client.post(f"{PLANARITY}/point-sets/test", json={"points": points, "delta": 0}).get_json()
    assert (test["general_position"], test["delta_general"], test["hull"]) == (False, False, None)
    assert test["fault"]["pointer"] == pointer


def test_a_delta_that_does_not_hold_is_told(client: FlaskClient) -> None:
    # The triangle 3-4-5: its least height, 12/5, is 0.6 of the side of the square around it.
    points = {"points": [[0, 0], [40, 0], [0, 30]]}
    test = client.post(f"{PLANARITY}/point-sets/test", json=points | {"delta": 0.6}).get_json()
    assert (test["largest_delta"], test["grid_delta"], test["delta_general"]) == (24, 6000, True)
    test = client.post(f"{PLANARITY}/point-sets/test", json=points | {"delta": 0.6001}).get_json()
    assert test["delta_general"] is False
