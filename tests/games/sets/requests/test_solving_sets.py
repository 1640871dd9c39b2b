"""`POST /sets/solve` and `/sets/caps`: by every solver, with every fault named."""

import json

import pytest
from flask.testing import FlaskClient

from ludex.api.routing.responses import StreamSlots
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.evidence import Evidence
from ludex.games.sets.deck import Deck
from ludex.games.sets.operations.caps import LargestCap
from ludex.games.sets.position import Position
from ludex.games.sets.solving import search
from ludex.games.sets.solving.search import find_all
from ludex.games.sets.solving.solver import FoundSets, SolverName
from ludex.requests.problem_types import problem_type

SOLVE = "/api/v1/sets/solve"
SOLVERS = ["lookup", "brute-force", "smt", "dynamic", "integer-program"]
TABLE = {"properties": 4, "values": 3, "cards": ["0000", "0001", "0002", "1111"]}


def ask(client: FlaskClient, body: dict[str, object]) -> dict[str, object]:
    answer = client.post(SOLVE, json=body)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def pointers(client: FlaskClient, body: dict[str, object], status: int = 422) -> list[str]:
    answer = client.post(SOLVE, json=body)
    assert answer.status_code == status, answer.get_json()
    assert answer.content_type == "application/problem+json"
    return [error["pointer"] for error in answer.get_json()["errors"]]


def test_without_z3_the_solver_smt_is_refused_and_the_extra_is_named(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "find_spec", lambda _name: None)
    answer = client.post(SOLVE, json=TABLE | {"find": "any", "solver": "smt"})
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, "/solver")
    assert "pip install 'ludex[smt]'" in answer.get_json()["detail"]
    assert ask(client, TABLE | {"find": "any", "solver": "dynamic"})["found"] is True


def test_other_solvers_have_no_engine(client: FlaskClient) -> None:
    assert pointers(client, TABLE | {"engine": "highs"}) == ["/engine"]


@pytest.mark.parametrize("accepted", [pytest.param("identity", marks=pytest.mark.slow), "gzip"])
def test_all_717_056_sets_of_the_deck_of_1024_cards_are_streamed(client: FlaskClient, accepted: str) -> None:
    answer = client.post(
        SOLVE,
        json={"deck": "set-4-5", "find": "all", "time_limit": 60},
        headers={"Accept-Encoding": accepted},
        buffered=False,
    )
    assert answer.is_streamed
    if accepted == "gzip":
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "Content-Length" not in answer.headers
        answer.close()
        return
    body = answer.get_data()
    assert len(body) == int(answer.headers["Content-Length"])
    listing = json.loads(body)
    assert listing["complete"] is True
    assert len({tuple(sorted(one)) for one in listing["items"]}) == len(listing["items"]) == 717_056
    assert all(len(code) == 5 for one in listing["items"][::1000] for code in one)


