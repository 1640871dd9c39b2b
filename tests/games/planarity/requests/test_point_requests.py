"""Order types, point sets, the other moves, pictures and descriptions of Untangle."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.requests.problem_types import problem_type
from tests.games.planarity.requests.drawn import KITE, PLANARITY, SQUARE, mirrored, problem
from tests.oracles.drawing_equivalence import keeps_turns

ORDER_TYPES = f"{PLANARITY}/order-types"


def test_an_order_type_is_identified_and_stored_once(client: FlaskClient) -> None:
    points = [[0, 0], [4, 1], [2, 5], [2, 2], [9, 8]]
    first = client.post(ORDER_TYPES, json={"points": points})
    answer = first.get_json()
    assert (first.status_code, first.headers["Location"]) == (201, answer["url"])
    assert (answer["points"], answer["hull"], answer["matching"]) == (5, 4, [0, 1, 2, 3, 4])
    assert answer["duplicate_of"] is None
    turned = [[-y, 1000 - x] for x, y in reversed(points)]
    again = client.post(ORDER_TYPES, json={"points": turned})
    found = again.get_json()
    assert (again.status_code, found["label"], found["x_type"]) == (200, answer["label"], answer["x_type"])
    assert found["duplicate_of"] == {"relation": "point-set", "matching": found["matching"]}
    assert found["representative"] == points
    assert keeps_turns(turned, points, found["matching"])
    shown = client.get(answer["url"]).get_json()
    assert (shown["representative"], shown["hull"]) == (points, 4)
    assert client.get(f"{PLANARITY}/x-types/{answer['x_type']}").get_json()["order_type_count"] >= 1
    assert answer["label"] in [
        one["label"] for one in client.get(f"{ORDER_TYPES}?x_type={answer['x_type']}").get_json()["items"]
    ]


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


MOVES: list[tuple[str, dict[str, Any], list[list[int]]]] = [
    ("rotate", {"edge": [0, 1]}, [[2, -2], [2, 2], [9, 5], [5, 9]]),
    ("stretch", {"edge": [1, 0], "factor": "2"}, [[-2, 0], [6, 0], [9, 5], [5, 9]]),
    ("stretch", {"edge": [0, 1], "factor": "1/2"}, [[1, 0], [3, 0], [9, 5], [5, 9]]),
    ("collapse", {"edge": [0, 1]}, [[2, 0], [9, 5], [5, 9]]),
    ("exchange", {"vertices": [0, 2]}, [[9, 5], [4, 0], [0, 0], [5, 9]]),
    ("drag", {"moves": [{"vertex": 1, "to": [4, 1]}]}, [[0, 0], [4, 1], [9, 5], [5, 9]]),
]


@pytest.mark.parametrize(("move", "change", "points"), MOVES, ids=lambda value: str(value)[:20])
def test_the_other_moves(client: FlaskClient, move: str, change: dict[str, Any], points: list[list[int]]) -> None:
    drawing = {"points": [[0, 0], [4, 0], [9, 5], [5, 9]], "edges": [[0, 1], [2, 3]]}
    answer = client.post(f"{PLANARITY}/variants/{move}", json=drawing | change).get_json()
    assert answer["drawing"]["points"] == points
    assert answer["crossings"] == 0


def test_dragging_is_exact(client: FlaskClient) -> None:
    text = (
        '{"points": [[0, 0], [0.4, 0], [0.9, 0.5], [0.5, 0.9]], "edges": [[0, 1], [2, 3]], '
        '"moves": [{"vertex": 0, "to": [0.45, 0.1]}]}'
    )
    answer = client.post(f"{PLANARITY}/variants/drag", data=text, content_type="application/json").get_json()
    assert answer["drawing"]["points"] == [[45, 10], [40, 0], [90, 50], [50, 90]]


def test_the_minimum_of_exchanges(client: FlaskClient) -> None:
    # Two diagonals of a quadrilateral: no swap helps, one exchange of an end of each does, in four ways that lead to
    # two plane drawings up to the direction of the edges.
    drawing = {"points": [[0, 0], [9, 0], [10, 10], [0, 9]], "edges": [[0, 2], [1, 3]]}
    assert client.post(f"{PLANARITY}/solve", json=drawing).get_json()["min_swaps"] is None
    answer = client.post(f"{PLANARITY}/variants/exchange/minimum", json=drawing).get_json()
    assert (answer["crossings"], answer["min_exchanges"], answer["proved"]) == (1, 1, True)
    assert answer["optimal_solutions"] == {"arrangements": 4, "sequences": 4}
    (pair,) = answer["exchanges"]
    moved = client.post(f"{PLANARITY}/variants/exchange", json=drawing | {"vertices": pair}).get_json()
    assert moved["crossings"] == 0


def test_given_drawings_and_points_are_drawn(client: FlaskClient) -> None:
    for path, body in (
        ("pictures", SQUARE),
        ("pictures", SQUARE | {"swaps": []}),
        ("pictures", SQUARE | {"swaps": [[2, 3], [0, 1]]}),
        ("pictures", mirrored(SQUARE)),
        ("pictures", {"points": KITE, "picture": "points"}),
        ("pictures", {"points": [[7, 7]], "picture": "points"}),
    ):
        response = client.post(f"{PLANARITY}/{path}", json=body)
        assert (response.status_code, response.mimetype) == (200, "image/svg+xml"), response.text
        assert response.text.startswith("<svg")


def test_a_description_of_untangle_becomes_a_drawing(client: FlaskClient) -> None:
    answer = client.post(f"{PLANARITY}/untangle", json={"text": "4:0-2,1-3,0-1"}).get_json()
    assert (answer["vertices"], answer["edges"], answer["crossings"]) == (4, 3, 1)
    assert answer["drawing"]["edges"] == [[0, 1], [0, 2], [1, 3]]
    stored = client.post(f"{PLANARITY}/levels", json=answer["drawing"])
    assert stored.status_code == 201
    assert client.get(f"{stored.get_json()['url']}/untangle").text == "4:0-1,0-2,1-3\n"
