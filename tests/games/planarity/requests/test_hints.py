"""`POST /planarity/hint`: the best next swaps of a player, and what is refused."""

from flask.testing import FlaskClient

from tests.games.planarity.requests.drawn import CYCLE, PLANARITY, SQUARE, problem

HINT = f"{PLANARITY}/hint"


def test_a_hint_lists_every_swap_that_begins_a_shortest_solution(client: FlaskClient) -> None:
    answer = client.post(HINT, json=SQUARE).get_json()
    assert answer == {"best": [[0, 1], [2, 3]], "remaining": 1, "proved": True, "minimum": 1, "mistake": None}


def test_hints_lead_through_the_cycle_of_lemma_1(client: FlaskClient) -> None:
    swaps: list[list[int]] = []
    for left in (6, 5, 4, 3, 2, 1):
        answer = client.post(HINT, json={"drawing": CYCLE, "swaps": swaps}).get_json()
        assert (answer["remaining"], answer["minimum"], answer["mistake"]) == (left, 6, None)
        swaps.append(answer["best"][0])
    assert client.post(HINT, json={"drawing": CYCLE, "swaps": swaps}).get_json()["remaining"] == 0
    answer = client.post(HINT, json={"drawing": CYCLE, "swaps": [swaps[0], swaps[0]]}).get_json()
    assert (answer["remaining"], answer["mistake"]) == (6, 1)


def test_what_is_no_edge_of_the_drawing_is_refused_at_its_place(client: FlaskClient) -> None:
    problem(client.post(HINT, json=SQUARE | {"swaps": [[0, 1], [1, 2]]}), 422, "/swaps/1")
    problem(client.post(HINT, json=SQUARE | {"swaps": [[0, 9]]}), 422, "/swaps/0")
    problem(client.post(HINT, json=SQUARE | {"swaps": [[0, 1, 2]]}), 400, "/swaps/0")
    problem(client.post(HINT, json=SQUARE | {"swaps": [[0, 1]] * 1001}), 400, "/swaps")
    problem(client.post(HINT, json={"swaps": []}), 400, "/points")
