"""The requests of the reductions answer with the cards of the theorems; wrong input is told with its place."""

import pytest
from flask.testing import FlaskClient

from tests.oracles import formulas as oracle

ADDRESS = "/api/v1/swish/reductions"
CNF = "p cnf 2 2\n1 2 0\n-1 -2 0\n"


def made(client: FlaskClient, address: str, **body: object) -> dict:
    answer = client.post(f"{ADDRESS}/{address}", json=body)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def largest(client: FlaskClient, of: dict) -> dict:
    return client.post(
        "/api/v1/swish/solve", json={"cards": of["cards"], "rule": of["rule"], "find": "largest"}
    ).get_json()


def test_any_formula_is_brought_into_the_form_if_that_is_asked(client: FlaskClient) -> None:
    cnf = "p cnf 1 2\n1 0\n-1 0\n"
    refused = client.post(f"{ADDRESS}/sat", json={"cnf": cnf})
    assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (422, "/cnf")
    cards = made(client, "sat", cnf=cnf, general=True)
    assert largest(client, cards)["size"] == 3 * cards["variables"] + cards["offset"] + 1


def test_programs_and_matchings(client: FlaskClient) -> None:
    cards = ["*./..", "../.o", "o./..", ".*/.."]
    matched = client.post("/api/v1/swish/matching", json={"cards": cards, "at_least": 5}).get_json()
    assert (matched["size"], matched["holds"], matched["orbits"][0]["pairs"]) == (4, False, 2)
    program = made(client, "program", cards=cards, form="opb")
    assert oracle.optimum_of_opb(program["text"]) == -4
    text = client.post("/api/v1/sets/program", json={"properties": 1, "values": 3, "cards": ["0", "1", "2"]}).get_json()
    assert (text["variables"], text["named"], text["at_least"]) == (13, 3, None)


def test_an_instance_is_stored_with_its_optimum_and_what_it_is_made_of(client: FlaskClient) -> None:
    answer = client.post("/api/v1/swish/instances", json={"cnf": CNF})
    stored = answer.get_json()
    assert (answer.status_code, stored["largest"], stored["optimum"]) == (201, 32, 2)
    assert client.post("/api/v1/swish/instances", json={"cnf": CNF}).status_code == 200
    claims = client.get(stored["claims_url"]).get_json()["items"]
    by_name = {claim["statement"]: claim for claim in claims}
    assert by_name["swish.largest-swish"]["value"] == 32
    assert by_name["swish.largest-swish"]["proved"]
    assert by_name["swish.reduced-from"]["value"] == {
        "problem": "max-sat",
        "cnf": CNF,
        "reductions": ["lemma-3", "theorem-1"],
        "optimum": 2,
    }


@pytest.mark.parametrize(
    ("address", "body", "pointer", "said"),
    [
        ("reductions/sat", {"cnf": "p cnf 2 1\n1 x 0"}, "/cnf", "line 2"),
        ("reductions/sat", {"cnf": "p cnf 256 0\n"}, "/cnf", "256x6"),
        ("reductions/sat", {"cnf": "p cnf 255 0\n"}, "/cnf", "1,275 cards"),
        ("reductions/sat", {"cnf": CNF, "assignment": [True]}, "/assignment", "1 values"),
        (
            "reductions/sat",
            {"cnf": CNF, "swish": {"cards": [{"index": 0}, {"index": 99}]}},
            "/swish/cards/1/index",
            "21",
        ),
        ("reductions/flips", {"cards": ["*o"] * 251}, "/cards", "1,004 cards"),
        ("reductions/flips", {"cards": ["*o"], "swish": {"cards": [{"index": 0}] * 2}}, "/swish", "are not a swish"),
        ("reductions/three-symbols", {"cards": ["*****"]}, "/cards/0", "5 symbols"),
        ("reductions/even-cycles", {"vertices": 2, "arcs": [[0, 0]]}, "/arcs/0", "arc 0 -> 0"),
        ("reductions/program", {"cards": ["*o"], "form": "opb", "at_least": 3}, "/at_least", "omit it"),
        ("reductions/program", {"deck": "swish-5x4", "question": "no-swish-set"}, "/deck", "at most 64"),
        ("matching", {"cards": ["*o"]}, "/cards", "a matching needs"),
        ("instances", {"cnf": CNF, "vertices": 3}, "/vertices", "omit it"),
        ("instances", {"arcs": [[0, 1]], "vertices": 2, "three_symbols": True}, "/three_symbols", "omit it"),
    ],
)
def test_wrong_input_is_told_with_its_place(
    client: FlaskClient, address: str, body: dict, pointer: str, said: str
) -> None:
    answer = client.post(f"/api/v1/swish/{address}", json=body)
    problem = answer.get_json()
    assert (answer.status_code, answer.content_type) == (422, "application/problem+json")
    assert problem["errors"][0]["pointer"] == pointer
    assert said in problem["errors"][0]["detail"]
