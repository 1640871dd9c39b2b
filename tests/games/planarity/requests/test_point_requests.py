"""Order types, point sets, the other moves, pictures and descriptions of Untangle."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.requests.problem_types import problem_type
from tests.games.planarity.requests.drawn import PLANARITY, problem


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