def test_large_lists_on_their_way_are_bounded(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.api.routing.responses._large_lists", StreamSlots(1, "large lists"))
    body = {"deck": "set-4-5", "find": "all", "limit": 100_000}
    first = client.post(SOLVE, json=body, buffered=False)
    second = client.post(SOLVE, json=body)
    assert (first.status_code, second.status_code) == (200, 503)
    assert second.headers["Retry-After"]
    first.close()
    third = client.post(SOLVE, json=body)
    assert third.status_code == 200
    assert len(third.get_json()["items"]) == 100_000


def test_a_large_list_ends_with_the_bytes_of_an_answer(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.games.sets.requests.bounds.SET_LIST_BYTES", 10 * len('["0000","0121","0212"],'))
    answer = ask(client, {"deck": "set-3-4", "find": "all"})
    assert (len(answer["items"]), answer["complete"]) == (10, False)


@pytest.mark.parametrize("find", ["any", "count"])
def test_what_does_not_end_in_time_names_the_command(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, find: str
) -> None:
    def too_long(*_: object, **__: object) -> None:
        raise BudgetExhausted("time")

    monkeypatch.setattr("ludex.games.sets.solving.search.find_any", too_long)
    monkeypatch.setattr("ludex.games.sets.solving.search.count_sets", too_long)
    answer = client.post(SOLVE, json=TABLE | {"find": find})
    assert answer.status_code == 422
    assert answer.get_json()["type"] == problem_type("computation-too-large").uri
    assert "ludex sets solve" in answer.get_json()["detail"]


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_list_of_which_nothing_is_known_in_time_is_422(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, solver: str
) -> None:
    def without_time(position: Position, limit: int, name: SolverName, *_: object) -> FoundSets:
        return find_all(position, limit, name, Budget(seconds=0))

    monkeypatch.setattr("ludex.games.sets.solving.search.find_all", without_time)
    answer = client.post(SOLVE, json=TABLE | {"find": "all", "solver": solver})
    assert (answer.status_code, answer.get_json()["type"]) == (422, problem_type("computation-too-large").uri)


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ({"properties": 2, "values": 3, "cards": ["03"]}, ["/cards/0"]),
        ({"properties": 2, "values": 3, "cards": ["00", "0"]}, ["/cards/1"]),
        ({"properties": 2, "values": 3, "cards": ["00", "000"]}, ["/cards/1"]),
        ({"properties": 2, "values": 3, "cards": ["00", "01", "00"]}, ["/cards/2"]),
        ({"properties": 2, "values": 36, "cards": ["0Z"]}, ["/cards/0"]),
        ({"properties": 7, "values": 10, "cards": ["0000000"]}, ["/properties", "/values"]),
        ({"cards": ["00"]}, ["/properties", "/values"]),
        ({"cards": ["00"], "values": 3}, ["/properties"]),
        ({"properties": 2, "values": 3}, ["/cards"]),
        ({"properties": 2, "values": 3, "cards": ["00"], "deck": "set-3-2"}, ["/deck"]),
        ({"deck": "set-3-5", "properties": 4}, ["/properties"]),
        ({"deck": "set-3-5", "values": 4}, ["/values"]),
        ({"deck": "set-10-7"}, ["/deck"]),
        ({"deck": "swish-60"}, ["/deck"]),
        ({"deck": "set-3-12", "solver": "smt"}, ["/solver"]),
    ],
)
def test_what_the_game_refuses_is_named(client: FlaskClient, body: dict[str, object], at: list[str]) -> None:
    assert pointers(client, body) == at


def test_five_thousand_cards_are_taken_and_no_more(client: FlaskClient) -> None:
    deck = Deck(13, 2)
    cards = [deck.code(card) for card in range(5001)]
    body = {"properties": 13, "values": 2, "find": "any"}
    assert ask(client, body | {"cards": cards[:5000]})["found"] is True
    assert pointers(client, body | {"cards": cards}, 400) == ["/cards"]


CAPS = "/api/v1/sets/caps"


@pytest.mark.parametrize(
    ("deck", "bound", "evidence"),
    [(Deck(4, 4), 104, Evidence.SEARCH), (Deck(5, 3), 45, Evidence.RECOMPUTED), (Deck(3, 5), 72, Evidence.CERTIFICATE)],
)
def test_a_bound_that_no_known_cap_attains_states_what_it_rests_on(deck: Deck, bound: int, evidence: Evidence) -> None:
    response = LargestCap(Position(deck, ()), False, bound, "hyperplanes").as_response
    assert (response.evidence, response.bound_evidence) == (None, evidence)


def test_a_cap_too_large_to_be_named_is_shown_without_a_label(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludex.games.sets.position import PositionTooLarge

    def too_large(*_: object) -> None:
        raise PositionTooLarge("too large")

    monkeypatch.setattr("ludex.games.sets.operations.caps.prepare", too_large)
    answer = client.post(CAPS, json={"properties": 1, "values": 7})
    assert answer.status_code == 200
    cap = answer.get_json()
    assert (cap["label"], cap["url"], cap["size"], cap["proved"]) == (None, None, 6, True)


def test_a_count_of_caps_that_does_not_end_in_time_names_the_command(client: FlaskClient) -> None:
    answer = client.post(f"{CAPS}/counts", json={"properties": 4, "values": 3, "time_limit": 0.2})
    assert (answer.status_code, answer.get_json()["type"]) == (422, problem_type("computation-too-large").uri)
    assert "ludex sets caps count" in answer.get_json()["detail"]
    large = client.post(f"{CAPS}/counts", json={"properties": 12, "values": 3})
    assert (large.status_code, large.get_json()["errors"][0]["pointer"]) == (422, "/properties")


@pytest.mark.parametrize(
    ("sent", "status", "at"),
    [
        ({"properties": 2}, 422, "/values"),
        ({"properties": 2, "values": 37}, 400, "/values"),
        ({"properties": 19, "values": 3}, 422, "/properties"),
        ({"properties": 2, "values": 3, "cards": ["00", "30"]}, 422, "/cards/1"),
    ],
)
def test_wrong_caps_are_named(client: FlaskClient, sent: dict[str, object], status: int, at: str) -> None:
    answer = client.post(CAPS, json=sent)
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (status, at)
