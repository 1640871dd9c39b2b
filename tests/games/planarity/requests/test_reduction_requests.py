"""`/planarity/reductions/...` and `/planarity/instances`: what they make, and what is refused."""

from math import comb
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.games.planarity.requests.drawn import PLANARITY, SQUARE, problem
from tests.oracles.small_drawings import crossed_pairs, swapped

REDUCTIONS = f"{PLANARITY}/reductions"


def crossings_after(drawing: dict[str, Any], swaps: list[list[int]]) -> int:
    points = tuple(map(tuple, drawing["points"]))
    for u, v in swaps:
        points = swapped(points, (u, v))
    return len(crossed_pairs(points, tuple(map(tuple, drawing["edges"]))))


@pytest.mark.parametrize(
    ("address", "body", "minimum"),
    [
        ("cycle", {"vertices": 12}, comb(6, 2)),
        ("gadget", {"gadget": "variable", "blocks": 5}, 3),
        ("gadget", {"gadget": "split"}, 3),
        ("gadget", {"gadget": "leg"}, 8),
    ],
)
def test_a_level_comes_with_swaps_that_meet_its_minimum(
    client: FlaskClient, address: str, body: dict[str, Any], minimum: int
) -> None:
    answer = client.post(f"{REDUCTIONS}/{address}", json=body).get_json()
    assert answer["min_swaps"] == len(answer["swaps"]) == minimum
    assert crossings_after(answer["drawing"], []) == answer["crossings"]
    assert crossings_after(answer["drawing"], answer["swaps"]) == 0
    assert client.post(f"{REDUCTIONS}/{address}", json=body | {"format": "svg"}).mimetype == "image/svg+xml"


def test_an_embedding_becomes_swaps_and_swaps_an_embedding(client: FlaskClient) -> None:
    address = f"{REDUCTIONS}/embedding"
    assert client.post(address, json=SQUARE).get_json()["embedding"] is None
    made = client.post(address, json=SQUARE | {"embedding": [1, 0, 2, 3]}).get_json()
    assert (made["swaps"], made["plane"]) == ([[0, 1]], True)
    back = client.post(address, json=SQUARE | {"swaps": [[1, 0], [2, 3]]}).get_json()
    assert (back["embedding"], back["plane"]) == ([1, 0, 3, 2], crossings_after(SQUARE, [[1, 0], [2, 3]]) == 0)


def test_a_formula_becomes_a_tree_and_its_solution_swaps(client: FlaskClient) -> None:
    address = f"{REDUCTIONS}/one-in-three"
    made = client.post(address, json={"clauses": [[0, 1, 2]]}).get_json()
    assert made["satisfied_swaps"] == made["meant_swaps"] == len(made["swaps"])
    assert (made["satisfiable"], made["plane"], sum(made["assignment"])) == (True, True, 1)
    assert len(made["drawing"]["edges"]) == made["vertices"] - 1
    back = client.post(address, json={"clauses": [[0, 1, 2]], "swaps": made["swaps"]}).get_json()
    assert (back["assignment"], back["plane"]) == (made["assignment"], True)
    drawn = client.post(address, json={"clauses": [[0, 1, 2]], "format": "svg"})
    assert drawn.mimetype == "image/svg+xml" and b"x0 x1 x2" in drawn.data


def test_whether_so_many_swaps_suffice_is_written_for_solvers(client: FlaskClient) -> None:
    address = f"{REDUCTIONS}/program"
    cnf = client.post(address, json=SQUARE | {"swaps": 1}).get_json()
    assert cnf["text"].splitlines()[cnf["named"]] == f"p cnf {cnf['variables']} {cnf['constraints']}"
    opb = client.post(address, json=SQUARE | {"swaps": 1, "form": "opb"}).get_json()
    assert opb["text"].startswith(f"* #variable= {opb['variables']} #constraint= {opb['constraints']}\n")


def test_an_instance_is_stored_once_with_what_it_is_made_by(client: FlaskClient) -> None:
    address = f"{PLANARITY}/instances"
    first = client.post(address, json={"gadget": "split"})
    made = first.get_json()
    assert (first.status_code, made["min_swaps"], made["known_minimum"], made["proved"]) == (201, 3, 3, True)
    assert made["provenance"] == {"source": "reduction", "reduction": "theorem-2", "gadget": "split", "min_swaps": 3}
    assert [claim["value"] for claim in made["claims"]] == [3]
    assert client.post(address, json={"gadget": "split"}).status_code == 200
    late = client.post(address, json={"cycle": 40, "time_limit": 0.05}).get_json()
    assert (late["known_minimum"], late["min_swaps"], late["proved"]) == (190, 190, False)


@pytest.mark.parametrize(
    ("address", "body", "status", "pointer"),
    [
        ("reductions/cycle", {"vertices": 7}, 422, "/vertices"),
        ("reductions/gadget", {"gadget": "variable", "blocks": 2}, 422, "/blocks"),
        ("reductions/gadget", {"gadget": "spiral"}, 400, "/gadget"),
        ("reductions/embedding", SQUARE | {"embedding": [0, 1, 2]}, 422, "/embedding"),
        ("reductions/embedding", SQUARE | {"embedding": [0, 1, 2, 3], "swaps": []}, 422, "/swaps"),
        ("reductions/embedding", SQUARE | {"swaps": [[1, 2]]}, 422, "/swaps/0"),
        ("reductions/one-in-three", {"clauses": [[0, 1, 2], [0, 1, 1]]}, 422, "/clauses/1"),
        ("reductions/one-in-three", {"clauses": [[0, 1]]}, 400, "/clauses/0"),
        ("reductions/one-in-three", {"clauses": [[0, 1, 2]] * 13}, 400, "/clauses"),
        ("reductions/one-in-three", {"clauses": [[0, 1, 20]]}, 422, "/clauses/0"),
        ("reductions/one-in-three", {"clauses": [[0, 1, 2]], "assignment": [True, True, False]}, 422, "/assignment"),
        ("reductions/one-in-three", {"clauses": [[0, 1, 2]], "swaps": [[0, 99]]}, 422, "/swaps/0"),
        ("reductions/program", SQUARE | {"swaps": 101}, 422, "/swaps"),
        ("reductions/program", SQUARE | {"swaps": -1}, 400, "/swaps"),
        ("instances", {"cycle": 8, "gadget": "split"}, 422, "/gadget"),
        ("instances", {"cycle": 9}, 422, "/cycle"),
    ],
)
def test_what_cannot_be_made_is_refused_at_its_place(
    client: FlaskClient, address: str, body: dict[str, Any], status: int, pointer: str
) -> None:
    problem(client.post(f"{PLANARITY}/{address}", json=body), status, pointer)
