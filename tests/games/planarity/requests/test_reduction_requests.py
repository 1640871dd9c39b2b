"""`/planarity/reductions/...` and `/planarity/instances`: what they make, and what is refused."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.games.planarity.requests.drawn import PLANARITY, SQUARE, problem

REDUCTIONS = f"{PLANARITY}/reductions"


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
